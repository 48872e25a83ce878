import { addDays, addMonths, parseCalendarDate, weekday, type CalendarDate } from '#app/values/dates.ts';
import { hijriYearBefore, lastSeason, lengthOf, seasons, type Days, type Season } from './hijri-rules.ts';

/** Spans that are asked for again and again; `own` is any other. */
export const periods = ['today', '7d', '28d', 'month', 'quarter', 'year', ...seasons, 'own'] as const;
export type Period = (typeof periods)[number];

export const comparisons = ['previous', 'year', 'hijri', 'none'] as const;
export type Comparison = (typeof comparisons)[number];

export type Grain = 'day' | 'week' | 'month';

/** Two years and a Ramadan: more would be read for nothing. */
const mostDays = 800;

export interface PeriodAsk {
  readonly period: Period;
  readonly days: Days;
  readonly against: Comparison;
  /** Null: compared with nothing. */
  readonly before: Days | null;
  readonly grain: Grain;
  /** Own days as they were typed that cannot be shown: one is missing, or both are still to come. */
  readonly unread: { readonly from: string; readonly until: string } | null;
}

/** Reads a period from an address; what makes no sense is the last four weeks against the four before. */
export function readPeriod(params: URLSearchParams, today: CalendarDate): PeriodAsk {
  const asked = params.get('period') ?? '';
  const named = periods.find((one) => one === asked) ?? '28d';
  const own = readOwn(params, today);
  const period = named === 'own' && !own ? '28d' : named;
  const days = period === 'own' ? own! : daysOf(period, today);
  const wanted = comparisons.find((one) => one === params.get('against'));
  const isSeason = (seasons as readonly string[]).includes(period);
  // A day that is not over beside a whole one would be a fall every morning: it is compared by whoever asks for it.
  const against = wanted ?? (period === 'today' ? 'none' : isSeason ? 'hijri' : 'previous');
  const unread = named === 'own' && !own ? { from: params.get('from') ?? '', until: params.get('until') ?? '' } : null;
  return { period, days, against, before: daysBefore(days, against), grain: grainOf(days), unread };
}

function readOwn(params: URLSearchParams, today: CalendarDate): Days | null {
  const [from, until] = [parseCalendarDate(params.get('from') ?? ''), parseCalendarDate(params.get('until') ?? '')];
  if (!from || !until) return null;
  const [first, last] = from <= until ? [from, until] : [until, from];
  const end = last > today ? today : last;
  if (first > end || first < '2000-01-01') return null;
  return lengthOf({ from: first, until: end }) > mostDays ? { from: addDays(end, 1 - mostDays), until: end } : { from: first, until: end };
}

/** The days of a named period up to today, which is in it. */
export function daysOf(period: Exclude<Period, 'own'>, today: CalendarDate): Days {
  switch (period) {
    case 'today':
      return { from: today, until: today };
    case '7d':
      return { from: addDays(today, -6), until: today };
    case '28d':
      return { from: addDays(today, -27), until: today };
    case 'month':
      return { from: monthStart(today), until: today };
    case 'quarter':
      return { from: addMonths(monthStart(today), -((Number(today.slice(5, 7)) - 1) % 3)), until: today };
    case 'year':
      return { from: addDays(addMonths(today, -12), 1), until: today };
    default: {
      const season = lastSeason(period satisfies Season, today);
      return { from: season.from, until: season.until > today ? today : season.until };
    }
  }
}

/** What a span is compared with: as many days, however the calendar falls. */
export function daysBefore(days: Days, against: Comparison): Days | null {
  const length = lengthOf(days);
  const starting = (from: CalendarDate): Days => ({ from, until: addDays(from, length - 1) });
  switch (against) {
    case 'none':
      return null;
    case 'previous':
      return starting(addDays(days.from, -length));
    case 'year':
      return starting(addMonths(days.from, -12));
    case 'hijri':
      return starting(hijriYearBefore(days.from));
  }
}

/** Points that a chart can be read by. */
export function grainOf(days: Days): Grain {
  const length = lengthOf(days);
  return length <= 62 ? 'day' : length <= 200 ? 'week' : 'month';
}

export function monthStart(date: CalendarDate): CalendarDate {
  return `${date.slice(0, 7)}-01` as CalendarDate;
}

/** The first day of the bucket a day falls in; weeks begin on Monday. */
export function bucketOf(day: CalendarDate, grain: Grain): CalendarDate {
  if (grain === 'day') return day;
  return grain === 'week' ? addDays(day, -weekday(day)) : monthStart(day);
}

/** The buckets of a span in order; the first and last may be cut. */
export function bucketsOf(days: Days, grain: Grain): CalendarDate[] {
  const found: CalendarDate[] = [];
  const next = (day: CalendarDate) => (grain === 'month' ? addMonths(day, 1) : addDays(day, grain === 'week' ? 7 : 1));
  for (let day = bucketOf(days.from, grain); day <= days.until; day = next(day)) found.push(day);
  return found;
}
