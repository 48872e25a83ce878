import { randomUUID } from 'node:crypto';
import { may, type Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findRefundLimit } from '#app/platform/refund-limits.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import { reducePlan } from '../../bookings/reduce-plan.server.ts';
import { lockOrder } from '../../orders/orders-store.server.ts';
import type { Order } from '../../orders/orders.tables.ts';
import { findRefundRequests } from '../../orders/refund-requests-store.server.ts';
import { mayDecide, mayRefundAlone, type Decision } from '../../orders/staff/refund-rules.ts';
import type { Product } from '../../product-contract.ts';
import { creditRequestTable } from '../credit-request-status.ts';
import type { CreditRequest } from '../credit-requests.tables.ts';
import { creditInvoice } from '../credit-invoice.server.ts';
import { leftToCredit } from '../invoice-lines.ts';
import { creditNotesOf, findInvoiceById, type Invoice } from '../invoices-store.server.ts';
import type { CreditWish } from './credit-form.ts';
import { findCreditRequests, insertCreditRequest, saveCreditDecision } from './credit-requests-store.server.ts';

type Staff = Viewer & { readonly kind: 'staff' };
export type CreditRefusal =
  | 'permission'
  | 'own-request'
  | 'credit-waiting'
  | 'not-waiting'
  | 'more-than-left'
  /** Something was credited since the form was drawn. */
  | 'money-moved'
  /** More than is still to pay of an order: what is above it was paid, and has to go back as money. */
  | 'more-than-open'
  | 'not-possible';
/** Done: `reduced` where it made less to pay, `corrected` where nothing was to pay. Or handed to a second person. */
export type Credited = 'reduced' | 'corrected';

/** The invoice has less left, or the order less to pay, than somebody saw: nothing of the press was done. */
class CannotCredit extends Error {
  readonly refused: 'more-than-left' | 'more-than-open';
  constructor(refused: 'more-than-left' | 'more-than-open') {
    super(refused);
    this.refused = refused;
  }
}

function asRefusal(fault: unknown): Outcome<never, CreditRefusal> {
  if (fault instanceof CannotCredit) return refuse(fault.refused);
  throw fault;
}

/**
 * Corrects an invoice without giving money back: within the asker's limit at once, above it after a second person. The
 * limits are those of refunds, since what is not owed any more is as good as returned. What is still to pay of the order
 * becomes less by it.
 */
export async function askCredit(
  platform: Platform,
  product: Pick<Product, 'machine'>,
  ask: {
    readonly viewer: Staff;
    readonly invoice: Pick<Invoice, 'id' | 'orderId' | 'number'>;
    readonly wish: CreditWish;
    readonly requestId: string;
    /** What the asker saw that the invoice still has, fils. Absent: no form was drawn. */
    readonly seen?: number;
  },
  keep?: Keep<Outcome<Credited | 'asked', never>>,
): Promise<Outcome<Credited | 'asked', CreditRefusal>> {
  const { viewer, wish, invoice } = ask;
  if (!may(viewer, 'invoices:issue')) return refuse('permission');
  return transact(platform.db, async (tx): Promise<Outcome<Credited | 'asked', CreditRefusal>> => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, invoice.orderId);
    if (!order) return refuse('not-possible');
    const earlier = await findCreditRequests(tx, order.id);
    if (earlier.some(({ status }) => status === 'asked')) return refuse('credit-waiting');
    if (ask.seen !== undefined && (await leftOfInvoice(tx, invoice.id)) !== ask.seen) return refuse('money-moved');
    // What somebody gave back and what they corrected count together.
    const both = [...earlier, ...(await findRefundRequests(tx, order.id))];
    const alone = mayRefundAlone(wish.amount, await findRefundLimit(tx, viewer.staff.roles), viewer.user.id, both);
    const request: CreditRequest = {
      id: randomUUID(),
      invoiceId: invoice.id,
      orderId: order.id,
      amount: wish.amount,
      lines: Object.fromEntries(wish.lines),
      cause: wish.cause,
      reason: wish.reason,
      status: alone ? 'approved' : 'asked',
      alone,
      askedBy: viewer.user.id,
      askedAt: new Date(now),
      decidedBy: null,
      decidedAt: null,
    };
    await insertCreditRequest(tx, request);
    if (!alone)
      await openStaffTask(tx, now, {
        kind: 'credit-approval',
        subject: `credit_requests:${request.id}`,
        textKey: 'tasks:credit-approval',
        detail: { number: invoice.number, amount: wish.amount, currency: 'AED' },
        askedBy: `staff:${viewer.user.id}`,
      });
    const asked = done(alone ? await carryOut(tx, platform, product, order, request, viewer) : ('asked' as const));
    await audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'credit-request.asked',
      subject: `credit_requests:${request.id}`,
      reason: wish.reason,
      detail: { invoice: invoice.number, amount: wish.amount, currency: 'AED', cause: wish.cause, alone },
      requestId: ask.requestId,
    });
    await keep?.(tx, asked);
    return asked;
  }).catch(asRefusal);
}

