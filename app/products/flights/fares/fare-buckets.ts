import { mixHash } from '../world/seeded-hash.ts';

/*
 * Booking classes of the house inventory and how many seats each still has. Cabins are 0 economy, 1 premium,
 * 2 business, 3 first, as in the search engine. Nothing is stored: the load of a flight on a date follows from a
 * hash of its row and day, and what the house itself sold comes in as an argument.
 */

export interface FareBucket {
  /** Reservation booking designator. */
  readonly letter: string;
  /** Multiple of the cabin's fare, permille. */
  readonly permille: number;
  /** Share of the cabin that may be sold before this class closes, permille: classes are nested. */
  readonly limitPermille: number;
}

/** Dearest first; the last is the cheapest. */
export const bucketsOfCabin: readonly (readonly FareBucket[])[] = [
  [
    { letter: 'Y', permille: 2400, limitPermille: 1000 },
    { letter: 'B', permille: 1900, limitPermille: 965 },
    { letter: 'M', permille: 1550, limitPermille: 915 },
    { letter: 'H', permille: 1300, limitPermille: 845 },
    { letter: 'K', permille: 1120, limitPermille: 755 },
    { letter: 'Q', permille: 1000, limitPermille: 630 },
    { letter: 'L', permille: 860, limitPermille: 460 },
    { letter: 'T', permille: 750, limitPermille: 280 },
  ],
  [
    { letter: 'W', permille: 1400, limitPermille: 1000 },
    { letter: 'S', permille: 1000, limitPermille: 800 },
    { letter: 'E', permille: 850, limitPermille: 450 },
  ],
  [
    { letter: 'J', permille: 1450, limitPermille: 1000 },
    { letter: 'C', permille: 1200, limitPermille: 880 },
    { letter: 'D', permille: 1000, limitPermille: 680 },
    { letter: 'Z', permille: 850, limitPermille: 380 },
  ],
  [
    { letter: 'F', permille: 1250, limitPermille: 1000 },
    { letter: 'A', permille: 1000, limitPermille: 650 },
  ],
];

export const cheapestPermille = bucketsOfCabin.map((buckets) => buckets.at(-1)!.permille);

/** What a supplier shows at most for one class. */
export const mostShown = 9;

/**
 * Seats of a cabin that the rest of the world has taken, from a hashed load curve: a flight ends 68 to 98 % full,
 * half of it bought in the last five weeks. `seed` belongs to the flight, `daysAhead` counts to its departure.
 */
export function seatsTaken(seats: number, seed: number, day: number, cabin: number, daysAhead: number): number {
  const luck = mixHash(seed, day * 4 + cabin) % 301;
  const finalPermille = 680 + luck;
  const ahead = daysAhead < 0 ? 0 : daysAhead;
  return Math.floor((seats * finalPermille * 35) / ((ahead + 35) * 1000));
}

/** Position of the cheapest class with that many seats left, or -1. `taken` includes what the house sold. */
export function cheapestBucket(cabin: number, seats: number, taken: number, wanted: number): number {
  const buckets = bucketsOfCabin[cabin]!;
  for (let bucket = buckets.length - 1; bucket >= 0; bucket -= 1) {
    if (classLimit(cabin, bucket, seats) - taken >= wanted) return bucket;
  }
  return -1;
}

/** How many seats of a cabin may be taken before a class closes. */
export function classLimit(cabin: number, bucket: number, seats: number): number {
  return Math.floor((seats * bucketsOfCabin[cabin]![bucket]!.limitPermille) / 1000);
}

/** Open seats of one class, 0 to 9. */
export function openSeats(cabin: number, bucket: number, seats: number, taken: number): number {
  return Math.max(0, Math.min(mostShown, classLimit(cabin, bucket, seats) - taken));
}
