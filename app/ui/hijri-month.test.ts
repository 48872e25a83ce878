import { expect, it } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import { hijriMonths } from './hijri-month.ts';

it.each([
  ['2026-12-01', 'جمادى الآخرة – رجب 1448 هـ'],
  ['2026-06-01', 'ذو الحجة 1447 – محرم 1448 هـ'],
  ['2027-02-01', 'شعبان – رمضان 1448 هـ'],
])('says of the month from %s: %s', (first, words) => {
  expect(hijriMonths(calendarDate(first))).toBe(words);
});
