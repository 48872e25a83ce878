import type { Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { creditInvoice } from '../invoices/credit-invoice.server.ts';
import { carryCredits } from '../invoices/invoice-lines.ts';
import { creditNotesOf, findInvoiceInForce, type Invoice } from '../invoices/invoices-store.server.ts';
import { invoiceOrder } from './deliver-order.server.ts';
import type { NameLines } from './line-names.server.ts';
import type { Order } from './orders.tables.ts';

/**
 * A sold order has another price: the old invoice is credited whole and a new one issued, once for each price. Called last
 * in its transaction: it locks the invoice counter.
 */
export async function replaceInvoice(
  tx: Tx,
  platform: Platform,
  order: Order,
  nameLines: NameLines | undefined,
  snapshot: number,
): Promise<void> {
  const invoice = await findInvoiceInForce(tx, order.id);
  if (!invoice) return;
  const key = (of: string) => `order:${order.id}:${of}:${snapshot}`;
  await exchangeInvoice(tx, platform.clock.now(), invoice, () => invoiceOrder(tx, platform, order, nameLines, key('amended')), {
    whole: { key: key('replaced'), reason: 'amended' },
    carried: { key: key('carried'), reason: 'carried' },
  });
}

interface Why {
  readonly key: string;
  readonly reason: string;
}

/**
 * Issues another invoice in the place of one that is credited whole. What went back of the old one stays given back, and is
 * credited on the new one.
 */
export async function exchangeInvoice(
  tx: Tx,
  now: Instant,
  invoice: Invoice,
  issue: () => Promise<Invoice>,
  why: { readonly whole: Why; readonly carried: Why },
): Promise<Invoice> {
  const given = (await creditNotesOf(tx, invoice.id)).flatMap((note) => note.lines);
  const replacing = await issue();
  const credit = async (document: Parameters<typeof creditInvoice>[2]) => {
    const credited = await creditInvoice(tx, now, document);
    if (!credited.ok && credited.refused !== 'nothing-to-credit')
      throw new Error(`Order ${invoice.orderId}: no credit note, ${credited.refused}`);
  };
  await credit({ invoiceId: invoice.id, ...why.whole });
  const lines = carryCredits(invoice.lines, given, replacing.lines);
  await credit({ invoiceId: replacing.id, ...why.carried, lines });
  return replacing;
}
