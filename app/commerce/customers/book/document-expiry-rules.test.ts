import { expect, it } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import { expiryNotice } from './document-expiry-rules.ts';

it.each([
  ['2026-11-20', 'expired'],
  ['2026-11-21', 'six-months'],
  ['2027-05-20', 'six-months'],
  ['2027-05-21', 'nine-months'],
  ['2027-08-20', 'nine-months'],
  ['2027-08-21', null],
])('says of a paper that ends on %s, seen on 21 November 2026: %s', (expires, notice) => {
  expect(expiryNotice(calendarDate(expires), calendarDate('2026-11-21'))).toBe(notice);
});
