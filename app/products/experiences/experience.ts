import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { PosterArt } from '#app/ui/poster/poster-names.ts';
import type { RegionCode } from '#app/values/regions.ts';

export const experienceCategories = [
  'desert',
  'water',
  'boat',
  'food',
  'culture',
  'museum',
  'adventure',
  'wellness',
  'city-tour',
  'nature',
  'family',
  'night',
] as const;
export type ExperienceCategory = (typeof experienceCategories)[number];

export const wheelchairAccess = ['no', 'partly', 'yes'] as const;
export type WheelchairAccess = (typeof wheelchairAccess)[number];

/** In the order a form asks for them. */
export const ageBandNames = ['adult', 'youth', 'child', 'infant', 'senior'] as const;
export type AgeBandName = (typeof ageBandNames)[number];

export interface AgeBand {
  readonly band: AgeBandName;
  /** Whole years, both included; `to` is null for no upper end. */
  readonly from: number;
  readonly to: number | null;
  /** For one person, VAT included; zero is free of charge. */
  readonly price: Money;
}

/** How many persons of each age band. */
export type Party = Readonly<Partial<Record<AgeBandName, number>>>;

/** What is true of an experience in every language. */
export interface ExperienceFacts {
  readonly id: string;
  readonly region: RegionCode;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly city: string;
  readonly latitude: number;
  readonly longitude: number;
  /** IANA; every time of an experience is by the clocks there. */
  readonly zone: string;
  readonly categories: readonly ExperienceCategory[];
  readonly durationMinutes: number;
  /** HH:MM. */
  readonly startTimes: readonly string[];
  /** ISO weekdays (1 is Monday) and months of the year in which it runs. */
  readonly weekdays: readonly number[];
  readonly months: readonly number[];
  /** ISO 639-1, of the guides. */
  readonly languages: readonly string[];
  readonly instant: boolean;
  /** Hours before the start; zero: until the start itself. Null: never free. */
  readonly freeCancelHours: number | null;
  readonly cutOffHours: number;
  readonly indoor: boolean;
  readonly wheelchair: WheelchairAccess;
  readonly stroller: boolean;
  readonly private: boolean;
  readonly ladiesOrFamilyTimes: boolean;
  readonly capacity: number;
  readonly ageBands: readonly AgeBand[];
  readonly pickup: boolean;
  readonly poster: PosterArt;
}

/** The words of an experience in one language. */
export interface ExperienceWords {
  readonly title: string;
  readonly city: string;
  readonly tagline: string;
  readonly summary: string;
  readonly highlights: readonly string[];
  readonly plan: readonly { readonly title: string; readonly text: string }[];
  readonly included: readonly string[];
  readonly notIncluded: readonly string[];
  readonly bring: readonly string[];
  readonly goodToKnow: readonly string[];
  readonly meeting: string;
}

export interface CatalogueExperience {
  readonly facts: ExperienceFacts;
  /** English stands in for a language that is not there. */
  readonly words: Readonly<Partial<Record<LanguageCode, ExperienceWords>>> & { readonly en: ExperienceWords };
}

/** An experience as a list shows it, in one language. */
export interface ExperienceCard extends ExperienceFacts {
  readonly title: string;
  readonly cityName: string;
  readonly tagline: string;
  /** Folded words of all languages. */
  readonly searchWords: string;
}

/** A whole experience in one language. */
export interface Experience extends ExperienceFacts {
  readonly words: ExperienceWords;
  /** The language that its words are in: English where another one is not written. */
  readonly wordsIn: LanguageCode;
}
