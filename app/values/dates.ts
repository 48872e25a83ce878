/**
 * Three kinds of time, never mixed: an instant (UTC milliseconds), a calendar date without a zone
 * (passport expiry, check-in), and a local time with its IANA zone (a departure).
 */
export type Instant = number & { readonly __instant: unique symbol };
/** 'YYYY-MM-DD' */
export type CalendarDate = string & { readonly __calendarDate: unique symbol };

export const minuteMs = 60_000;
export const hourMs = 3_600_000;
export const dayMs = 86_400_000;

export function instant(milliseconds: number): Instant {
  if (!Number.isFinite(milliseconds)) throw new RangeError(`Not an instant: ${milliseconds}`);
  return milliseconds as Instant;
}

export function addMilliseconds(start: Instant, milliseconds: number): Instant {
  return (start + milliseconds) as Instant;
}

/**
 * Null unless the text is a date that exists, 2027-02-29 is refused, and that something can be reckoned from: a day near the
 * ends of what four digits can write leads out of them, and whatever counts days from there never arrives.
 */
export function parseCalendarDate(text: string): CalendarDate | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const at = new Date(Date.UTC(year, month - 1, day));
  at.setUTCFullYear(year);
  const exists = at.getUTCMonth() === month - 1 && at.getUTCDate() === day && year >= 1000 && year < 9900;
  return exists ? (text as CalendarDate) : null;
}

/**
 * Whether a text is a moment as `toISOString` writes it. The day is asked for by itself: `Date.parse` takes the 30 February
 * for the 2 March, and a database refuses it.
 */
export function isMoment(text: string): boolean {
  const day = /^(\d{4}-\d{2}-\d{2})T[\d:.]+Z$/.exec(text)?.[1];
  return day !== undefined && parseCalendarDate(day) !== null && !Number.isNaN(Date.parse(text));
}

export function calendarDate(text: string): CalendarDate {
  const date = parseCalendarDate(text);
  if (!date) throw new RangeError(`Not a calendar date: ${text}`);
  return date;
}

/** Whole days since 1970-01-01. */
export function dayNumber(date: CalendarDate): number {
  return Math.round(Date.parse(`${date}T00:00:00Z`) / dayMs);
}

export function fromDayNumber(day: number): CalendarDate {
  return new Date(day * dayMs).toISOString().slice(0, 10) as CalendarDate;
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromDayNumber(dayNumber(date) + days);
}

/** Same day of the month, clamped to the month's end: 31 January plus one month is 28 or 29 February. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(day, last));
  return first.toISOString().slice(0, 10) as CalendarDate;
}

/** Whole years between two dates, as a birthday counts them. A 29 February birthday falls on 1 March. */
export function ageOn(birth: CalendarDate, on: CalendarDate): number {
  const years = Number(on.slice(0, 4)) - Number(birth.slice(0, 4));
  return on.slice(5) < birth.slice(5) ? years - 1 : years;
}

/** 0 = Monday ... 6 = Sunday (ISO 8601 order). */
export function weekday(date: CalendarDate): number {
  return (((dayNumber(date) + 3) % 7) + 7) % 7;
}

const dateInZone = new Map<string, Intl.DateTimeFormat>();
/** Every zone of today begins its days on a quarter of an hour: within one the date stays. By zone, the last one asked for. */
const quarterMs = 15 * minuteMs;
const lastInZone = new Map<string, { readonly quarter: number; readonly date: CalendarDate }>();

/** The calendar date that people in a zone have at an instant. */
export function dateIn(zone: string, at: Instant): CalendarDate {
  const quarter = Math.floor(at / quarterMs);
  const last = lastInZone.get(zone);
  if (last?.quarter === quarter) return last.date;
  const date = formatDateIn(zone, at);
  // Before 1972 zones were minutes and seconds apart.
  if (quarter > 100_000) lastInZone.set(zone, { quarter, date });
  return date;
}

function formatDateIn(zone: string, at: Instant): CalendarDate {
  let format = dateInZone.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    dateInZone.set(zone, format);
  }
  return format.format(at) as CalendarDate;
}
