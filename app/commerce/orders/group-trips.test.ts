import { expect, test } from 'vitest';
import { groupTrips } from './group-trips.ts';

const order = (name: string, departsAt: string, returnsAt: string) => ({
  name,
  departsAt: `${departsAt}:00Z`,
  returnsAt: `${returnsAt}:00Z`,
});
const now = Date.parse('2026-11-23T07:42:00Z');
const names = (orders: Parameters<typeof groupTrips>[0]) =>
  groupTrips(orders as ReturnType<typeof order>[], now).map((trip) => trip.orders.map(({ name }) => name));

test('joins orders that overlap or follow within a day', () => {
  expect(
    names([
      order('out', '2026-12-01T08:00', '2026-12-01T14:00'),
      order('back', '2026-12-02T10:00', '2026-12-02T16:00'),
      order('later', '2026-12-05T10:00', '2026-12-05T16:00'),
    ]),
  ).toEqual([['out', 'back'], ['later']]);
});

test('shows the nearest coming trip first and the latest past one before older ones', () => {
  expect(
    names([
      order('old', '2025-01-01T08:00', '2025-01-09T08:00'),
      order('recent', '2026-10-01T08:00', '2026-10-09T08:00'),
      order('far', '2027-03-01T08:00', '2027-03-09T08:00'),
      order('near', '2026-12-01T08:00', '2026-12-09T08:00'),
    ]),
  ).toEqual([['near'], ['far'], ['recent'], ['old']]);
});

test('is not past while it lasts', () => {
  expect(groupTrips([order('now', '2026-11-20T08:00', '2026-11-25T08:00')], now)[0]!.past).toBe(false);
});
