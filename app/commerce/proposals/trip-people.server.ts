import { audit } from '#app/platform/audit.server.ts';
import { transact, type Db } from '#app/platform/database.server.ts';
import { eachRow, everyRow, mustAllBeTaken } from '#app/platform/each-row.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { formatDate } from '#app/ui/number-format.ts';
import { addDays, calendarDate, dateIn, instant, type CalendarDate } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { findBookings } from '../bookings/bookings-store.server.ts';
import { findInquiryAsSystem } from '../inquiries/inquiries-store.server.ts';
import { mailWords } from '../messages/mail-words.server.ts';
import { recordSent, wasSent } from '../messages/messages-store.server.ts';
import { postLetter } from '../messages/post-letter.server.ts';
import { linkKey } from '../orders/order-visit.server.ts';
import { findOrderAsSystem, lockOrder, readContact } from '../orders/orders-store.server.ts';
import type { Order } from '../orders/orders.tables.ts';
import { findVersionOfOrder } from './proposals-store.server.ts';
import { countWhole, namesDueOn, nobodyYet, personFaults, type TripPerson } from './trip-people-rules.ts';
import { findGroupOrders, readTripPeople, saveTripPeople } from './trip-people-store.server.ts';

/** Looks which groups have not said who travels. */
export const tripPeopleWatch = jobKind<Record<string, never>>('trip-people.watch', 1);

/** States in which the flights of a group stand, so that its names are wanted. */
const standing = ['confirmed', 'cancel_quoted'];
/** A colleague looks after what is missing in the last days, and the group is asked once more. */
const lastDays = 7;

/** A group whose flights were sold by proposal: how many fly, who of them is known, and until when all are wanted. */
export interface TripGroup {
  readonly places: number;
  readonly people: readonly TripPerson[];
  readonly whole: number;
  readonly dueOn: CalendarDate;
  readonly endsOn: CalendarDate;
  /** Of the newest change, by which two who write at once are told apart. */
  readonly seen: string;
  /** Whether anything can be told now. */
  readonly open: boolean;
}

/** The group of an order; null for an order that is none of a group's flights. */
export async function readTripGroup(
  { db, crypto, clock }: { readonly db: Db } & Pick<Platform, 'crypto' | 'clock'>,
  order: Pick<Order, 'id' | 'kind' | 'status'>,
): Promise<TripGroup | null> {
  if (order.kind !== 'tailor-made') return null;
  const [found, [booking]] = [await findVersionOfOrder(db, crypto, order.id), await findBookings(db, order.id)];
  if (!found || !booking || booking.places < 2) return null;
  if ((await findInquiryAsSystem(db, found.proposal.inquiryId))?.kind !== 'flight-group') return null;
  const { people, changedAt } = await readTripPeople(db, crypto, order.id);
  const startsOn = calendarDate(booking.startsLocal.slice(0, 10));
  return {
    places: booking.places,
    people: Array.from({ length: booking.places }, (_, at) => people[at] ?? nobodyYet),
    whole: countWhole(people, booking.places),
    dueOn: namesDueOn(startsOn, dateIn(booking.zone, instant(booking.createdAt.getTime()))),
    endsOn: dateIn(booking.zone, instant(booking.endsAt.getTime())),
    seen: changedAt?.toISOString() ?? '',
    open: standing.includes(order.status) && booking.startsAt.getTime() > clock.now(),
  };
}

export type PeopleRefusal = 'not-open' | 'changed-meanwhile' | 'wrong';

