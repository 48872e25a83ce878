import type { Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask } from '#app/platform/staff-tasks.server.ts';
import { tellOrder } from '../messages/message-jobs.server.ts';
import { mustMoveOrder } from '../orders/move-order.server.ts';
import type { Order } from '../orders/orders.tables.ts';
import type { Product } from '../product-contract.ts';
import { partUnpaid } from './booking-jobs.server.ts';
import { findInstalments, lockBookings, lowerParts, mustMoveBooking, openOf, paidOf, planned } from './bookings-store.server.ts';
import { replan } from './payment-plan-rules.ts';

/** Where an order stands whose plan may have open parts that somebody still pays. */
const living: readonly string[] = ['confirmed', 'cancel_quoted', 'completed'];

export type Reduced =
  /** Nothing of it is still to pay: what is credited touches no plan. */
  | 'nothing-open'
  | 'reduced'
  /** More than is still to pay: what is above it was paid, and can only go back. */
  | 'more-than-open';

/**
 * Takes what finance credited without money off what is still to pay of an order, from the last part of its plan backwards. It
 * stays off when the booking is changed. With nothing left to pay the bookings stand as after the last payment. The caller has
 * locked the order, and credits its invoice by the same sum in the same transaction.
 */
export async function reducePlan(
  tx: Tx,
  platform: Platform,
  product: Pick<Product, 'machine'>,
  ask: { readonly order: Order; readonly amount: number; readonly who: string; readonly reason: string },
): Promise<Reduced> {
  const { order, amount, who } = ask;
  const parts = living.includes(order.status) ? await findInstalments(tx, order.id) : [];
  const open = openOf(parts);
  if (open === 0) return 'nothing-open';
  if (amount > open) return 'more-than-open';
  const now = platform.clock.now();
  await lowerParts(tx, order.id, replan(planned(parts), paidOf(parts) + open - amount).parts);
  if (amount === open) {
    for (const booking of await lockBookings(tx, order.id))
      if (booking.status === 'balance_due' || booking.status === 'overdue')
        await mustMoveBooking(tx, now, { booking, event: 'settle', by: 'system', who, detail: { reduced: amount } });
    await closeStaffTask(tx, now, { kind: partUnpaid, subject: `orders:${order.id}`, by: who });
  }
  const noted = await mustMoveOrder(tx, product.machine, now, {
    order,
    event: 'noted-reduced',
    by: 'staff',
    who,
    reason: ask.reason,
    detail: { amount, left: open - amount },
    with: { reduction: order.reduction + amount },
  });
  await tellOrder(tx, platform.jobs, noted, 'balance-reduced');
  return 'reduced';
}
