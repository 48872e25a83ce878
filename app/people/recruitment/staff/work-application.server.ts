import { audit } from '#app/platform/audit.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { calendarDate, hourMs } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { isCovered } from '../blind-rules.ts';
import { offersMove, pipelineOf } from '../pipeline-rules.ts';
import { findPostingAsStaff } from '../job-postings-store.server.ts';
import { isOpenStage, undoMs, type ApplicationEvent, type RejectReason } from '../job-application-status.ts';
import {
  addReviewer,
  findRefusal,
  lockApplication,
  moveApplication,
  noteApplication,
  readApplicant,
  removeReviewer,
  type ApplicationRefusal,
} from '../job-applications-store.server.ts';
import type { JobApplication } from '../job-applications.tables.ts';
import { findMessages, callBack, insertMessage } from '../job-messages-store.server.ts';
import { findOffers, insertOffer, moveOffer, withdrawOffers } from '../job-offers-store.server.ts';
import { jobTitle, queueMail, templateWords, type MailTemplate } from '../job-mails.server.ts';
import { insertScoreCard, type NewScoreCard } from '../job-scores-store.server.ts';
import { prepareJoiner } from '../work-joiner.server.ts';

/** When the mail of a refusal leaves: never before it can no longer be undone. */
export const mailWaits = { soon: undoMs, day: 24 * hourMs, none: null } as const;
export type MailWait = keyof typeof mailWaits;

export type WorkRefusal =
  | ApplicationRefusal
  | 'not-allowed'
  | 'too-late'
  | 'no-consent'
  | 'covered'
  | 'no-offer'
  | 'same-person'
  | 'not-in-pipeline';
type Worked = Outcome<null, WorkRefusal>;

interface Ask {
  readonly viewer: Clerk;
  readonly application: JobApplication;
  readonly requestId: string;
}
const subjectOf = ({ id }: JobApplication) => `job_applications:${id}`;
const actorOf = ({ viewer }: Ask) => `staff:${viewer.user.id}`;
const works = ({ viewer }: Ask) => may(viewer, 'recruitment:work');

function note(tx: Tx, platform: Platform, ask: Ask, action: string, detail: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const { requestId, application } = ask;
  return audit(tx, platform.clock.now(), {
    actor: actorOf(ask),
    action: `job.${action}`,
    subject: subjectOf(application),
    detail,
    requestId,
  });
}

async function wordsFor(platform: Platform, application: JobApplication, template: MailTemplate) {
  const { name } = readApplicant(platform.crypto, application);
  const job = await jobTitle(platform.db, application, application.language);
  return templateWords(application.language, template, { name, job, reference: application.reference });
}

/**
 * Moves an application on or back. The talent pool is only for those who agreed to be kept longer, and who are not covered: it
 * shows who somebody is and leads back to screening, past the judging.
 */
export async function moveOnApplication(
  platform: Platform,
  ask: Ask & { readonly event: Extract<ApplicationEvent, 'screen' | 'shortlist' | 'interview' | 'keep' | 'consider'> },
): Promise<Worked> {
  if (!works(ask)) return refuse('not-allowed');
  const { application, event } = ask;
  const posting = application.postingId ? await findPostingAsStaff(platform.db, application.postingId) : null;
  if (!offersMove(pipelineOf(posting), event)) return refuse('not-in-pipeline');
  if (event === 'keep') {
    if (application.keepMonths < 12) return refuse('no-consent');
    if (isCovered({ ...application, blind: posting?.blind === true }, platform.clock.now())) return refuse('covered');
  }
  const words = event === 'keep' ? await wordsFor(platform, application, 'kept') : null;
  const off = event === 'interview' ? await wordsFor(platform, application, 'offer-off') : null;
  return transact(platform.db, async (tx): Promise<Worked> => {
    const now = platform.clock.now();
    const moved = await moveApplication(tx, now, { application, event, by: 'recruiter', actor: actorOf(ask), jobs: platform.jobs });
    if (!moved.ok) return moved;
    if (event === 'keep' || event === 'interview') {
      const known = await withdrawOffers(tx, application.id);
      if (off && known) await queueMail(tx, platform, { application, template: 'offer-off', ...off, author: actorOf(ask) });
    }
    if (words) {
      await callBack(tx, now, application.id, 'rejected');
      await queueMail(tx, platform, { application, template: 'kept', ...words, author: actorOf(ask) });
    }
    await note(tx, platform, ask, event);
    return done(null);
  });
}

