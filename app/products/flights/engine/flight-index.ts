import { weekday } from './calendar.ts';
import { relationTable } from './connection-rules.ts';
import { buildClocks } from './local-clocks.ts';
import type { LocalClocks } from './local-clocks.ts';
import type { Airline, Airport, Timetable } from './timetable.ts';

/**
 * The timetable in search order: flights sorted by (from, to, departure), grouped into routes, and routes
 * reachable from both ends. A flight is a position here; `row` leads back to the timetable.
 */
export interface FlightIndex {
  readonly timetable: Timetable;
  readonly clocks: LocalClocks;
  readonly count: number;
  readonly row: Uint32Array;
  /** Where each timetable row went. */
  readonly flightOfRow: Uint32Array;
  readonly airline: Uint16Array;
  readonly depart: Int16Array;
  readonly block: Int16Array;
  readonly days: Uint8Array;
  readonly routeOfFlight: Uint32Array;
  /** [flight * 4 + wanted cabin] -> the cabin flown, never a better one than wanted; 255 when there is none. */
  readonly cabin: Uint8Array;

  /** Terminals by flight: positions in `terminals`; 0 is unknown. */
  readonly terminals: readonly string[];
  readonly terminalFrom: Uint8Array;
  readonly terminalTo: Uint8Array;

  readonly routes: number;
  /** Flights of a route: routeStart[r] to routeStart[r + 1]. */
  readonly routeStart: Uint32Array;
  readonly routeFrom: Uint16Array;
  readonly routeTo: Uint16Array;
  readonly routeKm: Float32Array;
  /** Shortest block time of its flights. */
  readonly routeBlock: Int16Array;
  readonly routeDomestic: Uint8Array;
  /** Routes out of an airport: outStart[a] to outStart[a + 1]. */
  readonly outStart: Uint32Array;
  /** Routes into an airport: inRoute[inStart[a] .. inStart[a + 1]]. */
  readonly inStart: Uint32Array;
  readonly inRoute: Uint32Array;

  readonly zoneOf: Uint16Array;
  /** Equal for airports of one country. */
  readonly countryOf: Uint16Array;
  /** City group of an airport: equal for airports of one metro. */
  readonly cityOf: Uint16Array;
  /** Airports of a city group. */
  readonly cityAirports: readonly (readonly number[])[];
  readonly airportByCode: ReadonlyMap<string, number>;
  readonly airportsByMetro: ReadonlyMap<string, readonly number[]>;
  readonly airlineByCode: ReadonlyMap<string, number>;
  /** Flights by airline * 16384 + number. */
  readonly byNumber: ReadonlyMap<number, readonly number[]>;
  readonly relations: Uint8Array;
}

export const noCabin = 255;

/** Between these minutes after local midnight an airport that works at night has a departure. */
const deepNight = { from: 60, to: 240 } as const;
const sleeping = new WeakMap<FlightIndex, Map<number, boolean>>();

/** Whether nothing leaves an airport in the middle of any night: its halls are mostly shut then. */
export function sleepsAtNight(index: FlightIndex, airport: number): boolean {
  const known = sleeping.get(index) ?? new Map<number, boolean>();
  sleeping.set(index, known);
  let sleeps = known.get(airport);
  if (sleeps === undefined) {
    const first = index.routeStart[index.outStart[airport]!]!;
    const end = index.routeStart[index.outStart[airport + 1]!]!;
    sleeps = !index.depart.subarray(first, end).some((minutes) => minutes >= deepNight.from && minutes < deepNight.to);
    known.set(airport, sleeps);
  }
  return sleeps;
}

/** Whether nothing flies the same route later on the same local day. */
export function isLastOfDay(index: FlightIndex, flight: number, day: number): boolean {
  const route = index.routeOfFlight[flight]!;
  const bit = 1 << weekday(day);
  for (let other = index.routeStart[route]!; other < index.routeStart[route + 1]!; other++)
    if (index.depart[other]! > index.depart[flight]! && (index.days[other]! & bit) !== 0) return false;
  return true;
}

/** The terminal an airline uses at an airport; null where it is not known. */
export type TerminalOf = (airport: Airport, operator: Airline) => string | null;

