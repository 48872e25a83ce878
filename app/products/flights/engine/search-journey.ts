import type { FlightSearch, SearchSlice } from '../offer.ts';
import { cabinsInOrder, parseSliceKey } from '../offer.ts';
import { dateOfDay, dayNumber } from './calendar.ts';
import type { CandidateSet } from './candidate-set.ts';
import { leastStay, matchLaterSlices } from './combine-slices.ts';
import type { MatchedOptions } from './combine-slices.ts';
import type { SoldSeats } from './fare-model.ts';
import { salesCloseMinutes, salesDays } from './flight-engine.ts';
import type { FlightEngine } from './flight-engine.ts';
import { airportsNear, airportsOfCode, flightOnDay } from './flight-index.ts';
import type { FlightIndex } from './flight-index.ts';
import { partyOf, withBagFare } from './make-offer.ts';
import { priceSlice } from './price-slice.ts';
import type { CheckedSlice, LegOnDay, SliceRefusal } from './price-slice.ts';
import type { SliceQuery } from './search-slice.ts';

/** Airports this far away are offered as nearby ones, kilometres. */
export const nearbyKm = 130;

export type JourneyRefusal = SliceRefusal | 'bad-request';

export interface JourneyOptions {
  /** Slices already chosen, checked and priced again. */
  readonly chosen: readonly CheckedSlice[];
  /** Options of the first slice not chosen, and the sets of the slices after it. */
  readonly options: CandidateSet;
  readonly later: readonly CandidateSet[];
  readonly matched: MatchedOptions;
  readonly sold: SoldSeats;
  /** One for each direction of the search, chosen ones too. */
  readonly queries: readonly SliceQuery[];
}

/** Options of the next slice, each with the cheapest way to complete the journey. `now` in UTC minutes. */
export function searchJourney(
  engine: FlightEngine,
  search: FlightSearch,
  chosenKeys: readonly string[],
  sold: SoldSeats,
  now: number,
): { ok: true; journey: JourneyOptions } | { ok: false; refused: JourneyRefusal } {
  const queries: SliceQuery[] = [];
  for (const slice of search.slices) {
    const query = sliceQuery(engine, search, slice, now);
    if (!query) return { ok: false, refused: 'bad-request' };
    queries.push(query);
  }
  if (queries.length === 0 || chosenKeys.length >= queries.length) return { ok: false, refused: 'bad-request' };
  const chosen: CheckedSlice[] = [];
  for (const [at, key] of chosenKeys.entries()) {
    const checked = checkSlice(engine, key, queries[at]!, sold);
    if (!checked.ok) return checked;
    const before = chosen.at(-1);
    if (before && checked.slice.departs < before.arrives + leastStay) return { ok: false, refused: 'bad-request' };
    chosen.push(checked.slice);
  }
  const party = partyOf(search.passengers);
  const [options, ...later] = queries.slice(chosen.length).map((query) => engine.search.search(query, sold));
  // Chosen slices carry the lowest fare; with bags asked for they must carry the same family as the options do.
  const paid = search.bags ? chosen.map((slice) => withBagFare(engine.index, slice, search.cabin, party)) : chosen;
  return {
    ok: true,
    journey: { chosen, options: options!, later, matched: matchLaterSlices(engine.index, paid, options!, later, party), sold, queries },
  };
}

/** Null for an unknown place, the same city at both ends, or a day that is not on sale. */
export function sliceQuery(engine: FlightEngine, search: FlightSearch, slice: SearchSlice, now: number): SliceQuery | null {
  const { index } = engine;
  const origins = airportsOfCode(index, slice.from);
  const destinations = airportsOfCode(index, slice.to);
  const day = dayNumber(slice.date);
  const seats = search.passengers.adults + search.passengers.children;
  if (origins.length === 0 || destinations.length === 0 || seats < 1 || seats > 9) return null;
  if (!(day >= engine.today - 1 && day < engine.today + salesDays) || dateOfDay(day) !== slice.date) return null;
  if (origins.some((airport) => destinations.some((other) => index.cityOf[airport] === index.cityOf[other]))) return null;
  return {
    origins: slice.nearby ? withNearby(index, origins, destinations) : origins,
    destinations: slice.nearby ? withNearby(index, destinations, origins) : destinations,
    day,
    party: partyOf(search.passengers),
    cabin: cabinsInOrder.indexOf(search.cabin),
    maxStops: search.maxStops,
    selfTransfer: search.selfTransfer ?? false,
    bags: search.bags ?? false,
    notBefore: now + salesCloseMinutes,
  };
}

/** Nearby airports of one side, never those near the other: between close cities the named ones stay apart. */
function withNearby(index: FlightIndex, airports: readonly number[], others: readonly number[]): readonly number[] {
  const apart = new Set([...others, ...airportsNear(index, others, nearbyKm)].map((airport) => index.cityOf[airport]));
  return [...airports, ...airportsNear(index, airports, nearbyKm).filter((airport) => !apart.has(index.cityOf[airport]!))];
}

/** Finds the flights a slice key names and prices them for a query. */
export function checkSlice(
  engine: FlightEngine,
  key: string,
  query: Pick<SliceQuery, 'party' | 'cabin' | 'notBefore'>,
  sold: SoldSeats,
): { ok: true; slice: CheckedSlice } | { ok: false; refused: SliceRefusal } {
  const legs = legsOfKey(engine.index, key);
  if (!legs) return { ok: false, refused: 'not-offered' };
  return priceSlice(engine.index, engine.model, legs, query.party, query.cabin, sold, query.notBefore);
}

function legsOfKey(index: FlightIndex, key: string): LegOnDay[] | null {
  const flights = parseSliceKey(key);
  if (!flights) return null;
  const legs: LegOnDay[] = [];
  for (const { airline, number, date } of flights) {
    const day = dayNumber(date);
    const before = legs.at(-1);
    const city = before ? index.cityOf[index.routeTo[index.routeOfFlight[before.flight]!]!]! : -1;
    const flight = flightOnDay(index, airline, number, day, city);
    if (flight < 0) return null;
    legs.push({ flight, day });
  }
  return legs;
}

/** Legs of a candidate, for checking and showing it. */
export function legsOfCandidate(set: CandidateSet, at: number): LegOnDay[] {
  return Array.from({ length: set.stops[at]! + 1 }, (_, leg) => ({ flight: set.flights[at * 3 + leg]!, day: set.days[at * 3 + leg]! }));
}
