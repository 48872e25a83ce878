import { countryNames } from '#app/ui/country-names.server.ts';
import { addDays } from '#app/values/dates.ts';
import type { Tour } from '../tour.ts';
import {
  checkPerson,
  contactFaults,
  wantedPeople,
  type HolidayForm,
  type HolidayPerson,
  type PersonFault,
  type PersonField,
} from './holiday-form.ts';
import { partyFaults, type PartyFault } from './party-rules.ts';

export interface CheckedForm {
  readonly party: readonly PartyFault[];
  /** By position of the traveller. */
  readonly travellers: readonly Readonly<Partial<Record<PersonField, PersonFault>>>[];
  readonly contact: readonly ('email' | 'phone')[];
  /** Everybody, once nothing is missing. */
  readonly people: readonly HolidayPerson[] | null;
}

/** A form against its tour: what is missing or wrong, and the people when all of it is right. */
export function checkForm(form: HolidayForm, tour: Pick<Tour, 'minAge' | 'days'>): CheckedForm {
  const known = new Set(countryNames('en').map(({ code }) => code));
  const returns = addDays(form.setsOff, tour.days - 1);
  const party = partyFaults(form.trip, tour);
  const checked = wantedPeople(form.trip).map((wanted, position) =>
    checkPerson(form.people[position] ?? {}, { ...wanted, setsOff: form.setsOff, returns }, (code) => known.has(code)),
  );
  const again = repeated(checked.map(({ person }) => person));
  const contact = contactFaults(form.contact);
  const people = checked.flatMap(({ person }) => (person ? [person] : []));
  return {
    party,
    travellers: checked.map(({ faults }, position) => ({ ...faults, ...again[position] })),
    contact,
    people: party.length === 0 && contact.length === 0 && again.length === 0 && people.length === checked.length ? people : null,
  };
}

/** By position, whoever stands further up already, or has the passport of somebody who does. Sparse: empty when nobody does. */
function repeated(people: readonly (HolidayPerson | null)[]): Readonly<Partial<Record<PersonField, PersonFault>>>[] {
  const again: Partial<Record<PersonField, PersonFault>>[] = [];
  for (const [position, person] of people.entries()) {
    const before = people.slice(0, position).filter((one) => one !== null);
    if (!person) continue;
    const isSame = (one: HolidayPerson) => (['givenNames', 'surname', 'birthDate'] as const).every((part) => one[part] === person[part]);
    const holdsSame = (one: HolidayPerson) => one.document?.number === person.document?.number && one.nationality === person.nationality;
    if (before.some(isSame)) again[position] = { surname: 'twice' };
    else if (person.document && before.some(holdsSame)) again[position] = { number: 'shared' };
  }
  return again;
}
