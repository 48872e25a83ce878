import { expect, test } from 'vitest';
import type { Segment } from '../offer.ts';
import { tripCalendar } from './trip-calendar.server.ts';

const segment: Segment = {
  flight: 'EK332',
  airline: 'EK',
  number: 332,
  operator: 'EK',
  from: 'DXB',
  to: 'MNL',
  fromTerminal: '3',
  toTerminal: '3',
  departs: { local: '2026-12-05T03:40', utc: '2026-12-04T23:40:00Z', zone: 'Asia/Dubai' },
  arrives: { local: '2026-12-05T16:25', utc: '2026-12-05T08:25:00Z', zone: 'Asia/Manila' },
  minutes: 525,
  aircraft: '77W',
  aircraftName: 'Boeing 777-300ER',
  cabin: 'economy',
  bookingClass: 'K',
  seatsLeft: 4,
};
const trip = {
  reference: '7K2M9-4QX3D',
  version: 5,
  flown: [{ segment, sold: segment, change: 'none' as const, pnr: 'X7QK2M' }],
  former: [],
  changedAt: new Date('2026-11-21T08:15:00Z'),
  host: 'rihla.example',
};
const names = {
  place: (code: string) => ({ city: code === 'DXB' ? 'Dubai' : 'Manila', airport: `${code} airport` }),
  airline: () => 'Emirates',
};

test('gives each flight in UTC with the booking code, the terminal and a lasting id', () => {
  const file = tripCalendar(trip, names, 'en')
    .toString()
    .replace(/\r\n[ \t]/g, '');
  for (const line of [
    'BEGIN:VCALENDAR',
    'DTSTART:20261204T234000Z',
    'DTEND:20261205T082500Z',
    'SUMMARY:EK 332 Dubai to Manila',
    'X7QK2M',
    'Terminal 3',
    'UID:7K2M9-4QX3D-EK332-2026-12-05@rihla.example',
    'SEQUENCE:5',
  ]) {
    expect(file).toContain(line);
  }
});

test('is the same file each time it is asked for', () => {
  expect(tripCalendar(trip, names, 'ar').equals(tripCalendar(trip, names, 'ar'))).toBe(true);
});

test('says when it became what it is, and cancels without an alarm what it was made of before, each flight once', () => {
  const later = { ...segment, departs: { ...segment.departs, local: '2026-12-09T03:40' } };
  const left = { segment: later, pnr: 'X7QK2M' };
  const file = tripCalendar({ ...trip, former: [left, left, { segment, pnr: 'X7QK2M' }] }, names, 'en').toString();
  expect([...file.matchAll(/^DTSTAMP:(.*)\r$/gm)].map(([, at]) => at)).toEqual(['20261121T081500Z', '20261121T081500Z']);
  const events = file.split('BEGIN:VEVENT').slice(1);
  expect(events.map((event) => [/^STATUS:(\w+)/m.exec(event)![1], event.includes('BEGIN:VALARM')])).toEqual([
    ['CONFIRMED', true],
    ['CANCELLED', false],
  ]);
  expect(events[1]!.replace(/\r\n[ \t]/g, '')).toContain('UID:7K2M9-4QX3D-EK332-2026-12-09@rihla.example');
});
