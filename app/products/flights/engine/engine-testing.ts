import { dayNumber } from './calendar.ts';
import type { FareModel } from './fare-model.ts';
import { buildIndex, kilometres } from './flight-index.ts';
import type { FlightIndex, TerminalOf } from './flight-index.ts';
import type { Airline, Airport, Equipment, Timetable } from './timetable.ts';

/** Small worlds written by hand for tests, and a seeded one of any size for comparisons with brute force. */

export const testFirstDay = dayNumber('2026-11-21');
export const testDays = 345;

const jet: Equipment = {
  id: '789',
  code: '789',
  name: 'Boeing 787-9',
  body: 'wide',
  seats: { F: 0, J: 32, W: 21, Y: 247 },
  fuelLto: 1700,
  fuelPerKm: 5.52,
  layout: { F: '1-2-1', J: '1-2-1', W: '2-3-2', Y: '3-3-3' },
};
const feeder: Equipment = { ...jet, id: '738', code: '738', name: 'Boeing 737-800', body: 'narrow', seats: { F: 0, J: 0, W: 0, Y: 189 } };
const palace: Equipment = { ...jet, id: '77W', code: '77W', name: 'Boeing 777-300ER', seats: { F: 8, J: 42, W: 0, Y: 304 } };
const equipment = [jet, feeder, palace];

const places: Record<string, [metro: string, country: string, latitude: number, longitude: number, zone: string]> = {
  DXB: ['DXB', 'AE', 25.25, 55.36, 'Asia/Dubai'],
  DWC: ['DXB', 'AE', 24.9, 55.16, 'Asia/Dubai'],
  DOH: ['DOH', 'QA', 25.27, 51.61, 'Asia/Qatar'],
  LHR: ['LON', 'GB', 51.47, -0.45, 'Europe/London'],
  LGW: ['LON', 'GB', 51.15, -0.18, 'Europe/London'],
  EDI: ['EDI', 'GB', 55.95, -3.37, 'Europe/London'],
  MNL: ['MNL', 'PH', 14.51, 121.02, 'Asia/Manila'],
  CEB: ['CEB', 'PH', 10.31, 123.98, 'Asia/Manila'],
  SIN: ['SIN', 'SG', 1.36, 103.99, 'Asia/Singapore'],
  AKL: ['AKL', 'NZ', -37.01, 174.79, 'Pacific/Auckland'],
  HNL: ['HNL', 'US', 21.32, -157.92, 'Pacific/Honolulu'],
  LAX: ['LAX', 'US', 33.94, -118.41, 'America/Los_Angeles'],
  JFK: ['NYC', 'US', 40.64, -73.78, 'America/New_York'],
  IST: ['IST', 'TR', 41.27, 28.73, 'Europe/Istanbul'],
};

const airlineRows: Airline[] = [
  carrier('EK', null, ['QF']),
  carrier('QR', 'oneworld', []),
  carrier('BA', 'oneworld', []),
  carrier('QF', 'oneworld', []),
  carrier('TK', 'star', []),
  carrier('SQ', 'star', []),
  { ...carrier('5J', null, []), kind: 'low-cost' },
  { ...carrier('FZ', null, ['EK']), kind: 'low-cost' },
];

function carrier(code: string, alliance: Airline['alliance'], interline: string[]): Airline {
  return { code, name: code, country: 'AE', kind: 'full', alliance, interline, accounting: '999' };
}

export interface TestFlight {
  /** Such as `EK1`. */
  readonly flight: string;
  readonly from: string;
  readonly to: string;
  /** HH:mm at the departure airport. */
  readonly at: string;
  readonly minutes: number;
  /** Weekdays, Monday 1 to Sunday 7; every day unless given. */
  readonly on?: string;
  readonly aircraft?: '789' | '738' | '77W';
  /** Whole dirhams; 500 unless given. 0 = sold out. */
  readonly fare?: number;
}

