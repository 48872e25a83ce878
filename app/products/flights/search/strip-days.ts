import type { Money } from '#app/values/money.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import type { DaySearch } from './day-searches.ts';
import { isEid } from './eid-days.ts';

/** A day of the strip or of the month. `total` is null without flights, undefined while nobody has asked or a source did not answer. */
export interface PricedDay {
  readonly date: CalendarDate;
  readonly total: Money | null | undefined;
  readonly chosen: boolean;
  /** Among the cheapest of those shown: in the lowest tenth between least and most. */
  readonly low: boolean;
  readonly eid: boolean;
  /** Address of the same search on that day; null when it cannot be asked. */
  readonly to: string | null;
}

export function pricedDays(
  days: readonly DaySearch[],
  chosen: string,
  totalOf: (day: DaySearch) => Money | null | undefined,
  addressOf: (day: DaySearch) => string,
): PricedDay[] {
  const totals = days.map((day) => (day.search ? totalOf(day) : null));
  const amounts = totals.flatMap((total) => (total ? [total.amount] : []));
  const least = Math.min(...amounts);
  const most = Math.max(...amounts);
  return days.map((day, index) => {
    const total = totals[index];
    return {
      date: day.date,
      total,
      chosen: day.date === chosen,
      low: Boolean(total) && most > least && total!.amount <= least + (most - least) / 10,
      eid: isEid(day.date),
      to: day.search ? addressOf(day) : null,
    };
  });
}
