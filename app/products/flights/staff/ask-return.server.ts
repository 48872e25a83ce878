import { lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import { mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import type { Product } from '#app/commerce/product-contract.ts';
import { transact, type Db } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, findOpenTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { returningActions, type ReturningAction } from './desk-action-rules.ts';

const taskOf = (orderId: string) => ({ kind: 'return-approval', subject: `orders:${orderId}` });

/** What of an order waits for a second person, and who asked for it; it ends with the next move of the order. */
export async function findReturnAsk(db: Db, orderId: string): Promise<{ action: ReturningAction; by: string } | null> {
  const task = await findOpenTask(db, taskOf(orderId));
  const action = returningActions.find((one) => one === task?.detail['action']);
  return task?.askedBy && action ? { action, by: task.askedBy.slice('staff:'.length) } : null;
}

/** Asks for somebody who may approve, because the action gives back more than the clerk may alone. */
export async function askReturn(
  platform: Platform,
  product: Pick<Product, 'machine'>,
  ask: {
    readonly orderId: string;
    readonly action: ReturningAction;
    readonly amount: number;
    readonly who: string;
    readonly reason: string;
  },
  keep?: Keep<Order>,
): Promise<Outcome<Order, 'not-possible' | 'second-person'>> {
  return transact(platform.db, async (tx): Promise<Outcome<Order, 'not-possible' | 'second-person'>> => {
    const { action, amount, who, reason } = ask;
    const order = await lockOrder(tx, ask.orderId);
    if (!order) return refuse('not-possible');
    if (await findOpenTask(tx, taskOf(order.id))) return refuse('second-person');
    const now = platform.clock.now();
    const noted = await mustMoveOrder(tx, product.machine, now, {
      order,
      event: 'noted-return-asked',
      by: 'staff',
      who,
      reason,
      detail: { action, amount },
    });
    await openStaffTask(tx, now, {
      ...taskOf(order.id),
      textKey: `tasks:return-approval.${action}`,
      detail: { order: order.reference, action, amount, currency: order.currency },
      askedBy: who,
    });
    await keep?.(tx, noted);
    return done(noted);
  });
}

/** Whoever asked takes it back, or the second person will not do it. */
export async function dropReturn(
  platform: Platform,
  product: Pick<Product, 'machine'>,
  ask: { readonly orderId: string; readonly who: string },
): Promise<Outcome<Order, 'not-possible'>> {
  return transact(platform.db, async (tx): Promise<Outcome<Order, 'not-possible'>> => {
    const order = await lockOrder(tx, ask.orderId);
    const now = platform.clock.now();
    if (!order || !(await closeStaffTask(tx, now, { ...taskOf(order.id), by: ask.who }))) return refuse('not-possible');
    return done(await mustMoveOrder(tx, product.machine, now, { order, event: 'noted-return-dropped', by: 'staff', who: ask.who }));
  });
}