export interface TestWorld {
  readonly index: FlightIndex;
  readonly fares: FareModel;
  airport(code: string): number;
}

/** A world of exactly these flights. Sector fares are as given, 9 seats open, no taxes. */
export function worldOf(flights: readonly TestFlight[], terminalOf?: TerminalOf): TestWorld {
  const codes = Object.keys(places);
  const airports = codes.map((iata): Airport => {
    const [metro, country, latitude, longitude, zone] = places[iata]!;
    return { iata, icao: iata, name: iata, city: iata, metro, country, latitude, longitude, zone, weekly: 7 };
  });
  const airline = flights.map(({ flight }) => airlineRows.findIndex(({ code }) => code === flight.slice(0, 2)));
  const timetable: Timetable = {
    version: 'test',
    airports,
    airlines: airlineRows,
    equipment,
    count: flights.length,
    airline: Uint16Array.from(airline),
    number: Uint16Array.from(flights, ({ flight }) => Number(flight.slice(2))),
    operator: Uint16Array.from(airline),
    from: Uint16Array.from(flights, ({ from }) => codes.indexOf(from)),
    to: Uint16Array.from(flights, ({ to }) => codes.indexOf(to)),
    departMinutes: Uint16Array.from(flights, ({ at }) => Number(at.slice(0, 2)) * 60 + Number(at.slice(3))),
    blockMinutes: Uint16Array.from(flights, ({ minutes }) => minutes),
    days: Uint8Array.from(flights, ({ on = '1234567' }) => [...on].reduce((bits, day) => bits | (1 << (Number(day) - 1)), 0)),
    equipmentOf: Uint8Array.from(flights, ({ aircraft = '789' }) => equipment.findIndex(({ code }) => code === aircraft)),
  };
  const index = buildIndex(timetable, testFirstDay, testDays, terminalOf);
  const price = Int32Array.from(index.row, (row) => (flights[row]!.fare ?? 500) * 100);
  const none = new Int32Array(codes.length);
  return {
    index,
    fares: {
      sector: (flight, _day, cabin, seats, sold) => (price[flight] === 0 || seats + sold > 9 ? -1 : price[flight]! * (cabin + 1)),
      floor: (flight, cabin) => price[flight]! * (cabin + 1),
      dayFloor: () => 1,
      taxes: [
        { departure: none, transfer: none, arrival: none },
        { departure: none, transfer: none, arrival: none },
      ],
      bagPermille: () => 1000,
      bagFils: () => 0,
    },
    airport: (code) => index.airportByCode.get(code)!,
  };
}

