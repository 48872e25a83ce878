import type { CalendarDate } from '#app/values/dates.ts';
import type { AuthorityCalendar, DocumentCode, FieldCode, RejectionCode, VisaCountry, VisaPurpose } from '../evisa/evisa-offer.ts';
import { fileDays, wayBackDays } from './timeline-rules.ts';

/*
 * What we do for one country that gives its visas over a counter, as plain data. A party freezes the offer it was begun
 * under, in the shape of every visa offer with what a counter needs beside it.
 */

export const packages = ['check', 'full', 'vip'] as const;
export type PackageCode = (typeof packages)[number];

export const purposes = ['tourist', 'business', 'family', 'student'] as const;
export type AssistedPurposeCode = (typeof purposes)[number];

/** Where our customers live: the emirates and the Gulf states beside them. The mission's jurisdiction follows it. */
export const regions = ['AE-DU', 'AE-AZ', 'AE-SH', 'AE-AJ', 'AE-UQ', 'AE-RK', 'AE-FU', 'SA', 'QA', 'KW', 'BH', 'OM'] as const;
export type Region = (typeof regions)[number];

export const cities = ['dubai', 'abu-dhabi', 'riyadh', 'doha', 'kuwait', 'manama', 'muscat'] as const;
export type City = (typeof cities)[number];

/** Whose clock hangs over the counter. */
export const zoneOfCity: Readonly<Record<City, string>> = {
  dubai: 'Asia/Dubai',
  'abu-dhabi': 'Asia/Dubai',
  riyadh: 'Asia/Riyadh',
  doha: 'Asia/Qatar',
  kuwait: 'Asia/Kuwait',
  manama: 'Asia/Bahrain',
  muscat: 'Asia/Muscat',
};

export interface Counter {
  readonly city: City;
  /** A centre that works for the mission, or the mission itself: there, only the applicant is let in. */
  readonly kind: 'centre' | 'mission';
  readonly serves: readonly Region[];
}

export interface AssistedPurpose {
  readonly code: AssistedPurposeCode;
  readonly entries: 'single' | 'double' | 'multiple';
  /** Longest stay and days within which it must be used. */
  readonly stay: number;
  readonly validity: number;
  /** What the mission publishes, such as "EUR 90". */
  readonly official: string;
  /** What we pay on to it for each traveller; fils of AED. */
  readonly governmentFee: number;
}

export interface ChildFee {
  /** Years; on the day of arrival. */
  readonly under: number;
  readonly governmentFee: number;
}

export interface AssistedCountry {
  /** ISO 3166 alpha-2. */
  readonly code: string;
  /** In addresses: france. */
  readonly slug: string;
  readonly authority: string;
  readonly site: string;
  readonly asOf: CalendarDate;
  /** The days the counters and the mission here work on. */
  readonly calendar: AuthorityCalendar;
  readonly passportMonths: number;
  /** Earliest day before arrival on which one may apply. */
  readonly earliest: number;
  /** Fingerprints: how long those of an earlier visa are used again. */
  readonly biometrics: 'months-59' | 'years-10' | 'each-time' | 'none';
  /** The passport stays there until the decision. */
  readonly kept: boolean;
  readonly interview: boolean;
  /** Days one usually waits for a counter; used until a day was really seen. */
  readonly waitDays: number;
  /** Working days until most decisions. */
  readonly processingDays: number;
  /** The centre's own fee for each traveller, paid on; fils of AED. */
  readonly centreFee: number;
  /** Ours for each traveller, VAT included; fils of AED. */
  readonly fees: Readonly<Record<PackageCode, number>>;
  readonly childFees: readonly ChildFee[];
  /** Share of our fee that goes back when the mission says no; percent. */
  readonly rejectedService: number;
  readonly refusals: readonly RejectionCode[];
  readonly fields: readonly FieldCode[];
  readonly documents: readonly DocumentCode[];
  readonly purposes: readonly AssistedPurpose[];
  readonly counters: readonly Counter[];
}

/** What a frozen offer keeps beside that of every visa. */
export interface AssistedTerms {
  readonly purpose: AssistedPurposeCode;
  readonly package: PackageCode;
  readonly region: Region;
  readonly counter: Counter;
  readonly centreFee: number;
  readonly childFees: readonly ChildFee[];
  readonly biometrics: AssistedCountry['biometrics'];
  readonly kept: boolean;
  readonly interview: boolean;
  readonly waitDays: number;
  readonly processingDays: number;
}
export interface AssistedOffer extends VisaCountry {
  readonly assisted: AssistedTerms;
}

/** Each purpose brings papers of its own. */
const papersOf: Readonly<Record<AssistedPurposeCode, readonly DocumentCode[]>> = {
  tourist: ['hotel', 'itinerary'],
  business: ['invitation', 'employment'],
  family: ['invitation', 'family-proof'],
  student: ['admission', 'cover-letter'],
};

/** Papers for a purpose; somebody who lives in a country that is not their passport's shows the right to. */
export function papersFor(country: Pick<AssistedCountry, 'documents'>, purpose: AssistedPurposeCode): readonly DocumentCode[] {
  return [...new Set([...country.documents, ...papersOf[purpose]])];
}

/** The counter that takes somebody who lives in a region; null when the country has none for it. */
export function counterFor(country: Pick<AssistedCountry, 'counters'>, region: string): Counter | null {
  return country.counters.find(({ serves }) => (serves as readonly string[]).includes(region)) ?? null;
}

export const isRegion = (code: string): code is Region => (regions as readonly string[]).includes(code);

/** The visa's price for somebody of an age; fils. */
export function governmentFeeAt(fees: readonly ChildFee[], adult: number, age: number): number {
  return fees.toSorted((a, b) => a.under - b.under).find(({ under }) => age < under)?.governmentFee ?? adult;
}

/** The offer of one party, frozen in the shape that the form, the papers and the review of every visa read. */
export function freezeOffer(
  country: AssistedCountry,
  choice: { readonly purpose: AssistedPurpose; readonly package: PackageCode; readonly region: Region; readonly counter: Counter },
  waitDays: number,
): AssistedOffer {
  const { purpose } = choice;
  const days = fileDays + Math.ceil((waitDays * 5) / 7) + country.processingDays + wayBackDays;
  const purposeOf: VisaPurpose = purpose.code;
  return {
    code: country.code,
    slug: country.slug,
    authority: country.authority,
    site: country.site,
    asOf: country.asOf,
    calendar: country.calendar,
    open: 'all',
    closed: [],
    residents: [],
    passportMonths: country.passportMonths,
    earliest: country.earliest,
    documents: papersFor(country, purpose.code),
    fields: country.fields,
    shown: 'printed',
    ports: 'all',
    extendable: false,
    rejectedService: country.rejectedService,
    refusals: country.refusals,
    types: [
      {
        code: purpose.code,
        purpose: purposeOf,
        entries: purpose.entries,
        stay: purpose.stay,
        validity: purpose.validity,
        official: purpose.official,
        governmentFee: purpose.governmentFee,
        serviceFee: country.fees[choice.package],
        // Who takes the file to the counter alone looks after their own days.
        speeds: [{ code: choice.package, days: choice.package === 'check' ? fileDays : days, governmentExtra: 0, serviceExtra: 0 }],
      },
    ],
    assisted: {
      purpose: purpose.code,
      package: choice.package,
      region: choice.region,
      counter: choice.counter,
      centreFee: country.centreFee,
      childFees: country.childFees,
      biometrics: country.biometrics,
      kept: country.kept,
      interview: country.interview,
      waitDays,
      processingDays: country.processingDays,
    },
  };
}
