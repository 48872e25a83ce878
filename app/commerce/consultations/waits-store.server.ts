import { and, asc, count, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { addMilliseconds, instant, type Instant } from '#app/values/dates.ts';
import { consultations, consultationWaits, type Consultation, type ConsultationWait } from './consultations.tables.ts';
import { callMinutes, slotTime } from './slot-rules.ts';

const pageOfWaits = 200;

/**
 * A wait ends where its call is given a time or called off. Whoever changes both takes the row of the wait first, then the
 * quarter hours, then the call, so that no two hold what the other needs.
 */
export async function insertWait(
  tx: Tx,
  now: Instant,
  consultationId: string,
  wished: { readonly from: Instant; readonly until: Instant },
): Promise<void> {
  await tx
    .insert(consultationWaits)
    .values({ consultationId, wishedFrom: new Date(wished.from), wishedUntil: new Date(wished.until), queuedAt: new Date(now) });
}

export async function findWait(db: Db | Tx, consultationId: string): Promise<ConsultationWait | null> {
  const [row] = await db.select().from(consultationWaits).where(eq(consultationWaits.consultationId, consultationId));
  return row ?? null;
}

/** Those of these calls that wait, by their call. */
export async function findWaits(db: Db, calls: readonly string[]): Promise<ReadonlyMap<string, ConsultationWait>> {
  if (calls.length === 0) return new Map();
  const rows = await db
    .select()
    .from(consultationWaits)
    .where(inArray(consultationWaits.consultationId, [...calls]));
  return new Map(rows.map((row) => [row.consultationId, row]));
}

/** How many wait before somebody; null when they do not wait. */
export async function countBefore(db: Db, wait: ConsultationWait): Promise<number> {
  const [row] = await db
    .select({ all: count() })
    .from(consultationWaits)
    .where(
      or(
        lt(consultationWaits.queuedAt, wait.queuedAt),
        and(eq(consultationWaits.queuedAt, wait.queuedAt), lt(consultationWaits.consultationId, wait.consultationId)),
      ),
    );
  return row?.all ?? 0;
}

/** Takes somebody off the list; what was kept for them is for the caller to give back. False when they were not on it. */
export async function endWait(tx: Tx, consultationId: string): Promise<boolean> {
  const gone = await tx
    .delete(consultationWaits)
    .where(eq(consultationWaits.consultationId, consultationId))
    .returning({ id: consultationWaits.consultationId });
  return gone.length > 0;
}

/** Notes what is kept for somebody; false when something is already, or they wait no more. */
export async function keepForWait(
  tx: Tx,
  wait: ConsultationWait,
  held: { readonly at: Instant; readonly officerId: string; readonly until: Instant },
): Promise<boolean> {
  const kept = await tx
    .update(consultationWaits)
    .set({
      officerId: held.officerId,
      startsAt: new Date(held.at),
      heldUntil: new Date(held.until),
      offered: sql`array_append(${consultationWaits.offered}, ${slotTime(held.at)})`,
    })
    .where(and(eq(consultationWaits.consultationId, wait.consultationId), isNull(consultationWaits.startsAt)))
    .returning({ id: consultationWaits.consultationId });
  return kept.length > 0;
}

/** Keeps a time no longer; `queuedAt` is their place from now on. False when it is not kept any more. */
export async function releaseWait(tx: Tx, wait: ConsultationWait, queuedAt: Date): Promise<boolean> {
  if (!wait.startsAt) return false;
  const left = await tx
    .update(consultationWaits)
    .set({ officerId: null, startsAt: null, heldUntil: null, queuedAt })
    .where(and(eq(consultationWaits.consultationId, wait.consultationId), eq(consultationWaits.startsAt, wait.startsAt)))
    .returning({ id: consultationWaits.consultationId });
  return left.length > 0;
}

/** Whether the call of a wait is still without a time; it stays so until the transaction ends. */
export async function lockRequested(tx: Tx, consultationId: string): Promise<boolean> {
  const [row] = await tx
    .select({ status: consultations.status })
    .from(consultations)
    .where(eq(consultations.id, consultationId))
    .for('update');
  return row?.status === 'requested';
}

/** A page of those for whom nothing is kept, whoever waits longest first. */
export async function findQueue(db: Db, after: ConsultationWait | null): Promise<ConsultationWait[]> {
  const { queuedAt, consultationId, startsAt } = consultationWaits;
  return db
    .select()
    .from(consultationWaits)
    .where(
      and(
        isNull(startsAt),
        after ? or(gt(queuedAt, after.queuedAt), and(eq(queuedAt, after.queuedAt), gt(consultationId, after.consultationId))) : undefined,
      ),
    )
    .orderBy(asc(queuedAt), asc(consultationId))
    .limit(pageOfWaits);
}

/** A page of those whose hold or whose days are over, by their calls. */
export async function findEnding(db: Db, now: Instant, after: ConsultationWait | null): Promise<ConsultationWait[]> {
  const { consultationId, heldUntil, startsAt, wishedUntil } = consultationWaits;
  return db
    .select()
    .from(consultationWaits)
    .where(
      and(
        or(lte(heldUntil, new Date(now)), and(isNull(startsAt), lte(wishedUntil, new Date(now)))),
        after ? gt(consultationId, after.consultationId) : undefined,
      ),
    )
    .orderBy(asc(consultationId))
    .limit(pageOfWaits);
}

/** Those for whom a time is kept that falls into another; `officerId` null for all officers. */
export async function findKeptIn(db: Db, officerId: string | null, from: Instant, until: Instant): Promise<ConsultationWait[]> {
  return db
    .select()
    .from(consultationWaits)
    .where(
      and(
        isNotNull(consultationWaits.startsAt),
        officerId === null ? undefined : eq(consultationWaits.officerId, officerId),
        lt(consultationWaits.startsAt, new Date(until)),
        gt(consultationWaits.startsAt, new Date(addMilliseconds(from, -callMinutes * 60_000))),
      ),
    )
    .orderBy(asc(consultationWaits.consultationId));
}

/** Calls of those for whom a time is kept between two instants, each with that time and its officer. */
export async function findKeptBetween(db: Db, from: Instant, until: Instant): Promise<Consultation[]> {
  const { startsAt } = consultationWaits;
  const rows = await db
    .select({ call: consultations, startsAt, officerId: consultationWaits.officerId })
    .from(consultationWaits)
    .innerJoin(consultations, eq(consultations.id, consultationWaits.consultationId))
    .where(and(gte(startsAt, new Date(from)), lt(startsAt, new Date(until))))
    .limit(500);
  return rows.map(({ call, ...kept }) => ({ ...call, ...kept }));
}

/** How many wait for days that are over at an instant. */
export async function countOverWaits(db: Db, at: Instant): Promise<number> {
  const [row] = await db
    .select({ all: count() })
    .from(consultationWaits)
    .where(lte(consultationWaits.wishedUntil, new Date(at)));
  return row?.all ?? 0;
}

/** What is kept for somebody now; null for nothing, or for what has begun. */
export function keptOf(wait: ConsultationWait | null, now: Instant): { at: Instant; officerId: string; until: Instant } | null {
  if (!wait?.startsAt || wait.startsAt.getTime() <= now) return null;
  return { at: instant(wait.startsAt.getTime()), officerId: wait.officerId!, until: instant(wait.heldUntil!.getTime()) };
}
