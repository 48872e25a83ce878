import { and, asc, desc, eq, isNull, notInArray, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { findOrdersByIds } from '../orders/orders-store.server.ts';
import type { Order } from '../orders/orders.tables.ts';
import { basketOrders, baskets, type Basket } from './baskets.tables.ts';

export async function insertBasket(tx: Tx, basket: typeof baskets.$inferInsert): Promise<Basket> {
  const [made] = await tx.insert(baskets).values(basket).returning();
  return made!;
}

/** Any basket, whoever asks: for jobs, and for callers that judge access. */
export async function findBasketAsSystem(db: Db, id: string): Promise<Basket | null> {
  const [row] = await db.select().from(baskets).where(eq(baskets.id, id));
  return row ?? null;
}

export async function findBasketByReference(db: Db, reference: string): Promise<Basket | null> {
  const [row] = await db.select().from(baskets).where(eq(baskets.reference, reference));
  return row ?? null;
}

/** The newest basket of an account that is still open. */
export async function findOpenBasketOf(db: Db, userId: string): Promise<Basket | null> {
  const [row] = await db
    .select()
    .from(baskets)
    .where(and(eq(baskets.userId, userId), isNull(baskets.closedAt)))
    .orderBy(desc(baskets.createdAt))
    .limit(1);
  return row ?? null;
}

/** The basket an order lies in, whoever asks. */
export async function findBasketOfOrder(db: Db, orderId: string): Promise<Basket | null> {
  const [row] = await db
    .select({ basket: baskets })
    .from(baskets)
    .innerJoin(basketOrders, eq(basketOrders.basketId, baskets.id))
    .where(eq(basketOrders.orderId, orderId));
  return row?.basket ?? null;
}

/** Locks the basket's row; before the orders in it. */
export async function lockBasket(tx: Tx, id: string): Promise<Basket | null> {
  const [row] = await tx.select().from(baskets).where(eq(baskets.id, id)).for('update');
  return row ?? null;
}

/** What lies in a basket, the first added first. The caller has judged access to the basket. */
export async function findOrdersIn(db: Db, basketId: string): Promise<Order[]> {
  const rows = await db
    .select({ orderId: basketOrders.orderId })
    .from(basketOrders)
    .where(eq(basketOrders.basketId, basketId))
    .orderBy(asc(basketOrders.addedAt), asc(basketOrders.orderId));
  const found = new Map(
    (
      await findOrdersByIds(
        db,
        rows.map(({ orderId }) => orderId),
      )
    ).map((order) => [order.id, order]),
  );
  return rows.flatMap(({ orderId }) => found.get(orderId) ?? []);
}

/** Puts an order in, out of any other basket that it lay in. False when it lies here already. */
export async function putOrder(tx: Tx, basketId: string, orderId: string, now: Instant): Promise<boolean> {
  const [before] = await tx.select().from(basketOrders).where(eq(basketOrders.orderId, orderId)).for('update');
  if (before?.basketId === basketId) return false;
  const addedAt = new Date(now);
  await tx
    .insert(basketOrders)
    .values({ orderId, basketId, addedAt })
    .onConflictDoUpdate({ target: basketOrders.orderId, set: { basketId, addedAt } });
  return true;
}

export async function takeOrderOut(tx: Tx, basketId: string, orderId: string): Promise<boolean> {
  const gone = await tx
    .delete(basketOrders)
    .where(and(eq(basketOrders.basketId, basketId), eq(basketOrders.orderId, orderId)))
    .returning({ orderId: basketOrders.orderId });
  return gone.length > 0;
}

/** A paid basket holds exactly what its payment is for: the orders named, wherever they lay, and nothing else. */
export async function holdToShares(tx: Tx, basketId: string, orderIds: readonly string[], now: Instant): Promise<void> {
  await tx.delete(basketOrders).where(and(eq(basketOrders.basketId, basketId), notInArray(basketOrders.orderId, [...orderIds])));
  for (const orderId of orderIds) await putOrder(tx, basketId, orderId, now);
}

export async function saveBasket(
  tx: Tx,
  id: string,
  change: Partial<Pick<Basket, 'closedAt' | 'toldAt' | 'userId'>>,
  now: Instant,
): Promise<void> {
  await tx
    .update(baskets)
    .set({ ...change, changedAt: new Date(now) })
    .where(eq(baskets.id, id));
}

/** Whether an order lies in a basket, as a condition of a larger question. */
export function liesInBasket(orderId: SQL): SQL {
  return sql`exists (select 1 from basket_orders lying where lying.order_id = ${orderId})`;
}
