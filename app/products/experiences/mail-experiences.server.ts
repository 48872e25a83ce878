import { mailWords } from '#app/commerce/messages/mail-words.server.ts';
import { postLetter } from '#app/commerce/messages/post-letter.server.ts';
import { findBookings } from '#app/commerce/bookings/bookings-store.server.ts';
import { findOrderAsSystem, readPeople } from '#app/commerce/orders/orders-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import { comma, formatDate } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findExperienceBooking } from './experience-bookings-store.server.ts';
import { findKnownExperience } from './experiences-store.server.ts';
import { findLinkOf } from './operators-store.server.ts';
import { personsOf } from './slot-rules.ts';

/** The request to an operator, in the trade's language; the offer of another start to the traveller, in theirs. */
export async function mailAboutRequest(
  platform: Platform,
  letter: { readonly letter: 'asked' | 'offered'; readonly orderId: string; readonly version: number },
): Promise<void> {
  const { db, crypto, env } = platform;
  const order = await findOrderAsSystem(db, letter.orderId);
  const own = await findExperienceBooking(db, crypto, letter.orderId);
  const [booking] = await findBookings(db, letter.orderId);
  if (!order || !own || !booking) return;
  const toOperator = letter.letter === 'asked';
  const language: LanguageCode = toOperator ? 'en' : await languageOfMail(db, order.language);
  const known = await findKnownExperience(db, own.experienceId, language);
  if (!known) return;
  const { experience } = known;
  const operatorPage = toOperator ? await findLinkOf(platform, own.experienceId) : null;
  const t = await mailWords(db, language, 'experience-letters');
  const moment = (day: string, start: string) => `${formatDate(day, language, 'long')}${comma(language)}${start}`;
  const { contact } = await readPeople(db, crypto, order);
  const values = {
    title: experience.words.title,
    reference: order.reference,
    moment: moment(own.date, own.start),
    offered: own.offeredDate && own.offeredStart ? moment(own.offeredDate, own.offeredStart) : '',
    by: own.answerBy ? sayDay(own.answerBy.toISOString(), language, 'long') : '',
  };
  const key = letter.letter;
  const rows = [
    { head: t('rows.experience'), words: values.title },
    { head: t('rows.moment'), words: values.moment },
    ...(values.offered ? [{ head: t('rows.offered'), words: values.offered }] : []),
    { head: t('rows.persons'), words: String(personsOf(own.party)) },
  ];
  const link = operatorPage ?? `${env.publicUrl}/track?order=${order.reference}`;
  const title = t(`${key}.title`, values);
  const paragraphs = [t(`${key}.text`, values)];
  const button = t(`${key}.button`);
  const foot = [t('foot')];
  await postLetter(platform, {
    kind: `experiences.${key}`,
    messageId: `experience-${order.id}.${key}.${letter.version}`,
    to: toOperator ? booking.operatorMail : contact.email,
    subject: t(`${key}.subject`, values),
    orderId: order.id,
    letter: { language, title, paragraphs, rows, button, link, foot },
  });
}
