import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import { failpoint } from '#app/platform/failpoint.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { minuteMs } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { releaseClaims } from '../availability/claims-store.server.ts';
import { isDisputed } from '../disputes/disputes-store.server.ts';
import { creditInvoice } from '../invoices/credit-invoice.server.ts';
import { findInvoiceInForce } from '../invoices/invoices-store.server.ts';
import { tellOrder, type OrderTemplate } from '../messages/message-jobs.server.ts';
import { findPaymentsOfOrder, isGoingBack } from '../payments/payments-store.server.ts';
import { isWaitingForRest } from '../payments/two-card-rules.ts';
import type { CancelTerms, Product } from '../product-contract.ts';
import { keepEvents, mayAskToCancel } from './cancel-events.ts';
import { settleCheck } from './hold-back.server.ts';
import { moveOrder, mustMoveOrder } from './move-order.server.ts';
import { findCancelQuote, findOrderAsSystem, insertCancelQuote, lockOrder } from './orders-store.server.ts';
import type { Order } from './orders.tables.ts';
import { oweRefund } from './return-money.server.ts';
import { findReturnedBefore } from './returned-before.server.ts';
import { termsAfterReturns } from './terms-after-returns.ts';

export interface AskedBy {
  readonly orderId: string;
  readonly by: 'customer' | 'staff';
  /** As the audit names people. */
  readonly who: string;
  readonly reason?: string;
}

export type CancelRefusal =
  | 'not-cancellable'
  | 'quote-expired'
  | 'refund-unknown'
  | 'money-moving'
  | 'disputed'
  | 'supplier-refused'
  | 'supplier-silent';

/** What cancelling would bring, on record and honoured until it expires. Asking again gives a fresh quote. */
export async function quoteCancel(
  platform: Platform,
  product: Product,
  ask: AskedBy,
  keep?: Keep<CancelTerms>,
): Promise<Outcome<CancelTerms, CancelRefusal>> {
  const order = await findOrderAsSystem(platform.db, ask.orderId);
  if (!order || !mayAskToCancel(product.machine, order.status)) return refuse('not-cancellable');
  const byRules = await product.cancelTerms(order.id, platform.clock.now());
  return transact(platform.db, async (tx): Promise<Outcome<CancelTerms, CancelRefusal>> => {
    const current = await lockOrder(tx, order.id);
    if (!current || current.version !== order.version) return refuse('not-cancellable');
    const terms = termsAfterReturns(byRules, await findReturnedBefore(tx, current));
    if (await isMoneyMoving(tx, order.id)) return refuse('money-moving');
    if (await isDisputed(tx, order.id)) return refuse('disputed');
    const now = platform.clock.now();
    const number = await insertCancelQuote(tx, order.id, terms, order.currency);
    const note = { by: ask.by, who: ask.who, detail: { quote: number, refund: terms.refund?.amount ?? null } };
    const event = current.status === 'cancel_quoted' ? 'noted-quoted' : 'ask-cancel';
    await mustMoveOrder(tx, product.machine, now, { order: current, event, ...note });
    await keep?.(tx, terms);
    return done(terms);
  });
}

/**
 * Whether a later payment of an order, such as the difference of a change, is promised and not taken yet. Let go and
 * refunded from the first payment besides, it would bring back more than was paid; a moment later it is taken.
 */
async function isMoneyMoving(tx: Tx, orderId: string): Promise<boolean> {
  for (const payment of await findPaymentsOfOrder(tx, orderId))
    if (
      payment.purpose !== 'order' &&
      payment.status === 'requires_capture' &&
      !isWaitingForRest(payment) &&
      !(await isGoingBack(tx, payment))
    )
      return true;
  return false;
}

/** A cancellation was asked about and never decided: so long after its quote is over, the order is what it was. */
const forgottenMs = 30 * minuteMs;

/**
 * Keeps an order whose holder asked what cancelling would bring and went away; true when it did. An unpaid one ends with
 * its hold instead. The caller knows that no supplier is being asked to cancel it.
 */
