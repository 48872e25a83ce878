import { and, asc, eq, gte, ne, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import type { JobSeed } from './job-seed.ts';
import { jobPostings, jobPostingWords } from './recruitment.tables.ts';

export type JobPosting = Omit<typeof jobPostings.$inferSelect, 'version' | 'changedAt'> &
  Omit<typeof jobPostingWords.$inferSelect, 'postingId' | 'language'>;

function select(db: Db, language: LanguageCode, ...wanted: SQL[]) {
  const { id, status, department, place, employment, remote, closesOn, openedOn } = jobPostings;
  const { title, summary, duties, needs } = jobPostingWords;
  return db
    .select({ id, status, department, place, employment, remote, closesOn, openedOn, title, summary, duties, needs })
    .from(jobPostings)
    .innerJoin(jobPostingWords, and(eq(jobPostingWords.postingId, id), eq(jobPostingWords.language, language)))
    .where(and(...wanted))
    .orderBy(asc(closesOn), asc(id));
}

/** What is open today, what closes first on top. */
export function listOpenPostings(db: Db, language: LanguageCode, today: CalendarDate): Promise<JobPosting[]> {
  return select(db, language, eq(jobPostings.status, 'open'), gte(jobPostings.closesOn, today));
}

/** One that is or was open to the public; a draft is nobody's business. */
export async function findPosting(db: Db, id: string, language: LanguageCode): Promise<JobPosting | null> {
  const [row] = await select(db, language, eq(jobPostings.id, id), ne(jobPostings.status, 'draft'));
  return row ?? null;
}

/** Adds a posting that is not there yet; false when it is. */
export async function addPosting(tx: Tx, now: Instant, { words, ...facts }: JobSeed): Promise<boolean> {
  const added = await tx
    .insert(jobPostings)
    .values({ ...facts, status: 'open', changedAt: new Date(now) })
    .onConflictDoNothing()
    .returning({ id: jobPostings.id });
  if (added.length === 0) return false;
  await tx.insert(jobPostingWords).values(languageCodes.map((language) => ({ postingId: facts.id, language, ...words[language] })));
  return true;
}
