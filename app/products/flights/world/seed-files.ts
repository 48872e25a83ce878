import type { Airline } from '../engine/timetable.ts';

/** Reads one file of seeds/world by name. */
export type ReadSeed = (name: string) => string;

export interface SeedAirline extends Airline {
  /** Aircraft codes it flies. */
  readonly fleet: readonly string[];
}

/** A weekly return service: `weekly` flights from `base` to `other`, and as many back. */
export interface Service {
  readonly airline: string;
  readonly operator: string;
  readonly base: string;
  readonly other: string;
  readonly weekly: number;
}

export interface AircraftType {
  readonly code: string;
  readonly name: string;
  readonly body: 'narrow' | 'wide' | 'regional';
  readonly seats: { readonly F: number; readonly J: number; readonly W: number; readonly Y: number };
  /** All-economy seats in a low-cost layout; 0 where no low-cost airline flies it. */
  readonly lowCostSeats: number;
  readonly rangeKm: number;
  readonly shortestKm: number;
  readonly longestUsualKm: number;
  readonly fuelLto: number;
  readonly fuelPerKm: number;
  readonly layout: { readonly F: string; readonly J: string; readonly W: string; readonly Y: string };
  /** 1 for jets; how much slower than a jet it cruises. */
  readonly slowness: number;
}

export interface Metro {
  readonly code: string;
  readonly name: string;
  readonly country: string;
  readonly airports: readonly string[];
}

export interface Curfew {
  /** Minutes after local midnight; `from` may be later than `to`, over midnight. */
  readonly from: number;
  readonly to: number;
}

export interface FamousFlight {
  readonly airline: string;
  readonly number: number;
  readonly returnNumber: number;
  readonly base: string;
  readonly other: string;
  readonly depart: number;
  readonly returnDepart: number;
}

export interface BankProfile {
  readonly departures: readonly number[];
  readonly arrivals: readonly number[];
}

/** Lines of a seed file without comments and blanks. */
export function seedLines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
}

/** Rows of a comma-separated seed file without its heading. Our files hold no quotes. */
export function seedRows(text: string): string[][] {
  return seedLines(text)
    .slice(1)
    .map((line) => line.split(','));
}

const words = (text: string | undefined) => (text ? text.split(' ').filter(Boolean) : []);

export function readAirlines(text: string): SeedAirline[] {
  const rows = seedRows(text);
  const taken = new Set(rows.map((row) => row[5]));
  let spare = 299;
  return rows.map(([code, name, country, kind, alliance, accounting, fleet, interline]) => ({
    code: code!,
    name: name!,
    country: country!,
    kind: kind as Airline['kind'],
    alliance: (alliance || null) as Airline['alliance'],
    interline: words(interline),
    accounting: accounting || nextFree(),
    fleet: words(fleet),
  }));

  // An airline outside the clearing house has no accounting code; it gets a free one so that tickets can be numbered.
  function nextFree(): string {
    do spare += 1;
    while (taken.has(String(spare)));
    return String(spare);
  }
}

/** "EK DXB: 42 LHR 28 BOM DEL" and "UA:OO DEN: 14 ASE"; a number holds for the destinations after it. */
export function readServices(text: string): Service[] {
  const services: Service[] = [];
  for (const line of seedLines(text)) {
    const end = line.indexOf(': ');
    const [who, base] = line.slice(0, end).split(' ');
    const [airline, operator] = who!.split(':');
    let weekly = 0;
    for (const token of line.slice(end + 2).split(' ')) {
      const number = Number(token);
      if (Number.isNaN(number)) {
        services.push({ airline: airline!, operator: operator ?? airline!, base: base!, other: token, weekly });
      } else weekly = number;
    }
  }
  return services;
}

export function readAircraft(text: string): AircraftType[] {
  return seedRows(text).map((row) => {
    const number = (column: number) => Number(row[column]);
    return {
      code: row[0]!,
      name: row[1]!,
      body: row[2] as AircraftType['body'],
      seats: { F: number(3), J: number(4), W: number(5), Y: number(6) },
      lowCostSeats: number(7),
      rangeKm: number(8),
      shortestKm: number(9),
      longestUsualKm: number(10),
      fuelLto: number(11),
      fuelPerKm: number(12),
      layout: { F: row[13]!, J: row[14]!, W: row[15]!, Y: row[16]! },
      slowness: number(17),
    };
  });
}

/** Cabins an airline has fitted otherwise than the usual layout, by "airline type". */
export function readCabins(text: string): Map<string, AircraftType['seats']> {
  return new Map(
    seedRows(text).map(([airline, type, F, J, W, Y]) => [`${airline} ${type}`, { F: Number(F), J: Number(J), W: Number(W), Y: Number(Y) }]),
  );
}

/** Aircraft types a route is known for, by "airline base destination". */
export function readAircraftRoutes(text: string): Map<string, string> {
  const known = new Map<string, string>();
  for (const line of seedLines(text)) {
    const [head, destinations] = line.split(': ');
    const [airline, type, base] = head!.split(' ');
    for (const other of words(destinations)) known.set(`${airline} ${base} ${other}`, type!);
  }
  return known;
}

export function readMetros(text: string): Metro[] {
  return seedRows(text).map(([code, name, country, airports]) => ({
    code: code!,
    name: name!,
    country: country!,
    airports: words(airports),
  }));
}

const clock = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(2, 4));

export function readCurfews(text: string): Map<string, Curfew> {
  return new Map(
    seedLines(text).map((line) => {
      const [airport, times] = line.split(' ');
      const [from, to] = times!.split('-');
      return [airport!, { from: clock(from!), to: clock(to!) }];
    }),
  );
}

/** Hour weights by airport; the profile called "other" is under the empty string. */
export function readBanks(text: string): Map<string, BankProfile> {
  const banks = new Map<string, BankProfile>();
  for (const line of seedLines(text)) {
    const [head, airports] = line.split(':');
    const [name, departures, arrivals] = head!.split(' ');
    const profile = { departures: [...departures!].map(Number), arrivals: [...arrivals!].map(Number) };
    for (const airport of name === 'other' ? [''] : words(airports)) {
      if (!banks.has(airport)) banks.set(airport, profile);
    }
  }
  return banks;
}

export function readFamousFlights(text: string): FamousFlight[] {
  return seedLines(text).map((line) => {
    const [airline, numbers, route, depart, returnDepart] = line.split(' ');
    const [number, returnNumber] = numbers!.split('/').map(Number);
    const [base, other] = route!.split('-');
    return {
      airline: airline!,
      number: number!,
      returnNumber: returnNumber!,
      base: base!,
      other: other!,
      depart: clock(depart!),
      returnDepart: clock(returnDepart!),
    };
  });
}
