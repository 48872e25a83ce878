import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { addMilliseconds, hourMs } from '#app/values/dates.ts';
import { isSameMoney, money, type Money } from '#app/values/money.ts';
import { refuse, type Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { tellOrder } from '../messages/message-jobs.server.ts';
import { keepEvents } from '../orders/cancel-events.ts';
import { mustMoveOrder } from '../orders/move-order.server.ts';
import { findCancelQuote, lockOrder } from '../orders/orders-store.server.ts';
import type { Order } from '../orders/orders.tables.ts';
import { pursueRefund } from '../orders/return-money.server.ts';
import { paymentCapture } from '../payments/payment-jobs.server.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import type { Payment } from '../payments/payments.tables.ts';
import { askRelease } from '../payments/release-payment.server.ts';
import { startPayment, type StartRefusal } from '../payments/start-payment.server.ts';
import type { Product } from '../product-contract.ts';
import { partUnpaid } from './booking-jobs.server.ts';
import { findInstalments, lockBookings, markInstalmentPaid, mustMoveBooking, nextPart } from './bookings-store.server.ts';

/** The purpose of a payment that is a later part of a plan. */
export const purposeOf = (number: number) => `instalment-${number}`;

/** The part that a page showed as the next one to pay. */
export interface SeenPart {
  readonly number: number;
  readonly amount: Money;
}

export type InstalmentRefusal =
  | 'not-payable'
  | 'amount-changed'
  /** The part that was pressed has its money; the next one waits for a press of its own. */
  | 'part-paid'
  | StartRefusal;

/** How long the bank's page for a part stays open. */
const pageMs = hourMs;

/**
 * Opens the provider's page for the next unpaid part of a confirmed order. Pressing twice leads to one page; a page that was
 * left open while its part was paid, or came to another amount, leads to none. A dispute of an
 * earlier part does not close it: the days of the plan run on, an unpaid part would end the booking by its terms, and what
 * whoever keeps to their plan pays is a payment of its own that the bank of the other has no say in.
 */
export async function beginInstalment(
  platform: Platform,
  provider: PaymentProvider,
  toPay: {
    readonly orderId: string;
    readonly returnTo: { readonly success: string; readonly failure: string };
    readonly language: LanguageCode;
    /** What the pressed page showed, null where it said nothing that is a part. */
    readonly seen: SeenPart | null;
  },
): Promise<Outcome<{ redirectTo: string; paymentId: string }, InstalmentRefusal>> {
  const due = await transact(platform.db, async (tx) => {
    const order = await lockOrder(tx, toPay.orderId);
    const part = nextPart(await findInstalments(tx, toPay.orderId));
    return order?.status === 'confirmed' && part && part.number > 1 ? { order, part } : null;
  });
  if (!due) return refuse('not-payable');
  const { order, part } = due;
  const amount = money(part.amount, order.currency);
  if (toPay.seen && toPay.seen.number !== part.number) return refuse('part-paid');
  if (!toPay.seen || !isSameMoney(amount, toPay.seen.amount)) return refuse('amount-changed');
  return startPayment(platform, provider, {
    orderId: order.id,
    orderVersion: order.version,
    reference: order.reference,
    amount,
    returnTo: toPay.returnTo,
    language: toPay.language,
    expiresAt: addMilliseconds(platform.clock.now(), pageMs),
    purpose: purposeOf(part.number),
  });
}

/**
 * Brings an order in line with what a later payment of it has become: the part is paid and its money taken, once. Money
 * for an order that no longer wants it is let go. The order is locked; any number of calls, in any order, end the same.
 */
export async function applyInstalment(
  tx: Tx,
  platform: Platform,
  product: Pick<Product, 'machine'>,
  order: Order,
  payment: Payment,
): Promise<void> {
  const now = platform.clock.now();
  const reserved = payment.status === 'requires_capture';
  if (order.status === 'refund_due') {
    if (reserved) await askRelease(tx, platform.jobs, now, payment.id);
    return pursueRefund(tx, platform, product.machine, order);
  }
  if (!reserved && payment.status !== 'succeeded') return;
  const part = (await findInstalments(tx, order.id)).find(({ number }) => purposeOf(number) === payment.purpose);
  if (part?.paidAt) return;
  const living = order.status === 'confirmed' || order.status === 'cancel_quoted';
  if (!living || part?.amount !== payment.amount || payment.currency !== order.currency) {
    if (reserved) await askRelease(tx, platform.jobs, now, payment.id);
    else
      await openStaffTask(tx, now, {
        kind: 'payment-unexpected',
        subject: `payments:${payment.id}`,
        textKey: 'tasks:payment-unexpected',
        detail: { order: order.reference, status: order.status, why: 'part-not-wanted', amount: payment.amount },
      });
    return;
  }
  let current = order;
  if (order.status === 'cancel_quoted') {
    // Who asked what cancelling would bring, and then paid the next part, wants to go.
    const window = (await findCancelQuote(tx, order.id))?.terms.window ?? 'ladder';
    current = await mustMoveOrder(tx, product.machine, now, {
      order,
      event: keepEvents[window],
      by: 'system',
      who: 'system',
      reason: 'paid',
    });
  }
  await markInstalmentPaid(tx, now, order.id, part.number);
  for (const booking of await lockBookings(tx, order.id))
    if (booking.status === 'balance_due' || booking.status === 'overdue')
      await mustMoveBooking(tx, now, { booking, event: 'settle', by: 'provider', who: 'provider', detail: { part: part.number } });
  const paid = await mustMoveOrder(tx, product.machine, now, {
    order: current,
    event: 'noted-part-paid',
    by: 'provider',
    who: 'provider',
    detail: { payment: payment.id, part: part.number, amount: part.amount },
  });
  await closeStaffTask(tx, now, { kind: partUnpaid, subject: `orders:${order.id}`, by: 'system' });
  if (reserved) await platform.jobs.send(tx, paymentCapture, { paymentId: payment.id });
  await tellOrder(tx, platform.jobs, paid, 'balance-paid');
}
