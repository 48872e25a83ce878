import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { isOpenStage } from './job-application-status.ts';
import {
  lockApplication,
  moveApplication,
  noteApplication,
  readApplicant,
  type ApplicationRefusal,
} from './job-applications-store.server.ts';
import type { JobApplication } from './job-applications.tables.ts';
import { findMessages, insertMessage } from './job-messages-store.server.ts';
import { answerOffer, withdrawOffers } from './job-offers-store.server.ts';
import { jobTitle, queueMail, templateWords } from './job-mails.server.ts';
import { forgetApplicant } from './purge-applications.server.ts';

/* What the owner of an application may do on its page. Holding its link is the right to do so. */

const subject = (application: JobApplication) => `job_applications:${application.id}`;
/** Words of theirs that wait for an answer; more are not taken. */
const mostWords = 20;

export async function withdrawApplication(platform: Platform, application: JobApplication): Promise<Outcome<null, ApplicationRefusal>> {
  const { db, clock, crypto } = platform;
  const { name } = readApplicant(crypto, application);
  const job = await jobTitle(db, application, application.language);
  return transact(db, async (tx): Promise<Outcome<null, ApplicationRefusal>> => {
    const now = clock.now();
    const moved = await moveApplication(tx, now, { application, event: 'withdraw', by: 'candidate', actor: 'guest', jobs: platform.jobs });
    if (!moved.ok) return moved;
    await withdrawOffers(tx, application.id);
    const words = templateWords(application.language, 'withdrawn', { name, job, reference: application.reference });
    await queueMail(tx, platform, { application, template: 'withdrawn', ...words, author: 'system' });
    await audit(tx, now, { actor: 'guest', action: 'job.withdraw', subject: subject(application) });
    return done(null);
  });
}

/** Forgets its owner now, whatever stage it is in. Done twice it is done once. */
export async function eraseApplication(platform: Platform, application: JobApplication): Promise<void> {
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const one = await lockApplication(tx, application.id);
    if (!one || one.purgedAt) return;
    const event = one.status === 'rejected' || one.status === 'hired' ? 'erase' : 'withdraw';
    const moved = await moveApplication(tx, now, { application: one, event, by: 'candidate', actor: 'guest', jobs: platform.jobs });
    const left = moved.ok ? moved.value : one;
    await forgetApplicant(tx, platform, left, 'guest');
    await audit(tx, now, { actor: 'guest', action: 'job.erased', subject: subject(application) });
  });
}

/** A word to whoever reads the application. */
export async function writeToRecruiter(
  platform: Platform,
  application: JobApplication,
  words: string,
  keep?: Keep<Outcome<null, never>>,
): Promise<Outcome<null, 'not-open' | 'too-many'>> {
  const { db, clock, crypto } = platform;
  if (!isOpenStage(application.status) && application.status !== 'talent_pool') return refuse('not-open');
  const said = (await findMessages(db, crypto, application.id)).filter(({ kind }) => kind === 'in').length;
  if (said >= mostWords) return refuse('too-many');
  return transact(db, async (tx) => {
    const now = clock.now();
    await insertMessage(tx, crypto, now, { applicationId: application.id, kind: 'in', words, author: 'guest' });
    await openStaffTask(tx, now, {
      kind: 'job-message',
      subject: subject(application),
      textKey: 'tasks:job-message',
      detail: { reference: application.reference },
    });
    await audit(tx, now, { actor: 'guest', action: 'job.wrote', subject: subject(application) });
    await keep?.(tx, done(null));
    return done(null);
  });
}

/** Says yes or no to the offer that was sent. A yes is the recruiter's to complete. */
export async function answerJobOffer(
  platform: Platform,
  application: JobApplication,
  say: 'accept' | 'decline',
): Promise<Outcome<null, 'no-offer' | 'too-late' | 'changed-meanwhile'>> {
  return transact(platform.db, async (tx): Promise<Outcome<null, 'no-offer' | 'too-late' | 'changed-meanwhile'>> => {
    const now = platform.clock.now();
    const one = await lockApplication(tx, application.id);
    if (one?.status !== 'offer') return refuse('no-offer');
    const answered = await answerOffer(tx, now, one.id, say);
    if (!answered.ok) return answered;
    const noted = await noteApplication(tx, now, { application: one, event: 'offer-answered', actor: 'guest', detail: say });
    if (!noted.ok) return noted;
    await openStaffTask(tx, now, {
      kind: 'job-offer',
      subject: subject(application),
      textKey: `tasks:job-offer-${say}`,
      detail: { reference: one.reference },
    });
    await audit(tx, now, { actor: 'guest', action: `job.offer-${say}`, subject: subject(application) });
    return done(null);
  });
}
