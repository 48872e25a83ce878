import { expect, test } from 'vitest';
import { onOwnClock } from './own-clock-rules.ts';

const noon = '2026-11-23T08:00:00.000Z';

test('a deadline stands on the clock of the reader, with its day where that is another one', () => {
  expect(onOwnClock(noon, 'Europe/London')).toEqual({ time: '08:00', date: null });
  expect(onOwnClock(noon, 'America/Los_Angeles')).toEqual({ time: '00:00', date: null });
  expect(onOwnClock('2026-11-23T01:30:00.000Z', 'America/Sao_Paulo')).toEqual({ time: '22:30', date: '2026-11-22' });
  expect(onOwnClock('2026-11-23T19:00:00.000Z', 'Asia/Manila')).toEqual({ time: '03:00', date: '2026-11-24' });
});

test('a time that is told in another zone than Dubai stands beside the clock there', () => {
  expect(onOwnClock(noon, 'Asia/Manila', 'Asia/Manila')).toBeNull();
  expect(onOwnClock(noon, 'Asia/Dubai', 'Asia/Manila')).toEqual({ time: '12:00', date: null });
  expect(onOwnClock('2026-11-23T21:00:00.000Z', 'Europe/London', 'Asia/Dubai')).toEqual({ time: '21:00', date: '2026-11-23' });
});

test('nothing is added for a clock that says the same as Dubai, or for a zone that nobody knows', () => {
  expect(onOwnClock(noon, 'Asia/Dubai')).toBeNull();
  expect(onOwnClock(noon, 'Asia/Muscat')).toBeNull();
  expect(onOwnClock(noon, 'Mars/Olympus')).toBeNull();
});
