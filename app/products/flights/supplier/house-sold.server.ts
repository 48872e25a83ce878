import { findTaken, findTakenUnits } from '#app/commerce/availability/claims-store.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { dayNumber } from '../engine/calendar.ts';
import { nothingSold, SoldSeatMap, type SoldSeats } from '../engine/fare-model.ts';
import type { FlightIndex } from '../engine/flight-index.ts';
import { cabinsInOrder } from '../offer.ts';
import { findRow } from './house-stock.ts';
import { parsePoolKey, poolPrefix, seatKey } from './own-stock.ts';

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

/** The overlay as this process last read it. Searches may see it a few seconds old; prices and holds read it afresh. */
export class HouseSold {
  readonly #db: Db;
  #seats: SoldSeats = nothingSold;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(db: Db) {
    this.#db = db;
  }

  readonly current = (): SoldSeats => this.#seats;

  async refresh(now: Instant, index: FlightIndex, maxAgeMs: number): Promise<void> {
    if (now - this.#readAt < maxAgeMs && now >= this.#readAt) return;
    this.#seats = await soldSeatsOverlay(this.#db, now, index);
    this.#readAt = now;
  }
}

/** Designators of a flight's seats that are held or sold now. */
export async function takenSeats(
  db: Db,
  now: Instant,
  segment: { flight: string; from: string; departs: { local: string } },
): Promise<ReadonlySet<string>> {
  const prefix = seatKey(segment, '');
  const keys = await findTakenUnits(db, now, prefix);
  return new Set(keys.map((key) => key.slice(prefix.length)));
}
