import { addMonths, type CalendarDate } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';

export interface Depreciable {
  readonly cost: Money;
  /** What it is still worth at the end of its life; never more than its cost. */
  readonly residual: Money;
  readonly lifeMonths: number;
  readonly boughtOn: CalendarDate;
}

/** Whole months that have passed between two days: the 31st of January is a month old on the 28th of February. */
export function monthsBetween(from: CalendarDate, on: CalendarDate): number {
  if (on <= from) return 0;
  const [year, month] = from.split('-').map(Number) as [number, number];
  const [toYear, toMonth] = on.split('-').map(Number) as [number, number];
  const months = (toYear - year) * 12 + toMonth - month;
  return addMonths(from, months) > on ? months - 1 : months;
}

/**
 * What the books have a thing at on a day: straight-line, by whole months, to the fils. What remains of the division falls
 * into the earlier months, so that the last day of its life always shows the residual value itself.
 */
export function bookValue({ cost, residual, lifeMonths, boughtOn }: Depreciable, on: CalendarDate): Money {
  const passed = Math.min(monthsBetween(boughtOn, on), lifeMonths);
  const lost = cost.amount - residual.amount;
  // Exact in 64 bits: fils times months of one thing stay far below 2^53.
  return money(cost.amount - Math.ceil((lost * passed) / lifeMonths), cost.currency);
}
