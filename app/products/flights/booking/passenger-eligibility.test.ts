import { describe, expect, it } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import {
  checkAge,
  checkCompanions,
  checkCounts,
  findDuplicates,
  findSharedPassports,
  lapsOf,
  partyByAge,
} from './passenger-eligibility.ts';

const dates = { first: calendarDate('2026-12-05'), last: calendarDate('2026-12-19') };
const party = (...members: [type: 'adult' | 'child' | 'infant', birthDate: string][]) =>
  members.map(([type, birthDate]) => ({ type, birthDate }));

describe('how many travel (rules 1 and 2)', () => {
  it('takes nine seats and sends ten to the group desk', () => {
    expect(checkCounts({ adults: 5, children: 4, infants: 5 })).toBeNull();
    expect(checkCounts({ adults: 6, children: 4, infants: 0 })).toBe('party-too-large');
  });
  it('takes one infant for each adult', () => {
    expect(checkCounts({ adults: 1, children: 0, infants: 2 })).toBe('party-infants-over-adults');
  });
  it('refuses nobody, half a person and fewer than nobody', () => {
    expect(checkCounts({ adults: 0, children: 0, infants: 0 })).toBe('party-empty');
    expect(checkCounts({ adults: 0.5, children: 0, infants: 0 })).toBe('party-empty');
    expect(checkCounts({ adults: -1, children: 3, infants: 0 })).toBe('party-empty');
  });
  it('does not sell children on their own', () => {
    expect(checkCounts({ adults: 0, children: 2, infants: 0 })).toBe('party-all-minors');
  });
});

describe('age and fare type (rule 3)', () => {
  it('goes by the age on the last flight', () => {
    expect(checkAge('infant', '2025-01-10', dates).problem).toBeNull();
    expect(checkAge('adult', '2014-12-19', dates).problem).toBeNull();
    expect(checkAge('child', '2014-12-20', dates).problem).toBeNull();
  });
  it('explains a second birthday between the flights', () => {
    expect(checkAge('infant', '2024-12-10', dates).problem).toBe('turns-two-on-the-way');
  });
  it('explains a twelfth birthday between the flights', () => {
    expect(checkAge('child', '2014-12-12', dates).problem).toBe('turns-twelve-on-the-way');
  });
  it('names the type that a birth date belongs to', () => {
    expect(checkAge('adult', '2020-05-05', dates).problem).toBe('age-should-be-child');
    expect(checkAge('child', '1990-05-05', dates).problem).toBe('age-should-be-adult');
    expect(checkAge('adult', '2026-05-05', dates).problem).toBe('age-should-be-infant');
  });
  it('lets a second infant fly in a seat at the child fare', () => {
    expect(checkAge('child', '2026-01-05', dates).problem).toBeNull();
  });
  it('refuses a birth date that does not exist, lies after travel or before anyone alive', () => {
    expect(checkAge('adult', '1990-02-30', dates).problem).toBe('birth-not-a-date');
    expect(checkAge('infant', '2026-12-06', dates).problem).toBe('birth-after-travel');
    expect(checkAge('adult', '1890-01-01', dates).problem).toBe('birth-too-long-ago');
  });
  it('refuses a baby under seven days and asks for a doctor under fourteen', () => {
    expect(checkAge('infant', '2026-11-30', dates).problem).toBe('newborn-too-young');
    expect(checkAge('infant', '2026-11-24', dates)).toEqual({ problem: null, warning: 'newborn-ask-doctor' });
  });
  it('counts a birthday on 29 February from 1 March', () => {
    const march = { first: calendarDate('2026-02-28'), last: calendarDate('2026-02-28') };
    expect(checkAge('infant', '2024-02-29', march).problem).toBeNull();
    expect(checkAge('infant', '2024-02-29', { first: march.first, last: calendarDate('2026-03-01') }).problem).toBe('turns-two-on-the-way');
  });
});

