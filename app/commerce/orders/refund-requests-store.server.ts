import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { refundRequests, type RefundRequest } from './refund-requests.tables.ts';

/** Refunds that staff asked for, oldest first. The caller has judged access. */
export async function findRefundRequests(db: Db, orderId: string): Promise<RefundRequest[]> {
  return db
    .select()
    .from(refundRequests)
    .where(eq(refundRequests.orderId, orderId))
    .orderBy(asc(refundRequests.askedAt), asc(refundRequests.id));
}

/** Those of these orders for which staff asked a refund that nobody has decided. */
export async function findOrdersWithAsked(db: Db, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const rows = await db
    .select({ id: refundRequests.orderId })
    .from(refundRequests)
    .where(and(inArray(refundRequests.orderId, [...orderIds]), eq(refundRequests.status, 'asked')));
  return rows.map(({ id }) => id);
}

export async function insertRefundRequest(tx: Tx, request: typeof refundRequests.$inferInsert): Promise<void> {
  await tx.insert(refundRequests).values(request);
}

/** The caller holds the order's lock, under which every request of it is decided. */
export async function saveDecision(
  tx: Tx,
  id: string,
  decided: Required<Pick<RefundRequest, 'status' | 'decidedBy' | 'decidedAt'>>,
): Promise<void> {
  await tx.update(refundRequests).set(decided).where(eq(refundRequests.id, id));
}
