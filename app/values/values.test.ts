import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths, ageOn, calendarDate, isMoment, parseCalendarDate, weekday } from './dates.ts';
import { parseReference, referenceFrom } from './ids.ts';
import { addMoney, decimalString, money, roundHalfUp, splitMoney } from './money.ts';
import { edgesOf, moveOn, movesFrom, type StatusTable } from './status-table.ts';

describe('money', () => {
  it('refuses half a fils and mixed currencies', () => {
    expect(() => money(0.5, 'AED')).toThrow(RangeError);
    expect(() => addMoney(money(1, 'AED'), money(1, 'USD'))).toThrow(TypeError);
  });

  it('rounds halves away from zero, also where binary fractions fall short', () => {
    expect([0.5, 1.5, 2.5, -0.5, 1.005 * 100].map(roundHalfUp)).toEqual([1, 2, 3, -1, 101]);
  });

  it('writes each currency with its own decimals', () => {
    expect([money(341000, 'AED'), money(5, 'KWD'), money(1200, 'JPY'), money(-150, 'USD')].map(decimalString)).toEqual([
      '3410.00',
      '0.005',
      '1200',
      '-1.50',
    ]);
  });

  it('splits an amount into parts that add up to it, each within one unit of its share', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 9 }),
        (amount, weights) => {
          const parts = splitMoney(money(amount, 'AED'), weights).map((part) => part.amount);
          const total = weights.reduce((sum, weight) => sum + weight, 0);
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount);
          parts.forEach((part, index) => expect(Math.abs(part - (amount * weights[index]!) / total)).toBeLessThan(1));
        },
      ),
    );
  });

  it('splits a part of a sum over what it is made of, of a discount no more than it is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -3, max: 9 }), { minLength: 1, maxLength: 9 }),
        fc.double({ min: 0, max: 1 }),
        (lines, share) => {
          const total = lines.reduce((sum, line) => sum + line, 0);
          fc.pre(total > 0 && !Number.isNaN(share));
          const amount = Math.floor(total * share);
          const parts = splitMoney(money(amount, 'AED'), lines).map((part) => part.amount);
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount);
          parts.forEach((part, index) => {
            expect(Math.abs(part)).toBeLessThanOrEqual(Math.abs(lines[index]!));
            expect(part * lines[index]!).toBeGreaterThanOrEqual(0);
          });
        },
      ),
    );
  });
});

describe('dates', () => {
  it('takes only days that exist', () => {
    expect(parseCalendarDate('2028-02-29')).toBe('2028-02-29');
    for (const wrong of [
      '2027-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-4-1',
      '0000-01-01',
      '0999-12-31',
      '9900-01-01',
      '9999-12-31',
      'today',
      '',
    ])
      expect(parseCalendarDate(wrong)).toBeNull();
  });

  it('takes for a moment only what a database would read as the same one', () => {
    expect(isMoment('2026-02-28T10:00:00.000Z')).toBe(true);
    // The first two are moments to Date.parse.
    for (const wrong of ['2026-02-30T10:00:00Z', '2026-02-28 (x)', '2026-02-28T99:00:00Z', '9999-12-31T00:00:00Z', '2026-02-28', ''])
      expect([wrong, isMoment(wrong)]).toEqual([wrong, false]);
  });

  it('counts age by birthdays, a leap-day birthday falling on 1 March', () => {
    expect(ageOn(calendarDate('2024-11-23'), calendarDate('2026-11-22'))).toBe(1);
    expect(ageOn(calendarDate('2024-11-23'), calendarDate('2026-11-23'))).toBe(2);
    expect(ageOn(calendarDate('2024-02-29'), calendarDate('2026-02-28'))).toBe(1);
    expect(ageOn(calendarDate('2024-02-29'), calendarDate('2026-03-01'))).toBe(2);
  });

  it('moves by days and months over year ends, clamped to the end of a month', () => {
    expect(addDays(calendarDate('2026-12-31'), 1)).toBe('2027-01-01');
    expect(addMonths(calendarDate('2027-01-31'), 1)).toBe('2027-02-28');
    expect(addMonths(calendarDate('2026-11-30'), 3)).toBe('2027-02-28');
    expect(weekday(calendarDate('2026-11-23'))).toBe(0);
  });
});

describe('references', () => {
  it('are read back as people type them', () => {
    expect(parseReference(' 7k2m9 4qx3d ')).toBe('7K2M9-4QX3D');
    expect(parseReference('OIL00-00000')).toBe('01100-00000');
    // With the dash, the signs of direction and the digits that a message in Arabic brings along.
    expect(parseReference('\u200f7K2M9\u20114QX3D\u200e')).toBe('7K2M9-4QX3D');
    expect(parseReference('٧K٢M٩–٤QX٣D')).toBe('7K2M9-4QX3D');
    expect(parseReference('7K2M9-4QX3')).toBeNull();
    expect(parseReference('7K2M9-4QX3U')).toBeNull();
  });

  it('are made of ten characters of the alphabet', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 10, maxLength: 10 }),
        (bytes) => parseReference(referenceFrom(bytes)) === referenceFrom(bytes),
      ),
    );
  });
});

describe('a status table', () => {
  const door: StatusTable<'open' | 'shut' | 'locked', 'close' | 'lock', 'guest' | 'owner'> = {
    name: 'door',
    states: ['open', 'shut', 'locked'],
    initial: 'open',
    moves: [
      { from: 'open', event: 'close', to: 'shut', by: ['guest', 'owner'] },
      { from: ['open', 'shut'], event: 'lock', to: 'locked', by: ['owner'] },
    ],
  };

  it('leads on, or says why not', () => {
    expect(moveOn(door, 'open', 'close', 'guest')).toEqual({ ok: true, to: 'shut' });
    expect(moveOn(door, 'shut', 'lock', 'guest')).toEqual({ ok: false, refused: 'not-yours-to-do' });
    expect(moveOn(door, 'locked', 'close', 'owner')).toEqual({ ok: false, refused: 'not-possible-from-here' });
    expect(movesFrom(door, 'open', 'guest')).toEqual(['close']);
    expect(edgesOf(door)).toEqual([
      ['open', 'shut'],
      ['open', 'locked'],
      ['shut', 'locked'],
    ]);
  });
});
