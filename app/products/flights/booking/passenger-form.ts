import { checkGivenNames, checkName, type NameProblem } from '#app/commerce/customers/name-rules.ts';
import type { AnswerPassport } from '#app/commerce/trip-line/passport-rules-context.ts';
import { parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { looksLikeEmail, plainEmail } from '#app/values/email.ts';
import { plainDigits } from '#app/values/plain-digits.ts';
import { plainLine } from '#app/values/plain-text.ts';
import {
  assistanceNeeds,
  needsFor,
  titles,
  passengerTypes,
  type ContactInfo,
  type FlightDraft,
  type PassengerDetails,
  type Title,
  type TravelDocument,
} from './booking-draft.ts';
import { checkDocument, isSingleNameTrouble, type DocumentProblem, type DocumentWarning } from './document-rules.ts';
import type { JourneyFacts } from '../journey-facts.ts';
import type { PassengerType } from '../offer.ts';
import {
  checkAge,
  checkCompanions,
  findDuplicates,
  findSharedPassports,
  lapsOf,
  partyByAge,
  type AgeProblem,
  type AgeWarning,
  type PartyByAge,
  type PartyProblem,
} from './passenger-eligibility.ts';
import { isShortenedWithInfant, longestPart, overTogether } from '../tickets/ticket-name.ts';
import type { NameRules } from '../world/name-rules.ts';

/*
 * The travellers' form: what it accepts and what is wrong with it. Fields are named `p0.surname`; what was typed is
 * given back as typed.
 */

export type FieldProblem =
  | NameProblem
  | AgeProblem
  | DocumentProblem
  | PartyProblem
  | 'names-together'
  | 'title-missing'
  | 'title-for-adults'
  | 'country-missing'
  | 'country-unknown'
  | 'flyer-airline'
  | 'flyer-number'
  | 'native-too-long'
  | 'traveller-twice'
  | 'document-of-another'
  | 'email-missing'
  | 'email-wrong'
  | 'phone-missing'
  | 'phone-wrong';

export interface FormProblem {
  /** Id of the control it stands beside. */
  readonly field: string;
  readonly problem: FieldProblem;
  /** A better spelling, where there is one. */
  readonly suggestion?: string;
}

export type PassengerWarning = { readonly passenger: number } & (
  | DocumentWarning
  | { readonly kind: AgeWarning }
  | { readonly kind: 'single-name-uae' | 'names-with-infant' }
);

export interface PassengersFormCheck {
  readonly passengers: readonly PassengerDetails[];
  readonly contact: ContactInfo;
  readonly problems: readonly FormProblem[];
  /** True things to know before going on; they do not stop anybody who has read them. */
  readonly warnings: readonly PassengerWarning[];
}

export interface FormWorld {
  readonly journey: JourneyFacts;
  readonly today: CalendarDate;
  isCountry(code: string): boolean;
  /** How long a country wants a passport to last. */
  readonly passport: AnswerPassport;
  /** What an airline that writes a ticket takes of a name. */
  readonly namesOf: (airline: string) => NameRules;
  /** E.164, or null when it is no telephone number; `country` is where one without a prefix belongs. */
  phone(typed: string, country: string): string | null;
}

/** Text fields of one traveller, as they are named after `p0.`. */
export const passengerFields = [
  // Under which id the account offered whoever the card was filled with; never anything of theirs.
  'from',
  'title',
  'surname',
  'given',
  'native',
  'birthDay',
  'birthMonth',
  'birthYear',
  'nationality',
  'residence',
  'number',
  'expiryDay',
  'expiryMonth',
  'expiryYear',
  'issuedDay',
  'issuedMonth',
  'issuedYear',
  'issuedBy',
  'flyerAirline',
  'flyerNumber',
] as const;
/** What a card says of itself beside its text fields; a box that is not ticked is not there. */
const cardMarks = ['single', 'keep'] as const;
export const contactFields = ['email', 'phoneCountry', 'phone', 'secondPhone'] as const;

export type Typed = Readonly<Record<string, string>>;

/**
 * The fields of the form as typed, cut to a length that no honest entry reaches and without the signs of direction that come
 * along with a pasted Arabic text; unknown keys are dropped.
 */
export function typedFields(form: FormData, travellers: number): Typed {
  const typed: Record<string, string> = {};
  const take = (name: string) => {
    const value = form.get(name);
    if (typeof value === 'string') typed[name] = plainLine(value, 120).slice(0, 120);
  };
  for (let index = 0; index < travellers; index += 1) {
    for (const field of passengerFields) take(`p${index}.${field}`);
    for (const mark of cardMarks) if (form.get(`p${index}.${mark}`) === 'on') typed[`p${index}.${mark}`] = 'on';
    for (const need of assistanceNeeds) if (form.getAll(`p${index}.assist`).includes(need)) typed[`p${index}.assist.${need}`] = 'on';
  }
  for (const field of contactFields) take(field);
  return typed;
}

/** What a saved draft looks like in the form. */
export function fieldsOf(passengers: readonly PassengerDetails[], contact: ContactInfo | null): Typed {
  const typed: Record<string, string> = {
    email: contact?.email ?? '',
    phone: contact?.phone ?? '',
    secondPhone: contact?.secondPhone ?? '',
  };
  passengers.forEach((passenger, index) => {
    const put = (field: (typeof passengerFields)[number], value: string) => (typed[`p${index}.${field}`] = value);
    const putDate = (name: 'birth' | 'expiry' | 'issued', date: string) => {
      const [year = '', month = '', day = ''] = date.split('-');
      put(`${name}Year`, year);
      put(`${name}Month`, month);
      put(`${name}Day`, day);
    };
    put('title', passenger.title ?? '');
    put('surname', passenger.surname);
    put('given', passenger.givenNames);
    put('native', passenger.nativeName);
    putDate('birth', passenger.birthDate);
    put('nationality', passenger.nationality);
    put('residence', passenger.residence);
    put('number', passenger.document?.number ?? '');
    putDate('expiry', passenger.document?.expires ?? '');
    putDate('issued', passenger.document?.issued ?? '');
    put('issuedBy', passenger.document?.issuedBy ?? '');
    put('flyerAirline', passenger.frequentFlyer?.airline ?? '');
    put('flyerNumber', passenger.frequentFlyer?.number ?? '');
    if (passenger.singleName) typed[`p${index}.single`] = 'on';
    for (const need of passenger.assistance) typed[`p${index}.assist.${need}`] = 'on';
  });
  return typed;
}

/**
 * The form of a draft: as it was typed last, right or wrong, otherwise as what is kept of it. Flights chosen since may want
 * other travellers: a card goes to the first of its kind. Assistance is asked about on the extras step too, so that what is
 * kept of it is the newer.
 */
export function fieldsOfDraft({ booking, typed }: Pick<FlightDraft, 'booking' | 'typed'>): Typed {
  const kept = fieldsOf(booking.passengerDetails, booking.contactInfo);
  if (!typed) return kept;
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(kept)) if (name.includes('.assist.')) fields[name] = value;
  for (const field of contactFields) fields[field] = typed.fields[field] ?? '';
  const cards = [...typed.types.keys()];
  (booking.searchParams ? passengerTypes(booking.searchParams.passengers) : []).forEach((type, index) => {
    const card = cards.find((each) => typed.types[each] === type);
    if (card === undefined) return;
    cards.splice(cards.indexOf(card), 1);
    for (const field of [...passengerFields, ...cardMarks]) {
      const value = typed.fields[`p${card}.${field}`];
      if (value !== undefined) fields[`p${index}.${field}`] = value;
    }
  });
  return fields;
}

