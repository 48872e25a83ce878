import { expect, test } from 'vitest';
import { familyFareFils, fareFamiliesOf } from './fare-families.ts';

const kinds = ['full', 'low-cost', 'regional'] as const;
const cabins = ['economy', 'premium', 'business', 'first'] as const;

test('each dearer family costs more and never includes less', () => {
  for (const kind of kinds) {
    for (const cabin of cabins) {
      for (const country of ['AE', 'ES']) {
        const families = fareFamiliesOf(kind, country, cabin, true);
        expect(families.length).toBeGreaterThan(1);
        for (let index = 1; index < families.length; index += 1) {
          const [less, more] = [families[index - 1]!, families[index]!];
          expect(familyFareFils(100_000, more)).toBeGreaterThan(familyFareFils(100_000, less));
          const bags = (bag: typeof less.checkedBag) => (bag ? (bag.pieces ?? 1) * (bag.kilograms ?? 0) : 0);
          expect(bags(more.checkedBag)).toBeGreaterThanOrEqual(bags(less.checkedBag));
        }
      }
    }
  }
});

test('a low-cost Light fare has no checked bag, no seat choice and no refund', () => {
  const [light] = fareFamiliesOf('low-cost', 'AE', 'economy', false);
  expect(light!.checkedBag).toBeNull();
  expect(light!.seatChoice).toBe('not-allowed');
  expect(light!.refundBefore).toEqual({ permission: 'not-allowed', penalty: null });
});

test('bags are kilograms from the Gulf and pieces from Spain', () => {
  expect(fareFamiliesOf('full', 'AE', 'economy', true)[1]!.checkedBag).toEqual({ pieces: null, kilograms: 25 });
  expect(fareFamiliesOf('full', 'ES', 'economy', true)[1]!.checkedBag).toEqual({ pieces: 1, kilograms: 23 });
});

test('a baby on a lap checks in ten kilograms where grown-ups check in anything, and nothing with a low-cost airline', () => {
  const ofLight = (kind: (typeof kinds)[number], country: string) => fareFamiliesOf(kind, country, 'economy', false)[0]!.lapInfantBag;
  expect(ofLight('full', 'AE')).toEqual({ pieces: null, kilograms: 10 });
  expect(ofLight('full', 'ES')).toEqual({ pieces: 1, kilograms: 10 });
  expect(ofLight('regional', 'AE')).toBeNull();
  for (const family of fareFamiliesOf('low-cost', 'AE', 'economy', true)) expect(family.lapInfantBag).toBeNull();
});

test('where an airline does not say, the rule is unknown and carries no amount', () => {
  const rules = fareFamiliesOf('full', 'AE', 'economy', false).flatMap((family) => [family.changeAfter, family.refundAfter]);
  const unknown = rules.filter((rule) => rule.permission === 'unknown');
  expect(unknown.length).toBeGreaterThan(0);
  expect(unknown.every((rule) => rule.penalty === null)).toBe(true);
});

test('a family fare is whole dirhams', () => {
  for (const family of fareFamiliesOf('full', 'AE', 'economy', false)) {
    expect(familyFareFils(123_400, family) % 100).toBe(0);
  }
});
