import { addDays, addMonths, parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import type { TravelDocument } from './booking-draft.ts';

/*
 * Passport validity by destination (rules 13 to 15). Data with a source for each row; a country without a row is
 * unknown and said to be unknown. Citizens enter their own country on any valid passport.
 */

export type ValidityRule =
  /** Months after the day of arrival. */
  | { readonly from: 'arrival'; readonly months: number; readonly days?: number }
  /** Months after the day of leaving. */
  | { readonly from: 'departure'; readonly months: number; readonly days?: number };

export interface ValidityRow {
  readonly countries: readonly string[];
  readonly rule: ValidityRule;
  readonly source: string;
  /** Year of the publication the row was taken from. */
  readonly edition: number;
}

const sixMonths: ValidityRule = { from: 'arrival', months: 6 };
const theStay: ValidityRule = { from: 'departure', months: 0 };

export const validityRows: readonly ValidityRow[] = [
  { countries: ['AE'], rule: sixMonths, source: 'UAE Government portal, entry requirements', edition: 2025 },
  {
    countries: ['SA', 'QA', 'BH', 'KW', 'OM'],
    rule: sixMonths,
    source: 'Visitor requirements of the GCC interior ministries',
    edition: 2025,
  },
  { countries: ['PH'], rule: sixMonths, source: 'Philippine Bureau of Immigration', edition: 2025 },
  { countries: ['IN', 'LK', 'NP', 'BD', 'PK'], rule: sixMonths, source: 'Immigration authorities of the country', edition: 2025 },
  {
    countries: ['ID', 'MY', 'SG', 'TH', 'VN', 'KH', 'CN'],
    rule: sixMonths,
    source: 'Immigration authorities of the country',
    edition: 2025,
  },
  { countries: ['EG', 'JO', 'LB', 'KE', 'TZ', 'UG'], rule: sixMonths, source: 'Immigration authorities of the country', edition: 2025 },
  {
    countries: ['TR'],
    rule: { from: 'arrival', months: 0, days: 150 },
    source: 'Republic of Türkiye, Ministry of Foreign Affairs',
    edition: 2025,
  },
  {
    countries: [
      'AT',
      'BE',
      'BG',
      'CH',
      'CZ',
      'DE',
      'DK',
      'EE',
      'ES',
      'FI',
      'FR',
      'GR',
      'HR',
      'HU',
      'IS',
      'IT',
      'LI',
      'LT',
      'LU',
      'LV',
      'MT',
      'NL',
      'NO',
      'PL',
      'PT',
      'RO',
      'SE',
      'SI',
      'SK',
    ],
    rule: { from: 'departure', months: 3 },
    source: 'Regulation (EU) 2016/399, article 6(1)(a)',
    edition: 2025,
  },
  {
    countries: ['GB', 'IE', 'CA', 'AU', 'JP', 'KR', 'BR', 'MX'],
    rule: theStay,
    source: 'Immigration authorities of the country',
    edition: 2025,
  },
  {
    countries: ['ZA'],
    rule: { from: 'departure', months: 0, days: 30 },
    source: 'South African Department of Home Affairs',
    edition: 2025,
  },
];

const rowsByCountry = new Map(validityRows.flatMap((row) => row.countries.map((country) => [country, row] as const)));

export function findValidityRow(country: string): ValidityRow | null {
  return rowsByCountry.get(country) ?? null;
}

/** A stay in a country, in local dates; a transit airside is no stay. `leaves` is null when the journey ends there. */
export interface Stay {
  readonly country: string;
  readonly arrives: CalendarDate;
  readonly leaves: CalendarDate | null;
}

export type DocumentProblem =
  | 'document-missing'
  | 'document-number'
  | 'document-issuer'
  | 'document-expiry'
  | 'document-expired'
  | 'document-too-short-for-trip';

export type DocumentWarning =
  | { readonly kind: 'passport-short-for-country'; readonly country: string; readonly until: CalendarDate; readonly source: string }
  | { readonly kind: 'passport-rule-unknown'; readonly country: string };

export interface DocumentCheck {
  readonly problems: readonly DocumentProblem[];
  readonly warnings: readonly DocumentWarning[];
}

/** The last day a passport must reach to enter: null where the rule is not known. */
export function validUntilNeeded(stay: Stay): CalendarDate | null {
  const row = findValidityRow(stay.country);
  if (!row) return null;
  const base = row.rule.from === 'arrival' ? stay.arrives : (stay.leaves ?? stay.arrives);
  return addDays(addMonths(base, row.rule.months), row.rule.days ?? 0);
}

/**
 * Refuses a passport that ends before the journey does (the airline would not board it); warns where it ends before
 * what a country asks for, since residents and dual nationals may be exempt.
 */
export function checkDocument(
  document: TravelDocument | null,
  nationality: string,
  stays: readonly Stay[],
  lastDay: CalendarDate,
  today: CalendarDate,
): DocumentCheck {
  if (!document || (document.number === '' && document.expires === '')) return { problems: ['document-missing'], warnings: [] };
  const problems: DocumentProblem[] = [];
  const warnings: DocumentWarning[] = [];
  if (!/^[A-Z0-9]{5,15}$/.test(document.number)) problems.push('document-number');
  if (!/^[A-Z]{2}$/.test(document.issuedBy)) problems.push('document-issuer');
  const expires = parseCalendarDate(document.expires);
  if (!expires) return { problems: [...problems, 'document-expiry'], warnings };
  if (expires < today) return { problems: [...problems, 'document-expired'], warnings };
  if (expires < lastDay) return { problems: [...problems, 'document-too-short-for-trip'], warnings };
  const asked = new Set<string>();
  for (const stay of stays) {
    if (stay.country === nationality || stay.country === document.issuedBy || asked.has(stay.country)) continue;
    asked.add(stay.country);
    const needed = validUntilNeeded(stay);
    if (!needed) warnings.push({ kind: 'passport-rule-unknown', country: stay.country });
    else if (expires < needed)
      warnings.push({
        kind: 'passport-short-for-country',
        country: stay.country,
        until: needed,
        source: findValidityRow(stay.country)!.source,
      });
  }
  return { problems, warnings };
}

/** UAE visit and tourist visas are not given to single-name passports; citizens and residents are not concerned. */
export function isSingleNameTrouble(
  passenger: { readonly singleName: boolean; readonly nationality: string; readonly residence: string },
  stays: readonly Stay[],
): boolean {
  return (
    passenger.singleName && passenger.nationality !== 'AE' && passenger.residence !== 'AE' && stays.some((stay) => stay.country === 'AE')
  );
}
