import { compareMoney, money } from '#app/values/money.ts';
import type { RegionCode } from '#app/values/regions.ts';
import type { GroupKind, TourCard, TourStyle } from './tour.ts';

/** Lengths people choose between, in nights; both ends included. */
export const lengthBands = { short: [0, 5], week: [6, 8], long: [9, 60] } as const;
export type LengthBand = keyof typeof lengthBands;
export const lengthBandNames = Object.keys(lengthBands) as LengthBand[];

/** The most per person, in whole dirhams. */
export const budgetSteps = [4000, 6000, 8000, 10_000, 12_000] as const;

export const tourOrders = ['house', 'price', 'price-down', 'short', 'soon'] as const;
export type TourOrder = (typeof tourOrders)[number];

/** Only what is set: the number of keys is the number of filters. */
export interface TourFilter {
  readonly words?: string;
  readonly regions?: readonly RegionCode[];
  /** ISO 3166-1 alpha-2. */
  readonly countries?: readonly string[];
  /** YYYY-MM of a departure. */
  readonly month?: string;
  readonly lengths?: readonly LengthBand[];
  /** Whole dirhams per person. */
  readonly budget?: number;
  /** A tour must have all of them. */
  readonly styles?: readonly TourStyle[];
  readonly group?: GroupKind;
}

/** A card with its departures, reckoned for today. */
export interface DatedTour extends TourCard {
  /** All that can still be arranged, soonest first. */
  readonly departureDays: readonly string[];
  /** Whether the words that were searched find it; they find all while there are none. */
  readonly isHeard: boolean;
}

export function bandOf(nights: number): LengthBand {
  return lengthBandNames.find((band) => nights <= lengthBands[band][1]) ?? 'long';
}

type Part = keyof TourFilter;
const tests: { readonly [Name in Part]: (tour: DatedTour, wanted: NonNullable<TourFilter[Name]>) => boolean } = {
  words: (tour) => tour.isHeard,
  regions: (tour, wanted) => wanted.includes(tour.region),
  countries: (tour, wanted) => tour.countries.some((country) => wanted.includes(country)),
  month: (tour, wanted) => tour.departureDays.some((day) => day.startsWith(wanted)),
  lengths: (tour, wanted) => wanted.includes(bandOf(tour.nights)),
  budget: (tour, wanted) => compareMoney(tour.price, money(wanted * 100, 'AED')) <= 0,
  styles: (tour, wanted) => wanted.every((style) => tour.styles.includes(style)),
  group: (tour, wanted) => tour.group === wanted,
};
const parts = Object.keys(tests) as Part[];

/** The tours that fit every part of the filter. */
export function filterTours(tours: readonly DatedTour[], filter: TourFilter): DatedTour[] {
  const set = parts.filter((part) => filter[part] !== undefined);
  return tours.filter((tour) => set.every((part) => tests[part](tour, filter[part] as never)));
}

/** Soonest departure first, and so on; the order of the house where that leaves two alike. `tours` come in house order. */
export function orderTours(tours: readonly DatedTour[], order: TourOrder): DatedTour[] {
  const first = (tour: DatedTour) => tour.departureDays[0] ?? '9999';
  const by: Record<TourOrder, (a: DatedTour, b: DatedTour) => number> = {
    house: () => 0,
    price: (a, b) => compareMoney(a.price, b.price),
    'price-down': (a, b) => compareMoney(b.price, a.price),
    short: (a, b) => a.nights - b.nights,
    soon: (a, b) => (first(a) < first(b) ? -1 : first(a) > first(b) ? 1 : 0),
  };
  return tours.toSorted(by[order]);
}

export interface TourFacets {
  readonly regions: ReadonlyMap<RegionCode, number>;
  readonly countries: ReadonlyMap<string, number>;
  readonly months: ReadonlyMap<string, number>;
  readonly lengths: ReadonlyMap<LengthBand, number>;
  readonly budgets: ReadonlyMap<number, number>;
  readonly styles: ReadonlyMap<TourStyle, number>;
  readonly groups: ReadonlyMap<GroupKind, number>;
}

function countBy<Key>(tours: readonly DatedTour[], keys: (tour: DatedTour) => Iterable<Key>): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const tour of tours) for (const key of new Set(keys(tour))) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/**
 * How many tours each choice has with everything else as it is. Choices of one kind widen one another (Europe or
 * Asia), styles narrow: their number is what the list has with that style too.
 */
export function countTours(tours: readonly DatedTour[], filter: TourFilter): TourFacets {
  const without = (part: Part) => filterTours(tours, { ...filter, [part]: undefined });
  const cheap = without('budget');
  return {
    regions: countBy(without('regions'), (tour) => [tour.region]),
    countries: countBy(without('countries'), (tour) => tour.countries),
    months: countBy(without('month'), (tour) => tour.departureDays.map((day) => day.slice(0, 7))),
    lengths: countBy(without('lengths'), (tour) => [bandOf(tour.nights)]),
    budgets: new Map(budgetSteps.map((step) => [step, cheap.filter((tour) => tests.budget(tour, step)).length])),
    styles: countBy(filterTours(tours, filter), (tour) => tour.styles),
    groups: countBy(without('group'), (tour) => [tour.group]),
  };
}

/** Which single part of the filter, taken off, shows tours again; the one that shows most first. */
export function waysOut(tours: readonly DatedTour[], filter: TourFilter): { readonly part: Part; readonly count: number }[] {
  return parts
    .filter((part) => filter[part] !== undefined)
    .map((part) => ({ part, count: filterTours(tours, { ...filter, [part]: undefined }).length }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}
