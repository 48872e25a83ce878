import { addDays, addMonths, calendarDate, dayNumber, type CalendarDate } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import { plainDigits } from '#app/values/plain-digits.ts';
import { salesDays } from './flight-search-form.ts';
import type { FlightSearch } from '../offer.ts';

/*
 * "Where can I go for this much, in this month?" Only direct flights are asked for, on four days of the month and from
 * the places most flown to: some answer that is there at once and true, not all answers. All of it is said beside them.
 */

/** A year of dates is looked at when somebody asks, not a world of them. */
export const mostDestinations = 30;
export const exploreNights = 7;
const sampledDays = [4, 11, 18, 25];
export const mostBudget = 100_000;

/** As typed; any text is possible. */
export interface ExploreFields {
  /** Empty: the city the page is about. */
  readonly from: string;
  readonly budget: string;
  readonly month: string;
  readonly oneWay: boolean;
}

export type ExploreProblem = 'budget' | 'month' | 'from';

/** Null while nobody asked. */
export function readExplore(params: URLSearchParams): ExploreFields | null {
  if (!params.has('budget')) return null;
  const text = (name: string) => (params.get(name) ?? '').trim().slice(0, 80);
  return { from: text('from'), budget: text('budget'), month: text('month'), oneWay: params.get('trip') === 'one-way' };
}

/** Months that have days on sale, `YYYY-MM`, this one first. */
export function monthsOnSale(today: CalendarDate): string[] {
  const last = addDays(today, salesDays).slice(0, 7);
  const months: string[] = [];
  for (let month = today.slice(0, 7); month <= last; month = addMonths(calendarDate(`${month}-01`), 1).slice(0, 7)) months.push(month);
  return months;
}

/** Whole dirhams in minor units; null for what is no sum somebody travels on. Digits of Arabic count as digits. */
export function readBudget(typed: string): number | null {
  const digits = plainDigits(typed)
    .replace(/^(aed|د\.إ)\s*/i, '')
    .replace(/[\s,٬]/g, '');
  const amount = /^\d{1,6}$/.test(digits) ? Number(digits) : 0;
  return amount >= 1 && amount <= mostBudget ? amount * 100 : null;
}

/** The days of a month that are asked: on sale, with the way back on sale too. */
export function exploreDays(month: string, oneWay: boolean, today: CalendarDate): CalendarDate[] {
  const last = dayNumber(addDays(today, salesDays)) - (oneWay ? 0 : exploreNights);
  return sampledDays.map((day) => addDays(calendarDate(`${month}-01`), day - 1)).filter((day) => day > today && dayNumber(day) <= last);
}

/** One adult, direct, as the results page would be asked. */
export function exploreSearch(from: string, to: string, date: CalendarDate, oneWay: boolean): FlightSearch {
  const back = oneWay ? [] : [{ from: to, to: from, date: addDays(date, exploreNights) }];
  return {
    slices: [{ from, to, date }, ...back],
    passengers: { adults: 1, children: 0, infants: 0 },
    cabin: 'economy',
    maxStops: 0,
  };
}

/** A place with the lowest price found, and the day it was found on. */
export interface PricedPlace {
  readonly to: string;
  readonly date: CalendarDate;
  readonly total: Money;
}

/** What is within a budget, cheapest first, and the next place above it. */
export function withinBudget<Place extends PricedPlace>(
  found: readonly Place[],
  budget: number,
): { readonly within: readonly Place[]; readonly above: Place | null } {
  const sorted = found.toSorted((a, b) => a.total.amount - b.total.amount || (a.to < b.to ? -1 : 1));
  const within = sorted.filter(({ total }) => total.amount <= budget);
  return { within, above: sorted[within.length] ?? null };
}
