import { ageOn, parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { checkGivenNames, checkName, type NameProblem } from '../name-rules.ts';
import type { SavedTraveller } from './travellers-store.server.ts';
import { careNeeds, documentKinds, travellerTitles, type FlyerNumber, type Traveller, type TravellerDocument } from './traveller.ts';

/** Rows that a form shows at most; what is beyond them in a forged form is not read. */
export const mostDocuments = 6;
export const mostFlyerNumbers = 6;

export type TravellerProblem =
  | NameProblem
  | 'native-too-long'
  | 'birth-missing'
  | 'birth-wrong'
  | 'country-missing'
  | 'country-unknown'
  | 'document-number'
  | 'document-expiry'
  | 'document-twice'
  | 'flyer-airline'
  | 'flyer-number'
  | 'guardian-missing'
  | 'agreement-missing'
  | 'traveller-twice';

export interface TravellerFault {
  readonly field: string;
  readonly problem: TravellerProblem;
  readonly suggestion?: string;
}

export interface TravellerFormWorld {
  readonly today: CalendarDate;
  /** Ids of the grown-ups in the book. */
  readonly adults: readonly string[];
  /** Everybody else in the book. */
  readonly others: readonly Pick<Traveller, 'givenNames' | 'surname' | 'birthDate'>[];
  isCountry(code: string): boolean;
}

export type Typed = Readonly<Record<string, string>>;

const plainFields = ['title', 'surname', 'given', 'native', 'birth', 'nationality', 'nationality2', 'residence', 'guardian'];
const rowsOf = (prefix: string, most: number, fields: readonly string[]) =>
  Array.from({ length: most }, (_, row) => fields.map((field) => `${prefix}${row}.${field}`)).flat();
const textFields = [
  ...plainFields,
  ...rowsOf('d', mostDocuments, ['kind', 'number', 'issuedBy', 'expires']),
  ...rowsOf('f', mostFlyerNumbers, ['airline', 'number']),
];

/** The form as typed, cut to a length that no honest entry reaches. */
export function typedTraveller(form: FormData): Typed {
  const typed: Record<string, string> = {};
  for (const field of textFields) {
    const value = form.get(field);
    if (typeof value === 'string') typed[field] = value.slice(0, 120);
  }
  for (const field of ['single', 'agreed']) if (form.get(field) === 'on') typed[field] = 'on';
  for (const need of careNeeds) if (form.getAll('needs').includes(need)) typed[`needs.${need}`] = 'on';
  return typed;
}

/** A kept traveller as the form shows them. */
export function fieldsOfTraveller(traveller: Traveller): Typed {
  const typed: Record<string, string> = {
    title: traveller.title,
    surname: traveller.surname,
    given: traveller.givenNames,
    native: traveller.nativeName,
    birth: traveller.birthDate,
    nationality: traveller.nationalities[0] ?? '',
    nationality2: traveller.nationalities[1] ?? '',
    residence: traveller.residence,
    guardian: traveller.guardianId ?? '',
  };
  if (traveller.singleName) typed.single = 'on';
  if (traveller.agreedAt) typed.agreed = 'on';
  for (const need of traveller.needs) typed[`needs.${need}`] = 'on';
  traveller.documents.forEach((document, row) => {
    for (const field of ['kind', 'number', 'issuedBy', 'expires'] as const) typed[`d${row}.${field}`] = document[field];
  });
  traveller.flyerNumbers.forEach((flyer, row) => {
    for (const field of ['airline', 'number'] as const) typed[`f${row}.${field}`] = flyer[field];
  });
  return typed;
}

export type TravellerCheck =
  | { readonly ok: true; readonly value: SavedTraveller }
  | { readonly ok: false; readonly faults: readonly TravellerFault[] };

/** Checks everything at once. A row of papers whose number is empty is one to forget. */
export function checkTraveller(typed: Typed, world: TravellerFormWorld): TravellerCheck {
  const faults: TravellerFault[] = [];
  const text = (field: string) => (typed[field] ?? '').trim();
  const fault = (field: string, problem: TravellerProblem, suggestion?: string | null) =>
    faults.push({ field, problem, ...(suggestion ? { suggestion } : {}) });

  const singleName = typed.single === 'on';
  const surname = checkName(text('surname'));
  if (surname.problem) fault('surname', surname.problem, surname.suggestion);
  const given = singleName ? null : checkGivenNames(text('given'));
  if (given?.problem) fault('given', given.problem, given.suggestion);
  if (text('native').length > 80) fault('native', 'native-too-long');

  const birth = parseCalendarDate(text('birth'));
  if (text('birth') === '') fault('birth', 'birth-missing');
  else if (!birth || birth > world.today || ageOn(birth, world.today) > 120) fault('birth', 'birth-wrong');

  const isSame = (other: (typeof world.others)[number]) =>
    other.surname === surname.latin && other.givenNames === (given?.latin ?? '') && other.birthDate === birth;
  if (!surname.problem && world.others.some(isSame)) fault('surname', 'traveller-twice');

  const country = (field: string, needed: boolean) => {
    const code = text(field).toUpperCase();
    if (code === '' && needed) fault(field, 'country-missing');
    else if (code !== '' && !world.isCountry(code)) fault(field, 'country-unknown');
    return code;
  };
  const nationality = country('nationality', true);
  const second = country('nationality2', false);
  const residence = country('residence', false);

  const documents: TravellerDocument[] = [];
  for (let row = 0; row < mostDocuments; row += 1) {
    const number = text(`d${row}.number`).toUpperCase().replace(/[\s-]/g, '');
    if (number === '') continue;
    if (!/^[A-Z0-9]{5,18}$/.test(number)) fault(`d${row}.number`, 'document-number');
    const issuedBy = country(`d${row}.issuedBy`, true);
    const expires = parseCalendarDate(text(`d${row}.expires`));
    if (!expires) fault(`d${row}.expires`, 'document-expiry');
    const kind = documentKinds.find((each) => each === text(`d${row}.kind`)) ?? 'passport';
    if (documents.some((each) => each.number === number && each.kind === kind && each.issuedBy === issuedBy))
      fault(`d${row}.number`, 'document-twice');
    if (expires) documents.push({ kind, number, issuedBy, expires });
  }

  const flyerNumbers: FlyerNumber[] = [];
  for (let row = 0; row < mostFlyerNumbers; row += 1) {
    const number = text(`f${row}.number`).toUpperCase().replace(/[\s-]/g, '');
    const airline = text(`f${row}.airline`).toUpperCase();
    if (number === '') continue;
    if (!/^[A-Z0-9]{2}$/.test(airline)) fault(`f${row}.airline`, 'flyer-airline');
    if (!/^[A-Z0-9]{5,16}$/.test(number)) fault(`f${row}.number`, 'flyer-number');
    flyerNumbers.push({ airline, number });
  }

  const minor = birth !== null && birth <= world.today && ageOn(birth, world.today) < 18;
  const guardian = world.adults.includes(text('guardian')) ? text('guardian') : null;
  if (minor && !guardian && world.adults.length > 0) fault('guardian', 'guardian-missing');
  if (birth && !minor && typed.agreed !== 'on') fault('agreed', 'agreement-missing');
  if (faults.length > 0 || !birth) return { ok: false, faults };
  return {
    ok: true,
    value: {
      title: travellerTitles.find((each) => each === text('title')) ?? '',
      surname: surname.latin,
      givenNames: given?.latin ?? '',
      singleName,
      nativeName: text('native'),
      birthDate: birth,
      nationalities: [...new Set([nationality, second].filter(Boolean))],
      residence,
      needs: careNeeds.filter((need) => typed[`needs.${need}`] === 'on'),
      guardianId: minor ? guardian : null,
      agreed: !minor,
      documents,
      flyerNumbers,
    },
  };
}
