import { kilometresBetween, type Position } from '#app/values/distance.ts';
import { countWith, narrowed, type FilterTests } from '#app/values/narrow-list.ts';
import { boards, stayCountries, stayKinds, type Board, type StaycationCard, type StayCountry, type StayKind } from './staycation.ts';
import type { FittingRoom } from './staycation-price.ts';

/** A card with the cheapest way to lodge the party that asks. */
export interface PricedStay extends StaycationCard {
  readonly best: FittingRoom;
  /** Whether the words that were searched find it; they find all while there are none. */
  readonly isHeard: boolean;
}

/** Filters that are either on or off. */
export const stayFlags = ['pool', 'beach', 'kids', 'pets', 'spa', 'daypass', 'resident'] as const;
export type StayFlag = (typeof stayFlags)[number];

export interface StayFilter extends Readonly<Partial<Record<StayFlag, true>>> {
  readonly words?: string;
  readonly country?: StayCountry;
  readonly area?: string;
  /** One of these. */
  readonly kinds?: readonly StayKind[];
  readonly boards?: readonly Board[];
  /** Of one night for the party, in minor units. */
  readonly maxNight?: number;
}

export const stayTests: FilterTests<PricedStay, StayFilter> = {
  words: (card) => card.isHeard,
  country: (card, country) => card.country === country,
  area: (card, area) => card.area === area,
  kinds: (card, kinds) => kinds.includes(card.kind),
  boards: (card, wanted) => card.boards.some((board) => wanted.includes(board)),
  maxNight: (card, most) => card.best.night.amount <= most,
  pool: (card) => card.pool,
  beach: (card) => card.beach,
  kids: (card) => card.kidsClub,
  pets: (card) => card.pets,
  spa: (card) => card.spa,
  daypass: (card) => card.dayPass !== null,
  resident: (card) => card.residentOffer,
};

export const stayOrders = ['near', 'price', 'price-down', 'stars'] as const;
export type StayOrder = (typeof stayOrders)[number];

/** Where "near" is measured from: the middle of Dubai. */
const dubai: Position = { latitude: 25.2, longitude: 55.27 };

export function staysInOrder<Card extends Omit<PricedStay, 'isHeard'>>(cards: readonly Card[], order: StayOrder): Card[] {
  const far = new Map(cards.map((card) => [card.id, kilometresBetween(card, dubai)]));
  const nearer = (a: Card, b: Card) => far.get(a.id)! - far.get(b.id)! || (a.id < b.id ? -1 : 1);
  const by: Record<StayOrder, (a: Card, b: Card) => number> = {
    near: nearer,
    price: (a, b) => a.best.total.amount - b.best.total.amount || nearer(a, b),
    'price-down': (a, b) => b.best.total.amount - a.best.total.amount || nearer(a, b),
    stars: (a, b) => b.stars - a.stars || nearer(a, b),
  };
  return cards.toSorted(by[order]);
}

export interface Choice<Value extends string = string> {
  readonly value: Value;
  /** How many the list has after choosing it alone in its group. */
  readonly count: number;
}

export interface StayFacets {
  readonly countries: readonly Choice<StayCountry>[];
  readonly areas: readonly Choice[];
  readonly kinds: readonly Choice<StayKind>[];
  readonly boards: readonly Choice<Board>[];
  readonly flags: readonly Choice<StayFlag>[];
}

/** The choices of each group with their numbers; a group lists what the catalogue has at all. */
export function stayFacetsOf(all: readonly PricedStay[], filter: StayFilter): StayFacets {
  const count = <Key extends keyof StayFilter>(key: Key, wanted: NonNullable<StayFilter[Key]>) =>
    countWith(stayTests, all, filter, key, wanted);
  const sold = <Value extends string>(key: keyof StayFilter, values: readonly Value[], wanted: (value: Value) => StayFilter) =>
    values
      .filter((value) => narrowed(stayTests, all, wanted(value)).length > 0)
      .map((value) => ({ value, count: count(key, wanted(value)[key] as never) }));
  // A country and an area of another one would leave nothing: each is counted without the other.
  const inPlace = (place: Pick<StayFilter, 'country' | 'area'>) =>
    narrowed(stayTests, all, { ...filter, country: undefined, area: undefined, ...place }).length;
  return {
    countries: sold('country', stayCountries, (country) => ({ country })).map(({ value }) => ({
      value,
      count: inPlace({ country: value }),
    })),
    areas: [...new Set(all.map((card) => card.area))].map((value) => ({ value, count: inPlace({ area: value }) })),
    kinds: sold('kinds', stayKinds, (kind) => ({ kinds: [kind] })),
    boards: sold('boards', boards, (board) => ({ boards: [board] })),
    flags: stayFlags
      .filter((flag) => narrowed(stayTests, all, { [flag]: true } as StayFilter).length > 0)
      .map((value) => ({ value, count: count(value, true) })),
  };
}
