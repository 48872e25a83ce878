import { and, arrayOverlaps, asc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { tripShares } from './trip-shares.tables.ts';

export type TripShare = typeof tripShares.$inferSelect;

/** A look is written down once in so long: whoever keeps the page open writes no row a second. */
const lookMs = 60_000;

const live = (now: Instant) => and(isNull(tripShares.withdrawnAt), gt(tripShares.expiresAt, new Date(now)));

/** One account's links that open something, the oldest first; of all its trips, or of what shows one of these orders. */
export async function findSharesOf(db: Db, now: Instant, userId: string, orderIds?: readonly string[]): Promise<TripShare[]> {
  if (orderIds?.length === 0) return [];
  return db
    .select()
    .from(tripShares)
    .where(and(eq(tripShares.userId, userId), live(now), orderIds && arrayOverlaps(tripShares.orderIds, [...orderIds])))
    .orderBy(asc(tripShares.createdAt), asc(tripShares.id));
}

/** One account's links are made one after the other, for the rest of the transaction. */
export async function lockSharesOf(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`trip-shares:${userId}`}, 0))`);
}

export async function insertShare(tx: Tx, share: Omit<TripShare, 'openedAt' | 'withdrawnAt'>): Promise<void> {
  await tx.insert(tripShares).values(share);
}

/** Ends a link of the account's own; false for one that is over, not there or somebody else's. */
export async function endShare(tx: Tx, now: Instant, userId: string, id: string): Promise<boolean> {
  const ended = await tx
    .update(tripShares)
    .set({ withdrawnAt: new Date(now) })
    .where(and(eq(tripShares.id, id), eq(tripShares.userId, userId), live(now)))
    .returning({ id: tripShares.id });
  return ended.length > 0;
}

/** The link with this sum, where it still opens something. */
export async function findShareByHash(db: Db, now: Instant, tokenHash: string): Promise<TripShare | null> {
  const [row] = await db
    .select()
    .from(tripShares)
    .where(and(eq(tripShares.tokenHash, tokenHash), live(now)));
  return row ?? null;
}

export async function noteLook(db: Db, now: Instant, id: string): Promise<void> {
  await db
    .update(tripShares)
    .set({ openedAt: new Date(now) })
    .where(and(eq(tripShares.id, id), or(isNull(tripShares.openedAt), lt(tripShares.openedAt, new Date(now - lookMs)))));
}

const endedBefore = (before: Date) =>
  lt(sql`least(${tripShares.expiresAt}, coalesce(${tripShares.withdrawnAt}, ${tripShares.expiresAt}))`, before);

/** Links go a day after their end, with whom they were for. */
export async function deleteOldShares(db: Db, before: Date): Promise<number> {
  return (await db.delete(tripShares).where(endedBefore(before)).returning({ id: tripShares.id })).length;
}

export async function countOldShares(db: Db, before: Date): Promise<number> {
  return db.$count(tripShares, endedBefore(before));
}
