import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask } from '#app/platform/staff-tasks.server.ts';
import { addDays, dateIn, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import { creditNotesOf, findInvoiceInForce } from '../invoices/invoices-store.server.ts';
import { moneyPosition } from '../ledger/ledger-store.server.ts';
import { tellOrder } from '../messages/message-jobs.server.ts';
import { mustMoveOrder } from '../orders/move-order.server.ts';
import { findSnapshots, insertSnapshot, setTravelTimes } from '../orders/orders-store.server.ts';
import type { Order } from '../orders/orders.tables.ts';
import { replaceInvoice } from '../orders/replace-invoice.server.ts';
import { refundOver } from '../orders/return-money.server.ts';
import { findPaymentsOfOrder, findRefundsOfOrder } from '../payments/payments-store.server.ts';
import type { Quote } from '../pricing/quote.ts';
import type { Selling } from '../product-contract.ts';
import { partUnpaid } from './booking-jobs.server.ts';
import { findInstalments, insertInstalments, markInstalmentPaid, paidOf, planned, saveParts } from './bookings-store.server.ts';
import { endOfDay, movedDays, replan, type PlanPart } from './payment-plan-rules.ts';

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

/** An order that was paid whole has a plan of a single part, written down when it is first changed. */
async function writePlan(tx: Tx, order: Order, now: Instant): Promise<void> {
  if ((await findInstalments(tx, order.id)).length > 0) return;
  await insertInstalments(tx, now, order.id, [{ number: 1, amount: money(order.total, order.currency), dueOn: null, dueAt: null }]);
  await markInstalmentPaid(tx, now, order.id, 1);
}

/** Whether an order was moved on since the page was made that asks for a change of it. */
export const isStale = (order: Pick<Order, 'version'> | null, version: number | undefined): boolean =>
  order !== null && version !== undefined && order.version !== version;

/** Whether the bank has promised money that is not taken yet: a change could return none of it. */
export async function waitsForCapture(db: Db, orderId: string): Promise<boolean> {
  return (await findPaymentsOfOrder(db, orderId)).some(({ status }) => status === 'requires_capture');
}

/**
 * What is off a new price, minor units and never more than it: what finance took off before, and money that the invoice in force
 * does not ask for any more, since part of what was paid was credited and none of it went back.
 */
async function reductionOf(db: Db, order: Pick<Order, 'id' | 'reduction'>, price: number): Promise<number> {
  const invoice = await findInvoiceInForce(db, order.id);
  if (!invoice) return Math.min(price, order.reduction);
  const [notes, { captured }, refunds] = [
    await creditNotesOf(db, invoice.id),
    await moneyPosition(db, order.id),
    await findRefundsOfOrder(db, order.id),
  ];
  const left = notes.reduce((sum, { gross }) => sum + gross, invoice.gross);
  // A refund that failed is in a colleague's hands, and is promised still.
  const held = refunds.reduce((sum, { amount }) => sum - amount, captured.amount);
  return Math.min(price, order.reduction + Math.max(0, held - left));
}

/**
 * What comes back when an order costs `price` instead, minor units: no more than is left of what was paid, so that what a
 * colleague gave back before stays given. What was added and not paid yet falls away without coming back.
 */
export async function findBack(db: Db, order: Pick<Order, 'id' | 'total' | 'reduction'>, price: number): Promise<number> {
  const parts = await findInstalments(db, order.id);
  const paid = parts.length > 0 ? paidOf(parts) : order.total;
  const tooMuch = paid + (await reductionOf(db, order, price)) - price;
  return tooMuch <= 0 ? 0 : Math.min(tooMuch, await leftToReturn(db, order.id));
}

type DueDay = { readonly on: CalendarDate; readonly at: Instant };
const dueDay = (on: CalendarDate): DueDay => ({ on, at: endOfDay(deskZone, on) });

/**
 * The plan of an order after a change: its parts fitted to `price`, minor units, with the day for what is new. A journey that moved to
 * later is paid as if it had been booked for then: `days` are those of its open parts, by number; else they keep theirs.
 */
async function fitPlan(
  db: Db,
  now: Instant,
  order: Pick<Order, 'id' | 'total' | 'reduction' | 'travelStarts'>,
  change: { readonly price: number; readonly lastDay: CalendarDate; readonly travelStarts: Date },
) {
  const kept = await findInstalments(db, order.id);
  const before: readonly PlanPart[] = kept.length > 0 ? planned(kept) : [{ number: 1, amount: order.total, paid: true }];
  const payments = await findPaymentsOfOrder(db, order.id);
  const reduction = await reductionOf(db, order, change.price);
  const { parts, back } = replan(
    before,
    change.price - reduction,
    Math.max(0, ...payments.map(({ purpose }) => Number(/^instalment-(\d+)$/.exec(purpose)?.[1] ?? 0))),
  );
  const soonest = addDays(dateIn(deskZone, now), daysToPay);
  const last = change.lastDay > soonest ? change.lastDay : soonest;
  const open = parts.filter(({ paid }) => !paid).map(({ number }) => number);
  const asked = kept.flatMap(({ number, dueOn }) => (open.includes(number) && dueOn ? [dueOn] : []));
  const toLater = asked.length > 0 && change.travelStarts > order.travelStarts && asked.every((day) => day < last);
  const moved = toLater ? movedDays(open.length, last, soonest) : [];
  return { parts, back, reduction, due: dueDay(last), days: new Map(moved.map((day, at) => [open[at]!, dueDay(day)])), kept };
}

/** What will be open of an order after a change, soonest first. */
export async function findOpenAfter(
  db: Db,
  now: Instant,
  order: Pick<Order, 'id' | 'total' | 'reduction' | 'travelStarts' | 'currency'>,
  change: { readonly price: number; readonly lastDay: CalendarDate; readonly travelStarts: Date },
): Promise<readonly { readonly amount: Money; readonly on: CalendarDate }[]> {
  const { parts, due, days, kept } = await fitPlan(db, now, order, change);
  return parts
    .filter(({ paid }) => !paid)
    .map(({ number, amount }) => {
      const own = days.get(number)?.on ?? kept.find((part) => part.number === number)?.dueOn ?? due.on;
      return { amount: money(amount, order.currency), on: own > due.on ? due.on : own };
    })
    .toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0));
}

