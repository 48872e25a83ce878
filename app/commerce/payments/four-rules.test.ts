import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { fourPartsOf } from '../../../sandbox/bank.ts';
import { divideInFour, refusedFour, type FourFacts } from './four-rules.ts';
import { deliveredWays } from './payment-ways.ts';
import { productKinds } from '../product-contract.ts';

const aed = (amount: number) => money(amount, 'AED');

describe('a sum that is paid in four', () => {
  it('is three equal parts and one that takes the rest, whatever it is, and never a fil more or less', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 100_000_000 }), (amount) => {
        const parts = divideInFour(aed(amount), calendarDate('2026-11-30')).map((part) => part.amount.amount);
        expect(parts).toHaveLength(4);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount);
        expect(new Set(parts.slice(0, 3)).size).toBe(1);
        expect(parts[3]! - parts[0]!).toBeGreaterThanOrEqual(0);
        expect(parts[3]! - parts[0]!).toBeLessThan(4);
      }),
    );
    expect(divideInFour(aed(100_003), calendarDate('2026-11-30')).map(({ amount }) => amount.amount)).toEqual([
      25_000, 25_000, 25_000, 25_003,
    ]);
  });

  it('is due today and on the same day of each month after, at the end of a month that has no such day', () => {
    expect(divideInFour(aed(40_000), calendarDate('2026-11-30')).map(({ dueOn }) => dueOn)).toEqual([
      '2026-11-30',
      '2026-12-30',
      '2027-01-30',
      '2027-02-28',
    ]);
  });

  it('is told by the pretend bank as the checkout tells it, by the day in Dubai', () => {
    // Half past eight in the evening of the thirtieth in London is the thirty-first in Dubai.
    const created_at = Date.parse('2026-10-30T20:30:00Z');
    const theirs = fourPartsOf({ amount: 100_003, created_at });
    const ours = divideInFour(aed(100_003), calendarDate('2026-10-31'));
    expect(theirs).toEqual(ours.map(({ amount, dueOn }) => ({ amount: amount.amount, on: dueOn })));
  });
});

describe('paying in four', () => {
  const facts: FourFacts = { kind: 'flight', due: aed(100_000), alone: true, methods: ['card', 'four'] };
  const refused = (more: Partial<FourFacts>, ways = deliveredWays) => refusedFour(ways, { ...facts, ...more });

  it('is offered for all that is sold, from 10 to 5,000 dirhams as delivered', () => {
    for (const kind of productKinds) expect(refused({ kind })).toBeNull();
    expect([999, 1_000, 500_000, 500_001].map((due) => refused({ due: aed(due) }))).toEqual([
      'four-other-size',
      null,
      null,
      'four-other-size',
    ]);
  });

  it('is not offered by a provider that does not take it, nor for what it is switched off for', () => {
    expect(refused({ methods: ['card'] })).toBe('four-off');
    const ways = { ...deliveredWays, four: { ...deliveredWays.four, kinds: ['holiday'] as const } };
    expect(refused({}, ways)).toBe('four-off');
    expect(refused({ kind: 'holiday' }, ways)).toBeNull();
  });

  it('is not offered beside parts of ours, two cards or other orders, nor for what is not charged in dirhams', () => {
    expect(refused({ alone: false })).toBe('four-not-here');
    expect(refused({ due: money(100_000, 'USD') })).toBe('four-not-here');
  });
});
