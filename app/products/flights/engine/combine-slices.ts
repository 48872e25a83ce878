import { flag } from './candidate-set.ts';
import type { CandidateSet } from './candidate-set.ts';
import { relation } from './connection-rules.ts';
import { combinedPermille, partyFare, throughBase } from './fare-model.ts';
import type { Party } from './fare-model.ts';
import type { FlightIndex } from './flight-index.ts';

/** One direction with its price, whether found by a search or named by an id. Amounts in fils, times in UTC minutes. */
export interface PricedSlice {
  /** Base fare of one adult. */
  readonly base: number;
  /** Taxes of the whole party. */
  readonly tax: number;
  /** Fares and taxes of the whole party, this direction alone. */
  readonly price: number;
  /** Whose ticket it is: the airline of the longest flight; of a self-transfer that of its first ticket. */
  readonly airline: number;
  /** The traveller connects on their own, with a ticket for each flight: it shares none with any other direction. */
  readonly self: boolean;
  readonly departs: number;
  readonly arrives: number;
}

/** Least time between the arrival of one direction and the departure of the next. */
export const leastStay = 120;

export interface Combination {
  /** Whole party, taxes included. */
  readonly price: number;
  /** Permille applied to the sum of the slices; `separate`: each direction is paid as if it were alone. */
  readonly permille: number;
}

/** What decides whether directions are sold on one ticket. */
type Sold = Pick<PricedSlice, 'airline' | 'self'>;

/** The price of several directions together. One ticket where the airlines allow it, else each at its own price. */
export function combine(index: FlightIndex, slices: readonly PricedSlice[], party: Party): Combination {
  const permille = combinationPermille(index, slices);
  let sum = 0;
  let tax = 0;
  let apart = 0;
  for (const slice of slices) {
    sum += slice.base;
    tax += slice.tax;
    apart += slice.price;
  }
  return { price: together(sum, tax, apart, permille, party), permille };
}

/** Fares of separate tickets are rounded one by one, and those of one ticket as one. */
function together(base: number, tax: number, apart: number, permille: number, party: Party): number {
  return permille === combinedPermille.separate ? apart : partyFare(throughBase(base, permille), party) + tax;
}

/** By whose tickets all directions are; a single direction has nothing to combine. */
export function combinationPermille(index: FlightIndex, slices: readonly Sold[]): number {
  if (slices.length === 1) return combinedPermille.separate;
  let permille: number = combinedPermille.same;
  for (const slice of slices) permille = Math.max(permille, permilleWith(index, slices[0]!, slice));
  return permille;
}

function permilleWith(index: FlightIndex, first: Sold, other: Sold): number {
  if (first.self || other.self) return combinedPermille.separate;
  const related = index.relations[first.airline * index.timetable.airlines.length + other.airline]!;
  if (related === relation.same) return combinedPermille.same;
  return related === relation.none ? combinedPermille.separate : combinedPermille.partner;
}

/** Position in `index` of the airline that issues the ticket of an itinerary. */
export function issuingAirline(index: FlightIndex, set: CandidateSet, at: number): number {
  let longest = set.flights[at * 3]!;
  for (let leg = 1; leg <= set.stops[at]!; leg++) {
    const flight = set.flights[at * 3 + leg]!;
    if (index.block[flight]! > index.block[longest]!) longest = flight;
  }
  return index.airline[longest]!;
}

export function pricedSlice(index: FlightIndex, set: CandidateSet, at: number, party: Party): PricedSlice {
  const self = (set.flags[at]! & flag.selfTransfer) !== 0;
  return {
    base: set.base[at]!,
    tax: set.price[at]! - partyFare(set.base[at]!, party),
    price: set.price[at]!,
    airline: self ? index.airline[set.flights[at * 3]!]! : issuingAirline(index, set, at),
    self,
    departs: set.departs[at]!,
    arrives: set.arrives[at]!,
  };
}

export interface MatchedOptions {
  /** Party price of the whole journey with the best match; Infinity where nothing can follow. */
  readonly price: Float64Array;
  /** For each later slice the position of the match in its set. */
  readonly matches: readonly Int32Array[];
}

interface Choice {
  readonly at: number;
  readonly slice: PricedSlice;
}

/**
 * The cheapest way to go on, for each option of the slice being chosen.
 * With one later slice the match is exact: no other itinerary makes the journey cheaper. With more, each later
 * slice takes the cheapest of one airline, of partners, or of all, and the best of the three journeys counts.
 */
