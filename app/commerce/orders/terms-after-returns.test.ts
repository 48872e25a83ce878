import { describe, expect, test } from 'vitest';
import { money } from '#app/values/money.ts';
import type { CancelTerms } from '../product-contract.ts';
import { termsAfterReturns } from './terms-after-returns.ts';

const aed = (amount: number) => money(amount, 'AED');
const line = (at: number, paid: number, refunded: number) => ({ line: at, nameKey: 'x', paid: aed(paid), refunded: aed(refunded) });
const when = { snapshot: 1, quotedAt: '2026-11-30T08:00:00.000Z', expiresAt: '2026-11-30T08:30:00.000Z' };
/** 5,970 were paid, of which the terms keep 1,194. */
const ladder: CancelTerms = {
  window: 'ladder',
  lines: [line(0, 500_000, 400_000), line(1, 97_000, 77_600)],
  refund: aed(477_600),
  kept: { paid: aed(597_000), kept: aed(119_400) },
  ...when,
};
/** The fare gives back half, its taxes all, the seat nothing, and a discount its half. */
const rules: CancelTerms = {
  window: 'fare-rules',
  lines: [line(0, 100_000, 50_000), line(1, 20_000, 20_000), line(2, 5_000, 0), line(3, -10_000, -5_000)],
  refund: aed(65_000),
  ...when,
};
const left = (...gross: number[]) => new Map(gross.map((amount, at) => [at + 1, amount]));
const sumOf = (terms: CancelTerms) => terms.before!.credits.reduce((sum, { amount }) => sum + amount, 0);

describe('what cancelling brings', () => {
  test('is as the rules say where nothing went back, or there is no invoice', () => {
    expect(termsAfterReturns(ladder, { returned: 0, credited: 0, left: left(500_000, 97_000) })).toBe(ladder);
    expect(termsAfterReturns(rules, { returned: 0, credited: 0, left: null })).toBe(rules);
  });

  test('by a ladder is what was paid, less what is kept, less what went back', () => {
    const terms = termsAfterReturns(ladder, { returned: 400_000, credited: 400_000, left: left(160_000, 37_000) });
    expect([terms.refund?.amount, terms.before?.gone.amount, sumOf(terms)]).toEqual([77_600, 400_000, 77_600]);
    expect(terms.lines).toBe(ladder.lines);
    const more = termsAfterReturns(ladder, { returned: 590_000, credited: 590_000, left: left(7_000, 0) });
    expect([more.refund?.amount, more.before?.credits]).toEqual([0, []]);
  });

  test('by a ladder is the same money where only the bill was lowered and nothing given back', () => {
    const inParts: CancelTerms = { ...ladder, refund: aed(0), kept: { paid: aed(119_400), kept: aed(119_400) } };
    const terms = termsAfterReturns(inParts, { returned: 0, credited: 100_000, left: left(410_000, 87_000) });
    expect([terms.refund?.amount, sumOf(terms)]).toEqual([0, 377_600]);
  });

  test('by rules is of each line no more than is left of it', () => {
    const seat = termsAfterReturns(rules, { returned: 5_000, credited: 5_000, left: left(100_000, 20_000, 0, -10_000) });
    expect([seat.refund?.amount, seat.before?.gone.amount]).toEqual([65_000, 0]);
    const fare = termsAfterReturns(rules, { returned: 80_000, credited: 80_000, left: left(20_000, 20_000, 5_000, -10_000) });
    expect([fare.refund?.amount, fare.before?.gone.amount, sumOf(fare)]).toEqual([35_000, 30_000, 35_000]);
  });

  test('stays unknown where the airline has not said', () => {
    const terms = termsAfterReturns(
      { ...rules, refund: null },
      { returned: 80_000, credited: 80_000, left: left(20_000, 20_000, 5_000, -10_000) },
    );
    expect(terms.refund).toBeNull();
  });
});
