import { describe, expect, test } from 'vitest';
import { money } from '#app/values/money.ts';
import { returnParts } from './return-parts.ts';

type Paid = Parameters<typeof returnParts>[1][number];
const paid = (id: string, amount: number, more: Partial<Paid> = {}): Paid => ({
  id,
  amount,
  purpose: 'order',
  status: 'succeeded',
  fate: null,
  provider: 'sandbox',
  method: 'card',
  cardEnding: null,
  ...more,
});
const credit = paid('credit', 300, { purpose: 'credit', provider: 'house-credit' });
const first = paid('first', 5_000, { purpose: 'first-card', fate: 'take', cardEnding: '4242' });
const second = paid('second', 27_700, { cardEnding: '1111' });
const shares = (sum: number, payments: readonly Paid[], refunds: Parameters<typeof returnParts>[2] = []) =>
  returnParts(money(sum, 'AED'), payments, refunds).map(({ amount, ending, toCredit }) => [toCredit ? 'credit' : ending, amount.amount]);

describe('where a sum would go back', () => {
  test('is one card, which needs no ending, where one card paid', () => {
    expect(shares(10_000, [paid('card', 27_700, { cardEnding: '1111' })])).toEqual([[null, 10_000]]);
  });

  test('is the credit that paid, then the second card, then the first, each up to what it paid', () => {
    expect(shares(33_000, [second, first, credit])).toEqual([
      ['credit', 300],
      ['1111', 27_700],
      ['4242', 5_000],
    ]);
    expect(shares(10_000, [first, credit, second])).toEqual([
      ['credit', 300],
      ['1111', 9_700],
    ]);
  });

  test('tells a transfer from a card: what came by one goes back by one', () => {
    const transfer = paid('transfer', 20_000, { purpose: 'instalment-2', provider: 'house-bank' });
    const parts = returnParts(money(25_000, 'AED'), [transfer, paid('card', 10_000)], []);
    expect(parts.map(({ byTransfer, amount }) => [byTransfer, amount.amount])).toEqual([
      [true, 20_000],
      [false, 5_000],
    ]);
  });

  test('leaves out what went back before, unless that failed', () => {
    const gone = { paymentId: 'second', amount: 20_000, status: 'succeeded' } as const;
    expect(shares(10_000, [first, second], [gone])).toEqual([
      ['1111', 7_700],
      ['4242', 2_300],
    ]);
    expect(shares(10_000, [first, second], [{ ...gone, status: 'failed' }])).toEqual([['1111', 10_000]]);
  });

  test('is nowhere where nothing was paid: a first card that waits for the rest, a payment that was called off', () => {
    const waits = { ...first, status: 'requires_capture', fate: null } as const;
    expect(shares(10_000, [waits, paid('off', 10_000, { status: 'canceled' })])).toEqual([]);
  });
});