/** Refuses an application. Its mail leaves at the chosen time, and until half an hour is over both can be taken back. */
export async function rejectApplication(
  platform: Platform,
  ask: Ask & { readonly reason: RejectReason; readonly wait: MailWait; readonly words: string | null },
): Promise<Worked> {
  if (!works(ask)) return refuse('not-allowed');
  const { application, reason, wait } = ask;
  const standard = await wordsFor(platform, application, 'rejected');
  const off = await wordsFor(platform, application, 'offer-off');
  return transact(platform.db, async (tx): Promise<Worked> => {
    const now = platform.clock.now();
    const move = {
      application,
      event: 'reject',
      by: 'recruiter',
      actor: actorOf(ask),
      detail: reason,
      set: { rejectReason: reason },
      jobs: platform.jobs,
    } as const;
    const moved = await moveApplication(tx, now, move);
    if (!moved.ok) return moved;
    const known = await withdrawOffers(tx, application.id);
    const pauseMs = mailWaits[wait];
    // A refusal that is told says it all; one that is not leaves somebody with an offer that is none.
    if (known && pauseMs === null) await queueMail(tx, platform, { application, template: 'offer-off', ...off, author: actorOf(ask) });
    if (pauseMs !== null)
      await queueMail(tx, platform, {
        application,
        template: 'rejected',
        subject: standard.subject,
        words: ask.words ?? standard.words,
        author: actorOf(ask),
        pauseMs,
      });
    await note(tx, platform, ask, 'reject', { reason, mail: wait });
    return done(null);
  });
}

/** Whether the last offer was sent, is gone and nobody was told: the refusal that would have said so is taken back. */
async function hadOffer(tx: Tx, platform: Platform, applicationId: string): Promise<boolean> {
  const [offer] = await findOffers(tx, platform.crypto, applicationId);
  if (offer?.status !== 'withdrawn' || !offer.decidedAt) return false;
  const since = offer.decidedAt.getTime();
  const told = await findMessages(tx, platform.crypto, applicationId);
  return !told.some(({ template, createdAt }) => template === 'offer-off' && createdAt.getTime() >= since);
}

/** Takes a refusal back to the stage in which it was made, and its mail before it leaves. */
export async function undoRejection(platform: Platform, ask: Ask): Promise<Worked> {
  if (!works(ask)) return refuse('not-allowed');
  const { application } = ask;
  const refusal = await findRefusal(platform.db, application.id);
  if (!refusal || application.status !== 'rejected') return refuse('not-possible-from-here');
  const off = await wordsFor(platform, application, 'offer-off');
  return transact(platform.db, async (tx): Promise<Worked> => {
    const now = platform.clock.now();
    if (now - refusal.at.getTime() >= undoMs) return refuse('too-late');
    const event = `undo-${refusal.from}` as const;
    const moved = await moveApplication(tx, now, {
      application,
      event,
      by: 'recruiter',
      actor: actorOf(ask),
      jobs: platform.jobs,
      set: { rejectReason: null },
    });
    if (!moved.ok) return moved;
    await callBack(tx, now, application.id, 'rejected');
    if (await hadOffer(tx, platform, application.id))
      await queueMail(tx, platform, { application, template: 'offer-off', ...off, author: actorOf(ask) });
    await note(tx, platform, ask, 'undo-reject');
    return done(null);
  });
}

/** Writes to the applicant, from a template or freely. */
export async function writeToApplicant(
  platform: Platform,
  ask: Ask & { readonly template: MailTemplate | null; readonly subject: string; readonly words: string },
): Promise<Worked> {
  if (!works(ask)) return refuse('not-allowed');
  const { application, template, subject, words } = ask;
  if (application.purgedAt) return refuse('not-possible-from-here');
  return transact(platform.db, async (tx): Promise<Worked> => {
    await queueMail(tx, platform, { application, template, subject, words, author: actorOf(ask) });
    const by = actorOf(ask);
    await closeStaffTask(tx, platform.clock.now(), { kind: 'job-message', subject: subjectOf(application), by });
    await note(tx, platform, ask, 'mail', { template });
    return done(null);
  });
}

