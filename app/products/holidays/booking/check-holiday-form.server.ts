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
  const contact = contactFaults(form.contact);
  const people = checked.flatMap(({ person }) => (person ? [person] : []));
  return {
    party,
    travellers: checked.map(({ faults }) => faults),
    contact,
    people: party.length === 0 && contact.length === 0 && people.length === checked.length ? people : null,
  };
}
