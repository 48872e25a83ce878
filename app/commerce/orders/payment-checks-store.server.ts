import { and, count, eq, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { hasLostDispute } from '../disputes/disputes-store.server.ts';
import { riskOf } from '../customers/records/customer-blocks-store.server.ts';
import type { CheckAnswer, CheckCause, PayerFacts } from './payment-check-rules.ts';
import { paymentChecks, type PaymentCheck } from './payment-checks.tables.ts';
import { orderEvents, orders, type Order } from './orders.tables.ts';

const place = (orderId: string) => `payment_checks|answer|${orderId}`;

/** States of orders whose buyer was delivered something, by any product. */
const delivered = ['ticketed', 'flown', 'confirmed', 'completed', 'accepted'];

export async function findPaymentCheck(db: Db | Tx, orderId: string): Promise<PaymentCheck | null> {
  const [row] = await db.select().from(paymentChecks).where(eq(paymentChecks.orderId, orderId));
  return row ?? null;
}

/** Whether a colleague has still to look at the payment of an order. */
export async function hasOpenCheck(db: Db | Tx, orderId: string): Promise<boolean> {
  const check = await findPaymentCheck(db, orderId);
  return check !== null && check.decision === null;
}

export function openAnswer(crypto: FieldCrypto, { orderId, answer }: Pick<PaymentCheck, 'orderId' | 'answer'>): CheckAnswer | null {
  return answer === null ? null : (JSON.parse(crypto.open(answer, place(orderId))) as CheckAnswer);
}

/** What is known of whoever paid an order, in the transaction that is about to have its tickets issued. */
export async function readPayerFacts(tx: Tx, order: Order, now: Instant): Promise<PayerFacts> {
  const [risk, lostDispute, [declined], [earlier]] = await Promise.all([
    riskOf(tx, order),
    hasLostDispute(tx, order),
    tx
      .select({ n: count() })
      .from(orderEvents)
      .where(and(eq(orderEvents.orderId, order.id), eq(orderEvents.event, 'payment-failed'))),
    tx
      .select({ id: orders.id })
      .from(orders)
      .where(
        and(
          eq(orders.emailIndex, order.emailIndex),
          ne(orders.id, order.id),
          inArray(orders.status, delivered),
          lt(orders.createdAt, sql`${new Date(now).toISOString()}::timestamptz - interval '1 day'`),
        ),
      )
      .limit(1),
  ]);
  return {
    risk,
    lostDispute,
    declines: declined?.n ?? 0,
    known: earlier !== undefined,
    fils: order.currency === 'AED' ? order.total : 0,
    startsInMs: order.travelStarts.getTime() - now,
  };
}

/** A new check, or the one of before taken up again. */
export async function beginCheck(
  tx: Tx,
  now: Instant,
  check: { orderId: string; causes: readonly CheckCause[]; by: string },
): Promise<void> {
  const fresh = { causes: [...check.causes], begunBy: check.by, begunAt: new Date(now) };
  const nothing = { askedBy: null, askedAt: null, answer: null, answeredAt: null, decision: null, decidedBy: null, decidedAt: null };
  await tx
    .insert(paymentChecks)
    .values({ orderId: check.orderId, ...fresh })
    .onConflictDoUpdate({ target: paymentChecks.orderId, set: { ...fresh, ...nothing } });
}

export async function markAsked(tx: Tx, now: Instant, orderId: string, by: string): Promise<void> {
  await tx
    .update(paymentChecks)
    .set({ askedBy: by, askedAt: new Date(now), answer: null, answeredAt: null })
    .where(eq(paymentChecks.orderId, orderId));
}

export async function saveAnswer(tx: Tx, crypto: FieldCrypto, now: Instant, orderId: string, answer: CheckAnswer): Promise<void> {
  await tx
    .update(paymentChecks)
    .set({ answer: crypto.seal(JSON.stringify(answer), place(orderId)), answeredAt: new Date(now) })
    .where(eq(paymentChecks.orderId, orderId));
}

/** Does nothing for an order without an open check. */
export async function endCheck(tx: Tx, now: Instant, orderId: string, decision: 'released' | 'ended', by: string): Promise<void> {
  await tx
    .update(paymentChecks)
    .set({ decision, decidedBy: by, decidedAt: new Date(now) })
    .where(and(eq(paymentChecks.orderId, orderId), isNull(paymentChecks.decision)));
}
