import { randomBytes } from 'node:crypto';
import { setPoolCapacities } from '#app/commerce/availability/pools-store.server.ts';
import { followApproval } from '#app/platform/approvals.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, minuteMs, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import { dayNumber } from '../engine/calendar.ts';
import { allotmentSettle } from '../flight-jobs.server.ts';
import type { Flights } from '../flights-context.ts';
import type { AllotmentFields } from './allotment-form.ts';
import { departuresFrom, isOurs, mayGoLive, poolPrefixOfAllotments, waitsForSecond, type LiveRefusal } from './allotment-rules.ts';
import { allotmentMachine, type AllotmentEvent, type AllotmentStatus } from './allotment-status.ts';
import { changeAllotment, findAllotment, insertAllotment } from './allotment-store.server.ts';
import { ownCode } from './own-offer.ts';

export type AllotmentRefusal = 'not-found' | 'no-such-flight' | 'changed-meanwhile' | 'not-waiting' | MoveRefusal | LiveRefusal;

/** Longer than a hold takes from reading an allotment to having its seats. */
const settleAfterMs = minuteMs;
const subjectOf = (id: string) => `flight_allotments:${id}`;
const reviewOf = (id: string) => ({ kind: 'own-fare', subject: subjectOf(id), detail: { allotment: id } });
const seatsOf = (id: string, seats: number) => ({ kind: 'own-fare-seats', subject: subjectOf(id), detail: { allotment: id, seats } });
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const newId = () => `A${[...randomBytes(5)].map((byte) => alphabet[byte & 31]).join('')}`;

/** Drafts an allotment. Its flight must be in the timetable between these airports. */
export async function draftAllotment(
  platform: Platform,
  flights: Pick<Flights, 'world'>,
  work: { readonly fields: AllotmentFields; readonly staffId: string },
): Promise<Outcome<string, AllotmentRefusal>> {
  const { fields } = work;
  if (!flies(flights, fields)) return refuse('no-such-flight');
  const id = newId();
  const actor = `staff:${work.staffId}`;
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    await insertAllotment(tx, { ...fields, id, supplier: ownCode, draftedBy: actor, touchedBy: [actor] }, now);
    await audit(tx, now, { actor, action: 'allotment.drafted', subject: subjectOf(id), detail: { ...fields } });
  });
  return done(id);
}

/** What the page showed of an allotment: what was changed since is not decided unseen. */
interface Seen {
  readonly id: string;
  readonly version: number;
  readonly staffId: string;
}

/** Moves an allotment on. Only somebody who had no hand in it may put it on sale. */
export async function moveAllotment(
  platform: Platform,
  work: Seen & { readonly event: AllotmentEvent },
): Promise<Outcome<AllotmentStatus, AllotmentRefusal>> {
  const read = await findAllotment(platform.db, work.id);
  if (!read) return refuse('not-found');
  if (read.version !== work.version) return refuse('changed-meanwhile');
  const move = moveOn(allotmentMachine, read.status, work.event, 'staff');
  if (!move.ok) return refuse(move.refused);
  const actor = `staff:${work.staffId}`;
  if (move.to === 'live') {
    const today = dateIn('Asia/Dubai', platform.clock.now());
    const days = departuresFrom(read, today).filter((date: CalendarDate) => isOurs(read, date, today));
    const refused = mayGoLive(work.event === 'go-live' ? read.touchedBy : [], actor, days);
    if (refused) return refuse(refused);
  }
  return transact(platform.db, async (tx): Promise<Outcome<AllotmentStatus, AllotmentRefusal>> => {
    const now = platform.clock.now();
    if (!(await changeAllotment(tx, read, { status: move.to, ...(move.to === 'ended' ? nothingAsked : {}) }, now)))
      return refuse('changed-meanwhile');
    await audit(tx, now, { actor, action: `allotment.${work.event}`, subject: subjectOf(read.id) });
    await followApproval(tx, now, reviewOf(read.id), { waits: move.to === 'review', by: actor });
    if (move.to === 'ended') await followApproval(tx, now, seatsOf(read.id, read.seats), { waits: false, by: actor });
    return done(move.to);
  });
}

const nothingAsked = { seatsAsked: null, seatsAskedBy: null };

/**
 * Changes how many seats each departure has. Fewer than are sold sells no more; nobody loses a seat. More of what is on sale
 * waits for a second person.
 */
