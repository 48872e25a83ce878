import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Viewer } from '#app/platform/access.ts';
import { sendAhead, type Db, type Tx } from '#app/platform/database.server.ts';
import { guardIsOff } from '#app/platform/failpoint.server.ts';
import type { InvoiceLine, InvoiceSeller } from './invoice-lines.ts';
import { invoiceLines, invoices, invoiceSeller } from './invoices.tables.ts';
import { numberOf } from './number-series.ts';

type Head = typeof invoices.$inferSelect;

/** A tax invoice or a credit note. Amounts are fils of AED; a credit note's are negative. */
export interface Invoice extends Head {
  readonly lines: readonly InvoiceLine[];
}

/** The documents of a signed-in traveller, newest first. */
export async function findInvoicesFor(db: Db, viewer: Viewer, page: { before?: Date; limit?: number } = {}): Promise<Head[]> {
  if (viewer.kind === 'anonymous') return [];
  return db
    .select()
    .from(invoices)
    .where(and(eq(invoices.ownerId, viewer.user.id), page.before ? lt(invoices.issuedAt, page.before) : undefined))
    .orderBy(desc(invoices.issuedAt), desc(invoices.sequence))
    .limit(page.limit ?? 50);
}

/** One document of the viewer's own; null when it does not exist or is somebody else's. */
export async function findInvoiceFor(db: Db, viewer: Viewer, number: string): Promise<Invoice | null> {
  if (viewer.kind === 'anonymous') return null;
  const [head] = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.number, number), eq(invoices.ownerId, viewer.user.id)));
  return head ? withLines(db, head) : null;
}

/** The documents of an order whose access the caller has judged: by its owner or by the guest's own cookie. */
export async function findInvoicesOfOrder(db: Db, orderId: string): Promise<Invoice[]> {
  const heads = await db
    .select()
    .from(invoices)
    .where(eq(invoices.orderId, orderId))
    .orderBy(asc(invoices.issuedAt), asc(invoices.kind), asc(invoices.sequence));
  return Promise.all(heads.map((head) => withLines(db, head)));
}

/** The invoice that says what an order costs now: the newest, since a change of the order issues another. Null before delivery. */
export async function findInvoiceInForce(db: Db, orderId: string): Promise<Invoice | null> {
  return (await findInvoicesOfOrder(db, orderId)).findLast((invoice) => invoice.kind === 'invoice') ?? null;
}

export async function findInvoiceAsStaff(db: Db, number: string): Promise<Invoice | null> {
  const [head] = await db.select().from(invoices).where(eq(invoices.number, number));
  return head ? withLines(db, head) : null;
}

export async function findInvoiceById(db: Db, id: string): Promise<Invoice | null> {
  const [head] = await db.select().from(invoices).where(eq(invoices.id, id));
  return head ? withLines(db, head) : null;
}

export async function findInvoicesAsStaff(db: Db, page: { before?: Date; limit?: number } = {}): Promise<Head[]> {
  return db
    .select()
    .from(invoices)
    .where(page.before ? lt(invoices.issuedAt, page.before) : undefined)
    .orderBy(desc(invoices.issuedAt), desc(invoices.sequence))
    .limit(page.limit ?? 50);
}

export async function readSeller(db: Db): Promise<InvoiceSeller> {
  const [row] = await db.select().from(invoiceSeller).where(eq(invoiceSeller.id, 1));
  const { id: _id, version: _version, ...seller } = row!;
  return seller;
}

/** Changes what future documents say; issued ones keep their copy. */
export async function saveSeller(db: Db, seller: InvoiceSeller): Promise<void> {
  await db
    .update(invoiceSeller)
    .set({ ...seller })
    .where(eq(invoiceSeller.id, 1));
}

export interface NextNumber {
  /** Whether the counter had to be made, so that what was asked before has not been under its lock. */
  readonly begins: boolean;
  take(): { readonly number: string; readonly series: string; readonly year: number; readonly sequence: number };
  save(): Promise<void>;
}

/**
 * Locks the counter of a series and year until the transaction ends. The number is only used up by `save`, so that a
 * repeat which finds its document already there leaves no gap.
 */
export async function nextNumber(tx: Tx, series: string, year: number): Promise<NextNumber> {
  const lock = guardIsOff('invoice-number') ? sql`` : sql`for update`;
  const last = async () => {
    const result = await tx.execute(
      sql`select last_number, coalesce(prefix, series) as prefix from invoice_series where series = ${series} and year = ${year} ${lock}`,
    );
    return (result as unknown as { rows: { last_number: number; prefix: string }[] }).rows[0];
  };
  // A year goes on with what the numbers of the one before began with, unless its own was said.
  const begin = () =>
    sendAhead(
      tx,
      tx.execute(sql`
        insert into invoice_series (series, year, last_number, prefix)
        select ${series}, ${year}::int, 0, (
          select s.prefix from invoice_series s where s.series = ${series} and s.year < ${year}::int order by s.year desc limit 1)
        on conflict do nothing`),
    );
  const known = await last();
  const counter = known ?? (await begin().then(last))!;
  const sequence = counter.last_number + 1;
  return {
    begins: known === undefined,
    take: () => ({ number: numberOf(counter.prefix, year, sequence), series, year, sequence }),
    save: () =>
      sendAhead(tx, tx.execute(sql`update invoice_series set last_number = ${sequence} where series = ${series} and year = ${year}`)),
  };
}

export async function findInvoiceByKey(db: Db, key: string): Promise<Invoice | null> {
  const [head] = await db.select().from(invoices).where(eq(invoices.key, key));
  return head ? withLines(db, head) : null;
}

/** The invoice that a credit note will refer to; two credits at once are put in a row by the counter's lock. */
export async function getInvoiceForCredit(tx: Tx, id: string): Promise<Invoice | null> {
  return findInvoiceById(tx, id);
}

export async function creditNotesOf(db: Db, invoiceId: string): Promise<Invoice[]> {
  const heads = await db.select().from(invoices).where(eq(invoices.refersTo, invoiceId)).orderBy(asc(invoices.sequence));
  return Promise.all(heads.map((head) => withLines(db, head)));
}

export async function insertInvoice(
  tx: Tx,
  document: { head: Head; lines: readonly InvoiceLine[]; saveNumber: () => Promise<void> },
): Promise<Invoice> {
  // Sent one behind the other without waiting: everybody who issues an invoice waits while this transaction has the number.
  await sendAhead(tx, tx.insert(invoices).values(document.head));
  await sendAhead(tx, tx.insert(invoiceLines).values(document.lines.map((line) => ({ ...line, invoiceId: document.head.id }))));
  await document.saveNumber();
  return { ...document.head, lines: document.lines };
}

async function withLines(db: Db, head: Head): Promise<Invoice> {
  const lines = await db
    .select()
    .from(invoiceLines)
    .where(inArray(invoiceLines.invoiceId, [head.id]))
    .orderBy(asc(invoiceLines.position));
  return { ...head, lines: lines.map(({ invoiceId: _invoice, ...line }) => line) };
}
