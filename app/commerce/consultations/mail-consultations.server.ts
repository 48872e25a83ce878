import { transact } from '#app/platform/database.server.ts';
import { eachRow, everyRow, mustAllBeTaken } from '#app/platform/each-row.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import type { Translate } from '#app/ui/translate.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { comma } from '#app/ui/number-format.ts';
import { addMilliseconds, dayMs, hourMs, instant, minuteMs, type Instant } from '#app/values/dates.ts';
import type { Letter } from '../messages/letter.ts';
import { mailWords } from '../messages/mail-words.server.ts';
import { postLetter } from '../messages/post-letter.server.ts';
import { calendarFile, calendarType } from '../messages/calendar-file.ts';
import { consultationMail, consultationsWatch, consultationWaitsOffer, type ConsultationTemplate } from './consultation-jobs.server.ts';
import { consultationAddress } from './consultation-link.server.ts';
import { purgeCallPapers } from './keep-call-paper.server.ts';
import type { Consultation, ConsultationWait } from './consultations.tables.ts';
import {
  findConsultationAsSystem,
  findMailed,
  findStartingBy,
  openContact,
  openSummary,
  recordConsultationMail,
} from './consultations-store.server.ts';
import { graceMs, officeZone } from './slot-rules.ts';
import { offerFreeTimes } from './offer-waits.server.ts';
import { findWait } from './waits-store.server.ts';
import { daysInWords, momentIn, zoneName } from './zone-words.server.ts';

/** Starts the mails, the reminders and the watch over calls. */
export async function workOnConsultations(platform: Platform): Promise<void> {
  const { jobs } = platform;
  await jobs.handle(consultationMail, ({ consultationId, template, version }) => mailVisitor(platform, consultationId, template, version));
  await jobs.handle(consultationWaitsOffer, () => offerFreeTimes(platform));
  await jobs.handle(consultationsWatch, async () => {
    await offerFreeTimes(platform);
    await watchCalls(platform);
    await purgeCallPapers(platform);
  });
  await jobs.schedule(consultationsWatch, '*/5 * * * *');
}

const mailId = (id: string, template: ConsultationTemplate, version: number) => `consultation-${id}.${template}.${version}`;
/** What is only true while the call has a time. */
const ofATime: readonly ConsultationTemplate[] = ['booked', 'moved', 'reminder-day', 'reminder-hour'];
const withFile: readonly ConsultationTemplate[] = ['booked', 'moved', 'cancelled'];
/** A reminder is numbered by the minute it reminds of: notes make versions too, and a new time is reminded of again. */
const minuteOf = (call: Consultation) => Math.floor(call.startsAt!.getTime() / minuteMs);

/**
 * Sends what became due: a reminder a day and an hour before each call, and a task when nobody has said how a call went. Calls
 * of which nobody ever said it keep none behind them from being reminded of.
 */
export async function watchCalls(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  const soon = everyRow<Consultation>((after) => findStartingBy(db, addMilliseconds(now, dayMs), after));
  mustAllBeTaken(await eachRow(platform, 'consultation', soon, (call) => watchCall(platform, call, now)));
}

async function watchCall({ db, jobs }: Platform, call: Consultation, now: Instant): Promise<void> {
  const left = call.startsAt!.getTime() - now;
  if (left + graceMs < 0)
    return transact(db, (tx) =>
      openStaffTask(tx, now, {
        kind: 'consultation-open',
        subject: `consultations:${call.id}`,
        textKey: 'tasks:consultation-open',
        detail: { reference: call.reference },
      }),
    );
  // Booked within the day: the confirmation has only just come.
  const template =
    left > hourMs ? call.startsAt!.getTime() - call.createdAt.getTime() > dayMs && 'reminder-day' : left > 0 && 'reminder-hour';
  if (!template || (await findMailed(db, [mailId(call.id, template, minuteOf(call))])).size > 0) return;
  await jobs.send(db, consultationMail, { consultationId: call.id, template, version: minuteOf(call) });
}

