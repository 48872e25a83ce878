import type { OfferFacts } from './offer-facts.ts';

/** Everything a visitor may narrow a list by; absent = no matter. Times are minutes after local midnight, both ends included. */
export interface OfferFilter {
  readonly stops?: readonly number[];
  /** Fils. */
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
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

export type FilterName = keyof OfferFilter;

/** One test for each filter; an offer must pass all that are set. Direct flights pass every layover filter. */
const tests: { readonly [Name in FilterName]: (facts: OfferFacts, value: NonNullable<OfferFilter[Name]>) => boolean } = {
  stops: (facts, value) => value.includes(facts.stops),
  maxPrice: (facts, value) => facts.price <= value,
  departs: (facts, value) => within(facts.departs, value),
  arrives: (facts, value) => within(facts.arrives, value),
  // "With Emirates" means nothing but Emirates, as a traveller who avoids an airline expects.
  airlines: (facts, value) => facts.airlines.every((airline) => value.includes(airline)),
  alliances: (facts, value) => facts.alliance !== null && value.includes(facts.alliance),
  from: (facts, value) => value.includes(facts.from),
  to: (facts, value) => value.includes(facts.to),
  via: (facts, value) => facts.via.every((airport) => value.includes(airport)),
  layover: (facts, value) => facts.longestLayover === null || (facts.longestLayover <= value.to && facts.shortestLayover! >= value.from),
  maxMinutes: (facts, value) => facts.minutes <= value,
  checkedBag: (facts, value) => !value || facts.checkedBag,
  refundable: (facts, value) => !value || facts.refundable === 'allowed',
  changeable: (facts, value) => !value || facts.changeable === 'allowed',
  aircraft: (facts, value) => facts.aircraft.every((code) => value.includes(code)),
  noOvernight: (facts, value) => !value || !facts.overnight,
  noAirportChange: (facts, value) => !value || !facts.airportChange,
};

/** A span that runs past midnight, such as 22:00 to 06:00, has `to` below `from`. */
function within(minute: number, span: Span): boolean {
  return span.from <= span.to ? minute >= span.from && minute <= span.to : minute >= span.from || minute <= span.to;
}

export function passes(facts: OfferFacts, filter: OfferFilter, except?: FilterName): boolean {
  for (const name of Object.keys(filter) as FilterName[]) {
    if (name !== except && filter[name] !== undefined && !passesOne(name, facts, filter)) return false;
  }
  return true;
}

function passesOne<Name extends FilterName>(name: Name, facts: OfferFacts, filter: OfferFilter): boolean {
  return tests[name](facts, filter[name]!);
}

export function filterOffers(list: readonly OfferFacts[], filter: OfferFilter): OfferFacts[] {
  return list.filter((facts) => passes(facts, filter));
}

/** Filters that, left out alone, would bring results back; for the page of an empty result. */
export function filtersToRelax(list: readonly OfferFacts[], filter: OfferFilter): { name: FilterName; results: number }[] {
  return (Object.keys(filter) as FilterName[])
    .filter((name) => filter[name] !== undefined)
    .map((name) => ({ name, results: list.filter((facts) => passes(facts, filter, name)).length }))
    .filter(({ results }) => results > 0)
    .sort((a, b) => b.results - a.results);
}

export const sortOrders = ['best', 'cheapest', 'fastest', 'earliest', 'latest'] as const;
export type SortOrder = (typeof sortOrders)[number];

const comparisons: Record<SortOrder, (a: OfferFacts, b: OfferFacts) => number> = {
  best: (a, b) => a.score - b.score || a.price - b.price,
  cheapest: (a, b) => a.price - b.price || a.score - b.score,
  fastest: (a, b) => a.minutes - b.minutes || a.score - b.score,
  earliest: (a, b) => a.departsUtc - b.departsUtc || a.score - b.score,
  latest: (a, b) => b.departsUtc - a.departsUtc || a.score - b.score,
};

export function sortOffers(list: readonly OfferFacts[], order: SortOrder): OfferFacts[] {
  return list.toSorted(comparisons[order]);
}

export interface FacetValue {
  readonly value: string;
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

/** Counts each value among the offers that pass all OTHER filters, so that a count says what a click would show. */
export function countFacets(list: readonly OfferFacts[], filter: OfferFilter): Facets {
  const but = (name: FilterName) => (filter[name] === undefined ? passing : list.filter((facts) => passes(facts, filter, name)));
  const passing = filterOffers(list, filter);
  return {
    stops: tally(but('stops'), (facts) => [String(facts.stops)]).sort((a, b) => Number(a.value) - Number(b.value)),
    airlines: tally(but('airlines'), (facts) => facts.airlines),
    alliances: tally(but('alliances'), (facts) => (facts.alliance ? [facts.alliance] : [])),
    from: tally(but('from'), (facts) => [facts.from]),
    to: tally(but('to'), (facts) => [facts.to]),
    via: tally(but('via'), (facts) => facts.via),
    aircraft: tally(but('aircraft'), (facts) => facts.aircraft),
    checkedBag: tally(but('checkedBag'), (facts) => (facts.checkedBag ? ['yes'] : []))[0] ?? null,
    refundable: tally(but('refundable'), (facts) => (facts.refundable === 'allowed' ? ['yes'] : []))[0] ?? null,
    changeable: tally(but('changeable'), (facts) => (facts.changeable === 'allowed' ? ['yes'] : []))[0] ?? null,
    price: spanOf(but('maxPrice'), (facts) => facts.price),
    minutes: spanOf(but('maxMinutes'), (facts) => facts.minutes),
    longestLayover: spanOf(but('layover'), (facts) => facts.longestLayover ?? 0).to,
  };
}

function tally(list: readonly OfferFacts[], valuesOf: (facts: OfferFacts) => readonly string[]): FacetValue[] {
  const counts = new Map<string, { value: string; count: number; from: number }>();
  for (const facts of list) {
    for (const value of valuesOf(facts)) {
      const known = counts.get(value);
      if (known) {
        known.count++;
        if (facts.price < known.from) known.from = facts.price;
      } else counts.set(value, { value, count: 1, from: facts.price });
    }
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

function spanOf(list: readonly OfferFacts[], valueOf: (facts: OfferFacts) => number): Span {
  let from = Infinity;
  let to = -Infinity;
  for (const facts of list) {
    const value = valueOf(facts);
    if (value < from) from = value;
    if (value > to) to = value;
  }
  return from <= to ? { from, to } : { from: 0, to: 0 };
}
