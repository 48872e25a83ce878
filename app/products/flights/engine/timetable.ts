/**
 * The world as flat arrays. One row is a weekly flight pattern, never a flight on a date:
 * a date is a matter of arithmetic, so 330 days cost no more memory than one week.
 */
export interface Timetable {
  /** Changes whenever any row changes; part of every cache key. */
  readonly version: string;
  readonly airports: readonly Airport[];
  readonly airlines: readonly Airline[];
  readonly equipment: readonly Equipment[];
  /** Number of patterns. Every array below has this length. */
  readonly count: number;
  readonly airline: Uint16Array;
  /** Flight number without the airline, 1 to 9999. */
  readonly number: Uint16Array;
  /** Index into `airlines` of the operating carrier; equal to `airline` unless it is a codeshare. */
  readonly operator: Uint16Array;
  readonly from: Uint16Array;
  readonly to: Uint16Array;
  /** Minutes after local midnight at the departure airport, 0 to 1439. */
  readonly departMinutes: Uint16Array;
  /** Gate to gate, minutes; the arrival is always departure in UTC plus this. */
  readonly blockMinutes: Uint16Array;
  /** Days of the week by the departure airport's local date: bit 0 = Monday ... bit 6 = Sunday. */
  readonly days: Uint8Array;
  readonly equipmentOf: Uint8Array;
}

export interface Airport {
  readonly iata: string;
  readonly icao: string;
  readonly name: string;
  readonly city: string;
  /** Metro code such as LON; equal to the IATA code for a city with one airport. */
  readonly metro: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
  /** IANA zone. */
  readonly zone: string;
  /** Scheduled departures a week, for ranking. */
  readonly weekly: number;
}

export interface Airline {
  readonly code: string;
  readonly name: string;
  /** ISO 3166-1 alpha-2 of its home. */
  readonly country: string;
  readonly kind: 'full' | 'low-cost' | 'regional';
  readonly alliance: 'star' | 'oneworld' | 'skyteam' | null;
  /** Codes of airlines it sells one ticket with, besides its own alliance. */
  readonly interline: readonly string[];
  /** Three-digit accounting code, the prefix of its ticket numbers. */
  readonly accounting: string;
}

export interface Equipment {
  /** Unique: the code alone for the usual cabin, "320/low-cost" or "388/EK" for another fitting of the same aircraft. */
  readonly id: string;
  /** IATA aircraft code such as 77W. */
  readonly code: string;
  readonly name: string;
  readonly body: 'narrow' | 'wide' | 'regional';
  /** Seats by cabin: first, business, premium economy, economy. */
  readonly seats: { readonly F: number; readonly J: number; readonly W: number; readonly Y: number };
  /** Fuel, kilograms: landing-and-take-off cycle and per kilometre. */
  readonly fuelLto: number;
  readonly fuelPerKm: number;
  /** Seats across in each cabin, such as 3-4-3; a dash is an aisle. */
  readonly layout: { readonly F: string; readonly J: string; readonly W: string; readonly Y: string };
}