/** A word among colleagues; the applicant has a right to a copy of it. */
export async function noteOnApplication(platform: Platform, ask: Ask & { readonly words: string }): Promise<Worked> {
  if (!works(ask)) return refuse('not-allowed');
  return transact(platform.db, async (tx): Promise<Worked> => {
    const { application, words } = ask;
    const row = { applicationId: application.id, kind: 'note', words, author: actorOf(ask) } as const;
    await insertMessage(tx, platform.crypto, platform.clock.now(), row);
    await note(tx, platform, ask, 'note');
    return done(null);
  });
}

/** Gives an application to a colleague, or to nobody. */
export async function assignApplication(platform: Platform, ask: Ask & { readonly to: string | null }): Promise<Worked> {
  if (!works(ask)) return refuse('not-allowed');
  const { application, to } = ask;
  return transact(platform.db, async (tx): Promise<Worked> => {
    const now = platform.clock.now();
    const noted = await noteApplication(tx, now, { application, event: 'assign', actor: actorOf(ask), detail: to, set: { ownerId: to } });
    if (!noted.ok) return noted;
    await note(tx, platform, ask, 'assign', { to });
    return done(null);
  });
}

/** Lets a colleague see and judge this one application, or no longer. */
export async function changeReviewer(
  platform: Platform,
  ask: Ask & { readonly userId: string; readonly change: 'add' | 'remove' },
): Promise<Worked> {
  if (!works(ask)) return refuse('not-allowed');
  const { application, userId, change } = ask;
  return transact(platform.db, async (tx): Promise<Worked> => {
    const now = platform.clock.now();
    const row = { applicationId: application.id, userId };
    if (change === 'add') await addReviewer(tx, now, { ...row, addedBy: ask.viewer.user.id });
    else await removeReviewer(tx, row);
    const noted = await noteApplication(tx, now, { application, event: 'reviewer', actor: actorOf(ask), detail: `${change}:${userId}` });
    if (!noted.ok) return noted;
    await note(tx, platform, ask, `reviewer-${change}`, { user: userId });
    return done(null);
  });
}

/** Sends one's own score card: once, and not changed afterwards. Whoever may see the application may judge it. */
export async function sendScoreCard(
  platform: Platform,
  ask: Ask & { readonly card: Omit<NewScoreCard, 'applicationId' | 'scoredBy'> },
): Promise<Outcome<null, 'sent-before' | 'not-possible-from-here' | 'changed-meanwhile' | 'not-allowed'>> {
  const { application, card, viewer } = ask;
  if (!may(viewer, 'interviews:own')) return refuse('not-allowed');
  if (!isOpenStage(application.status)) return refuse('not-possible-from-here');
  return transact(platform.db, async (tx): Promise<Outcome<null, 'sent-before' | 'changed-meanwhile'>> => {
    const now = platform.clock.now();
    const locked = await lockApplication(tx, application.id);
    if (!locked) return refuse('changed-meanwhile');
    const row = { ...card, applicationId: application.id, scoredBy: viewer.user.id };
    if (!(await insertScoreCard(tx, platform.crypto, now, row))) return refuse('sent-before');
    await noteApplication(tx, now, { application: locked, event: 'scored', actor: actorOf(ask) });
    await note(tx, platform, ask, 'scored');
    return done(null);
  });
}

/** Writes an offer, or its next version; somebody else approves it before it leaves. */
export async function makeOffer(
  platform: Platform,
  ask: Ask & { readonly offer: Omit<Parameters<typeof insertOffer>[3], 'applicationId' | 'writtenBy'> },
): Promise<Worked> {
  if (!works(ask)) return refuse('not-allowed');
  const off = await wordsFor(platform, ask.application, 'offer-off');
  return transact(platform.db, async (tx): Promise<Worked> => {
    const now = platform.clock.now();
    const locked = await lockApplication(tx, ask.application.id);
    if (!locked || locked.version !== ask.application.version) return refuse('changed-meanwhile');
    const inStage = locked.status === 'offer';
    if (!inStage) {
      const moved = await moveApplication(tx, now, {
        application: locked,
        event: 'offer',
        by: 'recruiter',
        actor: actorOf(ask),
        jobs: platform.jobs,
      });
      if (!moved.ok) return moved;
    }
    const { number, known } = await insertOffer(tx, platform.crypto, now, {
      ...ask.offer,
      applicationId: locked.id,
      writtenBy: ask.viewer.user.id,
    });
    if (known) await queueMail(tx, platform, { application: locked, template: 'offer-off', ...off, author: actorOf(ask) });
    if (inStage) await noteApplication(tx, now, { application: locked, event: 'offer-made', actor: actorOf(ask), detail: String(number) });
    await openStaffTask(tx, now, {
      kind: 'job-offer-approval',
      subject: subjectOf(locked),
      textKey: 'tasks:job-offer-approval',
      detail: { reference: locked.reference },
      askedBy: actorOf(ask),
    });
    await note(tx, platform, ask, 'offer-written', { number });
    return done(null);
  });
}

