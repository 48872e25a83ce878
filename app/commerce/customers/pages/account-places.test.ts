import { expect, test } from 'vitest';
import { placeOf } from './account-places.ts';

test('a page below a place of the account stands under it in the menu, and under the nearest one', () => {
  expect(placeOf('/bookings-trips')).toBe('/bookings-trips');
  expect(placeOf('/bookings-trips/T6ZCT-1F641')).toBe('/bookings-trips');
  expect(placeOf('/account/credit')).toBe('/account/credit');
  expect(placeOf('/account/loyalty')).toBe('/account');
  expect(placeOf('/accounts')).toBeNull();
});
