import { randomBytes } from 'node:crypto';
import { setPoolCapacities } from '#app/commerce/availability/pools-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, minuteMs, type CalendarDate } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import { dayNumber } from '../engine/calendar.ts';
import { allotmentSettle } from '../flight-jobs.server.ts';
import type { Flights } from '../flights-context.ts';
import type { AllotmentFields } from './allotment-form.ts';
import { departuresFrom, isOurs, mayGoLive, poolPrefixOfAllotments, type LiveRefusal } from './allotment-rules.ts';
import { allotmentMachine, type AllotmentEvent, type AllotmentStatus } from './allotment-status.ts';
import { changeAllotment, findAllotment, insertAllotment } from './allotment-store.server.ts';
import { ownCode } from './own-offer.ts';

export type AllotmentRefusal = 'not-found' | 'no-such-flight' | 'changed-meanwhile' | MoveRefusal | LiveRefusal;

/** Longer than a hold takes from reading an allotment to having its seats. */
const settleAfterMs = minuteMs;
const subjectOf = (id: string) => `flight_allotments:${id}`;
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
    await insertAllotment(tx, { ...fields, id, supplier: ownCode, draftedBy: actor }, now);
    await audit(tx, now, { actor, action: 'allotment.drafted', subject: subjectOf(id), detail: { ...fields } });
  });
  return done(id);
}

/** Moves an allotment on. Only somebody who did not draft it may put it on sale. */
export async function moveAllotment(
  platform: Platform,
  work: { readonly id: string; readonly event: AllotmentEvent; readonly staffId: string },
): Promise<Outcome<AllotmentStatus, AllotmentRefusal>> {
  const read = await findAllotment(platform.db, work.id);
  if (!read) return refuse('not-found');
  const move = moveOn(allotmentMachine, read.status, work.event, 'staff');
  if (!move.ok) return refuse(move.refused);
  const actor = `staff:${work.staffId}`;
  if (move.to === 'live') {
    const today = dateIn('Asia/Dubai', platform.clock.now());
    const days = departuresFrom(read, today).filter((date: CalendarDate) => isOurs(read, date, today));
    const refused = mayGoLive(work.event === 'go-live' ? read.draftedBy : '', actor, days);
    if (refused) return refuse(refused);
  }
  return transact(platform.db, async (tx): Promise<Outcome<AllotmentStatus, AllotmentRefusal>> => {
    const now = platform.clock.now();
    if (!(await changeAllotment(tx, read, { status: move.to }, now))) return refuse('changed-meanwhile');
    await audit(tx, now, { actor, action: `allotment.${work.event}`, subject: subjectOf(read.id) });
    return done(move.to);
  });
}

/** Changes how many seats each departure has. Fewer than are sold sells no more; nobody loses a seat. */
export async function resizeAllotment(
  platform: Platform,
  work: { readonly id: string; readonly seats: number; readonly staffId: string },
): Promise<Outcome<number, AllotmentRefusal>> {
  const read = await findAllotment(platform.db, work.id);
  if (!read) return refuse('not-found');
  if (read.status === 'ended') return refuse('not-possible-from-here');
  const actor = `staff:${work.staffId}`;
  return transact(platform.db, async (tx): Promise<Outcome<number, AllotmentRefusal>> => {
    const now = platform.clock.now();
    if (!(await changeAllotment(tx, read, { seats: work.seats }, now))) return refuse('changed-meanwhile');
    await setPoolCapacities(tx, `${poolPrefixOfAllotments}${read.id}/`, work.seats);
    // A first hold of a departure that is being written at this moment opens its pool with the seats it read before.
    await platform.jobs.send(tx, allotmentSettle, { allotmentId: read.id }, { startAfter: new Date(now + settleAfterMs) });
    await audit(tx, now, {
      actor,
      action: 'allotment.resized',
      subject: subjectOf(read.id),
      detail: { from: read.seats, to: work.seats },
    });
    return done(work.seats);
  });
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
