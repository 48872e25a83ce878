import type { CalendarDate } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import type { FlexDays } from './day-searches.ts';

/*
 * The grid of a return with flexible dates: days out by days back. A price is low, middle or high by the third of
 * the range between the least and the most that it lies in.
 */

export type PriceLevel = 'low' | 'mid' | 'high';

export interface FlexCell {
  /** Null: no flights, or not sold as a return; undefined: no source could say. */
  readonly total: Money | null | undefined;
  readonly level: PriceLevel | null;
  /** The least of all; several cells may be. */
  readonly least: boolean;
}

export interface FlexGrid extends FlexDays {
  /** By day back, then by day out. */
  readonly rows: readonly (readonly FlexCell[])[];
  /** Upper ends of low and middle; null where all prices are one. */
  readonly limits: { readonly low: Money; readonly mid: Money } | null;
}

/** A day out and a day back, YYYY-MM-DD. */
export function pairKey(out: string, back: string): string {
  return `${out} ${back}`;
}

export function flexGrid(days: FlexDays, totals: ReadonlyMap<string, Money | null>): FlexGrid {
  const prices = [...totals.values()].flatMap((total) => (total ? [total] : []));
  const amounts = prices.map(({ amount }) => amount);
  const least = Math.min(...amounts);
  const most = Math.max(...amounts);
  const third = (most - least) / 3;
  const cellOf = (out: CalendarDate, back: CalendarDate): FlexCell => {
    const total = back < out ? null : totals.get(pairKey(out, back));
    if (!total) return { total, level: null, least: false };
    const level = most === least ? 'mid' : total.amount <= least + third ? 'low' : total.amount <= least + 2 * third ? 'mid' : 'high';
    return { total, level, least: total.amount === least };
  };
  return {
    ...days,
    rows: days.backs.map((back) => days.outs.map((out) => cellOf(out, back))),
    limits:
      most > least
        ? { low: money(Math.floor(least + third), prices[0]!.currency), mid: money(Math.floor(least + 2 * third), prices[0]!.currency) }
        : null,
  };
}
