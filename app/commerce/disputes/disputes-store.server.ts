import { and, asc, count, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import type { Order } from '../orders/orders.tables.ts';
import { openDisputes, type DisputeAnswerStatus } from './dispute-status.ts';
import {
  disputeAnswerPapers,
  disputeAnswers,
  disputeParts,
  disputes,
  type Dispute,
  type DisputeAnswer,
  type DisputeAnswerPaper,
  type DisputePart,
} from './disputes.tables.ts';

export async function findDispute(db: Db, id: string): Promise<Dispute | null> {
  const [row] = await db.select().from(disputes).where(eq(disputes.id, id));
  return row ?? null;
}

/** All of them, the newest first: there are as many as banks complain, not as many as there are payments. */
export function listDisputes(db: Db, most: number): Promise<Dispute[]> {
  return db.select().from(disputes).orderBy(desc(disputes.openedAt), desc(disputes.id)).limit(most);
}

/** Disputes of a payment as the bank knows it, locked after the payment itself. */
export function lockDisputesOf(tx: Tx, paymentId: string): Promise<Dispute[]> {
  return tx.select().from(disputes).where(eq(disputes.paymentId, paymentId)).orderBy(asc(disputes.id)).for('update');
}

export function partsOfDispute(db: Db, disputeId: string): Promise<DisputePart[]> {
  return db.select().from(disputeParts).where(eq(disputeParts.disputeId, disputeId)).orderBy(asc(disputeParts.paymentId));
}

export async function partsOfDisputes(db: Db, disputeIds: readonly string[]): Promise<DisputePart[]> {
  return disputeIds.length === 0
    ? []
    : db
        .select()
        .from(disputeParts)
        .where(inArray(disputeParts.disputeId, [...disputeIds]));
}

/** Disputes of an order, the newest first. */
export async function disputesOfOrder(db: Db, orderId: string): Promise<Dispute[]> {
  const rows = await db
    .select({ dispute: disputes })
    .from(disputes)
    .innerJoin(disputeParts, eq(disputeParts.disputeId, disputes.id))
    .where(eq(disputeParts.orderId, orderId))
    .orderBy(desc(disputes.openedAt), desc(disputes.id));
  return rows.map(({ dispute }) => dispute);
}

/** Whether a bank has not decided yet whose the money of an order is: until then nobody gives it back or spends it on a change. */
export async function isDisputed(db: Db, orderId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: disputes.id })
    .from(disputes)
    .innerJoin(disputeParts, eq(disputeParts.disputeId, disputes.id))
    .where(and(eq(disputeParts.orderId, orderId), inArray(disputes.status, [...openDisputes])))
    .limit(1);
  return row !== undefined;
}

/** What keeps guests out: a bank has not decided whose the money of their order is, or it kept some of it. */
const keepsOut = or(inArray(disputes.status, [...openDisputes]), and(eq(disputes.status, 'lost'), gt(disputeParts.writtenOff, 0)));

/**
 * Of these orders the ones whose vouchers are not honoured: a bank has not decided about them, or decided against us, and
 * nobody of ours has let them in since. `at`: when somebody stood at the door, where that was not just now; what a bank
 * took later does not count then.
 */
export async function heldAtTheDoor(db: Db, orderIds: readonly string[], at?: Instant): Promise<ReadonlySet<string>> {
  if (orderIds.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ orderId: disputeParts.orderId })
    .from(disputes)
    .innerJoin(disputeParts, eq(disputeParts.disputeId, disputes.id))
    .where(
      and(
        inArray(disputeParts.orderId, [...orderIds]),
        keepsOut,
        isNull(disputes.letInAt),
        at === undefined ? undefined : lte(disputes.openedAt, new Date(at)),
      ),
    );
  return new Set(rows.map(({ orderId }) => orderId));
}

/** Whether whoever pays an order, by account or mail address, has taken money of an earlier one back for good. */
export async function hasLostDispute(db: Db, order: Pick<Order, 'id' | 'userId' | 'emailIndex'>): Promise<boolean> {
  const { rows } = (await db.execute(sql`
    select 1 from dispute_parts p join orders o on o.id = p.order_id
    where p.written_off > 0 and o.id <> ${order.id} and (o.email_index = ${order.emailIndex} or o.user_id = ${order.userId}) limit 1`)) as unknown as {
    rows: unknown[];
  };
  return rows.length > 0;
}

/** What disputes say of the money of payments: minor units that were lost for good, and whether one is open. */
export async function disputedMoney(db: Db, paymentIds: readonly string[]): Promise<{ readonly lost: number; readonly open: boolean }> {
  if (paymentIds.length === 0) return { lost: 0, open: false };
  const [row] = await db
    .select({
      lost: sql<string>`coalesce(sum(${disputeParts.writtenOff}), 0)`,
      open: sql<boolean>`coalesce(bool_or(${inArray(disputes.status, [...openDisputes])}), false)`,
    })
    .from(disputeParts)
    .innerJoin(disputes, eq(disputes.id, disputeParts.disputeId))
    .where(inArray(disputeParts.paymentId, [...paymentIds]));
  return { lost: Number(row!.lost), open: row!.open };
}

export async function insertDispute(tx: Tx, dispute: typeof disputes.$inferInsert, parts: readonly DisputePart[]): Promise<Dispute> {
  const [row] = await tx.insert(disputes).values(dispute).returning();
  await tx.insert(disputeParts).values([...parts]);
  return row!;
}

/** The caller has locked it. */
export async function saveDispute(tx: Tx, before: Dispute, change: Partial<Dispute>, now: Instant): Promise<Dispute> {
  const [after] = await tx
    .update(disputes)
    .set({ ...change, version: before.version + 1, changedAt: new Date(now) })
    .where(and(eq(disputes.id, before.id), eq(disputes.version, before.version)))
    .returning();
  if (!after) throw new Error(`Dispute ${before.id} changed under its lock`);
  return after;
}

