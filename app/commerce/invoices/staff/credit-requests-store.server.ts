import { asc, eq } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { creditRequests, type CreditRequest } from '../credit-requests.tables.ts';

/** Credit notes without a refund that staff asked for on an order, oldest first. The caller has judged access. */
export async function findCreditRequests(db: Db, orderId: string): Promise<CreditRequest[]> {
  return db
    .select()
    .from(creditRequests)
    .where(eq(creditRequests.orderId, orderId))
    .orderBy(asc(creditRequests.askedAt), asc(creditRequests.id));
}

export async function insertCreditRequest(tx: Tx, request: CreditRequest): Promise<void> {
  await tx.insert(creditRequests).values(request);
}

/** The caller holds the order's lock, under which every request of it is decided. */
export async function saveCreditDecision(
  tx: Tx,
  id: string,
  decided: Required<Pick<CreditRequest, 'status' | 'decidedBy' | 'decidedAt'>>,
): Promise<void> {
  await tx.update(creditRequests).set(decided).where(eq(creditRequests.id, id));
}
