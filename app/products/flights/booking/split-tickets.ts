import { chosenOffers, type FlightBooking } from './booking-draft.ts';
import { formatOfferId, parseOfferId, type Cabin, type FlightOnDate, type Offer } from '../offer.ts';
import { formatOwnId, parseOwnId } from '../supply/own-offer.ts';

/** A ticket to be asked for by itself. */
export interface TicketWish {
  readonly offerId: string;
  /** It goes on where the ticket before it ends, within one direction. */
  readonly onward: boolean;
}

/**
 * What an offer is sold as: flights whose airlines sell no ticket together are a contract each, a direction of its own or a
 * part of one in which the traveller changes on their own. Anything else is one contract, as its source sells it.
 */
export function splitTickets(offer: Pick<Offer, 'id' | 'slices' | 'tickets'>): TicketWish[] {
  const own = parseOwnId(offer.id);
  const flights = parseOfferId(own ? own.flights : offer.id);
  if (offer.tickets === 1 || !flights) return [{ offerId: offer.id, onward: false }];
  return flights.slices.flatMap((legs, slice) =>
    runsOf(legs, offer.slices[slice]!).map((run, at): TicketWish => {
      const id = formatOfferId({ slices: [run], cabin: flights.cabin });
      return { offerId: own ? formatOwnId([own.allotments[slice]!], id) : id, onward: at > 0 };
    }),
  );
}

/** Flights of a direction that share a ticket. */
function runsOf(legs: readonly FlightOnDate[], { layovers }: Pick<Offer['slices'][number], 'layovers'>): FlightOnDate[][] {
  const runs: FlightOnDate[][] = [];
  for (const [at, leg] of legs.entries()) {
    if (at === 0 || layovers[at - 1]?.selfTransfer) runs.push([leg]);
    else runs.at(-1)!.push(leg);
  }
  return runs;
}

/** The id of the offer that these tickets are sold as, by which its source tells of all of them; null for ids of other sources, and of more than one cabin. */
export function wholeId(tickets: readonly TicketWish[]): string | null {
  if (tickets.length === 1) return tickets[0]!.offerId;
  const slices: FlightOnDate[][] = [];
  const allotments: string[] = [];
  let cabin: Cabin | null = null;
  for (const { offerId, onward } of tickets) {
    const own = parseOwnId(offerId);
    const flights = parseOfferId(own ? own.flights : offerId);
    if (!flights) return null;
    const [first, ...others] = flights.slices;
    if (onward && slices.length > 0) slices.at(-1)!.push(...first!);
    else slices.push([...first!]);
    slices.push(...others.map((legs) => [...legs]));
    allotments.push(...(own?.allotments ?? []));
    // Of one source's offer all tickets are in the cabin that was asked for.
    if (cabin !== null && cabin !== flights.cabin) return null;
    cabin = flights.cabin;
  }
  if (!cabin) return null;
  const id = formatOfferId({ slices, cabin });
  if (allotments.length === 0) return id;
  return allotments.length === slices.length ? formatOwnId(allotments, id) : null;
}

/** The ids of what a booking is made of, and of all of it together. */
export function offerIdsOf(booking: FlightBooking<unknown>): string[] {
  const tickets = chosenOffers(booking);
  const whole = tickets.length > 1 ? wholeId(tickets) : null;
  return [...tickets.map(({ offerId }) => offerId), ...(whole ? [whole] : [])];
}
