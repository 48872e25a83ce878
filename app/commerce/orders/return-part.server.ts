import type { Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { creditInvoice } from '../invoices/credit-invoice.server.ts';
import { findInvoiceInForce } from '../invoices/invoices-store.server.ts';
import { tellOrder } from '../messages/message-jobs.server.ts';
import { findPaymentsOfOrder } from '../payments/payments-store.server.ts';
import { askRefund } from '../payments/refund-payment.server.ts';
import type { Product } from '../product-contract.ts';
import { mustMoveOrder } from './move-order.server.ts';
import { lockOrder } from './orders-store.server.ts';

/**
 * Gives back what a product's own rules say of an order that goes on: the refund on its way to the bank, the credit note,
 * a line in the history and a mail. `lines` are fils by position of the price line. Once for each key. `not-captured`:
 * the money is still being taken; ask again later. Call it last in its transaction: the credit note's number is locked.
 */
export async function returnPart(
  tx: Tx,
  platform: Platform,
  product: Pick<Product, 'machine'>,
  part: { readonly orderId: string; readonly key: string; readonly reason: string; readonly lines: ReadonlyMap<number, number> },
): Promise<Outcome<number, 'not-captured' | 'nothing-left'>> {
  const now = platform.clock.now();
  const order = await lockOrder(tx, part.orderId);
  const payment = order && (await findPaymentsOfOrder(tx, order.id)).find((one) => one.status === 'succeeded');
  const invoice = order && (await findInvoiceInForce(tx, order.id));
  if (!order || !payment || !invoice) return refuse('not-captured');
  const amount = [...part.lines.values()].reduce((sum, each) => sum + each, 0);
  if (amount <= 0) return refuse('nothing-left');
  const asked = await askRefund(tx, platform.jobs, now, {
    paymentId: payment.id,
    amount: money(amount, order.currency),
    key: part.key,
    reason: part.reason,
    askedBy: 'system',
  });
  if (!asked.ok) return refuse(asked.refused === 'not-captured' ? 'not-captured' : 'nothing-left');
  const noted = await mustMoveOrder(tx, product.machine, now, {
    order,
    event: 'noted-refund',
    by: 'system',
    who: 'system',
    reason: part.reason,
    detail: { amount, currency: order.currency },
  });
  await tellOrder(tx, platform.jobs, noted, 'order-part-refunded');
  const credited = await creditInvoice(tx, now, {
    invoiceId: invoice.id,
    key: part.key,
    reason: part.reason,
    lines: new Map([...part.lines].map(([line, fils]) => [line + 1, fils])),
    atMostLeft: true,
  });
  if (!credited.ok && credited.refused !== 'nothing-to-credit') throw new Error(`Order ${order.id}: no credit note, ${credited.refused}`);
  return done(amount);
}
