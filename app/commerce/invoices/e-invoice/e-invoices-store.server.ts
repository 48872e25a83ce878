import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { dateIn, instant, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { findInvoiceById, readSeller, type Invoice } from '../invoices-store.server.ts';
import { standardBasisPoints, type EInvoiceBuyer, type EInvoiceSource } from './e-invoice-rules.ts';
import { eInvoiceBuyers, eInvoiceHandOvers, type EInvoiceHandOver } from './e-invoices.tables.ts';

const rowsOf = <Row>(result: unknown): Row[] => (result as { rows: Row[] }).rows;
const issuedOn = (at: Date): CalendarDate => dateIn('Asia/Dubai', instant(at.getTime()));

/**
 * Where the electronic form of a document `i` stands, as the list asks it: what `eInvoiceState` says of the same document,
 * in SQL. `staff/e-invoices.test.ts` holds the two against each other.
 */
export const eInvoiceStateSql: SQL = sql`case
  when i.buyer ->> 'trn' is null then 'not-needed'
  when exists (select 1 from e_invoice_hand_overs h where h.invoice_id = i.id and h.taken_back_at is null) then 'handed-over'
  when (i.seller ->> 'trn') ~ '^1[0-9]{12}03$' and (i.buyer ->> 'trn') ~ '^1[0-9]{12}03$'
    and btrim(i.seller ->> 'address') <> '' and btrim(coalesce(i.buyer ->> 'address', '')) <> ''
    and (select coalesce(nullif(i.seller ->> 'city', ''), s.city) <> ''
      and coalesce(nullif(i.seller ->> 'licence', ''), s.licence) <> ''
      and coalesce(nullif(i.seller ->> 'licenceAuthority', ''), s.licence_authority) <> '' from invoice_seller s where s.id = 1)
    and (i.kind = 'invoice' or i.refers_to is not null)
    and exists (select 1 from e_invoice_buyers b where b.trn = i.buyer ->> 'trn' and (b.licence <> '' and b.licence_authority <> ''
      or exists (select 1 from invoice_lines l where l.invoice_id = i.id and l.vat_category in ('standard', 'zero-rated'))))
    and not exists (select 1 from invoice_lines l where l.invoice_id = i.id and (l.vat_category = 'exempt' or coalesce(l.vat_place, '') <> ''
      or l.vat_category = 'standard' and l.vat_basis_points <> ${sql.raw(String(standardBasisPoints))}))
    and not exists (select 1 from invoice_lines l where l.invoice_id = i.id group by l.vat_category
      having sum(l.net) * case i.kind when 'credit-note' then -1 else 1 end < 0
        or l.vat_category = 'standard' and abs(20 * sum(l.vat) - sum(l.net)) > 40)
  then 'ready' else 'incomplete' end`;

export async function findEInvoiceBuyer(db: Db, trn: string): Promise<EInvoiceBuyer | null> {
  const [row] = await db.select().from(eInvoiceBuyers).where(eq(eInvoiceBuyers.trn, trn));
  if (!row) return null;
  const { city, emirate, licence, licenceAuthority } = row;
  return { city, emirate, licence, licenceAuthority };
}

/** Writes what is known of a company over what was known. */
export async function saveEInvoiceBuyer(tx: Tx, now: Instant, trn: string, buyer: EInvoiceBuyer, by: string): Promise<void> {
  const row = { ...buyer, writtenBy: by, writtenAt: new Date(now) };
  await tx
    .insert(eInvoiceBuyers)
    .values({ trn, ...row })
    .onConflictDoUpdate({ target: eInvoiceBuyers.trn, set: row });
}

/** Everything that the electronic form of a document is made of. The caller has judged access. */
export async function readEInvoiceSource(db: Db, invoice: Invoice): Promise<EInvoiceSource> {
  const [sellerNow, buyerDetails, corrected, due] = await Promise.all([
    readSeller(db),
    invoice.buyer.trn ? findEInvoiceBuyer(db, invoice.buyer.trn) : null,
    invoice.refersTo ? findInvoiceById(db, invoice.refersTo) : null,
    db.execute(sql`select max(due_on)::text as last from instalments where order_id = ${invoice.orderId}`),
  ]);
  const day = issuedOn(invoice.issuedAt);
  return {
    ...invoice,
    issuedOn: day,
    supplyDate: invoice.supplyDate as CalendarDate,
    dueOn: (rowsOf<{ last: CalendarDate | null }>(due)[0]?.last ?? invoice.dueOn ?? day) as CalendarDate,
    sellerNow,
    buyerDetails,
    corrects: corrected && { number: corrected.number, issuedOn: issuedOn(corrected.issuedAt) },
  };
}

/** Every time a document was handed over, oldest first; of these at most one is not taken back. */
export async function findHandOvers(db: Db, invoiceId: string): Promise<EInvoiceHandOver[]> {
  return db.select().from(eInvoiceHandOvers).where(eq(eInvoiceHandOvers.invoiceId, invoiceId)).orderBy(asc(eInvoiceHandOvers.handedAt));
}

export const standingHandOver = (all: readonly EInvoiceHandOver[]) => all.find(({ takenBackAt }) => takenBackAt === null) ?? null;

/** False where the document is handed over already. */
export async function insertHandOver(tx: Tx, handOver: EInvoiceHandOver): Promise<boolean> {
  const rows = await tx.insert(eInvoiceHandOvers).values(handOver).onConflictDoNothing().returning({ id: eInvoiceHandOvers.id });
  return rows.length > 0;
}

/** Takes back the mark that stands; null where none does. */
export async function takeBackHandOver(
  tx: Tx,
  invoiceId: string,
  back: { readonly by: string; readonly now: Instant; readonly why: string },
): Promise<EInvoiceHandOver | null> {
  const [row] = await tx
    .update(eInvoiceHandOvers)
    .set({ takenBackBy: back.by, takenBackAt: new Date(back.now), takenBackWhy: back.why })
    .where(and(eq(eInvoiceHandOvers.invoiceId, invoiceId), isNull(eInvoiceHandOvers.takenBackAt)))
    .returning();
  return row ?? null;
}

/** Ids of the documents of a month whose buyers have a tax registration number, in the order of issue; `month` as 2026-11. */
export async function findBusinessDocuments(db: Db, from: Date, until: Date, most: number): Promise<string[]> {
  return rowsOf<{ id: string }>(
    await db.execute(sql`
      select i.id from invoices i where (i.buyer ->> 'trn') is not null
        and i.issued_at >= ${from.toISOString()}::timestamptz and i.issued_at < ${until.toISOString()}::timestamptz
      order by i.issued_at, i.id limit ${most}`),
  ).map(({ id }) => id);
}
