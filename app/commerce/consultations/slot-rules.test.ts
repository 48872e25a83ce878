import { describe, expect, test } from 'vitest';
import { addMilliseconds, hourMs, instant, minuteMs } from '#app/values/dates.ts';
import { edgesOf, moveOn } from '#app/values/status-table.ts';
import { calendarFile } from '../messages/calendar-file.ts';
import { consultationMachine, consultationStates } from './consultation-status.ts';
import {
  changeableUntilMs,
  fairestFirst,
  mayChange,
  mostMoves,
  openSlots,
  readSlotTime,
  slotTime,
  ticksOf,
  type OfficerHours,
} from './slot-rules.ts';

const at = (text: string) => instant(Date.parse(text));
const monday = '2026-11-23';
const morning: OfficerHours = { officerId: 'a', hours: [{ weekday: 0, from: '09:00', until: '12:00' }] };
const dayStart = at(`${monday}T00:00:00+04:00`);
const dayEnd = at(`${monday}T23:00:00+04:00`);
const none = { blocks: [], claims: [] };
const clocks = (slots: readonly { at: number }[]) => slots.map((slot) => new Date(slot.at + 4 * hourMs).toISOString().slice(11, 16));

describe('the times of a day', () => {
  test('are half hours with a pause after each, inside the hours somebody works', () => {
    expect(clocks(openSlots({ officers: [morning], ...none }, dayStart, dayEnd))).toEqual(['09:00', '09:45', '10:30', '11:15']);
  });

  test('begin on one grid for everybody, so that a colleague can take over', () => {
    const later = { officerId: 'b', hours: [{ weekday: 0, from: '10:00', until: '12:00' }] };
    const slots = openSlots({ officers: [morning, later], ...none }, dayStart, dayEnd);
    expect(slots.map(({ officers }) => officers)).toEqual([['a'], ['a'], ['a', 'b'], ['a', 'b']]);
  });

  test('leave out what is taken, with the pause before and after it', () => {
    const claims = ticksOf(at(`${monday}T10:00:00+04:00`)).map((tick) => ({ officerId: 'a', tick }));
    expect(clocks(openSlots({ officers: [morning], blocks: [], claims }, dayStart, dayEnd))).toEqual(['09:00', '11:15']);
    const others = claims.map((claim) => ({ ...claim, officerId: 'b' }));
    expect(openSlots({ officers: [morning], blocks: [], claims: others }, dayStart, dayEnd)).toHaveLength(4);
  });

  test('leave out closed times: one officer’s own, and a holiday of the whole office', () => {
    const noon = { from: at(`${monday}T10:45:00+04:00`), until: at(`${monday}T14:00:00+04:00`) };
    const closed = (officerId: string | null) =>
      openSlots({ officers: [morning], claims: [], blocks: [{ officerId, ...noon }] }, dayStart, dayEnd);
    expect(clocks(closed('a'))).toEqual(['09:00', '09:45']);
    expect(clocks(closed(null))).toEqual(['09:00', '09:45']);
    expect(closed('b')).toHaveLength(4);
  });

  test('reach from the first moment asked for to the last', () => {
    const slots = openSlots({ officers: [morning], ...none }, at(`${monday}T09:45:00+04:00`), at(`${monday}T10:30:00+04:00`));
    expect(clocks(slots)).toEqual(['09:45', '10:30']);
  });

  test('go to whoever has fewest calls nearby', () => {
    const claims = ticksOf(dayStart).map((tick) => ({ officerId: 'a', tick }));
    expect(fairestFirst(['a', 'b'], claims)).toEqual(['b', 'a']);
    expect(fairestFirst(['b', 'a'], [])).toEqual(['a', 'b']);
  });
});

describe('a change by the visitor', () => {
  const call = { status: 'scheduled', startsAt: dayEnd, timesMoved: 0 };
  test('is possible until two hours before, and three times', () => {
    expect(mayChange(call, 'move', addMilliseconds(dayEnd, -changeableUntilMs))).toBe('yes');
    expect(mayChange(call, 'move', addMilliseconds(dayEnd, -changeableUntilMs + minuteMs))).toBe('too-late');
    expect(mayChange({ ...call, timesMoved: mostMoves }, 'move', dayStart)).toBe('moved-too-often');
    expect(mayChange({ ...call, timesMoved: mostMoves }, 'cancel', dayStart)).toBe('yes');
  });

  test('is possible after a missed call, whose time is over', () => {
    expect(mayChange({ ...call, status: 'no_show' }, 'move', addMilliseconds(dayEnd, hourMs))).toBe('yes');
  });
});

test('a time of an address is a minute in UTC and nothing else', () => {
  expect(slotTime(readSlotTime('2026-11-24T05:00Z')!)).toBe('2026-11-24T05:00Z');
  for (const text of ['2026-11-24', '2026-99-24T05:00Z', '2026-11-24T05:00', '', null]) expect(readSlotTime(text)).toBeNull();
});

describe('the states of a call', () => {
  test('lead on as declared, and every other move is refused', () => {
    expect(
      edgesOf(consultationMachine)
        .map((edge) => edge.join('>'))
        .toSorted(),
    ).toEqual([
      'in_progress>completed',
      'in_progress>no_show',
      'no_show>cancelled',
      'no_show>scheduled',
      'requested>cancelled',
      'requested>scheduled',
      'scheduled>cancelled',
      'scheduled>in_progress',
      'scheduled>no_show',
      'scheduled>requested',
      'scheduled>scheduled',
    ]);
    for (const event of ['schedule', 'reschedule', 'release', 'start', 'complete', 'miss', 'cancel'] as const)
      for (const end of ['completed', 'cancelled'] as const) expect(moveOn(consultationMachine, end, event, 'staff').ok).toBe(false);
    expect(consultationStates).toHaveLength(6);
  });

  test('are ended by staff alone: a visitor only chooses, moves and calls off', () => {
    for (const event of ['start', 'miss', 'release'] as const)
      expect(moveOn(consultationMachine, 'scheduled', event, 'visitor')).toEqual({ ok: false, refused: 'not-yours-to-do' });
  });
});

describe('the calendar file', () => {
  const entry = {
    id: 'x',
    version: 3,
    from: at('2026-11-24T05:00:00Z'),
    until: at('2026-11-24T05:30:00Z'),
    now: dayStart,
    title: 'Your call; really, yes',
    text: 'مكالمتك '.repeat(30),
    link: 'https://rihla.example/x',
    calledOff: false,
  };
  test('is in UTC, escaped, and no line is longer than 75 octets', () => {
    const file = calendarFile(entry);
    expect(file).toContain('DTSTART:20261124T050000Z\r\nDTEND:20261124T053000Z');
    expect(file).toContain('SUMMARY:Your call\\; really\\, yes');
    expect(Math.max(...file.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(file.replaceAll('\r\n ', '')).toContain('مكالمتك '.repeat(30).trim());
  });

  test('takes a call that was called off out of the calendar, by its id and a higher number', () => {
    expect(calendarFile({ ...entry, calledOff: true })).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:3[\s\S]*STATUS:CANCELLED/);
  });
});
