import { expect, it } from 'vitest';
import { wayPaid } from './way-paid.ts';

const payment = (more: Partial<Parameters<typeof wayPaid>[0][number]> = {}) => ({
  purpose: 'order',
  status: 'requires_capture',
  method: 'card',
  fate: null,
  amount: 1_000,
  ...more,
});

it('is one card where one payment reserves all of it', () => {
  expect(wayPaid([payment()], 1_000)).toBe('card');
  expect(wayPaid([payment({ status: 'canceled', method: 'four' }), payment()], 1_000)).toBe('card');
});

it('is four parts, whoever else was tried before', () => {
  expect(wayPaid([payment({ status: 'canceled' }), payment({ method: 'four' })], 1_000)).toBe('four');
});

it('is two cards once the first is taken together with the other, and one where the first was let go', () => {
  const first = payment({ purpose: 'first-card', amount: 400, fate: 'take' });
  expect(wayPaid([first, payment({ amount: 600 })], 1_000)).toBe('two-cards');
  expect(wayPaid([{ ...first, fate: 'leave' as const }, payment()], 1_000)).toBe('card');
});

it('is a card and credit where a card pays less than the price, and credit where none does', () => {
  expect(wayPaid([payment({ amount: 600 })], 1_000)).toBe('both');
  expect(wayPaid([], 1_000)).toBe('credit');
});