/**
 * Approves the written offer and sends it, or withdraws one that is not answered: whoever has read it is told so. Who wrote it
 * cannot approve it; whoever may write one may withdraw it.
 */
export async function decideOffer(platform: Platform, ask: Ask & { readonly say: 'approve' | 'withdraw' }): Promise<Worked> {
  const { application, viewer, say } = ask;
  if (!may(viewer, say === 'approve' ? 'recruitment:publish' : 'recruitment:work')) return refuse('not-allowed');
  const template = say === 'approve' ? 'offer' : 'offer-off';
  const words = await wordsFor(platform, application, template);
  return transact(platform.db, async (tx): Promise<Worked> => {
    const now = platform.clock.now();
    const locked = await lockApplication(tx, application.id);
    const [offer] = await findOffers(tx, platform.crypto, application.id);
    if (locked?.status !== 'offer' || !offer) return refuse('no-offer');
    if (locked.version !== application.version) return refuse('changed-meanwhile');
    if (say === 'withdraw') {
      if (offer.status === 'accepted') return refuse('no-offer');
      const gone = await moveOffer(tx, now, { offer, event: 'withdraw', by: 'recruiter' });
      if (!gone.ok) return gone;
      // Only what was sent was read by somebody; the move itself happens once, and its letter with it.
      if (offer.status === 'sent') await queueMail(tx, platform, { application, template, ...words, author: actorOf(ask) });
    } else {
      if (offer.writtenBy === viewer.user.id) return refuse('same-person');
      const approved = await moveOffer(tx, now, { offer, event: 'approve', by: 'approver', decidedBy: viewer.user.id });
      if (!approved.ok) return approved;
      const sent = { ...offer, status: 'approved', version: offer.version + 1 } as const;
      const left = await moveOffer(tx, now, { offer: sent, event: 'send', by: 'approver' });
      if (!left.ok) return left;
      await queueMail(tx, platform, { application, template, ...words, author: actorOf(ask) });
    }
    await closeStaffTask(tx, now, { kind: 'job-offer-approval', subject: subjectOf(application), by: actorOf(ask) });
    await note(tx, platform, ask, `offer-${say}`, { number: offer.number });
    return done(null);
  });
}

/** Hires whoever accepted the offer, and prepares their first day: the invitation, and what they need of the house. */
export async function hireApplicant(platform: Platform, ask: Ask): Promise<Worked> {
  if (!works(ask)) return refuse('not-allowed');
  const { application } = ask;
  const job = await jobTitle(platform.db, application, 'en');
  const posting = application.postingId ? await findPostingAsStaff(platform.db, application.postingId) : null;
  return transact(platform.db, async (tx): Promise<Worked> => {
    const now = platform.clock.now();
    const [offer] = await findOffers(tx, platform.crypto, application.id);
    if (offer?.status !== 'accepted') return refuse('no-offer');
    const moved = await moveApplication(tx, now, { application, event: 'hire', by: 'recruiter', actor: actorOf(ask), jobs: platform.jobs });
    if (!moved.ok) return moved;
    await closeStaffTask(tx, now, { kind: 'job-offer', subject: subjectOf(application), by: actorOf(ask) });
    await prepareJoiner(tx, now, {
      application,
      department: posting?.department ?? null,
      job,
      startsOn: calendarDate(offer.startsOn),
      actor: actorOf(ask),
      requestId: ask.requestId,
    });
    await note(tx, platform, ask, 'hire', { startsOn: offer.startsOn });
    return done(null);
  });
}

/** Notes that somebody looked at a CV; it is shown after. */
export async function noteCvView(platform: Platform, ask: Ask): Promise<void> {
  await transact(platform.db, (tx) => note(tx, platform, ask, 'cv-viewed'));
}
