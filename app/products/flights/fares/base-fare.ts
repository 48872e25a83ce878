import type { Timetable } from '../engine/timetable.ts';
import { distanceKm } from '../world/great-circle.ts';
import { hashOf, mixHash } from '../world/seeded-hash.ts';
import { bucketsOfCabin, cheapestBucket, cheapestPermille, classLimit, openSeats, seatsTaken } from './fare-buckets.ts';
import { leadTimePermille, marketCount, marketOf, seasonTable } from './season.ts';

/*
 * One-way fares of the house inventory for one adult on one flight. Amounts are whole fils (1/100 AED), always whole
 * dirhams. Build a FareTable once per timetable and a HouseFares once per day of sale; after that
 * `lowestFareFils(row, day, cabin, seats, sold)` allocates nothing and takes well under a microsecond.
 * Rows are rows of the timetable, days are day numbers, cabins 0 economy, 1 premium, 2 business, 3 first.
 */

/** What does not change from day to day, one entry for each timetable row. */
export interface FareTable {
  readonly timetable: Timetable;
  /** Economy fare at multiple 1, fils. */
  readonly base: Int32Array;
  /** Cabin multiples in permille at [row * 4 + cabin]. */
  readonly cabinPermille: Uint16Array;
  readonly market: Uint8Array;
  readonly seed: Uint32Array;
  /** Seats at [equipment * 4 + cabin]. */
  readonly seats: Uint16Array;
}

/** Fares on sale on one day. */
export interface HouseFares {
  /** Fare of the cheapest class with `seats` open seats after `sold`; -1 when the cabin has none left or is not fitted. */
  lowestFareFils(row: number, day: number, cabin: number, seats: number, sold: number): number;
  /** Letter of that class, seats it shows (1 to 9); null when there is none. */
  lowestClass(row: number, day: number, cabin: number, seats: number, sold: number): BookingClass | null;
  /** Every class of the cabin with its fare and open seats (0 to 9), dearest first. */
  classes(row: number, day: number, cabin: number, sold: number): BookingClass[];
  /** Seats of the cabin that the world has left open, and how many of them may go before the class of this letter closes. */
  stock(row: number, day: number, cabin: number, letter: string): { readonly open: number; readonly ceiling: number } | null;
  /** Never more than `lowestFareFils` of the row and cabin on any day of the period. */
  floorFils(row: number, cabin: number): number;
  /** At least 1: `floorFils * dayFloor(day)` is still never more than the true fare of that day. */
  dayFloor(day: number): number;
  /** Season, weekday and lead time together, permille: the "why this price" of the day. */
  dayFactor(row: number, day: number): number;
}

export interface BookingClass {
  readonly letter: string;
  readonly fareFils: number;
  readonly seatsLeft: number;
}

// Source of the formula and its factors: fitted to common one-way fares from Dubai, before competition.
const startFils = 16_000;
const perKmFils = 19;
const lowCostPermille = 720;

/** Pure; about 0.1 s for 100,000 rows. */
export function buildFareTable(timetable: Timetable): FareTable {
  const { count, airports, airlines } = timetable;
  const competition = carriersByCityPair(timetable);
  const base = new Int32Array(count);
  const cabinPermille = new Uint16Array(count * 4);
  const market = new Uint8Array(count);
  const seed = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) {
    const from = airports[timetable.from[row]!]!;
    const to = airports[timetable.to[row]!]!;
    const airline = airlines[timetable.airline[row]!]!;
    const km = distanceKm(from, to);
    const carriers = competition(row);
    const kind = airline.kind === 'low-cost' ? lowCostPermille : 1000;
    base[row] = Math.round(((startFils + perKmFils * km) * kind * (1140 - 40 * Math.min(6, carriers))) / 1_000_000);
    seed[row] = mixHash(hashOf(airline.code), timetable.number[row]! * 131 + timetable.from[row]!);
    // Flights of one route differ by hour and habit; night departures sell for less.
    const night = timetable.departMinutes[row]! < 330 ? 30 : 0;
    base[row] = Math.round((base[row]! * (930 - night + (seed[row]! % 161))) / 1000);
    // Business is 2.8 times economy on short flights and 3.8 on long ones, with a bed.
    const longShare = Math.max(0, Math.min(1, (km - 2500) / 3000));
    cabinPermille[row * 4] = 1000;
    cabinPermille[row * 4 + 1] = 1700;
    cabinPermille[row * 4 + 2] = Math.round(2800 + 1000 * longShare);
    cabinPermille[row * 4 + 3] = 6000;
    market[row] = marketOf(from.country, to.country);
  }
  const seats = Uint16Array.from(timetable.equipment.flatMap(({ seats: { Y, W, J, F } }) => [Y, W, J, F]));
  return { timetable, base, cabinPermille, market, seed, seats };
}

