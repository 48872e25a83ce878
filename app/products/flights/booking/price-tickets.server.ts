import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { minuteMs } from '#app/values/dates.ts';
import { leastStay } from '../engine/combine-slices.ts';
import { brandOf } from '../fares/fare-rules.ts';
import type { FlightContract } from '../flight-price.ts';
import type { Flights } from '../flights-context.ts';
import type { Offer, Passengers } from '../offer.ts';
import { splitTickets, wholeId, type TicketWish } from './split-tickets.ts';
import type { SupplierRefusal } from '../supplier/flight-supplier.ts';

export type TicketsRefusal = SupplierRefusal | 'supplier-silent';

/**
 * Asks the sources for each ticket by itself. A ticket that goes on within a direction is sold only where its source still
 * lets a traveller change there on their own, and carries what there is to know of the way to it.
 */
export async function priceTickets(
  flights: Pick<Flights, 'supplierOf'>,
  wishes: readonly TicketWish[],
  passengers: Passengers,
  now: number,
): Promise<Outcome<readonly Offer[], TicketsRefusal>> {
  const offers: Offer[] = [];
  const ask = async (offerId: string): Promise<Outcome<Offer, TicketsRefusal>> => {
    const priced = await flights.supplierOf(offerId)?.price(offerId, passengers, { now });
    if (!priced) return refuse('not-offered');
    if (priced.outcome === 'unknown') return refuse('supplier-silent');
    return priced.outcome === 'refused' ? refuse(priced.refused) : done(priced.value);
  };
  for (const [at, { offerId, onward }] of wishes.entries()) {
    const priced = await ask(offerId);
    if (!priced.ok) return priced;
    // Of a draft or a copy from before: several tickets are never sold as one.
    if (splitTickets(priced.value).length > 1) return refuse('not-offered');
    const last = offers.at(-1);
    if (!onward) {
      if (last && !staysBetween(last, priced.value)) return refuse('not-offered');
      offers.push(priced.value);
      continue;
    }
    const before = wishes[at - 1];
    // A direction is one change on one's own at most, as it is searched.
    if (before?.onward) return refuse('not-offered');
    const whole = before && wholeId([before, { offerId, onward }]);
    const direction = whole ? await ask(whole) : null;
    if (!direction) return refuse('not-offered');
    if (!direction.ok) return direction;
    const passage = direction.value.slices.at(-1)!.layovers[last!.slices.at(-1)!.segments.length - 1];
    if (!passage?.selfTransfer) return refuse('not-offered');
    offers.push({ ...priced.value, passage });
  }
  return done(offers);
}

/**
 * An offer as it is sold. Flights on airlines that sell no ticket together: each ticket is a contract, with its own booking at
 * the airline, its own numbers and its own family of the same rank. Anything else is one contract.
 */
export async function oneByOne(
  flights: Pick<Flights, 'supplierOf'>,
  offer: Offer,
  brand: string,
  now: number,
): Promise<Outcome<readonly FlightContract[], TicketsRefusal>> {
  const wishes = splitTickets(offer);
  if (wishes.length === 1) return done([{ offer, brand: brandOf(offer, brand) }]);
  const priced = await priceTickets(flights, wishes, offer.passengers, now);
  if (!priced.ok) return priced;
  const rank = offer.brands.indexOf(brandOf(offer, brand));
  return done(priced.value.map((ticket) => ({ offer: ticket, brand: ticket.brands[Math.min(rank, ticket.brands.length - 1)]! })));
}

/** A direction is begun where the one before it has been flown, as within one offer. */
function staysBetween(before: Offer, after: Offer): boolean {
  const arrives = Date.parse(before.slices.at(-1)!.segments.at(-1)!.arrives.utc);
  return Date.parse(after.slices[0]!.segments[0]!.departs.utc) >= arrives + leastStay * minuteMs;
}
