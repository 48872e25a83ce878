import { expect, it } from 'vitest';
import { money } from '#app/values/money.ts';
import { addedCharges, type AddedChoices } from './addition-rules.ts';
import type { FlightPurchase } from '../flight-price.ts';
import { anOffer } from '../offer-testing.ts';

const offer = anOffer();
const sold: FlightPurchase = {
  contracts: [{ offer, brand: offer.brands[0]! }],
  travellers: ['adult', 'adult'],
  seats: [],
  checkedBags: {},
  meals: {},
  fastTrack: false,
  insurance: false,
};
const price = money(5_000, 'AED');
const seat = (passenger: number, designator: string, more: { readonly instead?: string } = {}) => ({
  key: `EK1-20261205:${passenger}`,
  passenger,
  segment: 0,
  designator,
  price,
  ...more,
});
const added = (...seats: AddedChoices['seats'][number][]): AddedChoices => ({
  seats,
  checkedBags: {},
  meals: {},
  fastTrack: false,
  insurance: false,
});
const line = {
  kind: 'seat' as const,
  code: 'EK1-20261205:0',
  nameKey: 'price:line.seat',
  travellers: [0],
  each: price,
  amount: price,
  vat: money(0, 'AED'),
  vatCategory: 'zero-rated' as const,
  vatBasisPoints: 0,
  ruleId: null,
  facts: {},
};

it('a seat in the place of another keeps the tax that the other was priced by, and a new seat has none of before', () => {
  const charges = addedCharges(sold, added(seat(0, '14A', { instead: '12A' }), seat(1, '14B')), { lines: [line] });
  expect(charges.map(({ code, vat }) => [code, vat])).toEqual([
    ['EK1-20261205:0', { category: 'zero-rated', basisPoints: 0 }],
    ['EK1-20261205:1', undefined],
  ]);
});

it('a seat in the place of one that cost nothing is taxed as of today', () => {
  const [charge] = addedCharges(sold, added(seat(0, '14A', { instead: '12A' })), { lines: [] });
  expect(charge!.vat).toBeUndefined();
});
