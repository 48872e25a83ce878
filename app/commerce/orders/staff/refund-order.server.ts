import { randomUUID } from 'node:crypto';
import { may, type Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Db, type Tx } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findRefundLimit } from '#app/platform/refund-limits.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import { disputedMoney, isDisputed } from '../../disputes/disputes-store.server.ts';
import { creditInvoice } from '../../invoices/credit-invoice.server.ts';
import { leftToCredit, spreadCredit } from '../../invoices/invoice-lines.ts';
import { creditNotesOf, findInvoiceInForce } from '../../invoices/invoices-store.server.ts';
import { findCreditRequests } from '../../invoices/staff/credit-requests-store.server.ts';
import { tellOrder } from '../../messages/message-jobs.server.ts';
import { findPaymentsOfOrder, refundsOfPayment } from '../../payments/payments-store.server.ts';
import type { Payment } from '../../payments/payments.tables.ts';
import { askRefund } from '../../payments/refund-payment.server.ts';
import { paysThePrice } from '../../payments/two-card-rules.ts';
import { houseCredit } from '../../ledger/ledger-postings.ts';
import { ledgerOfPayment } from '../../ledger/ledger-store.server.ts';
import type { Product } from '../../product-contract.ts';
import { mustMoveOrder } from '../move-order.server.ts';
import { lockOrder } from '../orders-store.server.ts';
import type { Order } from '../orders.tables.ts';
import { refundRequestTable } from '../refund-request-status.ts';
import { inOrderOfReturn } from '../return-parts.ts';
import type { RefundRequest } from '../refund-requests.tables.ts';
import type { RefundWish } from './refund-form.ts';
import { findRefundRequests, insertRefundRequest, saveDecision } from '../refund-requests-store.server.ts';
import { mayDecide, mayRefundAlone, type Decision } from './refund-rules.ts';

type Staff = Viewer & { readonly kind: 'staff' };

export type OrderRefundRefusal =
  | 'permission'
  | 'own-request'
  /** No captured payment, or the order is returning its money already. */
  | 'nothing-to-refund'
  | 'more-than-left'
  /** Money went back, or came, since the form was drawn. */
  | 'money-moved'
  /** One waits for its second person. */
  | 'refund-waiting'
  /** A bank has not decided yet whose the money is. */
  | 'disputed'
  | 'not-waiting'
  | 'not-possible';

export interface Refundable {
  /** Null: there is nothing that could go back. */
  readonly paymentId: string | null;
  /** Captured and neither returned nor promised, minor units; of two cards what both have. */
  readonly left: number;
  /** The other of two cards and what of `left` goes to the payment itself; null where all of it does. */
  readonly beyond: { readonly paymentId: string; readonly before: number } | null;
  /** Of that, what the invoice still has of each price line, by its position in the price. */
  readonly lines: ReadonlyMap<number, number>;
}

/** What of an order's money could still go back, to one of its payments, or to the first of those that a bank made, before what credit paid; of two cards, then to the other. Reads only; asked again under the order's lock before anything is done. */
export async function findRefundable(db: Db, order: Pick<Order, 'id' | 'status'>, paymentId?: string): Promise<Refundable> {
  const taken = (await findPaymentsOfOrder(db, order.id)).filter(
    (one) => one.status === 'succeeded' && (paymentId === undefined || one.id === paymentId),
  );
  const invoice = await findInvoiceInForce(db, order.id);
  const none = { paymentId: null, left: 0, beyond: null, lines: new Map() };
  if (!invoice || order.status === 'refund_due') return none;
  const open = await Promise.all(inOrderOfReturn(taken).map(async (payment) => ({ ...payment, left: await leftOf(db, payment.id) })));
  // What came through a bank goes first: credit is what a traveller has from us already.
  const chosen = open.find(({ provider, left }) => provider !== houseCredit && left > 0) ?? open.find(({ left }) => left > 0) ?? open[0];
  if (!chosen) return none;
  const other = open.find((one) => one.left > 0 && isOtherCard(chosen, one));
  const earlier = (await creditNotesOf(db, invoice.id)).flatMap((note) => note.lines);
  const uncredited = [...leftToCredit(invoice.lines, earlier)].filter(([, { gross }]) => gross > 0);
  const creditable = uncredited.reduce((sum, [, { gross }]) => sum + gross, 0);
  return {
    paymentId: chosen.id,
    left: Math.max(0, Math.min(chosen.left + (other?.left ?? 0), creditable)),
    beyond: other ? { paymentId: other.id, before: chosen.left } : null,
    lines: new Map(uncredited.map(([position, { gross }]) => [position - 1, gross])),
  };
}

