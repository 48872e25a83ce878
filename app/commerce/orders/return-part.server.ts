import type { Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { creditInvoice } from '../invoices/credit-invoice.server.ts';
import { findInvoiceInForce } from '../invoices/invoices-store.server.ts';
import { tellOrder } from '../messages/message-jobs.server.ts';
import { creditPurpose, findPaymentsOfOrder, findRefundsOfOrder } from '../payments/payments-store.server.ts';
import { paysThePrice } from '../payments/two-card-rules.ts';
import type { Product } from '../product-contract.ts';
import { mustMoveOrder } from './move-order.server.ts';
import { lockOrder } from './orders-store.server.ts';
import { refundOver } from './return-money.server.ts';

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
  const payments = order ? await findPaymentsOfOrder(tx, order.id) : [];
  const taken = payments.filter(({ status }) => status === 'succeeded');
  // What credit paid is here before the bank's part is, and one card's before the other's; what is asked goes back when all are.
  const promised = payments.filter(({ status }) => status === 'requires_capture');
  const waits =
    taken.length === 0 || promised.some(paysThePrice) || (taken.every(({ purpose }) => purpose === creditPurpose) && promised.length > 0);
  const invoice = order && (await findInvoiceInForce(tx, order.id));
  if (!order || waits || !invoice) return refuse('not-captured');
  const asked = [...part.lines.values()].reduce((sum, each) => sum + each, 0);
  const gone = (await findRefundsOfOrder(tx, order.id))
    .filter(({ key, status }) => key !== part.key && !key.startsWith(`${part.key}:`) && status !== 'failed')
    .reduce((sum, refund) => sum + refund.amount, 0);
  // Where staff gave back so much before that less is left, that much goes back.
  const amount = Math.min(asked, taken.reduce((sum, payment) => sum + payment.amount, 0) - gone);
  if (amount <= 0) return refuse('nothing-left');
  await refundOver(tx, platform, order, taken, { amount, key: part.key, reason: part.reason, askedBy: 'system' });
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
