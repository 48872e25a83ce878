import type { Db } from '#app/platform/database.server.ts';
import { leftToCredit } from '../invoices/invoice-lines.ts';
import { creditNotesOf, findInvoiceInForce } from '../invoices/invoices-store.server.ts';
import { findRefundsOfOrder } from '../payments/payments-store.server.ts';
import type { Order } from './orders.tables.ts';
import type { ReturnedBefore } from './terms-after-returns.ts';

/**
 * What went back of an order's price as it stands. A change of the order has an invoice of its own, so what it brought back
 * is not in it.
 */
export async function findReturnedBefore(db: Db, order: Pick<Order, 'id' | 'reduction'>): Promise<ReturnedBefore> {
  const invoice = await findInvoiceInForce(db, order.id);
  if (!invoice) return { returned: 0, credited: 0, left: null };
  const [notes, refunds] = [await creditNotesOf(db, invoice.id), await findRefundsOfOrder(db, order.id)];
  const credits = notes.flatMap(({ lines }) => lines);
  const credited = -credits.reduce((sum, { gross }) => sum + gross, 0);
  const refunded = refunds.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0);
  const left = new Map([...leftToCredit(invoice.lines, credits)].map(([position, { gross }]) => [position, gross]));
  // What was taken off what was to pay is credited as well, and none of it was money.
  return { returned: Math.min(Math.max(0, credited - order.reduction), refunded), credited, left };
}
