import type { Platform } from '#app/platform/platform.server.ts';
import type { FlightIndex } from '../engine/flight-index.ts';
import { findStops } from './stop-sale-store.server.ts';
import type { StopSale } from './stop-sale-rules.ts';
import { stoppedRows, type StoppedRows } from './stopped-flights.ts';

/** A list of flights may miss a stop begun on another process this long; a price and a hold never do. Milliseconds. */
const listAgeMs = 2_000;

/** The stops in force as this process last read them. */
export class StopSales {
  readonly #platform: Pick<Platform, 'db' | 'clock'>;
  #stops: readonly StopSale[] = [];
  #said = '[]';
  #revision = 0;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;
  #rows: { readonly index: FlightIndex; readonly revision: number; readonly rows: StoppedRows } | null = null;

  constructor(platform: Pick<Platform, 'db' | 'clock'>) {
    this.#platform = platform;
  }

  /** Makes the next question read the database. */
  forget(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
    this.#reading = null;
  }

  async all(): Promise<readonly StopSale[]> {
    await this.#readIfOld();
    return this.#stops;
  }

  /** Another number each time the stops in force were found changed. */
  async revision(): Promise<number> {
    await this.#readIfOld();
    return this.#revision;
  }

  /** What they stop of a source in a timetable; reckoned once for each change. */
  async rowsOf(index: FlightIndex, source: string): Promise<StoppedRows> {
    await this.#readIfOld();
    if (this.#rows?.index !== index || this.#rows.revision !== this.#revision)
      this.#rows = { index, revision: this.#revision, rows: stoppedRows(index, this.#stops, source) };
    return this.#rows.rows;
  }

  async #readIfOld(): Promise<void> {
    const now = this.#platform.clock.now();
    if (now - this.#readAt < listAgeMs && now >= this.#readAt) return;
    const reading = (this.#reading ??= this.#read(now));
    try {
      await reading;
    } finally {
      if (this.#reading === reading) this.#reading = null;
    }
  }

  async #read(now: number): Promise<void> {
    const stops = await findStops(this.#platform.db);
    const said = JSON.stringify(stops);
    this.#stops = stops;
    if (said !== this.#said) this.#revision += 1;
    this.#said = said;
    this.#readAt = now;
  }
}
