import { and, asc, count, eq, gt, inArray, lte, or } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { dayMs, type Instant } from '#app/values/dates.ts';
import { callPaperDays, longestPaperDays } from './call-paper-rules.ts';
import { consultationPapers, consultations, type CallPaper } from './consultations.tables.ts';

/** Papers of a call, as they came. */
export function findCallPapers(db: Db | Tx, consultationId: string): Promise<CallPaper[]> {
  return db
    .select()
    .from(consultationPapers)
    .where(eq(consultationPapers.consultationId, consultationId))
    .orderBy(asc(consultationPapers.at), asc(consultationPapers.id));
}

export async function insertCallPaper(tx: Tx, paper: CallPaper): Promise<void> {
  await tx.insert(consultationPapers).values(paper);
}

export async function deleteCallPaper(tx: Tx, id: string): Promise<void> {
  await tx.delete(consultationPapers).where(eq(consultationPapers.id, id));
}

/** What is no longer kept at a moment: its call is long over, or it lies here too long for any call. */
const overAt = (at: Instant) =>
  or(
    and(inArray(consultations.status, ['completed', 'cancelled']), lte(consultations.changedAt, new Date(at - callPaperDays * dayMs))),
    lte(consultationPapers.at, new Date(at - longestPaperDays * dayMs)),
  );

/** A page of the papers that are no longer kept, by their ids. */
export async function findOverPapers(db: Db, now: Instant, after: CallPaper | null): Promise<CallPaper[]> {
  const rows = await db
    .select({ paper: consultationPapers })
    .from(consultationPapers)
    .innerJoin(consultations, eq(consultations.id, consultationPapers.consultationId))
    .where(and(overAt(now), after ? gt(consultationPapers.id, after.id) : undefined))
    .orderBy(asc(consultationPapers.id))
    .limit(200);
  return rows.map(({ paper }) => paper);
}

export async function countOverPapers(db: Db, at: Instant): Promise<number> {
  const [row] = await db
    .select({ all: count() })
    .from(consultationPapers)
    .innerJoin(consultations, eq(consultations.id, consultationPapers.consultationId))
    .where(overAt(at));
  return row?.all ?? 0;
}
