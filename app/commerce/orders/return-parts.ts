import { houseBank, houseCredit } from '#app/commerce/ledger/ledger-postings.ts';
import { money, type Money } from '#app/values/money.ts';
import type { Payment, Refund } from '../payments/payments.tables.ts';
import { firstCardPurpose, isWaitingForRest } from '../payments/two-card-rules.ts';
import { partOf } from './refund-track-rules.ts';

/** A part of a sum that goes back, and where: to one of two cards, the card of a part, who collects in four, the credit, or back by transfer. */
export interface ReturnPart {
  readonly amount: Money;
  /** Number of the part of a plan that it pays; null: the order as a whole. */
  readonly part: number | null;
  /** Of its card, where there are two; null otherwise. */
  readonly ending: string | null;
  readonly toCredit: boolean;
  readonly inFour: boolean;
  readonly byTransfer: boolean;
}

/** From which payment money goes back before another: the later parts first, and of two cards the second. */
export function inOrderOfReturn<Paid extends Pick<Payment, 'purpose'>>(taken: readonly Paid[]): Paid[] {
  const lastFirst = [...taken].sort((a, b) => b.purpose.localeCompare(a.purpose, 'en', { numeric: true }));
  const of = (wanted: string) => lastFirst.filter(({ purpose }) => purpose === wanted);
  const parts = lastFirst.filter(({ purpose }) => purpose !== 'order' && purpose !== firstCardPurpose);
  return [...parts, ...of('order'), ...of(firstCardPurpose)];
}

/**
 * How a sum would go back over the payments of an order, as `refundOver` gives it back: in its order, and to each no more than
 * is left of it. Less than the sum where the payments do not hold as much.
 */
export function returnParts(
  sum: Money,
  payments: readonly Pick<Payment, 'id' | 'purpose' | 'status' | 'fate' | 'amount' | 'provider' | 'method' | 'cardEnding'>[],
  refunds: readonly Pick<Refund, 'paymentId' | 'amount' | 'status'>[],
): ReturnPart[] {
  const live = payments.filter((payment) => ['requires_capture', 'succeeded'].includes(payment.status) && !isWaitingForRest(payment));
  const twoCards = live.some(({ purpose }) => purpose === firstCardPurpose);
  let rest = sum.amount;
  return inOrderOfReturn(live).flatMap((payment): ReturnPart[] => {
    const gone = refunds
      .filter(({ paymentId, status }) => paymentId === payment.id && status !== 'failed')
      .reduce((all, refund) => all + refund.amount, 0);
    const some = Math.min(rest, payment.amount - gone);
    if (some <= 0) return [];
    rest -= some;
    return [
      {
        amount: money(some, sum.currency),
        part: partOf(payment.purpose),
        ending: twoCards ? payment.cardEnding : null,
        toCredit: payment.provider === houseCredit,
        inFour: payment.method === 'four',
        byTransfer: payment.provider === houseBank,
      },
    ];
  });
}
