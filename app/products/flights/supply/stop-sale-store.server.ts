import { and, desc, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { flightSuppliers, stopSales } from './flight-supply.tables.ts';
import type { StopSale } from './stop-sale-rules.ts';

export type StopSaleRow = typeof stopSales.$inferSelect;

/** What is not sold now: stops begun by hand, and every source whose supplier is not active. */
export async function findStops(db: Db): Promise<StopSale[]> {
  const [begun, idle] = await Promise.all([
    db.select().from(stopSales).where(isNull(stopSales.liftedAt)),
    db.select({ code: flightSuppliers.code }).from(flightSuppliers).where(ne(flightSuppliers.status, 'active')),
  ]);
  return [...begun, ...idle.map(({ code }): StopSale => ({ ...anything, source: code }))];
}

const anything = { source: null, airline: null, fromAirport: null, toAirport: null, travelFrom: null, travelUntil: null, flight: null };

/** In force first, then the last lifted ones. */
export async function listStops(db: Db, lifted = 20): Promise<StopSaleRow[]> {
  const now = await db.select().from(stopSales).where(isNull(stopSales.liftedAt)).orderBy(desc(stopSales.begunAt));
  const over = await db.select().from(stopSales).where(isNotNull(stopSales.liftedAt)).orderBy(desc(stopSales.liftedAt)).limit(lifted);
  return [...now, ...over];
}

export async function insertStop(tx: Tx, stop: StopSale & { id: string; reason: string; begunBy: string }, now: Instant): Promise<void> {
  await tx.insert(stopSales).values({ ...stop, begunAt: new Date(now) });
}

/** False when it is not in force. */
export async function liftStop(tx: Tx, id: string, by: string, now: Instant): Promise<boolean> {
  const lifted = await tx
    .update(stopSales)
    .set({ liftedBy: by, liftedAt: new Date(now) })
    .where(and(eq(stopSales.id, id), isNull(stopSales.liftedAt)))
    .returning({ id: stopSales.id });
  return lifted.length > 0;
}
