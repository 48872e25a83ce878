import type { FindPriced } from './pricing/explain-sale.server.ts';
import type { QuotedPrices } from './pricing/shown-quotes-store.server.ts';
import { createContext } from 'react-router';
import type { Permission, Viewer } from '#app/platform/access.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Money } from '#app/values/money.ts';
import type { Booker } from './bookings/booker-form.server.ts';
import type { Outcome } from '#app/values/outcome.ts';
import type { Order } from './orders/orders.tables.ts';
import type { OrderDescription, Paper, PaperEntry } from './orders/order-description.ts';
import type { WayRefusal } from './payments/payment-ways.ts';
import type { Product, ProductKind, Unready } from './product-contract.ts';
import type { PromoAnswer } from './pricing/promo-code.ts';
import type { PriceLine, Quote } from './pricing/quote.ts';

/** A draft that is ready to be bought, as the review page shows it. */
export interface DraftReview {
  readonly description: OrderDescription;
  readonly quote: Quote;
  /** What became of the code that was typed, and the lines it changes, without it and with it; null without one. */
  readonly promo: (PromoAnswer & { readonly before: Money; readonly changes: readonly PriceChangeLine[] }) | null;
  /** Until when it could be kept and paid later, ISO in UTC, or the key of why not; absent where that is not offered. */
  readonly later?: { readonly until: string } | { readonly because: string };
  /** Where a part can be changed. */
  readonly changeTrip: string;
  readonly changeTravellers: string;
}

export type DraftOutcome =
  | { readonly kind: 'none' }
  /** A step before this one misses something. */
  | { readonly kind: 'incomplete'; readonly path: string }
  | { readonly kind: 'gone'; readonly searchPath: string }
  /** Nobody answered: the price cannot be confirmed now. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'ready'; readonly review: DraftReview };

export interface DraftToPlace {
  /** What the traveller saw; they are asked again when it is dearer now. */
  readonly seenTotal: Money;
  readonly language: LanguageCode;
  /** A code as it was typed; null without one. */
  readonly promo: string | null;
  /** Made once per form: a second press is the first one. */
  readonly key: string;
  readonly address: string;
}

export type DraftPlaced =
  | { readonly kind: 'placed'; readonly orderId: string; readonly reference: string; readonly cookies: readonly string[] }
  | { readonly kind: 'price-changed'; readonly total: Money; readonly changes: readonly PriceChangeLine[] }
  /** `reason` has words in the orders catalogue under `refused`. */
  | { readonly kind: 'refused'; readonly reason: string; readonly reference: string | null; readonly seats: readonly string[] };

export interface PriceChangeLine {
  readonly before: PriceLine | null;
  readonly after: PriceLine | null;
}

/** What an address of our shop offers, as a proposal shows it to somebody who asked. */
export interface OfferedItem {
  readonly title: string;
  /** In the reader's language: rooms, times, who it is for. */
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  readonly startsOn: CalendarDate;
  readonly endsOn: CalendarDate;
  readonly adults: number;
  readonly children: number;
  readonly total: Money;
  /** What makes the total. */
  readonly lines: readonly PriceLine[];
}

export type OfferRefusal =
  | 'gone'
  | 'sold-out'
  | 'price-changed'
  | 'promo-used-up'
  | 'too-many-holds'
  | 'network-full'
  | 'in-progress'
  | 'form-reused';

export interface ItemToPlace {
  /** The address, as `read` knows it. */
  readonly item: string;
  readonly viewer: Viewer;
  readonly booker: Booker;
  readonly language: LanguageCode;
  /** What they saw; at another price nothing is placed. */
  readonly seenTotal: Money;
  readonly key: string;
  /** Of the network. */
  readonly address: string;
  readonly requestId?: string;
  /** The account it is priced for, as `read` was told. */
  readonly shopper?: string | null;
}

/** Things that are whole in an address of their own, with day, party and choice: a proposal can hold one and place its order. */
export interface OfferedItems {
  /**
   * Null for an address that is not one of these, or that can no longer be had. `shopper` is the account it is priced for,
   * which `place` is told too; without one it is the price of everybody.
   */
  read(item: string, language: LanguageCode, shopper?: string | null): Promise<OfferedItem | null>;
  place(
    toPlace: ItemToPlace,
  ): Promise<
    | { readonly ok: true; readonly value: { readonly orderId: string; readonly reference: string; readonly cookie: string } }
    | { readonly ok: false; readonly refused: OfferRefusal }
  >;
}

/** One version of a proposal. */
export interface ProposedVersion {
  readonly proposalId: string;
  readonly number: number;
}

/**
 * Things that an address names with day, party and choice, and whose travellers are asked for on a form of their own.
 * Accepting one begins that form; its order, placed there, is tied to the version it was begun from.
 */
export interface OfferedForms extends Pick<OfferedItems, 'read'> {
  begin(
    toBegin: Pick<ItemToPlace, 'item' | 'viewer' | 'booker'> & { readonly from: ProposedVersion },
  ): Promise<
    | { readonly ok: true; readonly value: { readonly draftId: string; readonly to: string } }
    | { readonly ok: false; readonly refused: 'gone' }
  >;
  /** Set-Cookie line of the capability for a draft that was begun. */
  cookieOf(draftId: string): string;
}

/** What an order that ran out would cost now, just as it was chosen. */
export interface OfferedAgain {
  readonly total: Money;
  /** What makes the total. */
  readonly lines: readonly PriceLine[];
}

