import { describe, expect, it } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import { fromHijri, hijriOf, hijriYearBefore, lastSeason, seasonsWithin } from './hijri-rules.ts';
import { bucketsOf, daysBefore, readPeriod } from './period-rules.ts';

// Beginnings as published by the Umm al-Qura calendar.
const ramadans = [
  [1442, '2021-04-13'],
  [1443, '2022-04-02'],
  [1444, '2023-03-23'],
  [1445, '2024-03-11'],
  [1446, '2025-03-01'],
  [1447, '2026-02-18'],
] as const;

describe('days of the Hijri calendar', () => {
  it.each(ramadans)('Ramadan %i begins on %s', (year, date) => {
    expect(fromHijri({ year, month: 9, day: 1 })).toBe(date);
    expect(hijriOf(calendarDate(date))).toEqual({ year, month: 9, day: 1 });
  });

  it.each([
    [1445, '2024-06-16'],
    [1446, '2025-06-06'],
  ] as const)('Eid al-Adha %i is on %s', (year, date) => {
    expect(fromHijri({ year, month: 12, day: 10 })).toBe(date);
  });

  it('finds every day of thirty years again', () => {
    for (let day = Date.UTC(2005, 0, 1); day < Date.UTC(2035, 0, 1); day += 17 * 86_400_000) {
      const date = calendarDate(new Date(day).toISOString().slice(0, 10));
      expect(fromHijri(hijriOf(date))).toBe(date);
    }
  });

  it('lays the 30th of a short month on its last day', () => {
    // Ramadan 1446 had 29 days.
    expect(fromHijri({ year: 1446, month: 9, day: 30 })).toBe('2025-03-29');
  });

  it('sets the beginning of Ramadan against the beginning of Ramadan a year before', () => {
    expect(hijriYearBefore(calendarDate('2026-02-18'))).toBe('2025-03-01');
    expect(daysBefore({ from: calendarDate('2026-02-18'), until: calendarDate('2026-03-19') }, 'hijri')).toEqual({
      from: '2025-03-01',
      until: '2025-03-30',
    });
  });

  it('takes the last season that has begun', () => {
    expect(lastSeason('ramadan', calendarDate('2026-11-23'))).toEqual({ from: '2026-02-18', until: '2026-03-19' });
    expect(lastSeason('ramadan', calendarDate('2026-02-17')).from).toBe('2025-03-01');
    expect(lastSeason('eid-adha', calendarDate('2026-11-23'))).toEqual({ from: '2026-05-24', until: '2026-05-30' });
  });

  it('marks the seasons within a span, cut to it', () => {
    expect(seasonsWithin({ from: calendarDate('2026-03-01'), until: calendarDate('2026-03-18') })).toEqual([
      { season: 'ramadan', days: { from: '2026-03-01', until: '2026-03-18' } },
      { season: 'eid-fitr', days: { from: '2026-03-17', until: '2026-03-18' } },
    ]);
  });
});

describe('periods', () => {
  const today = calendarDate('2026-11-23');
  const read = (query: string) => readPeriod(new URLSearchParams(query), today);

  it('is the last four weeks against the four before, unless something else is asked', () => {
    expect(read('')).toEqual({
      period: '28d',
      days: { from: '2026-10-27', until: '2026-11-23' },
      against: 'previous',
      before: { from: '2026-09-29', until: '2026-10-26' },
      grain: 'day',
      unread: null,
    });
    expect(read('period=nonsense&against=nonsense')).toEqual(read(''));
    expect(read('period=own&from=2026-02-30&until=x')).toEqual({ ...read(''), unread: { from: '2026-02-30', until: 'x' } });
    expect(read('period=own&from=2031-01-01&until=2031-02-01')).toMatchObject({ period: '28d', unread: { from: '2031-01-01' } });
  });

  it('compares a season with the same season by the Hijri calendar', () => {
    expect(read('period=ramadan')).toMatchObject({ against: 'hijri', before: { from: '2025-03-01' } });
  });

  it('is not set against a whole day while its own is not over, unless it is asked for', () => {
    expect(read('period=today').before).toBeNull();
    expect(read('period=today&against=previous').before).toEqual({ from: '2026-11-22', until: '2026-11-22' });
    expect(read('period=7d').before).not.toBeNull();
  });
  it('never reaches beyond today and never over more than eight hundred days', () => {
    expect(read('period=own&from=2026-11-01&until=2027-01-01').days).toEqual({ from: '2026-11-01', until: '2026-11-23' });
    expect(read('period=own&from=2010-01-01&until=2026-11-23').days.from).toBe('2024-09-15');
    expect(read('period=own&from=2027-01-01&until=2027-02-01').period).toBe('28d');
  });

  it('puts the days of a quarter into weeks and of a year into months', () => {
    const year = read('period=year');
    expect([year.grain, bucketsOf(year.days, year.grain)[0], bucketsOf(year.days, year.grain).length]).toEqual(['month', '2025-11-01', 13]);
    expect(bucketsOf({ from: calendarDate('2026-10-01'), until: calendarDate('2026-10-14') }, 'week')).toEqual([
      '2026-09-28',
      '2026-10-05',
      '2026-10-12',
    ]);
  });
});
