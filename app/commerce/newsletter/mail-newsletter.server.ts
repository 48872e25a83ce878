import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { noteRetention } from '#app/platform/retention-store.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import { addMilliseconds, dayMs } from '#app/values/dates.ts';
import type { Letter } from '../messages/letter.ts';
import { mailWords } from '../messages/mail-words.server.ts';
import { inLanguage, postLetter } from '../messages/post-letter.server.ts';
import { emailOf, findReader, forgetUnconfirmed } from './newsletter-store.server.ts';
import { readerToken } from './reader-link.server.ts';

/** A mail to somebody who gave their address at that instant. */
export const newsletterMail = jobKind<{ readonly readerId: string; readonly asked: number }>('newsletter.mail');

/** Days after which an address that nobody confirmed is forgotten: its link is good for a week of them. */
export const unconfirmedDays = 30;
const newsletterTidy = jobKind<Record<string, never>>('newsletter.tidy', 3);

/** Starts sending the mails that askings cause, and forgetting those that nothing came of. */
export async function mailNewsletter(platform: Platform): Promise<void> {
  await platform.jobs.handle(newsletterMail, ({ readerId, asked }) => mailReader(platform, readerId, asked));
  await platform.jobs.handle(newsletterTidy, () => tidyReaders(platform));
  await platform.jobs.schedule(newsletterTidy, '40 1 * * *');
}

/** Without a yes there is no ground to keep an address. */
export async function tidyReaders({ db, clock }: Platform): Promise<void> {
  const now = clock.now();
  const before = new Date(addMilliseconds(now, -unconfirmedDays * dayMs));
  await noteRetention(db, now, 'newsletter', await forgetUnconfirmed(db, before));
}

/** Asks for the second yes, or tells a reader that they are one. Run again it makes the same mail, under the same id. */
async function mailReader(platform: Platform, readerId: string, asked: number): Promise<void> {
  const { db, crypto, env, secret } = platform;
  const reader = await findReader(db, readerId);
  if (!reader || reader.status === 'left') return;
  const language = await languageOfMail(db, reader.language);
  const t = await mailWords(db, language, 'newsletter-mails');
  const keep = readerToken(secret, reader.id, { purpose: 'keep' });
  const out = `${env.publicUrl}/newsletter/leave/${keep}`;
  const template = reader.status === 'reading' ? 'already' : 'confirm';
  const page =
    template === 'already'
      ? `/newsletter/preferences/${keep}`
      : `/newsletter/confirm/${readerToken(secret, reader.id, { purpose: 'confirm', askedAt: reader.askedAt })}`;
  const letter: Letter = {
    language,
    title: t(`${template}.title`),
    paragraphs: [t(`${template}.text`)],
    rows: [],
    button: t(`${template}.button`),
    link: env.publicUrl + page,
    foot: [t('foot.mistake'), `${t('foot.leave')} ${inLanguage(language, out)}`],
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
