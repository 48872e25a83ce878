import type { Letter, LetterRow } from '#app/commerce/messages/letter.ts';
import { mailWords } from '#app/commerce/messages/mail-words.server.ts';
import { recordSent, wasSent } from '#app/commerce/messages/messages-store.server.ts';
import { postLetter } from '#app/commerce/messages/post-letter.server.ts';
import { linkKey } from '#app/commerce/orders/order-visit.server.ts';
import { findOrderAsSystem, readContact } from '#app/commerce/orders/orders-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import { comma, formatDate } from '#app/ui/number-format.ts';
import { sayArrival } from '#app/ui/say-arrival.ts';
import type { Translate } from '#app/ui/translate.ts';
import { instant } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Segment, Slice } from '../offer.ts';
import { directionsNow, isNumberOnly, silenceOf } from './schedule-rules.ts';
import type { ScheduleChange } from '../flight.tables.ts';
import { findSchedule, findSchedules } from './schedule-store.server.ts';
import { ticketingOffice } from '../tickets/ticket-deadline.ts';

type ScheduleTemplate = 'schedule-changed' | 'flight-cancelled' | 'schedule-taken' | 'schedule-over';

/**
 * Writes what the airline changed: the times of before and of now beside one another, connections that are broken, what may
 * be answered, until when, and what happens otherwise; or that it was accepted as they had said. Written once, and once more each time
 * that a colleague asks (`again`); not when it was answered or overtaken meanwhile.
 */
export async function tellSchedule(platform: Platform, scheduleId: string, again?: string): Promise<void> {
  const schedule = await findSchedule(platform.db, scheduleId);
  if (!schedule) return;
  const { allowedMinutes, allowedAt, allowedWay } = schedule;
  const taken = allowedMinutes !== null && (schedule.status === 'open' || schedule.status === 'accepted');
  if (!taken && (schedule.status !== 'open' || !schedule.answerBy || schedule.answer)) return;
  const template = taken ? 'schedule-taken' : schedule.slices ? 'schedule-changed' : 'flight-cancelled';
  await write(platform, schedule, { template, ...(again ? { again } : {}) }, (say, language) => {
    const spoken = (at: Date) => localTimeIn(ticketingOffice.zone, instant(at.getTime()));
    return taken
      ? [
          // An account speaks of every flight that it books; it is no word about this one.
          say(allowedWay === 'account' ? 'textAccount' : 'text', {
            minutes: String(allowedMinutes),
            day: formatDate(spoken(allowedAt!), language, 'long'),
          }),
          say('papers'),
          say('stop'),
        ]
      : asked(schedule, spoken(schedule.answerBy!), say, language);
  });
}

/**
 * Writes that the airline flies again what was sold, to a traveller who was asked about something else and has not answered.
 * Written once; not when something newer lies before them.
 */
export async function tellScheduleOver(platform: Platform, scheduleId: string): Promise<void> {
  const schedule = await findSchedule(platform.db, scheduleId);
  if (schedule?.status !== 'superseded' || schedule.answer) return;
  const rows = (await findSchedules(platform.db, schedule.orderId)).filter(
    (row) => row.contract === schedule.contract && row.toldAt !== null,
  );
  if (rows.some((row) => row.saidAt > schedule.saidAt)) return;
  // Tickets that were given back meanwhile are good for nothing.
  if (!keepsTickets.has((await findOrderAsSystem(platform.db, schedule.orderId))!.status)) return;
  // Of what overtook each other before it could be written, nobody knows.
  const letters = rows.flatMap(({ id, orderId }) => [`${orderId}.schedule-changed.${id}`, `${orderId}.flight-cancelled.${id}`]);
  const sent = await Promise.all(letters.map((messageId) => wasSent(platform.db, messageId)));
  if (!sent.includes(true)) return;
  await write(platform, { ...schedule, slices: schedule.was }, { template: 'schedule-over' }, (say) => [say('text'), say('tickets')]);
}

const keepsTickets: ReadonlySet<string> = new Set([
  'ticketed',
  'schedule_change_pending',
  'change_quoted',
  'change_pending',
  'changed',
  'cancel_quoted',
]);

