import { describe, expect, it } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import type { LocalTime } from '#app/values/local-time.ts';
import { dayPartOf, durationBandOf, openDays, runsOn, sessionsOn } from './experience-rules.ts';
import { someFacts } from './experience-testing.ts';

const at = (time: string) => time as LocalTime;
const facts = someFacts();

describe('the days of an experience', () => {
  it('follow its weekdays and its season', () => {
    expect(runsOn(facts, calendarDate('2026-11-23'))).toBe(true);
    expect(runsOn(facts, calendarDate('2026-11-24'))).toBe(false);
    expect(runsOn(facts, calendarDate('2027-07-05'))).toBe(false);
  });

  it('begin with the first start that can still be asked for', () => {
    expect(openDays(facts, at('2026-11-23T03:00'), 2)).toEqual(['2026-11-23', '2026-11-25']);
    expect(openDays(facts, at('2026-11-23T03:01'), 2)).toEqual(['2026-11-25', '2026-11-26']);
    expect(openDays(someFacts({ months: [2] }), at('2026-11-23T03:00'), 1)).toEqual(['2027-02-01']);
  });
});

describe('a start', () => {
  it('closes and stays free to cancel by the clocks of the place', () => {
    expect(sessionsOn(facts, calendarDate('2026-11-25'), at('2026-11-23T11:42'))).toEqual([
      {
        date: '2026-11-25',
        start: '15:00',
        end: '2026-11-25T21:00',
        closesAt: '2026-11-25T03:00',
        freeUntil: '2026-11-24T15:00',
        open: true,
      },
    ]);
    expect(sessionsOn(facts, calendarDate('2026-11-24'), at('2026-11-23T11:42'))).toEqual([]);
  });

  it('is never free to cancel where the house says so', () => {
    const [session] = sessionsOn(someFacts({ freeCancelHours: null }), calendarDate('2026-11-25'), at('2026-11-23T11:42'));
    expect(session!.freeUntil).toBeNull();
  });

  it('is not said to be free to cancel once that hour has passed', () => {
    const [late] = sessionsOn(facts, calendarDate('2026-11-25'), at('2026-11-24T15:00'));
    expect([late!.open, late!.freeUntil]).toEqual([true, null]);
  });

  it('belongs to a part of the day, and its length to a band', () => {
    expect(['04:30', '05:00', '11:59', '12:00', '17:00', '21:00'].map(dayPartOf)).toEqual([
      'night',
      'morning',
      'morning',
      'afternoon',
      'evening',
      'night',
    ]);
    expect([150, 151, 360, 361].map(durationBandOf)).toEqual(['short', 'half-day', 'half-day', 'day']);
  });
});
