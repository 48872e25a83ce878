import { describe, expect, it, test } from 'vitest';
import { readCall } from './call-rules.ts';

const read = (typed: Record<string, string>) =>
  readCall((name) => ({ way: 'out', outcome: 'reached', minutes: '5', number: '', ...typed })[name] ?? '');

describe('a call that is noted', () => {
  it('keeps the last three digits of its number and nothing else of it', () => {
    for (const number of ['+971 50 123 4567', '0501234567', '(050) 123-4567', '٠٥٠١٢٣٤٥٦٧'])
      expect(read({ number })).toEqual({ ok: true, call: { way: 'out', outcome: 'reached', minutes: 5, number: '567' } });
    expect(read({})).toMatchObject({ ok: true, call: { number: null } });
  });

  test.each([
    ['neither in nor out', { way: 'sideways' }, 'call-way'],
    ['nothing that came of it', { outcome: '' }, 'call-outcome'],
    ['minutes that are none', { minutes: 'five' }, 'call-minutes'],
    ['more minutes than a call lasts', { minutes: '601' }, 'call-minutes'],
    ['minutes below nothing', { minutes: '-1' }, 'call-minutes'],
    ['too few digits for a number', { number: '1234' }, 'call-number'],
    ['words for a number', { number: 'call 0501234567 at noon' }, 'call-number'],
  ])('is refused with %s', (_, typed, wrong) => {
    expect(read(typed)).toEqual({ ok: false, wrong });
  });

  it('took no minute where none is said', () => {
    expect(read({ minutes: '', outcome: 'no-answer' })).toMatchObject({ ok: true, call: { minutes: 0 } });
  });
});
