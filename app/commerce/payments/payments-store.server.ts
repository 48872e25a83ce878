import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { sendAhead, type Db, type Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { inMotion } from './payment-status.ts';
import { firstCardPurpose, isWaitingForRest } from './two-card-rules.ts';
import {
  paymentAttempts,
  paymentCursors,
  paymentInbox,
  payments,
  refunds,
  type AttemptKind,
  type Payment,
  type PaymentAttempt,
  type Refund,
} from './payments.tables.ts';

export async function findPayment(db: Db, paymentId: string): Promise<Payment | null> {
  const [row] = await db.select().from(payments).where(eq(payments.id, paymentId));
  return row ?? null;
}

export async function findPaymentsByIds(db: Db, ids: readonly string[]): Promise<Payment[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(payments)
    .where(inArray(payments.id, [...ids]));
}

/** The payments of an order whose access the caller has judged, newest first. */
export async function findPaymentsOfOrder(db: Db, orderId: string): Promise<Payment[]> {
  return db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(desc(payments.createdAt), desc(payments.id));
}

/** Ids of orders by those of their payments and refunds. */
export async function findOrdersOfMoney(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const [paid, refunded] = await Promise.all([
    db
      .select({ id: payments.id, orderId: payments.orderId })
      .from(payments)
      .where(inArray(payments.id, [...ids])),
    db
      .select({ id: refunds.id, orderId: refunds.orderId })
      .from(refunds)
      .where(inArray(refunds.id, [...ids])),
  ]);
  return new Map([...paid, ...refunded].map(({ id, orderId }) => [id, orderId]));
}

export async function findRefundsOfOrder(db: Db, orderId: string): Promise<Refund[]> {
  return db.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(asc(refunds.createdAt), asc(refunds.id));
}

/** Those of these orders for which a bank keeps money that was not taken yet, or may. */
export async function findOrdersWithReserved(db: Db, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const rows = await db
    .selectDistinct({ id: payments.orderId })
    .from(payments)
    .where(and(inArray(payments.orderId, [...orderIds]), inArray(payments.status, ['processing', 'requires_capture', 'stuck'])));
  return rows.map(({ id }) => id);
}

/** Those of these orders of which anything was given back, or is being. */
export async function findOrdersWithRefunds(db: Db, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const rows = await db
    .selectDistinct({ id: refunds.orderId })
    .from(refunds)
    .where(inArray(refunds.orderId, [...orderIds]));
  return rows.map(({ id }) => id);
}

/** When the bank was first told of each refund of an order, by the refund's id. */
export async function findRefundSendings(db: Db, orderId: string): Promise<ReadonlyMap<string, Date>> {
  const rows = await db
    .select({ id: refunds.id, at: paymentAttempts.calledAt })
    .from(refunds)
    .innerJoin(paymentAttempts, and(eq(paymentAttempts.paymentId, refunds.paymentId), eq(paymentAttempts.refundId, refunds.id)))
    .where(and(eq(refunds.orderId, orderId), isNotNull(paymentAttempts.calledAt)))
    .orderBy(desc(paymentAttempts.calledAt));
  return new Map(rows.map(({ id, at }) => [id, at!]));
}

/** The row lock under which everything about a payment is decided. */
export async function lockPayment(tx: Tx, paymentId: string): Promise<Payment | null> {
  const [row] = await tx.select().from(payments).where(eq(payments.id, paymentId)).for('update');
  return row ?? null;
}

/** The payment of an order that is alive or captured; at most one by a unique index. */
export async function lockLivePayment(tx: Tx, orderId: string, purpose: string): Promise<Payment | null> {
  const [row] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.purpose, purpose), ne(payments.status, 'canceled')))
    .for('update');
  return row ?? null;
}

/** Whether a payment's money is with the bank or us, or may be: what it is for must not change its price any more. */
export function isMoneyMoving({ status }: Pick<Payment, 'status'>): boolean {
  return ['processing', 'requires_capture', 'succeeded', 'stuck'].includes(status);
}

/** The purpose of a payment that is shared by the orders of a basket. */
export const basketPurpose = 'basket';

/** The purpose of a payment that took the place of a part of the order's one: what its owner had in credit. */
export const creditPurpose = 'credit';

/** The shares of a basket's payment, oldest name first; locked after the payment itself, in one order for everybody. */
export async function lockShares(tx: Tx, paymentId: string): Promise<Payment[]> {
  return tx.select().from(payments).where(eq(payments.partOf, paymentId)).orderBy(asc(payments.id)).for('update');
}

export async function findShares(db: Db, paymentId: string): Promise<Payment[]> {
  return db.select().from(payments).where(eq(payments.partOf, paymentId)).orderBy(asc(payments.id));
}

