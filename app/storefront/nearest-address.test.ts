import { expect, test } from 'vitest';
import { nearestAddress } from './nearest-address.ts';

const known = ['/flights', '/holidays', '/help-center', '/tour/best-of-italy', '/tour/best-of-portugal'];

test('a mistyped address is led to the one that was meant', () => {
  expect(nearestAddress('/flihgts', known)).toBe('/flights');
  expect(nearestAddress('/Holiday/', known)).toBe('/holidays');
  expect(nearestAddress('/tour/best-of-itali', known)).toBe('/tour/best-of-italy');
});

test('nothing is suggested for what is near to nothing, nor for endless addresses', () => {
  expect(nearestAddress('/wp-login.php', known)).toBeNull();
  expect(nearestAddress('/', known)).toBeNull();
  expect(nearestAddress(`/flights${'x'.repeat(5_000)}`, known)).toBeNull();
});
