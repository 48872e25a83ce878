import type { Airport, Equipment, Timetable } from '../engine/timetable.ts';
import { numberFlights } from './flight-numbers.ts';
import type { KnownAirport } from './known-airport.ts';
import type { PlannedRotation } from './plan-rotation.ts';
import type { Metro, SeedAirline } from './seed-files.ts';
import { hashOf, mixHash } from './seeded-hash.ts';

/** Lays planned rotations out as the flat arrays of a timetable, with the airports and airlines that really fly. */
export function assembleTimetable(
  rotations: readonly PlannedRotation[],
  airlines: readonly SeedAirline[],
  known: ReadonlyMap<string, KnownAirport>,
  equipment: readonly Equipment[],
  metros: readonly Metro[],
  cityNames: ReadonlyMap<string, string>,
): Timetable {
  const weekly = new Map<string, number>();
  const bits = (days: number) => daysInWeek[days]!;
  for (const { service, days } of rotations) {
    weekly.set(service.base, (weekly.get(service.base) ?? 0) + bits(days));
    weekly.set(service.other, (weekly.get(service.other) ?? 0) + bits(days));
  }
  const metroOf = new Map(metros.flatMap((metro) => metro.airports.map((iata) => [iata, metro.code])));
  const airports: Airport[] = [...weekly.keys()].sort().map((iata) => {
    const { icao, name, country, latitude, longitude, zone, ...listed } = known.get(iata)!;
    const metro = metroOf.get(iata) ?? iata;
    const city = cityNames.get(iata) ?? cityNames.get(metro) ?? listed.city;
    return { iata, icao, name, city, metro, country, latitude, longitude, zone, weekly: weekly.get(iata)! };
  });
  const airportIndex = new Map(airports.map((airport, index) => [airport.iata, index]));
  const flying = new Set(rotations.flatMap(({ service }) => [service.airline, service.operator]));
  const kept = airlines.filter((airline) => flying.has(airline.code));
  const airlineIndex = new Map(kept.map((airline, index) => [airline.code, index]));
  const numbers = numberFlights(rotations);

  const count = rotations.length * 2;
  // Patterns are laid out by origin and departure time, so a reader of one airport touches one stretch of memory.
  const order = new Float64Array(count);
  for (let index = 0; index < rotations.length; index += 1) {
    const { service, depart, returnDepart } = rotations[index]!;
    const from = airportIndex.get(service.base)!;
    const to = airportIndex.get(service.other)!;
    order[index * 2] = (from * 1440 + depart) * count + index * 2;
    order[index * 2 + 1] = (to * 1440 + returnDepart) * count + index * 2 + 1;
  }
  order.sort();
  const columns = {
    airline: new Uint16Array(count),
    number: new Uint16Array(count),
    operator: new Uint16Array(count),
    from: new Uint16Array(count),
    to: new Uint16Array(count),
    departMinutes: new Uint16Array(count),
    blockMinutes: new Uint16Array(count),
    days: new Uint8Array(count),
    equipmentOf: new Uint8Array(count),
  };
  for (let row = 0; row < count; row += 1) {
    const leg = order[row]! % count;
    const rotation = rotations[leg >> 1]!;
    const back = (leg & 1) === 1;
    const base = airportIndex.get(rotation.service.base)!;
    const other = airportIndex.get(rotation.service.other)!;
    columns.airline[row] = airlineIndex.get(rotation.service.airline)!;
    columns.operator[row] = airlineIndex.get(rotation.service.operator)!;
    columns.number[row] = numbers[leg]!;
    columns.from[row] = back ? other : base;
    columns.to[row] = back ? base : other;
    columns.departMinutes[row] = back ? rotation.returnDepart : rotation.depart;
    columns.blockMinutes[row] = back ? rotation.returnBlock : rotation.block;
    columns.days[row] = back ? rotation.returnDays : rotation.days;
    columns.equipmentOf[row] = rotation.equipment;
  }
  const version = versionOf(columns, airports, kept, equipment);
  return { version, airports, airlines: kept, equipment, count, ...columns };
}

const daysInWeek = Uint8Array.from({ length: 128 }, (_, days) => {
  let count = 0;
  for (let bit = 0; bit < 7; bit += 1) count += (days >> bit) & 1;
  return count;
});

function versionOf(columns: Record<string, Uint8Array | Uint16Array>, ...lists: unknown[]): string {
  let hash = hashOf('timetable');
  for (const column of Object.values(columns)) {
    for (let row = 0; row < column.length; row += 1) hash = Math.imul(hash ^ column[row]!, 0x01000193);
    hash = mixHash(hash, column.length);
  }
  for (const list of lists) hash = mixHash(hash, hashOf(JSON.stringify(list)));
  return (hash >>> 0).toString(16).padStart(8, '0');
}