/** The payment as the bank knows it: of a share the whole. */
export async function findAtBank(db: Db, paymentId: string): Promise<Payment | null> {
  const found = await findPayment(db, paymentId);
  return found?.partOf ? findPayment(db, found.partOf) : found;
}

/** What a minute's look takes up: any of them first, so that those which cannot be resolved do not stand before the rest every time. */
const anyFirst = sql`random()`;

/** Basket payments that the bank has promised and that wait for their orders to decide. */
export async function findUndecidedBaskets(db: Db, provider: string, quietSince: Date, limit = 100): Promise<Payment[]> {
  return db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.provider, provider),
        eq(payments.purpose, basketPurpose),
        eq(payments.status, 'requires_capture'),
        lt(payments.changedAt, quietSince),
      ),
    )
    .orderBy(anyFirst)
    .limit(limit);
}

/** What a first card holds for an order while the rest is awaited; null where none does, or it is going back. */
export async function findWaitingFirst(db: Db, orderId: string): Promise<Payment | null> {
  const [first] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.purpose, firstCardPurpose), ne(payments.status, 'canceled')));
  return first && isWaitingForRest(first) && !(await isLetGo(db, first.id)) ? first : null;
}

/** False when another payment of the order is alive. */
export async function insertPayment(tx: Tx, payment: typeof payments.$inferInsert): Promise<boolean> {
  const made = await tx.insert(payments).values(payment).onConflictDoNothing().returning({ id: payments.id });
  return made.length > 0;
}

/** Compare-and-set on the version; the caller holds the row lock, so a miss is a fault. */
export async function savePayment(tx: Tx, before: Payment, change: Partial<Payment>, now: Instant): Promise<Payment> {
  const [after] = await tx
    .update(payments)
    .set({ ...change, version: before.version + 1, changedAt: new Date(now) })
    .where(and(eq(payments.id, before.id), eq(payments.version, before.version)))
    .returning();
  if (!after) throw new Error(`Payment ${before.id} changed under its own lock`);
  return after;
}

export async function findPaymentByRefs(db: Db, provider: string, refs: readonly string[]): Promise<Payment | null> {
  if (refs.length === 0) return null;
  const names = [...refs];
  const [row] = await db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.provider, provider),
        or(inArray(payments.id, names), inArray(payments.providerRef, names), inArray(payments.providerIntentRef, names)),
      ),
    )
    .limit(1);
  return row ?? null;
}

/** Payments whose truth may have moved without us: in motion, or with a refund on its way. */
export async function findPaymentsInMotion(db: Db, provider: string, quietSince: Date, limit = 100): Promise<Payment[]> {
  return db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.provider, provider),
        lt(payments.changedAt, quietSince),
        or(
          and(inArray(payments.status, [...inMotion]), isNull(payments.partOf)),
          sql`exists (select 1 from refunds r where r.payment_id = ${payments.id} and r.status in ('pending', 'stuck'))`,
        ),
      ),
    )
    .orderBy(anyFirst)
    .limit(limit);
}

/** Promises that a bank would not take back: whoever waited for their end is told until it has looked. */
export async function findKeptPromises(db: Db, provider: string, refusedSince: Date, limit = 100): Promise<Payment[]> {
  return db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.provider, provider),
        eq(payments.status, 'requires_capture'),
        sql`exists (select 1 from payment_attempts a where a.payment_id = coalesce(${payments.partOf}, ${payments.id})
          and a.kind = 'cancel' and a.outcome = 'refused' and a.answered_at >= ${refusedSince.toISOString()})`,
        sql`not exists (select 1 from payment_attempts a where a.payment_id = ${payments.id} and a.kind = 'capture')`,
      ),
    )
    .orderBy(anyFirst)
    .limit(limit);
}

export async function findPaymentsMadeSince(db: Db, provider: string, since: Date): Promise<Payment[]> {
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.provider, provider), sql`${payments.createdAt} >= ${since.toISOString()}`));
}

// Attempts: the record of every call, from the moment it is meant.

/** An attempt, and whether this very transaction made it: then nobody has called before, and its call is marked already. */
export type IntendedAttempt = PaymentAttempt & { readonly fresh?: true };

/**
 * The call of a kind that is under way or done, or a new one; a refused call makes room for another. A new one is marked
 * as called, since that follows at once: after a crash in between it is looked up before it is made.
 */