export async function keepForgotten(
  platform: Platform,
  product: Product,
  orderId: string,
  isUnderWay: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  return transact(platform.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const quoted = order?.status === 'cancel_quoted' ? await findCancelQuote(tx, order.id) : null;
    const now = platform.clock.now();
    if (!order || !quoted || quoted.terms.window === 'unpaid' || quoted.expiresAt.getTime() + forgottenMs > now) return false;
    if (await isUnderWay(tx)) return false;
    const event = keepEvents[quoted.terms.window];
    await mustMoveOrder(tx, product.machine, now, { order, event, by: 'system', who: 'system', reason: 'no-answer-in-time' });
    return true;
  });
}

/** The traveller keeps what they have. */
export async function keepOrder(platform: Platform, product: Product, ask: AskedBy): Promise<Outcome<Order, 'not-possible'>> {
  return transact(platform.db, async (tx): Promise<Outcome<Order, 'not-possible'>> => {
    const order = await lockOrder(tx, ask.orderId);
    if (order?.status !== 'cancel_quoted') return refuse('not-possible');
    const quoted = await findCancelQuote(tx, order.id);
    if (!quoted) return refuse('not-possible');
    const event = keepEvents[quoted.terms.window];
    const moved = await moveOrder(tx, product.machine, platform.clock.now(), { order, event, by: ask.by, who: ask.who });
    return moved.ok ? moved : refuse('not-possible');
  });
}

/**
 * Cancels under the quoted terms: first with the supplier, then the order, the credit note and the money in one
 * transaction. A cancel does not refund by itself; what is owed is put on record and pursued on its own.
 */
export async function confirmCancel(platform: Platform, product: Product, ask: AskedBy): Promise<Outcome<Order, CancelRefusal>> {
  const order = await findOrderAsSystem(platform.db, ask.orderId);
  if (order?.status !== 'cancel_quoted') return refuse('not-cancellable');
  const quoted = await findCancelQuote(platform.db, order.id);
  if (!quoted || quoted.expiresAt.getTime() <= platform.clock.now()) return refuse('quote-expired');
  const { terms } = quoted;
  if (terms.refund === null && ask.by === 'customer') return refuse('refund-unknown');
  // Money that went back after the answer was given is in no answer yet.
  if (terms.window !== 'unpaid' && (await findReturnedBefore(platform.db, order)).credited !== (terms.before?.credited ?? 0))
    return refuse('quote-expired');
  if (await transact(platform.db, (tx) => isMoneyMoving(tx, order.id))) return refuse('money-moving');
  if (await isDisputed(platform.db, order.id)) return refuse('disputed');
  const ended = await product.endSupply(order.id, terms.window);
  await failpoint('close.before-commit');
  const result = await transact(platform.db, async (tx): Promise<Outcome<Order, CancelRefusal>> => {
    const current = await lockOrder(tx, order.id);
    if (current?.status !== 'cancel_quoted') return refuse('not-cancellable');
    const now = platform.clock.now();
    if (ended.kind === 'unknown') {
      await mustMoveOrder(tx, product.machine, now, { order: current, event: 'no-answer', by: 'supplier', who: 'supplier' });
      await product.sendLookUp(tx, order.id);
      return refuse('supplier-silent');
    }
    if (ended.kind === 'refused') {
      const event = keepEvents[terms.window];
      await mustMoveOrder(tx, product.machine, now, { order: current, event, by: 'system', who: 'system', reason: ended.reason });
      await openStaffTask(tx, now, {
        kind: 'cancel-refused',
        subject: `orders:${order.id}`,
        textKey: 'tasks:cancel-refused',
        detail: { order: order.reference, why: ended.reason },
      });
      return refuse('supplier-refused');
    }
    const reason = ask.reason === undefined ? {} : { reason: ask.reason };
    const cancelled = await mustMoveOrder(tx, product.machine, now, {
      order: current,
      event: 'confirm-cancel',
      by: ask.by,
      who: ask.who,
      detail: { quote: quoted.number },
      ...reason,
    });
    return done(await settleCancelled(tx, platform, product, cancelled, terms, ask.who));
  });
  await failpoint('close.after-commit');
  return result;
}

