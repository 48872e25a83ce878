import { describe, expect, test } from 'vitest';
import { addDays, calendarDate, weekday } from '#app/values/dates.ts';
import { departureMonths, departuresOf, isAtRisk, leadDays, riskDays } from './departure-rules.ts';

const today = calendarDate('2026-11-23');

describe('departures', () => {
  test('fall on the weekday and in the months of the rule, soonest first', () => {
    const days = departuresOf({ weekday: 6, months: [3, 4] }, today);
    expect(days.slice(0, 3)).toEqual(['2027-03-06', '2027-03-13', '2027-03-20']);
    expect(days).toHaveLength(8);
    expect(days.every((day) => weekday(day) === 5)).toBe(true);
  });

  test('leave three weeks to arrange them: a day before that is not offered', () => {
    const daily = departuresOf({ weekday: 1, months: [12] }, today);
    expect(daily[0]).toBe('2026-12-14');
    const dayAfter = departuresOf({ weekday: 1, months: [12] }, calendarDate('2026-11-24'));
    expect(dayAfter[0]).toBe('2026-12-21');
    expect(leadDays).toBe(21);
  });

  test('are told up to a number, and by month', () => {
    const rule = { weekday: 5, months: [1, 2, 12] };
    expect(departuresOf(rule, today, 2)).toEqual(['2026-12-18', '2026-12-25']);
    expect(departureMonths(rule, today)).toEqual(['2026-12', '2027-01', '2027-02', '2027-12', '2028-01']);
  });

  test('are at risk when they set off soon, less than half sold, with somebody on them and no word of ours', () => {
    const soon = { setsOff: addDays(today, riskDays), sold: 3, capacity: 8, guaranteed: false };
    expect(isAtRisk(soon, today)).toBe(true);
    for (const fine of [{ setsOff: addDays(today, riskDays + 1) }, { sold: 0 }, { sold: 4 }, { guaranteed: true }])
      expect([fine, isAtRisk({ ...soon, ...fine }, today)]).toEqual([fine, false]);
  });
});
