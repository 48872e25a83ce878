import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { anyJob } from './job-posting-kinds.ts';
import { isOpenOn } from './job-posting-status.ts';
import { findPosting, findQuestions } from './job-postings-store.server.ts';

/** What the form of an application asks, in a language; null for a posting that nobody may know of. */
export async function openApplyPage({ db, clock }: Pick<Platform, 'db' | 'clock'>, jobId: string, language: LanguageCode) {
  if (jobId === anyJob) return { job: null, jobId, closed: false, questions: [] };
  const posting = await findPosting(db, jobId, language);
  if (!posting) return null;
  const questions = await findQuestions(db, jobId);
  return {
    job: { title: posting.title },
    jobId,
    closed: !isOpenOn(posting, dateIn('Asia/Dubai', clock.now())),
    questions: questions.map(({ id, kind, required, wanted, words }) => ({ id, kind, required, wanted, label: words[language] })),
  };
}
