import { parseCalendarDate, type Instant } from '#app/values/dates.ts';
import { instantOf, localTime } from '#app/values/local-time.ts';
import { officeZone } from '../slot-rules.ts';

/** What was typed as a time on the office's clock (`2026-11-24T09:00`); null when it is none. */
export function readOfficeTime(typed: unknown): Instant | null {
  const [, day, clock] = typeof typed === 'string' ? (/^(\d{4}-\d\d-\d\d)T((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(typed) ?? []) : [];
  const date = day ? parseCalendarDate(day) : null;
  return date && clock ? instantOf(officeZone, localTime(date, clock)) : null;
}