/**
 * Lets an order go that nothing was paid for: there is nothing to ask about. One that is paid meanwhile is asked about like any
 * other, and its holder sees first what comes back.
 */
export async function letOrderGo(platform: Platform, product: Product, ask: AskedBy): Promise<Outcome<Order, CancelRefusal>> {
  const asked = await quoteCancel(platform, product, ask);
  if (!asked.ok) return asked;
  if (asked.value.window === 'unpaid') return confirmCancel(platform, product, ask);
  const order = await findOrderAsSystem(platform.db, ask.orderId);
  return order ? done(order) : refuse('not-cancellable');
}

/** What follows from a cancellation that is certain: places freed, credit note, money owed, mail. */
export async function settleCancelled(
  tx: Tx,
  platform: Platform,
  product: Product,
  cancelled: Order,
  terms: CancelTerms,
  who: string,
  mail: OrderTemplate = 'order-cancelled',
): Promise<Order> {
  await settleCheck(tx, platform, cancelled, 'ended', who);
  await releaseClaims(tx, cancelled.id);
  await product.closeItems?.(tx, cancelled.id, who);
  // Money that arrived for an order that was never delivered goes back whole; usually there is none.
  const owed = terms.window === 'unpaid' ? cancelled.total : (terms.refund?.amount ?? 0);
  const after = await oweRefund(tx, platform, product.machine, cancelled, owed, 'cancelled', who);
  await credit(tx, platform, cancelled, terms);
  await tellOrder(tx, platform.jobs, { ...after, version: cancelled.version }, mail);
  return after;
}

/** The part of each invoice line that goes back; lines of the invoice stand in the order of the price lines. */
async function credit(tx: Tx, platform: Platform, order: Order, terms: CancelTerms): Promise<void> {
  const invoice = await findInvoiceInForce(tx, order.id);
  if (!invoice) return;
  const parts = terms.before?.credits ?? terms.lines.map(({ line, refunded }) => ({ line, amount: refunded.amount }));
  const lines = new Map(parts.filter(({ amount }) => amount !== 0).map(({ line, amount }) => [line + 1, amount]));
  if (lines.size === 0) return;
  const credited = await creditInvoice(tx, platform.clock.now(), {
    invoiceId: invoice.id,
    key: `order:${order.id}:cancelled`,
    reason: 'cancelled',
    lines,
    atMostLeft: true,
  });
  if (!credited.ok && credited.refused !== 'nothing-to-credit') throw new Error(`Order ${order.id}: no credit note, ${credited.refused}`);
}

/**
 * Staff end an order that was paid and could not be delivered, or that nobody wants any more before it was paid: all of
 * its money goes back.
 */
export async function giveUpOrder(
  platform: Platform,
  product: Product,
  ask: Omit<AskedBy, 'by'> & { by: 'staff' | 'system' },
): Promise<Outcome<Order, CancelRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<Order, CancelRefusal>> => {
    const order = await lockOrder(tx, ask.orderId);
    if (!order) return refuse('not-cancellable');
    const now = platform.clock.now();
    const reason = ask.reason === undefined ? {} : { reason: ask.reason };
    const moved = await moveOrder(tx, product.machine, now, { order, event: 'give-up', by: ask.by, who: ask.who, ...reason });
    if (!moved.ok) return refuse('not-cancellable');
    await settleCheck(tx, platform, order, 'ended', ask.who);
    await releaseClaims(tx, order.id);
    await product.sendRelease(tx, order.id);
    await product.closeItems?.(tx, order.id, ask.who);
    const after = await oweRefund(tx, platform, product.machine, moved.value, order.total, 'not-delivered', ask.who);
    await tellOrder(tx, platform.jobs, { ...after, version: moved.value.version }, 'order-cancelled');
    return done(after);
  });
}
