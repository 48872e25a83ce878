import { describe, expect, it } from 'vitest';
import { addMonths, calendarDate } from '#app/values/dates.ts';
import { isPhoneCountry, readPhone } from './read-phone.server.ts';
import type { JourneyFacts } from '../journey-facts.ts';
import { emptyBooking, emptyPassenger, type FlightDraft } from './booking-draft.ts';
import {
  checkPassengersForm,
  fieldsOf,
  fieldsOfDraft,
  passengersStandUp,
  typedFields,
  type FormWorld,
  type Typed,
} from './passenger-form.ts';
import { usualNameRules } from '../world/name-rules.ts';
import { nameRulesOf } from '../world/open-ground-facts.server.ts';

const journey: JourneyFacts = {
  types: ['adult', 'infant'],
  flights: { first: calendarDate('2026-12-05'), last: calendarDate('2026-12-19') },
  lastDay: calendarDate('2026-12-20'),
  stays: [
    { country: 'PT', arrives: calendarDate('2026-12-05'), leaves: calendarDate('2026-12-19') },
    { country: 'AE', arrives: calendarDate('2026-12-20'), leaves: null },
  ],
  international: true,
  validatingAirline: 'EK',
  issuers: ['EK'],
  transits: [],
  airlines: ['EK'],
};
/** Six months after arriving, for whoever is not at home. */
const passport: FormWorld['passport'] = ({ country, arrives, residence }) =>
  residence === country ? { kind: 'home' } : { kind: 'rule', until: addMonths(arrives, 6), issuedFrom: null, source: 'authority.example' };
const world: FormWorld = {
  journey,
  today: calendarDate('2026-11-23'),
  isCountry: isPhoneCountry,
  phone: readPhone,
  passport,
  namesOf: nameRulesOf,
};

const good: Typed = {
  'p0.title': 'MS',
  'p0.surname': 'Haddad',
  'p0.given': 'Layla',
  'p0.birthDay': '4',
  'p0.birthMonth': '3',
  'p0.birthYear': '1990',
  'p0.nationality': 'JO',
  'p0.residence': 'AE',
  'p0.number': 'n 123 4567',
  'p0.expiryDay': '1',
  'p0.expiryMonth': '8',
  'p0.expiryYear': '2029',
  'p0.issuedBy': 'JO',
  'p1.title': 'MSTR',
  'p1.surname': 'Haddad',
  'p1.given': 'Zayd',
  'p1.birthDay': '10',
  'p1.birthMonth': '02',
  'p1.birthYear': '2026',
  'p1.nationality': 'JO',
  'p1.number': 'N7654321',
  'p1.expiryDay': '1',
  'p1.expiryMonth': '8',
  'p1.expiryYear': '2029',
  'p1.issuedBy': 'JO',
  email: 'layla@example.com',
  phoneCountry: 'AE',
  phone: '050 123 4567',
};
const problems = (changes: Record<string, string>) =>
  checkPassengersForm({ ...good, ...changes }, world).problems.map((each) => `${each.field} ${each.problem}`);

const searchFor = (adults: number, infants: number, children = 0) => ({
  slices: [{ from: 'DXB', to: 'LIS', date: '2026-12-05' }],
  passengers: { adults, children, infants },
  cabin: 'economy' as const,
  maxStops: 2 as const,
});