/** Checks everything at once; `passengers` and `contact` hold only what is right, the rest of them is empty. */
export function checkPassengersForm(typed: Typed, world: FormWorld): PassengersFormCheck {
  const problems: FormProblem[] = [];
  const warnings: PassengerWarning[] = [];
  const passengers = world.journey.types.map((type, index) => checkPassenger(typed, index, type, world, problems, warnings));
  const twice = findDuplicates(passengers);
  for (const index of twice) problems.push({ field: `p${index}.surname`, problem: 'traveller-twice' });
  for (const index of findSharedPassports(passengers))
    if (!twice.includes(index)) problems.push({ field: `p${index}.number`, problem: 'document-of-another' });
  const issuers = world.journey.issuers.map(world.namesOf);
  const laps = lapsOf(passengers, world.journey.flights);
  for (const [infant, adult] of laps)
    if (isShortenedWithInfant(passengers[adult]!, passengers[infant]!, issuers))
      warnings.push({ passenger: infant, kind: 'names-with-infant' });
  const party = checkCompanions(passengers, world.journey.flights);
  if (party) problems.push({ field: 'p0.birthDay', problem: party });
  return { passengers, contact: checkContact(typed, world, problems), problems, warnings };
}

const birthOf = (typed: Typed, index: number) => {
  const part = (name: 'Year' | 'Month' | 'Day') => (typed[`p${index}.birth${name}`] ?? '').trim();
  return joinDate(part('Year'), part('Month'), part('Day'));
};

