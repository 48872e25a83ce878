import type { Db } from '#app/platform/database.server.ts';
import { firstDue } from '../bookings/bookings-store.server.ts';
import type { Order } from '../orders/orders.tables.ts';
import { readOfferedWays } from '../payments/offered-ways.server.ts';
import type { PaymentMethod } from '../payments/payment-provider.ts';
import { refusedWay, type WayRefusal } from '../payments/payment-ways.ts';
import { creditOn } from './use-credit.server.ts';

/**
 * Why an order cannot be paid as it is about to be: with the credit put aside for it and the bank for the rest, or with one of
 * them. Whether what is left may be paid in four is asked with the sum of it, and not here. Null when nothing stands in the way. `alone`: it is paid by itself and may need no bank.
 */
export async function findRefusedWay(
  db: Db,
  order: Pick<Order, 'id' | 'kind' | 'total'>,
  alone: boolean,
  method: PaymentMethod = 'card',
): Promise<WayRefusal<'card' | 'credit'> | null> {
  const [ways, byCredit, due] = await Promise.all([readOfferedWays(db), creditOn(db, order, alone), firstDue(db, order)]);
  const credit = byCredit > 0 ? refusedWay(ways, 'credit', order) : null;
  return credit ?? (due > byCredit && method === 'card' ? refusedWay(ways, 'card', order) : null);
}
