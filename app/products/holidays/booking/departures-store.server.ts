import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm';
import { findPools } from '#app/commerce/availability/pools-store.server.ts';
import { findTaken } from '#app/commerce/availability/taken-store.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import { departuresOf } from '../departure-rules.ts';
import type { Tour, TourCard } from '../tour.ts';
import { priceOnDay } from './holiday-price.ts';
import { tourDepartures, type TourDeparture } from './holiday-bookings.tables.ts';

export const poolKeyOf = (tourId: string, setsOff: CalendarDate) => `tour:${tourId}/${setsOff}`;

export type SoldTour = Pick<Tour | TourCard, 'id' | 'region' | 'departures' | 'groupSize' | 'price' | 'terms'>;

/** A day on which a tour sets off, as it is sold now. */
export interface Departure {
  readonly setsOff: CalendarDate;
  readonly price: Money;
  readonly capacity: number;
  readonly left: number;
  readonly state: 'open' | 'full' | 'stopped';
  readonly guaranteed: boolean;
}

/** The departures of a tour from the first that can still be arranged, with the places that are left of each. */
export async function listDepartures(db: Db, now: Instant, tour: SoldTour, today: CalendarDate): Promise<Departure[]> {
  const days = departuresOf(tour.departures, today);
  if (days.length === 0) return [];
  const [own, taken] = await Promise.all([
    db
      .select()
      .from(tourDepartures)
      .where(and(eq(tourDepartures.tourId, tour.id), gte(tourDepartures.setsOff, days[0]!))),
    findTaken(db, now, `tour:${tour.id}/`),
  ]);
  const rows = new Map(own.map((row) => [row.setsOff, row]));
  const used = new Map(taken.map(({ key, quantity }) => [key, quantity]));
  return days
    .filter((day) => !rows.get(day)?.cancelledAt)
    .map((day) => asSold(tour, day, rows.get(day) ?? null, used.get(poolKeyOf(tour.id, day)) ?? 0));
}

/** A day as it is sold, with what the desk changed of it. */
export function asSold(tour: SoldTour, setsOff: CalendarDate, row: TourDeparture | null, taken: number): Departure {
  const capacity = row?.capacity ?? tour.groupSize;
  const left = Math.max(0, capacity - taken);
  return {
    setsOff,
    price: row?.priceAmount
      ? money(row.priceAmount, tour.price.currency)
      : priceOnDay(tour.price, tour.region, setsOff, tour.terms?.seasons),
    capacity,
    left,
    state: row?.stoppedAt ? 'stopped' : left === 0 ? 'full' : 'open',
    guaranteed: Boolean(row?.guaranteedAt),
  };
}

/**
 * A departure for the rest of the transaction, its row written where there was none: `share` while places of it are
 * sold, `update` while the desk changes it. Null for a day on which the tour does not set off, or no longer does.
 */
export async function lockDeparture(
  tx: Tx,
  now: Instant,
  tour: SoldTour,
  setsOff: CalendarDate,
  today: CalendarDate,
  strength: 'share' | 'update',
): Promise<{ readonly row: TourDeparture; readonly price: Money } | null> {
  if (departuresOf(tour.departures, today).includes(setsOff)) await openDepartures(tx, now, tour, [setsOff]);
  const [row] = await tx
    .select()
    .from(tourDepartures)
    .where(and(eq(tourDepartures.tourId, tour.id), eq(tourDepartures.setsOff, setsOff)))
    .for(strength);
  if (!row) return null;
  return { row, price: asSold(tour, setsOff, row, 0).price };
}

/** Writes rows for days that have none; what the desk changed stays. */
export async function openDepartures(
  tx: Tx,
  now: Instant,
  tour: Pick<SoldTour, 'id' | 'groupSize'>,
  days: readonly CalendarDate[],
): Promise<void> {
  if (days.length === 0) return;
  await tx
    .insert(tourDepartures)
    .values(days.map((setsOff) => ({ tourId: tour.id, setsOff, capacity: tour.groupSize, changedAt: new Date(now) })))
    .onConflictDoNothing();
}

/** Changes a departure that this transaction has locked. */
export async function saveDeparture(
  tx: Tx,
  now: Instant,
  row: Pick<TourDeparture, 'tourId' | 'setsOff'>,
  change: Partial<Pick<TourDeparture, 'capacity' | 'priceAmount' | 'stoppedAt' | 'guaranteedAt' | 'cancelledAt'>>,
): Promise<void> {
  await tx
    .update(tourDepartures)
    .set({ ...change, version: sql`${tourDepartures.version} + 1`, changedAt: new Date(now) })
    .where(and(eq(tourDepartures.tourId, row.tourId), eq(tourDepartures.setsOff, row.setsOff)));
}

/** Everything the desk keeps of departures from a day on, of all tours. */
export async function listDepartureRows(db: Db, from: CalendarDate): Promise<TourDeparture[]> {
  return db.select().from(tourDepartures).where(gte(tourDepartures.setsOff, from));
}

/** As the desk sees them: the rows of tours with what is held and sold of each. */
export async function listDeskDepartures(
  db: Db,
  tourIds: readonly string[],
  from: CalendarDate,
): Promise<(TourDeparture & { readonly held: number; readonly sold: number })[]> {
  if (tourIds.length === 0) return [];
  const rows = await db
    .select()
    .from(tourDepartures)
    .where(and(inArray(tourDepartures.tourId, [...tourIds]), gte(tourDepartures.setsOff, from)))
    .orderBy(asc(tourDepartures.setsOff), asc(tourDepartures.tourId));
  const pools = new Map((await findPools(db, 'tour:')).map((pool) => [pool.key, pool]));
  return rows.map((row) => {
    const pool = pools.get(poolKeyOf(row.tourId, row.setsOff));
    return { ...row, held: pool?.held ?? 0, sold: pool?.allocated ?? 0 };
  });
}