describe('the travellers form', () => {
  it('takes a family and tidies what they typed', () => {
    const check = checkPassengersForm(good, world);
    expect(check.problems).toEqual([]);
    expect(check.warnings).toEqual([]);
    expect(check.passengers[0]).toMatchObject({
      surname: 'HADDAD',
      givenNames: 'LAYLA',
      birthDate: '1990-03-04',
      document: { number: 'N1234567', expires: '2029-08-01', issuedBy: 'JO' },
    });
    expect(check.contact).toEqual({ email: 'layla@example.com', phone: '+971501234567', secondPhone: '' });
  });

  it('gives back what it saved, so that a party that stood up stands up again', () => {
    const { passengers, contact } = checkPassengersForm(good, world);
    expect(checkPassengersForm(fieldsOf(passengers, contact), world).passengers).toEqual(passengers);
    const booking = { ...emptyBooking, passengerDetails: passengers, contactInfo: contact };
    expect(passengersStandUp({ booking }, world)).toBe(true);
    expect(passengersStandUp({ booking: { ...booking, contactInfo: null } }, world)).toBe(false);
  });

  it('shows what was typed as it was typed, and never lets it pass for valid, though what is kept of it would', () => {
    const { passengers, contact } = checkPassengersForm({ ...good, secondPhone: '' }, world);
    const draft = (fields: Typed): Pick<FlightDraft, 'booking' | 'typed'> => ({
      booking: { ...emptyBooking, searchParams: searchFor(1, 1), passengerDetails: passengers, contactInfo: contact },
      typed: { types: ['adult', 'infant'], fields },
    });
    expect(passengersStandUp(draft(good), world)).toBe(true);
    for (const odd of [{ secondPhone: '12' }, { 'p0.given': 'ليلى' }, { 'p0.birthYear': '19' }, { 'p0.residence': 'ZZ' }] as Typed[]) {
      const [[field, value]] = Object.entries(odd) as [[string, string]];
      expect(fieldsOfDraft(draft({ ...good, ...odd }))[field]).toBe(value);
      expect(passengersStandUp(draft({ ...good, ...odd }), world), field).toBe(false);
    }
  });

  it('gives each card to the first traveller of its kind when other flights want other travellers', () => {
    const typed = { types: ['adult', 'adult', 'child'] as const, fields: { 'p0.given': 'ليلى', 'p1.given': 'Omar', 'p2.given': 'Nour' } };
    const booking = {
      ...emptyBooking,
      searchParams: searchFor(1, 0, 1),
      passengerDetails: [emptyPassenger('adult'), emptyPassenger('child')],
    };
    const fields = fieldsOfDraft({ booking, typed });
    expect([fields['p0.given'], fields['p1.given'], fields['p2.given']]).toEqual(['ليلى', 'Nour', undefined]);
  });

  it('takes the assistance that was asked for last, on whichever step', () => {
    const booking = {
      ...emptyBooking,
      searchParams: searchFor(1, 0),
      passengerDetails: [{ ...emptyPassenger('adult'), assistance: ['WCHR'] as const }],
    };
    const fields = fieldsOfDraft({ booking, typed: { types: ['adult'], fields: { 'p0.assist.DEAF': 'on' } } });
    expect([fields['p0.assist.WCHR'], fields['p0.assist.DEAF']]).toEqual(['on', undefined]);
  });

  it('asks for an expectant mother only where there can be one', () => {
    const asked = (title: string) =>
      checkPassengersForm(
        { ...good, 'p0.title': title, 'p0.assist.PREG': 'on', 'p0.assist.DEAF': 'on', 'p1.assist.XBLT': 'on' },
        world,
      ).passengers.map(({ assistance }) => assistance);
    expect(asked('MS')).toEqual([['DEAF', 'PREG'], []]);
    expect(asked('MR')).toEqual([['DEAF'], []]);
  });

  it('names every field of an empty form', () => {
    const fields = checkPassengersForm({}, world).problems.map((each) => each.field);
    expect(fields).toEqual([
      'p0.title',
      'p0.given',
      'p0.surname',
      'p0.birthDay',
      'p0.nationality',
      'p0.number',
      'p1.title',
      'p1.given',
      'p1.surname',
      'p1.birthDay',
      'p1.nationality',
      'p1.number',
      'email',
      'phone',
    ]);
  });

  it('offers a Latin spelling beside a name in Arabic script', () => {
    expect(checkPassengersForm({ ...good, 'p0.given': 'ليلى' }, world).problems).toEqual([
      { field: 'p0.given', problem: 'name-arabic', suggestion: 'LAYLA' },
    ]);
  });

  it('takes a part as long as its airline takes the whole, where that is known of each of them', () => {
    const whole: FormWorld = { ...world, namesOf: () => ({ ...usualNameRules, together: 59 }) };
    const part = 'Maria de los Angeles Guadalupe';
    expect(checkPassengersForm({ ...good, 'p0.given': part }, whole).problems).toEqual([]);
    expect(checkPassengersForm({ ...good, 'p0.given': `${part} ${part}` }, whole).problems).toEqual([
      { field: 'p0.given', problem: 'names-together', suggestion: '59' },
    ]);
    expect(checkPassengersForm({ ...good, 'p0.given': part }, world).problems).toEqual([{ field: 'p0.given', problem: 'name-too-long' }]);
    const mixed: FormWorld = {
      ...whole,
      journey: { ...world.journey, issuers: ['EY', 'EK'] },
      namesOf: (airline) => ({ ...usualNameRules, together: airline === 'EY' ? 59 : null }),
    };
    expect(checkPassengersForm({ ...good, 'p0.given': part }, mixed).problems).toEqual([{ field: 'p0.given', problem: 'name-too-long' }]);
  });

  it('refuses names that are longer together than the airline takes, with its number, and tells of a baby whose names are', () => {
    const small: FormWorld = { ...world, namesOf: () => ({ ...usualNameRules, together: 15, withInfant: 10 }) };
    const long = checkPassengersForm({ ...good, 'p0.surname': 'Fernandez' }, small);
    expect(long.problems).toEqual([{ field: 'p0.given', problem: 'names-together', suggestion: '15' }]);
    const check = checkPassengersForm({ ...good, 'p1.given': 'Zayd', 'p1.surname': 'Had' }, small);
    expect(check.problems).toEqual([]);
    expect(check.warnings).toContainEqual({ passenger: 1, kind: 'names-with-infant' });
    expect(checkPassengersForm(good, world).warnings.map(({ kind }) => kind)).not.toContain('names-with-infant');
  });

  it('does not ask a single-name passport for given names, and warns of the Emirates visa', () => {
    const check = checkPassengersForm({ ...good, 'p0.given': '', 'p0.single': 'on', 'p0.residence': '' }, world);
    expect(check.problems).toEqual([]);
    expect(check.warnings).toEqual([{ passenger: 0, kind: 'single-name-uae' }]);
  });

  it('refuses a passport shorter than the journey and warns of one short of the months', () => {
    expect(problems({ 'p0.expiryYear': '2026', 'p0.expiryMonth': '12', 'p0.expiryDay': '19' })).toEqual([
      'p0.expiryDay document-too-short-for-trip',
    ]);
    const check = checkPassengersForm(
      { ...good, 'p0.expiryYear': '2027', 'p0.expiryMonth': '1', 'p0.expiryDay': '31', 'p0.residence': '' },
      world,
    );
    expect(check.problems).toEqual([]);
    expect(check.warnings.map((warning) => 'country' in warning && warning.country)).toEqual(['PT', 'AE']);
  });

  it('asks for no passport at home', () => {
    const home = { ...world, journey: { ...journey, international: false, stays: [] } };
    expect(checkPassengersForm({ ...good, 'p0.number': '', 'p1.number': '' }, home).problems).toEqual([]);
  });

  it('finds the same traveller typed twice', () => {
    const two = { ...world, journey: { ...journey, types: ['adult', 'adult'] as const } };
    const twin = Object.fromEntries(
      Object.entries(good)
        .filter(([name]) => name.startsWith('p0.'))
        .map(([name, value]) => [name.replace('p0.', 'p1.'), value]),
    );
    expect(checkPassengersForm({ ...good, ...twin }, two).problems).toEqual([{ field: 'p1.surname', problem: 'traveller-twice' }]);
  });

  it('refuses impossible dates, countries, addresses and telephone numbers', () => {
    expect(problems({ 'p0.birthDay': '31', 'p0.birthMonth': '2' })).toEqual(['p0.birthDay birth-not-a-date']);
    expect(problems({ 'p0.nationality': 'ZZ', 'p0.issuedBy': 'JO' })).toEqual(['p0.nationality country-unknown']);
    for (const email of ['layla', 'layla@', 'layla@example', 'a b@example.com', '<x>@example.com', 'x@example..com'])
      expect(problems({ email }), email).toEqual(['email email-wrong']);
    for (const phone of ['12', '000000000', 'call me', '+999123456789']) expect(problems({ phone }), phone).toEqual(['phone phone-wrong']);
  });

  it('reads telephone numbers with their own country code or without', () => {
    expect(checkPassengersForm({ ...good, phone: '+63 917 123 4567' }, world).contact.phone).toBe('+639171234567');
    expect(checkPassengersForm({ ...good, phone: '00351 912 345 678' }, world).contact.phone).toBe('+351912345678');
  });

  it('takes dates, passports and telephone numbers in the digits of an Arabic keyboard', () => {
    const typed = {
      'p0.birthDay': '٤',
      'p0.birthMonth': '03',
      'p0.birthYear': '١٩٩٠',
      'p0.number': 'n ١٢٣ ٤٥٦٧',
      'p0.expiryYear': '۲۰۲۹',
      phone: '٠٥٠ ١٢٣ ٤٥٦٧',
    };
    expect(problems(typed)).toEqual([]);
    const { passengers, contact } = checkPassengersForm({ ...good, ...typed }, world);
    expect(passengers[0]).toMatchObject({ birthDate: '1990-03-04', document: { number: 'N1234567', expires: '2029-08-01' } });
    expect(contact.phone).toBe('+971501234567');
  });

  it('keeps the unseen signs of a pasted text out of names and addresses', () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(good)) form.set(name, value);
    form.set('p0.given', '\u200fLayla\u200b');
    form.set('email', 'layla@example.com\u200e\u200b');
    const check = checkPassengersForm(typedFields(form, 2), world);
    expect(check.problems).toEqual([]);
    expect(check.passengers[0]!.givenNames).toBe('LAYLA');
    expect(check.contact.email).toBe('layla@example.com');
  });

  it('drops unknown keys, travellers who are not there and endless texts', () => {
    const form = new FormData();
    form.set('p0.surname', 'A'.repeat(5000));
    form.set('p9.surname', 'Nobody');
    form.set('totalPrice', '1');
    form.set('__proto__', 'x');
    const typed = typedFields(form, 2);
    expect(Object.keys(typed)).toEqual(['p0.surname']);
    expect(typed['p0.surname']).toHaveLength(120);
  });

  it('sends a party without a grown-up to the path for minors', () => {
    const alone = { ...world, journey: { ...journey, types: ['adult'] as const } };
    expect(checkPassengersForm({ ...good, 'p0.birthYear': '2012' }, alone).problems).toEqual([
      { field: 'p0.birthDay', problem: 'party-all-minors' },
    ]);
  });
});
