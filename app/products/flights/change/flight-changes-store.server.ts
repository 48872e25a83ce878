import { and, desc, eq, inArray, max } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { flightChanges, type FlightChange } from '../flight.tables.ts';

/** The change that is asked for or under way; at most one. For callers who have judged access to the order. */
export async function findLivingChange(db: Db, orderId: string): Promise<FlightChange | null> {
  const [row] = await db
    .select()
    .from(flightChanges)
    .where(and(eq(flightChanges.orderId, orderId), inArray(flightChanges.status, ['quoted', 'accepted'])));
  return row ?? null;
}

/** Every change of an order, the newest first. */
export async function findChanges(db: Db, orderId: string): Promise<FlightChange[]> {
  return db.select().from(flightChanges).where(eq(flightChanges.orderId, orderId)).orderBy(desc(flightChanges.number));
}

export async function nextChangeNumber(db: Db, orderId: string): Promise<number> {
  const [row] = await db
    .select({ last: max(flightChanges.number) })
    .from(flightChanges)
    .where(eq(flightChanges.orderId, orderId));
  return (row?.last ?? 0) + 1;
}

export async function insertChange(tx: Tx, change: typeof flightChanges.$inferInsert): Promise<void> {
  await tx.insert(flightChanges).values(change);
}

/** The caller holds the order's lock, under which every step of its changes is taken. */
export async function saveChange(tx: Tx, change: Pick<FlightChange, 'orderId' | 'number'>, to: Partial<FlightChange>): Promise<void> {
  await tx
    .update(flightChanges)
    .set(to)
    .where(and(eq(flightChanges.orderId, change.orderId), eq(flightChanges.number, change.number)));
}

/** A quote that nobody agreed to is over. */
export async function dropQuoted(tx: Tx, now: Instant, orderId: string, why: string): Promise<void> {
  await tx
    .update(flightChanges)
    .set({ status: 'dropped', settledAt: new Date(now), why })
    .where(and(eq(flightChanges.orderId, orderId), eq(flightChanges.status, 'quoted')));
}
