import { addDays, dayNumber, fromDayNumber, weekday, type CalendarDate } from '#app/values/dates.ts';
import type { AllotmentStatus } from './allotment-status.ts';

/** What decides on which days an allotment sells. */
export interface AllottedDays {
  readonly firstDay: string;
  readonly lastDay: string;
  /** Bit 0 is Monday. */
  readonly weekdays: number;
  readonly releaseDays: number;
}

/** Whether an allotment has seats on a departure date at all. */
export function fliesOn(allotment: AllottedDays, date: CalendarDate): boolean {
  return allotment.firstDay <= date && date <= allotment.lastDay && (allotment.weekdays & (1 << weekday(date))) !== 0;
}

/** Whether its seats of that date are still ours to sell; afterwards the airline has them back. */
export function isOurs(allotment: AllottedDays, date: CalendarDate, today: CalendarDate): boolean {
  return fliesOn(allotment, date) && addDays(today, allotment.releaseDays) <= date;
}

/** Departures from `from` on that an allotment has. */
export function departuresFrom(allotment: AllottedDays, from: CalendarDate): CalendarDate[] {
  const first = Math.max(dayNumber(from), dayNumber(allotment.firstDay as CalendarDate));
  const last = dayNumber(allotment.lastDay as CalendarDate);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => fromDayNumber(first + at)).filter((date) =>
    fliesOn(allotment, date),
  );
}

export const poolPrefixOfAllotments = 'allotment:';

/** The pool of one flight of an allotment. */
export function allotmentPool(id: string, date: string): string {
  return `${poolPrefixOfAllotments}${id}/${date}`;
}

export type LiveRefusal = 'second-person' | 'no-days-left';

/** Why a person may not put an allotment on sale. */
export function mayGoLive(touchedBy: readonly string[], actor: string, departures: readonly CalendarDate[]): LiveRefusal | null {
  if (touchedBy.includes(actor)) return 'second-person';
  return departures.length === 0 ? 'no-days-left' : null;
}

/** Whether a number of seats waits for a second person: more of what is on sale does, or will be again. */
export function waitsForSecond(status: AllotmentStatus, now: number, wanted: number): boolean {
  return wanted > now && (status === 'live' || status === 'paused');
}
