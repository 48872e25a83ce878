import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decimalString, money, sumMoney, type Money } from '#app/values/money.ts';
import { keptTaxes } from './kept-taxes.ts';
import {
  absorb,
  changedLines,
  comparePrices,
  laterVat,
  netOf,
  quote,
  sameSale,
  vatWithin,
  winners,
  type Charge,
  type PriceLineKind,
  type PricingRule,
  type PricingRules,
  type QuoteInput,
} from './quote.ts';

const aed = (amount: number): Money => money(amount, 'AED');
const zeroRated = { category: 'zero-rated', basisPoints: 0 } as const;
const standard = { category: 'standard', basisPoints: 500 } as const;

/** The rules that a new installation opens with. */
const rules: PricingRules = {
  version: 1,
  currency: 'AED',
  vat: {
    fare: zeroRated,
    tax: { category: 'out-of-scope', basisPoints: 0 },
    markup: zeroRated,
    discount: zeroRated,
    'service-fee': standard,
    ...laterVat,
    seat: zeroRated,
    bag: zeroRated,
    meal: zeroRated,
    'fast-track': standard,
    insurance: standard,
    absorbed: zeroRated,
  },
  rules: [
    {
      id: 'flight-markup',
      kind: 'markup',
      scope: { product: 'flight' },
      priority: 0,
      basisPoints: 300,
      flat: 0,
      floor: 1_500,
      cap: 15_000,
      stacks: false,
    },
    {
      id: 'flight-service-fee',
      kind: 'service-fee',
      scope: { product: 'flight' },
      priority: 0,
      basisPoints: 0,
      flat: 2_000,
      floor: null,
      cap: null,
      stacks: false,
    },
  ],
};

const charge = (kind: Charge['kind'], each: number, travellers: number[], more: Partial<Charge> = {}): Charge => ({
  kind,
  code: `${kind}-${each}`,
  nameKey: `price:line.${kind}`,
  travellers,
  each: aed(each),
  ...more,
});

const sale = (charges: Charge[], travellers: string[], more: Partial<QuoteInput> = {}) =>
  quote({
    charges,
    travellers,
    rules,
    facts: { product: 'flight' },
    quotedAt: '2026-11-23T07:42:00.000Z',
    expiresAt: '2026-11-23T08:02:00.000Z',
    ...more,
  });

const amounts = (lines: readonly { kind: PriceLineKind; amount: Money }[]) => lines.map((line) => [line.kind, line.amount.amount]);

