import { describe, expect, it } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import { checkSeats, type SeatedPassenger, type SeatPlan } from './seat-rules.ts';

const row = (number: number, features: readonly string[] = [], taken: readonly string[] = []) => ({
  cabin: 'economy',
  seats: ['A', 'B', 'C', null, 'D', 'E', 'F'].map((letter) =>
    letter === null
      ? null
      : { designator: `${number}${letter}`, features, state: taken.includes(letter) ? ('taken' as const) : ('open' as const) },
  ),
});
const plan: SeatPlan = {
  rows: [{ ...row(1), cabin: 'business' }, row(10, ['bassinet']), row(11, [], ['F']), row(12, ['exit-row']), row(13)],
};

const adult: SeatedPassenger = { index: 0, type: 'adult', birthDate: '1990-01-01', assistance: [], hasLapInfant: false };
const second: SeatedPassenger = { ...adult, index: 1 };
const child: SeatedPassenger = { index: 2, type: 'child', birthDate: '2019-01-01', assistance: [], hasLapInfant: false };
const sibling: SeatedPassenger = { ...child, index: 3 };

function problems(passengers: readonly SeatedPassenger[], seats: Record<number, string>, exitDeclared = false) {
  const chosen = new Map(Object.entries(seats).map(([index, seat]) => [Number(index), seat]));
  return Object.fromEntries(checkSeats({ plan, cabin: 'economy', date: calendarDate('2026-12-05'), passengers, chosen, exitDeclared }));
}

describe('an exit row (rule 48)', () => {
  it('is for 16 and over', () => {
    expect(problems([{ ...adult, birthDate: '2010-12-06' }], { 0: '12A' }, true)).toEqual({ 0: 'seat-exit-age' });
    expect(problems([{ ...adult, birthDate: '2010-12-05' }], { 0: '12A' }, true)).toEqual({});
  });
  it('is not for a pregnant traveller, one with an infant, or one who asked for assistance or a belt extension', () => {
    expect(problems([{ ...adult, assistance: ['PREG'] }], { 0: '12A' }, true)).toEqual({ 0: 'seat-exit-pregnant' });
    expect(problems([{ ...adult, hasLapInfant: true }], { 0: '12A' }, true)).toEqual({ 0: 'seat-exit-lap-infant' });
    expect(problems([{ ...adult, assistance: ['XBLT'] }], { 0: '12A' }, true)).toEqual({ 0: 'seat-exit-assistance' });
  });
  it('asks for the declaration', () => {
    expect(problems([adult], { 0: '12A' }, false)).toEqual({ 0: 'seat-exit-declaration' });
  });
});

describe('infants (rules 49 and 51)', () => {
  it('keeps bassinet rows for travellers with an infant', () => {
    expect(problems([adult], { 0: '10A' })).toEqual({ 0: 'seat-bassinet-only' });
    expect(problems([{ ...adult, hasLapInfant: true }], { 0: '10A' })).toEqual({});
  });
  it('takes one infant in each block of seats, since there is one spare oxygen mask', () => {
    const both = [
      { ...adult, hasLapInfant: true },
      { ...second, hasLapInfant: true },
    ];
    expect(problems(both, { 0: '13A', 1: '13C' })).toEqual({ 1: 'seat-block-second-infant' });
    expect(problems(both, { 0: '13A', 1: '13D' })).toEqual({});
  });
  it('gives infants no seat', () => {
    expect(problems([{ ...child, index: 4, type: 'infant' }], { 4: '13A' })).toEqual({ 4: 'seat-infant-has-none' });
  });
});

describe('children (rule 50)', () => {
  it('keeps a child beside a grown-up, across an aisle too', () => {
    expect(problems([adult, child], { 0: '13A', 2: '13B' })).toEqual({});
    expect(problems([adult, child], { 0: '13C', 2: '13D' })).toEqual({});
    expect(problems([adult, child], { 0: '13A', 2: '13C' })).toEqual({ 2: 'seat-child-alone' });
    expect(problems([adult, child], { 0: '13A', 2: '11A' })).toEqual({ 2: 'seat-child-alone' });
  });
  it('lets siblings sit in a chain that begins at a grown-up', () => {
    expect(problems([adult, child, sibling], { 0: '13A', 2: '13B', 3: '13C' })).toEqual({});
  });
  it('does not take a brother of 14 for a grown-up', () => {
    expect(problems([{ ...adult, birthDate: '2012-01-01' }, child], { 0: '13A', 2: '13B' })).toEqual({ 2: 'seat-child-alone' });
  });
  it('leaves a child without a chosen seat to the airline', () => {
    expect(problems([adult, child], { 0: '13A' })).toEqual({});
  });
});

describe('a seat (rule 52 and tampered requests)', () => {
  it('must exist, be open, be in the cabin paid for and be chosen once', () => {
    expect(problems([adult], { 0: '99Z' })).toEqual({ 0: 'seat-unknown' });
    expect(problems([adult], { 0: '11F' })).toEqual({ 0: 'seat-not-available' });
    expect(problems([adult], { 0: '1A' })).toEqual({ 0: 'seat-other-cabin' });
    expect(problems([adult, second], { 0: '13A', 1: '13A' })).toEqual({ 1: 'seat-chosen-twice' });
  });
  it('of a traveller who is not in the party is refused', () => {
    expect(problems([adult], { 7: '13A' })).toEqual({ 7: 'seat-unknown' });
  });
});
