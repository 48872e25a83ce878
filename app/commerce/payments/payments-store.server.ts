import { asc, desc, eq } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import { payments, refunds, type Payment, type Refund } from './payments.tables.ts';

export async function findPayment(db: Db, paymentId: string): Promise<Payment | null> {
  const [row] = await db.select().from(payments).where(eq(payments.id, paymentId));
  return row ?? null;
}

/** The payments of an order whose access the caller has judged, newest first. */
export async function findPaymentsOfOrder(db: Db, orderId: string): Promise<Payment[]> {
  return db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(desc(payments.createdAt));
}

export async function findRefundsOfOrder(db: Db, orderId: string): Promise<Refund[]> {
  return db.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(asc(refunds.createdAt));
}