/** Sends one mail unless it has left before, or what it says is no longer so. */
async function mailVisitor(platform: Platform, id: string, template: ConsultationTemplate, version: number): Promise<void> {
  const { db, crypto, clock } = platform;
  const messageId = mailId(id, template, version);
  if ((await findMailed(db, [messageId])).size > 0) return;
  const call = await findConsultationAsSystem(db, id);
  // Erased at its owner's wish meanwhile.
  if (!call) return;
  if (ofATime.includes(template) && call.status !== 'scheduled') return;
  if (template.startsWith('reminder') && minuteOf(call) !== version) return;
  const wait = await findWait(db, id);
  if (template === 'waiting' && !wait) return;
  // Taken, declined or over meanwhile.
  if (template === 'slot-free' && (!wait?.startsAt || wait.offered.length !== version)) return;
  if ((template === 'slot-gone' || template === 'wait-over') && call.status !== 'requested') return;
  const contact = openContact(crypto, call);
  const link = `${platform.env.publicUrl}${consultationAddress(platform.secret, id)}`;
  const language = await languageOfMail(db, call.language);
  const t = await mailWords(db, language, 'consultation-mails');
  const { subject, letter, line } = write({ ...call, language }, template, t, {
    name: contact.name,
    phone: contact.phone,
    summary: openSummary(crypto, call),
    wait,
    link,
    home: platform.env.publicUrl,
  });
  const at = call.startsAt && instant(call.startsAt.getTime());
  const attachments =
    at && withFile.includes(template)
      ? [
          {
            name: 'consultation.ics',
            type: calendarType(template === 'cancelled'),
            content: Buffer.from(
              calendarFile({
                id: `consultation-${id}`,
                version: call.version,
                from: at,
                until: instant(call.endsAt!.getTime()),
                now: clock.now(),
                title: subject,
                text: line,
                link,
                calledOff: template === 'cancelled',
              }),
            ),
          },
        ]
      : [];
  await postLetter(platform, {
    kind: `consultations.${template}`,
    messageId,
    to: contact.email,
    subject,
    letter,
    attachments,
  });
  await recordConsultationMail(db, messageId, id, clock.now());
}

function write(
  call: Consultation,
  template: ConsultationTemplate,
  t: Translate,
  facts: { name: string; phone: string; summary: string | null; wait: ConsultationWait | null; link: string; home: string },
): { subject: string; letter: Letter; line: string } {
  const { language } = call;
  const { wait } = facts;
  const begins = template === 'slot-free' ? wait?.startsAt : call.startsAt;
  const at = begins ? instant(begins.getTime()) : null;
  const values = {
    reference: call.reference,
    name: facts.name,
    topic: t(`topic.${call.topic}`),
    time: at ? momentIn(call.zone, language, at) : '',
    inquiry: call.toInquiry ?? '',
    days: wait ? daysInWords(call.zone, language, wait) : '',
    until: wait?.heldUntil ? momentIn(call.zone, language, instant(wait.heldUntil.getTime())) : '',
  };
  const showsTime = at !== null && template !== 'cancelled' && template !== 'missed' && template !== 'summary';
  const rows = showsTime
    ? [
        { head: t('row.yours'), words: `${momentIn(call.zone, language, at)} · ${zoneName(call.zone, language, at)}` },
        { head: t('row.office'), words: momentIn(officeZone, language, at) },
        { head: t('row.how'), words: t(`how.${call.channel}`, { phone: facts.phone }) },
        {
          head: t('row.topic'),
          words: [t(`topic.${call.topic}`), call.country && countryName(call.country, language)].filter(Boolean).join(comma(language)),
        },
      ]
    : [];
  const next = template === 'summary' && call.nextStep ? call.nextStep : null;
  const onward = next === 'apply-evisa' ? '/e-visa' : next === 'apply-assisted' ? '/visa-assistance' : null;
  const letter: Letter = {
    language,
    title: t(`${template}.title`, values),
    paragraphs: [t(`${template}.text`, values), ...(next ? [t(`next.${next}`, values)] : []), ...(showsTime ? [t('prepare')] : [])],
    rows,
    quote: template === 'summary' && facts.summary ? { title: t('summary.words'), words: facts.summary } : null,
    button: t(onward ? `onward.${next}` : `${template}.button`),
    link: onward ? `${facts.home}${onward}` : facts.link,
    foot: [t('foot.reference', values), t('foot.free'), t('foot.stranger')],
  };
  return {
    subject: t(`${template}.subject`, values),
    letter,
    line: `${t(`how.${call.channel}`, { phone: facts.phone })}\n${facts.link}`,
  };
}
