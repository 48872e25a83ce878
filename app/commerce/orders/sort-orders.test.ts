import { expect, test } from 'vitest';
import { sortOrders } from './sort-orders.ts';

const order = (name: string, placedAt: string, departsAt: string, amount: number) => ({ name, placedAt, departsAt, total: { amount } });
const orders = [
  order('flown', '2026-09-01T00:00:00Z', '2026-10-01T00:00:00Z', 300),
  order('long flown', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z', 100),
  order('far', '2026-11-01T00:00:00Z', '2027-05-01T00:00:00Z', 200),
  order('soon', '2026-10-01T00:00:00Z', '2026-12-01T00:00:00Z', 400),
];
const now = Date.parse('2026-11-23T00:00:00Z');

test('puts the nearest departure first and what is flown last, the latest of it first', () => {
  expect(sortOrders(orders, 'departure', now).map(({ name }) => name)).toEqual(['soon', 'far', 'flown', 'long flown']);
});

test('sorts by the day of placing and by amount, downwards', () => {
  expect(sortOrders(orders, 'newest', now).map(({ name }) => name)).toEqual(['far', 'soon', 'flown', 'long flown']);
  expect(sortOrders(orders, 'total', now).map(({ name }) => name)).toEqual(['soon', 'flown', 'far', 'long flown']);
});