describe('who goes with whom (rules 4 and 5)', () => {
  it('wants someone of 18 beside a child: a 15 year old pays the adult fare but is no guardian', () => {
    expect(checkCompanions(party(['adult', '2011-06-01'], ['child', '2018-01-01']), dates)).toBe('party-needs-grown-up');
    expect(checkCompanions(party(['adult', '1988-06-01'], ['child', '2018-01-01']), dates)).toBeNull();
  });
  it('sends a party of minors to the unaccompanied minor desk', () => {
    expect(checkCompanions(party(['adult', '2012-06-01'], ['adult', '2013-06-01']), dates)).toBe('party-all-minors');
  });
  it('lets 16 and 17 year olds travel alone', () => {
    expect(checkCompanions(party(['adult', '2010-01-01']), dates)).toBeNull();
  });
  it('wants a grown-up of its own for each infant', () => {
    const members = party(['adult', '1988-06-01'], ['adult', '2010-06-01'], ['infant', '2026-01-01'], ['infant', '2026-01-01']);
    expect(checkCompanions(members, dates)).toBe('party-infant-needs-own-grown-up');
  });
  it('seats infants on grown-up laps in turn, never on a 16 year old', () => {
    const members = party(['adult', '2010-06-01'], ['adult', '1988-06-01'], ['infant', '2026-01-01']);
    expect([...lapsOf(members, dates)]).toEqual([[2, 1]]);
  });
  it('finds a traveller who stands in the list twice, however the name is typed', () => {
    const one = { givenNames: 'José', surname: 'Núñez', birthDate: '1990-01-01' };
    expect(findDuplicates([one, { ...one, givenNames: 'JOSE', surname: 'nunez' }, { ...one, birthDate: '2015-01-01' }])).toEqual([1]);
    expect(
      findDuplicates([
        { givenNames: '', surname: '', birthDate: '' },
        { givenNames: '', surname: '', birthDate: '' },
      ]),
    ).toEqual([]);
  });
});

describe('the party as the dates of birth say', () => {
  it('counts a child who turns twelve on the way as an adult, and says who stands where', () => {
    const found = partyByAge(party(['adult', '1990-03-04'], ['child', '2014-12-12'], ['child', '2019-05-05']), dates);
    expect(found).toEqual({ passengers: { adults: 2, children: 1, infants: 0, childAges: [7] }, order: [0, 1, 2] });
  });
  it('gives an infant who turns two a seat, and another one without a lap one too', () => {
    expect(partyByAge(party(['adult', '1990-03-04'], ['infant', '2024-12-10']), dates)?.passengers).toMatchObject({
      children: 1,
      infants: 0,
    });
    const two = partyByAge(party(['adult', '1990-03-04'], ['adult', '2026-01-01'], ['infant', '2026-01-01']), dates);
    expect(two).toEqual({ passengers: { adults: 1, children: 1, infants: 1, childAges: [0] }, order: [0, 2, 1] });
  });
  it('finds a grown-up and a child who stand on the card of each other', () => {
    const found = partyByAge(party(['adult', '2019-05-05'], ['child', '1990-03-04']), dates);
    expect(found).toEqual({ passengers: { adults: 1, children: 1, infants: 0, childAges: [7] }, order: [1, 0] });
  });
  it('leaves alone who is right, has no date, has one that cannot be, or has bought an infant a seat', () => {
    expect(partyByAge(party(['adult', '1990-03-04'], ['child', '2026-01-05'], ['infant', '']), dates)).toBeNull();
    expect(partyByAge(party(['adult', '2027-01-01'], ['child', '1890-01-01']), dates)).toBeNull();
  });
  it('makes no party that may not fly: children alone, more than nine seats', () => {
    expect(partyByAge(party(['adult', '2019-05-05']), dates)).toBeNull();
    const grown = Array.from({ length: 9 }, (): ['adult', string] => ['adult', '1990-03-04']);
    expect(partyByAge(party(...grown, ['infant', '2020-01-01']), dates)).toBeNull();
  });
});

describe('one passport for two', () => {
  const passport = (number: string, issuedBy = 'PH') => ({ document: { number, issuedBy, expires: '2031-01-01' } });
  it('is found on the second of them, and not where another country has the same number', () => {
    expect(findSharedPassports([passport('P1'), passport('P2'), passport('P1')])).toEqual([2]);
    expect(findSharedPassports([passport('P1'), passport('P1', 'PT'), { document: null }, { document: null }])).toEqual([]);
  });
});
