import { randomUUID } from 'node:crypto';
import { may, type Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findRefundLimit } from '#app/platform/refund-limits.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import { lockOrder } from '../../orders/orders-store.server.ts';
import { findRefundRequests } from '../../orders/refund-requests-store.server.ts';
import { mayDecide, mayRefundAlone, type Decision } from '../../orders/staff/refund-rules.ts';
import { creditRequestTable } from '../credit-request-status.ts';
import type { CreditRequest } from '../credit-requests.tables.ts';
import { creditInvoice } from '../credit-invoice.server.ts';
import type { Invoice } from '../invoices-store.server.ts';
import type { CreditWish } from './credit-form.ts';
import { findCreditRequests, insertCreditRequest, saveCreditDecision } from './credit-requests-store.server.ts';

type Staff = Viewer & { readonly kind: 'staff' };
export type CreditRefusal = 'permission' | 'own-request' | 'credit-waiting' | 'not-waiting' | 'more-than-left' | 'not-possible';

/** The invoice has less left than somebody saw: nothing of the press was done. */
class NoLongerLeft extends Error {}

function asRefusal(fault: unknown): Outcome<never, CreditRefusal> {
  if (fault instanceof NoLongerLeft) return refuse('more-than-left');
  throw fault;
}

/**
 * Corrects an invoice without giving money back: within the asker's limit at once, above it after a second person. The
 * limits are those of refunds, since what is not owed any more is as good as returned.
 */
export async function askCredit(
  platform: Platform,
  ask: {
    readonly viewer: Staff;
    readonly invoice: Pick<Invoice, 'id' | 'orderId' | 'number'>;
    readonly wish: CreditWish;
    readonly requestId: string;
  },
  keep?: Keep<Outcome<'approved' | 'asked', never>>,
): Promise<Outcome<'approved' | 'asked', CreditRefusal>> {
  const { viewer, wish, invoice } = ask;
  if (!may(viewer, 'invoices:issue')) return refuse('permission');
  return transact(platform.db, async (tx): Promise<Outcome<'approved' | 'asked', CreditRefusal>> => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, invoice.orderId);
    if (!order) return refuse('not-possible');
    const earlier = await findCreditRequests(tx, order.id);
    if (earlier.some(({ status }) => status === 'asked')) return refuse('credit-waiting');
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
    else await carryOut(tx, now, request);
    await audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'credit-request.asked',
      subject: `credit_requests:${request.id}`,
      reason: wish.reason,
      detail: { invoice: invoice.number, amount: wish.amount, currency: 'AED', cause: wish.cause, alone },
      requestId: ask.requestId,
    });
    const asked = done<'approved' | 'asked'>(alone ? 'approved' : 'asked');
    await keep?.(tx, asked);
    return asked;
  }).catch(asRefusal);
}

/** A second person approves what waits, or either of them ends it. */
export async function decideCredit(
  platform: Platform,
  ask: { readonly viewer: Staff; readonly orderId: string; readonly decision: Decision; readonly requestId: string },
): Promise<Outcome<'approved' | 'declined', CreditRefusal>> {
  const { viewer, decision } = ask;
  return transact(platform.db, async (tx): Promise<Outcome<'approved' | 'declined', CreditRefusal>> => {
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
    if (decision === 'approve') await carryOut(tx, now, request);
    await audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: `credit-request.${moved.to}`,
      subject: `credit_requests:${request.id}`,
      detail: { amount: request.amount, currency: 'AED' },
      requestId: ask.requestId,
    });
    return done(decision === 'approve' ? 'approved' : 'declined');
  }).catch(asRefusal);
}

async function carryOut(tx: Tx, now: Instant, request: CreditRequest): Promise<void> {
  const credited = await creditInvoice(tx, now, {
    invoiceId: request.invoiceId,
    key: `credit-request:${request.id}`,
    reason: request.cause,
    lines: new Map(Object.entries(request.lines).map(([position, fils]) => [Number(position), fils])),
  });
  if (!credited.ok) throw new NoLongerLeft(`Credit request ${request.id}: ${credited.refused}`);
}