type Say = (part: string, values?: Readonly<Record<string, string>>) => string;

/** One letter about a change of schedule, once. */
async function write(
  platform: Platform,
  schedule: ScheduleChange,
  { template, again }: { readonly template: ScheduleTemplate; readonly again?: string },
  paragraphsOf: (say: Say, language: LanguageCode) => string[],
): Promise<void> {
  const { db, crypto, clock, env } = platform;
  const order = (await findOrderAsSystem(db, schedule.orderId))!;
  const messageId = `${order.id}.${template}.${schedule.id}${again ? `.${again}` : ''}`;
  if (await wasSent(db, messageId)) return;
  const { reference } = order;
  const language = await languageOfMail(db, order.language);
  const t = await mailWords(db, language, 'mails');
  const say: Say = (part, values = {}) => t(`${template}.${part}`, { reference, ...values });
  const number = template === 'schedule-changed' && isNumberOnly(schedule.kinds);
  const letter: Letter = {
    language,
    title: say(number ? 'numberTitle' : 'title'),
    paragraphs: paragraphsOf(say, language),
    rows:
      template === 'schedule-over'
        ? flightsOf(schedule.was, language)
        : rowsOf(schedule.was, directionsNow(schedule.was, schedule), t, language),
    button: say(number ? 'numberButton' : 'button'),
    link: `${env.publicUrl}/track?order=${reference}&key=${linkKey(platform, order, clock.now())}`,
    foot: [t('foot.reference', { reference }), t('foot.reply')],
  };
  const to = readContact(crypto, order).email;
  await postLetter(platform, {
    kind: `orders.${template}`,
    messageId,
    to,
    subject: say(number ? 'numberSubject' : 'subject'),
    orderId: order.id,
    letter,
    ...(number ? { phone: 'numberPhone' } : {}),
  });
  await recordSent(db, { messageId, orderId: order.id, template, orderVersion: order.version, language, sentAt: new Date(clock.now()) });
}

/** What is broken, what may be answered until when, and what happens otherwise. */
function asked(schedule: ScheduleChange, until: string, say: Say, language: LanguageCode): string[] {
  const { slices, refundable, broken } = schedule;
  if (isNumberOnly(schedule.kinds)) return [say('numberText'), say('numberStands')];
  const time = `${formatDate(until, language, 'long')} ${until.slice(11, 16)}`;
  return [
    say('text'),
    // Some of its flights are not flown, and others fly otherwise than they were sold.
    ...(slices === null && schedule.kinds.length > 1 ? [say('others')] : []),
    ...broken.map(({ airport, from, to }) => say('broken', { airport, first: from, second: to })),
    say(slices ? (refundable ? 'choices' : 'smallChoices') : 'choices'),
    say(silenceOf(schedule) === 'accept' ? 'silenceAccept' : 'silenceAsk', { time }),
  ];
}

/** Flights as they were sold and are flown, direction by direction. */
const flightsOf = (slices: readonly Slice[], language: LanguageCode): LetterRow[] =>
  slices.map((slice) => ({ head: `${slice.from} – ${slice.to}`, words: legsOf(slice.segments, language) }));

/** Flights of before and of now, direction by direction. */
function rowsOf(was: readonly Slice[], now: readonly (Slice | null)[], t: Translate, language: LanguageCode): LetterRow[] {
  return was.flatMap((slice, at) => {
    const fresh = now[at];
    if (fresh && legsOf(slice.segments, language) === legsOf(fresh.segments, language)) return [];
    const head = `${slice.from} – ${slice.to}`;
    return [
      { head, under: t('schedule-changed.before'), words: legsOf(slice.segments, language) },
      { head, under: t('schedule-changed.after'), words: fresh ? legsOf(fresh.segments, language) : t('flight-cancelled.none') },
    ];
  });
}

function legsOf(segments: readonly Segment[], language: LanguageCode): string {
  return segments
    .map(({ flight, from, to, departs, arrives }) => {
      return `${flight}${comma(language)}${formatDate(departs.local, language, 'day')}${comma(language)}${from} ${departs.local.slice(11, 16)} – ${to} ${sayArrival(departs.local, arrives.local, language)}`;
    })
    .join('; ');
}
