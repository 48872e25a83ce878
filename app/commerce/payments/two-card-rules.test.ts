import { describe, expect, it } from 'vitest';
import { faultOfFirst, howPaid, isWaitingForRest, leastOf, paysThePrice } from './two-card-rules.ts';

describe('what goes on the first of two cards', () => {
  it('is a tenth at least, and never less than 50 dirhams', () => {
    expect([leastOf(341_000), leastOf(30_000), leastOf(100_001)]).toEqual([34_100, 5_000, 10_001]);
  });

  it('is not asked of a sum that two such parts do not fit into', () => {
    expect([leastOf(10_000), leastOf(9_999)]).toEqual([5_000, null]);
    expect(faultOfFirst(9_999, 5_000)).toBe('two-cards-too-small');
  });

  it('leaves as much for the second', () => {
    expect(faultOfFirst(100_000, 10_000)).toBeNull();
    expect(faultOfFirst(100_000, 90_000)).toBeNull();
    expect(faultOfFirst(100_000, 9_999)).toBe('two-cards-too-little');
    expect(faultOfFirst(100_000, 90_001)).toBe('two-cards-too-much');
    expect(faultOfFirst(100_000, null)).toBe('two-cards-amount');
    expect(faultOfFirst(100_000, Number.NaN)).toBe('two-cards-amount');
  });
});

describe('money of a first card', () => {
  const first = { purpose: 'first-card', status: 'requires_capture', fate: null } as const;

  it('waits while it is only reserved, and pays the price once a second card holds the rest', () => {
    expect([isWaitingForRest(first), paysThePrice(first)]).toEqual([true, false]);
    const both = { ...first, fate: 'take' } as const;
    expect([isWaitingForRest(both), paysThePrice(both)]).toEqual([false, true]);
    expect(isWaitingForRest({ ...first, status: 'processing' })).toBe(false);
    expect([isWaitingForRest({ ...first, purpose: 'order' }), paysThePrice({ purpose: 'order', fate: null })]).toEqual([false, true]);
    expect(paysThePrice({ purpose: 'credit', fate: null })).toBe(false);
  });
});

describe('of what an order is paid', () => {
  const paid = { due: 1_000, amount: 600, first: null, credit: 0 };

  it('is one payment when that is all of it, whatever a first card holds besides', () => {
    expect(howPaid({ ...paid, amount: 1_000, first: 400, credit: 100 })).toEqual({ first: false, credit: 0 });
  });

  it('is two cards, and credit for what is left then', () => {
    expect(howPaid({ ...paid, first: 400 })).toEqual({ first: true, credit: 0 });
    expect(howPaid({ ...paid, first: 300, credit: 100 })).toEqual({ first: true, credit: 100 });
    expect(howPaid({ ...paid, credit: 400 })).toEqual({ first: false, credit: 400 });
  });

  it('is nothing when it does not add up', () => {
    expect(howPaid(paid)).toBeNull();
    expect(howPaid({ ...paid, first: 300 })).toBeNull();
    expect(howPaid({ ...paid, first: 500 })).toBeNull();
    expect(howPaid({ ...paid, amount: 1_200, first: 400, credit: 400 })).toBeNull();
  });
});