/** Fares of the sales period `firstDay .. firstDay + days - 1` as sold on `today`. */
export function houseFaresOn(table: FareTable, today: number, firstDay: number, days: number): HouseFares {
  const { timetable, base, cabinPermille, market, seed, seats } = table;
  const factor = seasonTable(firstDay, days);
  for (let offset = 0; offset < days; offset += 1) {
    const lead = leadTimePermille(firstDay + offset - today);
    for (let group = 0; group < marketCount; group += 1) {
      const at = group * days + offset;
      factor[at] = Math.round((factor[at]! * lead) / 1000);
    }
  }
  const smallest = factor.reduce((least, value) => Math.min(least, value), 65_535);
  const dayFloors = Float64Array.from({ length: days }, (_, offset) => {
    let least = 65_535;
    for (let group = 0; group < marketCount; group += 1) least = Math.min(least, factor[group * days + offset]!);
    return least / smallest;
  });

  const offsetOf = (day: number) => Math.min(Math.max(day - firstDay, 0), days - 1);

  function fareFils(row: number, day: number, cabin: number, bucket: number): number {
    const dayPermille = factor[market[row]! * days + offsetOf(day)]!;
    const classPermille = bucketsOfCabin[cabin]![bucket]!.permille;
    // Integers below 2^53 up to the one division, so the same on every machine.
    const cabinFare = Math.ceil((base[row]! * cabinPermille[row * 4 + cabin]!) / 1000);
    return Math.ceil((cabinFare * dayPermille * classPermille) / 100_000_000) * 100;
  }

  function cabinSeats(row: number, cabin: number): number {
    return seats[timetable.equipmentOf[row]! * 4 + cabin]!;
  }

  function bucketFor(row: number, day: number, cabin: number, wanted: number, sold: number): number {
    const all = cabinSeats(row, cabin);
    if (all === 0) return -1;
    return cheapestBucket(cabin, all, seatsTaken(all, seed[row]!, day, cabin, day - today) + sold, wanted);
  }

  function classOf(row: number, day: number, cabin: number, bucket: number, sold: number): BookingClass {
    const all = cabinSeats(row, cabin);
    const taken = seatsTaken(all, seed[row]!, day, cabin, day - today) + sold;
    return {
      letter: bucketsOfCabin[cabin]![bucket]!.letter,
      fareFils: fareFils(row, day, cabin, bucket),
      seatsLeft: openSeats(cabin, bucket, all, taken),
    };
  }

  return {
    lowestFareFils(row, day, cabin, wanted, sold) {
      const bucket = bucketFor(row, day, cabin, wanted, sold);
      return bucket < 0 ? -1 : fareFils(row, day, cabin, bucket);
    },
    lowestClass(row, day, cabin, wanted, sold) {
      const bucket = bucketFor(row, day, cabin, wanted, sold);
      return bucket < 0 ? null : classOf(row, day, cabin, bucket, sold);
    },
    classes(row, day, cabin, sold) {
      if (cabinSeats(row, cabin) === 0) return [];
      return bucketsOfCabin[cabin]!.map((_, bucket) => classOf(row, day, cabin, bucket, sold));
    },
    stock(row, day, cabin, letter) {
      const bucket = bucketsOfCabin[cabin]!.findIndex((each) => each.letter === letter);
      const all = cabinSeats(row, cabin);
      if (bucket < 0 || all === 0) return null;
      const world = seatsTaken(all, seed[row]!, day, cabin, day - today);
      return { open: all - world, ceiling: classLimit(cabin, bucket, all) - world };
    },
    floorFils(row, cabin) {
      return Math.floor((base[row]! * cabinPermille[row * 4 + cabin]! * smallest * cheapestPermille[cabin]!) / 1e9);
    },
    dayFloor: (day) => dayFloors[offsetOf(day)]!,
    dayFactor: (row, day) => factor[market[row]! * days + offsetOf(day)]!,
  };
}

/** How many airlines sell a city pair in its direction, by row. */
function carriersByCityPair(timetable: Timetable): (row: number) => number {
  const metros = new Map<string, number>();
  const cityOf = timetable.airports.map(({ metro }) => {
    const known = metros.get(metro) ?? metros.size;
    metros.set(metro, known);
    return known;
  });
  const pairOf = (row: number) => cityOf[timetable.from[row]!]! * 65_536 + cityOf[timetable.to[row]!]!;
  const carriers = new Map<number, number>();
  const seen = new Set<number>();
  for (let row = 0; row < timetable.count; row += 1) {
    const pair = pairOf(row);
    const carrier = pair * 1024 + timetable.airline[row]!;
    if (seen.has(carrier)) continue;
    seen.add(carrier);
    carriers.set(pair, (carriers.get(pair) ?? 0) + 1);
  }
  return (row) => carriers.get(pairOf(row)) ?? 1;
}
