import type { Airport, Equipment, Timetable } from '../engine/timetable.ts';
import { chooseAircraft, mayFly } from './choose-aircraft.ts';
import { expandNetwork } from './expand-network.ts';
import { numberFlights } from './flight-numbers.ts';
import { blockMinutesOf, distanceKm } from './great-circle.ts';
import type { KnownAirport } from './known-airport.ts';
import type { RouteEnd } from './plan-rotation.ts';
import { departureAt, departureWeights, planReturn, routeEndOf } from './plan-rotation.ts';
import type { AircraftType, FamousFlight, ReadSeed, SeedAirline, Service } from './seed-files.ts';
import {
  readAircraft,
  readAircraftRoutes,
  readAirlines,
  readBanks,
  readCabins,
  readCurfews,
  readFamousFlights,
  readMetros,
} from './seed-files.ts';
import { hashOf, mixHash, shareOf } from './seeded-hash.ts';

/** Seed of everything hashed; a new one makes another world of the same size. */
const worldSeed = 'rihla-1';

/** One rotation: an outbound pattern from the base and its return. */
export interface PlannedRotation {
  readonly service: Service;
  readonly km: number;
  readonly days: number;
  readonly returnDays: number;
  readonly depart: number;
  readonly returnDepart: number;
  readonly block: number;
  readonly returnBlock: number;
  readonly equipment: number;
  readonly famous: FamousFlight | undefined;
}

/** The whole weekly timetable from the seed files and the airports of the packages. Pure; about half a second. */
export function buildTimetable(read: ReadSeed, listed: readonly Service[], known: ReadonlyMap<string, KnownAirport>): Timetable {
  const airlines = readAirlines(read('airlines.csv'));
  const airlineByCode = new Map(airlines.map((airline) => [airline.code, airline]));
  const types = new Map(readAircraft(read('aircraft.csv')).map((type) => [type.code, type]));
  const fleets = new Map(airlines.map((airline) => [airline.code, airline.fleet.flatMap((code) => types.get(code) ?? [])]));
  const reach = new Map(airlines.map(({ code }) => [code, Math.max(0, ...fleets.get(code)!.map((type) => longestFor(type)))]));
  const curated = mergeServices(listed, known, airlineByCode);
  const services = expandNetwork(curated, airlineByCode, known, (airline) => reach.get(airline.code) ?? 0);
  const equipment = equipmentCatalogue(types, readCabins(read('cabins.csv')));
  const rotations = planAll(services, known, airlineByCode, fleets, types, equipment, read);
  return assemble(rotations, airlines, known, equipment.list, readMetros(read('metros.csv')));
}

function longestFor(type: AircraftType): number {
  for (let km = type.rangeKm; km > 0; km -= 50) if (mayFly(type, km)) return km;
  return 0;
}

function mergeServices(
  services: readonly Service[],
  known: ReadonlyMap<string, KnownAirport>,
  airlines: ReadonlyMap<string, SeedAirline>,
): Service[] {
  const merged = new Map<string, Service>();
  for (const service of services) {
    const { airline, operator, base, other } = service;
    if (!known.has(base) || !known.has(other) || base === other || !airlines.has(airline)) continue;
    const key = `${airline} ${operator} ${base < other ? base + other : other + base}`;
    const before = merged.get(key);
    if (!before || before.weekly < service.weekly) merged.set(key, before ? { ...before, weekly: service.weekly } : service);
  }
  return [...merged.values()];
}

interface EquipmentCatalogue {
  readonly list: Equipment[];
  indexFor(type: AircraftType, airline: SeedAirline): number;
}

function equipmentCatalogue(
  types: ReadonlyMap<string, AircraftType>,
  cabins: ReadonlyMap<string, AircraftType['seats']>,
): EquipmentCatalogue {
  const list: Equipment[] = [];
  const indexes = new Map<string, number>();
  return {
    list,
    indexFor(type, airline) {
      const own = cabins.get(`${airline.code} ${type.code}`);
      const lowCost = airline.kind === 'low-cost' && type.lowCostSeats > 0;
      const id = own ? `${type.code}/${airline.code}` : lowCost ? `${type.code}/low-cost` : type.code;
      let index = indexes.get(id);
      if (index === undefined) {
        index = list.length;
        indexes.set(id, index);
        const seats = own ?? (lowCost ? { F: 0, J: 0, W: 0, Y: type.lowCostSeats } : type.seats);
        const { code, name, body, fuelLto, fuelPerKm, layout } = types.get(type.code)!;
        list.push({ id, code, name, body, seats, fuelLto, fuelPerKm, layout });
      }
      return index;
    },
  };
}

