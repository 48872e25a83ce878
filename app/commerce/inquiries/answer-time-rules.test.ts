import { expect, test } from 'vitest';
import { instant } from '#app/values/dates.ts';
import { answerPromisedBy } from './answer-time-rules.ts';

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
