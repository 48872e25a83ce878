import { expect, it } from 'vitest';
import { sayArrival } from './say-arrival.ts';

it('tells the day of an arrival where it is not that of the departure', () => {
  expect(sayArrival('2026-12-28T14:00', '2026-12-28T17:10', 'en')).toBe('17:10');
  expect(sayArrival('2026-12-28T14:00', '2026-12-29T00:50', 'en')).toBe('Tue 29 Dec, 00:50');
  expect(sayArrival('2026-12-28T14:00', '2026-12-29T00:50', 'ar')).toContain('، 00:50');
  // Eastwards over the line of dates one lands the day before.
  expect(sayArrival('2026-12-28T01:00', '2026-12-27T18:00', 'en')).toBe('Sun 27 Dec, 18:00');
});
