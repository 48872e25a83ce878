import { addDays, addMonths, type CalendarDate, dayNumber, fromDayNumber, weekday } from '#app/values/dates.ts';
import type { DepartureRule } from './tour.ts';

/** Our partners on the ground need three weeks to arrange rooms and guides. */
export const leadDays = 21;
/** Prices are known this far ahead. */
const monthsAhead = 14;

/** The days a tour sets off, soonest first, from the first that can still be arranged; at most `most`. */
export function departuresOf(rule: DepartureRule, today: CalendarDate, most = 400): CalendarDate[] {
  const earliest = addDays(today, leadDays);
  const last = addMonths(today, monthsAhead);
  const found: CalendarDate[] = [];
  // weekday() counts Monday as 0, the rule counts it as 1.
  const first = dayNumber(earliest) + ((rule.weekday - 1 - weekday(earliest) + 7) % 7);
  const end = dayNumber(last);
  for (let at = first; at <= end && found.length < most; at += 7) {
    const day = fromDayNumber(at);
    if (rule.months.includes(Number(day.slice(5, 7)))) found.push(day);
  }
  return found;
}

/** From here on a departure that too few have booked is looked at: twice what our partners need. */
export const riskDays = 2 * leadDays;

/** Somebody counts on it, it sets off soon, and less than half of it is sold: it is guaranteed or it is given up. */
export function isAtRisk(
  departure: { readonly setsOff: CalendarDate; readonly sold: number; readonly capacity: number; readonly guaranteed: boolean },
  today: CalendarDate,
): boolean {
  const { setsOff, sold, capacity, guaranteed } = departure;
  return !guaranteed && sold > 0 && sold * 2 < capacity && setsOff <= addDays(today, riskDays);
}

/** Months (YYYY-MM) in which a tour sets off. */
export function departureMonths(rule: DepartureRule, today: CalendarDate): string[] {
  return [...new Set(departuresOf(rule, today).map((day) => day.slice(0, 7)))];
}
