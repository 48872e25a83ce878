import { lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import type { Tx } from '#app/platform/database.server.ts';
import { findCase, lockCaseRow } from './assisted-store.server.ts';
import type { AssistedCase } from './assisted.tables.ts';

export interface LockedCase {
  readonly one: AssistedCase;
  readonly orderStatus: string;
}

/** Locks the order, then the case; null when there is none of that id. */
export async function lockCase(tx: Tx, id: string): Promise<LockedCase | null> {
  const known = await findCase(tx, id);
  const order = known && (await lockOrder(tx, known.orderId));
  const one = order && (await lockCaseRow(tx, id));
  return one ? { one, orderStatus: order.status } : null;
}
