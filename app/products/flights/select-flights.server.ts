import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { changeDraft, createDraft, findDraft } from './booking-draft-store.server.ts';
import { emptyBooking, withFlights, type FlightBooking, type FlightDraft } from './booking-draft.ts';
import { brandOf, ticketTypeOf } from './fare-rules.ts';
import type { Flights } from './flights-context.ts';
import type { FlightSearch, Offer, Passengers } from './offer.ts';

export interface FlightChoice {
  /** One offer id, or two when one-ways are combined. */
  readonly offerIds: readonly string[];
  /** Code of a fare family; empty or unknown: the cheapest, as its price was shown. */
  readonly brand: string;
  readonly passengers: Passengers;
}

export type SelectRefusal = 'offer-gone' | 'supplier-silent';

/** Puts chosen flights into the visitor's draft, or into a new one. Nothing but ids and counts is taken from the browser. */
export async function selectFlights(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  request: Request,
  choice: FlightChoice,
): Promise<Outcome<{ readonly draft: FlightDraft; readonly cookie: string | null }, SelectRefusal>> {
  const offers: Offer[] = [];
  for (const id of choice.offerIds) {
    const priced = await flights.supplierOf(id)?.price(id, choice.passengers, { now: platform.clock.now() });
    if (!priced || priced.outcome === 'refused') return refuse('offer-gone');
    if (priced.outcome === 'unknown') return refuse('supplier-silent');
    offers.push(priced.value);
  }
  const first = offers[0];
  if (!first) return refuse('offer-gone');
  const change = (booking: FlightBooking): FlightBooking => {
    const brand = brandOf(first, choice.brand).code;
    return { ...withFlights(booking, searchOf(offers, choice.passengers), offers, brand), ticketType: ticketTypeOf(first.brands, brand) };
  };
  const before = await findDraft(platform, request);
  if (before) {
    const draft = await changeDraft(platform, before.id, ({ booking }) => ({ booking: change(booking), checkedBags: {} }));
    if (draft) return done({ draft, cookie: null });
  }
  return done(await createDraft(platform, { booking: change(emptyBooking), checkedBags: {} }));
}

/** The search that the chosen flights answer. */
function searchOf(offers: readonly Offer[], passengers: Passengers): FlightSearch {
  return {
    slices: offers.flatMap((offer) =>
      offer.slices.map((slice) => ({ from: slice.from, to: slice.to, date: slice.segments[0]!.departs.local.slice(0, 10) })),
    ),
    passengers,
    cabin: offers[0]!.cabin,
    maxStops: 2,
  };
}
