import { expect, test } from 'vitest';
import { calendarDate, instant } from '#app/values/dates.ts';
import { answerPromisedBy, deskHoursOn, deskOpenUntil } from './answer-time-rules.ts';

const promised = (asked: string) => new Date(answerPromisedBy(instant(Date.parse(asked)))).toISOString();

test('an answer is promised by 18:00 in Dubai on the next working day', () => {
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
  expect(deskHoursOn(calendarDate('2026-11-29'))).toBeNull();
  expect(deskHoursOn(calendarDate('2026-11-28'))).toEqual({ from: '10:00', until: '16:00' });
  expect(deskHoursOn(calendarDate('2026-11-23'))).toEqual({ from: '09:00', until: '18:00' });
  // Ramadan 1448 begins about 8 February 2027.
  expect(deskHoursOn(calendarDate('2027-02-15'))).toEqual({ from: '09:00', until: '16:00' });
});

test('the desk says until when it is open now, on the clock of Dubai', () => {
  expect(deskOpenUntil(instant(Date.parse('2026-11-23T07:42:00Z')))).toBe('18:00');
  expect(deskOpenUntil(instant(Date.parse('2026-11-23T04:59:00Z')))).toBeNull();
  expect(deskOpenUntil(instant(Date.parse('2026-11-23T14:00:00Z')))).toBeNull();
});
