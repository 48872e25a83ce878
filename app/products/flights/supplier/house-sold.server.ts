import { findTaken, findTakenUnits, type Taken } from '#app/commerce/availability/taken-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { RecentRead } from '#app/platform/recent-read.server.ts';
import { dayNumber } from '../engine/calendar.ts';
import { SoldSeatMap, type SoldSeats } from '../engine/fare-model.ts';
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

/** What was found taken, and a number that is another each time that was not what it was before. */
interface Found {
  readonly taken: readonly Taken[];
  readonly said: string;
  readonly revision: number;
}

/** The overlay as this process last read it. */
export class HouseSold implements HouseStock {
  readonly #platform: Pick<Platform, 'db' | 'clock'>;
  readonly #found: RecentRead<Found>;
  #overlay: { readonly revision: number; readonly index: FlightIndex; readonly seats: SoldSeats } | null = null;

  constructor(platform: Pick<Platform, 'db' | 'clock'>) {
    this.#platform = platform;
    this.#found = new RecentRead(platform.clock, searchAgeMs, async (now, before) => {
      const taken = await findTaken(platform.db, now, poolPrefix);
      const said = taken.map(({ key, quantity }) => `${key} ${quantity}`).join();
      return before?.said === said ? before : { taken, said, revision: (before?.revision ?? 0) + 1 };
    });
  }

  /** Makes the next question read the database. */
  forget(): void {
    this.#found.forget();
  }

  async soldSeats(index: FlightIndex): Promise<SoldSeats> {
    const { taken, revision } = await this.#found.read();
    if (this.#overlay?.revision !== revision || this.#overlay.index !== index)
      this.#overlay = { revision, index, seats: overlayOf(taken, index) };
    return this.#overlay.seats;
  }

  /** Another number each time other seats were found taken than before. */
  async revision(): Promise<number> {
    return (await this.#found.read()).revision;
  }

  async takenSeats(flight: string, date: string): Promise<ReadonlySet<string>> {
    const keys = await findTakenUnits(this.#platform.db, this.#platform.clock.now(), seatPrefix(flight, date));
    return new Set(keys.map((key) => key.split('/').at(-1)!));
  }
}
