import type { FamilyFacts, PricedFacts } from './offer-facts.ts';

/** Everything a visitor may narrow a list by; absent = no matter. Times are minutes after local midnight, both ends included. */
export interface OfferFilter {
  readonly stops?: readonly number[];
  /** What the customer pays, fils. */
  readonly maxPrice?: number;
  readonly departs?: Span;
  readonly arrives?: Span;
  readonly airlines?: readonly string[];
  readonly alliances?: readonly string[];
  readonly from?: readonly string[];
  readonly to?: readonly string[];
  readonly via?: readonly string[];
  /** Every layover lies within these minutes. */
  readonly layover?: Span;
  readonly maxMinutes?: number;
  readonly checkedBag?: boolean;
  readonly refundable?: boolean;
  readonly changeable?: boolean;
  readonly aircraft?: readonly string[];
  readonly noOvernight?: boolean;
  readonly noAirportChange?: boolean;
  /** Only where every change of flights is known to ask no visa of the passport told. */
  readonly visaFree?: boolean;
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

export type FilterName = keyof OfferFilter;

/** What a fare family can grant; another family of the same flights may do so for more money. */
const wishes = {
  checkedBag: (family: FamilyFacts) => family.checkedBag,
  refundable: (family: FamilyFacts) => family.refundable === 'allowed',
  changeable: (family: FamilyFacts) => family.changeable === 'allowed',
} as const;
export type Wish = keyof typeof wishes;
const wishNames = Object.keys(wishes) as Wish[];

type FlightFilter = Exclude<FilterName, Wish | 'maxPrice'>;

/** One test for each filter of the flights themselves; an offer must pass all that are set. */
const tests: { readonly [Name in FlightFilter]: (facts: PricedFacts, value: NonNullable<OfferFilter[Name]>) => boolean } = {
  stops: (facts, value) => value.includes(facts.stops),
  departs: (facts, value) => within(facts.departs, value),
  arrives: (facts, value) => within(facts.arrives, value),
  // "With Emirates" means nothing but Emirates, as a traveller who avoids an airline expects.
  airlines: (facts, value) => facts.airlines.every((airline) => value.includes(airline)),
  alliances: (facts, value) => facts.alliance !== null && value.includes(facts.alliance),
  from: (facts, value) => value.includes(facts.from),
  to: (facts, value) => value.includes(facts.to),
  // Who names a place to change in wants to change there: direct flights are left out.
  via: (facts, value) => facts.via.length > 0 && facts.via.every((airport) => value.includes(airport)),
  layover: (facts, value) => facts.longestLayover === null || (facts.longestLayover <= value.to && facts.shortestLayover! >= value.from),
  maxMinutes: (facts, value) => facts.minutes <= value,
  aircraft: (facts, value) => facts.aircraft.every((code) => value.includes(code)),
  noOvernight: (facts, value) => !value || !facts.overnight,
  noAirportChange: (facts, value) => !value || !facts.airportChange,
  visaFree: (facts, value) => !value || facts.transit === 'free',
};
const testNames = Object.keys(tests) as FlightFilter[];

/** A span that runs past midnight, such as 22:00 to 06:00, has `to` below `from`. */
function within(minute: number, span: Span): boolean {
  return span.from <= span.to ? minute >= span.from && minute <= span.to : minute >= span.from || minute <= span.to;
}

function passesOne<Name extends FlightFilter>(name: Name, facts: PricedFacts, filter: OfferFilter): boolean {
  return tests[name](facts, filter[name]!);
}

/** Position of the cheapest family with everything asked for, from the one shown upwards; -1 when no family has it. */
function familyFor(facts: PricedFacts, asked: readonly Wish[]): number {
  if (asked.length === 0) return facts.shown;
  for (let at = facts.shown; at < facts.families.length; at++) {
    if (asked.every((wish) => wishes[wish](facts.families[at]!))) return at;
  }
  return -1;
}

function wishesIn(filter: OfferFilter): Wish[] {
  return wishNames.filter((wish) => filter[wish]);
}

/** The part of a filter that is about fare families: it holds for the whole journey, not for one direction. */
export function familyWishes(filter: OfferFilter): OfferFilter {
  return Object.fromEntries(wishesIn(filter).map((wish) => [wish, true]));
}

/** Options that pass all filters, each in the cheapest family that has what is asked for, at the price of that family. */
export function filterOffers(list: readonly PricedFacts[], filter: OfferFilter): PricedFacts[] {
  const asked = wishesIn(filter);
  const set = testNames.filter((name) => filter[name] !== undefined);
  const most = filter.maxPrice ?? Infinity;
  const passing: PricedFacts[] = [];
  for (const facts of list) {
    const family = familyFor(facts, asked);
    if (family < 0 || facts.totals[family]! > most || !set.every((name) => passesOne(name, facts, filter))) continue;
    passing.push(inFamily(facts, family));
  }
  return passing;
}

/** The same option sold in another of its families. */
function inFamily(facts: PricedFacts, family: number): PricedFacts {
  if (family === facts.shown) return facts;
  const price = facts.totals[family]!;
  return { ...facts, shown: family, price, score: facts.score - facts.price + price };
}

/** Filters that, left out alone, would bring results back; for the page of an empty result. */
export function filtersToRelax(list: readonly PricedFacts[], filter: OfferFilter): { name: FilterName; results: number }[] {
  return (Object.keys(filter) as FilterName[])
    .filter((name) => filter[name] !== undefined)
    .map((name) => ({ name, results: filterOffers(list, { ...filter, [name]: undefined }).length }))
    .filter(({ results }) => results > 0)
    .sort((a, b) => b.results - a.results);
}

export const sortOrders = ['best', 'cheapest', 'fastest', 'earliest', 'latest'] as const;
export type SortOrder = (typeof sortOrders)[number];

const comparisons: Record<SortOrder, (a: PricedFacts, b: PricedFacts) => number> = {
  best: (a, b) => a.score - b.score || a.price - b.price,
  cheapest: (a, b) => a.price - b.price || a.score - b.score,
  fastest: (a, b) => a.minutes - b.minutes || a.score - b.score,
  earliest: (a, b) => a.departsUtc - b.departsUtc || a.score - b.score,
  latest: (a, b) => b.departsUtc - a.departsUtc || a.score - b.score,
};

export function sortOffers(list: readonly PricedFacts[], order: SortOrder): PricedFacts[] {
  return list.toSorted(comparisons[order]);
}

/** The first of `sortOffers` without sorting; null of an empty list. */
export function firstInOrder(list: readonly PricedFacts[], order: SortOrder): PricedFacts | null {
  const compare = comparisons[order];
  let first = list[0] ?? null;
  for (const facts of list) if (first && compare(facts, first) < 0) first = facts;
  return first;
}

export interface FacetValue {
  readonly value: string;
  /** What choosing it brings: all that is shown then, or what it adds to other values chosen already. */
  readonly count: number;
  /** Fils, the cheapest offer with this value. */
  readonly from: number;
}

export interface Facets {
  readonly stops: readonly FacetValue[];
  readonly airlines: readonly FacetValue[];
  readonly alliances: readonly FacetValue[];
  readonly from: readonly FacetValue[];
  readonly to: readonly FacetValue[];
  readonly via: readonly FacetValue[];
  readonly aircraft: readonly FacetValue[];
  readonly checkedBag: FacetValue | null;
  readonly refundable: FacetValue | null;
  readonly changeable: FacetValue | null;
  readonly price: Span;
  readonly minutes: Span;
  readonly longestLayover: number;
}

const facetNames = ['stops', 'airlines', 'alliances', 'from', 'to', 'via', 'aircraft', 'maxPrice', 'maxMinutes', 'layover'] as const;
type FacetName = (typeof facetNames)[number];

/** Counts each value among the options that pass all OTHER filters, so that a count says what a click brings. */
export function countFacets(list: readonly PricedFacts[], filter: OfferFilter): Facets {
  const but = passingBut(list, filter);
  const tallied = <Name extends keyof OfferFilter>(name: FacetName & Name, valuesOf: (facts: PricedFacts) => readonly string[]) =>
    tally(but(name), valuesOf, filter[name] as readonly (string | number)[] | undefined);
  const granted = (wish: Wish) => {
    const passing = filterOffers(list, { ...filter, [wish]: true });
    return passing.length === 0 ? null : { value: 'yes', count: passing.length, from: spanOf(passing, ({ price }) => price).from };
  };
  return {
    stops: tallied('stops', (facts) => [String(facts.stops)]).sort((a, b) => Number(a.value) - Number(b.value)),
    airlines: tallied('airlines', (facts) => facts.airlines),
    alliances: tallied('alliances', (facts) => (facts.alliance ? [facts.alliance] : [])),
    from: tallied('from', (facts) => [facts.from]),
    to: tallied('to', (facts) => [facts.to]),
    via: tallied('via', (facts) => facts.via),
    aircraft: tallied('aircraft', (facts) => facts.aircraft),
    checkedBag: granted('checkedBag'),
    refundable: granted('refundable'),
    changeable: granted('changeable'),
    price: spanOf(but('maxPrice'), (facts) => facts.price),
    minutes: spanOf(but('maxMinutes'), (facts) => facts.minutes),
    longestLayover: spanOf(but('layover'), (facts) => facts.longestLayover ?? 0).to,
  };
}

/** In one pass: for each facet the options that fail no filter but its own. */
function passingBut(list: readonly PricedFacts[], filter: OfferFilter): (name: FacetName) => readonly PricedFacts[] {
  const asked = wishesIn(filter);
  const set = testNames.filter((name) => filter[name] !== undefined);
  const most = filter.maxPrice ?? Infinity;
  const passing: PricedFacts[] = [];
  const failing = new Map<FilterName, PricedFacts[]>();
  for (const facts of list) {
    const family = familyFor(facts, asked);
    if (family < 0) continue;
    let failed: FilterName | null = facts.totals[family]! > most ? 'maxPrice' : null;
    let failures = failed ? 1 : 0;
    for (const name of set) {
      if (passesOne(name, facts, filter)) continue;
      failed = name;
      if (++failures > 1) break;
    }
    if (failures > 1) continue;
    const shown = inFamily(facts, family);
    if (failed === null) passing.push(shown);
    else failing.set(failed, [...(failing.get(failed) ?? []), shown]);
  }
  return (name) => (failing.has(name) ? [...passing, ...failing.get(name)!] : passing);
}

/**
 * By value. An option of two airlines shows only when both are chosen, so it counts for a value when every other
 * value of it is chosen already.
 */
function tally(
  list: readonly PricedFacts[],
  valuesOf: (facts: PricedFacts) => readonly string[],
  chosen: readonly (string | number)[] | undefined,
): FacetValue[] {
  const counts = new Map<string, { value: string; count: number; from: number }>();
  const isChosen = (value: string) => chosen !== undefined && chosen.some((each) => String(each) === value);
  for (const facts of list) {
    const values = valuesOf(facts);
    for (const value of values) {
      const brings = values.every((other) => other === value || isChosen(other)) ? 1 : 0;
      const known = counts.get(value);
      if (!known) counts.set(value, { value, count: brings, from: brings ? facts.price : Infinity });
      else if (brings) {
        known.count++;
        if (facts.price < known.from) known.from = facts.price;
      }
    }
  }
  return [...counts.values()].filter(({ count }) => count > 0).sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

function spanOf(list: readonly PricedFacts[], valueOf: (facts: PricedFacts) => number): Span {
  let from = Infinity;
  let to = -Infinity;
  for (const facts of list) {
    const value = valueOf(facts);
    if (value < from) from = value;
    if (value > to) to = value;
  }
  return from <= to ? { from, to } : { from: 0, to: 0 };
}