/** Pure: the sales period comes from the caller. Takes well under a second for 100,000 rows. */
export function buildIndex(timetable: Timetable, firstDay: number, days: number, terminalOf: TerminalOf = () => null): FlightIndex {
  const { count, airports } = timetable;
  const size = airports.length;
  const row = sortedRows(timetable);
  const airline = new Uint16Array(count);
  const depart = new Int16Array(count);
  const block = new Int16Array(count);
  const flightDays = new Uint8Array(count);
  const flightOfRow = new Uint32Array(count);
  const routeOfFlight = new Uint32Array(count);
  const cabin = new Uint8Array(count * 4);
  const cabinsOf = timetable.equipment.map((equipment) => cabinFallback(equipment.seats));

  const terminalFrom = new Uint8Array(count);
  const terminalTo = new Uint8Array(count);
  const terminals = terminalLookup(timetable, terminalOf);

  const routeStart: number[] = [];
  const routeFrom: number[] = [];
  const routeTo: number[] = [];
  for (let flight = 0; flight < count; flight++) {
    const source = row[flight]!;
    const from = timetable.from[source]!;
    const to = timetable.to[source]!;
    const last = routeStart.length - 1;
    if (last < 0 || routeFrom[last] !== from || routeTo[last] !== to) {
      routeStart.push(flight);
      routeFrom.push(from);
      routeTo.push(to);
    }
    flightOfRow[source] = flight;
    airline[flight] = timetable.airline[source]!;
    depart[flight] = timetable.departMinutes[source]!;
    block[flight] = timetable.blockMinutes[source]!;
    flightDays[flight] = timetable.days[source]!;
    routeOfFlight[flight] = routeStart.length - 1;
    terminalFrom[flight] = terminals.at(from, timetable.operator[source]!);
    terminalTo[flight] = terminals.at(to, timetable.operator[source]!);
    const cabins = cabinsOf[timetable.equipmentOf[source]!]!;
    for (let wanted = 0; wanted < 4; wanted++) cabin[flight * 4 + wanted] = cabins[wanted]!;
  }
  const routes = routeStart.length;
  routeStart.push(count);

  const routeKm = new Float32Array(routes);
  const routeBlock = new Int16Array(routes);
  const routeDomestic = new Uint8Array(routes);
  const outStart = new Uint32Array(size + 1);
  const inStart = new Uint32Array(size + 1);
  for (let route = 0; route < routes; route++) {
    const from = airports[routeFrom[route]!]!;
    const to = airports[routeTo[route]!]!;
    routeKm[route] = kilometres(from.latitude, from.longitude, to.latitude, to.longitude);
    routeDomestic[route] = from.country === to.country ? 1 : 0;
    let shortest = 32_767;
    for (let flight = routeStart[route]!; flight < routeStart[route + 1]!; flight++) {
      shortest = Math.min(shortest, block[flight]!);
    }
    routeBlock[route] = shortest;
    outStart[routeFrom[route]! + 1]!++;
    inStart[routeTo[route]! + 1]!++;
  }
  for (let airport = 0; airport < size; airport++) {
    outStart[airport + 1]! += outStart[airport]!;
    inStart[airport + 1]! += inStart[airport]!;
  }
  const inRoute = new Uint32Array(routes);
  const next = inStart.slice();
  for (let route = 0; route < routes; route++) inRoute[next[routeTo[route]!]!++] = route;

  const zones = [...new Set(airports.map((airport) => airport.zone))];
  const zoneIndex = new Map(zones.map((zone, index) => [zone, index]));
  const airportsByMetro = new Map<string, number[]>();
  airports.forEach((airport, index) => {
    const members = airportsByMetro.get(airport.metro) ?? [];
    members.push(index);
    airportsByMetro.set(airport.metro, members);
  });
  const countryIndex = new Map([...new Set(airports.map(({ country }) => country))].map((country, index) => [country, index]));
  const cityIndex = new Map([...airportsByMetro.keys()].map((metro, index) => [metro, index]));

  return {
    timetable,
    clocks: buildClocks(zones, firstDay, days),
    count,
    row,
    flightOfRow,
    airline,
    depart,
    block,
    days: flightDays,
    routeOfFlight,
    cabin,
    terminals: terminals.names,
    terminalFrom,
    terminalTo,
    routes,
    routeStart: Uint32Array.from(routeStart),
    routeFrom: Uint16Array.from(routeFrom),
    routeTo: Uint16Array.from(routeTo),
    routeKm,
    routeBlock,
    routeDomestic,
    outStart,
    inStart,
    inRoute,
    zoneOf: Uint16Array.from(airports, (airport) => zoneIndex.get(airport.zone)!),
    countryOf: Uint16Array.from(airports, (airport) => countryIndex.get(airport.country)!),
    cityOf: Uint16Array.from(airports, (airport) => cityIndex.get(airport.metro)!),
    cityAirports: [...airportsByMetro.values()],
    airportByCode: new Map(airports.map((airport, index) => [airport.iata, index])),
    airportsByMetro,
    airlineByCode: new Map(timetable.airlines.map((carrier, index) => [carrier.code, index])),
    byNumber: flightsByNumber(timetable, row),
    relations: relationTable(timetable.airlines),
  };
}

