import type { Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { tellOrder } from '../messages/message-jobs.server.ts';
import { smallestCharge } from '../credits/credit-rules.ts';
import { isGoingBack } from '../payments/payments-store.server.ts';
import type { Payment } from '../payments/payments.tables.ts';
import type { Product } from '../product-contract.ts';
import { dueNow, isOver, moreTime } from './begin-payment.server.ts';
import { mustMoveOrder } from './move-order.server.ts';
import { findCancelQuote, findHistory } from './orders-store.server.ts';
import type { Order } from './orders.tables.ts';
import { releaseFirst } from './return-money.server.ts';

/** Of the event that a first card's money is there. */
const events = ['first-card', 'noted-first-card'];

/**
 * Brings an order in line with what a first card holds by now: it is kept again until a second card pays the rest. What
 * comes when the order has ended, or was paid in another way, goes back. The order is locked; called any number of times.
 */
export async function firstCardHolds(tx: Tx, platform: Platform, product: Product, order: Order, payment: Payment): Promise<void> {
  // It goes the way of the order by now, or back.
  if (payment.fate === 'take' || (await isGoingBack(tx, payment))) return;
  const now = platform.clock.now();
  const system = { by: 'system', who: 'system' } as const;
  const quoted = order.status === 'cancel_quoted' ? await findCancelQuote(tx, order.id) : null;
  const unpaid = ['held', 'payment_pending', 'price_changed'].includes(order.status) || quoted?.terms.window === 'unpaid';
  if (!unpaid || (await dueNow(tx, order)).amount < smallestCharge) return releaseFirst(tx, platform, order, payment);
  const told = (await findHistory(tx, order.id)).some(({ event, detail }) => events.includes(event) && detail['payment'] === payment.id);
  // Its time is over: whoever ends the order lets it go.
  if (told || isOver(order, now)) return;
  const current = quoted ? await mustMoveOrder(tx, product.machine, now, { order, event: 'keep-hold', ...system, reason: 'paid' }) : order;
  const kept = await mustMoveOrder(tx, product.machine, now, {
    order: current,
    event: current.status === 'payment_pending' ? 'first-card' : 'noted-first-card',
    by: 'provider',
    who: 'provider',
    detail: { payment: payment.id, amount: payment.amount, currency: payment.currency },
    with: await moreTime(platform, tx, current),
  });
  await tellOrder(tx, platform.jobs, kept, 'first-card-reserved');
}