/** A repeatable stream of numbers in [0, 1). */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A made-up world with hubs, several airlines and zones: `airports` airports and about `patterns` flights. */
export function syntheticTimetable(seed: number, airportCount: number, patterns: number): Timetable {
  const random = seededNumbers(seed);
  const zones = ['Asia/Dubai', 'Europe/London', 'America/New_York', 'Asia/Manila', 'Pacific/Auckland', 'Asia/Kolkata'];
  const centres = zones.map((zone, index) => ({
    zone,
    latitude: [25, 50, 40, 14, -37, 20][index]!,
    longitude: [55, 5, -85, 118, 172, 78][index]!,
  }));
  const airports = Array.from({ length: airportCount }, (_, index): Airport => {
    const centre = centres[index % centres.length]!;
    const iata = [index / 676, (index / 26) % 26, index % 26].map((letter) => String.fromCharCode(65 + Math.floor(letter))).join('');
    const metro =
      index % 40 === 39
        ? String.fromCharCode(65 + Math.floor((index - 6) / 676)) +
          String.fromCharCode(65 + (Math.floor((index - 6) / 26) % 26)) +
          String.fromCharCode(65 + ((index - 6) % 26))
        : iata;
    return {
      iata,
      icao: iata,
      name: iata,
      city: iata,
      metro,
      country: `${index % 6}${index % 5}`,
      latitude: centre.latitude + random() * 20 - 10,
      longitude: centre.longitude + random() * 40 - 20,
      zone: centre.zone,
      weekly: Math.ceil(20_000 / (index + 4)),
    };
  });
  const alliances = ['star', 'oneworld', 'skyteam', null] as const;
  const airlines = Array.from({ length: Math.min(180, Math.ceil(airportCount / 8)) }, (_, index): Airline => ({
    ...carrier(`${String.fromCharCode(65 + (index % 26))}${Math.floor(index / 26)}`, alliances[index % 4]!, []),
    interline: index % 7 === 0 ? [`A${index % 4}`] : [],
  }));
  const rows: number[][] = [];
  const add = (airline: number, from: number, to: number) => {
    const a = airports[from]!;
    const b = airports[to]!;
    const km = kilometres(a.latitude, a.longitude, b.latitude, b.longitude);
    if (km < 100) return;
    const block = Math.round(30 + km / 13.5);
    const days = random() < 0.6 ? 127 : 1 + Math.floor(random() * 127);
    const kind = km > 3500 ? (random() < 0.4 ? 2 : 0) : 1;
    rows.push([airline, from, to, Math.floor(random() * 288) * 5, block, days, kind]);
  };
  while (rows.length < patterns) {
    const airline = Math.floor(random() * airlines.length);
    // Hubs are the busy low positions; spokes thin out with the square of a random number.
    const hub = airline % Math.min(60, airportCount);
    const spoke = Math.floor(random() ** 2 * airportCount);
    if (hub === spoke) continue;
    const daily = 1 + Math.floor(random() * 3);
    for (let copy = 0; copy < daily; copy++) {
      add(airline, hub, spoke);
      add(airline, spoke, hub);
    }
  }
  const column = (at: number) => rows.map((row) => row[at]!);
  return {
    version: `synthetic-${seed}`,
    airports,
    airlines,
    equipment,
    count: rows.length,
    airline: Uint16Array.from(column(0)),
    number: Uint16Array.from(rows, (_, index) => (index % 9999) + 1),
    operator: Uint16Array.from(column(0)),
    from: Uint16Array.from(column(1)),
    to: Uint16Array.from(column(2)),
    departMinutes: Uint16Array.from(column(3)),
    blockMinutes: Uint16Array.from(column(4)),
    days: Uint8Array.from(column(5)),
    equipmentOf: Uint8Array.from(column(6)),
  };
}

/** Fares by distance with a hashed load, for synthetic worlds. */
export function syntheticFares(index: FlightIndex): FareModel {
  const cabins = [1, 1.7, 3.2, 6];
  const base = Float64Array.from({ length: index.count }, (_, flight) => 160 + 0.19 * index.routeKm[index.routeOfFlight[flight]!]!);
  const size = index.timetable.airports.length;
  return {
    sector(flight, day, cabin, seats, sold) {
      let hash = Math.imul(flight * 131 + day, 0x9e3779b1);
      hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
      const load = ((hash ^ (hash >>> 13)) >>> 0) / 4_294_967_296;
      if (load > 0.97 || seats + sold > 9) return -1;
      return Math.round(base[flight]! * cabins[cabin]! * (0.75 + load * 1.6)) * 100;
    },
    floor: (flight, cabin) => Math.round(base[flight]! * cabins[cabin]! * 0.75) * 100,
    dayFloor: () => 1,
    taxes: [7_500, 3_000].map((fils) => ({
      departure: new Int32Array(size).fill(fils),
      transfer: new Int32Array(size).fill(2_000),
      arrival: new Int32Array(size).fill(1_000),
    })) as unknown as FareModel['taxes'],
    bagPermille: (airline) => (airline % 3 === 0 ? 1040 : 1000),
    bagFils: (airline, _cabin, longHaul) => (airline % 3 === 0 ? 9_500 * (longHaul ? 2 : 1) : 0),
  };
}