function terminalLookup(timetable: Timetable, terminalOf: TerminalOf) {
  const names = [''];
  const known = new Map<number, number>();
  const at = (airport: number, operator: number): number => {
    const key = airport * 65_536 + operator;
    let place = known.get(key);
    if (place === undefined) {
      const name = terminalOf(timetable.airports[airport]!, timetable.airlines[operator]!) ?? '';
      place = names.indexOf(name);
      if (place < 0) place = names.push(name) - 1;
      known.set(key, place);
    }
    return place;
  };
  return { names, at };
}

function flightsByNumber(timetable: Timetable, row: Uint32Array): Map<number, number[]> {
  const flights = new Map<number, number[]>();
  row.forEach((source, flight) => {
    const key = timetable.airline[source]! * 16_384 + timetable.number[source]!;
    const known = flights.get(key);
    if (known) known.push(flight);
    else flights.set(key, [flight]);
  });
  return flights;
}

/** The flight of this number that leaves on a local day, from this city if given; -1 when there is none. */
export function flightOnDay(index: FlightIndex, airline: string, number: number, day: number, city = -1): number {
  const carrier = index.airlineByCode.get(airline);
  if (carrier === undefined) return -1;
  for (const flight of index.byNumber.get(carrier * 16_384 + number) ?? []) {
    if ((index.days[flight]! & (1 << weekday(day))) === 0) continue;
    if (city < 0 || index.cityOf[index.routeFrom[index.routeOfFlight[flight]!]!] === city) return flight;
  }
  return -1;
}

/** Other airports within a distance of any of these, nearest first. */
export function airportsNear(index: FlightIndex, airports: readonly number[], km: number): number[] {
  const places = index.timetable.airports;
  const near: { airport: number; away: number }[] = [];
  places.forEach((place, airport) => {
    if (airports.includes(airport) || index.outStart[airport] === index.outStart[airport + 1]) return;
    const away = Math.min(
      ...airports.map((at) => kilometres(place.latitude, place.longitude, places[at]!.latitude, places[at]!.longitude)),
    );
    if (away <= km) near.push({ airport, away });
  });
  return near.sort((a, b) => a.away - b.away).map(({ airport }) => airport);
}

function sortedRows(timetable: Timetable): Uint32Array {
  const { count } = timetable;
  // One number holds key and row (53 bits are enough for 4,096 airports and a million rows), so the sort is native.
  const keys = new Float64Array(count);
  for (let row = 0; row < count; row++) {
    const route = timetable.from[row]! * 4096 + timetable.to[row]!;
    keys[row] = (route * 1440 + timetable.departMinutes[row]!) * 262_144 + row;
  }
  keys.sort();
  return Uint32Array.from(keys, (key) => key % 262_144);
}

function cabinFallback(seats: { F: number; J: number; W: number; Y: number }): number[] {
  const fitted = [seats.Y, seats.W, seats.J, seats.F];
  return fitted.map((_, wanted) => {
    for (let cabin = wanted; cabin >= 0; cabin--) if (fitted[cabin]! > 0) return cabin;
    return noCabin;
  });
}

/** The route between two airports, or -1. */
export function routeBetween(index: FlightIndex, from: number, to: number): number {
  let low = index.outStart[from]!;
  let high = index.outStart[from + 1]!;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (index.routeTo[middle]! < to) low = middle + 1;
    else high = middle;
  }
  return low < index.outStart[from + 1]! && index.routeTo[low] === to ? low : -1;
}

/** Great-circle distance on a sphere of 6,371 km. */
export function kilometres(latitude1: number, longitude1: number, latitude2: number, longitude2: number): number {
  const radians = Math.PI / 180;
  const a =
    Math.sin(((latitude2 - latitude1) * radians) / 2) ** 2 +
    Math.cos(latitude1 * radians) * Math.cos(latitude2 * radians) * Math.sin(((longitude2 - longitude1) * radians) / 2) ** 2;
  return 12_742 * Math.asin(Math.sqrt(Math.min(1, a)));
}

/** Airports a code stands for: one airport, all of a metro, or none. The metro wins where both exist: DXB is Dubai with DWC. */
export function airportsOfCode(index: FlightIndex, code: string): readonly number[] {
  const metro = index.airportsByMetro.get(code);
  if (metro) return metro;
  const airport = index.airportByCode.get(code);
  return airport === undefined ? [] : [airport];
}

/** Do two flights meet at one airport but in two terminals, as far as is known? */
export function terminalsDiffer(index: FlightIndex, arriving: number, leaving: number): boolean {
  const into = index.terminalTo[arriving]!;
  const out = index.terminalFrom[leaving]!;
  if (into === out || into === 0 || out === 0) return false;
  return index.routeTo[index.routeOfFlight[arriving]!] === index.routeFrom[index.routeOfFlight[leaving]!];
}
