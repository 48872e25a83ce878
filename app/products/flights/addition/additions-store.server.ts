import { and, desc, eq, max, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { flightAdditions, type FlightAddition } from '../flight.tables.ts';

/** What is chosen and not paid; at most one. For callers who have judged access to the order. */
export async function findOpenAddition(db: Db, orderId: string): Promise<FlightAddition | null> {
  const [row] = await db
    .select()
    .from(flightAdditions)
    .where(and(eq(flightAdditions.orderId, orderId), eq(flightAdditions.status, 'open')));
  return row ?? null;
}

/** Every addition to an order, the newest first. */
export async function findAdditions(db: Db, orderId: string): Promise<FlightAddition[]> {
  return db.select().from(flightAdditions).where(eq(flightAdditions.orderId, orderId)).orderBy(desc(flightAdditions.number));
}

/** The caller holds the order's lock, under which every step of its additions is taken. */
export async function insertAddition(
  tx: Tx,
  addition: Omit<typeof flightAdditions.$inferInsert, 'number' | 'status'>,
): Promise<FlightAddition> {
  const [last] = await tx
    .select({ number: max(flightAdditions.number) })
    .from(flightAdditions)
    .where(eq(flightAdditions.orderId, addition.orderId));
  const [row] = await tx
    .insert(flightAdditions)
    .values({ ...addition, number: (last?.number ?? 0) + 1, status: 'open' })
    .returning();
  return row!;
}

/** Ends one that is open; the database refuses any other. */
export async function endAddition(
  tx: Tx,
  now: Instant,
  addition: Pick<FlightAddition, 'orderId' | 'number'>,
  end: { readonly status: 'done' | 'dropped' | 'failed'; readonly why: string | null; readonly letGo?: string[] },
): Promise<void> {
  await tx
    .update(flightAdditions)
    .set({ ...end, settledAt: new Date(now) })
    .where(and(eq(flightAdditions.orderId, addition.orderId), eq(flightAdditions.number, addition.number)));
}

/** A page of the orders of which an addition was not paid in time. */
export async function findOverAdditions(db: Db, before: Instant, after: string | null): Promise<string[]> {
  const { rows } = (await db.execute(sql`
    select order_id as id from flight_additions
    where status = 'open' and expires_at <= ${new Date(before).toISOString()} and order_id > ${after ?? ''} order by order_id limit 200`)) as unknown as {
    rows: { id: string }[];
  };
  return rows.map(({ id }) => id);
}
