import { ageOn, parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { checkGivenNames, checkName, type NameProblem } from '../name-rules.ts';
import { isTrn } from '../../invoices/trn-rules.ts';
import type { Contact, Identity } from './profile.ts';

export type ProfileProblem = NameProblem | 'birth-wrong' | 'country-unknown' | 'phone-wrong' | 'trn-wrong' | 'text-wrong';
export interface ProfileFault {
  readonly field: string;
  readonly problem: ProfileProblem;
  readonly suggestion?: string;
}
export type ProfileCheck<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly faults: readonly ProfileFault[] };

export interface ProfileWorld {
  readonly today: CalendarDate;
  isCountry(code: string): boolean;
  /** E.164, or null when it is no telephone number. */
  phone(typed: string): string | null;
}

const read = (form: FormData, field: string) => {
  const value = form.get(field);
  return typeof value === 'string' ? value.trim().slice(0, 200) : '';
};

/** What was typed, to be shown again. */
export function typedProfile(form: FormData, fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(fields.map((field) => [field, read(form, field)]));
}

/** Words of people and places: no markup, no control or directional signs. */
const isPlainText = (text: string, most: number) => text.length <= most && !/[<>\p{Cc}\p{Cf}]/u.test(text);

/** Nothing is demanded; what is given must be right. */
export function checkIdentity(form: FormData, world: ProfileWorld): ProfileCheck<Identity> {
  const faults: ProfileFault[] = [];
  const text = (field: string) => read(form, field);
  const names = { given: text('given') && checkGivenNames(text('given')), surname: text('surname') && checkName(text('surname')) };
  for (const [field, check] of Object.entries(names))
    if (check && check.problem)
      faults.push({ field, problem: check.problem, ...(check.suggestion ? { suggestion: check.suggestion } : {}) });
  for (const field of ['preferred', 'native']) if (!isPlainText(text(field), 80)) faults.push({ field, problem: 'text-wrong' });
  const birth = parseCalendarDate(text('birth'));
  if (text('birth') !== '' && (!birth || birth > world.today || ageOn(birth, world.today) > 120))
    faults.push({ field: 'birth', problem: 'birth-wrong' });
  for (const field of ['nationality', 'residence'])
    if (text(field) !== '' && !world.isCountry(text(field))) faults.push({ field, problem: 'country-unknown' });
  if (faults.length > 0) return { ok: false, faults };
  return {
    ok: true,
    value: {
      given: names.given ? names.given.latin : '',
      surname: names.surname ? names.surname.latin : '',
      preferred: text('preferred'),
      native: text('native'),
      birth: birth ?? '',
      gender: (['F', 'M', 'X'] as const).find((each) => each === text('gender')) ?? '',
      nationality: text('nationality'),
      residence: text('residence'),
    },
  };
}

export function checkContact(form: FormData, world: ProfileWorld): ProfileCheck<Omit<Contact, 'phoneConfirmed' | 'whatsappMarketing'>> {
  const faults: ProfileFault[] = [];
  const text = (field: string) => read(form, field);
  const phone = (field: string) => {
    const number = text(field) === '' ? '' : world.phone(text(field));
    if (number === null) faults.push({ field, problem: 'phone-wrong' });
    return number ?? '';
  };
  const phones = { phone: phone('phone'), second: phone('second'), emergencyPhone: phone('emergencyPhone') };
  for (const field of ['street', 'city', 'postcode', 'company', 'emergencyName'])
    if (!isPlainText(text(field), 120)) faults.push({ field, problem: 'text-wrong' });
  if (text('country') !== '' && !world.isCountry(text('country'))) faults.push({ field: 'country', problem: 'country-unknown' });
  const trn = text('trn').replace(/[\s-]/g, '');
  if (trn !== '' && !isTrn(trn)) faults.push({ field: 'trn', problem: 'trn-wrong' });
  if (faults.length > 0) return { ok: false, faults };
  return {
    ok: true,
    value: {
      ...phones,
      whatsappService: form.get('whatsappService') === 'on',
      street: text('street'),
      city: text('city'),
      postcode: text('postcode'),
      country: text('country'),
      company: text('company'),
      trn,
      emergencyName: text('emergencyName'),
    },
  };
}
