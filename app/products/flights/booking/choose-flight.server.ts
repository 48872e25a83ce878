import type { PricingRules } from '#app/commerce/pricing/quote.ts';
import type { Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { answersSearch } from '../search/answers-search.ts';
import { changeDraft, createDraft, findDraft, keepAgreedPrice, ownerOf } from './booking-draft-store.server.ts';
import { emptyBooking, withFlights } from './booking-draft.ts';
import { findFamily } from '../fares/fare-rules.ts';
import { quoteContracts } from '../flight-price.ts';
import type { Flights } from '../flights-context.ts';
import type { FlightSearch } from '../offer.ts';
import { oneByOne } from './price-tickets.server.ts';
import { untieDraft } from '../quotes/flight-quotes-store.server.ts';

export type ChooseRefusal = 'sold-out' | 'offer-expired' | 'not-offered' | 'other' | 'price-higher';

export interface ChosenFlight {
  /** Set-Cookie line of a new draft; null when the visitor already had one. */
  readonly cookie: string | null;
}

export interface FlightChoice {
  readonly offerId: string;
  readonly brand: string;
  /** Families that were chosen ticket by ticket, in place of that one. */
  readonly brands?: readonly string[];
  /** Minor units the visitor saw; null when unknown. Never part of a price. */
  readonly seen: number | null;
}

/**
 * Asks the source again for what was chosen and puts it into the visitor's draft. A price that rose since it was
 * shown is said first and not taken silently: `fresh` holds the new total then.
 */
export async function chooseFlight(
  platform: Platform,
  flights: Flights,
  rules: PricingRules,
  request: Request,
  viewer: Viewer,
  search: FlightSearch,
  choice: FlightChoice,
): Promise<Outcome<ChosenFlight, ChooseRefusal> & { readonly fresh?: Money }> {
  const supplier = flights.supplierOf(choice.offerId);
  if (!supplier) return refuse('not-offered');
  const now = platform.clock.now();
  const priced = await supplier.price(choice.offerId, search.passengers, { now });
  if (priced.outcome !== 'ok') return refuse(priced.outcome === 'refused' ? refusalOf(priced.refused) : 'other');
  const offer = priced.value;
  if (!answersSearch([offer], search, flights)) return refuse('not-offered');
  const brand = offer.brands.find((each) => each.code === choice.brand) ?? offer.brands[0]!;
  const apart = await oneByOne(flights, offer, brand.code, now);
  if (!apart.ok) return refuse(refusalOf(apart.refused));
  const contracts = apart.value.map((each, at) => {
    const own = findFamily(each.offer, choice.brands?.[at] ?? '');
    return own ? { ...each, brand: own } : each;
  });
  const { total } = quoteContracts(contracts, rules);
  if (choice.seen !== null && total.amount > choice.seen) return { ok: false, refused: 'price-higher', fresh: total };
  const before = await findDraft(platform, request, viewer);
  const change = (draft: { booking: typeof emptyBooking }) => ({
    booking: withFlights(
      draft.booking,
      search,
      contracts.map((each) => each.offer),
      ...contracts.map((each) => each.brand.code),
    ),
    checkedBags: {},
  });
  if (before && (await changeDraft(platform, before.id, change))) {
    // Chosen at the price of now, though they may be the flights that were chosen before.
    await keepAgreedPrice(platform, before.id, null);
    // Chosen by themselves: these are no flights of a quote any more.
    await untieDraft(platform.db, before.id);
    return done({ cookie: null });
  }
  const { cookie } = await createDraft(platform, change({ booking: emptyBooking }), ownerOf(viewer));
  return done({ cookie });
}

function refusalOf(refused: string): ChooseRefusal {
  return refused === 'sold-out' || refused === 'offer-expired' || refused === 'not-offered' ? refused : 'other';
}
