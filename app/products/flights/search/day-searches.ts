import { addDays, addMonths, calendarDate, dayNumber, fromDayNumber, type CalendarDate } from '#app/values/dates.ts';
import { tripOf } from './flight-search-form.ts';
import type { FlightSearch } from '../offer.ts';

/** The same search on another day of departure; null when it cannot be asked. */
export interface DaySearch {
  readonly date: CalendarDate;
  readonly search: FlightSearch | null;
}

const around = 4;

/** Four days either side. A return keeps its date: days after it cannot be asked. Empty for several cities. */
export function daysAround(search: FlightSearch, today: CalendarDate, lastDay: CalendarDate): DaySearch[] {
  if (tripOf(search) === 'multi') return [];
  const chosen = dayNumber(calendarDate(search.slices[0]!.date));
  // Near today the strip moves on instead of showing days that are over.
  const first = Math.min(Math.max(chosen - around, dayNumber(today)), Math.max(dayNumber(lastDay) - 2 * around, dayNumber(today)));
  const end = search.slices[1]?.date ?? lastDay;
  return Array.from({ length: 2 * around + 1 }, (_, index) => {
    const date = fromDayNumber(first + index);
    return {
      date,
      search: date <= end && date <= lastDay ? onDays(search, date, (search.slices[1]?.date as CalendarDate | undefined) ?? null) : null,
    };
  });
}

/** Days on sale within three of each date of a return; the pairs of them are a grid. */
export interface FlexDays {
  readonly outs: readonly CalendarDate[];
  readonly backs: readonly CalendarDate[];
}

export const flexSpread = 3;

/** Null unless a return with flexible dates is asked for. */
export function flexDays(search: FlightSearch, today: CalendarDate, lastDay: CalendarDate): FlexDays | null {
  const [out, back] = search.slices;
  if (tripOf(search) !== 'return' || !out!.flexDays) return null;
  const daysNear = (date: string) =>
    Array.from({ length: 2 * flexSpread + 1 }, (_, index) => addDays(calendarDate(date), index - flexSpread)).filter(
      (day) => day >= today && day <= lastDay,
    );
  return { outs: daysNear(out!.date), backs: daysNear(back!.date) };
}

/** Every day of a month that is on sale. A return keeps the length of the stay. */
export function daysOfMonth(search: FlightSearch, month: string, today: CalendarDate, lastDay: CalendarDate): DaySearch[] {
  const first = calendarDate(`${month}-01`);
  const nights = nightsOf(search);
  const days: DaySearch[] = [];
  for (let date = first; date.startsWith(month); date = addDays(date, 1)) {
    const back = nights === null ? null : addDays(date, nights);
    const sold = date >= today && date <= lastDay && (back === null || back <= lastDay);
    days.push({ date, search: sold ? onDays(search, date, back) : null });
  }
  return days;
}

/** Nights between out and back; null for one way. */
export function nightsOf(search: FlightSearch): number | null {
  if (tripOf(search) !== 'return') return null;
  return dayNumber(calendarDate(search.slices[1]!.date)) - dayNumber(calendarDate(search.slices[0]!.date));
}

/** The months on sale beside this one, as YYYY-MM; null at either end. */
export function monthsBeside(month: string, today: CalendarDate, lastDay: CalendarDate): { before: string | null; after: string | null } {
  const step = (by: number) => addMonths(calendarDate(`${month}-01`), by).slice(0, 7);
  const within = (candidate: string) => (candidate >= today.slice(0, 7) && candidate <= lastDay.slice(0, 7) ? candidate : null);
  return { before: within(step(-1)), after: within(step(1)) };
}

export function onDays(search: FlightSearch, out: CalendarDate, back: CalendarDate | null): FlightSearch {
  const [first, second] = search.slices;
  return {
    ...search,
    slices:
      back && second
        ? [
            { ...first!, date: out },
            { ...second, date: back },
          ]
        : [{ ...first!, date: out }],
  };
}
