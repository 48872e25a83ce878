import type { Letter } from '#app/commerce/messages/letter.ts';
import { postLetter } from '#app/commerce/messages/post-letter.server.ts';
import { hmac } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { addMilliseconds } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findMessage, insertMessage, markSent } from './job-messages-store.server.ts';
import type { JobApplication } from './job-applications.tables.ts';
import { applicationToken, findApplicationAsSystem, readApplicant } from './job-applications-store.server.ts';
import { findAlertAsSystem, readAlertAddress, recordJobMail, wasJobMailed } from './job-alerts-store.server.ts';
import { findPosting } from './job-postings-store.server.ts';

/** One mail of the thread with an applicant. */
export const applicantMail = jobKind<{ readonly messageId: string }>('job.mail');
/** To somebody who wants to hear of openings: the question whether it was them, or one opening. */
export const jobAlertMail = jobKind<{ readonly alertId: string; readonly postingId: string | null }>('job.alert-mail');

export const mailTemplates = ['received', 'again', 'more', 'talk', 'rejected', 'kept', 'offer', 'offer-off', 'withdrawn'] as const;
export type MailTemplate = (typeof mailTemplates)[number];

/** The words of a template in the applicant's language. */
export function templateWords(
  language: LanguageCode,
  template: MailTemplate,
  values: { readonly name: string; readonly job: string; readonly reference: string },
): { readonly subject: string; readonly words: string } {
  const t = textsFor(language).of('job-mails');
  return { subject: t(`${template}.subject`, values), words: t(`${template}.words`, values) };
}

/** What an applicant applied for, in a language: the posting's title, or that it was for whatever is open. */
export async function jobTitle(
  db: Platform['db'],
  application: Pick<JobApplication, 'postingId'>,
  language: LanguageCode,
): Promise<string> {
  const posting = application.postingId ? await findPosting(db, application.postingId, language) : null;
  return posting?.title ?? textsFor(language).of('job-mails')('open');
}

/** Puts a template's mail into the thread; it leaves with the transaction, or `pauseMs` later. Returns its id. */
export async function queueMail(
  tx: Parameters<typeof insertMessage>[0],
  platform: Pick<Platform, 'crypto' | 'clock' | 'jobs'>,
  mail: {
    readonly application: Pick<JobApplication, 'id'>;
    readonly template: MailTemplate | null;
    readonly subject: string;
    readonly words: string;
    readonly author: string;
    readonly pauseMs?: number;
  },
): Promise<string> {
  const { application, pauseMs = 0, ...words } = mail;
  const now = platform.clock.now();
  const sendAt = addMilliseconds(now, pauseMs);
  const id = await insertMessage(tx, platform.crypto, now, { ...words, applicationId: application.id, kind: 'out', sendAt });
  await platform.jobs.send(tx, applicantMail, { messageId: id }, pauseMs > 0 ? { startAfter: new Date(sendAt) } : {});
  return id;
}

export const applicantMailId = (messageId: string) => `job-${messageId}`;
export const alertToken = (secret: string, alertId: string) => hmac(secret, `job alert ${alertId}`);

/** Sends a mail of the thread when its time has come and nobody called it back. */
export async function mailApplicant(platform: Platform, messageId: string): Promise<void> {
  const { db, crypto, clock, env, secret } = platform;
  const message = await findMessage(db, crypto, messageId);
  if (!message || message.sentAt || message.calledBackAt || !message.sendAt || message.sendAt.getTime() > clock.now()) return;
  const application = await findApplicationAsSystem(db, message.applicationId);
  const contact = application && !application.purgedAt ? readApplicant(crypto, application) : null;
  if (!application || !contact?.email) return;
  const t = textsFor(application.language).of('job-mails');
  const letter: Letter = {
    language: application.language,
    title: message.subject ?? t('open'),
    paragraphs: message.words.split(/\n{2,}/),
    rows: [],
    button: t('button'),
    link: `${env.publicUrl}/careers/application/${applicationToken(secret, application.id)}`,
    foot: [t('foot', { reference: application.reference }), t('footReply')],
  };
  await postLetter(platform, {
    kind: `jobs.${mailTemplates.find((one) => one === message.template) ?? 'more'}`,
    messageId: applicantMailId(messageId),
    to: contact.email,
    subject: letter.title,
    letter,
  });
  await transact(db, (tx) => markSent(tx, clock.now(), messageId));
}

/** Sends one letter of an alert, once. */
export async function mailJobAlert(platform: Platform, alertId: string, postingId: string | null): Promise<void> {
  const { db, crypto, clock, env, secret } = platform;
  const messageId = `job-alert-${alertId}.${postingId ?? 'confirm'}`;
  if (await wasJobMailed(db, messageId)) return;
  const alert = await findAlertAsSystem(db, alertId);
  const posting = alert && postingId ? await findPosting(db, postingId, alert.language) : null;
  if (!alert || (postingId !== null && (!posting || !alert.confirmedAt))) return;
  const t = textsFor(alert.language).of('job-mails');
  const own = `${env.publicUrl}/careers/alerts/${alertToken(secret, alert.id)}`;
  const letter: Letter = {
    language: alert.language,
    title: posting ? posting.title : t('confirm.subject'),
    paragraphs: posting ? [t('alert.words'), posting.summary] : [t('confirm.words')],
    rows: [],
    button: t(posting ? 'alert.button' : 'confirm.button'),
    link: posting ? `${env.publicUrl}/careers/${posting.id}` : own,
    foot: posting ? [`${t('alert.stop')} ${own}`] : [t('confirm.foot')],
  };
  const subject = posting ? t('alert.subject', { job: posting.title }) : letter.title;
  await postLetter(platform, {
    kind: posting ? 'jobs.alert' : 'jobs.confirm',
    messageId,
    to: readAlertAddress(crypto, alert),
    subject,
    letter,
  });
  await transact(db, (tx) => recordJobMail(tx, clock.now(), messageId));
}
