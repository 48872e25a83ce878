import { expect, test } from 'vitest';
import { addDays, calendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import type { FlightSearch } from '../offer.ts';
import { flexDays } from './day-searches.ts';
import { flexGrid, pairKey } from './flex-pairs.ts';

const today = calendarDate('2026-11-21');
const lastDay = addDays(today, 330);
const trip = (out: string, back: string, flexible = true): FlightSearch => ({
  slices: [
    { from: 'DXB', to: 'LHR', date: out, ...(flexible ? { flexDays: 3 as const } : {}) },
    { from: 'LHR', to: 'DXB', date: back },
  ],
  passengers: { adults: 1, children: 0, infants: 0 },
  cabin: 'economy',
  maxStops: 2,
});

test('seven days by seven around a return, and none when its dates are fixed', () => {
  const days = flexDays(trip('2027-01-10', '2027-01-20'), today, lastDay)!;
  expect([days.outs.length, days.outs[0], days.outs.at(-1)]).toEqual([7, '2027-01-07', '2027-01-13']);
  expect([days.backs.length, days.backs[0], days.backs.at(-1)]).toEqual([7, '2027-01-17', '2027-01-23']);
  expect(flexDays(trip('2027-01-10', '2027-01-20', false), today, lastDay)).toBeNull();
});

test('days that are over or not yet on sale are not in it', () => {
  expect(flexDays(trip('2026-11-22', lastDay), today, lastDay)).toMatchObject({
    outs: ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25'],
    backs: [addDays(lastDay, -3), addDays(lastDay, -2), addDays(lastDay, -1), lastDay],
  });
});

test('marks thirds between the least and the most, and a way back before the way out as none', () => {
  const days = {
    outs: [calendarDate('2027-01-10'), calendarDate('2027-01-12')],
    backs: [calendarDate('2027-01-11'), calendarDate('2027-01-13')],
  };
  const grid = flexGrid(
    days,
    new Map([
      [pairKey('2027-01-10', '2027-01-11'), money(100_000, 'AED')],
      [pairKey('2027-01-10', '2027-01-13'), money(145_000, 'AED')],
      [pairKey('2027-01-12', '2027-01-13'), money(190_000, 'AED')],
    ]),
  );
  expect(grid.rows.map((row) => row.map(({ level, least }) => [level, least]))).toEqual([
    [
      ['low', true],
      [null, false],
    ],
    [
      ['mid', false],
      ['high', false],
    ],
  ]);
  expect(grid.limits).toEqual({ low: money(130_000, 'AED'), mid: money(160_000, 'AED') });
});

test('one price everywhere is neither low nor high, and what nobody could say stays unknown', () => {
  const days = { outs: [calendarDate('2027-01-10')], backs: [calendarDate('2027-01-11'), calendarDate('2027-01-12')] };
  const grid = flexGrid(days, new Map([[pairKey('2027-01-10', '2027-01-11'), money(100_000, 'AED')]]));
  expect(grid.rows.map(([cell]) => [cell!.level, cell!.total])).toEqual([
    ['mid', money(100_000, 'AED')],
    [null, undefined],
  ]);
  expect(grid.limits).toBeNull();
});
