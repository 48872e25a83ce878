import { addDays, parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { plainDigits } from '#app/values/plain-digits.ts';

/** One of a group, as an airline needs them: names as in the passport, and the passport itself. Empty is not told yet. */
export interface TripPerson {
  readonly givenNames: string;
  readonly surname: string;
  readonly birthDate: string;
  readonly passport: string;
  readonly passportUntil: string;
}
export const tripPersonFields = ['givenNames', 'surname', 'birthDate', 'passport', 'passportUntil'] as const;
export type TripPersonField = (typeof tripPersonFields)[number];
export const nobodyYet: TripPerson = { givenNames: '', surname: '', birthDate: '', passport: '', passportUntil: '' };

/** Airlines write the tickets of a group some weeks before it leaves; whoever booked later still has some days. */
const daysBefore = 30;
const leastDays = 3;

export function namesDueOn(startsOn: CalendarDate, bookedOn: CalendarDate): CalendarDate {
  const [usual, soonest, latest] = [addDays(startsOn, -daysBefore), addDays(bookedOn, leastDays), addDays(startsOn, -1)];
  const due = usual > soonest ? usual : soonest;
  return due < latest ? due : latest;
}

/** Whether everything of somebody is told. */
export function isWhole(person: TripPerson): boolean {
  return tripPersonFields.every((field) => person[field] !== '');
}

/** How many of so many places are told whole. */
export function countWhole(people: readonly TripPerson[], places: number): number {
  return people.slice(0, places).filter(isWhole).length;
}

const name = /^[\p{L}\p{M}][\p{L}\p{M}\s'’.-]*$/u;
const oldest = '1900-01-01';

/** Fields of what was typed of one person that are not right; what is empty is told later. */
export function personFaults(person: TripPerson, { today, endsOn }: { readonly today: CalendarDate; readonly endsOn: CalendarDate }) {
  const [born, until] = [parseCalendarDate(person.birthDate), parseCalendarDate(person.passportUntil)];
  const wrong: Readonly<Record<TripPersonField, boolean>> = {
    givenNames: !name.test(person.givenNames),
    surname: !name.test(person.surname),
    birthDate: born === null || born > today || born < oldest,
    passport: !/^[A-Z0-9]{5,15}$/.test(person.passport),
    passportUntil: until === null || until < endsOn,
  };
  return tripPersonFields.filter((field) => person[field] !== '' && wrong[field]);
}

const lengths: Readonly<Record<TripPersonField, number>> = { givenNames: 60, surname: 60, birthDate: 10, passport: 20, passportUntil: 10 };

/** What a form says of each place: `givenNames.0` and so on. */
export function readPeople(form: FormData, places: number): TripPerson[] {
  const text = (field: TripPersonField, at: number) => {
    const value = form.get(`${field}.${at}`);
    return typeof value === 'string' ? value.normalize('NFC').replaceAll(/\s+/g, ' ').trim().slice(0, lengths[field]) : '';
  };
  return Array.from({ length: places }, (_, at) => ({
    givenNames: text('givenNames', at),
    surname: text('surname', at),
    birthDate: plainDigits(text('birthDate', at)),
    passport: plainDigits(text('passport', at)).replaceAll(' ', '').toUpperCase(),
    passportUntil: plainDigits(text('passportUntil', at)),
  }));
}
