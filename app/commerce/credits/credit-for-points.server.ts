import { randomUUID } from 'node:crypto';
import type { Tx } from '#app/platform/database.server.ts';
import { dateIn, type CalendarDate, type Instant } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import { creditBonus } from '../ledger/ledger-postings.ts';
import { post } from '../ledger/ledger-store.server.ts';
import { creditEnds } from './credit-rules.ts';
import { insertLots } from './credits-store.server.ts';

/**
 * Credit in place of points, in the transaction that takes them; the day on which it is good for the last time. It is the
 * house's own money, as a bonus is: it is spent like any credit, ends with its day and is never had back as money.
 */
export async function giveCreditForPoints(
  tx: Tx,
  now: Instant,
  given: { readonly userId: string; readonly transferId: number; readonly amount: Money; readonly months: number },
): Promise<CalendarDate> {
  const { userId, transferId, amount } = given;
  const endsOn = creditEnds(dateIn('Asia/Dubai', now), given.months);
  await insertLots(tx, [
    {
      id: randomUUID(),
      userId,
      orderId: null,
      pointsTransfer: transferId,
      part: 'bonus',
      currency: amount.currency,
      amount: amount.amount,
      remaining: amount.amount,
      endsOn,
      madeAt: new Date(now),
    },
  ]);
  await post(tx, now, creditBonus(amount, `credit:points:${transferId}`));
  return endsOn;
}
