import { expect, test } from 'vitest';
import { calendarDate, dayNumber } from '#app/values/dates.ts';
import { eidDays, isEid } from './eid-days.ts';

test('knows both Eids of 2027', () => {
  const days = eidDays(dayNumber(calendarDate('2027-01-01')), dayNumber(calendarDate('2027-12-31')));
  expect(days).toEqual(['2027-03-09', '2027-03-10', '2027-03-11', '2027-05-16', '2027-05-17', '2027-05-18', '2027-05-19']);
});

test('does not call an ordinary day Eid', () => {
  expect(isEid(calendarDate('2027-04-01'))).toBe(false);
});
