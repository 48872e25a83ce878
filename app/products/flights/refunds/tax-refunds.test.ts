import { describe, expect, it } from 'vitest';
import { money } from '#app/values/money.ts';
import { anOffer } from '../offer-testing.ts';
import { answerRefundExample, readRefundExample } from './refund-example.ts';
import { comesBack, taxesBack } from './tax-refunds.ts';

const [brand] = anOffer().brands;
const tax = (code: string, dirhams: number) => ({ code, nameKey: `fares:tax.${code}`, amount: money(dirhams * 100, 'AED') });
const fare = (type: 'adult' | 'infant', count: number, ...taxes: ReturnType<typeof tax>[]) => ({
  type,
  count,
  base: money(100_000, 'AED'),
  taxes,
});

describe('taxes of a fare without refund (rule 39)', () => {
  it('come back where an airport or a country takes them, and not where the airline does', () => {
    expect(['AE', 'ZR', 'GB', 'YQ', 'YR'].filter(comesBack)).toEqual(['AE', 'ZR', 'GB']);
  });

  it('are added up for everybody who does not fly, without what the airline takes for itself', () => {
    const fares = [fare('adult', 2, tax('AE', 75), tax('YQ', 200)), fare('infant', 1)];
    expect(taxesBack({ ...brand!, fares })).toEqual(money(15_000, 'AED'));
    expect(taxesBack(brand!)).toEqual(money(0, 'AED'));
  });

  it('are told by their names in the calculator: which come back and which do not', () => {
    const { example } = readRefundExample(new URLSearchParams('when=before&rule=none&taxes=300&surcharge=50'));
    const line = answerRefundExample(example).lines.find(({ words }) => words === 'tax');
    expect(line).toMatchObject({ refunded: money(30_000, 'AED'), taxes: { back: ['taxes'], kept: ['surcharge'] } });
    const paidBack = answerRefundExample({ ...example, rule: 'fee' }).lines.find(({ words }) => words === 'tax');
    expect(paidBack).toMatchObject({ taxes: { back: ['taxes', 'surcharge'], kept: [] } });
  });
});
