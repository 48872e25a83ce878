import { describe, expect, it } from 'vitest';
import { calendarDate, hourMs, instant, minuteMs } from '#app/values/dates.ts';
import { dayBegins, ribbonOf, type Deadline } from './day-ribbon.ts';

const now = instant(Date.UTC(2026, 10, 23, 7, 42));
const due = (ref: string, minutes: number): Deadline => ({ kind: 'flight', ref, to: `/${ref}`, at: instant(now + minutes * minuteMs) });

describe('the ribbon of the next hours', () => {
  it('places what is coming by its time, soonest first, and leaves out what is late or later', () => {
    const marks = ribbonOf([due('later', 241), due('half', 120), due('late', -1), due('now', 0)], now, 4 * hourMs);
    expect(marks.map(({ ref, at }) => [ref, at])).toEqual([
      ['now', 0],
      ['half', 50],
    ]);
  });

  it('draws together what would lie on one another, and counts it', () => {
    const marks = ribbonOf([due('a', 10), due('b', 20), due('c', 25), due('d', 26)], now, 4 * hourMs);
    expect(marks.map(({ ref, others }) => [ref, others])).toEqual([
      ['a', 2],
      ['d', 0],
    ]);
  });
});

it('a day in Dubai begins at eight in the evening of UTC', () => {
  expect(new Date(dayBegins(calendarDate('2026-11-23'))).toISOString()).toBe('2026-11-22T20:00:00.000Z');
});