/** The party as it was typed, where it is not the one that was priced: see `partyByAge`. */
export function partyTyped(typed: Typed, { types, flights }: Pick<JourneyFacts, 'types' | 'flights'>): PartyByAge | null {
  return partyByAge(
    types.map((type, index) => ({ type, birthDate: birthOf(typed, index) })),
    flights,
  );
}

/** The form with its cards in another order: who is filled in stays together. */
export function withCardsInOrder(typed: Typed, order: readonly number[]): Typed {
  const places = new Map(order.map((card, index) => [String(card), index]));
  return Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) => {
      const [, card, rest] = /^p(\d+)(\..+)$/.exec(name) ?? [];
      if (card === undefined) return [[name, value]];
      return places.has(card) ? [[`p${places.get(card)}${rest}`, value]] : [];
    }),
  );
}

function checkPassenger(
  typed: Typed,
  index: number,
  type: PassengerType,
  world: FormWorld,
  problems: FormProblem[],
  warnings: PassengerWarning[],
): PassengerDetails {
  const { journey } = world;
  const at = (field: string) => `p${index}.${field}`;
  const text = (field: (typeof passengerFields)[number]) => (typed[at(field)] ?? '').trim();
  const fault = (field: (typeof passengerFields)[number], problem: FieldProblem, suggestion?: string | null) =>
    problems.push({ field: at(field), problem, ...(suggestion ? { suggestion } : {}) });

  const title = titles.find((each) => each === text('title')) ?? null;
  if (!title) fault('title', 'title-missing');
  else if (title === 'MSTR' && type === 'adult') fault('title', 'title-for-adults');

  const singleName = typed[at('single')] === 'on';
  const issuers = journey.issuers.map(world.namesOf);
  const longest = longestPart(issuers);
  const given = singleName ? null : checkGivenNames(text('given'), longest);
  if (given?.problem) fault('given', given.problem, given.suggestion);
  const surname = checkName(text('surname'), longest);
  if (surname.problem) fault('surname', surname.problem, surname.suggestion);
  const over = overTogether({ surname: surname.latin, givenNames: given?.latin ?? '', singleName, title }, issuers);
  if (over !== null && !surname.problem && !given?.problem) fault('given', 'names-together', String(over));
  const nativeName = text('native');
  if (nativeName.length > 80) fault('native', 'native-too-long');

  const birth = joinDate(text('birthYear'), text('birthMonth'), text('birthDay'));
  const age = checkAge(type, birth, journey.flights);
  if (age.problem) fault('birthDay', age.problem);
  if (age.warning) warnings.push({ passenger: index, kind: age.warning });

  const nationality = text('nationality').toUpperCase();
  if (nationality === '') fault('nationality', 'country-missing');
  else if (!world.isCountry(nationality)) fault('nationality', 'country-unknown');
  const residence = text('residence').toUpperCase();
  if (residence !== '' && !world.isCountry(residence)) fault('residence', 'country-unknown');

  const document: TravelDocument = {
    number: plainDigits(text('number')).toUpperCase().replace(/[\s-]/g, ''),
    expires: joinDate(text('expiryYear'), text('expiryMonth'), text('expiryDay')),
    issuedBy: text('issuedBy').toUpperCase() || nationality,
  };
  const issued = joinDate(text('issuedYear'), text('issuedMonth'), text('issuedDay'));
  let asksIssued = false;
  let documentRight = false;
  if (journey.international) {
    const check = checkDocument({ ...document, issued }, { nationality, residence }, journey, world.today, world.passport);
    const fields: Record<DocumentProblem, (typeof passengerFields)[number]> = {
      'document-missing': 'number',
      'document-number': 'number',
      'document-issuer': 'issuedBy',
      'document-expiry': 'expiryDay',
      'document-expired': 'expiryDay',
      'document-too-short-for-trip': 'expiryDay',
      'document-issued-missing': 'issuedDay',
      'document-issued': 'issuedDay',
    };
    for (const problem of check.problems) fault(fields[problem], problem);
    if (document.issuedBy !== '' && !world.isCountry(document.issuedBy) && !check.problems.includes('document-issuer'))
      fault('issuedBy', 'country-unknown');
    warnings.push(...check.warnings.map((warning) => ({ passenger: index, ...warning })));
    documentRight = check.problems.length === 0;
    asksIssued = check.asksIssued;
  }

  const flyerAirline = text('flyerAirline');
  const flyerNumber = plainDigits(text('flyerNumber')).toUpperCase().replace(/[\s-]/g, '');
  if (flyerNumber !== '' && !journey.airlines.includes(flyerAirline)) fault('flyerAirline', 'flyer-airline');
  if (flyerNumber !== '' && !/^[A-Z0-9]{5,16}$/.test(flyerNumber)) fault('flyerNumber', 'flyer-number');

  const passenger: PassengerDetails = {
    type,
    title,
    surname: surname.problem ? '' : surname.latin,
    givenNames: !given || given.problem ? '' : given.latin,
    singleName,
    nativeName: nativeName.slice(0, 80),
    birthDate: age.problem ? '' : birth,
    nationality: world.isCountry(nationality) ? nationality : '',
    residence: world.isCountry(residence) ? residence : '',
    // Nobody keeps a date that no country on the way asks for.
    document: documentRight ? { ...document, ...(asksIssued ? { issued } : {}) } : null,
    frequentFlyer:
      /^[A-Z0-9]{5,16}$/.test(flyerNumber) && journey.airlines.includes(flyerAirline)
        ? { airline: flyerAirline, number: flyerNumber }
        : null,
    assistance: needsFor({ type, title }).filter((need) => typed[at(`assist.${need}`)] === 'on'),
  };
  if (isSingleNameTrouble(passenger, journey.stays)) warnings.push({ passenger: index, kind: 'single-name-uae' });
  return passenger;
}

