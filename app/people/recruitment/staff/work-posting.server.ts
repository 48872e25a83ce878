import { randomUUID } from 'node:crypto';
import { may, type Clerk } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, type Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { uncoverApplicationsOf } from '../job-applications-store.server.ts';
import { keptAddresses } from '../job-posting-kinds.ts';
import { lacksOf, type PostingContent, type PostingText } from '../posting-form.ts';
import { letsOut, type PostingEvent } from '../job-posting-status.ts';
import {
  findCriteria,
  findPostingAsStaff,
  findPostingWords,
  findQuestions,
  movePosting,
  savePosting,
} from '../job-postings-store.server.ts';
import { checkPosting, findingKey, newFindings, shortestCheckReason, type PostingFinding } from '../posting-check-rules.ts';
import type { JobPostingRow } from '../recruitment.tables.ts';
import { findRequisition } from '../requisitions-store.server.ts';
import { tellAlerts } from '../work-recruitment.server.ts';

export type PostingRefusal =
  | 'not-allowed'
  | 'not-possible-from-here'
  | 'not-yours-to-do'
  | 'changed-meanwhile'
  | 'taken'
  | 'over'
  | 'no-requisition'
  | 'when-wrong'
  | 'words-missing'
  | 'check-reason';
type Worked = Outcome<null, PostingRefusal>;

interface Ask {
  readonly viewer: Clerk;
  readonly requestId: string;
}

/** Words from which an address is made: what is left of an English title. */
export function addressOf(title: string): string {
  const stem = title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
    .replace(/-+$/, '');
  return stem.length >= 3 && !keptAddresses.includes(stem) ? stem : `position-${randomUUID().slice(0, 8)}`;
}

/** What a change would say to the public that it was not told before; nothing of what is not out, or about to be. */
export async function freshFindings(
  platform: Platform,
  posting: JobPostingRow | null,
  content: PostingContent,
): Promise<readonly PostingFinding[]> {
  if (posting?.status !== 'published' && posting?.status !== 'scheduled') return [];
  return newFindings(checkPosting(await readContent(platform, posting)), checkPosting(content));
}

/** How the audit keeps that somebody let out what the check warned of, and why. */
const overridden = (findings: readonly PostingFinding[], reason: string) =>
  findings.length > 0 ? { reason, detail: { findings: findings.map(findingKey) } } : {};

/**
 * Writes a posting. What the public reads already is changed only by whoever may publish; what the check warns of anew in one that
 * is out, or will be by the clock, needs a reason. Returns its id.
 */
export async function writePosting(
  platform: Platform,
  ask: Ask & {
    readonly posting: JobPostingRow | null;
    readonly version: number | null;
    readonly content: PostingContent;
    readonly reason?: string;
    /** The key of the form that makes a new one. */
    readonly keep?: Keep<Outcome<string, PostingRefusal>>;
  },
): Promise<Outcome<string, PostingRefusal>> {
  const { viewer, posting, content, requestId } = ask;
  if (!may(viewer, 'recruitment:work')) return refuse('not-allowed');
  const isPublic = posting !== null && posting.status !== 'draft' && posting.status !== 'scheduled';
  if (isPublic && !may(viewer, 'recruitment:publish')) return refuse('not-yours-to-do');
  if (posting?.status === 'archived') return refuse('not-possible-from-here');
  if (content.requisitionId && content.requisitionId !== posting?.requisitionId) {
    const requisition = await findRequisition(platform.db, content.requisitionId);
    if (requisition?.status !== 'approved') return refuse('no-requisition');
  }
  const { reason = '' } = ask;
  const findings = await freshFindings(platform, posting, content);
  if (findings.length > 0 && reason.length < shortestCheckReason) return refuse('check-reason');
  const wanted = addressOf(content.words.en.title);
  const free = posting || !(await findPostingAsStaff(platform.db, wanted)) ? wanted : `${wanted}-${randomUUID().slice(0, 6)}`;
  const id = posting?.id ?? free;
  return transact(platform.db, async (tx): Promise<Outcome<string, PostingRefusal>> => {
    const now = platform.clock.now();
    const openedOn = posting?.openedOn ?? content.openedOn;
    const saved = await savePosting(tx, now, {
      id,
      version: posting ? ask.version : null,
      content: { ...content, openedOn },
      staffId: viewer.user.id,
    });
    if (!saved.ok) return saved;
    // Whoever applied before could be seen by name: a cover over them would only pretend that they are judged blind.
    const named = posting && !posting.blind && content.blind ? await uncoverApplicationsOf(tx, id) : 0;
    const override = overridden(findings, reason);
    await audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'posting.written',
      subject: `job_postings:${id}`,
      requestId,
      ...override,
      ...(named > 0 ? { detail: { ...override.detail, named } } : {}),
    });
    await ask.keep?.(tx, done(id));
    return done(id);
  });
}

