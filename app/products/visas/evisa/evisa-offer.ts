import type { CalendarDate } from '#app/values/dates.ts';

/*
 * What we sell of one country, as plain data. A case freezes the offer it was begun under: what is changed later never
 * changes what somebody was told. Words stand in the `evisas` catalogue under the codes.
 */

export const visaPurposes = ['tourist', 'business', 'transit', 'family', 'student'] as const;
export type VisaPurpose = (typeof visaPurposes)[number];

export const documentCodes = [
  'passport-page',
  'photo',
  'residence',
  'hotel',
  'flight',
  'bank',
  'invitation',
  'birth-certificate',
  'insurance',
  'yellow-fever',
  'employment',
  'itinerary',
  'cover-letter',
  'family-proof',
  'admission',
] as const;
export type DocumentCode = (typeof documentCodes)[number];

/** Asked of each traveller beyond name, birth, nationality and passport. */
export const fieldCodes = [
  'occupation',
  'employer',
  'father',
  'mother',
  'marital',
  'birth-place',
  'home-address',
  'stay-address',
  'refused-before',
] as const;
export type FieldCode = (typeof fieldCodes)[number];

export const rejectionCodes = [
  'photo',
  'passport-validity',
  'incomplete',
  'name-differs',
  'purpose',
  'funds',
  'overstay',
  'security',
  'duplicate',
  'no-reason',
] as const;
export type RejectionCode = (typeof rejectionCodes)[number];

export interface VisaSpeed {
  /** How quick an e-visa is; how much we do for an assisted one. */
  readonly code: 'standard' | 'express' | 'check' | 'full' | 'vip';
  /** Working days of the authority. */
  readonly days: number;
  /** Added to the fees for each traveller; fils of AED. */
  readonly governmentExtra: number;
  readonly serviceExtra: number;
}

/** How often a visa opens the border. */
export const visaEntries = ['single', 'double', 'multiple'] as const;
export type VisaEntries = (typeof visaEntries)[number];

export interface VisaType {
  /** Unique in its country. */
  readonly code: string;
  readonly purpose: VisaPurpose;
  readonly entries: VisaEntries;
  /** Longest stay, days. */
  readonly stay: number;
  /** Days within which it must be used. */
  readonly validity: number;
  /** What the authority publishes, such as "USD 25". */
  readonly official: string;
  /** What we pay on to it for each traveller; fils of AED. */
  readonly governmentFee: number;
  /** Ours for each traveller, VAT included; fils of AED. */
  readonly serviceFee: number;
  readonly speeds: readonly VisaSpeed[];
}

/** Who counts the days: the authority's zone, its weekend and its holidays. */
export interface AuthorityCalendar {
  readonly zone: string;
  /** 0 = Monday ... 6 = Sunday. */
  readonly weekend: readonly number[];
  /** MM-DD each year, YYYY-MM-DD once, or the name of one that moves (`moving-holidays-rules.ts`). */
  readonly holidays: readonly string[];
}

export interface VisaCountry {
  /** ISO 3166 alpha-2. */
  readonly code: string;
  /** In addresses: india. */
  readonly slug: string;
  readonly authority: string;
  readonly site: string;
  readonly asOf: CalendarDate;
  readonly calendar: AuthorityCalendar;
  /** `all`, or the passports that may apply. */
  readonly open: 'all' | readonly string[];
  readonly closed: readonly string[];
  /** Residents of these countries may apply with any passport that is not closed. */
  readonly residents: readonly string[];
  /** Months a passport must be valid after arrival. */
  readonly passportMonths: number;
  /** Earliest and latest days before arrival on which one may apply. */
  readonly earliest: number;
  readonly documents: readonly DocumentCode[];
  readonly fields: readonly FieldCode[];
  /** How it is shown at the border, where one may enter, whether a stay can be made longer. */
  readonly shown: 'printed' | 'phone';
  readonly ports: 'all' | 'airports' | 'listed';
  readonly extendable: boolean;
  /** Share of our fee that goes back when the authority says no; percent. */
  readonly rejectedService: number;
  /** What most often goes wrong there. */
  readonly refusals: readonly RejectionCode[];
  readonly types: readonly VisaType[];
}

/** Null for a code the country does not sell. */
export function findType(country: Pick<VisaCountry, 'types'>, code: string): VisaType | null {
  return country.types.find((type) => type.code === code) ?? null;
}

export function findSpeed(type: VisaType, code: string): VisaSpeed | null {
  return type.speeds.find((speed) => speed.code === code) ?? null;
}