export function matchLaterSlices(
  index: FlightIndex,
  chosen: readonly PricedSlice[],
  options: CandidateSet,
  later: readonly CandidateSet[],
  party: Party,
): MatchedOptions {
  const price = new Float64Array(options.count);
  const matches = later.map(() => new Int32Array(options.count).fill(-1));
  const laterChoices = later.map((set) =>
    Array.from({ length: set.count }, (_, at): Choice => ({ at, slice: pricedSlice(index, set, at, party) })),
  );
  const shortLists = laterChoices.map(cheapestOfEachAirlineAndTax);
  const firstDepartures = laterChoices.map((choices) => choices.reduce((least, { slice }) => Math.min(least, slice.departs), Infinity));

  for (let at = 0; at < options.count; at++) {
    const option = pricedSlice(index, options, at, party);
    const before = chosen.at(-1);
    if (before && option.departs < before.arrives + leastStay) {
      price[at] = Infinity;
      continue;
    }
    const soFar = [...chosen, option];
    if (later.length === 0) {
      price[at] = combine(index, soFar, party).price;
    } else if (later.length === 1) {
      // The short list holds for every option unless some returns leave before it arrives.
      const early = firstDepartures[0]! < option.arrives + leastStay;
      const best = cheapestOne(index, soFar, early ? laterChoices[0]! : shortLists[0]!, party);
      price[at] = best.price;
      matches[0]![at] = best.at;
    } else {
      const best = cheapestChain(index, soFar, laterChoices, shortLists, firstDepartures, party);
      price[at] = best.price;
      best.path.forEach((position, slice) => (matches[slice]![at] = position));
    }
  }
  return { price, matches };
}

function cheapestOfEachAirlineAndTax(choices: readonly Choice[]): readonly Choice[] {
  const best = new Map<number, Choice>();
  for (const choice of choices) {
    const key = (choice.slice.airline * 67_108_864 + choice.slice.tax) * 2 + (choice.slice.self ? 1 : 0);
    const known = best.get(key);
    if (!known || choice.slice.base < known.slice.base) best.set(key, choice);
  }
  return [...best.values()];
}

function cheapestOne(
  index: FlightIndex,
  soFar: readonly PricedSlice[],
  choices: readonly Choice[],
  party: Party,
): { price: number; at: number } {
  let sum = 0;
  let tax = 0;
  let apart = 0;
  for (const slice of soFar) {
    sum += slice.base;
    tax += slice.tax;
    apart += slice.price;
  }
  const first = soFar[0]!;
  const from = soFar.at(-1)!.arrives + leastStay;
  const already = combinedFloor(index, soFar);
  let price = Infinity;
  let at = -1;
  for (const choice of choices) {
    const { slice } = choice;
    if (slice.departs < from) continue;
    const permille = Math.max(already, permilleWith(index, first, slice));
    const total = together(sum + slice.base, tax + slice.tax, apart + slice.price, permille, party);
    if (total < price) {
      price = total;
      at = choice.at;
    }
  }
  return { price, at };
}

/** The best permille that slices chosen so far still allow. */
function combinedFloor(index: FlightIndex, soFar: readonly PricedSlice[]): number {
  let permille: number = combinedPermille.same;
  for (const slice of soFar) permille = Math.max(permille, permilleWith(index, soFar[0]!, slice));
  return permille;
}

function cheapestChain(
  index: FlightIndex,
  soFar: readonly PricedSlice[],
  choices: readonly (readonly Choice[])[],
  shortLists: readonly (readonly Choice[])[],
  firstDepartures: readonly number[],
  party: Party,
): { price: number; path: number[] } {
  let best: { price: number; path: number[] } = { price: Infinity, path: [] };
  const first = soFar[0]!;
  for (const limit of [combinedPermille.same, combinedPermille.partner, combinedPermille.separate]) {
    if (combinedFloor(index, soFar) > limit) continue;
    const path: number[] = [];
    const slices = [...soFar];
    for (let slice = 0; slice < choices.length; slice++) {
      const from = slices.at(-1)!.arrives + leastStay;
      const list = firstDepartures[slice]! < from ? choices[slice]! : shortLists[slice]!;
      let pick: Choice | null = null;
      let least = Infinity;
      for (const choice of list) {
        if (choice.slice.departs < from || permilleWith(index, first, choice.slice) > limit) continue;
        const price = partyFare(throughBase(choice.slice.base, limit), party) + choice.slice.tax;
        if (price < least) {
          least = price;
          pick = choice;
        }
      }
      if (!pick) break;
      path.push(pick.at);
      slices.push(pick.slice);
    }
    if (path.length < choices.length) continue;
    const { price } = combine(index, slices, party);
    if (price < best.price) best = { price, path };
  }
  return best;
}
