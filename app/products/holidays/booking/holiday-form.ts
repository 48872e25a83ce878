import type { PlanChoice } from '#app/commerce/bookings/payment-plan-rules.ts';
import { ageOn, parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { looksLikeEmail, plainEmail } from '#app/values/email.ts';
import { bandOf, bandsOf, mostAdults, mostChildren, roomKinds, type Band, type BookedTrip, type Rooms } from './party-rules.ts';
import { extraCodes, type ExtraCode } from '../tour.ts';

/** A booking as far as it was filled in. Kept as it was typed, so that nobody types twice what was not right yet. */
export interface HolidayForm {
  readonly setsOff: CalendarDate;
  readonly trip: BookedTrip;
  readonly people: readonly TypedPerson[];
  readonly contact: { readonly email: string; readonly phone: string };
  readonly plan: PlanChoice;
}

export const personFields = ['givenNames', 'surname', 'birthDate', 'nationality', 'number', 'expires'] as const;
export type PersonField = (typeof personFields)[number];
export type TypedPerson = Readonly<Partial<Record<PersonField, string>>>;

/** A traveller whose form is whole; what an order keeps of its travellers. */
export interface HolidayPerson {
  readonly type: Band;
  readonly title: null;
  readonly givenNames: string;
  readonly surname: string;
  readonly birthDate: CalendarDate;
  readonly nationality: string;
  /** Not every partner asks for it before the journey. */
  readonly document: { readonly number: string; readonly issuedBy: string; readonly expires: CalendarDate } | null;
}

export type PersonFault = 'missing' | 'letters' | 'date' | 'age' | 'country' | 'number' | 'expired' | 'twice' | 'shared';

/** Whole numbers only; anything else is 0, which the rules then refuse. */
const whole = (text: string | null, most: number) => (/^\d{1,2}$/.test(text ?? '') ? Math.min(Number(text), most) : 0);

export function readTrip(values: (name: string) => string | null): BookedTrip {
  const ages = Array.from({ length: mostChildren }, (_, index) => values(`child${index + 1}`) ?? '').filter((age) => age !== '');
  return {
    adults: whole(values('adults'), mostAdults + 1),
    childAges: ages.map((age) => (/^\d{1,2}$/.test(age) ? Number(age) : -1)),
    rooms: Object.fromEntries(roomKinds.map((kind) => [kind, whole(values(`room-${kind}`), 9)])) as unknown as Rooms,
    extras: [],
  };
}

/** The part of an address that names departure, party, rooms and extras; `readTripAddress` reads it back. */
export function tripAddress(setsOff: CalendarDate, trip: BookedTrip): string {
  return new URLSearchParams([
    ['departure', setsOff],
    ['adults', String(trip.adults)],
    ...trip.childAges.map((age, index): [string, string] => [`child${index + 1}`, String(age)]),
    ...roomKinds.filter((kind) => trip.rooms[kind] > 0).map((kind): [string, string] => [`room-${kind}`, String(trip.rooms[kind])]),
    ...trip.extras.map((code): [string, string] => ['extra', code]),
  ]).toString();
}

/** The trip that an address names; null where it names no party. Whether it fits is for `partyFaults`. */
export function readTripAddress(params: URLSearchParams): BookedTrip | null {
  return params.has('adults') ? { ...readTrip((name) => params.get(name)), extras: readExtras(params.getAll('extra')) } : null;
}

export function readExtras(chosen: readonly string[]): ExtraCode[] {
  return extraCodes.filter((code) => chosen.includes(code));
}

export function readPerson(values: (name: string) => string | null, position: number): TypedPerson {
  const typed: Partial<Record<PersonField, string>> = {};
  for (const field of personFields) {
    const value = values(`${field}${position + 1}`)
      ?.toWellFormed()
      .normalize('NFC')
      .trim()
      .slice(0, 80);
    if (value) typed[field] = value;
  }
  return typed;
}

/** Names are written in the letters of the passport's machine-readable zone. */
const namePattern = /^[A-Za-z][A-Za-z' -]*$/;

/** Every fault of a traveller by its field, and the person when there is none. Age is that on the day of departure. */
export function checkPerson(
  typed: TypedPerson,
  wanted: { readonly band: Band; readonly age: number | null; readonly setsOff: CalendarDate; readonly returns: CalendarDate },
  isCountry: (code: string) => boolean,
): { readonly faults: Readonly<Partial<Record<PersonField, PersonFault>>>; readonly person: HolidayPerson | null } {
  const faults: Partial<Record<PersonField, PersonFault>> = {};
  for (const field of ['givenNames', 'surname'] as const) {
    const value = typed[field] ?? '';
    if (value === '') faults[field] = 'missing';
    else if (!namePattern.test(value)) faults[field] = 'letters';
  }
  const birthDate = parseCalendarDate(typed.birthDate ?? '');
  if (!typed.birthDate) faults.birthDate = 'missing';
  else if (!birthDate || birthDate < '1900-01-01' || birthDate > wanted.setsOff) faults.birthDate = 'date';
  else {
    const age = ageOn(birthDate, wanted.setsOff);
    if (wanted.age === null ? age < 12 : bandOf(age) !== wanted.band) faults.birthDate = 'age';
  }
  if (!typed.nationality) faults.nationality = 'missing';
  else if (!isCountry(typed.nationality)) faults.nationality = 'country';
  const expires = parseCalendarDate(typed.expires ?? '');
  if (typed.number || typed.expires) {
    if (!/^[A-Za-z0-9]{5,12}$/.test(typed.number ?? '')) faults.number = typed.number ? 'number' : 'missing';
    if (!expires) faults.expires = typed.expires ? 'date' : 'missing';
    else if (expires < wanted.returns) faults.expires = 'expired';
  }
  if (Object.keys(faults).length > 0) return { faults, person: null };
  return {
    faults,
    person: {
      type: wanted.band,
      title: null,
      givenNames: typed.givenNames!.toUpperCase(),
      surname: typed.surname!.toUpperCase(),
      birthDate: birthDate!,
      nationality: typed.nationality!,
      document: typed.number ? { number: typed.number.toUpperCase(), issuedBy: typed.nationality!, expires: expires! } : null,
    },
  };
}

/** What each traveller of a trip has to be, by position. */
export function wantedPeople(trip: BookedTrip): { readonly band: Band; readonly age: number | null }[] {
  return bandsOf(trip).map((band, position) => ({ band, age: trip.childAges[position - trip.adults] ?? null }));
}

/** Where whoever books is written to and called, as it was typed. */
export function readContact(values: (name: string) => string | null): HolidayForm['contact'] {
  return { email: plainEmail(values('email')), phone: values('phone') ?? '' };
}

export function contactFaults(contact: HolidayForm['contact']): ('email' | 'phone')[] {
  return [
    ...(looksLikeEmail(contact.email) ? [] : (['email'] as const)),
    ...(/^\+?[\d\s()-]{7,20}$/.test(contact.phone) ? [] : (['phone'] as const)),
  ];
}