const isOtherCard = (one: Payment, other: Payment) => other.id !== one.id && paysThePrice(one) && paysThePrice(other);

/** Captured by a payment and neither returned, promised nor lost to its cardholder, minor units. */
async function leftOf(db: Db, paymentId: string): Promise<number> {
  const { captured } = await ledgerOfPayment(db, paymentId);
  const { lost } = await disputedMoney(db, [paymentId]);
  return (await refundsOfPayment(db, paymentId))
    .filter((refund) => refund.status !== 'failed')
    .reduce((left, refund) => left - refund.amount, captured - lost);
}

/**
 * Staff give money back outside a cancellation, to the payment it came from; what of two cards the one has no more goes to
 * the other, as one act. Within the asker's limit it is done at
 * once; above it the request waits for somebody else. The order stays what it is: a refund does not cancel.
 */
export async function askOrderRefund(
  platform: Platform,
  product: Pick<Product, 'machine'>,
  ask: {
    viewer: Staff;
    orderId: string;
    wish: RefundWish;
    requestId: string;
    paymentId?: string;
    /** What the asker saw that could go back, minor units: two who give for one thing would else both give. Absent: no form was drawn. */
    seen?: number;
  },
  keep?: Keep<Outcome<'approved' | 'asked', never>>,
): Promise<Outcome<'approved' | 'asked', OrderRefundRefusal>> {
  const { viewer, wish } = ask;
  if (!may(viewer, 'refunds:request')) return refuse('permission');
  return transact(platform.db, async (tx): Promise<Outcome<'approved' | 'asked', OrderRefundRefusal>> => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, ask.orderId);
    if (!order) return refuse('not-possible');
    const earlier = await findRefundRequests(tx, order.id);
    if (earlier.some((request) => request.status === 'asked')) return refuse('refund-waiting');
    if (await isDisputed(tx, order.id)) return refuse('disputed');
    const refundable = await findRefundable(tx, order, ask.paymentId);
    if (!refundable.paymentId) return refuse('nothing-to-refund');
    if (ask.seen !== undefined && ask.seen !== refundable.left) return refuse('money-moved');
    if (wish.amount > refundable.left) return refuse('more-than-left');
    // What somebody gave back and what they corrected count together.
    const both = [...earlier, ...(await findCreditRequests(tx, order.id))];
    const alone = mayRefundAlone(wish.amount, await findRefundLimit(tx, viewer.staff.roles), viewer.user.id, both);
    const request: RefundRequest = {
      id: randomUUID(),
      orderId: order.id,
      paymentId: refundable.paymentId,
      amount: wish.amount,
      currency: order.currency,
      lines: wish.lines,
      reason: wish.reason,
      cause: wish.cause ?? 'staff-refund',
      status: alone ? 'approved' : 'asked',
      alone,
      askedBy: viewer.user.id,
      askedAt: new Date(now),
      decidedBy: null,
      decidedAt: null,
    };
    await insertRefundRequest(tx, request);
    await audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'refund-request.asked',
      subject: `refund_requests:${request.id}`,
      reason: wish.reason,
      detail: { order: order.id, amount: wish.amount, currency: order.currency, alone },
      requestId: ask.requestId,
    });
    if (alone) {
      await carryOut(tx, platform, product, order, request, viewer.user.id);
      await keep?.(tx, done('approved'));
      return done('approved');
    }
    await openStaffTask(tx, now, {
      kind: 'refund-approval',
      subject: `refund_requests:${request.id}`,
      textKey: 'tasks:refund-approval',
      detail: { order: order.reference, amount: wish.amount, currency: order.currency },
      askedBy: `staff:${viewer.user.id}`,
    });
    await keep?.(tx, done('asked'));
    return done('asked');
  }).catch(asRefusal);
}

