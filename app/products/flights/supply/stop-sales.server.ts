import type { Platform } from '#app/platform/platform.server.ts';
import { RecentRead } from '#app/platform/recent-read.server.ts';
import type { FlightIndex } from '../engine/flight-index.ts';
import { findStops } from './stop-sale-store.server.ts';
import type { StopSale } from './stop-sale-rules.ts';
import { stoppedRows, type StoppedRows } from './stopped-flights.ts';

/** A list of flights may miss a stop begun on another process this long; a price and a hold never do. Milliseconds. */
const listAgeMs = 2_000;

interface Found {
  readonly stops: readonly StopSale[];
  readonly said: string;
  readonly revision: number;
}

/** The stops in force as this process last read them. */
export class StopSales {
  readonly #found: RecentRead<Found>;
  #rows: { readonly index: FlightIndex; readonly revision: number; readonly rows: StoppedRows } | null = null;

  constructor({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
    this.#found = new RecentRead(clock, listAgeMs, async (_now, before) => {
      const stops = await findStops(db);
      const said = JSON.stringify(stops);
      return before?.said === said ? before : { stops, said, revision: (before?.revision ?? 0) + 1 };
    });
  }

  /** Makes the next question read the database. */
  forget(): void {
    this.#found.forget();
  }

  async all(): Promise<readonly StopSale[]> {
    return (await this.#found.read()).stops;
  }

  /** Another number each time the stops in force were found changed. */
  async revision(): Promise<number> {
    return (await this.#found.read()).revision;
  }

  /** What they stop of a source in a timetable; reckoned once for each change. */
  async rowsOf(index: FlightIndex, source: string): Promise<StoppedRows> {
    const { stops, revision } = await this.#found.read();
    if (this.#rows?.index !== index || this.#rows.revision !== revision)
      this.#rows = { index, revision, rows: stoppedRows(index, stops, source) };
    return this.#rows.rows;
  }
}
