import { expect, test } from 'vitest';
import { money } from '#app/values/money.ts';
import type { Quote } from '../pricing/quote.ts';
import { summariseCancel } from './cancel-summary.ts';

const aed = (amount: number) => money(amount, 'AED');
const quote = {
  lines: [{ kind: 'fare' }, { kind: 'tax' }, { kind: 'tax' }, { kind: 'service-fee' }, { kind: 'tax', facts: { phase: 'tax' } }].map(
    (one) => ({ facts: {}, ...one }),
  ),
} as unknown as Quote;
const nameOf = (key: string) => key.replace('fares:tax.', '');
const line = (at: number, paid: number, refunded: number) => ({ line: at, nameKey: '', paid: aed(paid), refunded: aed(refunded) });

test('adds up what was paid and what returns by kind, in the order of the receipt', () => {
  expect(summariseCancel([line(0, 100, 20), line(1, 30, 30), line(2, 5, 0), line(3, 40, 0), line(4, 7, 7)], quote, nameOf)).toEqual([
    { words: 'fare', paid: aed(100), refunded: aed(20) },
    { words: 'tax', paid: aed(35), refunded: aed(30) },
    { words: 'service-fee', paid: aed(40), refunded: aed(0) },
    // A tax of our own rules is no airline's.
    { words: 'levy', paid: aed(7), refunded: aed(7) },
  ]);
});

test('tells by their names which taxes come back and which do not, each once for a whole party', () => {
  const taxed = {
    lines: ['service', 'surcharge', 'service', 'security', 'surcharge'].map((name) => ({
      kind: 'tax',
      nameKey: `fares:tax.${name}`,
      facts: { taxCode: 'XX' },
    })),
  } as unknown as Quote;
  const terms = [line(0, 50, 50), line(1, 20, 0), line(2, 50, 0), line(3, 5, 5), line(4, 20, 0)];
  const [summed] = summariseCancel(terms, taxed, nameOf);
  expect(summed).toEqual({
    words: 'tax',
    paid: aed(145),
    refunded: aed(55),
    taxes: { back: ['service', 'security'], kept: ['surcharge'] },
  });
});

test('refuses terms that were not reckoned from this price', () => {
  expect(() => summariseCancel([line(9, 1, 1)], quote, nameOf)).toThrow('line 9');
});
