import { jobKind } from '#app/platform/jobs.server.ts';
import { zoneOfPhone } from '#app/platform/mail-rules.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import type { Translate } from '#app/ui/translate.ts';
import { formatDate } from '#app/ui/number-format.ts';
import { dateIn, instant } from '#app/values/dates.ts';
import type { Letter } from '../messages/letter.ts';
import { mailWords } from '../messages/mail-words.server.ts';
import { inLanguage, postLetter, type PostedLetter } from '../messages/post-letter.server.ts';
import { quietNotes } from './follow-up-rules.ts';
import { followUpToken } from './follow-up-link.server.ts';
import {
  isUnasked,
  findInquiryAsSystem,
  findInquiryEvents,
  readContact,
  readMessage,
  recordMailed,
  wasMailed,
} from './inquiries-store.server.ts';
import type { Inquiry } from './inquiries.tables.ts';

/** A mail to the visitor about one event of an inquiry: that it arrived (version 1), an answer, a reminder of it, or its end. */
export const inquiryMail = jobKind<{ readonly inquiryId: string; readonly version: number }>('inquiry.mail');

/** Links of a stranger are not carried to an address that nobody has proved to be theirs. */
const hasLink = /https?:|www\.|\.\w{2,}\//i;

/** Starts sending the mails that inquiries ask for. */
export async function mailInquiries(platform: Platform): Promise<void> {
  await platform.jobs.handle(inquiryMail, (payload) => mailInquiry(platform, payload.inquiryId, payload.version));
}

/** Sends one mail unless it has left before. Only a crash between sending and noting it can send the same mail again. */
async function mailInquiry(platform: Platform, inquiryId: string, version: number): Promise<void> {
  const { db, crypto, clock } = platform;
  const messageId = `inquiry-${inquiryId}.${version}`;
  if (await wasMailed(db, messageId)) return;
  const asked = await findInquiryAsSystem(db, inquiryId);
  if (!asked) throw new Error(`Mail for inquiry ${inquiryId}, which does not exist`);
  const inquiry = { ...asked, language: await languageOfMail(db, asked.language) };
  const events = await findInquiryEvents(db, crypto, inquiryId);
  const event = events.find((each) => each.version === version);
  const { name, email, phone } = readContact(crypto, inquiry);
  const follows = event?.event === 'remind' ? 'reminded' : event?.event === 'lose' ? 'ended' : null;
  // Somebody moved it meanwhile, or asked not to be reminded: there is nothing to say any more. Whose it is does not count.
  const counts = events.findLast((each) => !quietNotes.some((note) => note === each.event));
  if (follows && (counts?.version !== version || email === '' || (await isUnasked(db, inquiry.emailIndex)))) return;
  const message = readMessage(crypto, inquiry);
  const t = await mailWords(db, inquiry.language, 'inquiry-mails');
  const shown = hasLink.test(name) ? email.split('@')[0]! : name;
  if (follows) {
    await postFollowUp(platform, { inquiry, t, template: follows, name: shown, messageId, email, phone });
    await recordMailed(db, messageId, inquiryId, clock.now());
    return;
  }
  const written = write(inquiry, t, {
    name: shown,
    message,
    answer: event?.words ?? null,
    home: platform.env.publicUrl,
  });
  await postLetter(platform, { ...written, messageId, to: email });
  await recordMailed(db, messageId, inquiryId, clock.now());
}

/** A courtesy: it waits for the morning of its reader, and one press ends all of them. */
async function postFollowUp(
  platform: Platform,
  {
    inquiry,
    t,
    template,
    name,
    messageId,
    email,
    phone,
  }: {
    inquiry: Inquiry;
    t: Translate;
    template: 'reminded' | 'ended';
    name: string;
    messageId: string;
    email: string;
    phone: string | null;
  },
): Promise<void> {
  const { language, reference } = inquiry;
  const home = platform.env.publicUrl;
  const stop = `${home}/inquiry/stop/${followUpToken(platform.secret, inquiry.id)}`;
  const values = { reference, name, about: inquiry.aboutTitle ?? '' };
  await postLetter(platform, {
    kind: `inquiry-reminders.${template}`,
    messageId,
    to: email,
    zone: zoneOfPhone(phone),
    oneClickLeave: stop,
    subject: t(inquiry.aboutTitle ? `${template}.subjectAbout` : `${template}.subject`, values),
    letter: {
      language,
      title: t(`${template}.title`, values),
      paragraphs: [t(`${template}.text`, values)],
      rows: [],
      quote: null,
      button: t(`${template}.button`),
      link: `${home}/contact`,
      foot: [t('foot.reference', values), `${t('foot.stop')} ${inLanguage(language, stop)}`],
    },
  });
}

function write(
  inquiry: Inquiry,
  t: Translate,
  facts: { name: string; message: string; answer: string | null; home: string },
): Pick<PostedLetter, 'kind' | 'subject' | 'letter'> {
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
  return { kind: `inquiries.${template}`, subject, letter };
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
