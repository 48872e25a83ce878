import { keepEvents } from '#app/commerce/orders/cancel-events.ts';
import { findCancelQuote } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import type { Tx } from '#app/platform/database.server.ts';
import { isBeingEnded } from '../order/flight-store.server.ts';

/**
 * The event by which an order is kept whose holder only asked what cancelling would give back: nobody agreed to that answer,
 * and no airline is being told. Null where the order stands otherwise.
 */
export async function keepOfAsked(tx: Tx, order: Pick<Order, 'id' | 'status'>): Promise<string | null> {
  const quoted = order.status === 'cancel_quoted' ? await findCancelQuote(tx, order.id) : null;
  if (!quoted || quoted.terms.window === 'unpaid' || (await isBeingEnded(tx, order.id))) return null;
  return keepEvents[quoted.terms.window];
}
