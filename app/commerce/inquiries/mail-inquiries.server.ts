import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { formatDate } from '#app/ui/number-format.ts';
import { dateIn, instant } from '#app/values/dates.ts';
import { letterHtml, type Letter } from '../messages/letter.ts';
import { findInquiryAsSystem, findInquiryEvents, readContact, readMessage, recordMailed, wasMailed } from './inquiries-store.server.ts';
import type { Inquiry } from './inquiries.tables.ts';

/** A mail to the visitor about one event of an inquiry: that it arrived (version 1), or an answer. */
export const inquiryMail = jobKind<{ readonly inquiryId: string; readonly version: number }>('inquiry.mail');

/** Links of a stranger are not carried to an address that nobody has proved to be theirs. */
const hasLink = /https?:|www\.|\.\w{2,}\//i;

/** Starts sending the mails that inquiries ask for. */
export async function mailInquiries(platform: Platform): Promise<void> {
  await platform.jobs.handle(inquiryMail, (payload) => mailInquiry(platform, payload.inquiryId, payload.version));
}

/** Sends one mail unless it has left before. Only a crash between sending and noting it can send the same mail again. */
async function mailInquiry(platform: Platform, inquiryId: string, version: number): Promise<void> {
  const { db, crypto, clock, mail } = platform;
  const messageId = `inquiry-${inquiryId}.${version}`;
  if (await wasMailed(db, messageId)) return;
  const inquiry = await findInquiryAsSystem(db, inquiryId);
  if (!inquiry) throw new Error(`Mail for inquiry ${inquiryId}, which does not exist`);
  const event = (await findInquiryEvents(db, crypto, inquiryId)).find((each) => each.version === version);
  const { name, email } = readContact(crypto, inquiry);
  const message = readMessage(crypto, inquiry);
  const letter = write(inquiry, {
    name: hasLink.test(name) ? email.split('@')[0]! : name,
    message,
    answer: event?.words ?? null,
    home: platform.env.publicUrl,
  });
  await mail.send({ ...letter, messageId, to: email, language: inquiry.language });
  await recordMailed(db, messageId, inquiryId, clock.now());
}

function write(
  inquiry: Inquiry,
  facts: { name: string; message: string; answer: string | null; home: string },
): { subject: string; text: string; html: string } {
  const t = textsFor(inquiry.language).of('inquiry-mails');
  const template = facts.answer === null ? 'received' : 'answered';
  const answerBy = dateIn('Asia/Dubai', instant(inquiry.answerBy.getTime()));
  const values = {
    reference: inquiry.reference,
    name: facts.name,
    date: formatDate(answerBy, inquiry.language, 'long'),
    about: inquiry.aboutTitle ?? '',
  };
  const subject = t(inquiry.aboutTitle ? `${template}.subjectAbout` : `${template}.subject`, values);
  const quote =
    facts.answer !== null
      ? { title: t('answered.words'), words: facts.answer }
      : hasLink.test(facts.message)
        ? null
        : { title: t('received.words'), words: facts.message };
  const letter: Letter = {
    language: inquiry.language,
    title: t(`${template}.title`, values),
    paragraphs: [t(`${template}.text`, values)],
    rows: [],
    quote,
    button: t(`${template}.button`),
    link: `${facts.home}${pageOf(inquiry)}`,
    foot: [t('foot.reference', values), t('foot.reply')],
  };
  const text = [
    letter.title,
    '',
    ...letter.paragraphs,
    '',
    ...(quote ? [quote.title, '', quote.words, ''] : []),
    `${letter.button}: ${letter.link}`,
    '',
    ...letter.foot,
  ].join('\n');
  return { subject, text, html: letterHtml(letter) };
}

/** Where the visitor goes on looking. */
function pageOf(inquiry: Inquiry): string {
  const id = inquiry.aboutId === null ? '' : encodeURIComponent(inquiry.aboutId);
  switch (inquiry.kind) {
    case 'holiday':
      return id ? `/tour/${id}` : '/holidays';
    case 'experience':
      return id ? `/experience/${id}` : '/experiences';
    case 'staycation':
      return id ? `/staycations/${id}` : '/staycations';
    case 'flight':
    case 'flight-group':
      return '/flights';
    case 'booking':
      return '/track-booking';
    case 'e-visa':
      return '/e-visa';
    case 'visa-assistance':
      return '/visa-assistance';
    case 'press':
      return '/press';
    case 'other':
      return '/';
  }
}