/**
 * Moves a posting; what lets it out is for whoever may publish, and needs its words in all five languages, and a reason where the
 * check warns of something. `at` is the time of a schedule.
 */
export async function workPosting(
  platform: Platform,
  ask: Ask & { readonly posting: JobPostingRow; readonly event: PostingEvent; readonly at: Instant | null; readonly reason?: string },
): Promise<Worked> {
  const { viewer, posting, event, requestId, at, reason = '' } = ask;
  if (!may(viewer, 'recruitment:work')) return refuse('not-allowed');
  const now = platform.clock.now();
  const today = dateIn('Asia/Dubai', now);
  const goesOut = letsOut.includes(event);
  if (goesOut && posting.closesOn < today) return refuse('over');
  if (event === 'schedule' && (at === null || at <= now || dateIn('Asia/Dubai', at) > posting.closesOn)) return refuse('when-wrong');
  const by = may(viewer, 'recruitment:publish') ? 'publisher' : 'recruiter';
  let findings: readonly PostingFinding[] = [];
  if (goesOut) {
    const content = await readContent(platform, posting);
    if (languageCodes.some((language) => lacksOf(content, language).length > 0)) return refuse('words-missing');
    findings = checkPosting(content);
    if (by === 'publisher' && findings.length > 0 && reason.length < shortestCheckReason) return refuse('check-reason');
  }
  return transact(platform.db, async (tx): Promise<Worked> => {
    const actor = `staff:${viewer.user.id}`;
    const set = {
      ...(event === 'schedule' && { publishAt: new Date(at!) }),
      ...(event === 'publish' && { publishedBy: viewer.user.id, openedOn: today }),
    };
    const moved = await movePosting(tx, now, { posting, event, by, actor, set });
    if (!moved.ok) return moved;
    if (event === 'publish') await tellAlerts(tx, platform, posting);
    await audit(tx, now, {
      actor,
      action: `posting.${event}`,
      subject: `job_postings:${posting.id}`,
      requestId,
      ...overridden(findings, reason),
    });
    return done(null);
  });
}

/** What a posting is called where its language has no title yet. */
export const titleOf = ({ words }: Pick<PostingContent, 'words'>, language: LanguageCode = 'en') =>
  [language, 'en' as const, ...languageCodes].map((one) => words[one].title).find(Boolean) ?? '';

/** All that is written of a posting, as the editor shows it; `copy` leaves out what belongs to the old one. */
export async function readContent(platform: Platform, posting: JobPostingRow, copy = false): Promise<PostingContent> {
  const { db } = platform;
  const [words, questions, criteria] = await Promise.all([
    findPostingWords(db, posting.id),
    findQuestions(db, posting.id),
    findCriteria(db, posting.id),
  ]);
  const empty: PostingText = { title: '', summary: '', duties: [], needs: [], extras: [] };
  const { department, place, employment, remote, languages, visaSupport, blind, openedOn, closesOn, stepDays } = posting;
  const { pipeline, ownStages, ownRounds } = posting;
  const { salaryLeast, salaryMost, salaryCurrency, salaryPeriod } = posting;
  return {
    requisitionId: copy ? null : posting.requisitionId,
    department,
    place,
    employment,
    remote,
    languages,
    visaSupport,
    blind,
    openedOn,
    closesOn,
    stepDays,
    pipeline,
    ownStages,
    ownRounds,
    salaryLeast,
    salaryMost,
    salaryCurrency,
    salaryPeriod,
    words: Object.fromEntries(languageCodes.map((language) => [language, words[language] ?? empty])) as Record<LanguageCode, PostingText>,
    questions: questions.map(({ id, kind, required, wanted, words: labels }) => ({
      ...(!copy && { id }),
      kind,
      required,
      wanted,
      words: labels,
    })),
    criteria: criteria.map(({ id, name, weight }) => ({ ...(!copy && { id }), name, weight })),
  };
}
