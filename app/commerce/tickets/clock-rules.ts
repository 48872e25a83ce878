import { addDays, dateIn, instant, minuteMs, type CalendarDate, type Instant } from '#app/values/dates.ts';
import type { TicketPriority } from './ticket-kinds.ts';

/*
 * The clocks of a ticket run in working hours of the desk: what comes in on Saturday evening is not late on Sunday. The
 * clock of the solution stands still while we wait for the customer, and only then: a slow supplier is our business.
 */

/** When the desk is open on a date, as clocks in Dubai; null when it is closed. */
export type HoursOn = (date: CalendarDate) => { readonly from: string; readonly until: string } | null;

const zone = 'Asia/Dubai';
/** Dubai has no summer time. */
const offset = '+04:00';
/** A year without an open hour is a fault of the hours. */
const furthestDays = 366;

/** Working minutes until the first answer and until the solution, by how pressing it is. A weekday has 540. */
const promised: Readonly<Record<TicketPriority, { readonly first: number; readonly solve: number }>> = {
  urgent: { first: 60, solve: 480 },
  high: { first: 240, solve: 1080 },
  normal: { first: 540, solve: 2700 },
  low: { first: 1080, solve: 5400 },
};

/** A ticket that was solved is closed after so many days, and may be taken up again for so many more. */
export const closeAfterDays = 7;
export const reopenDays = 30;

function openOn(date: CalendarDate, hoursOn: HoursOn): { readonly from: number; readonly until: number } | null {
  const hours = hoursOn(date);
  return hours && { from: Date.parse(`${date}T${hours.from}:00${offset}`), until: Date.parse(`${date}T${hours.until}:00${offset}`) };
}

/** The moment at which so many working minutes have passed since `from`. */
export function afterWorking(from: Instant, minutes: number, hoursOn: HoursOn): Instant {
  let left = minutes * minuteMs;
  let day = dateIn(zone, from);
  for (let days = 0; days < furthestDays; days += 1, day = addDays(day, 1)) {
    const open = openOn(day, hoursOn);
    if (!open) continue;
    const start = Math.max(open.from, from);
    const room = open.until - start;
    if (room <= 0) continue;
    if (left <= room) return instant(start + left);
    left -= room;
  }
  throw new Error('The desk is never open');
}

/** Working minutes between two moments, whole; nothing when the second is not later. */
export function workingBetween(from: Instant, until: Instant, hoursOn: HoursOn): number {
  let sum = 0;
  for (let day = dateIn(zone, from); Date.parse(`${day}T00:00:00${offset}`) < until; day = addDays(day, 1)) {
    const open = openOn(day, hoursOn);
    if (open) sum += Math.max(0, Math.min(open.until, until) - Math.max(open.from, from));
  }
  return Math.floor(sum / minuteMs);
}

/** What is promised to a ticket that came in at a moment. */
export function promisesOf(
  priority: TicketPriority,
  from: Instant,
  hoursOn: HoursOn,
): { readonly first: Instant; readonly solve: Instant } {
  return { first: afterWorking(from, promised[priority].first, hoursOn), solve: afterWorking(from, promised[priority].solve, hoursOn) };
}

/** The clocks as they stand on a ticket; times in milliseconds. */
export interface Clocks {
  readonly firstDueAt: Date;
  readonly firstAnswerAt: Date | null;
  readonly solveDueAt: Date | null;
  readonly solveLeft: number | null;
}

type ClockColumns = Pick<Clocks, 'solveDueAt' | 'solveLeft'> & { readonly dueAt: Date | null };

/** The clocks after a move: they run while we are to do something, the solution's stands still while the customer is. */
export function clocksAfter(clocks: Clocks, to: string, now: Instant, hoursOn: HoursOn): ClockColumns {
  const waits = to === 'waiting_customer';
  const over = to === 'solved' || to === 'closed';
  if (waits || over) {
    const left = clocks.solveDueAt === null ? clocks.solveLeft! : workingBetween(now, instant(clocks.solveDueAt.getTime()), hoursOn);
    return { solveDueAt: null, solveLeft: left, dueAt: null };
  }
  const solveDueAt = clocks.solveDueAt ?? new Date(afterWorking(now, clocks.solveLeft!, hoursOn));
  return {
    solveDueAt,
    solveLeft: null,
    dueAt: clocks.firstAnswerAt === null && clocks.firstDueAt < solveDueAt ? clocks.firstDueAt : solveDueAt,
  };
}
