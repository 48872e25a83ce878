import type { Tx } from '#app/platform/database.server.ts';
import type { Money } from '#app/values/money.ts';
import type { Instant } from '#app/values/dates.ts';
import type { StatusTable } from '#app/values/status-table.ts';
import type { NameLines } from './orders/line-names.server.ts';
import type { Order } from './orders/orders.tables.ts';
import type { Payment } from './payments/payments.tables.ts';
import type { Quote } from './pricing/quote.ts';

/** What we sell. The registry under products/ maps each kind to its module. */
export const productKinds = ['flight', 'evisa', 'assisted-visa', 'holiday', 'experience', 'staycation', 'tailor-made'] as const;
export type ProductKind = (typeof productKinds)[number];

/** A provider is the payment side, a supplier the airline's or operator's. Neither moves anything by hand. */
export type OrderActor = 'customer' | 'staff' | 'system' | 'supplier' | 'provider';

export type OrderMachine = StatusTable<string, string, OrderActor>;

/** One row of what a cancellation gives back and keeps, in words the traveller reads. */
export interface CancelLine {
  /** Position of the price line in the snapshot in force. */
  readonly line: number;
  readonly nameKey: string;
  readonly paid: Money;
  readonly refunded: Money;
}

/** What cancelling would bring. `refund` is null while the airline has not said: unknown is said as unknown. */
export interface CancelTerms {
  readonly window: 'unpaid' | 'regret' | 'void' | 'fare-rules' | 'airline-changed' | 'no-show' | 'by-stage' | 'ladder';
  /** The snapshot it was reckoned from. */
  readonly snapshot: number;
  readonly lines: readonly CancelLine[];
  readonly refund: Money | null;
  /** Where an order is paid in parts: what was paid so far, and what of it is kept. */
  readonly kept?: { readonly paid: Money; readonly kept: Money };
  /**
   * Where money went back before: how much less comes back for it, what its invoice was credited by then, minor units, and
   * what is left to credit of each line. The lines themselves stay as the rules have them.
   */
  readonly before?: {
    readonly gone: Money;
    readonly credited: number;
    readonly credits: readonly { readonly line: number; readonly amount: number }[];
  };
  readonly quotedAt: string;
  readonly expiresAt: string;
}

export type PriceCheck =
  | { readonly kind: 'fresh'; readonly quote: Quote }
  /** The supplier stands by the agreed price. */
  | { readonly kind: 'agreed' }
  | { readonly kind: 'gone' }
  /** Nobody answered: the stored price stands until it expires. */
  | { readonly kind: 'unknown' };

/** What became of giving a sold thing back to its supplier. */
export type SupplyEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly reason: string }
  /** No answer: the order is stuck until a look-up tells. */
  | { readonly kind: 'unknown' };

/** What a use case needs of a product that moves its order and may invoice it anew. */
export type Selling = Pick<Product, 'machine' | 'nameLines'>;

/**
 * Why what is held cannot be paid at this moment: a name of it is with its seller, or its seller is known not to do, or to do
 * at quite another time, what was chosen.
 */
export type Unready = 'name-told' | 'name-unsure' | 'flight-not-flown' | 'flight-moved';

/** The few things a product does for commerce. Commerce is given a product; it never imports one. */
export interface Product {
  readonly kind: ProductKind;
  readonly machine: OrderMachine;
  /** What the order would cost now, with everything it holds. Never inside a transaction. */
  checkPrice(orderId: string): Promise<PriceCheck>;
  /** Why it cannot begin to be paid at this moment; under the order's lock. Absent where nothing of it moves while it is held. */
  unready?(tx: Tx, orderId: string): Promise<Unready | null>;
  /**
   * Keeps what an order claims as it is on sale until this transaction has claimed it, and says whether all it let go of can be
   * claimed again: a unit may have been taken off sale meanwhile. Absent where nothing that is claimed goes away.
   */
  mayReclaim?(tx: Tx, orderId: string): Promise<boolean>;
  /** Sends the work of delivering a paid order; inside the transaction that made it paid. */
  sendFulfilment(tx: Tx, orderId: string): Promise<void>;
  /** Gives up what a supplier still holds for an order that ended unpaid; inside the ending's transaction. */
  sendRelease(tx: Tx, orderId: string): Promise<void>;
  /** What cancelling would bring at `now`, by the rules the order was sold under. */
  cancelTerms(orderId: string, now: Instant): Promise<CancelTerms>;
  /** Cancels or voids with the supplier. Never inside a transaction; doing it twice is doing it once. */
  endSupply(orderId: string, window: CancelTerms['window']): Promise<SupplyEnd>;
  /** Ends what the order consists of, inside the transaction that cancels it. Absent where `endSupply` has done so. */
  closeItems?(tx: Tx, orderId: string, who: string): Promise<void>;
  /**
   * Brings an order in line with a payment for something added to it, whose purpose is neither the order nor a part of its
   * plan. In the transaction that learns of it, under the order's lock, any number of times. False: it knows no such payment.
   */
  applyAddition?(tx: Tx, order: Order, payment: Payment): Promise<boolean>;
  /** What its invoices say of their lines besides their kind. Absent where the price says it. */
  readonly nameLines?: NameLines;
  /** Sends the look-up that resolves a supplier's silence; inside the transaction that made the order stuck. */
  sendLookUp(tx: Tx, orderId: string): Promise<void>;
}
