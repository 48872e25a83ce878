import { expect, it } from 'vitest';
import { money, sumMoney } from '#app/values/money.ts';
import type { PriceLine } from './quote.ts';
import { summarise, vatIn } from './quote-summary.ts';

const line = (kind: PriceLine['kind'], travellers: number[], each: number, facts: Record<string, string> = {}): PriceLine => ({
  kind,
  code: '',
  nameKey: '',
  travellers,
  each: money(each, 'AED'),
  amount: money(each * travellers.length, 'AED'),
  vat: money(0, 'AED'),
  vatCategory: 'zero-rated',
  vatBasisPoints: 0,
  ruleId: null,
  facts,
});

it('draws a quote together without losing a fils', () => {
  const lines = [
    line('fare', [0, 1], 100_000, { traveller: 'adult' }),
    line('fare', [2], 75_000, { traveller: 'child' }),
    line('fare', [0, 1], 90_000, { traveller: 'adult' }),
    line('tax', [0, 1, 2], 12_345),
    line('tax', [0, 1], 5),
    line('seat', [0], 6_500, { seat: '24A' }),
    line('seat', [1], 6_500, { seat: '24B' }),
    line('absorbed', [0, 1, 2], -1),
  ];
  const summary = summarise({ lines });
  expect(summary.map((each) => [each.kind, each.traveller, each.travellers, each.amount.amount, each.marks.join()])).toEqual([
    ['fare', 'adult', 2, 380_000, ''],
    ['fare', 'child', 1, 75_000, ''],
    ['tax', null, 3, 37_045, ''],
    ['seat', null, 2, 13_000, '24A,24B'],
    ['absorbed', null, 3, -3, ''],
  ]);
  expect(
    sumMoney(
      summary.map((each) => each.amount),
      'AED',
    ),
  ).toEqual(
    sumMoney(
      lines.map((each) => each.amount),
      'AED',
    ),
  );
});

it('calls a tax of our own rules by another name than the airlines’', () => {
  const summary = summarise({ lines: [line('tax', [0], 12_345), line('tax', [0], 500, { phase: 'tax' }), line('tax', [0], 5)] });
  expect(summary.map(({ kind, words, amount }) => [kind, words, amount.amount])).toEqual([
    ['tax', 'tax', 12_350],
    ['tax', 'levy', 500],
  ]);
});

it('says the VAT that the invoice says: less what a voucher takes off it', () => {
  const taxed = (kind: PriceLine['kind'], amount: number, vat: number, facts = {}) => ({
    ...line(kind, [0], amount, facts),
    vat: money(vat, 'AED'),
  });
  const lines = summarise({ lines: [taxed('activity', 16_500, 786), taxed('discount', -2_475, -118, { voucher: 'V-7K2M9' })] });
  expect(vatIn(lines, 'AED')).toEqual(money(668, 'AED'));
});
