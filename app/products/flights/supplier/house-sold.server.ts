import { findTaken, findTakenUnits, type Taken } from '#app/commerce/availability/claims-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { dayNumber } from '../engine/calendar.ts';
import { nothingSold, SoldSeatMap, type SoldSeats } from '../engine/fare-model.ts';
import type { FlightIndex } from '../engine/flight-index.ts';
import { cabinsInOrder } from '../offer.ts';
import { findRow } from './house-stock.ts';
import type { HouseStock } from './house-supplier.server.ts';
import { parsePoolKey, poolPrefix, seatPrefix } from './own-stock.ts';

/** Seats that the house has sold or holds, as the search engine counts them: timetable row, day, cabin. */
function overlayOf(taken: readonly Taken[], index: FlightIndex): SoldSeats {
  const sold = new SoldSeatMap();
  for (const { key, quantity } of taken) {
    const parts = parsePoolKey(key);
    const row = parts ? findRow(index, parts) : null;
    if (parts && row !== null) sold.add(row, dayNumber(parts.date), cabinsInOrder.indexOf(parts.cabin as never), quantity);
  }
  return sold;
}

/** A search may see sales this old; prices and holds never do. Milliseconds. */
const searchAgeMs = 2_000;

/** The overlay as this process last read it. */
export class HouseSold implements HouseStock {
  readonly #platform: Pick<Platform, 'db' | 'clock'>;
  #seats: SoldSeats = nothingSold;
  #taken = '';
  #revision = 0;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;

  constructor(platform: Pick<Platform, 'db' | 'clock'>) {
    this.#platform = platform;
  }

  /** Makes the next question read the database. */
  forget(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
    this.#reading = null;
  }

  async soldSeats(index: FlightIndex): Promise<SoldSeats> {
    await this.#readIfOld(index);
    return this.#seats;
  }

  /** Another number each time other seats were found taken than before. */
  async revision(index: FlightIndex): Promise<number> {
    await this.#readIfOld(index);
    return this.#revision;
  }

  async #readIfOld(index: FlightIndex): Promise<void> {
    const now = this.#platform.clock.now();
    if (now - this.#readAt < searchAgeMs && now >= this.#readAt) return;
    // Searches that come together wait for one reading.
    const reading = (this.#reading ??= this.#read(now, index));
    try {
      await reading;
    } finally {
      if (this.#reading === reading) this.#reading = null;
    }
  }

  async #read(now: Instant, index: FlightIndex): Promise<void> {
    const taken = await findTaken(this.#platform.db, now, poolPrefix);
    const said = taken.map(({ key, quantity }) => `${key} ${quantity}`).join();
    this.#seats = overlayOf(taken, index);
    if (said !== this.#taken) this.#revision += 1;
    this.#taken = said;
    this.#readAt = now;
  }

  async takenSeats(flight: string, date: string): Promise<ReadonlySet<string>> {
    const keys = await findTakenUnits(this.#platform.db, this.#platform.clock.now(), seatPrefix(flight, date));
    return new Set(keys.map((key) => key.split('/').at(-1)!));
  }
}
