import { describe, expect, it } from 'vitest';
import { calendarDate, instant } from './dates.ts';
import { addLocalMinutes, localTime, localTimeIn } from './local-time.ts';

describe('the clock on the wall', () => {
  it('is moved over midnight, months and years', () => {
    expect(addLocalMinutes(localTime(calendarDate('2027-01-01'), '05:30'), -24 * 60)).toBe('2026-12-31T05:30');
    expect(addLocalMinutes(localTime(calendarDate('2028-02-28'), '23:30'), 45)).toBe('2028-02-29T00:15');
    expect(addLocalMinutes(localTime(calendarDate('2026-11-23'), '09:00'), -1)).toBe('2026-11-23T08:59');
  });

  it('shows what people in the zone see', () => {
    const now = instant(Date.parse('2026-11-23T21:42:00Z'));
    expect(localTimeIn('Asia/Dubai', now)).toBe('2026-11-24T01:42');
    expect(localTimeIn('America/Sao_Paulo', now)).toBe('2026-11-23T18:42');
    expect(localTimeIn('Asia/Dubai', instant(Date.parse('2026-11-23T20:00:00Z')))).toBe('2026-11-24T00:00');
  });
});
