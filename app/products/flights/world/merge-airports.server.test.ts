import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { distanceKm } from './great-circle.ts';
import type { KnownAirport } from './known-airport.ts';
import { mergeAirports } from './merge-airports.server.ts';
import { readServices } from './seed-files.ts';

const read = (name: string) => readFileSync(`seeds/world/${name}`, 'utf8');
const sources = { corrections: read('airport-corrections.csv'), closed: read('airports-closed.txt') };
const flown = new Set(readServices(read('networks.txt')).flatMap((service) => [service.base, service.other]));
let airports: Map<string, KnownAirport>;

beforeAll(async () => {
  airports = new Map((await mergeAirports({ ...sources, flown })).map((airport) => [airport.iata, airport]));
});

test('every airport of the curated network is known', () => {
  expect([...flown].filter((iata) => !airports.has(iata))).toEqual([]);
});

test.each([
  ['DXB', 25.25, 55.36, 'Asia/Dubai', 'AE'],
  ['AUH', 24.43, 54.65, 'Asia/Dubai', 'AE'],
  ['KTI', 11.36, 104.88, 'Asia/Phnom_Penh', 'KH'],
  ['BSZ', 43.06, 74.48, 'Asia/Bishkek', 'KG'],
  ['RMO', 46.93, 28.93, 'Europe/Chisinau', 'MD'],
  ['URC', 43.91, 87.47, 'Asia/Shanghai', 'CN'],
  ['IST', 41.26, 28.74, 'Europe/Istanbul', 'TR'],
  ['BER', 52.36, 13.5, 'Europe/Berlin', 'DE'],
  ['GRU', -23.43, -46.47, 'America/Sao_Paulo', 'BR'],
])('%s is where it should be', (iata, latitude, longitude, zone, country) => {
  const airport = airports.get(iata)!;
  expect(distanceKm(airport, { latitude, longitude })).toBeLessThan(5);
  expect([airport.zone, airport.country]).toEqual([zone, country]);
});

test('codes that were given to another airport or closed are gone', () => {
  for (const code of sources.closed.split('\n')[1]!.split(' ')) expect(airports.has(code)).toBe(false);
});

test('every zone is one that Intl knows', () => {
  const zones = new Set([...airports.values()].map((airport) => airport.zone));
  for (const zone of zones) expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow();
});

test('a correction keeps what it leaves empty, and an unknown place must be complete', async () => {
  const rename = 'iata,icao,name,city,country,latitude,longitude,zone\nLHR,,Heathrow,,,,,';
  const [renamed] = (await mergeAirports({ ...sources, corrections: rename, flown })).filter(({ iata }) => iata === 'LHR');
  expect(renamed).toMatchObject({ name: 'Heathrow', zone: 'Europe/London', country: 'GB' });
  const incomplete = mergeAirports({ ...sources, corrections: `${rename}\nQQX,,Nowhere,,,,,`, flown });
  await expect(incomplete).rejects.toThrow('QQX');
});
