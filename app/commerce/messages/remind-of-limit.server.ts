import type { Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Order } from '../orders/orders.tables.ts';
import type { Payment } from '../payments/payments.tables.ts';
import { isWaitingForRest } from '../payments/two-card-rules.ts';
import { messageSend } from './message-jobs.server.ts';
import { isReminded, reminderAt, remindersAhead } from './reminder-rules.ts';

/** Sends the reminders that lie ahead of a limit, each to be told at its own time; inside the transaction that set the limit. */
export async function remindOfLimit(tx: Tx, { jobs, clock }: Pick<Platform, 'jobs' | 'clock'>, order: Order): Promise<void> {
  if (!order.payLater || !order.heldUntil) return;
  for (const { at, version } of remindersAhead(order.heldUntil.getTime(), clock.now()))
    await jobs.send(
      tx,
      messageSend,
      { template: 'hold-reminder', orderId: order.id, version, language: order.language },
      { startAfter: new Date(at) },
    );
}

/** Whether a reminder still is one: the order waits to be paid, until the limit that it was written for. */
export function isStillDue(order: Order, payments: readonly Payment[], version: number, now: number): boolean {
  if (!order.payLater || !order.heldUntil || !isReminded(order.status)) return false;
  const until = order.heldUntil.getTime();
  // A bank that was told to pay, or has paid, is nobody to be hurried.
  if (payments.some((payment) => !isWaitingForRest(payment) && ['processing', 'requires_capture', 'succeeded'].includes(payment.status)))
    return false;
  return now < until && reminderAt(until, version) !== null;
}
