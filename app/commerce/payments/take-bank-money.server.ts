import { randomUUID } from 'node:crypto';
import { audit } from '#app/platform/audit.server.ts';
import type { Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { captured, houseBank } from '../ledger/ledger-postings.ts';
import { post } from '../ledger/ledger-store.server.ts';
import type { Order } from '../orders/orders.tables.ts';
import { findPayment, insertPayment } from './payments-store.server.ts';
import type { Payment } from './payments.tables.ts';

/**
 * Money of an order that came to the house's own account: a payment that was never asked of a provider and is captured from
 * the start. Null when another payment for the same purpose is alive. The caller holds the order's lock.
 */
export async function takeBankMoney(
  tx: Tx,
  now: Instant,
  taken: {
    readonly order: Pick<Order, 'id' | 'version' | 'currency' | 'language' | 'reference'>;
    readonly purpose: string;
    readonly amount: number;
    /** The line of the statement: what it is known by at the bank. */
    readonly ref: string;
    readonly by: string;
  },
): Promise<Payment | null> {
  const { order } = taken;
  const id = randomUUID();
  const at = new Date(now);
  const inserted = await insertPayment(tx, {
    id,
    orderId: order.id,
    orderVersion: order.version,
    purpose: taken.purpose,
    provider: houseBank,
    providerRef: taken.ref,
    status: 'succeeded',
    amount: taken.amount,
    currency: order.currency,
    language: order.language,
    returnTo: { success: `/order-management/${order.reference}`, failure: `/order-management/${order.reference}` },
    expiresAt: at,
    createdAt: at,
    changedAt: at,
  });
  if (!inserted) return null;
  const facts = { provider: houseBank, orderId: order.id, paymentId: id };
  await post(tx, now, captured(facts, money(taken.amount, order.currency), `payment:${id}:capture:${taken.amount}`));
  await audit(tx, now, {
    actor: taken.by,
    action: 'payment.succeeded',
    subject: `payments:${id}`,
    detail: { order: order.id, amount: taken.amount, currency: order.currency, line: taken.ref },
  });
  return findPayment(tx, id);
}
