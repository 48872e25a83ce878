import { describe, expect, it, test } from 'vitest';
import { dayNumber } from './calendar.ts';
import { connectionRisk } from './connection-rules.ts';
import { worldOf } from './engine-testing.ts';
import { isLastOfDay, sleepsAtNight } from './flight-index.ts';

const calm = { overnight: false, sleeps: false, lastOfDay: false, selfTransfer: false };

describe('a connection', () => {
  it('is risky over night where the airport sleeps, and not where it works', () => {
    expect(connectionRisk(600, 75, { ...calm, overnight: true, sleeps: true })).toBe('closed');
    expect(connectionRisk(600, 75, { ...calm, overnight: true })).toBeNull();
    expect(connectionRisk(600, 75, { ...calm, sleeps: true })).toBeNull();
  });
  it('is risky by the last flight of the day where the time is short or nobody has to rebook', () => {
    expect(connectionRisk(100, 75, { ...calm, lastOfDay: true })).toBe('last');
    expect(connectionRisk(100, 75, calm)).toBeNull();
    expect(connectionRisk(240, 75, { ...calm, lastOfDay: true })).toBeNull();
    expect(connectionRisk(400, 180, { ...calm, lastOfDay: true, selfTransfer: true })).toBe('last');
    expect(connectionRisk(400, 180, { ...calm, selfTransfer: true })).toBeNull();
  });
});

const { index, airport } = worldOf([
  { flight: 'EK1', from: 'DXB', to: 'LHR', at: '02:30', minutes: 460 },
  { flight: 'BA1', from: 'LHR', to: 'EDI', at: '07:00', minutes: 80 },
  { flight: 'BA2', from: 'LHR', to: 'EDI', at: '21:30', minutes: 80, on: '6' },
  { flight: 'QF1', from: 'LHR', to: 'SIN', at: '22:00', minutes: 780 },
]);
const flight = (code: string, number: number) => index.byNumber.get(index.airlineByCode.get(code)! * 16_384 + number)![0]!;

test('an airport sleeps where nothing leaves in the middle of the night', () => {
  expect(['DXB', 'LHR', 'EDI'].map((code) => sleepsAtNight(index, airport(code)))).toEqual([false, true, true]);
});

test('a flight is the last of its route on the days on which no later one flies, whatever else leaves', () => {
  const [saturday, sunday] = [dayNumber('2026-12-05'), dayNumber('2026-12-06')];
  expect(isLastOfDay(index, flight('BA', 1), saturday)).toBe(false);
  expect(isLastOfDay(index, flight('BA', 1), sunday)).toBe(true);
  expect(isLastOfDay(index, flight('BA', 2), saturday)).toBe(true);
});
