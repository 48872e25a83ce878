import { addDays, addMilliseconds, dateIn, dayMs, hourMs, instant, minuteMs, weekday, type Instant } from '#app/values/dates.ts';
import { instantOf, localTime } from '#app/values/local-time.ts';

export const officeZone = 'Asia/Dubai';
/** Notes and a breath between two people. */
export const bufferMinutes = 15;
/** An invitation is good for so long (security figures: tokens of interviews live 72 hours). */
export const invitationMs = 72 * hourMs;
/** Nobody is asked to come sooner than this. */
const noticeMs = 24 * hourMs;
const daysAhead = 14;
/** A score card is due so long after the end. */
export const scoreDueMs = dayMs;
const opens = 9 * 60;
const closes = 18 * 60;
const lunch = { from: 13 * 60, until: 14 * 60 } as const;
const stepMinutes = 30;

export interface Busy {
  readonly from: Instant;
  readonly until: Instant;
}

/** What an interview takes of everybody on the panel: its length and the pause after it. */
export function takenBy(at: Instant, minutes: number): Busy {
  return { from: at, until: addMilliseconds(at, (minutes + bufferMinutes) * minuteMs) };
}

const overlap = (one: Busy, other: Busy) => one.from < other.until && other.from < one.until;

/** Whether an interview may be at that time at all: on the half hour, within office hours of a weekday, lunch left alone. */
export function isOfficeTime(at: Instant, minutes: number): boolean {
  const date = dateIn(officeZone, at);
  if (weekday(date) > 4) return false;
  const start = (at - instantOf(officeZone, localTime(date, '00:00'))) / minuteMs;
  if (start % stepMinutes !== 0 || start < opens || start + minutes > closes) return false;
  return start + minutes <= lunch.from || start >= lunch.until;
}

/** Times at which nobody of the panel is busy, earliest first; at most three a day, so that days can be compared. */
export function openTimes(busy: readonly Busy[], minutes: number, now: Instant, most: number): Instant[] {
  const found: Instant[] = [];
  const first = dateIn(officeZone, addMilliseconds(now, noticeMs));
  for (let day = 0; day <= daysAhead && found.length < most; day += 1) {
    const midnight = instantOf(officeZone, localTime(addDays(first, day), '00:00'));
    let today = 0;
    for (let minute = opens; minute < closes && today < 3; minute += stepMinutes) {
      const at = instant(midnight + minute * minuteMs);
      if (at < now + noticeMs || !isOfficeTime(at, minutes)) continue;
      const taken = takenBy(at, minutes);
      if (busy.some((one) => overlap(one, taken))) continue;
      found.push(at);
      today += 1;
      // The next one of this day stands clear of this one, so that all that are offered can be kept.
      while (minute + stepMinutes < closes && midnight + (minute + stepMinutes) * minuteMs < taken.until) minute += stepMinutes;
    }
  }
  return found.slice(0, most);
}

/** A time from a form, in UTC to the minute; null for anything else. */
export function readTime(text: unknown): Instant | null {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isFinite(at) ? instant(at) : null;
}

export function writeTime(at: Instant): string {
  return `${new Date(at).toISOString().slice(0, 16)}Z`;
}
