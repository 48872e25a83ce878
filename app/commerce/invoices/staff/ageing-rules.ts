import { dayNumber, type CalendarDate } from '#app/values/dates.ts';

/** How long something is past its day; `later` is not due yet. */
export const ages = ['later', 'd30', 'd60', 'd90', 'older'] as const;
export type Age = (typeof ages)[number];

/** The column in which an open amount stands. Without a day it is due from its issue on. */
export function ageOf(due: CalendarDate, today: CalendarDate): Age {
  const days = dayNumber(today) - dayNumber(due);
  if (days <= 0) return 'later';
  return days <= 30 ? 'd30' : days <= 60 ? 'd60' : days <= 90 ? 'd90' : 'older';
}

/** More open invoices than anybody reads through; the report says so when there are more. */
export const mostOpen = 2_000;

/** Rows that are read at once. */
export const ageingPageSize = 100;

/** The page that an address asks for (from 1), as far as there are so many. */
export function ageingPage(asked: string | null, rows: number): { readonly page: number; readonly pages: number } {
  const pages = Math.max(1, Math.ceil(rows / ageingPageSize));
  const page = /^\d{1,6}$/.test(asked ?? '') ? Number(asked) : 1;
  return { page: Math.min(Math.max(page, 1), pages), pages };
}

/** Fils by age. */
export type Ages = Readonly<Record<Age, number>>;
export const noAges: Ages = { later: 0, d30: 0, d60: 0, d90: 0, older: 0 };

export function addAges(one: Ages, other: Ages): Ages {
  return Object.fromEntries(ages.map((age) => [age, one[age] + other[age]])) as unknown as Ages;
}

/**
 * What is owed of an invoice by the age of each unpaid part of its plan (fils, soonest first). What the parts do not
 * explain, because something was credited or nothing was planned, is due on `dueOn`: the day of issue, or the end of the days
 * that a company has.
 */
export function agesOf(
  due: number,
  parts: readonly { readonly amount: number; readonly dueOn: CalendarDate }[],
  dueOn: CalendarDate,
  today: CalendarDate,
): Ages {
  const sums: Record<Age, number> = { ...noAges };
  let rest = due;
  for (const part of parts) {
    const some = Math.min(rest, part.amount);
    sums[ageOf(part.dueOn, today)] += some;
    rest -= some;
  }
  if (rest > 0) sums[ageOf(dueOn, today)] += rest;
  return sums;
}
