import { expect, it } from 'vitest';
import { emptyIdentity } from '#app/commerce/customers/book/profile.ts';
import type { Traveller } from '#app/commerce/customers/book/traveller.ts';
import { calendarDate } from '#app/values/dates.ts';
import { fillPassenger, fillWith, peopleOfAccount, travellersFor } from './fill-passenger.ts';
import type { JourneyFacts } from '../journey-facts.ts';

const journey = {
  types: ['adult', 'child'],
  flights: { first: calendarDate('2027-03-09'), last: calendarDate('2027-03-16') },
  lastDay: calendarDate('2027-03-16'),
  airlines: ['EK'],
} as unknown as JourneyFacts;
const layla: Traveller = {
  id: 'layla',
  title: 'MS',
  surname: 'HADDAD',
  givenNames: 'LAYLA',
  singleName: false,
  nativeName: '',
  birthDate: calendarDate('1990-03-09'),
  nationalities: ['JO', 'CA'],
  residence: 'AE',
  needs: ['WCHR'],
  guardianId: null,
  agreedAt: null,
  documents: [
    { kind: 'passport', number: 'OLD12345', issuedBy: 'JO', expires: calendarDate('2027-04-01') },
    { kind: 'passport', number: 'NEW12345', issuedBy: 'CA', expires: calendarDate('2033-04-01') },
    { kind: 'residence-permit', number: '784199012345678', issuedBy: 'AE', expires: calendarDate('2040-01-01') },
  ],
  flyerNumbers: [
    { airline: 'QR', number: '11111' },
    { airline: 'EK', number: '22222' },
  ],
};
const omar: Traveller = { ...layla, id: 'omar', givenNames: 'OMAR', birthDate: calendarDate('2018-05-01') };

it('offers each place only those whose age on the journey fits it', () => {
  expect(travellersFor([layla, omar], 0, journey).map(({ id }) => id)).toEqual(['layla~0', 'layla~1']);
  expect(travellersFor([layla, omar], 1, journey).map(({ name }) => name)).toEqual(['OMAR HADDAD', 'OMAR HADDAD']);
});

it('fills a card with the passport that lasts longest, its nationality, and the membership of the airline that flies', () => {
  expect(fillPassenger(layla, 0, journey)).toMatchObject({
    'p0.surname': 'HADDAD',
    'p0.birthMonth': '03',
    'p0.number': 'NEW12345',
    'p0.issuedBy': 'CA',
    'p0.nationality': 'CA',
    'p0.expiryYear': '2033',
    'p0.flyerAirline': 'EK',
    'p0.flyerNumber': '22222',
    'p0.assist.WCHR': 'on',
  });
});

it('offers whoever has two passports once with each, and fills the one that was chosen', () => {
  expect(travellersFor([layla], 0, journey).map(({ passport }) => passport?.issuedBy)).toEqual(['JO', 'CA']);
  expect(fillWith([layla], 'layla~0', 0, journey)).toMatchObject({
    'p0.from': 'layla~0',
    'p0.number': 'OLD12345',
    'p0.issuedBy': 'JO',
    'p0.nationality': 'JO',
  });
  expect(fillWith([layla], 'somebody~0', 0, journey)).toBeNull();
  expect(fillWith([layla], 'layla~9', 0, journey)).toMatchObject({ 'p0.number': 'NEW12345' });
});

it('asks nothing where only one of the passports lasts until the journey', () => {
  const [old, lasting] = layla.documents;
  const renewed = { ...layla, documents: [{ ...old!, expires: calendarDate('2027-03-08') }, lasting!] };
  expect(travellersFor([renewed], 0, journey)).toEqual([{ id: 'layla', name: 'LAYLA HADDAD', own: false, passport: null }]);
});

it('offers the owner of the account by what their profile says, unless the book has them', () => {
  const identity = { ...emptyIdentity, given: 'LAYLA', surname: 'HADDAD', birth: '1990-03-09', nationality: 'JO', gender: 'F' as const };
  expect(peopleOfAccount(identity, [layla])).toEqual([layla]);
  expect(peopleOfAccount(emptyIdentity, [layla])).toEqual([layla]);
  expect(peopleOfAccount(null, [])).toEqual([]);
  const people = peopleOfAccount(identity, [omar]);
  expect(travellersFor(people, 0, journey)).toEqual([{ id: 'me', name: 'LAYLA HADDAD', own: true, passport: null }]);
  expect(fillWith(people, 'me', 0, journey)).toMatchObject({ 'p0.surname': 'HADDAD', 'p0.birthYear': '1990', 'p0.number': '' });
  const unborn = peopleOfAccount({ ...identity, birth: '' }, []);
  expect([travellersFor(unborn, 0, journey).length, travellersFor(unborn, 1, journey).length]).toEqual([1, 0]);
});

it('leaves out a title that the place does not take', () => {
  expect(fillPassenger(omar, 1, journey)['p1.title']).toBe('');
});
