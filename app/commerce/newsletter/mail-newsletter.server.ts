import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Letter } from '../messages/letter.ts';
import { mailWords } from '../messages/mail-words.server.ts';
import { inLanguage, postLetter } from '../messages/post-letter.server.ts';
import { emailOf, findReader } from './newsletter-store.server.ts';
import { readerToken } from './reader-link.server.ts';

/** A mail to somebody who gave their address at that instant. */
export const newsletterMail = jobKind<{ readonly readerId: string; readonly asked: number }>('newsletter.mail');

/** Starts sending the mails that askings cause. */
export async function mailNewsletter(platform: Platform): Promise<void> {
  await platform.jobs.handle(newsletterMail, ({ readerId, asked }) => mailReader(platform, readerId, asked));
}

/** Asks for the second yes, or tells a reader that they are one. Run again it makes the same mail, under the same id. */
async function mailReader(platform: Platform, readerId: string, asked: number): Promise<void> {
  const { db, crypto, env, secret } = platform;
  const reader = await findReader(db, readerId);
  if (!reader || reader.status === 'left') return;
  const t = await mailWords(db, reader.language, 'newsletter-mails');
  const keep = readerToken(secret, reader.id, { purpose: 'keep' });
  const out = `${env.publicUrl}/newsletter/leave/${keep}`;
  const template = reader.status === 'reading' ? 'already' : 'confirm';
  const page =
    template === 'already'
      ? `/newsletter/preferences/${keep}`
      : `/newsletter/confirm/${readerToken(secret, reader.id, { purpose: 'confirm', askedAt: reader.askedAt })}`;
  const letter: Letter = {
    language: reader.language,
    title: t(`${template}.title`),
    paragraphs: [t(`${template}.text`)],
    rows: [],
    button: t(`${template}.button`),
    link: env.publicUrl + page,
    foot: [t('foot.mistake'), `${t('foot.leave')} ${inLanguage(reader.language, out)}`],
  };
  await postLetter(platform, {
    kind: `newsletter.${template}`,
    messageId: `newsletter-${readerId}.${asked}`,
    to: emailOf(crypto, reader),
    subject: t(`${template}.subject`),
    letter,
    oneClickLeave: out,
  });
}
