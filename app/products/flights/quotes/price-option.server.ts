import { deskDiscountOf, type DeskDiscount } from '#app/commerce/pricing/apply-policy.ts';
import { changedLines, type PriceLine, type PricingRules, type Quote } from '#app/commerce/pricing/quote.ts';
import type { Instant } from '#app/values/dates.ts';
import { brandOf } from '../fares/fare-rules.ts';
import { quoteOffer } from '../flight-price.ts';
import type { Flights } from '../flights-context.ts';
import type { FlightSearch, Offer, Passengers } from '../offer.ts';
import type { PickedOption } from './flight-quotes-store.server.ts';

/** An offer in one of its fare families, as an address names it. */
export interface Pick {
  readonly offerId: string;
  readonly brand: string;
}

/** Why an option cannot be had now; `silent`: nobody can say. */
export type OptionGone = 'sold-out' | 'gone' | 'silent';

/** An option by the stock and the prices of this moment, with what was granted on it; nothing that anybody typed. */
export async function priceOption(
  flights: globalThis.Pick<Flights, 'supplierOf'>,
  rules: PricingRules,
  pick: Pick,
  passengers: Passengers,
  now: Instant,
  discount: DeskDiscount | null = null,
): Promise<PickedOption | OptionGone> {
  const supplier = flights.supplierOf(pick.offerId);
  if (!supplier) return 'gone';
  try {
    const priced = await supplier.price(pick.offerId, passengers, { now });
    if (priced.outcome === 'unknown') return 'silent';
    if (priced.outcome === 'refused') return priced.refused === 'sold-out' ? 'sold-out' : 'gone';
    const brand = brandOf(priced.value, pick.brand);
    return { offer: priced.value, brand: brand.code, price: quoteOffer(priced.value, brand, rules, { promo: null, discount }) };
  } catch {
    return 'silent';
  }
}

/** An option that was quoted, by the stock and the prices of this moment and with what came off it then. */
export async function priceQuoted(
  flights: globalThis.Pick<Flights, 'supplierOf'>,
  rules: PricingRules,
  option: PickedOption,
  now: Instant,
): Promise<PickedOption | OptionGone> {
  const pick = { offerId: option.offer.id, brand: option.brand };
  return priceOption(flights, rules, pick, option.offer.passengers, now, deskDiscountOf(option.price.lines));
}

/** How an option stands against its quote. */
export type OptionNow =
  | { readonly kind: 'as-quoted' }
  | { readonly kind: 'cheaper' | 'dearer'; readonly price: Quote; readonly changes: readonly LineChange[] }
  | { readonly kind: OptionGone };

export interface LineChange {
  readonly before: PriceLine | null;
  readonly after: PriceLine | null;
}

/** Line by line what differs between the price that was quoted and the one of now. */
export function compareOption(quoted: Quote, fresh: PickedOption | OptionGone): OptionNow {
  if (typeof fresh === 'string') return { kind: fresh };
  const { price } = fresh;
  if (price.total.amount === quoted.total.amount) return { kind: 'as-quoted' };
  return { kind: price.total.amount > quoted.total.amount ? 'dearer' : 'cheaper', price, changes: changedLines(quoted.lines, price.lines) };
}

/** What somebody would have searched for who found this offer. */
export function searchOf({ slices, passengers, cabin }: Offer): FlightSearch {
  return {
    slices: slices.map((slice) => ({ from: slice.from, to: slice.to, date: slice.segments[0]!.departs.local.slice(0, 10) })),
    passengers,
    cabin,
    maxStops: 2,
  };
}
