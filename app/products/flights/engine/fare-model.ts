/**
 * What the search asks of fares, as plain numbers so that nothing is allocated while it runs.
 * Flights are positions in the index, days are day numbers, cabins 0 economy, 1 premium, 2 business, 3 first.
 * Amounts are fils (1/100 AED); sector fares are whole dirhams.
 */
export interface FareModel {
  /** Adult base fare in the cheapest bucket with `seats` open seats after `sold`; -1 when there is none. */
  sector(flight: number, day: number, cabin: number, seats: number, sold: number): number;
  /** Never more than `sector` of the same flight and cabin on any day for any seats. */
  floor(flight: number, cabin: number): number;
  /** Multiplies `floor` for one day of departure, never above the truth. */
  dayFloor(day: number): number;
  /** Taxes of one adult by airport: [0] for journeys between countries, [1] inside one. */
  readonly taxes: readonly [AirportTaxes, AirportTaxes];
  /**
   * What the cheapest fare family with a checked bag costs more than the lowest fare: permille of it and fils for
   * each flight; by issuing airline (position in the timetable), cabin and whether the journey is long.
   */
  bagPermille(airline: number, cabin: number, longHaul: boolean): number;
  bagFils(airline: number, cabin: number, longHaul: boolean): number;
}

/** Fils by airport, for starting, changing and ending a direction there. */
export interface AirportTaxes {
  readonly departure: Int32Array;
  readonly transfer: Int32Array;
  readonly arrival: Int32Array;
}

/** Great-circle distance from which fees and allowances of fare families are those of long journeys. */
export const longHaulKm = 4000;

/** Adult base fare of a dearer fare family: permille of the lowest and fils for each flight, whole dirhams upwards. */
export function familyBase(base: number, permille: number, fils: number, flights: number): number {
  return Math.ceil((base * permille) / 100_000) * 100 + fils * flights;
}

/** Seats sold by the house on top of the forecast load curve. */
export interface SoldSeats {
  readonly size: number;
  /** Timetable row, day number, cabin 0 to 3. */
  count(row: number, day: number, cabin: number): number;
}

export const nothingSold: SoldSeats = { size: 0, count: () => 0 };

/** Claims as a map; one key per flight, day and cabin. */
export class SoldSeatMap implements SoldSeats {
  readonly #seats = new Map<number, number>();

  get size(): number {
    return this.#seats.size;
  }

  add(row: number, day: number, cabin: number, seats: number): void {
    const key = soldKey(row, day, cabin);
    this.#seats.set(key, (this.#seats.get(key) ?? 0) + seats);
  }

  count(row: number, day: number, cabin: number): number {
    return this.#seats.get(soldKey(row, day, cabin)) ?? 0;
  }
}

function soldKey(row: number, day: number, cabin: number): number {
  return (row * 65_536 + day) * 4 + cabin;
}

/** A through ticket is cheaper than the sum of its flights: permille per connection, by relation. */
export const throughPermille = { same: 850, partner: 930 } as const;

/** Permille of a ticket with two connections. */
export function twoConnections(first: number, second: number): number {
  return Math.round((first * second) / 1000);
}

export interface Party {
  readonly adults: number;
  readonly children: number;
  readonly infants: number;
}

/** Base fares of a child and a lap infant from the adult's: 75 and 10 percent, whole dirhams upwards. */
export function childBase(adultBase: number): number {
  return Math.ceil((adultBase * 75) / 10_000) * 100;
}

export function infantBase(adultBase: number): number {
  return Math.ceil((adultBase * 10) / 10_000) * 100;
}

/** The sum of sector fares after the through discount, whole dirhams upwards. */
export function throughBase(sum: number, permille: number): number {
  return Math.ceil((sum * permille) / 100_000) * 100;
}

/** Base fares of the whole party. */
export function partyFare(adultBase: number, party: Party): number {
  let total = party.adults * adultBase;
  if (party.children > 0) total += party.children * childBase(adultBase);
  if (party.infants > 0) total += party.infants * infantBase(adultBase);
  return total;
}

/** Several directions on one ticket: 10 percent less with one airline, 5 with partners, nothing on separate tickets. */
export const combinedPermille = { same: 900, partner: 950, separate: 1000 } as const;
