import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readAircraft } from '../world/seed-files.ts';
import { co2Kilograms, isLowerCo2, usualKilograms } from './co2.ts';

const types = new Map(readAircraft(readFileSync('seeds/world/aircraft.csv', 'utf8')).map((type) => [type.code, type]));
const kilograms = (code: string, km: number, cabin: 'Y' | 'J') => co2Kilograms(types.get(code)!, km, cabin);

test('Dubai to London in economy is about 334 kg on a 777 and 354 kg on an A380', () => {
  expect(Math.abs(kilograms('77W', 5500, 'Y') - 334)).toBeLessThan(12);
  expect(Math.abs(kilograms('388', 5500, 'Y') - 354)).toBeLessThan(12);
});

test('a business seat on a long-haul aircraft counts four times an economy one', () => {
  expect(kilograms('77W', 5500, 'J') / kilograms('77W', 5500, 'Y')).toBeCloseTo(4, 1);
});

test('Dubai to Mumbai on a 737 is about 163 kg, to Doha on an A320neo about 42 kg', () => {
  expect(Math.abs(kilograms('738', 1930, 'Y') - 163)).toBeLessThan(12);
  expect(Math.abs(kilograms('32N', 380, 'Y') - 42)).toBeLessThan(6);
});

test('usual is the median, and only ten percent below it earns the badge', () => {
  expect(usualKilograms([300, 100, 200])).toBe(200);
  expect(usualKilograms([100, 201])).toBe(151);
  expect(usualKilograms([])).toBeNull();
  expect(isLowerCo2(180, 200)).toBe(true);
  expect(isLowerCo2(181, 200)).toBe(false);
  expect(isLowerCo2(1, null)).toBe(false);
});
