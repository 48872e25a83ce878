import type { Letter } from '../messages/letter.ts';
import { mailWords } from '../messages/mail-words.server.ts';
import { postLetter } from '../messages/post-letter.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask } from '#app/platform/staff-tasks.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import { moveOn } from '#app/values/status-table.ts';
import { feedbackMachine, type FeedbackEvent } from './feedback-status.ts';
import { findFeedbackAsSystem, moveFeedback } from './feedback-store.server.ts';

const feedbackMail = jobKind<{ readonly feedbackId: string }>('feedback.mail');

/** Answers or closes it in the name of a member of staff; false when that is not possible, or no longer. */
export async function workFeedback(
  platform: Platform,
  work: { readonly id: string; readonly event: FeedbackEvent; readonly staffId: string; readonly answer: string | null },
): Promise<boolean> {
  const { db, crypto, clock, jobs } = platform;
  const actor = `staff:${work.staffId}`;
  return transact(db, async (tx) => {
    const row = await findFeedbackAsSystem(tx, crypto, work.id);
    if (!row) return false;
    const move = moveOn(feedbackMachine, row.status, work.event, 'staff');
    if (!move.ok) return false;
    const now = clock.now();
    if (!(await moveFeedback(tx, crypto, now, { row, to: move.to, answer: work.answer }))) return false;
    const subject = `feedback:${row.id}`;
    if (work.event === 'answer' && row.email) await jobs.send(tx, feedbackMail, { feedbackId: row.id });
    await closeStaffTask(tx, now, { kind: 'complaint', subject, by: actor });
    await audit(tx, now, { actor, action: `feedback.${work.event}`, subject });
    return true;
  });
}

/** Closes it inside the caller's transaction, if nobody has answered: it was answered where it went on. The caller audits. */
export async function closeFeedbackOf(
  tx: Tx,
  { crypto, clock }: Pick<Platform, 'crypto' | 'clock'>,
  id: string,
  actor: string,
): Promise<void> {
  const row = await findFeedbackAsSystem(tx, crypto, id);
  if (row?.status !== 'new') return;
  const now = clock.now();
  if (await moveFeedback(tx, crypto, now, { row, to: 'closed', answer: null }))
    await closeStaffTask(tx, now, { kind: 'complaint', subject: `feedback:${id}`, by: actor });
}

/** Starts mailing answers to those who left an address. */
export async function mailFeedback(platform: Platform): Promise<void> {
  await platform.jobs.handle(feedbackMail, async ({ feedbackId }) => {
    const row = await findFeedbackAsSystem(platform.db, platform.crypto, feedbackId);
    if (!row?.email || row.answer === null) return;
    const language = await languageOfMail(platform.db, row.language);
    const t = await mailWords(platform.db, language, 'feedback-mails');
    const values = { reference: row.reference };
    const letter: Letter = {
      language,
      title: t('title'),
      paragraphs: [t('text', values)],
      rows: [],
      quote: { title: t('words'), words: row.answer },
      button: t('button'),
      link: `${platform.env.publicUrl}/feedback`,
      foot: [t('reference', values)],
    };
    await postLetter(platform, {
      kind: 'feedback.answered',
      messageId: `feedback-${row.id}`,
      to: row.email,
      subject: t('subject', values),
      letter,
    });
  });
}
