import type { Timetable } from '../engine/timetable.ts';
import { assembleTimetable } from './assemble-timetable.ts';
import { chooseAircraft, mayFly } from './choose-aircraft.ts';
import type { EquipmentCatalogue } from './equipment-catalogue.ts';
import { equipmentCatalogue } from './equipment-catalogue.ts';
import { expandNetwork } from './expand-network.ts';
import { blockMinutesOf, distanceKm } from './great-circle.ts';
import type { KnownAirport } from './known-airport.ts';
import type { PlannedRotation, RouteEnd } from './plan-rotation.ts';
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
  seedRows,
} from './seed-files.ts';
import { hashOf, mixHash, shareOf } from './seeded-hash.ts';

/** Seed of everything hashed; a new one makes another world of the same size. */
const worldSeed = 'rihla-1';

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
  const cityNames = new Map(seedRows(read('city-names.csv')).map(([code, english]) => [code!, english!]));
  return assembleTimetable(rotations, airlines, known, equipment.list, readMetros(read('metros.csv')), cityNames);
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