/** Fils that no credit note took off an invoice. */
async function leftOfInvoice(tx: Tx, invoiceId: string): Promise<number> {
  const invoice = (await findInvoiceById(tx, invoiceId))!;
  const notes = (await creditNotesOf(tx, invoiceId)).flatMap((note) => note.lines);
  return [...leftToCredit(invoice.lines, notes).values()].reduce((sum, { gross }) => sum + gross, 0);
}

/** A second person approves what waits, or either of them ends it. */
export async function decideCredit(
  platform: Platform,
  product: Pick<Product, 'machine'>,
  ask: { readonly viewer: Staff; readonly orderId: string; readonly decision: Decision; readonly requestId: string },
): Promise<Outcome<Credited | 'declined', CreditRefusal>> {
  const { viewer, decision } = ask;
  return transact(platform.db, async (tx): Promise<Outcome<Credited | 'declined', CreditRefusal>> => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, ask.orderId);
    const request = order && (await findCreditRequests(tx, order.id)).find(({ status }) => status === 'asked');
    if (!request) return refuse('not-waiting');
    const person = { id: viewer.user.id, mayApprove: may(viewer, 'invoices:issue') };
    const refused = mayDecide(decision, person, request.askedBy);
    if (refused) return refuse(refused);
    const moved = moveOn(creditRequestTable, request.status, decision, 'staff');
    if (!moved.ok) return refuse('not-waiting');
    await saveCreditDecision(tx, request.id, { status: moved.to, decidedBy: viewer.user.id, decidedAt: new Date(now) });
    await closeStaffTask(tx, now, { kind: 'credit-approval', subject: `credit_requests:${request.id}`, by: `staff:${viewer.user.id}` });
    const decided = decision === 'approve' ? await carryOut(tx, platform, product, order, request, viewer) : ('declined' as const);
    await audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: `credit-request.${moved.to}`,
      subject: `credit_requests:${request.id}`,
      detail: { amount: request.amount, currency: 'AED' },
      requestId: ask.requestId,
    });
    return done(decided);
  }).catch(asRefusal);
}

/** Last of all the credit note: it locks the counter of its numbers. */
async function carryOut(
  tx: Tx,
  platform: Platform,
  product: Pick<Product, 'machine'>,
  order: Order,
  request: CreditRequest,
  by: Staff,
): Promise<Credited> {
  const now = platform.clock.now();
  const who = `staff:${by.user.id}`;
  const reduced = await reducePlan(tx, platform, product, { order, amount: request.amount, who, reason: request.reason });
  if (reduced === 'more-than-open') throw new CannotCredit(reduced);
  const credited = await creditInvoice(tx, now, {
    invoiceId: request.invoiceId,
    key: `credit-request:${request.id}`,
    reason: request.cause,
    lines: new Map(Object.entries(request.lines).map(([position, fils]) => [Number(position), fils])),
  });
  if (!credited.ok) throw new CannotCredit('more-than-left');
  return reduced === 'reduced' ? 'reduced' : 'corrected';
}
