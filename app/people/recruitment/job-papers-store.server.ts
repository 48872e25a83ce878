import { and, asc, desc, eq, gt, inArray, isNull, like, lt, lte, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { sha256 } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { dateIn, type Instant } from '#app/values/dates.ts';
import type { CvType } from './cv-rules.ts';
import type { EqualityCount } from './equality-rules.ts';
import type { EqualityQuestion } from './job-application-kinds.ts';
import { endedStages } from './job-application-status.ts';
import { jobApplications, jobCvUploads, jobEqualityCounts, jobPurgeCertificates, type JobApplication } from './job-applications.tables.ts';

export async function insertCvUpload(tx: Tx, now: Instant, row: { stored: string; type: CvType; bytes: number }): Promise<void> {
  await tx.insert(jobCvUploads).values({ ...row, createdAt: new Date(now) });
}
/** When a file counts as sent that nobody may take any more: so long ago that the clock removes it next. */
const spent = new Date(0);

/**
 * Gives a file to an application, or to nobody: then its row stays, so that its file is not lost sight of. False when the clock,
 * or another application, was faster.
 */
export async function takeCvUpload(tx: Tx, stored: string, by: 'application' | 'nobody'): Promise<boolean> {
  const open = and(eq(jobCvUploads.stored, stored), gt(jobCvUploads.createdAt, spent));
  const taken = { stored: jobCvUploads.stored };
  const rows =
    by === 'application'
      ? await tx.delete(jobCvUploads).where(open).returning(taken)
      : await tx.update(jobCvUploads).set({ createdAt: spent }).where(open).returning(taken);
  return rows.length > 0;
}
export async function deleteCvUpload(tx: Tx, stored: string): Promise<void> {
  await tx.delete(jobCvUploads).where(eq(jobCvUploads.stored, stored));
}
export async function findOldUploads(db: Db, before: Date): Promise<string[]> {
  const rows = await db.select({ stored: jobCvUploads.stored }).from(jobCvUploads).where(lt(jobCvUploads.createdAt, before)).limit(200);
  return rows.map(({ stored }) => stored);
}
export async function countOldUploads(db: Db, before: Date): Promise<number> {
  return db.$count(jobCvUploads, lt(jobCvUploads.createdAt, before));
}

/** Adds answers to the figures; nothing says whose they were. */
export async function countEquality(
  tx: Tx,
  now: Instant,
  postingId: string,
  answers: Partial<Readonly<Record<EqualityQuestion, string>>>,
): Promise<void> {
  const month = dateIn('Asia/Dubai', now).slice(0, 7);
  for (const [question, answer] of Object.entries(answers) as [EqualityQuestion, string][])
    await tx
      .insert(jobEqualityCounts)
      .values({ postingId, month, question, answer, people: 1 })
      .onConflictDoUpdate({
        target: [jobEqualityCounts.postingId, jobEqualityCounts.month, jobEqualityCounts.question, jobEqualityCounts.answer],
        set: { people: sql`${jobEqualityCounts.people} + 1` },
      });
}

/** The years of which there are figures and that are over, newest first. */
export async function findEqualityYears(db: Db, now: Instant): Promise<number[]> {
  const year = sql<number>`left(${jobEqualityCounts.month}, 4)::int`;
  const over = lt(jobEqualityCounts.month, dateIn('Asia/Dubai', now).slice(0, 4));
  const rows = await db.selectDistinct({ year }).from(jobEqualityCounts).where(over).orderBy(desc(year));
  return rows.map((row) => row.year);
}

/**
 * What applicants told of themselves in a year, added up. Only a year that is over is told: of one that still grew, two readings
 * could be subtracted, and what is between them may be one person.
 */
export async function sumEquality(db: Db, year: number, now: Instant): Promise<EqualityCount[]> {
  if (year >= Number(dateIn('Asia/Dubai', now).slice(0, 4))) return [];
  return db
    .select({
      question: jobEqualityCounts.question,
      answer: jobEqualityCounts.answer,
      people: sql<number>`sum(${jobEqualityCounts.people})::int`,
    })
    .from(jobEqualityCounts)
    .where(like(jobEqualityCounts.month, `${year}-%`))
    .groupBy(jobEqualityCounts.question, jobEqualityCounts.answer);
}

/** Applications that may no longer be kept: the oldest first. */
export async function findOverdue(db: Db, today: string, statuses: readonly JobApplication['status'][]): Promise<JobApplication[]> {
  return db
    .select()
    .from(jobApplications)
    .where(and(isNull(jobApplications.purgedAt), lte(jobApplications.keepUntil, today), inArray(jobApplications.status, [...statuses])))
    .orderBy(asc(jobApplications.keepUntil), asc(jobApplications.id))
    .limit(200);
}

/** Ended applications whose time is over by a day. */
export async function countOverdue(db: Db, day: string): Promise<number> {
  return db.$count(
    jobApplications,
    and(isNull(jobApplications.purgedAt), lte(jobApplications.keepUntil, day), inArray(jobApplications.status, [...endedStages])),
  );
}

export async function insertPurgeCertificate(
  tx: Tx,
  now: Instant,
  gone: { applications: number; files: number; keys: readonly string[] },
): Promise<void> {
  await tx.insert(jobPurgeCertificates).values({
    id: randomUUID(),
    applications: gone.applications,
    files: gone.files,
    keys: [...gone.keys],
    digest: sha256(gone.keys.join('\n')),
    at: new Date(now),
  });
}
