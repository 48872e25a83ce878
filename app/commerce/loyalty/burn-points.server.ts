import { randomUUID } from 'node:crypto';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { giveCreditForPoints } from '../credits/credit-for-points.server.ts';
import { holdByRule } from './hold-member.server.ts';
import { postings } from './points-postings.ts';
import { creditOfPoints, isBurnable, takeFromLots } from './points-rules.ts';
import { findLots, lockMember, postPoints, takeFromLot } from './points-store.server.ts';
import { givenByHandOn } from './programme-store.server.ts';
import { findLiveTerms } from './terms-store.server.ts';

export type BurnRefusal = 'not-a-member' | 'held' | 'too-few' | 'not-a-step' | 'terms-changed';

/**
 * Turns points into store credit of the same account, by the terms that the member read: the points leave the ledger of points,
 * and what they become is owed from then on as any bonus of the house is. Only what is theirs and has not ended; nothing while
 * somebody looks into them. Where points that a colleague gave today would leave the same day, the member is held instead.
 */
export async function burnPoints(
  platform: Platform,
  ask: { readonly userId: string; readonly points: number; readonly terms: string },
  keep?: Keep<Outcome<Money, never>>,
): Promise<Outcome<Money, BurnRefusal>> {
  const { userId, points } = ask;
  return transact(platform.db, async (tx): Promise<Outcome<Money, BurnRefusal>> => {
    const now = platform.clock.now();
    const today = dateIn('Asia/Dubai', now);
    const member = await lockMember(tx, userId);
    if (!member) return refuse('not-a-member');
    if (member.heldAt !== null) return refuse('held');
    const terms = await findLiveTerms(tx);
    if (terms?.id !== ask.terms) return refuse('terms-changed');
    if (!isBurnable(points, terms)) return refuse('not-a-step');
    const lots = (await findLots(tx, userId)).filter(({ expiresOn }) => expiresOn > today);
    const { taken, short } = takeFromLots(lots, points);
    if (short > 0) return refuse('too-few');
    if ((await givenByHandOn(tx, userId, today)) >= terms.holdAdjusted) {
      await holdByRule(tx, now, member, 'given-and-turned');
      return refuse('held');
    }
    const key = `burn:${randomUUID()}`;
    const transferId = (await postPoints(tx, now, { key, kind: 'burn', userId, orderId: null, entries: postings.burn(points) }))!;
    for (const lot of taken) await takeFromLot(tx, lot.transferId, lot.points);
    const amount = creditOfPoints(points, terms);
    const endsOn = await giveCreditForPoints(tx, now, { userId, transferId, amount, months: terms.creditMonths });
    await audit(tx, now, {
      actor: `user:${userId}`,
      action: 'loyalty.burned',
      subject: `loyalty_members:${userId}`,
      detail: { points, credit: amount.amount, currency: amount.currency, endsOn },
    });
    const burned = done(amount);
    await keep?.(tx, burned);
    return burned;
  });
}