export async function intend(
  tx: Tx,
  now: Instant,
  call: { paymentId: string; kind: AttemptKind; amount: number | null; refundId?: string },
): Promise<IntendedAttempt> {
  const refundId = call.refundId ?? null;
  const at = new Date(now);
  const [made] = await tx
    .insert(paymentAttempts)
    .values({ id: randomUUID(), paymentId: call.paymentId, refundId, kind: call.kind, amount: call.amount, intendedAt: at, calledAt: at })
    .onConflictDoNothing()
    .returning();
  if (made) return { ...made, fresh: true };
  const [attempt] = await tx
    .select()
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.paymentId, call.paymentId),
        eq(paymentAttempts.kind, call.kind),
        sql`${paymentAttempts.refundId} is not distinct from ${refundId}`,
        sql`${paymentAttempts.outcome} is distinct from 'refused'`,
      ),
    );
  return attempt!;
}

/** Whether somebody has decided that this money is not to be taken, and the provider has not refused to let it go. */
export function isLetGo(tx: Db, paymentId: string): Promise<boolean> {
  return isMeant(tx, paymentId, 'cancel');
}

/** Whether its promise is to be given back: by itself, or with the page of the basket that it is a share of. */
export async function isGoingBack(tx: Db, payment: Pick<Payment, 'id' | 'partOf'>): Promise<boolean> {
  return (await isLetGo(tx, payment.id)) || (payment.partOf !== null && (await isLetGo(tx, payment.partOf)));
}

/** Whether a call of this kind was decided upon and not refused. */
export async function isMeant(tx: Db, paymentId: string, kind: AttemptKind): Promise<boolean> {
  const [found] = await tx
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.paymentId, paymentId),
        eq(paymentAttempts.kind, kind),
        sql`${paymentAttempts.outcome} is distinct from 'refused'`,
      ),
    )
    .limit(1);
  return found !== undefined;
}

export async function markCalled(db: Db, now: Instant, attemptId: string): Promise<void> {
  await db
    .update(paymentAttempts)
    .set({ calledAt: new Date(now) })
    .where(and(eq(paymentAttempts.id, attemptId), isNull(paymentAttempts.calledAt)));
}

/** Records what came back. Ok and refused are final; unknown may still become either. */
export async function recordAnswer(
  db: Db,
  now: Instant,
  attemptId: string,
  outcome: 'ok' | 'refused' | 'unknown',
  answer: Record<string, unknown>,
): Promise<void> {
  await db
    .update(paymentAttempts)
    .set({ outcome, answer, answeredAt: new Date(now) })
    .where(and(eq(paymentAttempts.id, attemptId), or(isNull(paymentAttempts.outcome), eq(paymentAttempts.outcome, 'unknown'))));
}

/** Result and effect in one: `answer` is null when it was recorded before. */
export async function markApplied(tx: Tx, now: Instant, attemptId: string, answer: Record<string, unknown> | null): Promise<void> {
  const at = new Date(now);
  await sendAhead(
    tx,
    tx
      .update(paymentAttempts)
      .set({ appliedAt: at, ...(answer ? { outcome: 'ok' as const, answer, answeredAt: at } : {}) })
      .where(and(eq(paymentAttempts.id, attemptId), isNull(paymentAttempts.appliedAt))),
  );
}

/** What the provider's own word says of calls whose answer was lost: those that happened, and those that no longer can. */
export async function settleAttempts(
  tx: Tx,
  now: Instant,
  paymentId: string,
  told: { done: readonly AttemptKind[]; moot: readonly AttemptKind[] },
): Promise<void> {
  const open = (kinds: readonly AttemptKind[]) =>
    and(
      eq(paymentAttempts.paymentId, paymentId),
      inArray(paymentAttempts.kind, [...kinds]),
      isNull(paymentAttempts.appliedAt),
      sql`${paymentAttempts.outcome} is distinct from 'refused'`,
    );
  const at = sql`coalesce(answered_at, ${new Date(now).toISOString()}::timestamptz)` as never;
  if (told.done.length > 0)
    await sendAhead(
      tx,
      tx
        .update(paymentAttempts)
        .set({ outcome: 'ok', answeredAt: at, appliedAt: new Date(now) })
        .where(open(told.done)),
    );
  if (told.moot.length > 0)
    await sendAhead(tx, tx.update(paymentAttempts).set({ outcome: 'refused', answeredAt: at }).where(open(told.moot)));
}

export async function settleRefundAttempt(tx: Tx, now: Instant, refundId: string): Promise<void> {
  await tx
    .update(paymentAttempts)
    .set({
      outcome: 'ok',
      answeredAt: sql`coalesce(answered_at, ${new Date(now).toISOString()}::timestamptz)` as never,
      appliedAt: new Date(now),
    })
    .where(
      and(
        eq(paymentAttempts.refundId, refundId),
        isNull(paymentAttempts.appliedAt),
        sql`${paymentAttempts.outcome} is distinct from 'refused'`,
      ),
    );
}