function checkContact(typed: Typed, world: FormWorld, problems: FormProblem[]): ContactInfo {
  const text = (field: (typeof contactFields)[number]) => (typed[field] ?? '').trim();
  const email = plainEmail(text('email'));
  const emailRight = looksLikeEmail(email) && email.length <= 100;
  if (email === '') problems.push({ field: 'email', problem: 'email-missing' });
  else if (!emailRight) problems.push({ field: 'email', problem: 'email-wrong' });
  const country = text('phoneCountry');
  const phone = text('phone') === '' ? null : world.phone(text('phone'), country);
  if (text('phone') === '') problems.push({ field: 'phone', problem: 'phone-missing' });
  else if (!phone) problems.push({ field: 'phone', problem: 'phone-wrong' });
  const second = text('secondPhone') === '' ? '' : world.phone(text('secondPhone'), country);
  if (second === null) problems.push({ field: 'secondPhone', problem: 'phone-wrong' });
  return { email: emailRight ? email : '', phone: phone ?? '', secondPhone: second ?? '' };
}

/** `2027-3-9` from three fields, in digits of any keyboard; empty when all are, and `not-a-date` when they are none. */
function joinDate(year: string, month: string, day: string): string {
  if (year === '' && month === '' && day === '') return '';
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return parseCalendarDate(plainDigits(date)) ?? 'not-a-date';
}

/** Whether a saved party still passes every rule, for use before pricing, holding and paying. */
export function passengersStandUp(draft: Pick<FlightDraft, 'booking' | 'typed'>, world: FormWorld): boolean {
  return checkPassengersForm(fieldsOfDraft(draft), world).problems.length === 0;
}

export const titlesFor: Readonly<Record<PassengerType, readonly Title[]>> = {
  adult: ['MR', 'MRS', 'MS', 'MISS'],
  child: ['MSTR', 'MISS'],
  infant: ['MSTR', 'MISS'],
};
