import { expect, it } from 'vitest';
import type { PriceLine } from '#app/commerce/pricing/quote.ts';
import { calendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { owedOf, payBy, statementMonth, statementOf, type BookedOrder } from './supplier-statement.ts';

const line = (kind: PriceLine['kind'], amount: number, contract?: string): PriceLine => ({
  kind,
  code: kind,
  nameKey: kind,
  travellers: [0],
  each: money(amount, 'AED'),
  amount: money(amount, 'AED'),
  vat: money(0, 'AED'),
  vatCategory: 'zero-rated',
  vatBasisPoints: 0,
  ruleId: kind === 'markup' ? 'm' : null,
  facts: contract === undefined ? {} : { contract },
});
const order = (more: Partial<BookedOrder> = {}): BookedOrder => ({
  reference: 'AAAAA-BBBBB',
  currency: 'AED',
  lines: [line('fare', 100_000, '0'), line('tax', 20_000, '0'), line('fare', 50_000, '1'), line('markup', 7_000), line('bag', 9_000)],
  contracts: [
    { supplier: 'house', locator: 'H1' },
    { supplier: 'own', locator: 'O1' },
  ],
  capturedAt: '2026-11-05T08:00:00.000Z',
  endedAt: null,
  voided: false,
  terms: null,
  ...more,
});
const november = statementMonth(null, calendarDate('2026-11-21'));
const owed = (supplier: string, orders: BookedOrder[], month = november) =>
  statementOf(supplier, orders, month.from, month.until).map(({ kind, owed: { amount } }) => [kind, amount]);

it('owes each supplier the net of its own contracts, and never our margin', () => {
  expect(owed('house', [order()])).toEqual([['sale', 129_000]]);
  expect(owed('own', [order()])).toEqual([['sale', 50_000]]);
  expect(owed('nobody', [])).toEqual([]);
  const extras = [line('bag', 9_000, '0'), line('bag', 8_000, '1'), line('seat', 700, '1'), line('meal', 60)];
  expect([owed('house', [order({ lines: extras })]), owed('own', [order({ lines: extras })])]).toEqual([
    [['sale', 9_060]],
    [['sale', 8_700]],
  ]);
});

it('takes back what the airline returns when an order ends, in the month in which it ends', () => {
  const refunded = [60_000, 20_000, 0, 0, 0].map((amount, at) => ({
    line: at,
    nameKey: '',
    paid: money(0, 'AED'),
    refunded: money(amount, 'AED'),
  }));
  const terms = { window: 'fare-rules', snapshot: 1, lines: refunded, refund: money(80_000, 'AED'), quotedAt: '', expiresAt: '' } as const;
  const ended = order({ terms, endedAt: '2026-12-01T00:00:00.000Z' });
  expect(owed('house', [ended])).toEqual([['sale', 129_000]]);
  expect(owed('house', [ended], statementMonth('2026-12', calendarDate('2026-12-09')))).toEqual([['return', -80_000]]);
  expect(owed('own', [ended], statementMonth('2026-12', calendarDate('2026-12-09')))).toEqual([]);
  const voided = order({ voided: true, endedAt: '2026-11-05T09:00:00.000Z' });
  expect(owedOf(statementOf('house', [voided], november.from, november.until))).toEqual([money(0, 'AED')]);
});

it('counts months as calendars in Dubai do', () => {
  expect(november).toEqual({
    month: '2026-11',
    from: '2026-10-31T20:00:00.000Z',
    until: '2026-11-30T20:00:00.000Z',
    before: '2026-10',
    next: null,
  });
  expect(statementMonth('2026-10', calendarDate('2026-11-21')).next).toBe('2026-11');
  for (const wrong of ['2026-13', '2027-01', 'x', '2019-01']) expect(statementMonth(wrong, calendarDate('2026-11-21'))).toEqual(november);
  expect(payBy(november, 0)).toBe('2026-11-30');
  expect(payBy(november, 15)).toBe('2026-12-15');
});
