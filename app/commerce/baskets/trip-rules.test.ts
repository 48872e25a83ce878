import { describe, expect, it } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { findClashes, inTripOrder, type PartFacts } from './trip-rules.ts';

const part = (reference: string, role: PartFacts['role'], from: string, until: string, more: Partial<PartFacts> = {}): PartFacts => ({
  reference,
  role,
  from: calendarDate(from),
  until: calendarDate(until),
  returns: false,
  countries: ['IT'],
  decides: null,
  ...more,
});
const authority = (by: string) => ({ who: 'authority' as const, by: calendarDate(by), lost: money(31_000, 'AED') });
const kinds = (...parts: PartFacts[]) => findClashes(parts).map(({ kind, one, other }) => [kind, one, other]);

describe('what does not go together', () => {
  it('is two beds for one night, and not leaving one on the day of arriving at the other', () => {
    expect(kinds(part('a', 'sleeps', '2027-03-01', '2027-03-04'), part('b', 'sleeps', '2027-03-03', '2027-03-06'))).toEqual([
      ['nights-twice', 'a', 'b'],
    ]);
    expect(kinds(part('a', 'sleeps', '2027-03-01', '2027-03-03'), part('b', 'sleeps', '2027-03-03', '2027-03-06'))).toEqual([]);
  });

  it('is a visa that comes on the day the journey begins, or later; another country’s visa says nothing', () => {
    const tour = part('tour', 'sleeps', '2027-03-01', '2027-03-08');
    const visa = (by: string, countries = ['IT']) =>
      part('visa', 'opens', '2027-03-01', '2027-03-01', { decides: authority(by), countries });
    expect(kinds(tour, visa('2027-03-01'))).toEqual([['visa-late', 'visa', 'tour']]);
    expect(kinds(tour, visa('2027-02-28'))).toEqual([]);
    expect(kinds(tour, visa('2027-03-05', ['IN']))).toEqual([]);
  });

  it('is a stay before the flight arrives or after it has gone back', () => {
    const flight = part('flight', 'carries', '2027-03-02', '2027-03-08', { returns: true });
    expect(kinds(flight, part('stay', 'sleeps', '2027-03-01', '2027-03-09'))).toEqual([
      ['before-arrival', 'stay', 'flight'],
      ['after-return', 'stay', 'flight'],
    ]);
    expect(kinds({ ...flight, returns: false }, part('stay', 'sleeps', '2027-03-02', '2027-03-20'))).toEqual([]);
  });
});

it('stands in the order of its days, the visa before the flight before the bed', () => {
  const parts = [
    part('walk', 'visits', '2027-03-02', '2027-03-02'),
    part('bed', 'sleeps', '2027-03-01', '2027-03-04'),
    part('flight', 'carries', '2027-03-01', '2027-03-04'),
    part('visa', 'opens', '2027-03-01', '2027-03-01'),
  ];
  expect(inTripOrder(parts).map(({ reference }) => reference)).toEqual(['visa', 'flight', 'bed', 'walk']);
});
