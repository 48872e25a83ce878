import { findTaken } from '#app/commerce/availability/taken-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, type CalendarDate } from '#app/values/dates.ts';
import { departuresOf } from '../departure-rules.ts';
import { asSold, listDepartureRows, poolKeyOf, type SoldTour } from './departures-store.server.ts';

export interface NextDeparture {
  readonly date: CalendarDate;
  readonly left: number;
}

/** The first departure of each tour that can still be booked, in two reads for all of them; null where every one is full or stopped. */
export async function nextDepartures(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  tours: readonly SoldTour[],
): Promise<ReadonlyMap<string, NextDeparture | null>> {
  if (tours.length === 0) return new Map();
  const now = clock.now();
  const today = dateIn('Asia/Dubai', now);
  const [own, taken] = await Promise.all([listDepartureRows(db, today), findTaken(db, now, 'tour:')]);
  const rows = new Map(own.map((row) => [poolKeyOf(row.tourId, row.setsOff), row]));
  const used = new Map(taken.map(({ key, quantity }) => [key, quantity]));
  return new Map(
    tours.map((tour) => {
      for (const date of departuresOf(tour.departures, today)) {
        const key = poolKeyOf(tour.id, date);
        const row = rows.get(key) ?? null;
        if (row?.cancelledAt) continue;
        const { state, left } = asSold(tour, date, row, used.get(key) ?? 0);
        if (state === 'open') return [tour.id, { date, left }];
      }
      return [tour.id, null];
    }),
  );
}
