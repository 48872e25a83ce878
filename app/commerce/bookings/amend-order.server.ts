import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask } from '#app/platform/staff-tasks.server.ts';
import { addDays, dateIn, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { moneyPosition } from '../ledger/ledger-store.server.ts';
import { tellOrder } from '../messages/message-jobs.server.ts';
import { mustMoveOrder } from '../orders/move-order.server.ts';
import { findSnapshots, insertSnapshot, setTravelTimes } from '../orders/orders-store.server.ts';
import type { Order } from '../orders/orders.tables.ts';
import { replaceInvoice } from '../orders/replace-invoice.server.ts';
import { refundOver } from '../orders/return-money.server.ts';
import { findPaymentsOfOrder } from '../payments/payments-store.server.ts';
import type { Quote } from '../pricing/quote.ts';
import type { Product } from '../product-contract.ts';
import { partUnpaid } from './booking-jobs.server.ts';
import { findInstalments, insertInstalments, markInstalmentPaid, saveParts } from './bookings-store.server.ts';
import type { Instalment } from './bookings.tables.ts';
import { endOfDay, replan } from './payment-plan-rules.ts';

/** Days that are left to pay what a change made dearer when the balance day is near or over. */
export const daysToPay = 3;
const deskZone = 'Asia/Dubai';

export interface Amendment {
  /** Locked and confirmed. */
  readonly order: Order;
  /** The whole of what it costs now. */
  readonly quote: Quote;
  readonly by: 'customer' | 'staff';
  readonly who: string;
  readonly detail: Readonly<Record<string, unknown>>;
  /** The day by which everything is paid. */
  readonly lastDay: CalendarDate;
  readonly travelStarts: Date;
  readonly travelEnds: Date;
}

/** The plan of an order; one that was paid whole has a single part, written down when it is first changed. */
async function partsOf(tx: Tx, order: Order, now: Instant): Promise<Instalment[]> {
  const parts = await findInstalments(tx, order.id);
  if (parts.length > 0) return parts;
  await insertInstalments(tx, now, order.id, [{ number: 1, amount: money(order.total, order.currency), dueOn: null, dueAt: null }]);
  await markInstalmentPaid(tx, now, order.id, 1);
  return findInstalments(tx, order.id);
}

/** Whether an order was moved on since the page was made that asks for a change of it. */
export const isStale = (order: Pick<Order, 'version'> | null, version: number | undefined): boolean =>
  order !== null && version !== undefined && order.version !== version;

/** Whether the bank has promised money that is not taken yet: a change could return none of it. */
export async function waitsForCapture(db: Db, orderId: string): Promise<boolean> {
  return (await findPaymentsOfOrder(db, orderId)).some(({ status }) => status === 'requires_capture');
}

/**
 * Of what a change makes too much, minor units, what comes back: no more than is left of what was paid. What a colleague gave
 * back before stays given.
 */
export async function findBack(db: Db, orderId: string, tooMuch: number): Promise<number> {
  if (tooMuch === 0) return 0;
  const { captured, refunded } = await moneyPosition(db, orderId);
  return Math.min(tooMuch, Math.max(0, captured.amount - refunded.amount));
}

/**
 * What a change of a booking does to its order's money, in the change's own transaction: a new price, the plan fitted to
 * it, what was paid too much on its way back, the old invoice credited and a new one issued. Called last: it locks the invoice counter.
 */
export async function amendOrder(tx: Tx, platform: Platform, product: Pick<Product, 'machine'>, change: Amendment): Promise<Order> {
  const now = platform.clock.now();
  const { order, quote } = change;
  const number = (await findSnapshots(tx, order.id)).length + 1;
  await insertSnapshot(tx, order.id, number, quote, 'consented', new Date(now));
  const parts = await partsOf(tx, order, now);
  const payments = await findPaymentsOfOrder(tx, order.id);
  const fitted = replan(
    parts.map((part) => ({ number: part.number, amount: part.amount, paid: part.paidAt !== null })),
    quote.total.amount,
    Math.max(0, ...payments.map(({ purpose }) => Number(/^instalment-(\d+)$/.exec(purpose)?.[1] ?? 0))),
  );
  const soonest = addDays(dateIn(deskZone, now), daysToPay);
  const on = change.lastDay > soonest ? change.lastDay : soonest;
  await saveParts(tx, now, order.id, fitted.parts, { on, at: endOfDay(deskZone, on) });
  if (fitted.parts.every(({ paid }) => paid))
    await closeStaffTask(tx, now, { kind: partUnpaid, subject: `orders:${order.id}`, by: change.who });
  const amended = await mustMoveOrder(tx, product.machine, now, {
    order,
    event: 'noted-amended',
    by: change.by,
    who: change.who,
    detail: { ...change.detail, before: order.total, after: quote.total.amount },
    with: { total: quote.total.amount, snapshot: number },
  });
  await setTravelTimes(tx, order.id, change.travelStarts, change.travelEnds);
  if (fitted.back > 0) {
    const taken = payments.filter(({ status }) => status === 'succeeded');
    await refundOver(tx, platform, order, taken, {
      amount: fitted.back,
      key: `order:${order.id}:amended:${number}`,
      reason: 'amended',
      askedBy: change.who,
    });
  }
  await tellOrder(tx, platform.jobs, amended, 'booking-changed');
  await replaceInvoice(tx, platform, amended, number);
  return amended;
}