export async function resizeAllotment(
  platform: Platform,
  work: Seen & { readonly seats: number },
): Promise<Outcome<'resized' | 'asked', AllotmentRefusal>> {
  const { seats } = work;
  const read = await findAllotment(platform.db, work.id);
  if (!read) return refuse('not-found');
  if (read.version !== work.version) return refuse('changed-meanwhile');
  if (read.status === 'ended') return refuse('not-possible-from-here');
  const actor = `staff:${work.staffId}`;
  return transact(platform.db, async (tx): Promise<Outcome<'resized' | 'asked', AllotmentRefusal>> => {
    const now = platform.clock.now();
    const detail = { from: read.seats, to: seats };
    if (waitsForSecond(read.status, read.seats, seats)) {
      if (!(await changeAllotment(tx, read, { seatsAsked: seats, seatsAskedBy: actor }, now))) return refuse('changed-meanwhile');
      await audit(tx, now, { actor, action: 'allotment.seats-asked', subject: subjectOf(read.id), detail });
      // Asked anew with another number, the sentence is another one.
      await followApproval(tx, now, seatsOf(read.id, seats), { waits: false, by: actor });
      await followApproval(tx, now, seatsOf(read.id, seats), { waits: true, by: actor });
      return done('asked');
    }
    const onSale = read.status === 'live' || read.status === 'paused';
    const change = onSale ? nothingAsked : { touchedBy: [...new Set([...read.touchedBy, actor])] };
    if (!(await changeAllotment(tx, read, { seats, ...change }, now))) return refuse('changed-meanwhile');
    await setSeats(tx, platform, read.id, seats, now);
    await audit(tx, now, { actor, action: 'allotment.resized', subject: subjectOf(read.id), detail });
    await followApproval(tx, now, seatsOf(read.id, seats), { waits: false, by: actor });
    return done('resized');
  });
}

/** A second person agrees to more seats, or they or whoever asked end it. */
export async function answerSeats(
  platform: Platform,
  work: Seen & { readonly agree: boolean },
): Promise<Outcome<number, AllotmentRefusal>> {
  const read = await findAllotment(platform.db, work.id);
  if (!read) return refuse('not-found');
  if (read.seatsAsked === null) return refuse('not-waiting');
  if (read.version !== work.version) return refuse('changed-meanwhile');
  const actor = `staff:${work.staffId}`;
  if (work.agree && read.seatsAskedBy === actor) return refuse('second-person');
  const seats = work.agree ? read.seatsAsked : read.seats;
  const detail = { from: read.seats, to: read.seatsAsked };
  return transact(platform.db, async (tx): Promise<Outcome<number, AllotmentRefusal>> => {
    const now = platform.clock.now();
    if (!(await changeAllotment(tx, read, { seats, ...nothingAsked }, now))) return refuse('changed-meanwhile');
    if (work.agree) await setSeats(tx, platform, read.id, seats, now);
    const action = work.agree ? 'allotment.resized' : 'allotment.seats-declined';
    await audit(tx, now, { actor, action, subject: subjectOf(read.id), detail });
    await followApproval(tx, now, seatsOf(read.id, seats), { waits: false, by: actor });
    return done(seats);
  });
}

async function setSeats(tx: Tx, platform: Platform, id: string, seats: number, now: Instant): Promise<void> {
  await setPoolCapacities(tx, `${poolPrefixOfAllotments}${id}/`, seats);
  // A first hold of a departure that is being written at this moment opens its pool with the seats it read before.
  await platform.jobs.send(tx, allotmentSettle, { allotmentId: id }, { startAfter: new Date(now + settleAfterMs) });
}

/** The seats of an allotment as they now stand, on every departure that was ever held. */
export async function settleAllotment(platform: Pick<Platform, 'db'>, allotmentId: string): Promise<void> {
  await transact(platform.db, async (tx) => {
    const read = await findAllotment(tx, allotmentId);
    if (read) await setPoolCapacities(tx, `${poolPrefixOfAllotments}${read.id}/`, read.seats);
  });
}

function flies({ world }: Pick<Flights, 'world'>, fields: AllotmentFields): boolean {
  const { timetable } = world;
  for (let row = 0; row < timetable.number.length; row += 1) {
    if (timetable.number[row] !== fields.number) continue;
    const same =
      timetable.airlines[timetable.airline[row]!]!.code === fields.airline &&
      timetable.airports[timetable.from[row]!]!.iata === fields.fromAirport &&
      timetable.airports[timetable.to[row]!]!.iata === fields.toAirport;
    if (same && dayNumber(fields.firstDay) <= dayNumber(fields.lastDay)) return true;
  }
  return false;
}
