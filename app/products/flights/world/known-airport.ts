import type { Position } from './great-circle.ts';

/** An airport as the packages and our corrections describe it, flown to or not. */
export interface KnownAirport extends Position {
  readonly iata: string;
  readonly icao: string;
  readonly name: string;
  readonly city: string;
  readonly country: string;
  readonly zone: string;
  /** Minutes east of UTC in January and July of a fixed year, so that the world does not depend on today. */
  readonly winterOffset: number;
  readonly summerOffset: number;
  /** 3 large, 2 medium, 1 small, 0 seaplane base or heliport. */
  readonly size: 0 | 1 | 2 | 3;
  /** Listed with scheduled flights by one package and known to the other as the same place. */
  readonly scheduled: boolean;
}

/** What the list of known airports is made from, besides the packages. */
export interface AirportSources {
  /** seeds/world/airport-corrections.csv and airports-closed.txt. */
  readonly corrections: string;
  readonly closed: string;
  /** Airports of the curated network, kept whatever their size. */
  readonly flown: ReadonlySet<string>;
}
