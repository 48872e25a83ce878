import type { Db } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import { findBasketOfOrder } from '../baskets/baskets-store.server.ts';
import { findInstalments } from '../bookings/bookings-store.server.ts';
import { divideInFour, refusedFour, type FourPart, type FourRefusal } from '../payments/four-rules.ts';
import { readOfferedWays } from '../payments/offered-ways.server.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { findWaitingFirst } from '../payments/payments-store.server.ts';
import type { Order } from './orders.tables.ts';

/** Why an order whose `due` is to be paid is not paid in four. Null: it can be. */
export async function findFourRefusal(
  db: Db,
  { methods }: Pick<PaymentProvider, 'methods'>,
  order: Pick<Order, 'id' | 'kind'>,
  due: Money,
): Promise<FourRefusal | null> {
  const [ways, parts, basket, first] = await Promise.all([
    readOfferedWays(db),
    findInstalments(db, order.id),
    findBasketOfOrder(db, order.id),
    findWaitingFirst(db, order.id),
  ]);
  // A plan of one part is the whole.
  return refusedFour(ways, { kind: order.kind, due, alone: parts.length <= 1 && !basket && !first, methods });
}

/** The parts and their days as the page of a kept and unpaid order shows them; null where it is not paid in four. */
export async function offerFour(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  provider: Pick<PaymentProvider, 'methods'>,
  order: Pick<Order, 'id' | 'kind' | 'status'>,
  due: Money,
): Promise<readonly FourPart[] | null> {
  if (!['held', 'payment_pending'].includes(order.status)) return null;
  if (await findFourRefusal(db, provider, order, due)) return null;
  return divideInFour(due, dateIn('Asia/Dubai', clock.now()));
}
