import type { AnswerPassport } from '#app/commerce/trip-line/passport-rules-context.ts';
import { parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import type { TravelDocument } from './booking-draft.ts';

/*
 * Passports for a journey (rules 13 to 16). How long a country wants one to last is asked of the register of entry rules;
 * what it does not know is said to be unknown. Citizens enter their own country on any valid passport.
 */

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
  | 'document-too-short-for-trip'
  | 'document-issued-missing'
  | 'document-issued';

export type DocumentWarning =
  | { readonly kind: 'passport-short-for-country'; readonly country: string; readonly until: CalendarDate; readonly source: string }
  | { readonly kind: 'passport-too-old-for-country'; readonly country: string; readonly until: CalendarDate; readonly source: string }
  | { readonly kind: 'passport-short-for-transit'; readonly country: string; readonly until: CalendarDate; readonly source: string }
  | { readonly kind: 'passport-rule-unknown'; readonly country: string };

export interface DocumentCheck {
  /** Some country on the way asks when this passport was issued. */
  readonly asksIssued: boolean;
  readonly problems: readonly DocumentProblem[];
  readonly warnings: readonly DocumentWarning[];
}

/**
 * Refuses a passport that ends before the journey does (the airline would not board it); warns where it ends before
 * what a country asks for, since residents and dual nationals may be exempt.
 */
export function checkDocument(
  document: TravelDocument | null,
  holder: { readonly nationality: string; readonly residence: string },
  journey: { readonly stays: readonly Stay[]; readonly transits?: readonly Stay[]; readonly lastDay: CalendarDate },
  today: CalendarDate,
  answer: AnswerPassport,
): DocumentCheck {
  const { nationality } = holder;
  const { stays, transits = [], lastDay } = journey;
  if (!document || (document.number === '' && document.expires === ''))
    return { problems: ['document-missing'], warnings: [], asksIssued: false };
  const problems: DocumentProblem[] = [];
  const warnings: DocumentWarning[] = [];
  if (!/^[A-Z0-9]{5,15}$/.test(document.number)) problems.push('document-number');
  if (!/^[A-Z]{2}$/.test(document.issuedBy)) problems.push('document-issuer');
  const expires = parseCalendarDate(document.expires);
  if (!expires) return { problems: [...problems, 'document-expiry'], warnings, asksIssued: false };
  if (expires < today) return { problems: [...problems, 'document-expired'], warnings, asksIssued: false };
  if (expires < lastDay) return { problems: [...problems, 'document-too-short-for-trip'], warnings, asksIssued: false };
  const issued = parseCalendarDate(document.issued ?? '');
  const asked = new Set<string>();
  let asksIssued = false;
  for (const stay of stays) {
    if (stay.country === nationality || stay.country === document.issuedBy || asked.has(stay.country)) continue;
    asked.add(stay.country);
    const { country, arrives, leaves } = stay;
    const needed = answer({ passport: nationality, residence: holder.residence || null, country, arrives, leaves });
    if (needed.kind === 'unknown') warnings.push({ kind: 'passport-rule-unknown', country });
    else if (needed.kind === 'rule' && expires < needed.until)
      warnings.push({ kind: 'passport-short-for-country', country, until: needed.until, source: needed.source });
    if (needed.kind !== 'rule' || !needed.issuedFrom) continue;
    asksIssued = true;
    if (issued && issued < needed.issuedFrom)
      warnings.push({ kind: 'passport-too-old-for-country', country, until: needed.issuedFrom, source: needed.source });
  }
  // Some countries look at passports of whoever only changes flights; where nobody has read that, what is asked of a transit is told elsewhere.
  for (const { country, arrives, leaves } of transits) {
    if (country === nationality || country === document.issuedBy || asked.has(country)) continue;
    asked.add(country);
    const needed = answer({ passport: nationality, residence: holder.residence || null, country, arrives, leaves, airside: true });
    if (needed.kind === 'rule' && expires < needed.until)
      warnings.push({ kind: 'passport-short-for-transit', country, until: needed.until, source: needed.source });
  }
  if (asksIssued && !document.issued) problems.push('document-issued-missing');
  else if (asksIssued && (!issued || issued > today || issued >= expires)) problems.push('document-issued');
  return { problems, warnings, asksIssued };
}

/**
 * Countries of a journey that ask how old a passport is, before anybody said whose it is: for the field that asks. Whoever
 * is at home there leaves it empty.
 */
export function asksWhenIssued(stays: readonly Stay[], answer: AnswerPassport): string[] {
  const asking = stays.filter((stay) => {
    const needed = answer({ passport: '', residence: null, ...stay });
    return needed.kind === 'rule' && needed.issuedFrom !== null;
  });
  return [...new Set(asking.map(({ country }) => country))];
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
