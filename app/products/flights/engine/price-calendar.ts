import type { DayFare } from '../search/offer-facts.ts';
import { familyShown } from '../search/offer-facts.ts';
import type { FlightSearch } from '../offer.ts';
import type { CandidateSet } from './candidate-set.ts';
import { combinationPermille, matchLaterSlices } from './combine-slices.ts';
import type { SoldSeats } from './fare-model.ts';
import type { FlightEngine } from './flight-engine.ts';
import { candidateSlices } from './journey-facts.ts';
import { FamilyLookup, fareOf } from './journey-families.ts';
import type { FamilySlice } from './journey-families.ts';
import { partyOf } from './make-offer.ts';
import type { SliceQuery } from './search-slice.ts';

/** Local days of departure out and back, day numbers; null: one way. */
export type DayPair = readonly [outDay: number, backDay: number | null];

interface Day {
  readonly set: CandidateSet;
  /** Each candidate's tickets. */
  readonly slices: readonly (readonly FamilySlice[])[];
}

/**
 * What may be cheapest on each day or pair of days: the fares a list of that day would show, of those with equal
 * airline and taxes only the lowest. Each direction is searched once for a day, however many pairs it stands in.
 */
export function lowestByDay(
  engine: FlightEngine,
  search: FlightSearch,
  queries: readonly SliceQuery[],
  pairs: readonly DayPair[],
  sold: SoldSeats,
): DayFare[][] {
  const known = queries.map(() => new Map<number, Day>());
  const lookup = new FamilyLookup(engine.index, search.cabin);
  const dayOf = (direction: number, day: number): Day => {
    let found = known[direction]!.get(day);
    if (!found) {
      const set = engine.search.search({ ...queries[direction]!, day }, sold);
      const slices = Array.from({ length: set.count }, (_, at) => candidateSlices(engine, search, sold, set, at));
      found = { set, slices };
      known[direction]!.set(day, found);
    }
    return found;
  };
  return pairs.map(([outDay, backDay]) => {
    if (backDay === null) return lowestOf(engine, search, lookup, dayOf(0, outDay), null);
    return backDay < outDay ? [] : lowestOf(engine, search, lookup, dayOf(0, outDay), dayOf(1, backDay));
  });
}

/** Where a candidate ends. */
function countryAt({ index }: FlightEngine, set: CandidateSet, at: number): string {
  const last = set.flights[at * 3 + set.stops[at]!]!;
  return index.timetable.airports[index.routeTo[index.routeOfFlight[last]!]!]!.country;
}

function lowestOf(engine: FlightEngine, search: FlightSearch, lookup: FamilyLookup, out: Day, back: Day | null): DayFare[] {
  const { index } = engine;
  const party = partyOf(search.passengers);
  const { price, matches } = matchLaterSlices(index, [], out.set, back ? [back.set] : [], party);
  const lowest = new Map<number, DayFare>();
  for (let at = 0; at < out.set.count; at++) {
    if (price[at] === Infinity) continue;
    const going = out.slices[at]!;
    const slices = back ? [...going, ...back.slices[matches[0]![at]!]!] : going;
    const families = lookup.of(slices);
    const permille = combinationPermille(index, slices);
    const shown = familyShown(families.facts, search.bags ?? false);
    const fare = fareOf(families, slices, permille, party, shown);
    const [first] = going;
    const key = first!.airline * 67_108_864 + slices.reduce((tax, slice) => tax + slice.tax, 0);
    const before = lowest.get(key);
    if (!before || fare.adult < before.fare.adult)
      lowest.set(key, {
        validatingAirline: index.timetable.airlines[first!.airline]!.code,
        country: countryAt(engine, out.set, at),
        family: [shown, families.facts.length],
        fare,
      });
  }
  return [...lowest.values()];
}