/** Calls that were meant but whose effect was never applied: a crash, or an unknown answer. */
export async function findUnfinishedAttempts(db: Db, provider: string, before: Date, limit = 100): Promise<PaymentAttempt[]> {
  const rows = await db
    .select({ attempt: paymentAttempts })
    .from(paymentAttempts)
    .innerJoin(payments, eq(payments.id, paymentAttempts.paymentId))
    .where(
      and(
        eq(payments.provider, provider),
        isNull(paymentAttempts.appliedAt),
        sql`${paymentAttempts.outcome} is distinct from 'refused'`,
        lt(paymentAttempts.intendedAt, before),
        // What a share has decided waits for the others; only its refund is a call to the bank.
        or(isNull(payments.partOf), eq(paymentAttempts.kind, 'refund')),
      ),
    )
    .orderBy(anyFirst)
    .limit(limit);
  return rows.map((row) => row.attempt);
}

// Refunds.

export async function findRefund(db: Db, refundId: string): Promise<Refund | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, refundId));
  return row ?? null;
}

export async function findRefundByKey(db: Db, key: string): Promise<Refund | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.key, key));
  return row ?? null;
}

export async function refundsOfPayment(db: Db, paymentId: string): Promise<Refund[]> {
  return db.select().from(refunds).where(eq(refunds.paymentId, paymentId)).orderBy(asc(refunds.createdAt), asc(refunds.id));
}

export async function insertRefund(tx: Tx, refund: typeof refunds.$inferInsert): Promise<Refund> {
  const [row] = await tx.insert(refunds).values(refund).returning();
  return row!;
}

export async function saveRefund(tx: Tx, before: Refund, change: Partial<Refund>, now: Instant): Promise<Refund> {
  const [after] = await tx
    .update(refunds)
    .set({ ...change, version: before.version + 1, changedAt: new Date(now) })
    .where(and(eq(refunds.id, before.id), eq(refunds.version, before.version)))
    .returning();
  if (!after) throw new Error(`Refund ${before.id} changed under its payment's lock`);
  return after;
}

// The inbox of provider events.

/** False when the event is known already. */
export async function storeEvent(
  tx: Tx,
  now: Instant,
  event: { provider: string; eventId: string; type: string; refs: readonly string[] },
  known: boolean,
): Promise<boolean> {
  const stored = await tx
    .insert(paymentInbox)
    .values({ ...event, refs: [...event.refs], receivedAt: new Date(now), processedAt: known ? new Date(now) : null })
    .onConflictDoNothing()
    .returning({ eventId: paymentInbox.eventId });
  return stored.length > 0;
}

export async function findEvent(db: Db, provider: string, eventId: string): Promise<typeof paymentInbox.$inferSelect | null> {
  const [row] = await db
    .select()
    .from(paymentInbox)
    .where(and(eq(paymentInbox.provider, provider), eq(paymentInbox.eventId, eventId)));
  return row ?? null;
}

export async function markEventProcessed(db: Db, now: Instant, provider: string, eventId: string): Promise<void> {
  await db
    .update(paymentInbox)
    .set({ processedAt: new Date(now) })
    .where(and(eq(paymentInbox.provider, provider), eq(paymentInbox.eventId, eventId)));
}

export async function readCursor(db: Db, provider: string): Promise<string | null> {
  const [row] = await db.select().from(paymentCursors).where(eq(paymentCursors.provider, provider));
  return row?.cursor ?? null;
}

export async function saveCursor(tx: Tx, provider: string, cursor: string): Promise<void> {
  await tx.insert(paymentCursors).values({ provider, cursor }).onConflictDoUpdate({ target: paymentCursors.provider, set: { cursor } });
}

/** Money of these orders that is on its way in either direction. */
export async function listMoneyInMotion(
  db: Db,
  orderIds: readonly string[],
): Promise<{ readonly orderId: string; readonly what: 'payment' | 'refund' }[]> {
  if (orderIds.length === 0) return [];
  const ids = [...orderIds];
  const coming = await db
    .select({ orderId: payments.orderId })
    .from(payments)
    .where(and(inArray(payments.orderId, ids), inArray(payments.status, ['processing', 'requires_action', 'requires_capture', 'stuck'])));
  const going = await db
    .select({ orderId: refunds.orderId })
    .from(refunds)
    .where(and(inArray(refunds.orderId, ids), inArray(refunds.status, ['pending', 'stuck'])));
  return [
    ...coming.map(({ orderId }) => ({ orderId, what: 'payment' as const })),
    ...going.map(({ orderId }) => ({ orderId, what: 'refund' as const })),
  ];
}
