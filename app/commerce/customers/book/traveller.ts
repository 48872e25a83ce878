import type { CalendarDate } from '#app/values/dates.ts';

/** Somebody in a customer's traveller book, as their papers say it. */
export interface Traveller {
  readonly id: string;
  readonly title: TravellerTitle | '';
  /** A-Z as in the machine-readable zone. */
  readonly surname: string;
  readonly givenNames: string;
  /** The passport holds one name only; it stands in `surname`. */
  readonly singleName: boolean;
  readonly nativeName: string;
  readonly birthDate: CalendarDate;
  /** ISO 3166 alpha-2; a second one for dual nationals. */
  readonly nationalities: readonly string[];
  readonly residence: string;
  readonly needs: readonly CareNeed[];
  readonly guardianId: string | null;
  /** ISO instant at which the customer said that this grown-up agrees; null for minors. */
  readonly agreedAt: string | null;
  readonly documents: readonly TravellerDocument[];
  readonly flyerNumbers: readonly FlyerNumber[];
}

export const travellerTitles = ['MR', 'MRS', 'MS', 'MISS', 'MSTR'] as const;
export type TravellerTitle = (typeof travellerTitles)[number];

/** IATA special service requests; an airline is asked for them, never assumed to grant them. */
export const careNeeds = ['WCHR', 'WCHS', 'WCHC', 'BLND', 'DEAF', 'DPNA', 'MAAS'] as const;
export type CareNeed = (typeof careNeeds)[number];

export const documentKinds = ['passport', 'residence-permit', 'visa'] as const;
export type DocumentKind = (typeof documentKinds)[number];

export interface TravellerDocument {
  readonly kind: DocumentKind;
  readonly number: string;
  /** ISO 3166 alpha-2. */
  readonly issuedBy: string;
  readonly expires: CalendarDate;
}

export interface FlyerNumber {
  /** IATA code of the airline. */
  readonly airline: string;
  readonly number: string;
}

/** Surname last, as it is said: LAYLA HADDAD. */
export function spokenName(traveller: Pick<Traveller, 'surname' | 'givenNames'>): string {
  return `${traveller.givenNames} ${traveller.surname}`.trim();
}
