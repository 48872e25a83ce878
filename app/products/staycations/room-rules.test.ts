import { describe, expect, test } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { closedBecause, freeUnits, nightAmounts, nightsOf, seasonPercent, usualPlans, usualUnits, type NightChange } from './room-rules.ts';

const day = calendarDate;
const change = (night: string, more: Partial<NightChange> = {}): NightChange => ({
  roomKey: 'sea',
  night: day(night),
  percent: null,
  stopped: false,
  minStay: null,
  closedToArrival: false,
  ...more,
});

describe('the price of a night', () => {
  test('is the lowest on a weekday of the hot season, more at weekends, in the cool season and at the turn of the year', () => {
    expect(seasonPercent(day('2027-06-09'))).toBe(100);
    expect(seasonPercent(day('2027-06-11'))).toBe(115);
    expect(seasonPercent(day('2026-12-09'))).toBe(115);
    expect(seasonPercent(day('2026-12-12'))).toBe(130);
    expect(seasonPercent(day('2026-12-31'))).toBe(160);
  });

  test('follows the desk where it has spoken, and the plan everywhere', () => {
    const nights = nightsOf(day('2027-06-08'), 2);
    expect(nights).toEqual(['2027-06-08', '2027-06-09']);
    expect(nightAmounts({ from: money(50_001, 'AED') }, { percent: 110 }, nights, [change('2027-06-09', { percent: 90 })])).toEqual([
      55_001, 49_501,
    ]);
  });
});

describe('a kind of room', () => {
  test('is closed by a stopped night, by a first night without arrival and by a stay that is too short', () => {
    const arrival = day('2027-06-08');
    expect(closedBecause(arrival, 2, [])).toBeNull();
    expect(closedBecause(arrival, 2, [change('2027-06-09', { stopped: true })])).toBe('stopped');
    expect(closedBecause(arrival, 2, [change('2027-06-10', { stopped: true })])).toBeNull();
    expect(closedBecause(arrival, 2, [change('2027-06-08', { closedToArrival: true })])).toBe('closed-to-arrival');
    expect(closedBecause(arrival, 2, [change('2027-06-09', { closedToArrival: true })])).toBeNull();
    expect(closedBecause(arrival, 2, [change('2027-06-08', { minStay: 3 })])).toBe('min-stay');
    expect(closedBecause(arrival, 3, [change('2027-06-08', { minStay: 3 })])).toBeNull();
  });

  test('has the rooms free that nobody sleeps in, the day of departure being no night', () => {
    const units = [{ key: 'a' }, { key: 'b' }];
    const taken = [{ unit: 'a', from: '2027-06-05', until: '2027-06-08' }];
    expect(freeUnits(units, taken, day('2027-06-08'), 1)).toEqual(['a', 'b']);
    expect(freeUnits(units, taken, day('2027-06-07'), 1)).toEqual(['b']);
    expect(freeUnits(units, taken, day('2027-06-03'), 2)).toEqual(['a', 'b']);
  });

  test('has doors by floor, fewer of the large ones', () => {
    const room = (key: string, sizeM2: number) => ({
      key,
      adults: 2,
      children: 1,
      sizeM2,
      doubleBeds: 1,
      singleBeds: 0,
      from: money(1, 'AED'),
    });
    const units = usualUnits({ id: 'reef', rooms: [room('sea', 40), room('villa', 160)] });
    expect(units.map((unit) => unit.name)).toEqual(['101', '102', '103', '104', '105', '106', '107', '108', '201', '202', '203']);
    expect(units[8]).toEqual({ key: 'room:reef/villa/201', roomKey: 'villa', name: '201' });
  });
});

test('a house that never gives money back sells its first board only; others sell every board free to cancel', () => {
  expect(usualPlans({ boards: ['breakfast'], freeCancelDays: null }).map((plan) => plan.key)).toEqual(['saver']);
  expect(
    usualPlans({ boards: ['room', 'half-board'], freeCancelDays: 3 }).map((plan) => [plan.key, plan.percent, plan.refundableDays]),
  ).toEqual([
    ['saver', 100, null],
    ['flex', 110, 3],
    ['flex-half-board', 134, 3],
  ]);
  // A deposit is asked only where money can come back.
  expect(usualPlans({ boards: ['room', 'breakfast'], freeCancelDays: 3 }, 30).map((plan) => plan.depositPercent)).toEqual([100, 30, 30]);
});
