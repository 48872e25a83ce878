import { expect, it } from 'vitest';
import { dayMs, instant } from '#app/values/dates.ts';
import { chaseDue } from './supplier-return-rules.ts';

const asked = instant(Date.UTC(2026, 10, 1));

it.each([
  [0, 6.9, null],
  [0, 7, 7],
  [7, 7, null],
  [7, 13.9, null],
  [7, 14, 14],
  [14, 30, 30],
  [30, 400, null],
  // Nobody looked for a month: one task, for the day that counts.
  [0, 31, 30],
])('chased for day %d, after %d days it is due for %s', (chased, days, due) => {
  expect(chaseDue({ askedAt: asked, chased }, instant(asked + days * dayMs))).toBe(due);
});