describe('a quote', () => {
  test('puts every line in its place and sums them', () => {
    const made = sale([charge('fare', 100_000, [0]), charge('tax', 12_345, [0])], ['adult']);
    expect(amounts(made.lines)).toEqual([
      ['fare', 100_000],
      ['tax', 12_345],
      ['markup', 3_000],
      ['service-fee', 2_000],
    ]);
    expect(made.total).toEqual(aed(117_345));
    expect(made.vatTotal).toEqual(aed(95));
  });

  test('never marks up a tax', () => {
    const before = sale([charge('fare', 200_000, [0])], ['adult']);
    const after = sale([charge('fare', 200_000, [0]), charge('tax', 500_000, [0])], ['adult']);
    expect(after.total.amount - before.total.amount).toBe(500_000);
  });

  test.each([
    [10_000, 1_500],
    [50_000, 1_500],
    [50_017, 1_501],
    [400_000, 12_000],
    [900_000, 15_000],
  ])('marks a base fare of %i fils up by %i: three percent, at least 15 and at most 150 dirhams', (base, markup) => {
    expect(sale([charge('fare', base, [0])], ['adult']).lines.find((line) => line.kind === 'markup')!.amount.amount).toBe(markup);
  });

  test('judges the limits for each traveller, over all contracts of theirs', () => {
    const made = sale([charge('fare', 300_000, [0, 1]), charge('fare', 300_000, [0, 1], { code: 'second' })], ['adult', 'adult']);
    expect(made.lines.filter((line) => line.kind === 'markup').map((line) => [line.each.amount, line.amount.amount])).toEqual([
      [15_000, 30_000],
    ]);
  });

  test('takes the VAT out of the gross price, once per line, rounded half up', () => {
    expect(vatWithin(aed(2_000), 500)).toEqual(aed(95));
    expect(vatWithin(aed(6_000), 500)).toEqual(aed(286));
    const fee = sale([charge('fare', 100_000, [0, 1, 2])], ['adult', 'adult', 'adult']).lines.find((line) => line.kind === 'service-fee')!;
    expect([fee.amount.amount, fee.vat.amount, netOf(fee).amount]).toEqual([6_000, 286, 5_714]);
  });

  test('lets the most specific rule win, and stacks only rules that both say so', () => {
    const rule = (id: string, scope: Record<string, string>, more: Partial<PricingRule> = {}): PricingRule => ({
      ...rules.rules[0]!,
      id,
      scope,
      ...more,
    });
    const facts = { product: 'flight', airline: 'EK', cabin: 'business' };
    const ids = (list: PricingRule[]) => winners(list, 'markup', facts).map((each) => each.id);
    expect(ids([rule('any', {}), rule('airline', { airline: 'EK' }), rule('both', { airline: 'EK', cabin: 'business' })])).toEqual([
      'both',
    ]);
    expect(ids([rule('low', { airline: 'EK' }), rule('high', { cabin: 'business' }, { priority: 1 })])).toEqual(['high']);
    expect(ids([rule('other', { airline: 'QR' })])).toEqual([]);
    expect(ids([rule('one', { airline: 'EK' }, { stacks: true }), rule('two', {}, { stacks: true }), rule('three', {})])).toEqual([
      'one',
      'two',
    ]);
  });

  test('takes a discount off as a line of its own, never below nothing', () => {
    const discount = { code: 'EID', nameKey: 'price:line.discount', amount: aed(10_000_000) };
    const made = sale([charge('fare', 100_000, [0])], ['adult'], { discount });
    expect(made.total.amount).toBe(0);
    expect(made.lines.find((line) => line.kind === 'discount')!.amount.amount).toBe(-105_000);
  });

  test('refuses charges in another currency, below zero or for somebody who is not there', () => {
    expect(() => sale([{ ...charge('fare', 1, [0]), each: money(1, 'USD') }], ['adult'])).toThrow(TypeError);
    expect(() => sale([charge('fare', -1, [0])], ['adult'])).toThrow(RangeError);
    expect(() => sale([charge('fare', 1, [1])], ['adult'])).toThrow(RangeError);
  });

  test('is the sum of its lines and of its travellers, whatever is sold', () => {
    const kinds: Charge['kind'][] = ['fare', 'tax', 'seat', 'bag', 'meal', 'fast-track', 'insurance'];
    const party = fc.array(fc.constantFrom('adult', 'child', 'infant'), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(
        party.chain((travellers) =>
          fc.record({
            travellers: fc.constant(travellers),
            charges: fc.array(
              fc.record({
                kind: fc.constantFrom(...kinds),
                each: fc.integer({ min: 0, max: 5_000_000 }),
                whom: fc.uniqueArray(fc.integer({ min: 0, max: travellers.length - 1 })),
                code: fc.string({ maxLength: 4 }),
              }),
              { maxLength: 12 },
            ),
            off: fc.integer({ min: 0, max: 400_000 }),
          }),
        ),
        ({ travellers, charges, off }) => {
          const made = sale(
            charges.map((each) => charge(each.kind, each.each, each.whom, { code: each.code })),
            travellers,
            { discount: { code: 'd', nameKey: 'd', amount: aed(off) } },
          );
          expect(
            sumMoney(
              made.lines.map((line) => line.amount),
              'AED',
            ),
          ).toEqual(made.total);
          expect(sumMoney(made.perTraveller, 'AED')).toEqual(made.total);
          expect(made.total.amount).toBeGreaterThanOrEqual(0);
          for (const line of made.lines) {
            expect(Math.abs(line.vat.amount)).toBeLessThanOrEqual(Math.abs(line.amount.amount));
            if (line.ruleId !== null || line.amount.amount > 0) expect(line.amount.amount).toBe(line.each.amount * line.travellers.length);
          }
          for (const share of made.perTraveller) expect(share.amount).toBeGreaterThanOrEqual(0);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('a changed price', () => {
  test.each([
    [100_000, 100_000, 'same'],
    [100_000, 99_999, 'lower'],
    [10_000, 10_500, 'within-tolerance'],
    [10_000, 10_501, 'higher'],
    [500_000, 505_000, 'within-tolerance'],
    [500_000, 505_001, 'higher'],
  ])('from %i to %i fils is %s: the house carries five dirhams or one percent', (seen, fresh, kind) => {
    expect(comparePrices(aed(seen), aed(fresh)).kind).toBe(kind);
  });

  test('that the house carries leaves the traveller at what they saw', () => {
    const seen = sale([charge('fare', 500_000, [0, 1])], ['adult', 'adult']);
    const fresh = sale([charge('fare', 502_001, [0, 1], { code: 'fare-500000' })], ['adult', 'adult']);
    const change = comparePrices(seen.total, fresh.total);
    expect(change.kind).toBe('within-tolerance');
    const carried = absorb(fresh, 'by' in change ? change.by : aed(0), rules);
    expect(carried.total).toEqual(seen.total);
    expect(sumMoney(carried.perTraveller, 'AED')).toEqual(seen.total);
    expect(sameSale(seen.lines, carried.lines)).toBe(false);
    expect(sameSale(seen.lines, fresh.lines)).toBe(true);
  });

  test('is told line by line, old beside new', () => {
    const before = sale([charge('fare', 100_000, [0], { code: 'f' }), charge('tax', 5_000, [0], { code: 't' })], ['adult']);
    const after = sale([charge('fare', 120_000, [0], { code: 'f' }), charge('tax', 5_000, [0], { code: 't' })], ['adult']);
    expect(
      changedLines(before.lines, after.lines).map((pair) => [pair.before?.kind, pair.before?.amount.amount, pair.after?.amount.amount]),
    ).toEqual([
      ['fare', 100_000, 120_000],
      ['markup', 3_000, 3_600],
    ]);
  });
});

test('the worked example of docs/how-it-works/price.md is true', () => {
  const text = readFileSync('docs/how-it-works/price.md', 'utf8');
  const rows = [
    ...text.matchAll(/^\| (fare|tax|markup|service-fee|seat|fast-track) \| (\d+) \| ([\d,.]+) \| ([\d,.]+) \| ([\d,.]+) \|$/gm),
  ].map(([, kind, count, each, amount, vat]) => [kind, Number(count), each, amount, vat]);
  const made = sale(
    [
      charge('fare', 149_500, [0, 1]),
      charge('fare', 112_200, [2]),
      charge('tax', 21_000, [0, 1, 2]),
      charge('seat', 9_000, [0]),
      charge('fast-track', 7_500, [0, 1, 2]),
    ],
    ['adult', 'adult', 'child'],
  );
  expect(
    made.lines.map((line) => [
      line.kind,
      line.travellers.length,
      decimalString(line.each),
      decimalString(line.amount),
      decimalString(line.vat),
    ]),
  ).toEqual(rows);
  expect(text).toContain(`**${decimalString(made.total)}**`);
  expect(text).toContain(`VAT inside it: ${decimalString(made.vatTotal)}`);
  expect(text).toContain(`${made.perTraveller.map(decimalString).join(', ')}`);
});

describe('a line that was priced before its tax changed (ADR 35)', () => {
  const charge = (code: string, more: Partial<Charge> = {}): Charge => ({
    kind: 'seat',
    code,
    nameKey: 'price:line.seat',
    travellers: [0],
    each: aed(10_000),
    ...more,
  });
  const at = { quotedAt: '2026-11-30T08:00:00.000Z', expiresAt: '2026-11-30T08:30:00.000Z' };
  const priced = (charges: readonly Charge[], by: PricingRules = rules) =>
    quote({ charges, travellers: ['adult'], rules: { ...by, rules: [] }, ...at });
  const keeping = (sold: readonly Charge[]): PricingRules => ({
    ...rules,
    vat: { ...rules.vat, seat: standard },
    keeps: keptTaxes(priced(sold).lines),
  });
  const rates = (charges: readonly Charge[], sold: readonly Charge[]) =>
    priced(charges, keeping(sold)).lines.map((line) => line.vatBasisPoints);

  test('keeps its tax, and what is new beside it is taxed as of today', () => {
    expect(rates([charge('12A'), charge('12B')], [charge('12A')])).toEqual([0, 500]);
  });

  test('goes on under another code where the product says that it is the same', () => {
    expect(rates([charge('12B', { wasCode: '12A' })], [charge('12A')])).toEqual([0]);
    expect(rates([charge('12B', { wasCode: '12C' })], [charge('12A')])).toEqual([500]);
    expect(priced([charge('12B', { wasCode: '12A' })], keeping([charge('12A')])).lines[0]).not.toHaveProperty('wasCode');
  });
});
