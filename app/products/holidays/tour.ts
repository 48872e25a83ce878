import type { PosterArt } from '#app/ui/poster/poster-names.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { RegionCode } from '#app/values/regions.ts';

export const tourStyles = [
  'culture',
  'food',
  'family',
  'honeymoon',
  'beach',
  'halal-friendly',
  'nature',
  'city',
  'adventure',
  'rail',
  'slow',
  'winter',
] as const;
export type TourStyle = (typeof tourStyles)[number];

export const groupKinds = ['small-group', 'private'] as const;
export type GroupKind = (typeof groupKinds)[number];

export const transports = ['rail', 'coach', 'boat', 'domestic-flight', '4x4', 'walking', 'private-car'] as const;
export type Transport = (typeof transports)[number];

/** Weekday as ISO counts (1 is Monday), and the months of the year in which a tour runs. */
export interface DepartureRule {
  readonly weekday: number;
  readonly months: readonly number[];
}

export interface TourStop {
  readonly key: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly nights: number;
}

export const extraCodes = ['transfer', 'day-room', 'data'] as const;
export type ExtraCode = (typeof extraCodes)[number];

/** Days of the year, MM-DD, on which a tour sets off at a price of its own. */
export interface TourSeason {
  readonly from: string;
  readonly until: string;
  /** Of one person sharing, in fils. */
  readonly price: number;
}

/** What a tour asks beside its price; amounts in fils. */
export interface TourTerms {
  /** Null: the seasons of the house. The first that fits counts. */
  readonly seasons: readonly TourSeason[] | null;
  /** What a grown-up pays less in a room of three. */
  readonly tripleLess: number;
  /** Share of the price that children and infants pay. */
  readonly childPercent: number;
  readonly infantPercent: number;
  /** Price of an extra; null: it is not offered. */
  readonly extras: Readonly<Record<ExtraCode, number | null>>;
}

/** What is true of a tour in every language. */
export interface TourFacts {
  readonly id: string;
  readonly region: RegionCode;
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
  readonly stops: readonly TourStop[];
  readonly days: number;
  readonly nights: number;
  readonly styles: readonly TourStyle[];
  readonly group: GroupKind;
  readonly groupSize: number;
  readonly minAge: number;
  readonly departures: DepartureRule;
  /** One per day: letters of B, L, D; empty for none. */
  readonly meals: readonly string[];
  readonly stars: number;
  /** Per person sharing a double room, VAT included. */
  readonly price: Money;
  readonly singleSupplement: Money;
  readonly depositPercent: number;
  readonly transport: readonly Transport[];
  readonly poster: PosterArt;
  readonly isTop: boolean;
  readonly isPopular: boolean;
  /** Null: the terms of the house. */
  readonly terms: TourTerms | null;
}

/** The words of a tour in one language. */
export interface TourWords {
  readonly title: string;
  readonly tagline: string;
  readonly summary: string;
  readonly highlights: readonly string[];
  readonly days: readonly { readonly title: string; readonly text: string }[];
  readonly included: readonly string[];
  readonly notIncluded: readonly string[];
  readonly goodToKnow: readonly string[];
  /** Name by key of a stop. */
  readonly places: Readonly<Record<string, string>>;
}

/** A tour as it is written; English is there, and stands in for a language that is not. */
export interface CatalogueTour {
  readonly facts: TourFacts;
  readonly words: Readonly<Partial<Record<LanguageCode, TourWords>>> & { readonly en: TourWords };
}

export interface RoutePlace {
  readonly key: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly nights: number;
}

/** A tour as a card of a list shows it, in one language. */
export interface TourCard extends Omit<TourFacts, 'stops' | 'meals' | 'singleSupplement'> {
  readonly title: string;
  readonly tagline: string;
  readonly route: readonly RoutePlace[];
  /** Folded words of all languages. */
  readonly searchWords: string;
}

/** A whole tour in one language. */
export interface Tour extends Omit<TourFacts, 'stops'> {
  readonly words: TourWords;
  readonly route: readonly RoutePlace[];
}
