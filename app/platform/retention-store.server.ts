import { and, asc, desc, eq, gte, sql } from 'drizzle-orm';
import { dateIn, type CalendarDate, type Instant } from '#app/values/dates.ts';
import type { Db, Tx } from './database.server.ts';
import type { KeptKind, RetentionPolicy } from './retention-rules.ts';
import {
  retentionDays,
  retentionPolicyRows,
  retentionWishes,
  type PolicyRow,
  type RetentionDay,
  type RetentionWish,
} from './retention.tables.ts';

export async function listPolicies(db: Db): Promise<PolicyRow[]> {
  return db.select().from(retentionPolicyRows);
}

export async function getPolicy(db: Db, code: RetentionPolicy): Promise<PolicyRow> {
  const [row] = await db.select().from(retentionPolicyRows).where(eq(retentionPolicyRows.code, code));
  return row!;
}

/** False when somebody else set it since the version was read. */
export async function setPolicy(
  tx: Tx,
  now: Instant,
  policy: { readonly code: RetentionPolicy; readonly days: number; readonly version: number; readonly by: string },
): Promise<boolean> {
  const set = await tx
    .update(retentionPolicyRows)
    .set({ days: policy.days, version: policy.version + 1, changedBy: policy.by, changedAt: new Date(now) })
    .where(and(eq(retentionPolicyRows.code, policy.code), eq(retentionPolicyRows.version, policy.version)))
    .returning({ code: retentionPolicyRows.code });
  return set.length > 0;
}

/** False when another wish for the same policy waits already. */
export async function insertWish(tx: Tx, wish: RetentionWish): Promise<boolean> {
  return (await tx.insert(retentionWishes).values(wish).onConflictDoNothing().returning({ id: retentionWishes.id })).length > 0;
}

/** What waits for a second person, the oldest first. */
export async function findWaitingWishes(db: Db): Promise<RetentionWish[]> {
  return db.select().from(retentionWishes).where(eq(retentionWishes.status, 'waiting')).orderBy(asc(retentionWishes.askedAt));
}

export async function lockWaitingWish(tx: Tx, id: string): Promise<RetentionWish | null> {
  const [row] = await tx
    .select()
    .from(retentionWishes)
    .where(and(eq(retentionWishes.id, id), eq(retentionWishes.status, 'waiting')))
    .for('update');
  return row ?? null;
}

export async function decideWish(
  tx: Tx,
  now: Instant,
  id: string,
  decided: { readonly status: 'approved' | 'declined' | 'withdrawn'; readonly by: string },
): Promise<void> {
  await tx
    .update(retentionWishes)
    .set({ status: decided.status, decidedBy: decided.by, decidedAt: new Date(now) })
    .where(eq(retentionWishes.id, id));
}

/** The wishes for a policy that were decided, the newest first. */
export async function listWishes(db: Db, policy: RetentionPolicy, most = 20): Promise<RetentionWish[]> {
  return db.select().from(retentionWishes).where(eq(retentionWishes.policy, policy)).orderBy(desc(retentionWishes.askedAt)).limit(most);
}

/** A job looked at a kind and let so many go. */
export async function noteRetention(db: Db | Tx, now: Instant, kind: KeptKind, gone: number): Promise<void> {
  const row = { kind, day: dateIn('Asia/Dubai', now), runs: 1, gone, lastAt: new Date(now) };
  await db
    .insert(retentionDays)
    .values(row)
    .onConflictDoUpdate({
      target: [retentionDays.kind, retentionDays.day],
      set: {
        runs: sql`${retentionDays.runs} + 1`,
        gone: sql`${retentionDays.gone} + ${gone}`,
        lastAt: sql`greatest(${retentionDays.lastAt}, excluded.last_at)`,
      },
    });
}

/** Days of one kind, the newest first. */
export async function listRetentionDays(db: Db, kind: KeptKind, most = 60): Promise<RetentionDay[]> {
  return db.select().from(retentionDays).where(eq(retentionDays.kind, kind)).orderBy(desc(retentionDays.day)).limit(most);
}

/** Of every kind: when its job last looked, what went then, and what went since a day. */
export async function sumRetention(
  db: Db,
  since: CalendarDate,
): Promise<ReadonlyMap<KeptKind, { readonly lastAt: Date; readonly gone: number }>> {
  const [last, recent] = await Promise.all([
    db
      .select({ kind: retentionDays.kind, lastAt: sql<Date>`max(${retentionDays.lastAt})`.mapWith(retentionDays.lastAt) })
      .from(retentionDays)
      .groupBy(retentionDays.kind),
    db
      .select({ kind: retentionDays.kind, gone: sql<number>`sum(${retentionDays.gone})::int` })
      .from(retentionDays)
      .where(gte(retentionDays.day, since))
      .groupBy(retentionDays.kind),
  ]);
  const gone = new Map(recent.map((one) => [one.kind, one.gone]));
  return new Map(last.map(({ kind, lastAt }) => [kind, { lastAt, gone: gone.get(kind) ?? 0 }]));
}
