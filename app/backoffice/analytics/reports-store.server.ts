import { randomUUID } from 'node:crypto';
import { and, asc, count, desc, eq, or } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import { reportLetters, savedReports, type SavedReport } from './analytics.tables.ts';

/** One's own and those that colleagues share, newest first. */
export function listReports(db: Db, owner: string): Promise<SavedReport[]> {
  return db
    .select()
    .from(savedReports)
    .where(or(eq(savedReports.owner, owner), eq(savedReports.shared, true)))
    .orderBy(desc(savedReports.createdAt), asc(savedReports.id))
    .limit(200);
}

export async function countReportsOf(tx: Tx, owner: string): Promise<number> {
  const [row] = await tx.select({ n: count() }).from(savedReports).where(eq(savedReports.owner, owner));
  return row!.n;
}

export async function insertReport(
  tx: Tx,
  now: Instant,
  report: Pick<SavedReport, 'owner' | 'name' | 'query' | 'shared' | 'weekly'>,
): Promise<string> {
  const id = randomUUID();
  await tx.insert(savedReports).values({ id, ...report, createdAt: new Date(now), changedAt: new Date(now) });
  return id;
}

/** Changes one's own report as it was when it was looked at; false when it is not, or not any more. */
export async function changeReport(
  tx: Tx,
  now: Instant,
  report: { id: string; owner: string; version: number; shared: boolean; weekly: boolean },
): Promise<boolean> {
  const changed = await tx
    .update(savedReports)
    .set({ shared: report.shared, weekly: report.weekly, version: report.version + 1, changedAt: new Date(now) })
    .where(and(eq(savedReports.id, report.id), eq(savedReports.owner, report.owner), eq(savedReports.version, report.version)))
    .returning({ id: savedReports.id });
  return changed.length > 0;
}

export async function deleteReport(tx: Tx, report: { id: string; owner: string }): Promise<boolean> {
  const gone = await tx
    .delete(savedReports)
    .where(and(eq(savedReports.id, report.id), eq(savedReports.owner, report.owner)))
    .returning({ id: savedReports.id });
  return gone.length > 0;
}

export function listWeeklyReports(db: Db): Promise<{ id: string }[]> {
  return db.select({ id: savedReports.id }).from(savedReports).where(eq(savedReports.weekly, true)).orderBy(asc(savedReports.id));
}

export async function findReport(db: Db, id: string): Promise<SavedReport | null> {
  const [row] = await db.select().from(savedReports).where(eq(savedReports.id, id));
  return row ?? null;
}

export async function wasSent(db: Db, reportId: string, week: CalendarDate): Promise<boolean> {
  const rows = await db
    .select({ week: reportLetters.week })
    .from(reportLetters)
    .where(and(eq(reportLetters.reportId, reportId), eq(reportLetters.week, week)));
  return rows.length > 0;
}

export async function noteSent(db: Db, now: Instant, reportId: string, week: CalendarDate): Promise<void> {
  await db
    .insert(reportLetters)
    .values({ reportId, week, sentAt: new Date(now) })
    .onConflictDoNothing();
}
