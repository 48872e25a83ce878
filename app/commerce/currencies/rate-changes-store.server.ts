import { and, desc, eq, gte, inArray, lte, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { currencySettings } from './currency.tables.ts';
import type { RateChangeStatus } from './rate-change-status.ts';
import { rateChanges, rateFeeds, ratePolicies, type RateChange, type RateFeed, type RatePolicy } from './rate-changes.tables.ts';
import type { SettableCurrency } from './rate-rules.ts';

export async function listPolicies(db: Db): Promise<RatePolicy[]> {
  return db.select().from(ratePolicies).orderBy(ratePolicies.target);
}

/** The policy with its row locked: whoever changes a currency's rate does it after everybody before them. */
export async function lockPolicy(tx: Tx, target: SettableCurrency): Promise<RatePolicy | null> {
  const [row] = await tx.select().from(ratePolicies).where(eq(ratePolicies.target, target)).for('update');
  return row ?? null;
}

/** False when somebody else changed it since it was read. */
export async function changePolicy(
  tx: Tx,
  read: Pick<RatePolicy, 'target' | 'version'>,
  change: Partial<Pick<RatePolicy, 'follows' | 'spread' | 'isShown' | 'rounding'>> & Pick<RatePolicy, 'changedBy'>,
  now: Instant,
): Promise<boolean> {
  const changed = await tx
    .update(ratePolicies)
    .set({ ...change, changedAt: new Date(now), version: sql`${ratePolicies.version} + 1` })
    .where(and(eq(ratePolicies.target, read.target), eq(ratePolicies.version, read.version)))
    .returning({ target: ratePolicies.target });
  return changed.length > 0;
}

/** Rates that are live, and those that wait for somebody. */
export async function listOpenChanges(db: Db): Promise<RateChange[]> {
  return db
    .select()
    .from(rateChanges)
    .where(inArray(rateChanges.status, ['live', 'proposed']));
}

export async function findChange(db: Db, id: string): Promise<RateChange | null> {
  const [row] = await db.select().from(rateChanges).where(eq(rateChanges.id, id));
  return row ?? null;
}

export async function findChangeIn(db: Db, target: SettableCurrency, status: 'live' | 'proposed'): Promise<RateChange | null> {
  const [row] = await db
    .select()
    .from(rateChanges)
    .where(and(eq(rateChanges.target, target), eq(rateChanges.status, status)));
  return row ?? null;
}

/** The rate of a currency that was in force before it was kept by hand; null where it never had another. */
export async function findBeforeHand(db: Db, target: SettableCurrency): Promise<RateChange | null> {
  const [row] = await db
    .select()
    .from(rateChanges)
    .where(and(eq(rateChanges.target, target), eq(rateChanges.status, 'superseded'), ne(rateChanges.source, 'override')))
    .orderBy(sql`${rateChanges.decidedAt} desc nulls last`, desc(rateChanges.id))
    .limit(1);
  return row ?? null;
}

/** Overrides in force whose time is over. */
export async function listEndedOverrides(db: Db, now: Instant): Promise<RateChange[]> {
  return db
    .select()
    .from(rateChanges)
    .where(and(eq(rateChanges.status, 'live'), eq(rateChanges.source, 'override'), lte(rateChanges.endsAt, new Date(now))));
}

/** The newest of all currencies or of one. */
export async function listNewestChanges(db: Db, target: SettableCurrency | null, most: number): Promise<RateChange[]> {
  return db
    .select()
    .from(rateChanges)
    .where(target ? eq(rateChanges.target, target) : undefined)
    .orderBy(desc(rateChanges.proposedAt), rateChanges.id)
    .limit(most);
}

export interface RatePoint {
  readonly target: SettableCurrency;
  readonly rate: number;
  /** When it went live. */
  readonly at: Date;
}

/** Rates that were in force since a moment, and for each currency the one before it; oldest first. */
export async function listPoints(db: Db, since: Instant): Promise<RatePoint[]> {
  const lived = inArray(rateChanges.status, ['live', 'superseded']);
  const [recent, before] = await Promise.all([
    db
      .select({ target: rateChanges.target, rate: rateChanges.rate, at: rateChanges.decidedAt })
      .from(rateChanges)
      .where(and(lived, gte(rateChanges.decidedAt, new Date(since))))
      .orderBy(rateChanges.decidedAt),
    db
      .selectDistinctOn([rateChanges.target], { target: rateChanges.target, rate: rateChanges.rate, at: rateChanges.decidedAt })
      .from(rateChanges)
      .where(and(lived, sql`${rateChanges.decidedAt} < ${new Date(since)}`))
      .orderBy(rateChanges.target, desc(rateChanges.decidedAt)),
  ]);
  return [...before, ...recent].map(({ target, rate, at }) => ({ target, rate: Number(rate), at: at! }));
}

export async function insertChange(
  tx: Tx,
  change: Pick<RateChange, 'target' | 'rate' | 'spread' | 'moved' | 'source' | 'feedId' | 'endsAt' | 'reason' | 'proposedBy'>,
  now: Instant,
): Promise<RateChange> {
  const [row] = await tx
    .insert(rateChanges)
    .values({ ...change, proposedAt: new Date(now) })
    .returning();
  return row!;
}

/** Moves a change on from the state it was read in; false when somebody else has. */
export async function moveChange(
  tx: Tx,
  read: Pick<RateChange, 'id' | 'status'>,
  to: { readonly status: RateChangeStatus; readonly decidedBy?: string; readonly decidedAt?: Date; readonly settingId?: string },
): Promise<boolean> {
  const moved = await tx
    .update(rateChanges)
    .set(to)
    .where(and(eq(rateChanges.id, read.id), eq(rateChanges.status, read.status)))
    .returning({ id: rateChanges.id });
  return moved.length > 0;
}

/** Makes a rate the one that the shop reads; the one before stays as an inactive row. */
export async function putIntoForce(tx: Tx, target: SettableCurrency, rate: string, now: Instant): Promise<string> {
  await tx
    .update(currencySettings)
    .set({ isActive: false, updatedAt: new Date(now) })
    .where(and(eq(currencySettings.baseCurrency, 'AED'), eq(currencySettings.targetCurrency, target), eq(currencySettings.isActive, true)));
  const [row] = await tx
    .insert(currencySettings)
    .values({ baseCurrency: 'AED', targetCurrency: target, exchangeRate: rate, updatedAt: new Date(now) })
    .returning({ id: currencySettings.id });
  return row!.id;
}

/** Keeps what was read; the same figures of the same day are kept once. */
export async function keepFeed(tx: Tx, feed: Omit<RateFeed, 'id' | 'readAt'>, now: Instant): Promise<{ id: string; isNew: boolean }> {
  const [made] = await tx
    .insert(rateFeeds)
    .values({ ...feed, readAt: new Date(now) })
    .onConflictDoNothing()
    .returning({ id: rateFeeds.id });
  if (made) return { id: made.id, isNew: true };
  const [kept] = await tx
    .select({ id: rateFeeds.id })
    .from(rateFeeds)
    .where(and(eq(rateFeeds.day, feed.day), eq(rateFeeds.perEuro, feed.perEuro)));
  return { id: kept!.id, isNew: false };
}

export async function findFeed(db: Db, id: string): Promise<RateFeed | null> {
  const [row] = await db.select().from(rateFeeds).where(eq(rateFeeds.id, id));
  return row ?? null;
}

export async function findNewestFeed(db: Db): Promise<RateFeed | null> {
  const [row] = await db.select().from(rateFeeds).orderBy(desc(rateFeeds.day), desc(rateFeeds.readAt)).limit(1);
  return row ?? null;
}
