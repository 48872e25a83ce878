import { expect, it } from 'vitest';
import { isWorthTelling, readBelow } from './price-alert-rules.ts';

it('tells a price that is no more than was asked for', () => {
  expect(isWorthTelling({ below: 100_000, told: null }, 100_000)).toBe(true);
  expect(isWorthTelling({ below: 100_000, told: null }, 100_001)).toBe(false);
  expect(isWorthTelling({ below: 100_000, told: null }, null)).toBe(false);
});

it('tells again only what is five in a hundred lower', () => {
  expect(isWorthTelling({ below: 100_000, told: 90_000 }, 90_000)).toBe(false);
  expect(isWorthTelling({ below: 100_000, told: 90_000 }, 85_501)).toBe(false);
  expect(isWorthTelling({ below: 100_000, told: 90_000 }, 85_500)).toBe(true);
});

it.each(['', '0', '-5', '12.5', '1e3', '100001', null, 'cheap', '1,00', '1,0000', '1.250'])('takes %j for no amount', (typed) => {
  expect(readBelow(typed)).toBeNull();
});

it('reads dirhams as minor units', () => {
  expect(readBelow(' 1250 ')).toBe(125_000);
});

it.each(['1,250', '1 250', '١٢٥٠', '١٬٢٥٠', '۱۲۵۰'])('reads %s as people write it', (typed) => {
  expect(readBelow(typed)).toBe(125_000);
});
