import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { dateOfDay, dayNumber } from './calendar.ts';
import { seededNumbers, testDays, testFirstDay } from './engine-testing.ts';
import { buildClocks, localOf, utcOf } from './local-clocks.ts';

const zones = ['Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Pacific/Apia', 'Asia/Kathmandu'];
const clocks = buildClocks(zones, testFirstDay, testDays);

function byTemporal(zone: string, day: number, minute: number): number {
  const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  const local = Temporal.PlainDateTime.from(`${dateOfDay(day)}T${time}`);
  return local.toZonedDateTime(zone).epochMilliseconds / 60_000;
}

describe('local clocks', () => {
  test('agree with Temporal on every half hour of the nights in which a clock changes', () => {
    zones.forEach((zone, index) => {
      for (let day = 0; day < testDays; day++) {
        if (clocks.switchAt[index * clocks.days + day]! > 1440) continue;
        for (let minute = 0; minute < 1440; minute += 30) {
          expect(utcOf(clocks, index, testFirstDay + day, minute)).toBe(byTemporal(zone, testFirstDay + day, minute));
        }
      }
    });
  });

  test('agree with Temporal at random times of the whole period, and lead back to the clock', () => {
    const random = seededNumbers(3);
    for (let round = 0; round < 3000; round++) {
      const index = round % zones.length;
      const day = testFirstDay + Math.floor(random() * testDays);
      const minute = Math.floor(random() * 1440);
      const utc = utcOf(clocks, index, day, minute);
      expect(utc).toBe(byTemporal(zones[index]!, day, minute));
      const local = Temporal.Instant.fromEpochMilliseconds(utc * 60_000).toZonedDateTimeISO(zones[index]!);
      expect(localOf(clocks, index, utc) * 60_000).toBe(Date.parse(`${local.toPlainDateTime().toString()}Z`));
    }
  });

  test('read a time that the spring skips as one hour later', () => {
    const gap = utcOf(clocks, 0, dayNumber('2027-03-28'), 90);
    expect(localOf(clocks, 0, gap) % 1440).toBe(150);
  });
});
