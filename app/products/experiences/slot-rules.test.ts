import { describe, expect, test } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import { localTime } from '#app/values/local-time.ts';
import { someFacts } from './experience-testing.ts';
import { slotKey, slotsOn, unitsOf, usualOptions, type SlotChange } from './slot-rules.ts';

const date = calendarDate('2026-12-05');
const early = localTime(calendarDate('2026-12-01'), '09:00');
const facts = someFacts({ startTimes: ['09:00', '15:00'] });
const [standard, own] = usualOptions(facts);
const change = (more: Partial<SlotChange>): SlotChange => ({
  optionKey: 'standard',
  date,
  start: '15:00',
  capacity: null,
  pricePercent: null,
  stopped: false,
  ...more,
});

describe('a start of an option', () => {
  test('has what the option holds, less what is taken', () => {
    const taken = new Map([[slotKey(facts.id, 'standard', date, '15:00'), 20]]);
    expect(slotsOn(facts, standard!, date, early, [], taken).map((slot) => [slot.start, slot.left, slot.open])).toEqual([
      ['09:00', 24, true],
      ['15:00', 4, true],
    ]);
  });

  test('is shut when it is full, stopped or past its cut-off by the clocks there', () => {
    const full = new Map([[slotKey(facts.id, 'standard', date, '15:00'), 24]]);
    const open = (changes: SlotChange[], taken = new Map<string, number>(), now = early) =>
      slotsOn(facts, standard!, date, now, changes, taken)[1]!.open;
    expect(open([])).toBe(true);
    expect(open([], full)).toBe(false);
    expect(open([change({ stopped: true })])).toBe(false);
    expect(open([change({ stopped: true, start: '09:00' })])).toBe(true);
    expect(open([], new Map(), localTime(date, '03:00'))).toBe(true);
    expect(open([], new Map(), localTime(date, '03:01'))).toBe(false);
  });

  test('can be larger and dearer than usual, and never has less than nothing left', () => {
    const taken = new Map([[slotKey(facts.id, 'standard', date, '15:00'), 20]]);
    const slot = slotsOn(facts, standard!, date, early, [change({ capacity: 10, pricePercent: 120 })], taken)[1]!;
    expect([slot.capacity, slot.left, slot.pricePercent]).toEqual([10, 0, 120]);
  });
});

test('a group of one’s own takes a guide and no places of others', () => {
  expect(unitsOf(standard!, { adult: 2, child: 1 })).toBe(3);
  expect(unitsOf(own!, { adult: 2, child: 1 })).toBe(1);
  expect(usualOptions(someFacts({ private: true })).map((option) => option.key)).toEqual(['standard']);
});
