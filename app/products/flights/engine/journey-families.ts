import { fareFamiliesOf, type FareFamily } from '../fares/fare-families.ts';
import type { FamilyFacts, FamilyFare } from '../search/offer-facts.ts';
import type { Cabin, Permission } from '../offer.ts';
import { childBase, combinedPermille, familyBase, infantBase, longHaulKm, partyFare, throughBase } from './fare-model.ts';
import type { Party } from './fare-model.ts';
import { kilometres } from './flight-index.ts';
import type { FlightIndex } from './flight-index.ts';

/** A direction as fare families see it, or one ticket of a self-transfer. Amounts in fils. */
export interface FamilySlice {
  /** Lowest base fare of one adult. */
  readonly base: number;
  /** Taxes of the whole party. */
  readonly tax: number;
  /** Whose ticket it is, a position in the timetable. */
  readonly airline: number;
  /** One of several tickets in its direction. */
  readonly self: boolean;
  readonly flights: number;
  /** First and last airport. */
  readonly from: number;
  readonly to: number;
}

export interface JourneyFamilies {
  /** What each family of the journey grants: what the strictest of its directions does. */
  readonly facts: readonly FamilyFacts[];
  /** For each direction its families, cheapest first; all as many. */
  readonly lists: readonly (readonly FareFamily[])[];
}

/** The families of journeys in one cabin, kept by airline and length: a list of hundreds has a handful of them. */
export class FamilyLookup {
  readonly #index: FlightIndex;
  readonly #cabin: Cabin;
  readonly #long = new Map<number, boolean>();
  readonly #lists = new Map<number, readonly FareFamily[]>();
  readonly #journeys = new Map<string, JourneyFamilies>();

  constructor(index: FlightIndex, cabin: Cabin) {
    this.#index = index;
    this.#cabin = cabin;
  }

  of(slices: readonly FamilySlice[]): JourneyFamilies {
    let key = '';
    for (const slice of slices) key += `${this.#keyOf(slice)} `;
    let known = this.#journeys.get(key);
    if (!known) {
      const lists = slices.map((slice) => this.#listOf(slice));
      known = { lists, facts: lists[0]!.map((_, rank) => grantedBy(lists.map((list) => list[Math.min(rank, list.length - 1)]!))) };
      this.#journeys.set(key, known);
    }
    return known;
  }

  #keyOf({ airline, from, to }: FamilySlice): number {
    const pair = from * 65_536 + to;
    let long = this.#long.get(pair);
    if (long === undefined) {
      const { airports } = this.#index.timetable;
      const [a, b] = [airports[from]!, airports[to]!];
      long = kilometres(a.latitude, a.longitude, b.latitude, b.longitude) > longHaulKm;
      this.#long.set(pair, long);
    }
    return airline * 2 + (long ? 1 : 0);
  }

  #listOf(slice: FamilySlice): readonly FareFamily[] {
    const key = this.#keyOf(slice);
    let list = this.#lists.get(key);
    if (!list) {
      const { kind, country } = this.#index.timetable.airlines[slice.airline]!;
      list = fareFamiliesOf(kind, country, this.#cabin, key % 2 === 1);
      this.#lists.set(key, list);
    }
    return list;
  }
}

/** What each family of a journey costs; `permille` is what combining its directions leaves of their sum. */
export function faresOf(families: JourneyFamilies, slices: readonly FamilySlice[], permille: number, party: Party): FamilyFare[] {
  return families.facts.map((_, rank) => fareOf(families, slices, permille, party, rank));
}

/** The same of one family, by its position. */
export function fareOf(
  families: JourneyFamilies,
  slices: readonly FamilySlice[],
  permille: number,
  party: Party,
  rank: number,
): FamilyFare {
  let sum = 0;
  const total = { adult: 0, child: 0, infant: 0, party: 0 };
  const add = (adult: number) => {
    total.adult += adult;
    if (party.children > 0) total.child += childBase(adult);
    if (party.infants > 0) total.infant += infantBase(adult);
    total.party += partyFare(adult, party);
  };
  for (let at = 0; at < slices.length; at++) {
    const slice = slices[at]!;
    const list = families.lists[at]!;
    const family = list[Math.min(rank, list.length - 1)]!;
    const base = familyBase(slice.base, family.farePermille, family.fareFils, slice.flights);
    // Each ticket is rounded for itself.
    if (permille === combinedPermille.separate) add(throughBase(base, permille));
    else sum += base;
    total.party += slice.tax;
  }
  if (permille !== combinedPermille.separate) add(throughBase(sum, permille));
  return total;
}

function grantedBy(families: readonly FareFamily[]): FamilyFacts {
  return {
    checkedBag: families.every(({ checkedBag }) => checkedBag !== null),
    refundable: strictest(families.map(({ refundBefore }) => refundBefore.permission)),
    changeable: strictest(families.map(({ changeBefore }) => changeBefore.permission)),
  };
}

/** Several directions, one promise: what the strictest of them says. */
export function strictest(permissions: readonly Permission[]): Permission {
  if (permissions.includes('not-allowed')) return 'not-allowed';
  return permissions.includes('unknown') ? 'unknown' : 'allowed';
}
