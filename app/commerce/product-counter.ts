import { createContext } from 'react-router';
import type { Permission, Viewer } from '#app/platform/access.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Money } from '#app/values/money.ts';
import type { OrderDescription, Paper, PaperEntry } from './orders/order-description.ts';
import type { Product, ProductKind } from './product-contract.ts';
import type { PriceLine, Quote } from './pricing/quote.ts';

/** A draft that is ready to be bought, as the review page shows it. */
export interface DraftReview {
  readonly description: OrderDescription;
  readonly quote: Quote;
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

/** What a product does for the pages, mails and papers of commerce, which know no product. */
export interface ProductCounter {
  readonly kind: ProductKind;
  /** Which staff may open papers of its orders. */
  readonly sees: Permission;
  describe(orderId: string, language: LanguageCode): Promise<OrderDescription>;
  /** What bookings of it are called, by the `item` they name; only where orders are bookings. */
  nameItems?(items: readonly string[], language: LanguageCode): Promise<ReadonlyMap<string, string>>;
  /** What can be fetched now: nothing before the tickets are there. */
  listPapers(orderId: string): Promise<readonly PaperEntry[]>;
  /** Null for a name that is not listed. */
  openPaper(orderId: string, name: string, language: LanguageCode): Promise<Paper | null>;
  reviewDraft(request: Request, viewer: Viewer, language: LanguageCode): Promise<DraftOutcome>;
  placeDraft(request: Request, viewer: Viewer, toPlace: DraftToPlace): Promise<DraftPlaced>;
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