/** Keeps who travels, as far as it is told. What a second browser wrote meanwhile is not written over. */
export async function giveTripPeople(
  platform: Platform,
  ask: { readonly orderId: string; readonly people: readonly TripPerson[]; readonly seen: string; readonly who: string },
  keep?: Keep<number>,
): Promise<Outcome<number, PeopleRefusal>> {
  const { orderId, people, seen, who } = ask;
  return transact(platform.db, async (tx): Promise<Outcome<number, PeopleRefusal>> => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, orderId);
    const group = order && (await readTripGroup({ ...platform, db: tx }, order));
    if (!order || !group?.open) return refuse('not-open');
    if (group.seen !== seen) return refuse('changed-meanwhile');
    const given = people.slice(0, group.places);
    const within = { today: dateIn('Asia/Dubai', now), endsOn: group.endsOn };
    if (given.some((person) => personFaults(person, within).length > 0)) return refuse('wrong');
    await saveTripPeople(tx, platform.crypto, now, orderId, given);
    const whole = countWhole(given, group.places);
    if (whole === group.places) await closeStaffTask(tx, now, { kind: 'trip-people', subject: `orders:${orderId}`, by: who });
    await audit(tx, now, {
      actor: who,
      action: 'trip-people.given',
      subject: `orders:${orderId}`,
      detail: { reference: order.reference, whole, places: group.places },
    });
    await keep?.(tx, whole);
    return done(whole);
  });
}

/** Asks for names by mail, and in the last days calls a colleague; what is told or over calls nobody. */
export async function watchTripPeople(platform: Platform): Promise<void> {
  const ids = everyRow<string>((after) => findGroupOrders(platform.db, platform.clock.now(), after));
  mustAllBeTaken(await eachRow(platform, 'group', ids, (id) => watchGroup(platform, id)));
}

async function watchGroup(platform: Platform, orderId: string): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  const today = dateIn('Asia/Dubai', now);
  const task = { kind: 'trip-people', subject: `orders:${orderId}` };
  const group = await transact(db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const read = order && (await readTripGroup({ ...platform, db: tx }, order));
    const missing = read?.open && read.whole < read.places ? read : null;
    if (!missing) await closeStaffTask(tx, now, { ...task, by: 'system' });
    else if (today >= addDays(missing.dueOn, -lastDays))
      await openStaffTask(tx, now, { ...task, textKey: 'tasks:trip-people', detail: { order: order!.reference } });
    return missing;
  });
  if (!group) return;
  const order = (await findOrderAsSystem(db, orderId))!;
  await askForNames(platform, order, group, 'first');
  if (today >= addDays(group.dueOn, -lastDays) && today <= group.dueOn) await askForNames(platform, order, group, 'last');
}

/** Writes what is missing and until when. Each is written once; the second not in the same breath as the first. */
async function askForNames(platform: Platform, order: Order, group: TripGroup, turn: 'first' | 'last'): Promise<void> {
  const { db, crypto, clock, env } = platform;
  const idOf = (one: typeof turn) => `${order.id}.names-wanted.${one}`;
  const messageId = idOf(turn);
  const to = readContact(crypto, order).email;
  if (!to || (await wasSent(db, messageId))) return;
  const language = await languageOfMail(db, order.language);
  const t = await mailWords(db, language, 'mails');
  const { reference } = order;
  const values = {
    reference,
    missing: String(group.places - group.whole),
    places: String(group.places),
    day: formatDate(group.dueOn, language, 'long'),
  };
  await postLetter(platform, {
    kind: 'orders.names-wanted',
    messageId,
    to,
    orderId: order.id,
    subject: t('names-wanted.subject', values),
    letter: {
      language,
      title: t('names-wanted.title', values),
      paragraphs: ['text', 'what', 'why'].map((part) => t(`names-wanted.${part}`, values)),
      rows: [],
      button: t('names-wanted.button'),
      link: `${env.publicUrl}/track?order=${reference}&key=${linkKey(platform, order, clock.now())}&then=people`,
      foot: [t('foot.reference', { reference }), t('foot.reply')],
    },
  });
  const late = group.dueOn <= addDays(dateIn('Asia/Dubai', clock.now()), lastDays);
  // Somebody who is asked for the first time in the last days is not asked twice.
  for (const one of turn === 'first' && late ? (['first', 'last'] as const) : [turn])
    await recordSent(db, {
      messageId: idOf(one),
      orderId: order.id,
      template: 'names-wanted',
      orderVersion: order.version,
      language,
      sentAt: new Date(clock.now()),
    });
}
