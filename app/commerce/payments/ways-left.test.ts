import { describe, expect, it } from 'vitest';
import { deliveredWays, type OfferedWays } from './payment-ways.ts';
import { waysLeft } from './ways-left.ts';

const order = { kind: 'holiday', total: 100_000 } as const;
const off = (...ways: (keyof OfferedWays)[]): OfferedWays => ({
  ...deliveredWays,
  ...Object.fromEntries(ways.map((way) => [way, { ...deliveredWays[way], kinds: [] }])),
});

describe('what is left where a way of paying is not offered', () => {
  it('is credit that covers the whole, or an account that may have some, and never credit that does not', () => {
    const facts = { unoffered: 'card-off', order, four: false, later: false } as const;
    expect(waysLeft(off('card'), { ...facts, credit: { covers: true } })).toEqual(['credit-whole', 'ask']);
    expect(waysLeft(off('card'), { ...facts, credit: { covers: false } })).toEqual(['ask']);
    expect(waysLeft(off('card'), { ...facts, credit: null })).toEqual(['credit-account', 'ask']);
    expect(waysLeft(off('card'), { ...facts, credit: 'not-placed' })).toEqual(['credit-first', 'ask']);
    expect(waysLeft(off('card', 'credit'), { ...facts, credit: { covers: true } })).toEqual(['ask']);
    const small = { ...off('card'), credit: { ...deliveredWays.credit, least: null, most: 99_999 } };
    expect(waysLeft(small, { ...facts, credit: { covers: true } })).toEqual(['ask']);
  });

  it('is the card once credit is left alone, where cards are taken', () => {
    const facts = { unoffered: 'credit-other-size', order, credit: { covers: true }, four: true, later: false } as const;
    expect(waysLeft(off('credit'), facts)).toEqual(['leave-credit', 'ask']);
    expect(waysLeft(off('credit', 'card'), facts)).toEqual(['ask']);
  });

  it('is keeping it for days where that can be had now', () => {
    const facts = { unoffered: 'card-off', order, credit: { covers: false }, later: true } as const;
    expect(waysLeft(off('card'), { ...facts, four: false })).toEqual(['later', 'ask']);
    expect(waysLeft(off('card'), { ...facts, four: true })).toEqual(['four', 'later', 'ask']);
  });
});
