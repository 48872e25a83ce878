import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { hasLostDispute } from '../disputes/disputes-store.server.ts';
import { tellOrder } from '../messages/message-jobs.server.ts';
import type { Product } from '../product-contract.ts';
import { giveUpOrder } from './cancel-order.server.ts';
import { settleCheck } from './hold-back.server.ts';
import { lockOrder } from './orders-store.server.ts';
import type { Order } from './orders.tables.ts';
import { beginCheck, findPaymentCheck } from './payment-checks-store.server.ts';

/*
 * The block rule of what is not ticketed: a buyer who took money back for good is looked at by a colleague before anybody
 * outside is asked, told or filed with. The order stays in its state meanwhile: its places are kept and its money is where it was.
 */

/**
 * Whether an order waits for that look. Begins its check with the task of whoever looks, once: what a colleague released is
 * not stopped again. The caller has locked the order.
 */
export async function awaitsCheck(tx: Tx, platform: Pick<Platform, 'clock' | 'jobs'>, order: Order): Promise<boolean> {
  const known = await findPaymentCheck(tx, order.id);
  if (known) return known.decision === null;
  if (!(await hasLostDispute(tx, order))) return false;
  const now = platform.clock.now();
  await beginCheck(tx, now, { orderId: order.id, causes: ['lost-dispute'], by: 'system' });
  await openStaffTask(tx, now, {
    kind: 'payment-check',
    subject: `orders:${order.id}`,
    textKey: 'tasks:payment-check-order',
    detail: { order: order.reference },
  });
  await audit(tx, now, {
    actor: 'system',
    action: 'payment-check.begun',
    subject: `orders:${order.id}`,
    detail: { causes: ['lost-dispute'] },
  });
  // Who has paid for a booking and hears nothing asks, or pays again elsewhere. A visa was accepted with a mail of its own,
  // and its papers are prepared meanwhile: there is nothing to add to that.
  if (order.status === 'paid') await tellOrder(tx, platform.jobs, order, 'booking-on-hold');
  return true;
}

/** A colleague looked: what was bought goes on, or, while nothing was delivered of it, ends with its money going back. */
export async function decideCheck(
  platform: Platform,
  product: Product,
  ask: {
    readonly orderId: string;
    readonly decision: 'release' | 'end';
    /** As the audit names people. */
    readonly who: string;
    readonly reason: string;
    readonly requestId: string;
  },
): Promise<Outcome<null, 'not-possible'>> {
  if (ask.decision === 'end') {
    const check = await findPaymentCheck(platform.db, ask.orderId);
    if (!check || check.decision !== null) return refuse('not-possible');
    const { orderId, who, reason } = ask;
    const ended = await giveUpOrder(platform, product, { orderId, by: 'staff', who, reason });
    return ended.ok ? done(null) : refuse('not-possible');
  }
  return transact(platform.db, async (tx): Promise<Outcome<null, 'not-possible'>> => {
    const order = await lockOrder(tx, ask.orderId);
    const check = order && (await findPaymentCheck(tx, order.id));
    // Flights that are held back have a state for it, and are released from there.
    if (!check || check.decision !== null || order.status === 'on_hold') return refuse('not-possible');
    await settleCheck(tx, platform, order, 'released', ask.who);
    await audit(tx, platform.clock.now(), {
      actor: ask.who,
      action: 'payment-check.released',
      subject: `orders:${order.id}`,
      detail: { reason: ask.reason },
      requestId: ask.requestId,
    });
    if (order.status === 'paid') await product.sendFulfilment(tx, order.id);
    return done(null);
  });
}
