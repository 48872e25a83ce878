import type { PosterArt } from '#app/ui/poster/poster-names.ts';
import type { Position } from '#app/values/distance.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

export const thingKinds = ['tour', 'experience', 'stay'] as const;
export type ThingKind = (typeof thingKinds)[number];

export const themes = [
  'beach',
  'desert',
  'city',
  'culture',
  'food',
  'nature',
  'adventure',
  'water',
  'wellness',
  'family',
  'romance',
  'rail',
  'winter',
  'night',
] as const;
export type Theme = (typeof themes)[number];

/** How long it takes: hours or a day for an experience, nights of one's choice for a stay, nights as planned for a tour. */
export const lengths = ['hours', 'day', 'own-nights', 'short', 'week', 'long'] as const;
export type Length = (typeof lengths)[number];

export const promises = ['free-cancel', 'instant', 'private', 'wheelchair'] as const;
export type ThingPromise = (typeof promises)[number];

/** In one language. */
export interface ThingNames {
  readonly title: string;
  /** City and country, or the countries of a tour. */
  readonly place: string;
  readonly tagline: string;
}

/** What stands in a comparison; what a thing does not have is left out. */
export interface ThingFacts {
  readonly days?: number;
  readonly nights?: number;
  readonly minutes?: number;
  /** The most people together. */
  readonly groupSize?: number;
  readonly stars?: number;
  /** Whole years. */
  readonly minAge?: number;
  /** ISO 639-1, of the guides. */
  readonly guides?: readonly string[];
  readonly wheelchair?: 'no' | 'partly' | 'yes';
  readonly board?: 'room' | 'breakfast' | 'half-board';
  /** HH:MM, local. */
  readonly starts?: readonly string[];
  /** Before the start, in hours; null: never. */
  readonly freeCancelHours?: number | null;
  /** Of the price, to be paid when booking. */
  readonly depositPercent?: number;
}

/** A tour, an experience or a stay as the search knows it. */
export interface SearchThing {
  readonly kind: ThingKind;
  readonly id: string;
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
  readonly at: Position;
  /** From-price: per person of a tour, per grown-up of an experience, per night of a stay for two. */
  readonly price: Money;
  readonly themes: readonly Theme[];
  readonly length: Length;
  /** Months of the year, 1 to 12, in which it can be had. */
  readonly months: readonly number[];
  readonly promises: readonly ThingPromise[];
  readonly facts: ThingFacts;
  readonly poster: PosterArt;
  /** Its place in the house's order of its kind, from 0. */
  readonly rank: number;
  /** Folded, of all languages. */
  readonly searchWords: string;
  readonly names: Readonly<Record<LanguageCode, ThingNames>>;
}

/** What is kept of it once its words are in the index. */
export type KnownThing = Omit<SearchThing, 'searchWords'>;

/** `tour:best-of-italy`: how an address names a thing. */
export function keyOf({ kind, id }: Pick<SearchThing, 'kind' | 'id'>): string {
  return `${kind}:${id}`;
}

export function addressOf({ kind, id }: Pick<SearchThing, 'kind' | 'id'>): string {
  return { tour: `/tour/${id}`, experience: `/experience/${id}`, stay: `/staycations/${id}` }[kind];
}
