import { expect, test } from 'vitest';
import { calendarDate, instant } from '#app/values/dates.ts';
import {
  answerPromisedBy,
  deliveredDeskHours,
  deskHoursOn,
  deskOpenUntil,
  holidaysAhead,
  hoursOfDesk,
  type DeskHours,
} from './answer-time-rules.ts';

const desk = deliveredDeskHours;
const promised = (asked: string, hours = desk) => new Date(answerPromisedBy(hours, instant(Date.parse(asked)))).toISOString();

test('an answer is promised by the close of the next working day, 18:00 in Dubai', () => {
  // Monday
  expect(promised('2026-11-23T07:42:00Z')).toBe('2026-11-24T14:00:00.000Z');
  // Just before and after midnight in Dubai
  expect(promised('2026-11-23T19:59:00Z')).toBe('2026-11-24T14:00:00.000Z');
  expect(promised('2026-11-23T20:01:00Z')).toBe('2026-11-25T14:00:00.000Z');
});

test('a weekend is no working day: what comes in on Friday or Saturday is answered by Monday', () => {
  expect(promised('2026-11-27T08:00:00Z')).toBe('2026-11-30T14:00:00.000Z');
  expect(promised('2026-11-28T08:00:00Z')).toBe('2026-11-30T14:00:00.000Z');
  expect(promised('2026-11-29T08:00:00Z')).toBe('2026-11-30T14:00:00.000Z');
});

test('the desk is shut on Sundays, shorter on Saturdays and in Ramadan', () => {
  expect(deskHoursOn(desk, calendarDate('2026-11-29'))).toBeNull();
  expect(deskHoursOn(desk, calendarDate('2026-11-28'))).toEqual({ from: '10:00', until: '16:00' });
  expect(deskHoursOn(desk, calendarDate('2026-11-23'))).toEqual({ from: '09:00', until: '18:00' });
  // Ramadan 1448 begins about 8 February 2027.
  expect(deskHoursOn(desk, calendarDate('2027-02-15'))).toEqual({ from: '09:00', until: '16:00' });
});

test('the desk says until when it is open now, on the clock of Dubai', () => {
  expect(deskOpenUntil(desk, instant(Date.parse('2026-11-23T07:42:00Z')))).toBe('18:00');
  expect(deskOpenUntil(desk, instant(Date.parse('2026-11-23T04:59:00Z')))).toBeNull();
  expect(deskOpenUntil(desk, instant(Date.parse('2026-11-23T14:00:00Z')))).toBeNull();
});

test('on a holiday the desk is shut and nothing is promised', () => {
  const free: DeskHours = {
    ...desk,
    holidays: [{ name: 'Eid al Etihad', from: calendarDate('2026-12-01'), until: calendarDate('2026-12-03') }],
  };
  expect(deskHoursOn(free, calendarDate('2026-11-30'))).not.toBeNull();
  expect(deskHoursOn(free, calendarDate('2026-12-01'))).toBeNull();
  expect(deskHoursOn(free, calendarDate('2026-12-03'))).toBeNull();
  expect(deskOpenUntil(free, instant(Date.parse('2026-12-02T08:00:00Z')))).toBeNull();
  // Asked on Monday: Tuesday to Thursday are free, so by Friday evening.
  expect(promised('2026-11-30T08:00:00Z', free)).toBe('2026-12-04T14:00:00.000Z');
  expect(holidaysAhead(free, calendarDate('2026-11-28'), 60)).toHaveLength(1);
  expect(holidaysAhead(free, calendarDate('2026-12-04'), 60)).toHaveLength(0);
  expect(holidaysAhead(free, calendarDate('2026-08-01'), 60)).toHaveLength(0);
});

test('a desk with hours of its own promises by them, with the holidays of the house', () => {
  const free: DeskHours = {
    ...desk,
    holidays: [{ name: 'Eid al Etihad', from: calendarDate('2026-12-02'), until: calendarDate('2026-12-03') }],
    desks: {
      visas: { weekdays: { from: '08:00', until: '15:00' }, ramadan: { from: '09:00', until: '13:00' }, saturday: null, sunday: null },
    },
  };
  expect(promised('2026-11-23T07:42:00Z', hoursOfDesk(free, 'visas'))).toBe('2026-11-24T11:00:00.000Z');
  expect(promised('2026-11-23T07:42:00Z', hoursOfDesk(free, 'flights'))).toBe('2026-11-24T14:00:00.000Z');
  expect(promised('2026-11-23T07:42:00Z', hoursOfDesk(free, null))).toBe('2026-11-24T14:00:00.000Z');
  expect(promised('2026-12-01T08:00:00Z', hoursOfDesk(free, 'visas'))).toBe('2026-12-04T11:00:00.000Z');
  expect(deskHoursOn(hoursOfDesk(free, 'visas'), calendarDate('2026-11-28'))).toBeNull();
});

test('the promise follows the hours: shorter days in Ramadan, open on Sundays where an owner says so', () => {
  expect(promised('2027-02-15T08:00:00Z')).toBe('2027-02-16T12:00:00.000Z');
  const sundays: DeskHours = { ...desk, sunday: { from: '10:00', until: '14:00' } };
  expect(deskOpenUntil(sundays, instant(Date.parse('2026-11-29T08:00:00Z')))).toBe('14:00');
  expect(promised('2026-11-27T08:00:00Z', sundays)).toBe('2026-11-30T14:00:00.000Z');
});
