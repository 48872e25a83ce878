import type { PriceLine, Quote } from '#app/commerce/pricing/quote.ts';

/** Why a flight order could not be placed; each has words on the page that asks. */
export type PlaceRefusal =
  | 'draft-incomplete'
  | 'passenger-data'
  | 'departs-too-soon'
  | 'offer-gone'
  | 'sold-out'
  | 'seat-taken'
  | 'seat-not-allowed'
  | 'duplicate-booking'
  | 'too-many-holds'
  | 'network-full'
  /** Others, or this person, used the code up between the price they saw and the order. */
  | 'promo-used-up'
  | 'supplier-silent'
  /** The quote it was begun from was taken, or taken back, meanwhile. */
  | 'quote-closed'
  /** The same form is being worked on, or was sent before with other contents. */
  | 'in-progress'
  | 'form-reused';

export interface PlacedOrder {
  readonly orderId: string;
  readonly reference: string;
  /** Set-Cookie line: the guest's capability for this order. */
  readonly cookie: string;
}

/** Line by line what differs between the price seen and the price now. */
export interface PriceRise {
  readonly before: number;
  readonly quote: Quote;
  readonly changes: readonly { readonly before: PriceLine | null; readonly after: PriceLine | null }[];
}

export type PlaceOutcome =
  | { readonly ok: true; readonly value: PlacedOrder }
  | { readonly ok: false; readonly refused: PlaceRefusal; readonly reference?: string; readonly seats?: readonly string[] }
  /** Dearer than what the traveller saw, beyond what the house carries: ask, then place again with the new total as `seenTotal`. */
  | { readonly ok: false; readonly refused: 'price-changed'; readonly rise: PriceRise };

export type QuoteRefusal = 'draft-incomplete' | 'offer-gone' | 'supplier-silent';