function planAll(
  services: readonly Service[],
  known: ReadonlyMap<string, KnownAirport>,
  airlines: ReadonlyMap<string, SeedAirline>,
  fleets: ReadonlyMap<string, readonly AircraftType[]>,
  types: ReadonlyMap<string, AircraftType>,
  equipment: EquipmentCatalogue,
  read: ReadSeed,
): PlannedRotation[] {
  const routeEnd = routeEnds(known, read);
  const onRoute = readAircraftRoutes(read('aircraft-routes.txt'));
  const famous = new Map<string, FamousFlight[]>();
  for (const flight of readFamousFlights(read('famous-flights.txt'))) {
    const key = `${flight.airline} ${flight.base} ${flight.other}`;
    famous.set(key, [...(famous.get(key) ?? []), flight]);
  }
  const rotations: PlannedRotation[] = [];
  for (const listed of services) {
    const straight = famous.get(`${listed.airline} ${listed.base} ${listed.other}`);
    const turned = famous.get(`${listed.airline} ${listed.other} ${listed.base}`);
    const service = turned ? { ...listed, base: listed.other, other: listed.base } : listed;
    const numbered = straight ?? turned ?? [];
    const base = known.get(service.base)!;
    const other = known.get(service.other)!;
    const operator = airlines.get(service.operator)!;
    const km = distanceKm(base, other);
    const seed = hashOf(`${worldSeed}|${service.airline}|${service.operator}|${service.base}|${service.other}`);
    const favoured = onRoute.get(`${listed.airline} ${listed.base} ${listed.other}`);
    const daily = Math.floor(service.weekly / 7);
    const rest = service.weekly % 7;
    const count = Math.max(daily + (rest > 0 ? 1 : 0), numbered.length);
    const phase = shareOf(mixHash(seed, 1));
    const from = routeEnd(service.base);
    const to = routeEnd(service.other);
    let running: Float64Array | undefined;
    let weightedBlock = -1;
    for (let k = 0; k < count; k += 1) {
      const flight = numbered[k];
      const chance = mixHash(seed, 100 + k);
      const favouredType = favoured && (k === 0 || chance % 10 < 7) ? types.get(favoured) : undefined;
      const type =
        favouredType && mayFly(favouredType, km) ? favouredType : chooseAircraft(fleets.get(service.operator)!, km, service.weekly, chance);
      if (!type) break;
      const days = k < daily || flight ? 127 : spreadDays(rest, mixHash(seed, 2) % 7);
      const block = blockMinutesOf(base, other, type.slowness);
      const returnBlock = blockMinutesOf(other, base, type.slowness);
      const turnaround = type.body === 'wide' ? 95 : operator.kind === 'low-cost' ? 40 : type.body === 'regional' ? 30 : 50;
      if (block !== weightedBlock) {
        running = departureWeights(from, to, block);
        weightedBlock = block;
      }
      const depart = flight?.depart ?? departureAt(running!, (k + 0.15 + 0.7 * phase) / count, chance % 3);
      const plan = planReturn(from, to, depart, block, returnBlock, turnaround);
      rotations.push({
        service,
        km,
        days,
        returnDays: shiftDays(days, plan.returnDay),
        depart: plan.depart,
        returnDepart: plan.returnDepart,
        block,
        returnBlock,
        equipment: equipment.indexFor(type, operator),
        famous: flight,
      });
    }
  }
  return rotations;
}

function routeEnds(known: ReadonlyMap<string, KnownAirport>, read: ReadSeed): (iata: string) => RouteEnd {
  const banks = readBanks(read('banks.txt'));
  const curfews = readCurfews(read('curfews.txt'));
  const other = banks.get('')!;
  const ends = new Map<string, RouteEnd>();
  return (iata) => {
    let end = ends.get(iata);
    if (!end) {
      const { winterOffset, summerOffset } = known.get(iata)!;
      end = routeEndOf(banks.get(iata) ?? other, curfews.get(iata), winterOffset, summerOffset);
      ends.set(iata, end);
    }
    return end;
  };
}

/** n days of the week spread evenly from a start; bit 0 is Monday. */
function spreadDays(n: number, start: number): number {
  let days = 0;
  for (let index = 0; index < n; index += 1) days |= 1 << ((start + Math.floor((index * 7) / n)) % 7);
  return days;
}

/** The same days, so many days later in the week. */
export function shiftDays(days: number, by: number): number {
  const turn = ((by % 7) + 7) % 7;
  return ((days << turn) | (days >> (7 - turn))) & 127;
}

function assemble(
  rotations: readonly PlannedRotation[],
  airlines: readonly SeedAirline[],
  known: ReadonlyMap<string, KnownAirport>,
  equipment: readonly Equipment[],
  metros: ReturnType<typeof readMetros>,
): Timetable {
  const weekly = new Map<string, number>();
  const bits = (days: number) => daysInWeek[days]!;
  for (const { service, days } of rotations) {
    weekly.set(service.base, (weekly.get(service.base) ?? 0) + bits(days));
    weekly.set(service.other, (weekly.get(service.other) ?? 0) + bits(days));
  }
  const metroOf = new Map(metros.flatMap((metro) => metro.airports.map((iata) => [iata, metro.code])));
  const airports: Airport[] = [...weekly.keys()].sort().map((iata) => {
    const { icao, name, city, country, latitude, longitude, zone } = known.get(iata)!;
    const metro = metroOf.get(iata) ?? iata;
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
  let hash = hashOf(worldSeed);
  for (const column of Object.values(columns)) {
    for (let row = 0; row < column.length; row += 1) hash = Math.imul(hash ^ column[row]!, 0x01000193);
    hash = mixHash(hash, column.length);
  }
  for (const list of lists) hash = mixHash(hash, hashOf(JSON.stringify(list)));
  return (hash >>> 0).toString(16).padStart(8, '0');
}
