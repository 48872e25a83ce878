import { randomUUID } from 'node:crypto';
import { audit } from '#app/platform/audit.server.ts';
import { newSecret, sha256 } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { mostShares, mostSharedOrders, readShareName, shareEnds } from './trip-share-rules.ts';
import { endShare, findSharesOf, insertShare, lockSharesOf } from './trip-shares-store.server.ts';

export type ShareRefusal = 'name' | 'name-taken' | 'too-many' | 'over';

/**
 * Makes a link that shows these orders, which the caller has found to be the account's. What it opens with is told here
 * once and kept nowhere. The same form sent twice finds its name taken.
 */
export async function shareTrip(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  ask: { readonly userId: string; readonly orderIds: readonly string[]; readonly endsAt: string; readonly name: unknown },
): Promise<Outcome<{ readonly token: string; readonly name: string }, ShareRefusal>> {
  const name = readShareName(ask.name);
  if (!name) return refuse('name');
  return transact(db, async (tx): Promise<Outcome<{ readonly token: string; readonly name: string }, ShareRefusal>> => {
    const now = clock.now();
    const ends = shareEnds(ask.endsAt);
    if (ends <= now || ask.orderIds.length > mostSharedOrders) return refuse('over');
    await lockSharesOf(tx, ask.userId);
    const others = await findSharesOf(tx, now, ask.userId, ask.orderIds);
    if (others.some((other) => other.name.toLocaleLowerCase() === name.toLocaleLowerCase())) return refuse('name-taken');
    if (others.length >= mostShares) return refuse('too-many');
    const token = newSecret();
    const id = randomUUID();
    await insertShare(tx, {
      id,
      userId: ask.userId,
      name,
      tokenHash: sha256(token),
      orderIds: [...ask.orderIds],
      createdAt: new Date(now),
      expiresAt: new Date(ends),
    });
    await audit(tx, now, {
      actor: `user:${ask.userId}`,
      action: 'trip-share.made',
      subject: `trip_shares:${id}`,
      detail: { orders: ask.orderIds },
    });
    return done({ token, name });
  });
}

/** Ends a link at once; false for one that is over already or somebody else's. */
export async function withdrawShare({ db, clock }: Pick<Platform, 'db' | 'clock'>, userId: string, id: string): Promise<boolean> {
  return transact(db, async (tx) => {
    const now = clock.now();
    if (!(await endShare(tx, now, userId, id))) return false;
    await audit(tx, now, { actor: `user:${userId}`, action: 'trip-share.withdrawn', subject: `trip_shares:${id}` });
    return true;
  });
}