/** A second person approves what waits, or either of them ends it. */
export async function decideOrderRefund(
  platform: Platform,
  product: Pick<Product, 'machine'>,
  ask: { viewer: Staff; orderId: string; decision: Decision; requestId: string },
): Promise<Outcome<'approved' | 'declined', OrderRefundRefusal>> {
  const { viewer, decision } = ask;
  return transact(platform.db, async (tx): Promise<Outcome<'approved' | 'declined', OrderRefundRefusal>> => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, ask.orderId);
    const request = order && (await findRefundRequests(tx, order.id)).find((one) => one.status === 'asked');
    if (!order || !request) return refuse('not-waiting');
    const person = { id: viewer.user.id, mayApprove: may(viewer, 'refunds:approve') };
    const refused = mayDecide(decision, person, request.askedBy);
    if (refused) return refuse(refused);
    const moved = moveOn(refundRequestTable, request.status, decision, 'staff');
    if (!moved.ok) return refuse('not-waiting');
    if (decision === 'approve' && (await isDisputed(tx, order.id))) return refuse('disputed');
    if (decision === 'approve') {
      const [own, whole] = [await findRefundable(tx, order, request.paymentId), await findRefundable(tx, order)];
      if (request.amount > (whole.paymentId === request.paymentId ? whole : own).left) return refuse('more-than-left');
    }
    await saveDecision(tx, request.id, { status: moved.to, decidedBy: viewer.user.id, decidedAt: new Date(now) });
    await audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: `refund-request.${moved.to}`,
      subject: `refund_requests:${request.id}`,
      detail: { order: order.id, amount: request.amount, currency: request.currency },
      requestId: ask.requestId,
    });
    await closeStaffTask(tx, now, { kind: 'refund-approval', subject: `refund_requests:${request.id}`, by: `staff:${viewer.user.id}` });
    if (decision === 'decline') return done('declined');
    await carryOut(tx, platform, product, order, request, viewer.user.id);
    return done('approved');
  }).catch(asRefusal);
}

/** The bank's own refunds may come between our look and the payment's lock: then nothing of this was done. */
class NoLongerLeft extends Error {}

function asRefusal(fault: unknown): Outcome<never, OrderRefundRefusal> {
  if (fault instanceof NoLongerLeft) return refuse('more-than-left');
  throw fault;
}

/** What of a request goes to which payment: all of it to its own, or of two cards what that one lacks to the other. */
async function byCard(
  tx: Tx,
  order: Order,
  request: RefundRequest,
): Promise<{ readonly paymentId: string; readonly amount: number; readonly key: string }[]> {
  const key = `request:${request.id}`;
  const own = Math.min(request.amount, await leftOf(tx, request.paymentId));
  const rest = request.amount - own;
  if (rest === 0) return [{ paymentId: request.paymentId, amount: own, key }];
  const taken = (await findPaymentsOfOrder(tx, order.id)).filter(({ status }) => status === 'succeeded');
  const chosen = taken.find(({ id }) => id === request.paymentId);
  const other = chosen && taken.find((one) => isOtherCard(chosen, one));
  if (!other || own <= 0) throw new NoLongerLeft(`Refund request ${request.id}: ${rest} is not left`);
  return [
    { paymentId: request.paymentId, amount: own, key },
    { paymentId: other.id, amount: rest, key: `${key}:${other.purpose}` },
  ];
}

/** The refund itself: on its way to the bank, credited, in the order's history and told to the traveller. */
async function carryOut(
  tx: Tx,
  platform: Platform,
  product: Pick<Product, 'machine'>,
  order: Order,
  request: RefundRequest,
  by: string,
): Promise<void> {
  const now = platform.clock.now();
  for (const part of await byCard(tx, order, request)) {
    const asked = await askRefund(tx, platform.jobs, now, {
      paymentId: part.paymentId,
      amount: money(part.amount, request.currency),
      key: part.key,
      reason: 'staff-refund',
      askedBy: `staff:${request.askedBy}`,
    });
    if (!asked.ok) throw new NoLongerLeft(`Refund request ${request.id}: ${asked.refused}`);
  }
  const invoice = (await findInvoiceInForce(tx, order.id))!;
  const earlier = (await creditNotesOf(tx, invoice.id)).flatMap((note) => note.lines);
  // Lines of a price that was changed since are lines of another invoice.
  const ofLines = invoice.issuedAt <= request.askedAt ? Object.entries(request.lines) : [];
  const lines =
    ofLines.length > 0
      ? new Map(ofLines.map(([position, amount]) => [Number(position) + 1, amount]))
      : spreadCredit(invoice.lines, earlier, request.amount);
  const credited = await creditInvoice(tx, now, { invoiceId: invoice.id, key: `request:${request.id}`, reason: request.cause, lines });
  // A line may have been credited since it was looked at.
  if (!credited.ok) throw new NoLongerLeft(`Refund request ${request.id}: no credit note, ${credited.refused}`);
  const noted = await mustMoveOrder(tx, product.machine, now, {
    order,
    event: 'noted-refund',
    by: 'staff',
    who: `staff:${by}`,
    reason: request.reason,
    detail: { amount: request.amount, currency: request.currency, request: request.id },
  });
  await tellOrder(tx, platform.jobs, noted, 'order-part-refunded');
}
