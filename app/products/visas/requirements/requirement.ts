import type { CalendarDate } from '#app/values/dates.ts';

/** What a country asks of a traveller before or on arrival; `unknown` is an answer of its own and never guessed away. */
export const visaNeeds = ['not-needed', 'eta', 'on-arrival', 'e-visa', 'sticker-visa', 'not-admitted', 'unknown'] as const;
export type VisaNeed = (typeof visaNeeds)[number];

/** Why somebody goes. `transit` is a change of flights without leaving the airport's transit area. */
export const visitPurposes = ['tourism', 'family', 'business', 'study', 'transit'] as const;
export type VisitPurpose = (typeof visitPurposes)[number];

/** Visas of others that some countries honour. `SCHENGEN` is a visa or permit of any state of that area. */
export const honouredVisas = ['US', 'GB', 'SCHENGEN', 'CA', 'AU', 'JP'] as const;
export type HonouredVisa = (typeof honouredVisas)[number];

/** What else is looked at on the border. */
export const entryConditions = [
  'return-ticket',
  'hotel-booking',
  'funds',
  'insurance',
  'arrival-form',
  'yellow-fever',
  'two-blank-pages',
  'permit-valid-3-months',
  'permit-valid-6-months',
  'visa-used-once',
  'chosen-professions',
  'fly-direct',
] as const;
export type EntryCondition = (typeof entryConditions)[number];

/** How long a passport must last: this much after the day of arrival or of leaving. */
export interface PassportValidity {
  readonly from: 'arrival' | 'departure';
  readonly months: number;
  readonly days: number;
  /** And it was issued within so many years before the day of arrival. Absent: how old it is does not matter. */
  readonly issuedWithinYears?: number;
}

/** One verified line of the register. */
export interface VisaRule {
  /** `GE/gulf-residents`: the sheet and the name of the line in it. */
  readonly rule: string;
  /** ISO 3166 alpha-2, or `SCHENGEN` for the countries that share one visa. */
  readonly destination: string;
  /** Countries and names of groups; empty for every passport without a line of its own. */
  readonly passports: readonly string[];
  /** Countries and groups whose residents the line is for; empty when residence does not matter. */
  readonly residences: readonly string[];
  /** Any of these visas, still valid; empty when none is needed. */
  readonly heldVisas: readonly HonouredVisa[];
  readonly purposes: readonly VisitPurpose[];
  readonly need: VisaNeed;
  /** Longest stay in days; null where the country names none. */
  readonly stayDays: number | null;
  /** The stay is counted within so many days (90 in any 180); null for each visit. */
  readonly windowDays: number | null;
  readonly passport: PassportValidity | null;
  readonly conditions: readonly EntryCondition[];
  /** Arrivals from and until, both included; null for open ends. */
  readonly validFrom: CalendarDate | null;
  readonly validUntil: CalendarDate | null;
  /** Address of the authority's own page. */
  readonly source: string;
  readonly checkedOn: CalendarDate;
  /** Days after which the line has to be checked again. */
  readonly recheckDays: number;
  readonly reviewer: string;
}

/** What somebody who asks tells of themselves and their trip. */
export interface TripQuestion {
  /** One, or two for a dual national. */
  readonly passports: readonly string[];
  readonly residence: string | null;
  readonly heldVisas: readonly HonouredVisa[];
  readonly destination: string;
  readonly purpose: VisitPurpose;
  readonly arrives: CalendarDate | null;
  readonly leaves: CalendarDate | null;
  /** Countries where flights are changed, in order. */
  readonly via: readonly string[];
  /** Countries that are entered on the way, where bags are collected or the airport is changed. */
  readonly enters?: readonly string[];
  readonly passportExpires: CalendarDate | null;
}

/** `own-residence`: they live there and enter on their residence permit. */
export type AnswerBasis = 'own-country' | 'own-residence' | 'register' | 'none';

export interface VisaAnswer {
  readonly destination: string;
  readonly need: VisaNeed;
  readonly basis: AnswerBasis;
  /** The passport it is for: with two, the better one. */
  readonly passport: string;
  readonly rule: VisaRule | null;
  readonly isStale: boolean;
  /** Last day on which the line counts as fresh. */
  readonly dueOn: CalendarDate | null;
  /** Whether the stay asked for is allowed; null while either is not known. */
  readonly stayFits: boolean | null;
  /** The last day the passport has to reach; null where the rule or the dates are not known. */
  readonly passportUntil: CalendarDate | null;
  readonly passportLasts: boolean | null;
}

/** Easier entry that somebody has who holds something they did not name. */
export interface EasierWay {
  readonly heldVisas: readonly HonouredVisa[];
  readonly residences: readonly string[];
  readonly need: VisaNeed;
  readonly stayDays: number | null;
}

export interface TripAnswer extends VisaAnswer {
  /** Airports on the way, each with its own answer. */
  readonly transits: readonly VisaAnswer[];
  /** Countries entered on the way, as an entry of each asks. */
  readonly entries: readonly VisaAnswer[];
  readonly easier: readonly EasierWay[];
  /** A visa product may be sold on this: a fresh line of the register said so. */
  readonly sells: boolean;
}
