import {
  addDays,
  addMilliseconds,
  dateIn,
  hourMs,
  instant,
  parseCalendarDate,
  type CalendarDate,
  type Instant,
} from '#app/values/dates.ts';
import { instantOf, localTime } from '#app/values/local-time.ts';
import { noticeMs } from './slot-rules.ts';

/** A time that came free is kept so long for whoever is told of it, where it does not begin sooner. */
export const holdMs = 12 * hourMs;
/** Nobody is told of a time of which less than this is left to take it. */
export const leastHoldMs = 2 * hourMs;
/** Times that are kept for one person. Who lets so many pass is asked no more: the desk finds a time with them. */
export const mostOffers = 3;
/** Days ahead that can be wished for. */
export const wishableDays = 90;

export interface WishedDays {
  readonly first: CalendarDate;
  readonly last: CalendarDate;
}

/** The first time that can still be kept for somebody. */
export function firstToOffer(now: Instant): Instant {
  return addMilliseconds(now, noticeMs + leastHoldMs);
}

/** Until when a time is kept: never so long that whoever comes next could not book it any more. */
export function heldUntil(now: Instant, at: Instant): Instant {
  return instant(Math.min(now + holdMs, at - noticeMs));
}

/** The moments between which the wished days lie in a zone. */
export function spanOf(zone: string, { first, last }: WishedDays): { readonly from: Instant; readonly until: Instant } {
  return { from: instantOf(zone, localTime(first, '00:00')), until: instantOf(zone, localTime(addDays(last, 1), '00:00')) };
}

/** The days between two moments, in a zone; the other way round. */
export function daysOf(zone: string, from: Instant, until: Instant): WishedDays {
  return { first: dateIn(zone, from), last: dateIn(zone, addMilliseconds(until, -1)) };
}

/** What the form begins with: a fortnight from tomorrow. */
export function usualDays(today: CalendarDate): WishedDays {
  return { first: addDays(today, 1), last: addDays(today, 14) };
}

export type DayFault = 'day-missing' | 'day-past' | 'day-far' | 'days-turned';

/** Wished days from what was typed, or what is wrong with which. */
export function readWishedDays(
  typed: { readonly firstDay: string; readonly lastDay: string },
  today: CalendarDate,
):
  | { readonly ok: true; readonly value: WishedDays }
  | { readonly ok: false; readonly errors: { readonly firstDay?: DayFault; readonly lastDay?: DayFault } } {
  const [first, last] = [parseCalendarDate(typed.firstDay), parseCalendarDate(typed.lastDay)];
  const fault = (day: CalendarDate | null): DayFault | undefined => {
    if (day === null) return 'day-missing';
    if (day < today) return 'day-past';
    return day > addDays(today, wishableDays) ? 'day-far' : undefined;
  };
  const [firstDay, lastDay] = [fault(first), fault(last)];
  if (firstDay || lastDay) return { ok: false, errors: { ...(firstDay && { firstDay }), ...(lastDay && { lastDay }) } };
  if (last! < first!) return { ok: false, errors: { lastDay: 'days-turned' } };
  return { ok: true, value: { first: first!, last: last! } };
}
