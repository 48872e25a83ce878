import { expect, test } from 'vitest';
import { dateOfDay, dayNumber } from '../engine/calendar.ts';
import { buildTestWorld } from './fares-testing.ts';
import { buildFareTable, houseFaresOn } from './base-fare.ts';
import { easterOf } from './season.ts';

const today = dayNumber('2026-11-21');
const days = 340;
const timetable = buildTestWorld();
const fares = houseFaresOn(buildFareTable(timetable), today, today, days);
const [dubaiLondon, dubaiMumbaiLowCost, dubaiMumbai] = [0, 1, 2];

test('a fare is whole dirhams and the same whenever it is asked', () => {
  const fare = fares.lowestFareFils(dubaiLondon, today + 60, 0, 1, 0);
  expect(fare).toBeGreaterThan(60_000);
  expect(fare % 100).toBe(0);
  const again = houseFaresOn(buildFareTable(timetable), today, today, days);
  expect(again.lowestFareFils(dubaiLondon, today + 60, 0, 1, 0)).toBe(fare);
});

test('the floor times the day floor is never above any fare', () => {
  for (let row = 0; row < timetable.count; row += 1) {
    for (let day = today; day < today + days; day += 1) {
      for (let cabin = 0; cabin < 4; cabin += 1) {
        const fare = fares.lowestFareFils(row, day, cabin, 1, 0);
        if (fare >= 0) expect(fares.floorFils(row, cabin) * fares.dayFloor(day)).toBeLessThanOrEqual(fare);
      }
    }
  }
});

test('a low-cost airline is cheaper than a full-service one on the same route', () => {
  let cheaper = 0;
  for (let day = today + 30; day < today + 130; day += 1) {
    const low = fares.lowestFareFils(dubaiMumbaiLowCost, day, 0, 1, 0);
    const full = fares.lowestFareFils(dubaiMumbai, day, 0, 1, 0);
    if (low < full) cheaper += 1;
  }
  expect(cheaper).toBeGreaterThan(80);
});

test('more travellers or more seats sold never make a fare cheaper, and a full cabin has none', () => {
  for (let day = today; day < today + 200; day += 7) {
    let last = 0;
    for (const sold of [0, 20, 60, 120, 200]) {
      const fare = fares.lowestFareFils(dubaiLondon, day, 0, 4, sold);
      if (fare < 0) break;
      expect(fare).toBeGreaterThanOrEqual(last);
      last = fare;
    }
    expect(fares.lowestFareFils(dubaiLondon, day, 0, 1, 500)).toBe(-1);
  }
});

test('the lowest class has the lowest fare and shows one to nine seats', () => {
  for (let day = today; day < today + days; day += 5) {
    const lowest = fares.lowestClass(dubaiLondon, day, 2, 1, 0);
    if (!lowest) continue;
    expect(lowest.fareFils).toBe(fares.lowestFareFils(dubaiLondon, day, 2, 1, 0));
    expect(lowest.seatsLeft).toBeGreaterThanOrEqual(1);
    expect(lowest.seatsLeft).toBeLessThanOrEqual(9);
    const open = fares.classes(dubaiLondon, day, 2, 0).filter((shown) => shown.seatsLeft > 0);
    expect(open.at(-1)).toEqual(lowest);
  }
});

test('a cabin the aircraft does not have has no fare', () => {
  expect(fares.lowestFareFils(dubaiMumbaiLowCost, today + 60, 2, 1, 0)).toBe(-1);
  expect(fares.classes(dubaiMumbaiLowCost, today + 60, 2, 0)).toEqual([]);
});

test('the cabins are ordered: economy, premium, business, first', () => {
  const at = (cabin: number) => fares.lowestFareFils(dubaiLondon, today + 90, cabin, 1, 0);
  expect(at(1)).toBeGreaterThan(at(0));
  expect(at(2)).toBeGreaterThan(at(1));
  expect(at(3)).toBeGreaterThan(at(2));
});

test('Eid al-Fitr 2027 costs more from Dubai than the week before its peak', () => {
  const eid = dayNumber('2027-03-09');
  const average = (from: number) => {
    let sum = 0;
    for (let day = from; day < from + 7; day += 1) sum += fares.dayFactor(dubaiLondon, day);
    return sum / 7;
  };
  expect(average(eid - 3)).toBeGreaterThan(average(eid - 12) * 1.2);
});

test('Easter is computed: 28 March 2027 and 16 April 2028', () => {
  expect(dateOfDay(easterOf(2027))).toBe('2027-03-28');
  expect(dateOfDay(easterOf(2028))).toBe('2028-04-16');
});
