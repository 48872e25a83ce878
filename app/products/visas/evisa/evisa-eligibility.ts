import { addMonths, dayNumber, type CalendarDate } from '#app/values/dates.ts';
import type { VisaCountry } from './evisa-offer.ts';

export type PassportAnswer = 'open' | 'through-residence' | 'not-open' | 'not-needed';

/** What a fresh line of the register says of a passport; null where it says nothing. */
export type RegisterWord = 'open' | 'closed' | 'not-needed' | null;

/**
 * Whether a passport may apply there. Where the register knows, it decides; else the offer's own lists do. Never for
 * one's own country. Both ISO 3166 alpha-2; residence may be empty.
 */
export function mayApply(
  country: Pick<VisaCountry, 'code' | 'open' | 'closed' | 'residents'>,
  passport: string,
  residence: string,
  register: RegisterWord = null,
): PassportAnswer {
  if (passport !== country.code && register === 'not-needed') return 'not-needed';
  if (passport !== country.code && register === 'closed') return 'not-open';
  if (passport === country.code || country.closed.includes(passport)) return 'not-open';
  if (country.open === 'all' || country.open.includes(passport)) return 'open';
  return country.residents.includes(residence) ? 'through-residence' : 'not-open';
}

export type TravelRefusal =
  | 'passport-not-open'
  | 'passport-too-short'
  | 'passport-expired'
  | 'arrives-in-the-past'
  | 'too-early'
  | 'too-late';

export interface Travel {
  readonly nationality: string;
  readonly residence: string;
  readonly passportExpires: CalendarDate;
  readonly arrival: CalendarDate;
  readonly register?: RegisterWord;
}

/** Everything that speaks against an application, in the order in which it is told. Empty: nothing does. */
export function refusalsOf(
  country: Pick<VisaCountry, 'code' | 'open' | 'closed' | 'residents' | 'passportMonths' | 'earliest'>,
  travel: Travel,
  today: CalendarDate,
  promised: CalendarDate,
): TravelRefusal[] {
  const found: TravelRefusal[] = [];
  if (mayApply(country, travel.nationality, travel.residence, travel.register) === 'not-open') found.push('passport-not-open');
  if (travel.passportExpires <= today) found.push('passport-expired');
  else if (travel.passportExpires < addMonths(travel.arrival, country.passportMonths)) found.push('passport-too-short');
  if (travel.arrival < today) found.push('arrives-in-the-past');
  else if (travel.arrival < promised) found.push('too-late');
  if (dayNumber(travel.arrival) - dayNumber(today) > country.earliest) found.push('too-early');
  return found;
}
