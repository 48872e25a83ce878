import { randomUUID } from 'node:crypto';
import { and, asc, count, desc, eq, gte, inArray, isNotNull, lt, lte, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import { openStages } from './job-application-status.ts';
import { jobApplications } from './job-applications.tables.ts';
import type { JobSeed } from './job-seed.ts';
import type { PostingContent } from './posting-form.ts';
import { pipelineOf } from './pipeline-rules.ts';
import { postingMachine, publicStates, type PostingActor, type PostingEvent } from './job-posting-status.ts';
import {
  jobCriteria,
  jobPostingEvents,
  jobPostings,
  jobPostingWords,
  jobQuestions,
  type JobCriterion,
  type JobPostingRow,
  type JobQuestion,
} from './recruitment.tables.ts';

type Words = Omit<typeof jobPostingWords.$inferSelect, 'postingId' | 'language'>;
/** A posting in one language, as the public may see it. */
export type JobPosting = Omit<
  JobPostingRow,
  'version' | 'changedAt' | 'requisitionId' | 'blind' | 'publishAt' | 'writtenBy' | 'publishedBy' | 'pipeline' | 'ownStages' | 'ownRounds'
> &
  Words & {
    /** Whether there are interviews; how the desk calls its rounds is its own. */
    readonly interviews: boolean;
  };

async function select(db: Db, language: LanguageCode, ...wanted: SQL[]): Promise<JobPosting[]> {
  const { id, status, department, place, employment, remote, languages, closesOn, openedOn } = jobPostings;
  const { salaryLeast, salaryMost, salaryCurrency, salaryPeriod, visaSupport, stepDays, pipeline, ownStages, ownRounds } = jobPostings;
  const { title, summary, duties, needs, extras } = jobPostingWords;
  const facts = { id, status, department, place, employment, remote, languages, closesOn, openedOn };
  const terms = { salaryLeast, salaryMost, salaryCurrency, salaryPeriod, visaSupport, stepDays, pipeline, ownStages, ownRounds };
  const rows = await db
    .select({ ...facts, ...terms, title, summary, duties, needs, extras })
    .from(jobPostings)
    .innerJoin(jobPostingWords, and(eq(jobPostingWords.postingId, id), eq(jobPostingWords.language, language)))
    .where(and(...wanted))
    .orderBy(asc(closesOn), asc(id));
  return rows.map(({ pipeline: way, ownStages: stages, ownRounds: rounds, ...row }) => ({
    ...row,
    interviews: pipelineOf({ pipeline: way, ownStages: stages, ownRounds: rounds }).stages.includes('interview'),
  }));
}

/** What is open today, what closes first on top. */
export function listOpenPostings(db: Db, language: LanguageCode, today: CalendarDate): Promise<JobPosting[]> {
  return select(db, language, eq(jobPostings.status, 'published'), gte(jobPostings.closesOn, today));
}

/** One that is or was open to the public; one that is still written is nobody's business. */
export async function findPosting(db: Db, id: string, language: LanguageCode): Promise<JobPosting | null> {
  const [row] = await select(db, language, eq(jobPostings.id, id), inArray(jobPostings.status, [...publicStates]));
  return row ?? null;
}

export function findQuestions(db: Db, postingId: string): Promise<JobQuestion[]> {
  return db.select().from(jobQuestions).where(eq(jobQuestions.postingId, postingId)).orderBy(asc(jobQuestions.position));
}
export function findCriteria(db: Db, postingId: string): Promise<JobCriterion[]> {
  return db.select().from(jobCriteria).where(eq(jobCriteria.postingId, postingId)).orderBy(asc(jobCriteria.position));
}

export async function findPostingAsStaff(db: Db, id: string): Promise<JobPostingRow | null> {
  const [row] = await db.select().from(jobPostings).where(eq(jobPostings.id, id));
  return row ?? null;
}
export async function findPostingWords(db: Db, id: string): Promise<Partial<Record<LanguageCode, Words>>> {
  const rows = await db.select().from(jobPostingWords).where(eq(jobPostingWords.postingId, id));
  return Object.fromEntries(
    rows.map(({ language, title, summary, duties, needs, extras }) => [language, { title, summary, duties, needs, extras }]),
  );
}

/** Adds a posting that is not there yet; false when it is. */
export async function addPosting(tx: Tx, now: Instant, { words, questions = [], criteria = [], ...facts }: JobSeed): Promise<boolean> {
  const added = await tx
    .insert(jobPostings)
    .values({ ...facts, status: 'published', changedAt: new Date(now) })
    .onConflictDoNothing()
    .returning({ id: jobPostings.id });
  if (added.length === 0) return false;
  await tx.insert(jobPostingWords).values(languageCodes.map((language) => ({ postingId: facts.id, language, ...words[language] })));
  await writeQuestions(tx, facts.id, questions, criteria);
  return true;
}

async function writeQuestions(
  tx: Tx,
  postingId: string,
  questions: PostingContent['questions'],
  criteria: PostingContent['criteria'],
): Promise<void> {
  for (const [position, question] of questions.entries())
    await tx.insert(jobQuestions).values({ ...question, id: question.id ?? randomUUID(), postingId, position });
  for (const [position, one] of criteria.entries())
    await tx.insert(jobCriteria).values({ ...one, id: one.id ?? randomUUID(), postingId, position });
}

/** Writes a new draft, or what a posting says if it is still as it was read. Questions and criteria keep their ids. */
export async function savePosting(
  tx: Tx,
  now: Instant,
  posting: { readonly id: string; readonly version: number | null; readonly content: PostingContent; readonly staffId: string },
): Promise<Outcome<number, 'changed-meanwhile' | 'taken'>> {
  const { id, version, content, staffId } = posting;
  const { words, questions, criteria, ...facts } = content;
  const at = new Date(now);
  const next = (version ?? 0) + 1;
  const rows =
    version === null
      ? await tx
          .insert(jobPostings)
          .values({ ...facts, id, status: 'draft', changedAt: at, writtenBy: staffId })
          .onConflictDoNothing()
          .returning({ id: jobPostings.id })
      : await tx
          .update(jobPostings)
          .set({ ...facts, version: next, changedAt: at, writtenBy: staffId })
          .where(and(eq(jobPostings.id, id), eq(jobPostings.version, version)))
          .returning({ id: jobPostings.id });
  if (rows.length === 0) return refuse(version === null ? 'taken' : 'changed-meanwhile');
  await tx.delete(jobPostingWords).where(eq(jobPostingWords.postingId, id));
  await tx.insert(jobPostingWords).values(languageCodes.map((language) => ({ postingId: id, language, ...words[language] })));
  await tx.delete(jobQuestions).where(eq(jobQuestions.postingId, id));
  await tx.delete(jobCriteria).where(eq(jobCriteria.postingId, id));
  await writeQuestions(tx, id, questions, criteria);
  await tx.insert(jobPostingEvents).values({ postingId: id, version: next, event: 'written', actor: `staff:${staffId}`, at });
  return done(next);
}

export async function movePosting(
  tx: Tx,
  now: Instant,
  move: {
    readonly posting: JobPostingRow;
    readonly event: PostingEvent;
    readonly by: PostingActor;
    readonly actor: string;
    readonly set?: Partial<Pick<JobPostingRow, 'publishAt' | 'publishedBy' | 'openedOn' | 'closesOn'>>;
  },
): Promise<Outcome<JobPostingRow, MoveRefusal | 'changed-meanwhile'>> {
  const { posting, event, by, actor, set } = move;
  const moved = moveOn(postingMachine, posting.status, event, by);
  if (!moved.ok) return moved;
  const at = new Date(now);
  const version = posting.version + 1;
  const [row] = await tx
    .update(jobPostings)
    .set({ ...set, status: moved.to, version, changedAt: at })
    .where(and(eq(jobPostings.id, posting.id), eq(jobPostings.version, posting.version)))
    .returning();
  if (!row) return refuse('changed-meanwhile');
  await tx.insert(jobPostingEvents).values({ postingId: row.id, version, event, actor, at });
  return done(row);
}

export type ListedPosting = JobPostingRow & { readonly title: string; readonly applicants: number; readonly waiting: number };

/** Every posting with how many applied and how many of those are open; what changed last on top. The caller has judged access. */
export async function listPostingsAsStaff(
  db: Db,
  language: LanguageCode,
  filter: { readonly status: JobPostingRow['status'] | null; readonly department: JobPostingRow['department'] | null },
): Promise<ListedPosting[]> {
  const wanted: SQL[] = [];
  if (filter.status) wanted.push(eq(jobPostings.status, filter.status));
  if (filter.department) wanted.push(eq(jobPostings.department, filter.department));
  const [rows, counts] = await Promise.all([
    db
      .select({
        posting: jobPostings,
        // A draft may have its title in another language only.
        title: sql<string>`coalesce(nullif(${jobPostingWords.title}, ''), (select one.title from job_posting_words one
          where one.posting_id = ${jobPostings.id} and one.title <> '' order by one.language = 'en' desc, one.language limit 1), ${jobPostings.id})`,
      })
      .from(jobPostings)
      .innerJoin(jobPostingWords, and(eq(jobPostingWords.postingId, jobPostings.id), eq(jobPostingWords.language, language)))
      .where(and(...wanted))
      .orderBy(desc(jobPostings.changedAt), asc(jobPostings.id))
      .limit(500),
    db
      .select({
        id: jobApplications.postingId,
        all: count(),
        open: sql<number>`count(*) filter (where ${inArray(jobApplications.status, [...openStages])})::int`,
      })
      .from(jobApplications)
      .where(isNotNull(jobApplications.postingId))
      .groupBy(jobApplications.postingId),
  ]);
  return rows.map(({ posting, title }) => {
    const counted = counts.find(({ id }) => id === posting.id);
    return { ...posting, title, applicants: counted?.all ?? 0, waiting: counted?.open ?? 0 };
  });
}

export function findPostingEvents(db: Db, id: string): Promise<(typeof jobPostingEvents.$inferSelect)[]> {
  return db.select().from(jobPostingEvents).where(eq(jobPostingEvents.postingId, id)).orderBy(desc(jobPostingEvents.version)).limit(100);
}

/** How many applied to each of these postings from a day on. */
export async function countApplicantsSince(
  db: Db,
  since: readonly { readonly name: string; readonly since: CalendarDate }[],
): Promise<ReadonlyMap<string, number>> {
  if (since.length === 0) return new Map();
  const { rows } = (await db.execute(sql`
    select s.name, count(*)::int as count
      from jsonb_to_recordset(${JSON.stringify(since)}::jsonb) as s(name text, since date)
      join job_applications a on a.posting_id = s.name and a.created_at >= s.since::timestamp at time zone 'Asia/Dubai'
     group by s.name`)) as unknown as { rows: { name: string; count: number }[] };
  return new Map(rows.map(({ name, count: all }) => [name, all]));
}

/** How many postings stand in each state. */
export async function countPostings(db: Db): Promise<Partial<Record<JobPostingRow['status'], number>>> {
  const rows = await db.select({ status: jobPostings.status, all: count() }).from(jobPostings).groupBy(jobPostings.status);
  return Object.fromEntries(rows.map(({ status, all }) => [status, all]));
}

/** Scheduled ones whose time has come, and published ones past their last day. */
export async function findDuePostings(db: Db, now: Instant, today: CalendarDate): Promise<JobPostingRow[]> {
  const [due, over] = await Promise.all([
    db
      .select()
      .from(jobPostings)
      .where(and(eq(jobPostings.status, 'scheduled'), lte(jobPostings.publishAt, new Date(now)))),
    db
      .select()
      .from(jobPostings)
      .where(and(eq(jobPostings.status, 'published'), lt(jobPostings.closesOn, today))),
  ]);
  return [...due, ...over];
}
