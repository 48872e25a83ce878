import type { Instant } from '#app/values/dates.ts';

/** How far an order has come, whatever product it is of. */
export interface OrderStanding {
  readonly id: string;
  readonly reference: string;
  readonly status: string;
  readonly travelEnds: Instant;
  /** Somebody asked to give money back, and nobody has decided. */
  readonly refundAsked: boolean;
}

export interface MoneyInMotion {
  readonly orderId: string;
  readonly what: 'payment' | 'refund';
}

export type HindranceKind = 'staff' | 'trip-ahead' | 'order-open' | 'refund-due' | 'payment-moving' | 'credit-left';
export interface Hindrance {
  readonly kind: HindranceKind;
  /** Of the order; null where it is about the account. */
  readonly reference: string | null;
}

/** Ends in which nobody owes anybody anything. */
const ended = new Set(['draft', 'expired', 'cancelled', 'refunded', 'voided', 'closed']);
/** Delivered: over when the journey is. */
const delivered = new Set(['ticketed', 'flown', 'no_show', 'confirmed', 'delivered', 'completed']);

/**
 * What must be over before a person can be forgotten: we could neither carry nor pay back somebody we no longer know.
 * A state that this rule has never heard of counts as open.
 */
export function hindrancesTo(
  now: Instant,
  facts: {
    readonly isStaff: boolean;
    readonly orders: readonly OrderStanding[];
    readonly money: readonly MoneyInMotion[];
    /** Whether we still owe money that was taken as credit; a bonus on top ends with the account. */
    readonly creditLeft: boolean;
  },
): Hindrance[] {
  const found: Hindrance[] = facts.isStaff ? [{ kind: 'staff', reference: null }] : [];
  for (const order of facts.orders) {
    const moving = facts.money.filter(({ orderId }) => orderId === order.id);
    const kind: HindranceKind | null =
      order.status === 'refund_due' || order.refundAsked || moving.some(({ what }) => what === 'refund')
        ? 'refund-due'
        : moving.length > 0
          ? 'payment-moving'
          : delivered.has(order.status)
            ? order.travelEnds > now
              ? 'trip-ahead'
              : null
            : ended.has(order.status)
              ? null
              : 'order-open';
    if (kind) found.push({ kind, reference: order.reference });
  }
  if (facts.creditLeft) found.push({ kind: 'credit-left', reference: null });
  return found;
}

/** To think again, before an erasing sets to work. */
export const thinkAgainDays = 14;
/** By law an answer is due within a month (Federal Decree-Law 45 of 2021; GDPR article 12). */
export const answerDays = 30;
/** A copy can be fetched for this long. */
export const copyHours = 72;
/** Records of corporate tax: seven years after the end of the period (Federal Decree-Law 47 of 2022, article 56). */
export const taxYears = 7;

/** The last day on which tax law makes us keep a paper of this year, YYYY-MM-DD. */
export function keptUntil(issued: Date): string {
  return `${issued.getUTCFullYear() + taxYears}-12-31`;
}