export type RenewalRefusal = OfferRefusal | 'supplier-silent' | 'seat-taken' | 'duplicate' | 'not-ready' | WayRefusal<'parts'>;

/** An order without its item and its booker, which are those of the one in whose place it comes. */
export type ToRenew = Omit<ItemToPlace, 'item' | 'booker'>;

/** Asking once more for just what an order was for that was never paid and whose time is over. The caller has judged access. */
export interface Renewals {
  /** By today's stock and prices. `gone`: it can no longer be had so; null: only its own pages can say. */
  read(orderId: string, language: LanguageCode): Promise<OfferedAgain | 'gone' | null>;
  place(
    orderId: string,
    toRenew: ToRenew,
  ): Promise<
    | { readonly ok: true; readonly value: { readonly orderId: string; readonly reference: string } }
    | { readonly ok: false; readonly refused: RenewalRefusal }
  >;
}

/** Why an order is not kept for days; each has words at the checkout. */
export type KeepRefusal =
  | 'not-held'
  | 'hold-over'
  | 'paid-at-once'
  | 'too-many-kept'
  | 'supplier-silent'
  | 'supplier-keeps-not'
  | Extract<Unready, 'flight-not-flown' | 'flight-moved'>
  | WayRefusal<'later'>;

/** Keeping for days, free of charge, what is held for minutes; it is paid within them. The caller has judged access. */
export interface Keeping {
  /** Until when it could be kept, ISO in UTC, or the key of why not; null for an order that is not held for minutes. */
  offer(orderId: string): Promise<{ readonly until: string } | { readonly because: string } | null>;
  keep(orderId: string, who: string): Promise<Outcome<Order, KeepRefusal>>;
}

/** What an order is to the others that are bought with it. */
export interface TripPart {
  /** Local dates on which it begins and ends; of a stay the last is the day of leaving. */
  readonly from: CalendarDate;
  readonly until: CalendarDate;
  /** It is where its travellers sleep; or how they get there, and back when `returns`; or neither. */
  readonly role: 'sleeps' | 'carries' | 'visits' | 'opens';
  readonly returns: boolean;
  /** ISO 3166 alpha-2 of where it takes place; of a visa what it opens. */
  readonly countries: readonly string[];
  /** Somebody else says yes or no after the payment, by about a day; `lost` of its price is not given back on a no. */
  readonly decides: { readonly who: 'operator' | 'authority'; readonly by: CalendarDate; readonly lost: Money } | null;
}

/** What a review of an order is about. */
export interface ReviewedThing {
  /** Within its kind: of a tour its own, of flights the route. */
  readonly id: string;
  /** As strangers may read it, in one language. */
  readonly subject: string;
  /** Local calendar date on which it was over. */
  readonly completedOn: CalendarDate;
}

/** What a product does for the pages, mails and papers of commerce, which know no product. */
export interface ProductCounter {
  readonly kind: ProductKind;
  /** Which staff may open papers of its orders. */
  readonly sees: Permission;
  /** Which staff may open its own papers, where these show passports: each look is on record. The order's invoices need `sees`. */
  readonly reveals?: Permission;
  describe(orderId: string, language: LanguageCode): Promise<OrderDescription>;
  /** What bookings of it are called, by the `item` they name; only where orders are bookings. */
  nameItems?(items: readonly string[], language: LanguageCode): Promise<ReadonlyMap<string, string>>;
  /** What can be fetched now: nothing before the tickets are there. */
  listPapers(orderId: string): Promise<readonly PaperEntry[]>;
  /** Null for a name that is not listed. */
  openPaper(orderId: string, name: string, language: LanguageCode): Promise<Paper | null>;
  partOfTrip(orderId: string): Promise<TripPart>;
  /** What would be kept of its price if it were cancelled at an instant after it was confirmed; null where only its seller says. */
  keptAt(orderId: string, at: Instant): Promise<Money | null>;
  /** Null for what nobody reviews, and while nobody has been there. */
  reviewed(orderId: string, language: LanguageCode): Promise<ReviewedThing | null>;
  /** Where a reviewed thing is sold, by its id; absent where it has no page of its own. */
  pageOf?(id: string): string;
  /** `promo`: a code as it was typed; null without one. */
  reviewDraft(request: Request, viewer: Viewer, language: LanguageCode, promo: string | null): Promise<DraftOutcome>;
  placeDraft(request: Request, viewer: Viewer, toPlace: DraftToPlace): Promise<DraftPlaced>;
  /** Somebody signs in: what their browser began before is theirs on every device. Absent where nothing is kept under one cookie. */
  joinDraft?(request: Request, userId: string): Promise<void>;
  /** Absent where what is sold cannot be named by an address. */
  readonly offers?: OfferedItems | OfferedForms;
  /** Absent where what is sold is never kept for longer than minutes, or is so from the start. */
  readonly keeping?: Keeping;
  /** Prices of it that belong to no order, by what people call them: quotes to callers, offers. Absent where there are none. */
  readonly findPriced?: FindPriced;
  /** What colleagues quoted to callers of it. Absent where nobody quotes. */
  readonly quotedPrices?: QuotedPrices;
  /** Absent where nothing can be asked for again by one press. */
  readonly renewals?: Renewals;
}

/** The counters of this installation. */
export interface ProductCounters {
  of(kind: ProductKind): ProductCounter;
  /** The same product as the use cases of orders are given it. */
  product(kind: ProductKind): Product;
  /** The one whose draft the review page without an order shows. */
  readonly draft: ProductCounter;
}

export const productCountersContext = createContext<ProductCounters>();
