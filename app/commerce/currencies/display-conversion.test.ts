import { describe, expect, it } from 'vitest';
import { money } from '#app/values/money.ts';
import { displayCurrencies } from '#app/values/preferences.ts';
import {
  areFresh,
  convertForDisplay,
  currencyForCountry,
  defaultRates,
  displayAmount,
  parseRates,
  ratesFrom,
  withSymbol,
} from './display-conversion.ts';

describe('conversion for display', () => {
  it.each([
    [100, 'AED', 'USD', 27],
    [3410, 'AED', 'USD', 921],
    [1000, 'AED', 'SAR', 1020],
    [1000, 'AED', 'EUR', 250],
    [1000, 'AED', 'BRL', 1480],
    [27, 'USD', 'AED', 100],
    [100, 'EUR', 'BRL', 592],
    [10, 'AED', 'AED', 10],
    [2, 'AED', 'EUR', 1],
    [1, 'AED', 'EUR', 0],
  ] as const)('divides by the source rate, multiplies by the target rate and rounds: %d %s is %s %d', (amount, from, to, expected) => {
    expect(convertForDisplay(amount, from, to, defaultRates)).toBe(expected);
  });

  it('takes minor units to major ones first', () => {
    expect(displayAmount(money(341_000, 'AED'), 'USD', defaultRates)).toBe(921);
    expect(displayAmount(money(341_050, 'AED'), 'AED', defaultRates)).toBe(3411);
  });

  it.each([
    [2_037, 'minor', 5.5],
    [341_250, 'minor', 921.38],
    [341_250, 'whole', 921],
    [341_250, 'five', 920],
    [341_250, 'ten', 920],
    [342_600, 'five', 925],
    // Ten steps are the least to be rounded to: below them, whole units.
    [18_400, 'five', 50],
    [18_000, 'five', 49],
    [36_300, 'ten', 98],
    [37_300, 'ten', 100],
    [1_000, 'ten', 3],
  ] as const)('shows %d fils rounded to %s as %d dollars', (amount, rounding, expected) => {
    expect(displayAmount(money(amount, 'AED'), 'USD', defaultRates, { USD: rounding })).toBe(expected);
    expect(displayAmount(money(amount, 'AED'), 'AED', defaultRates, { USD: rounding })).toBe(Math.round(amount / 100));
  });

  it('does not convert a currency that has no rate', () => {
    expect(displayAmount(money(100, 'GBP'), 'USD', defaultRates)).toBeNull();
  });

  it('puts the symbol before the number', () => {
    expect(displayCurrencies.map((code) => withSymbol(code, '1,020'))).toEqual([
      '$1,020',
      'AED\u00A01,020',
      'SAR\u00A01,020',
      '€1,020',
      'R$1,020',
    ]);
  });

  it('has the specified default rates', () => {
    expect(defaultRates).toEqual({ AED: 1, USD: 0.27, SAR: 1.02, EUR: 0.25, BRL: 1.48 });
  });
});

describe('rates', () => {
  it('come from the rows, with the default where a row is missing or useless', () => {
    const rates = ratesFrom([
      { target_currency: 'USD', exchange_rate: 0.2723 },
      { target_currency: 'EUR', exchange_rate: 0 },
      { target_currency: 'SAR', exchange_rate: Number.NaN },
      { target_currency: 'GBP', exchange_rate: 0.2 },
    ]);
    expect(rates).toEqual({ ...defaultRates, USD: 0.2723 });
  });

  it.each([
    null,
    '',
    'null',
    '[]',
    '{',
    '{"USD":1}',
    '{"AED":1,"USD":"0.27","SAR":1,"EUR":1,"BRL":1}',
    '{"AED":1,"USD":-1,"SAR":1,"EUR":1,"BRL":1}',
  ])('are not read from broken storage: %s', (text) => {
    expect(parseRates(text)).toBeNull();
  });

  it('are read from sound storage', () => {
    expect(parseRates(JSON.stringify(defaultRates))).toEqual(defaultRates);
  });

  it('are fresh for less than an hour, and never from the future', () => {
    expect(areFresh(0, 3_599_999)).toBe(true);
    expect(areFresh(0, 3_600_000)).toBe(false);
    expect(areFresh(10, 9)).toBe(false);
    expect(areFresh(Number.NaN, 9)).toBe(false);
  });
});

it('knows the currency of a country', () => {
  expect(['AE', 'SA', 'PH', '', null].map(currencyForCountry)).toEqual(['AED', 'SAR', 'USD', 'USD', 'USD']);
});
