import { expect, it } from 'vitest';
import { conversionDifference, guardThatSpeaks, marginDifference, noFigures, type ArmFigures } from './experiment-rules.ts';
import { armOf } from './shopper-rules.server.ts';

/** `sales` sales to as many buyers, each with the same margin unless `spread` moves every second one up and the others down. */
function arm(visitors: number, sales: number, margin = 10_000, spread = 0): ArmFigures {
  const each = Array.from({ length: sales }, (_, at) => margin + (at % 2 === 0 ? spread : -spread));
  return {
    ...noFigures,
    visitors,
    orders: sales,
    sales,
    buyers: sales,
    margin: each.reduce((sum, one) => sum + one, 0),
    marginSquares: each.reduce((sum, one) => sum + one * one, 0),
  };
}
const guards = { leastSales: 20, marginFall: 10, conversionFall: 20 };

it('an account is always in the same arm, and the arms are as large as the share says', () => {
  const all = Array.from({ length: 4_000 }, (_, at) => armOf('one-experiment', `account-${at}`, 30));
  expect(all.filter((one) => one === 'challenger').length / all.length).toBeCloseTo(0.3, 1);
  expect(Array.from({ length: 4_000 }, (_, at) => armOf('one-experiment', `account-${at}`, 30))).toEqual(all);
  expect(Array.from({ length: 4_000 }, (_, at) => armOf('another', `account-${at}`, 30))).not.toEqual(all);
});

it('no guard speaks before there are enough sales on both sides', () => {
  expect(guardThatSpeaks({ control: arm(200, 19), challenger: arm(200, 2, 1) }, guards)).toBeNull();
  expect(guardThatSpeaks({ control: arm(200, 40), challenger: arm(90, 15, 1) }, guards)).toBeNull();
});

it('stops for a margin per sale that fell further than was allowed, and not for one that did not', () => {
  expect(guardThatSpeaks({ control: arm(200, 40), challenger: arm(200, 40, 8_999) }, guards)).toBe('margin');
  expect(guardThatSpeaks({ control: arm(200, 40), challenger: arm(200, 40, 9_000) }, guards)).toBeNull();
});

it('stops for a conversion that fell further than was allowed, even where the challenger sells nothing at all', () => {
  expect(guardThatSpeaks({ control: arm(200, 40), challenger: arm(200, 31) }, guards)).toBe('conversion');
  expect(guardThatSpeaks({ control: arm(200, 40), challenger: arm(200, 32) }, guards)).toBeNull();
  expect(guardThatSpeaks({ control: arm(200, 40), challenger: arm(100, 0) }, guards)).toBe('conversion');
  expect(guardThatSpeaks({ control: arm(200, 40), challenger: arm(99, 0) }, guards)).toBeNull();
});

it('stops at the first order under a floor, whatever else is known', () => {
  expect(guardThatSpeaks({ control: noFigures, challenger: { ...noFigures, orders: 1, underFloor: 1 } }, guards)).toBe('floor');
});

it('says that it is too early, then what the bounds allow to be said', () => {
  expect(conversionDifference({ control: arm(0, 0), challenger: arm(9, 3) }, 20)).toBeNull();
  expect(conversionDifference({ control: arm(30, 10), challenger: arm(30, 1) }, 20)?.verdict).toBe('too-early');
  expect(conversionDifference({ control: arm(400, 40), challenger: arm(400, 44) }, 20)?.verdict).toBe('no-difference');
  const higher = conversionDifference({ control: arm(400, 40), challenger: arm(400, 90) }, 20)!;
  expect(higher.verdict).toBe('higher');
  expect(higher.by).toBeCloseTo(0.125);
  expect(higher.from).toBeGreaterThan(0.07);
  expect(higher.to).toBeLessThan(0.18);
  expect(conversionDifference({ control: arm(400, 90), challenger: arm(400, 40) }, 20)?.verdict).toBe('lower');
});

it('tells margins apart only as far as they spread', () => {
  expect(marginDifference({ control: arm(50, 1), challenger: arm(50, 30) }, 20)).toBeNull();
  const narrow = marginDifference({ control: arm(400, 40, 10_000, 500), challenger: arm(400, 40, 9_000, 500) }, 20)!;
  expect([narrow.verdict, narrow.by]).toEqual(['lower', -1_000]);
  const wide = marginDifference({ control: arm(400, 40, 10_000, 9_000), challenger: arm(400, 40, 9_000, 9_000) }, 20)!;
  expect(wide.verdict).toBe('no-difference');
  expect(wide.from).toBeLessThan(narrow.from);
});
