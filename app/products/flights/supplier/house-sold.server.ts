import { findTaken, findTakenUnits } from '#app/commerce/availability/claims-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { dayNumber } from '../engine/calendar.ts';
import { nothingSold, SoldSeatMap, type SoldSeats } from '../engine/fare-model.ts';
import type { FlightIndex } from '../engine/flight-index.ts';
import { cabinsInOrder } from '../offer.ts';
import { findRow } from './house-stock.ts';
import type { HouseStock } from './house-supplier.server.ts';
import { parsePoolKey, poolPrefix, seatPrefix } from './own-stock.ts';

/** Seats that the house has sold or holds, as the search engine counts them: timetable row, day, cabin. */
export async function soldSeatsOverlay(db: Db, now: Instant, index: FlightIndex): Promise<SoldSeats> {
  const sold = new SoldSeatMap();
  for (const { key, quantity } of await findTaken(db, now, poolPrefix)) {
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
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(platform: Pick<Platform, 'db' | 'clock'>) {
    this.#platform = platform;
  }

  /** Makes the next question read the database. */
  forget(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  async soldSeats(index: FlightIndex): Promise<SoldSeats> {
    const now = this.#platform.clock.now();
    if (now - this.#readAt >= searchAgeMs || now < this.#readAt) {
      this.#seats = await soldSeatsOverlay(this.#platform.db, now, index);
      this.#readAt = now;
    }
    return this.#seats;
  }

  async takenSeats(flight: string, date: string): Promise<ReadonlySet<string>> {
    const keys = await findTakenUnits(this.#platform.db, this.#platform.clock.now(), seatPrefix(flight, date));
    return new Set(keys.map((key) => key.split('/').at(-1)!));
  }
}
