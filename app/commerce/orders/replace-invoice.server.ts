import type { Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { creditInvoice } from '../invoices/credit-invoice.server.ts';
import { findInvoiceInForce } from '../invoices/invoices-store.server.ts';
import { invoiceOrder } from './deliver-order.server.ts';
import type { Order } from './orders.tables.ts';

/**
 * A sold order has another price: the old invoice is credited whole and a new one issued, once for each price. Called
 * last in its transaction: it locks the invoice counter.
 */
export async function replaceInvoice(tx: Tx, platform: Platform, order: Order, snapshot: number): Promise<void> {
  const invoice = await findInvoiceInForce(tx, order.id);
  if (!invoice) return;
  await invoiceOrder(tx, platform, order, `order:${order.id}:amended:${snapshot}`);
  const credited = await creditInvoice(tx, platform.clock.now(), {
    invoiceId: invoice.id,
    key: `order:${order.id}:replaced:${snapshot}`,
    reason: 'amended',
  });
  if (!credited.ok && credited.refused !== 'nothing-to-credit') throw new Error(`Order ${order.id}: no credit note, ${credited.refused}`);
}
