import type { Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { creditInvoice } from '../invoices/credit-invoice.server.ts';
import { carryCredits } from '../invoices/invoice-lines.ts';
import { creditNotesOf, findInvoiceInForce } from '../invoices/invoices-store.server.ts';
import { invoiceOrder } from './deliver-order.server.ts';
import type { Order } from './orders.tables.ts';

/**
 * A sold order has another price: the old invoice is credited whole and a new one issued, once for each price. What went
 * back of the old one stays given back, and is credited on the new one. Called last in its transaction: it locks the
 * invoice counter.
 */
export async function replaceInvoice(tx: Tx, platform: Platform, order: Order, snapshot: number): Promise<void> {
  const invoice = await findInvoiceInForce(tx, order.id);
  if (!invoice) return;
  const given = (await creditNotesOf(tx, invoice.id)).flatMap((note) => note.lines);
  const replacing = await invoiceOrder(tx, platform, order, `order:${order.id}:amended:${snapshot}`);
  const credit = async (document: Parameters<typeof creditInvoice>[2]) => {
    const credited = await creditInvoice(tx, platform.clock.now(), document);
    if (!credited.ok && credited.refused !== 'nothing-to-credit') throw new Error(`Order ${order.id}: no credit note, ${credited.refused}`);
  };
  await credit({ invoiceId: invoice.id, key: `order:${order.id}:replaced:${snapshot}`, reason: 'amended' });
  const lines = carryCredits(invoice.lines, given, replacing.lines);
  await credit({ invoiceId: replacing.id, key: `order:${order.id}:carried:${snapshot}`, reason: 'carried', lines });
}
