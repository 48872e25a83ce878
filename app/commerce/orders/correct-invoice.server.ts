import type { Viewer } from '#app/platform/access.ts';
import { may } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { dateIn, instant, type CalendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { findClosedPeriods } from '../invoices/closed-periods-store.server.ts';
import { isSameBuyer } from '../invoices/invoice-buyer-form.ts';
import { leftToCredit, type InvoiceBuyer } from '../invoices/invoice-lines.ts';
import {
  creditNotesOf,
  findInvoiceAsStaff,
  findInvoiceFor,
  findInvoiceInForce,
  findInvoicesOfOrder,
  type Invoice,
} from '../invoices/invoices-store.server.ts';
import { issueInvoice } from '../invoices/issue-invoice.server.ts';
import { lockOrder, readInvoiceTo, saveInvoiceTo } from './orders-store.server.ts';
import type { Order } from './orders.tables.ts';
import { exchangeInvoice } from './replace-invoice.server.ts';

type Bench = Pick<Platform, 'db' | 'clock' | 'crypto'>;

export type CorrectRefusal = 'not-yours' | 'not-in-force' | 'same-buyer' | 'not-possible' | 'permission';
/** Done, with the number of the new invoice; or handed to finance. */
export type Corrected = { readonly kind: 'corrected'; readonly number: string } | { readonly kind: 'asked' };

/** So many names of one order are nobody's slip any more: the next is looked at. */
const mostAlone = 3;
const correctionTask = (invoice: Pick<Invoice, 'id'>) => ({ kind: 'invoice-correction', subject: `invoices:${invoice.id}` });

/**
 * The buyer's own wish for an invoice in another name. Nothing about the money changes, so it is done at once: a credit note
 * over the old one and a new one with its lines. An invoice of a month whose VAT was reported is left to finance.
 */
export async function correctInvoice(
  platform: Bench,
  ask: { readonly viewer: Viewer; readonly number: string; readonly buyer: InvoiceBuyer; readonly requestId: string },
  keep?: Keep<Corrected>,
): Promise<Outcome<Corrected, CorrectRefusal>> {
  const { viewer, buyer } = ask;
  return transact(platform.db, async (tx): Promise<Outcome<Corrected, CorrectRefusal>> => {
    const now = platform.clock.now();
    const found = await findInvoiceFor(tx, viewer, ask.number);
    const order = found && (await lockOrder(tx, found.orderId));
    if (viewer.kind === 'anonymous' || !order || order.userId !== viewer.user.id) return refuse('not-yours');
    const invoice = await inForce(tx, order, found);
    if (!invoice) return refuse('not-in-force');
    const wished = readInvoiceTo(platform.crypto, order);
    if (isSameBuyer(invoice.buyer, buyer) || (wished && isSameBuyer(wished, buyer))) return refuse('same-buyer');
    await saveInvoiceTo(tx, platform.crypto, order.id, buyer);
    const who = `user:${viewer.user.id}`;
    const month = dateIn('Asia/Dubai', instant(invoice.issuedAt.getTime())).slice(0, 7);
    const reported = (await findClosedPeriods(tx)).some((period) => period.month === month);
    const asks = reported || (await correctionsOf(tx, order)) >= mostAlone;
    await audit(tx, now, {
      actor: who,
      action: asks ? 'invoice.correction-asked' : 'invoice.corrected',
      subject: `invoices:${invoice.id}`,
      detail: { number: invoice.number, cause: 'buyer' },
      requestId: ask.requestId,
    });
    if (asks)
      await openStaffTask(tx, now, {
        ...correctionTask(invoice),
        textKey: 'tasks:invoice-correction',
        detail: { number: invoice.number },
      });
    const corrected: Corrected = asks
      ? { kind: 'asked' }
      : { kind: 'corrected', number: await reissue(tx, platform, order, invoice, buyer) };
    await keep?.(tx, corrected);
    return done(corrected);
  });
}

/** Finance does what was asked of an invoice of a month that was reported: both documents are of the month of today. */
export async function correctAsStaff(
  platform: Bench,
  ask: { readonly viewer: Viewer & { readonly kind: 'staff' }; readonly number: string; readonly requestId: string },
  keep?: Keep<string>,
): Promise<Outcome<string, CorrectRefusal>> {
  const { viewer } = ask;
  if (!may(viewer, 'invoices:issue')) return refuse('permission');
  return transact(platform.db, async (tx): Promise<Outcome<string, CorrectRefusal>> => {
    const now = platform.clock.now();
    const found = await findInvoiceAsStaff(tx, ask.number);
    const order = found && (await lockOrder(tx, found.orderId));
    const invoice = order && (await inForce(tx, order, found));
    if (!invoice) return refuse('not-in-force');
    const buyer = readInvoiceTo(platform.crypto, order);
    if (!buyer || isSameBuyer(buyer, invoice.buyer)) return refuse('not-possible');
    const by = `staff:${viewer.user.id}`;
    await closeStaffTask(tx, now, { ...correctionTask(invoice), by });
    await audit(tx, now, {
      actor: by,
      action: 'invoice.corrected',
      subject: `invoices:${invoice.id}`,
      detail: { number: invoice.number, cause: 'buyer' },
      requestId: ask.requestId,
    });
    const number = await reissue(tx, platform, order, invoice, buyer);
    await keep?.(tx, number);
    return done(number);
  });
}

/** Whom an invoice in force should name by the wish of its buyer; null where it does, or nobody said. */
export function wishedBuyer(crypto: Bench['crypto'], order: Order, invoice: Pick<Invoice, 'buyer'>): InvoiceBuyer | null {
  const wished = readInvoiceTo(crypto, order);
  return wished && !isSameBuyer(wished, invoice.buyer) ? wished : null;
}

/** The document as long as it is the order's newest invoice and something of it is not credited. */
async function inForce(tx: Tx, order: Order, invoice: Invoice): Promise<Invoice | null> {
  if (invoice.kind !== 'invoice' || (await findInvoiceInForce(tx, order.id))?.id !== invoice.id) return null;
  const credits = (await creditNotesOf(tx, invoice.id)).flatMap((note) => note.lines);
  return [...leftToCredit(invoice.lines, credits).values()].some(({ gross }) => gross !== 0) ? invoice : null;
}

const keyOf = (order: Pick<Order, 'id'>, of: string) => `order:${order.id}:corrected${of}:`;

async function correctionsOf(tx: Tx, order: Order): Promise<number> {
  return (await findInvoicesOfOrder(tx, order.id)).filter(({ kind, key }) => kind === 'invoice' && key.startsWith(keyOf(order, ''))).length;
}

/** Called last in its transaction: it locks the invoice counter. The lines, their words and the day of the supply stay. */
async function reissue(tx: Tx, platform: Bench, order: Order, invoice: Invoice, buyer: InvoiceBuyer): Promise<string> {
  const now = platform.clock.now();
  const number = (await correctionsOf(tx, order)) + 1;
  const issue = () =>
    issueInvoice(tx, now, {
      key: `${keyOf(order, '')}${number}`,
      orderId: order.id,
      orderReference: invoice.orderReference,
      ownerId: order.userId,
      buyer,
      supplyDate: invoice.supplyDate as CalendarDate,
      lines: invoice.lines,
      charged: money(invoice.chargedAmount, invoice.chargedCurrency),
      rate: invoice.rate,
    });
  const replacing = await exchangeInvoice(tx, now, invoice, issue, {
    whole: { key: `${keyOf(order, '-whole')}${number}`, reason: 'buyer' },
    carried: { key: `${keyOf(order, '-carried')}${number}`, reason: 'carried-on' },
  });
  return replacing.number;
}
