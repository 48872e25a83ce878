import { expect, test } from 'vitest';
import { sayDay, sayMoment } from '#app/ui/say-moment.ts';

test('What happened after midnight in Dubai is said to be of the new day there, though UTC is still in the old one', () => {
  expect(sayDay('2026-11-28T20:42:00.000Z', 'en')).toBe('29 Nov 2026');
  expect(sayMoment('2026-11-28T20:42:00.000Z', 'en')).toBe('Sun 29 Nov 00:42');
  expect(sayDay('2026-11-28T19:59:59.000Z', 'en')).toBe('28 Nov 2026');
});

test('A calendar day that has no hour is said as it stands', () => {
  expect(sayDay('2026-11-28', 'en')).toBe('28 Nov 2026');
});
