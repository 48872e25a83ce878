/**
 * "Best" is the price with everything that costs a traveller comfort turned into money, per seated passenger:
 * 45 AED an hour of journey, 60 a stop, 120 a night at an airport, 50 a tight connection, 150 a change of
 * airport or a second check-in. Lowest first. The figures are ours; the results page prints them.
 */
export const worth = {
  minute: 75,
  stop: 6_000,
  overnight: 12_000,
  tight: 5_000,
  airportChange: 15_000,
  selfTransfer: 15_000,
} as const;

export interface Discomfort {
  readonly minutes: number;
  readonly stops: number;
  readonly overnights: number;
  readonly tight: number;
  readonly airportChanges: number;
  readonly selfTransfers: number;
}

/** Fils; `price` is for the whole party. */
export function bestScore(price: number, seats: number, journey: Discomfort): number {
  const each =
    worth.minute * journey.minutes +
    worth.stop * journey.stops +
    worth.overnight * journey.overnights +
    worth.tight * journey.tight +
    worth.airportChange * journey.airportChanges +
    worth.selfTransfer * journey.selfTransfers;
  return price + seats * each;
}

/** Departure banks: six windows of four hours by the local clock. */
export const banks = 6;

export function bankOf(departMinutes: number): number {
  return Math.floor(departMinutes / 240);
}

/** Minutes of a layover that fall between midnight and 6 a.m.; both ends on the local clock. */
export function nightMinutes(localFrom: number, localTo: number): number {
  let night = 0;
  for (let day = Math.floor(localFrom / 1440); day * 1440 < localTo; day++) {
    const start = Math.max(localFrom, day * 1440);
    const end = Math.min(localTo, day * 1440 + 360);
    if (end > start) night += end - start;
  }
  return night;
}

/** A layover with three hours or more of the night is called overnight. */
export const overnightFrom = 180;
