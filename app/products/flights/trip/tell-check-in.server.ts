import type { Letter, LetterRow } from '#app/commerce/messages/letter.ts';
import { mailWords } from '#app/commerce/messages/mail-words.server.ts';
import { recordSent, wasSent } from '#app/commerce/messages/messages-store.server.ts';
import { postLetter } from '#app/commerce/messages/post-letter.server.ts';
import { linkKey } from '#app/commerce/orders/order-visit.server.ts';
import { findOrderAsSystem, readContact } from '#app/commerce/orders/orders-store.server.ts';
import type { ProductCounter } from '#app/commerce/product-counter.ts';
import { linesOfTravellers } from '#app/commerce/trip-line/draw-trip-lines.server.ts';
import type { SayTripLine } from '#app/commerce/trip-line/trip-line-context.ts';
import { eachRow, everyRow, mustAllBeTaken } from '#app/platform/each-row.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import { formatDate } from '#app/ui/number-format.ts';
import { hourMs, instant } from '#app/values/dates.ts';
import { checkInWindow, isOpenAt } from './check-in-rules.ts';
import { segmentsOf } from '../flight-price.ts';
import { findOrderLeaving, getFlightOrder, type LeavingSegment } from '../order/flight-store.server.ts';
import { checkInOf, earliestCheckInHours } from '../world/open-ground-facts.server.ts';

const checkInWatch = jobKind<Record<string, never>>('flight.check-in', 1);

/** Starts the work that writes to travellers when their check-in opens. */
export async function workOnCheckIn(platform: Platform, counter: Pick<ProductCounter, 'describe'>, say: SayTripLine): Promise<void> {
  await platform.jobs.handle(checkInWatch, async () => {
    const now = platform.clock.now();
    const until = instant(now + earliestCheckInHours() * hourMs);
    const leaving = everyRow<LeavingSegment>((after) => findOrderLeaving(platform.db, { now, until }, after));
    mustAllBeTaken(await eachRow(platform, 'order', leaving, (segment) => tellCheckIn(platform, counter, say, segment)));
  });
  await platform.jobs.schedule(checkInWatch, '*/10 * * * *');
}

/**
 * Writes once for each journey of an order that its check-in is open: until when, and what to have at hand. It can wait for
 * the morning of its reader, and is not written any more once check-in has closed.
 */
export async function tellCheckIn(
  platform: Platform,
  counter: Pick<ProductCounter, 'describe'>,
  say: SayTripLine,
  leaving: LeavingSegment,
): Promise<void> {
  const { db, crypto, clock, env } = platform;
  const { id, position } = leaving;
  if (await wasSent(db, leaving.messageId)) return;
  const flightOrder = await getFlightOrder(db, id);
  const segment = segmentsOf(flightOrder.contracts)[position];
  const times = segment && checkInOf(segment.operator);
  if (!segment || !times) return;
  const window = checkInWindow(segment.departs, times);
  if (!isOpenAt(window, clock.now())) return;
  const order = (await findOrderAsSystem(db, id))!;
  const { reference } = order;
  const language = await languageOfMail(db, order.language);
  const t = await mailWords(db, language, 'mails');
  const description = await counter.describe(id, language);
  const leg = description.slices.flatMap((slice) => slice.segments)[position]!;
  const moment = (local: string) => `${formatDate(local, language, 'day')} ${local.slice(11, 16)}`;
  const values = {
    reference,
    airline: leg.operator ?? leg.airline,
    flight: leg.flight,
    from: leg.from.city,
    to: leg.to.city,
    until: moment(window.closes.local),
  };
  const words = (part: string) => t(`trip.check-in.${part}`, values);
  const visas = await linesOfTravellers(say, description, language);
  const bring: LetterRow[] = [
    { head: leg.flight, under: moment(leg.from.local), words: `${leg.from.city} (${leg.from.code}) – ${leg.to.city} (${leg.to.code})` },
    ...(description.travellers.some(({ passport }) => passport)
      ? [{ head: words('passport'), under: '', words: words('passportText') }]
      : []),
    ...visas.map((line) => ({ head: words('visa'), under: '', words: line.text })),
    ...(description.tasks ?? []).map(({ title, text }) => ({ head: title, under: '', words: text })),
  ];
  const letter: Letter = {
    language,
    title: words('title'),
    paragraphs: [words('text'), words('bring')],
    rows: bring,
    button: words('button'),
    link: `${env.publicUrl}/track?order=${reference}&key=${linkKey(platform, order, clock.now())}`,
    foot: [t('foot.reference', { reference }), t('foot.reply')],
  };
  const { messageId } = leaving;
  const to = readContact(crypto, order).email;
  await postLetter(platform, {
    kind: 'trips.check-in',
    messageId,
    to,
    subject: words('subject'),
    orderId: id,
    letter,
    zone: segment.departs.zone,
  });
  await recordSent(db, {
    messageId,
    orderId: id,
    template: 'check-in',
    orderVersion: order.version,
    language,
    sentAt: new Date(clock.now()),
  });
}