/** What was paid and is neither back nor promised back. */
async function leftToReturn(db: Db, orderId: string): Promise<number> {
  const [{ captured }, refunds] = [await moneyPosition(db, orderId), await findRefundsOfOrder(db, orderId)];
  const gone = refunds.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0);
  return Math.max(0, captured.amount - gone);
}

/**
 * What a change of a booking does to its order's money, in the change's own transaction: a new price, the plan fitted to
 * it, what was paid too much on its way back, the old invoice credited and a new one issued. Called last: it locks the invoice counter.
 */
export async function amendOrder(tx: Tx, platform: Platform, product: Selling, change: Amendment): Promise<Order> {
  const now = platform.clock.now();
  const { order, quote } = change;
  const number = (await findSnapshots(tx, order.id)).length + 1;
  await insertSnapshot(tx, order.id, number, quote, 'consented', new Date(now));
  await writePlan(tx, order, now);
  const payments = await findPaymentsOfOrder(tx, order.id);
  const { reduction, ...fitted } = await fitPlan(tx, now, order, { price: quote.total.amount, ...change });
  await saveParts(tx, now, order.id, fitted.parts, fitted.due, fitted.days);
  if (fitted.days.size > 0 || fitted.parts.every(({ paid }) => paid))
    await closeStaffTask(tx, now, { kind: partUnpaid, subject: `orders:${order.id}`, by: change.who });
  const amended = await mustMoveOrder(tx, product.machine, now, {
    order,
    event: 'noted-amended',
    by: change.by,
    who: change.who,
    detail: { ...change.detail, before: order.total, after: quote.total.amount },
    with: { total: quote.total.amount, reduction, snapshot: number },
  });
  await setTravelTimes(tx, order.id, change.travelStarts, change.travelEnds);
  // A gift stays a gift: who was given more than is left of what they paid gets nothing besides, and nobody has to look for it.
  const back = Math.min(fitted.back, await leftToReturn(tx, order.id));
  if (back > 0) {
    const taken = payments.filter(({ status }) => status === 'succeeded');
    await refundOver(tx, platform, order, taken, {
      amount: back,
      key: `order:${order.id}:amended:${number}`,
      reason: 'amended',
      askedBy: change.who,
    });
  }
  await tellOrder(tx, platform.jobs, amended, 'booking-changed');
  await replaceInvoice(tx, platform, amended, product.nameLines, number);
  return amended;
}
