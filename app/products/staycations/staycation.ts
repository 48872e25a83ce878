import type { Money } from '#app/values/money.ts';
import type { PosterArt } from '#app/ui/poster/poster-names.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

export const stayCountries = ['AE', 'OM', 'SA'] as const;
export type StayCountry = (typeof stayCountries)[number];

export const stayKinds = ['beach', 'desert', 'mountain', 'city', 'island', 'heritage'] as const;
export type StayKind = (typeof stayKinds)[number];

export const boards = ['room', 'breakfast', 'half-board'] as const;
export type Board = (typeof boards)[number];

export interface StayRoom {
  readonly key: string;
  /** Places for grown-ups, from 12 years; a child may take one. */
  readonly adults: number;
  /** Further places for children under 12. */
  readonly children: number;
  readonly sizeM2: number;
  /** Zero of both: it is not told. */
  readonly doubleBeds: number;
  readonly singleBeds: number;
  /** The lowest price of one night with the first board of the house, fees and VAT included. */
  readonly from: Money;
}

export const chargeKinds = ['fee', 'extra'] as const;
export const chargeUnits = ['stay', 'night', 'person', 'person-night'] as const;

/** What is paid at the house itself: a fee everybody pays, or an extra for who wants it. */
export interface HotelCharge {
  readonly key: string;
  readonly kind: (typeof chargeKinds)[number];
  readonly per: (typeof chargeUnits)[number];
  readonly amount: Money;
}

/** What is true of a stay in every language. */
export interface StaycationFacts {
  readonly id: string;
  readonly country: StayCountry;
  readonly area: string;
  readonly latitude: number;
  readonly longitude: number;
  /** IANA; check-in and cancellation are by the clocks there. */
  readonly zone: string;
  readonly stars: number;
  readonly kind: StayKind;
  /** The first one is in the price of the rooms. */
  readonly boards: readonly Board[];
  readonly pool: boolean;
  readonly beach: boolean;
  readonly kidsClub: boolean;
  readonly pets: boolean;
  readonly spa: boolean;
  /** For one grown-up; null: none is sold. */
  readonly dayPass: Money | null;
  readonly residentOffer: boolean;
  /** HH:MM. */
  readonly checkIn: string;
  readonly checkOut: string;
  /** Days before the day of arrival; null: never free. */
  readonly freeCancelDays: number | null;
  /** From this age on a child takes the place of a grown-up. */
  readonly adultFrom: number;
  /** The youngest age that is lodged. */
  readonly childrenFrom: number;
  readonly atHotel: readonly HotelCharge[];
  readonly rooms: readonly StayRoom[];
  readonly rating: number | null;
  readonly poster: PosterArt;
}

/** The words of a stay in one language. */
export interface StaycationWords {
  readonly title: string;
  readonly area: string;
  readonly tagline: string;
  readonly summary: string;
  readonly highlights: readonly string[];
  /** By key of a room. */
  readonly rooms: Readonly<Record<string, { readonly name: string; readonly text: string }>>;
  readonly facilities: readonly string[];
  readonly nearby: readonly string[];
  readonly goodToKnow: readonly string[];
  /** How children are lodged; empty where the house says nothing of it. */
  readonly children: string;
  /** By key of what is paid at the house. */
  readonly atHotel: Readonly<Record<string, string>>;
}

export interface CatalogueStaycation {
  readonly facts: StaycationFacts;
  /** Of the price, paid at once by plans that can be given back. */
  readonly depositPercent: number;
  /** English stands in for a language that is not there. */
  readonly words: Readonly<Partial<Record<LanguageCode, StaycationWords>>> & { readonly en: StaycationWords };
}

/** A stay as a list shows it, in one language. */
export interface StaycationCard extends StaycationFacts {
  readonly title: string;
  readonly areaName: string;
  readonly tagline: string;
  /** Folded words of all languages. */
  readonly searchWords: string;
}

/** A whole stay in one language. */
export interface Staycation extends StaycationFacts {
  readonly words: StaycationWords;
  /** The language that its words are in: English where another one is not written. */
  readonly wordsIn: LanguageCode;
}
