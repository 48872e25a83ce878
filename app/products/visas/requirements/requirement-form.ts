import { parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { honouredVisas, visitPurposes, type HonouredVisa, type TripQuestion, type VisitPurpose } from './requirement.ts';

/** What stands in the finder's fields; empty where nothing was said. */
export interface FinderValues {
  readonly passport: string;
  readonly secondPassport: string;
  readonly residence: string;
  readonly to: string;
  readonly purpose: VisitPurpose;
  readonly arrives: string;
  readonly leaves: string;
  /** Countries where flights are changed, in order. */
  readonly via: readonly string[];
  /** Last day of the passport. */
  readonly expires: string;
  readonly held: readonly HonouredVisa[];
}

/** More than three changes are no way anybody flies. */
export const viaFields = ['via', 'via2', 'via3'] as const;

export type FinderFault = 'passport' | 'to' | 'arrives' | 'leaves';

export interface ReadFinder {
  readonly values: FinderValues;
  readonly faults: readonly FinderFault[];
  /** Null until a passport and a destination are known and nothing is wrong. */
  readonly question: TripQuestion | null;
  /** Whether somebody asked, or the page was only opened. */
  readonly asked: boolean;
}

/** Somebody who told their passport earlier is not asked again. */
export interface Remembered {
  readonly nationality: string | null;
  readonly residence: string | null;
}

/**
 * Reads the finder's address. `isCountry` knows the countries of the lists, `countryOf` finds one by what somebody
 * typed elsewhere. What makes no sense is left out; a trip that ends before it begins is a fault.
 */
export function readFinder(
  params: URLSearchParams,
  remembered: Remembered | null,
  today: CalendarDate,
  places: { readonly isCountry: (code: string) => boolean; readonly countryOf: (words: string) => string | null },
): ReadFinder {
  const known = (code: string) => (places.isCountry(code.toUpperCase()) ? code.toUpperCase() : '');
  const country = (name: string) => known(params.get(name) ?? '');
  const words = params.get('q')?.trim().slice(0, 80) ?? '';
  const day = (name: string) => parseCalendarDate(params.get(name) ?? '');
  const [arrives, leaves, expires] = [day('arrives'), day('leaves'), day('expires')];
  const passport = country('passport') || (params.has('passport') ? '' : (remembered?.nationality ?? ''));
  const secondPassport = country('passport2');
  const values: FinderValues = {
    passport,
    secondPassport: secondPassport === passport ? '' : secondPassport,
    residence: country('residence') || (params.has('residence') ? '' : (remembered?.residence ?? '')),
    to: country('to') || (words ? (places.countryOf(words) ?? '') : ''),
    purpose: visitPurposes.find((purpose) => purpose === params.get('purpose')) ?? 'tourism',
    arrives: arrives ?? '',
    leaves: leaves ?? '',
    via: [...new Set(viaFields.flatMap((name) => params.getAll(name).map(known)))].filter((code) => code !== '').slice(0, viaFields.length),
    expires: expires ?? '',
    held: honouredVisas.filter((visa) => params.getAll('held').includes(visa)),
  };
  const asked = params.has('to') || words !== '';
  const faults: FinderFault[] = [];
  if (asked && !values.passport) faults.push('passport');
  if (asked && !values.to) faults.push('to');
  if (arrives && arrives < today) faults.push('arrives');
  if (arrives && leaves && leaves < arrives) faults.push('leaves');
  const question: TripQuestion | null =
    faults.length > 0 || !values.passport || !values.to
      ? null
      : {
          passports: [values.passport, values.secondPassport].filter((code) => code !== ''),
          residence: values.residence || null,
          heldVisas: values.held,
          destination: values.to,
          purpose: values.purpose,
          arrives,
          leaves,
          via: values.via,
          passportExpires: expires,
        };
  return { values, faults: asked ? faults : faults.filter((fault) => fault !== 'passport' && fault !== 'to'), question, asked };
}

/** The finder's query for some values, without what is empty. */
export function formatFinder(values: Partial<FinderValues>): string {
  const params = new URLSearchParams();
  const add = (name: string, value: string | undefined) => value && params.append(name, value);
  add('passport', values.passport);
  add('passport2', values.secondPassport);
  add('residence', values.residence);
  add('to', values.to);
  add('purpose', values.purpose === 'tourism' ? undefined : values.purpose);
  add('arrives', values.arrives);
  add('leaves', values.leaves);
  for (const country of values.via ?? []) add('via', country);
  add('expires', values.expires);
  for (const visa of values.held ?? []) add('held', visa);
  return params.toString();
}