const openOf = (userId: string) => and(eq(disputes.ownerId, userId), isNull(disputes.closedAt));

export async function countOwned(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ all: count() }).from(disputes).where(openOf(userId));
  return row?.all ?? 0;
}

export function lockOwned(tx: Tx, userId: string): Promise<Dispute[]> {
  return tx.select().from(disputes).where(openOf(userId)).orderBy(asc(disputes.id)).for('update');
}

export async function writeOffPart(tx: Tx, part: DisputePart, writtenOff: number): Promise<void> {
  await tx
    .update(disputeParts)
    .set({ writtenOff })
    .where(and(eq(disputeParts.disputeId, part.disputeId), eq(disputeParts.paymentId, part.paymentId)));
}

export async function lockDispute(tx: Tx, id: string): Promise<Dispute | null> {
  const [row] = await tx.select().from(disputes).where(eq(disputes.id, id)).for('update');
  return row ?? null;
}

export interface PurchaseTrace {
  /** The bank asked whoever paid for a code or a press in its app, and the payment went through. */
  readonly challenged: boolean;
  /** Of the network from which the order was placed; null when its time in the audit is over. */
  readonly address: string | null;
}

/** What the audit and the inbox of the bank's events still know of how an order was placed and paid. */
export async function purchaseTrace(db: Db, orderId: string, paymentId: string): Promise<PurchaseTrace> {
  const { rows } = (await db.execute(sql`
    select
      exists (
        select 1 from payment_inbox i join payments p on p.provider = i.provider and (p.id = any(i.refs) or p.provider_ref = any(i.refs) or p.provider_intent_ref = any(i.refs))
        where p.id = ${paymentId} and i.type in ('payment.challenged', 'payment_intent.requires_action')) as challenged,
      (select a.address from audit_events a where a.subject = ${`orders:${orderId}`} and a.address is not null and a.actor not like 'staff:%'
        order by a.sequence limit 1) as address`)) as unknown as { rows: PurchaseTrace[] };
  return rows[0]!;
}

// What we say to the bank.

export function answersOf(db: Db, disputeId: string): Promise<DisputeAnswer[]> {
  return db.select().from(disputeAnswers).where(eq(disputeAnswers.disputeId, disputeId)).orderBy(desc(disputeAnswers.writtenAt));
}

export async function findAnswer(db: Db, id: string): Promise<DisputeAnswer | null> {
  const [row] = await db.select().from(disputeAnswers).where(eq(disputeAnswers.id, id));
  return row ?? null;
}

export async function insertAnswer(tx: Tx, answer: typeof disputeAnswers.$inferInsert): Promise<void> {
  await tx.insert(disputeAnswers).values(answer);
}

/** False when it is not what it was any more. */
export async function saveAnswer(tx: Tx, id: string, from: DisputeAnswerStatus, change: Partial<DisputeAnswer>): Promise<boolean> {
  const saved = await tx
    .update(disputeAnswers)
    .set(change)
    .where(and(eq(disputeAnswers.id, id), eq(disputeAnswers.status, from)))
    .returning({ id: disputeAnswers.id });
  return saved.length > 0;
}

/** Papers that go with an answer, in their order. */
export function papersOfAnswer(db: Db, answerId: string): Promise<DisputeAnswerPaper[]> {
  return db.select().from(disputeAnswerPapers).where(eq(disputeAnswerPapers.answerId, answerId)).orderBy(asc(disputeAnswerPapers.position));
}

/** False when another run has chosen its papers already. */
export async function markPacked(tx: Tx, now: Instant, answerId: string): Promise<boolean> {
  const marked = await tx
    .update(disputeAnswers)
    .set({ packedAt: new Date(now) })
    .where(and(eq(disputeAnswers.id, answerId), isNull(disputeAnswers.packedAt)))
    .returning({ id: disputeAnswers.id });
  return marked.length > 0;
}

export async function insertAnswerPapers(tx: Tx, papers: readonly (typeof disputeAnswerPapers.$inferInsert)[]): Promise<void> {
  if (papers.length > 0) await tx.insert(disputeAnswerPapers).values([...papers]);
}

/** How the provider calls a paper; null: it does not take it. What was said of it before stands. */
export async function settleAnswerPaper(
  db: Db,
  now: Instant,
  { answerId, position }: Pick<DisputeAnswerPaper, 'answerId' | 'position'>,
  providerRef: string | null,
): Promise<void> {
  await db
    .update(disputeAnswerPapers)
    .set(providerRef === null ? { leftOutAt: new Date(now) } : { providerRef })
    .where(
      and(
        eq(disputeAnswerPapers.answerId, answerId),
        eq(disputeAnswerPapers.position, position),
        isNull(disputeAnswerPapers.providerRef),
        isNull(disputeAnswerPapers.leftOutAt),
      ),
    );
}

/** What was written and not sent comes too late. */
export async function dropWrittenAnswers(tx: Tx, now: Instant, disputeId: string): Promise<void> {
  await tx
    .update(disputeAnswers)
    .set({ status: 'withdrawn', settledAt: new Date(now) })
    .where(and(eq(disputeAnswers.disputeId, disputeId), eq(disputeAnswers.status, 'written')));
}

/** Which disputes have an answer in hand, by what has become of it. */
export async function answersInHand(db: Db): Promise<ReadonlyMap<string, DisputeAnswerStatus>> {
  const rows = await db
    .select({ id: disputeAnswers.disputeId, status: disputeAnswers.status })
    .from(disputeAnswers)
    .where(inArray(disputeAnswers.status, ['written', 'sending']));
  return new Map(rows.map(({ id, status }) => [id, status]));
}
