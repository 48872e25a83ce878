import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayNumber, weekday } from '../engine/calendar.ts';
import type { LocalClocks } from '../engine/local-clocks.ts';
import { buildClocks, localOf, utcOf } from '../engine/local-clocks.ts';
import type { Timetable } from '../engine/timetable.ts';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { distanceKm } from './great-circle.ts';
import { keptWorld, openWorld, type World } from './open-world.server.ts';
import { inCurfew } from './plan-rotation.ts';
import { readCurfews } from './seed-files.ts';

let world: Timetable;
let clocks: LocalClocks;
let zones: string[];
const january = dayNumber('2027-01-13');
const july = dayNumber('2027-07-14');

const folder = mkdtempSync(join(tmpdir(), 'rihla-world-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let opened: World;

beforeAll(async () => {
  opened = await openWorld();
  world = opened.timetable;
  zones = [...new Set(world.airports.map((airport) => airport.zone))];
  clocks = buildClocks(zones, dayNumber('2027-01-01'), 220);
});

function flightRow(code: string, number: number): number {
  const airline = world.airlines.findIndex((known) => known.code === code);
  for (let row = 0; row < world.count; row += 1) {
    if (world.airline[row] === airline && world.number[row] === number) return row;
  }
  throw new Error(`No flight ${code}${number}`);
}

const routeOf = (row: number) => `${world.airports[world.from[row]!]!.iata}-${world.airports[world.to[row]!]!.iata}`;

/** Local minutes of the arrival, counted from midnight of the departure's local date. */
function arrivalOf(row: number, day: number): number {
  const zoneOf = (airport: number) => zones.indexOf(world.airports[airport]!.zone);
  const utc = utcOf(clocks, zoneOf(world.from[row]!), day, world.departMinutes[row]!) + world.blockMinutes[row]!;
  return localOf(clocks, zoneOf(world.to[row]!), utc) - day * 1440;
}

test('the world is large: at least 60,000 departures a day, 2,000 airports and 150 airlines', () => {
  let weekly = 0;
  for (const days of world.days) for (let bit = 0; bit < 7; bit += 1) weekly += (days >> bit) & 1;
  expect(weekly / 7).toBeGreaterThan(60_000);
  expect(world.airports.length).toBeGreaterThan(2_000);
  expect(world.airlines.length).toBeGreaterThanOrEqual(150);
  expect(world.equipment.length).toBeLessThan(256);
});

test('building it twice gives the same version', async () => {
  expect((await openWorld()).timetable.version).toBe(world.version);
});

test('another network file gives another version', async () => {
  const read = (name: string) => readFileSync(`seeds/world/${name}`, 'utf8');
  const changed = await openWorld((name) => read(name).replace(/^EK DXB: \d+/m, 'EK DXB: 3'));
  expect(changed.timetable.version).not.toBe(world.version);
});

test('EK1 flies Dubai to London Heathrow every day at 07:45 and lands before noon', () => {
  const row = flightRow('EK', 1);
  expect(routeOf(row)).toBe('DXB-LHR');
  expect(world.departMinutes[row]).toBe(7 * 60 + 45);
  expect(world.days[row]).toBe(127);
  expect(arrivalOf(row, january)).toBe(11 * 60 + 25);
  expect(routeOf(flightRow('EK', 2))).toBe('LHR-DXB');
  expect(routeOf(flightRow('EK', 332))).toBe('DXB-MNL');
});

test('a flight number of an airline is used once', () => {
  const seen = new Set<number>();
  for (let row = 0; row < world.count; row += 1) {
    expect(world.number[row]).toBeGreaterThan(0);
    const key = world.airline[row]! * 10_000 + world.number[row]!;
    if (seen.has(key)) throw new Error(`${world.airlines[world.airline[row]!]!.code}${world.number[row]} twice`);
    seen.add(key);
  }
});

test('every outbound has a return as often, by the same airline', () => {
  const balance = new Map<string, number>();
  for (let row = 0; row < world.count; row += 1) {
    const [low, high] = [world.from[row]!, world.to[row]!].sort((a, b) => a - b);
    const sign = world.from[row] === low ? 1 : -1;
    const days = [...world.days[row]!.toString(2)].filter((bit) => bit === '1').length;
    const key = `${world.operator[row]} ${low} ${high}`;
    balance.set(key, (balance.get(key) ?? 0) + sign * days);
  }
  expect([...balance.values()].filter((difference) => difference !== 0)).toEqual([]);
});

test('no departure and no arrival is planned inside a curfew, in winter or summer', () => {
  const curfews = readCurfews(readFileSync('seeds/world/curfews.txt', 'utf8'));
  const broken: string[] = [];
  for (let row = 0; row < world.count; row += 1) {
    const leaving = curfews.get(world.airports[world.from[row]!]!.iata);
    const landing = curfews.get(world.airports[world.to[row]!]!.iata);
    if (!leaving && !landing) continue;
    const late =
      inCurfew(leaving, world.departMinutes[row]!) || inCurfew(landing, arrivalOf(row, january)) || inCurfew(landing, arrivalOf(row, july));
    if (late) broken.push(`${world.airlines[world.airline[row]!]!.code}${world.number[row]} ${routeOf(row)}`);
  }
  expect(curfews.size).toBeGreaterThan(20);
  expect(broken).toEqual([]);
});

test('no single-aisle flies beyond 5,800 km, no turboprop beyond 1,500 km', () => {
  let longest = 0;
  for (let row = 0; row < world.count; row += 1) {
    const km = distanceKm(world.airports[world.from[row]!]!, world.airports[world.to[row]!]!);
    const { body, code } = world.equipment[world.equipmentOf[row]!]!;
    if (body !== 'wide') longest = Math.max(longest, km);
    if (['AT7', 'AT4', 'DH4', 'DH1', 'SF3', 'CNC', 'DHT'].includes(code)) expect(km).toBeLessThanOrEqual(1500);
  }
  expect(longest).toBeGreaterThan(4000);
  expect(longest).toBeLessThanOrEqual(5800);
});

test('no flight goes nowhere, takes no time or more than a day', () => {
  for (let row = 0; row < world.count; row += 1) {
    if (world.from[row] === world.to[row]) throw new Error(routeOf(row));
    if (world.blockMinutes[row]! < 15 || world.blockMinutes[row]! > 1440) throw new Error(routeOf(row));
    if (world.days[row] === 0 || world.departMinutes[row]! > 1439) throw new Error(routeOf(row));
  }
});

test('eastward over the date line arrives before it leaves, by the local clocks', () => {
  const across = [...world.from.keys()].find((row) => ['SYD-LAX', 'SYD-SFO', 'AKL-LAX', 'AKL-SFO', 'AKL-HNL'].includes(routeOf(row)));
  if (across === undefined) throw new Error('Nobody flies east over the Pacific');
  expect(arrivalOf(across, january)).toBeLessThan(world.departMinutes[across]!);
});

test('a flight keeps its length over the night the clocks change', () => {
  const row = flightRow('EK', 1);
  const before = dayNumber('2027-03-27');
  expect(weekday(before)).toBe(5);
  expect(arrivalOf(row, before + 1) - arrivalOf(row, before)).toBe(60);
});

test('a world that is kept is the one that was built, down to which airport is which, and another seed makes another', async () => {
  const files = { folder, program: 'this one' };
  await keptWorld(files);
  const [first] = readdirSync(folder);
  const again = await keptWorld(files);
  expect(again).toEqual(opened);
  expect(again.places.airports.get('DXB')).toBe(again.timetable.airports.find(({ iata }) => iata === 'DXB'));
  expect(readdirSync(folder)).toEqual([first]);
  const read = (name: string) => readFileSync(join('seeds/world', name), 'utf8');
  const dearer = (name: string) => (name === 'taxes.csv' ? read(name).replace(/^(AE,departure,.*),(\d+)$/m, '$1,1$2') : read(name));
  const changed = await keptWorld(files, dearer);
  expect(changed.taxes).not.toEqual(opened.taxes);
  expect(readdirSync(folder)).not.toContain(first);
});
