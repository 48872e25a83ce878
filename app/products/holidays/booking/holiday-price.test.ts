import { expect, it } from 'vitest';
import { keptTaxes } from '#app/commerce/pricing/kept-taxes.ts';
import { laterVat, type PricingRules } from '#app/commerce/pricing/quote.ts';
import { money } from '#app/values/money.ts';
import { houseTerms, quoteHoliday } from './holiday-price.ts';
import type { Rooms } from './party-rules.ts';

const zeroRated = { category: 'zero-rated', basisPoints: 0 } as const;
const standard = { category: 'standard', basisPoints: 500 } as const;
const rules: PricingRules = {
  version: 1,
  currency: 'AED',
  vat: {
    ...laterVat,
    fare: zeroRated,
    tax: zeroRated,
    markup: zeroRated,
    discount: zeroRated,
    'service-fee': standard,
    seat: zeroRated,
    bag: zeroRated,
    meal: zeroRated,
    'fast-track': standard,
    insurance: standard,
    absorbed: zeroRated,
    tour: standard,
    room: standard,
  },
  rules: [],
};
const at = { quotedAt: '2026-11-30T08:00:00.000Z', expiresAt: '2026-11-30T08:30:00.000Z' };
const sale = (adults: number, rooms: Partial<Rooms>) => ({
  tourId: 'jordan',
  price: money(400_000, 'AED'),
  singleSupplement: money(90_000, 'AED'),
  terms: { ...houseTerms, tripleLess: 20_000 },
  trip: { adults, childAges: [], rooms: { double: 0, twin: 0, triple: 0, single: 0, ...rooms }, extras: [] },
});
const raised = (from: ReturnType<typeof quoteHoliday>): PricingRules => ({
  ...rules,
  vat: { ...rules.vat, tour: { category: 'standard', basisPoints: 900 }, room: { category: 'standard', basisPoints: 900 } },
  keeps: keptTaxes(from.lines),
});
const ratesOf = (quoted: ReturnType<typeof quoteHoliday>) => quoted.lines.map(({ code, vatBasisPoints }) => [code, vatBasisPoints]);

it('a tour keeps its tax when its people move into rooms of three, and back', () => {
  const inTwos = quoteHoliday(sale(6, { double: 3 }), rules, at);
  expect(ratesOf(inTwos)).toEqual([['jordan/adult', 500]]);
  const inThrees = quoteHoliday(sale(6, { triple: 2 }), raised(inTwos), at);
  expect(ratesOf(inThrees)).toEqual([['jordan/adult-in-three', 500]]);
  expect(ratesOf(quoteHoliday(sale(6, { double: 3 }), raised(inThrees), at))).toEqual([['jordan/adult', 500]]);
  expect(ratesOf(quoteHoliday(sale(5, { double: 1, triple: 1 }), raised(inTwos), at))).toEqual([
    ['jordan/adult', 500],
    ['jordan/adult-in-three', 500],
  ]);
});

it('what somebody pays for a room alone is a line of its own, and is taxed as of the day on which it is added', () => {
  const inTwos = quoteHoliday(sale(2, { double: 1 }), rules, at);
  expect(ratesOf(quoteHoliday(sale(2, { single: 2 }), raised(inTwos), at))).toEqual([
    ['jordan/adult', 500],
    ['single', 900],
  ]);
});
