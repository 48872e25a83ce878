import { addDays, type CalendarDate } from '#app/values/dates.ts';

/** Holidays whose day moves from year to year; a calendar names them beside its dates. */
export const movingHolidays = ['eid-al-fitr', 'eid-al-adha', 'hijri-new-year', 'mawlid', 'good-friday', 'easter-monday'] as const;
export type MovingHoliday = (typeof movingHolidays)[number];

export const isMovingHoliday = (word: string): word is MovingHoliday => (movingHolidays as readonly string[]).includes(word);

/** First and last day in the calendar of Umm al-Qura, month and day; the sighting of the moon may move them by one. */
const hijriDays: Readonly<Partial<Record<MovingHoliday, readonly [month: number, from: number, until: number]>>> = {
  'eid-al-fitr': [10, 1, 3],
  'eid-al-adha': [12, 9, 12],
  'hijri-new-year': [1, 1, 1],
  mawlid: [3, 12, 12],
};
const hijri = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', { month: 'numeric', day: 'numeric', timeZone: 'UTC' });

/** Days from Easter Sunday. */
const easterDays: Readonly<Partial<Record<MovingHoliday, number>>> = { 'good-friday': -2, 'easter-monday': 1 };

/** Whether a holiday falls on a day. */
export function fallsOn(holiday: MovingHoliday, day: CalendarDate): boolean {
  const span = hijriDays[holiday];
  if (span) {
    const parts = hijri.formatToParts(Date.parse(`${day}T00:00:00Z`));
    const number = (type: string) => Number(parts.find((part) => part.type === type)?.value);
    const [month, from, until] = span;
    return number('month') === month && number('day') >= from && number('day') <= until;
  }
  return addDays(easterSunday(Number(day.slice(0, 4))), easterDays[holiday]!) === day;
}

/** Easter of the western churches in a year (the anonymous Gregorian computus; Meeus, Astronomical Algorithms). */
export function easterSunday(year: number): CalendarDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const rest = year % 100;
  const leaps = Math.floor(century / 4);
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - leaps - moonShift + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const day = epact + toSunday - 7 * late + 114;
  return `${year}-${String(Math.floor(day / 31)).padStart(2, '0')}-${String((day % 31) + 1).padStart(2, '0')}` as CalendarDate;
}

/** The days of the holidays of a calendar that fall between two days, both included; first to last. */
export function holidaysBetween(holidays: readonly string[], from: CalendarDate, until: CalendarDate): CalendarDate[] {
  const found: CalendarDate[] = [];
  for (let day = from; day <= until; day = addDays(day, 1)) if (isHoliday(holidays, day)) found.push(day);
  return found;
}

/** Whether a day is among the holidays: each year's `MM-DD`, one `YYYY-MM-DD`, or a moving one by name. */
export function isHoliday(holidays: readonly string[], day: CalendarDate): boolean {
  return holidays.some((one) => (isMovingHoliday(one) ? fallsOn(one, day) : one === day || one === day.slice(5)));
}
