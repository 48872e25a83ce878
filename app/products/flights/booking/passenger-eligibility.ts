import { ageOn, dayNumber, parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import type { PassengerDetails } from './booking-draft.ts';
import { machineReadable } from '#app/commerce/customers/name-rules.ts';
import type { Passengers, PassengerType } from '../offer.ts';

/*
 * Who may travel together on one order (rules 1 to 7). Pure; run when travellers are typed, priced, held and paid.
 */

export const mostSeated = 9;
const oldest = 120;

export type PartyProblem =
  | 'party-empty'
  | 'party-too-large'
  | 'party-infants-over-adults'
  | 'party-all-minors'
  | 'party-needs-grown-up'
  | 'party-infant-needs-own-grown-up';

export type AgeProblem =
  | 'birth-missing'
  | 'birth-not-a-date'
  | 'birth-after-travel'
  | 'birth-too-long-ago'
  | 'newborn-too-young'
  | 'age-should-be-infant'
  | 'age-should-be-child'
  | 'age-should-be-adult'
  | 'turns-two-on-the-way'
  | 'turns-twelve-on-the-way';

export type AgeWarning = 'newborn-ask-doctor' | 'minor-pays-adult-fare';

/** First and last local departure dates of the journey. */
export interface TravelDates {
  readonly first: CalendarDate;
  readonly last: CalendarDate;
}

export function typeAt(age: number): PassengerType {
  if (age < 2) return 'infant';
  return age < 12 ? 'child' : 'adult';
}

/** The counts alone, before any birth date is known. */
export function checkCounts(passengers: Passengers): PartyProblem | null {
  const counts = [passengers.adults, passengers.children, passengers.infants];
  if (counts.some((count) => !Number.isInteger(count) || count < 0)) return 'party-empty';
  const seated = passengers.adults + passengers.children;
  if (seated === 0) return passengers.infants > 0 ? 'party-all-minors' : 'party-empty';
  if (seated > mostSeated) return 'party-too-large';
  if (passengers.infants > passengers.adults) return 'party-infants-over-adults';
  if (passengers.adults === 0) return 'party-all-minors';
  return null;
}

/**
 * A birth date against the type it was priced as. The type is that of the last flight's date:
 * a child who turns two before flying home needs a seat and the child fare for the whole journey.
 */
export function checkAge(
  type: PassengerType,
  birth: string,
  dates: TravelDates,
): { problem: AgeProblem | null; warning: AgeWarning | null } {
  const refused = (problem: AgeProblem) => ({ problem, warning: null });
  if (birth === '') return refused('birth-missing');
  const date = parseCalendarDate(birth);
  if (!date) return refused('birth-not-a-date');
  const daysOld = dayNumber(dates.first) - dayNumber(date);
  if (daysOld < 0) return refused('birth-after-travel');
  if (ageOn(date, dates.last) > oldest) return refused('birth-too-long-ago');
  if (daysOld < 7) return refused('newborn-too-young');
  const first = typeAt(ageOn(date, dates.first));
  const last = typeAt(ageOn(date, dates.last));
  if (last !== type) {
    if (first === type && first === 'infant') return refused('turns-two-on-the-way');
    if (first === type && first === 'child') return refused('turns-twelve-on-the-way');
    // A seat of its own at the child fare may be bought for an infant: the second infant of one adult.
    if (!(type === 'child' && last === 'infant')) return refused(`age-should-be-${last}`);
  }
  if (daysOld < 14) return { problem: null, warning: 'newborn-ask-doctor' };
  return { problem: null, warning: type === 'adult' && ageOn(date, dates.last) < 16 ? 'minor-pays-adult-fare' : null };
}

/** Companions: every child and infant flies with someone of 18 or more; a 12 to 17 year old does not count. */
export function checkCompanions(
  passengers: readonly Pick<PassengerDetails, 'type' | 'birthDate'>[],
  dates: TravelDates,
): PartyProblem | null {
  const births = passengers.map((passenger) => ({ type: passenger.type, birth: parseCalendarDate(passenger.birthDate) }));
  if (births.length === 0) return 'party-empty';
  if (births.some(({ birth }) => birth === null)) return null;
  const grownUps = births.filter(({ birth }) => ageOn(birth!, dates.first) >= 18).length;
  const infants = births.filter(({ type }) => type === 'infant').length;
  const children = births.filter(({ type }) => type === 'child').length;
  if (grownUps === 0) {
    if (infants === 0 && children === 0 && births.every(({ birth }) => ageOn(birth!, dates.first) >= 16)) return null;
    return births.some(({ type }) => type === 'adult') && (infants > 0 || children > 0) ? 'party-needs-grown-up' : 'party-all-minors';
  }
  return infants > grownUps ? 'party-infant-needs-own-grown-up' : null;
}

/** A party as its dates of birth say: how many fly as what, and who stands where then, by where they stand now. */
export interface PartyByAge {
  readonly passengers: Passengers;
  readonly order: readonly number[];
}

/**
 * The party that these travellers are on the day of the last flight, where another one was priced or somebody stands in the place
 * of somebody else; null when nothing is to be put right, or what they are does not fly on one order. A date that is missing or
 * cannot be leaves a traveller where they are, an infant who has a seat keeps it, and one without a lap gets one.
 */
export function partyByAge(
  travellers: readonly { readonly type: PassengerType; readonly birthDate: string }[],
  { first, last }: TravelDates,
): PartyByAge | null {
  const ages = travellers.map(({ birthDate }) => {
    const birth = parseCalendarDate(birthDate);
    const age = birth && dayNumber(birth) <= dayNumber(first) ? ageOn(birth, last) : null;
    return age !== null && age <= oldest ? age : null;
  });
  let laps = ages.filter((age, index) => (age === null ? travellers[index]!.type === 'adult' : typeAt(age) === 'adult')).length;
  const types = travellers.map(({ type }, index): PassengerType => {
    const age = ages[index]!;
    const own = age === null ? type : type === 'child' && age < 2 ? 'child' : typeAt(age);
    if (own !== 'infant') return own;
    laps -= 1;
    return laps < 0 ? 'child' : 'infant';
  });
  if (types.every((type, index) => type === travellers[index]!.type)) return null;
  const those = (type: PassengerType) => [...types.keys()].filter((index) => types[index] === type);
  const order = [...those('adult'), ...those('child'), ...those('infant')];
  const childAges = those('child').flatMap((index) => ages[index] ?? []);
  const passengers: Passengers = {
    adults: those('adult').length,
    children: those('child').length,
    infants: those('infant').length,
    ...(childAges.length > 0 && childAges.length === those('child').length ? { childAges } : {}),
  };
  return checkCounts(passengers) ? null : { passengers, order };
}

/** Indexes of travellers who stand in the list twice: same machine-readable name and birth date. */
export function findDuplicates(passengers: readonly Pick<PassengerDetails, 'givenNames' | 'surname' | 'birthDate'>[]): number[] {
  const seen = new Set<string>();
  const twice: number[] = [];
  passengers.forEach((passenger, index) => {
    const name = `${machineReadable(passenger.surname)}/${machineReadable(passenger.givenNames)}`;
    if (name === '/' || passenger.birthDate === '') return;
    const key = `${name}|${passenger.birthDate}`;
    if (seen.has(key)) twice.push(index);
    seen.add(key);
  });
  return twice;
}

/** Indexes of travellers with the passport of somebody before them: a passport is of one person. */
export function findSharedPassports(passengers: readonly Pick<PassengerDetails, 'document'>[]): number[] {
  const seen = new Set<string>();
  return passengers.flatMap(({ document }, index) => {
    if (!document || document.number === '') return [];
    const passport = `${document.issuedBy} ${document.number}`;
    if (seen.has(passport)) return [index];
    seen.add(passport);
    return [];
  });
}

/** On whose lap each infant sits: the grown-ups in turn. Maps the infant's index to the adult's. */
export function lapsOf(
  passengers: readonly Pick<PassengerDetails, 'type' | 'birthDate'>[],
  dates: TravelDates,
): ReadonlyMap<number, number> {
  const adults = passengers.flatMap((passenger, index) => {
    const birth = parseCalendarDate(passenger.birthDate);
    return passenger.type === 'adult' && (!birth || ageOn(birth, dates.first) >= 18) ? [index] : [];
  });
  const laps = new Map<number, number>();
  let next = 0;
  passengers.forEach((passenger, index) => {
    if (passenger.type === 'infant' && adults[next] !== undefined) laps.set(index, adults[next++]!);
  });
  return laps;
}
