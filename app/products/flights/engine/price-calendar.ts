import type { CandidateSet } from './candidate-set.ts';
import { combine, leastStay, pricedSlice } from './combine-slices.ts';
import type { PricedSlice } from './combine-slices.ts';
import type { Party, SoldSeats } from './fare-model.ts';
import type { FlightEngine } from './flight-engine.ts';
import type { FlightIndex } from './flight-index.ts';
import type { SliceQuery } from './search-slice.ts';

/** Party price of the cheapest itinerary of each day, fils; null where nothing is sold. The same search as the list's. */
export function cheapestByDay(engine: FlightEngine, query: SliceQuery, days: readonly number[], sold: SoldSeats): (number | null)[] {
  return days.map((day) => {
    const { count, price } = engine.search.search({ ...query, day }, sold);
    if (count === 0) return null;
    return price.reduce((least, value) => Math.min(least, value), Infinity);
  });
}

/** The same for pairs of days out and back, exact: no combination of that pair is cheaper. */
export function cheapestByDayPair(
  engine: FlightEngine,
  out: SliceQuery,
  back: SliceQuery,
  pairs: readonly (readonly [outDay: number, backDay: number])[],
  sold: SoldSeats,
): (number | null)[] {
  const { index } = engine;
  const outSets = new Map<number, PricedSlice[]>();
  const backSets = new Map<number, PricedSlice[]>();
  const listOf = (known: Map<number, PricedSlice[]>, query: SliceQuery, day: number, role: 'out' | 'back') => {
    let list = known.get(day);
    if (!list) {
      list = shortList(index, engine.search.search({ ...query, day }, sold), query.party, role);
      known.set(day, list);
    }
    return list;
  };
  return pairs.map(([outDay, backDay]) => {
    if (backDay < outDay) return null;
    const going = listOf(outSets, out, outDay, 'out');
    const coming = listOf(backSets, back, backDay, 'back');
    let least = Infinity;
    for (const first of going) {
      for (const second of coming) {
        if (second.departs < first.arrives + leastStay) continue;
        least = Math.min(least, combine(index, [first, second], out.party).price);
      }
    }
    return least === Infinity ? null : least;
  });
}

/**
 * For each airline and tax the slices that can belong to a cheapest pair: going out, none that is both dearer and
 * later to arrive than another; coming back, none both dearer and earlier to leave.
 */
function shortList(index: FlightIndex, set: CandidateSet, party: Party, role: 'out' | 'back'): PricedSlice[] {
  const groups = new Map<number, PricedSlice[]>();
  for (let at = 0; at < set.count; at++) {
    const slice = pricedSlice(index, set, at, party);
    const key = slice.airline * 67_108_864 + slice.tax;
    const group = groups.get(key) ?? [];
    const beats = (a: PricedSlice, b: PricedSlice) =>
      a.base <= b.base && (role === 'out' ? a.arrives <= b.arrives : a.departs >= b.departs);
    if (group.some((known) => beats(known, slice))) continue;
    groups.set(key, [...group.filter((known) => !beats(slice, known)), slice]);
  }
  return [...groups.values()].flat();
}
