import { asc, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { invoices } from '../invoices.tables.ts';
import { invoiceSendings, type InvoiceSending } from '../invoice-sendings.tables.ts';

export async function insertSending(tx: Tx, sending: InvoiceSending): Promise<void> {
  await tx.insert(invoiceSendings).values(sending);
}

export async function findSending(db: Db, id: string): Promise<InvoiceSending | null> {
  const [row] = await db.select().from(invoiceSendings).where(eq(invoiceSendings.id, id));
  return row ?? null;
}

export async function markSent(db: Db, now: Instant, id: string): Promise<void> {
  await db
    .update(invoiceSendings)
    .set({ sentAt: new Date(now) })
    .where(eq(invoiceSendings.id, id));
}

/** When staff sent a document to its buyer, oldest first. */
export async function findSendings(db: Db, invoiceId: string): Promise<InvoiceSending[]> {
  return db
    .select()
    .from(invoiceSendings)
    .where(eq(invoiceSendings.invoiceId, invoiceId))
    .orderBy(asc(invoiceSendings.askedAt), sql`${invoiceSendings.sentAt} nulls last`);
}

/** What was sent with one press: the documents' numbers, and whether each has left. */
export async function findBatch(db: Db, batch: string): Promise<{ number: string; askedAt: Date; sent: boolean }[]> {
  const rows = await db
    .select({ number: invoices.number, askedAt: invoiceSendings.askedAt, sentAt: invoiceSendings.sentAt })
    .from(invoiceSendings)
    .innerJoin(invoices, eq(invoices.id, invoiceSendings.invoiceId))
    .where(eq(invoiceSendings.batch, batch))
    .orderBy(asc(invoices.number));
  return rows.map(({ number, askedAt, sentAt }) => ({ number, askedAt, sent: sentAt !== null }));
}
