import { may, type Viewer } from '#app/platform/access.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import { findRefundLimit } from '#app/platform/refund-limits.server.ts';
import { dateIn, instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { findHistory, findOrderAsSystem } from '../../orders/orders-store.server.ts';
import { findRefundable } from '../../orders/staff/refund-order.server.ts';
import { findRefundRequests } from '../../orders/refund-requests-store.server.ts';
import { findPaymentsOfOrder } from '../../payments/payments-store.server.ts';
import { leftToCredit } from '../invoice-lines.ts';
import { creditNotesOf, findInvoiceAsStaff, findInvoiceInForce } from '../invoices-store.server.ts';
import { unitsLeft, type CreditableLine, type CreditCause } from './credit-form.ts';
import { findCreditRequests } from './credit-requests-store.server.ts';
import { houseZone } from './invoice-desk-store.server.ts';
import { shownLine } from './open-invoice-record.server.ts';

/** What of an order's history is a cause to credit something, and which. */
const causeOf: Readonly<Record<string, CreditCause>> = {
  'noted-amended': 'changed',
  'noted-refund': 'goodwill',
  'confirm-cancel': 'not-provided',
  'operator-cancel': 'not-provided',
  void: 'not-provided',
  'ticketing-refused': 'not-provided',
  'give-up': 'not-provided',
};

/** An invoice with what can still be credited of it and where money could go; null when there is no such invoice. */
export async function openCredit(db: Db, viewer: Viewer & { readonly kind: 'staff' }, number: string) {
  const invoice = await findInvoiceAsStaff(db, number);
  const order = invoice?.kind === 'invoice' ? await findOrderAsSystem(db, invoice.orderId) : null;
  if (!invoice || !order) return null;
  const [notes, payments, inForce, history, credits, refunds, limit] = await Promise.all([
    creditNotesOf(db, invoice.id),
    findPaymentsOfOrder(db, order.id),
    findInvoiceInForce(db, order.id),
    findHistory(db, order.id),
    findCreditRequests(db, order.id),
    findRefundRequests(db, order.id),
    findRefundLimit(db, viewer.staff.roles),
  ]);
  const left = leftToCredit(
    invoice.lines,
    notes.flatMap((note) => note.lines),
  );
  const lines: CreditableLine[] = invoice.lines.map(({ position, quantity, gross }) => ({
    position,
    quantity,
    gross,
    left: left.get(position)!.gross,
  }));
  const paid = payments.filter(({ status }) => status === 'succeeded');
  // Money goes back by the invoice in force only: an older one was credited when it was replaced.
  const returnable = new Map(
    await Promise.all(
      (inForce?.id === invoice.id ? paid : []).map(
        async (payment) => [payment.id, (await findRefundable(db, order, payment.id)).left] as const,
      ),
    ),
  );
  const waiting =
    credits.map((one) => ({ ...one, refund: false })).find(({ status }) => status === 'asked') ??
    refunds.map((one) => ({ ...one, refund: true })).find(({ status }) => status === 'asked') ??
    null;
  const names = await findStaffNames(db, waiting ? [waiting.askedBy] : []);
  return {
    invoice,
    order,
    lines,
    returnable,
    shown: {
      number: invoice.number,
      reference: order.reference,
      buyer: invoice.buyer.name,
      lines: invoice.lines.map((line) => {
        const own = lines.find(({ position }) => position === line.position)!;
        return { ...shownLine(line), left: money(own.left, 'AED'), units: unitsLeft(own) };
      }),
      left: money(
        lines.reduce((sum, line) => sum + line.left, 0),
        'AED',
      ),
      payments: paid
        .filter(({ id }) => (returnable.get(id) ?? 0) > 0)
        .map(({ id, createdAt, purpose }) => ({
          id,
          on: dateIn(houseZone, instant(createdAt.getTime())),
          part: purpose === 'order' ? null : purpose,
          most: money(returnable.get(id)!, 'AED'),
        })),
      events: history
        .filter(({ event }) => causeOf[event] !== undefined)
        .map(({ event, at }) => ({ event, on: dateIn(houseZone, instant(at.getTime())), cause: causeOf[event]! })),
      limit: money(limit, 'AED'),
      waiting: waiting && {
        amount: money(waiting.amount, 'AED'),
        by: names.get(waiting.askedBy) ?? '–',
        reason: waiting.reason,
        refund: waiting.refund,
        own: waiting.askedBy === viewer.user.id,
        mayApprove: waiting.askedBy !== viewer.user.id && may(viewer, waiting.refund ? 'refunds:approve' : 'invoices:issue'),
      },
    },
  };
}
