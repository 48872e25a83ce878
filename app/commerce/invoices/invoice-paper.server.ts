import { sql } from 'drizzle-orm';
import { readPaperBrand } from '#app/platform/branding.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, type CalendarDate } from '#app/values/dates.ts';
import { setInvoice, type InvoiceLanguage, type Unpaid } from './invoice-document.server.ts';
import { findStandings } from './invoice-standings.server.ts';
import type { Invoice } from './invoices-store.server.ts';

/** The PDF of a document as it stands now: its head is that of its day, what is paid of it is that of today. The caller has judged access. */
export async function invoicePaper(
  platform: Pick<Platform, 'db' | 'files' | 'clock'>,
  invoice: Invoice,
  corrects: string | null,
  language: InvoiceLanguage,
): Promise<Buffer> {
  const [brand, unpaid] = await Promise.all([
    readPaperBrand(platform, invoice.issuedAt),
    unpaidOf(platform.db, invoice, dateIn('Asia/Dubai', platform.clock.now())),
  ]);
  return setInvoice(invoice, { corrects, brand, unpaid }, language);
}

/**
 * What is still to be paid of an invoice, by the parts of its order's plan; what no plan explains comes last. Null where nothing
 * is: what a bank has set aside for us is paid for whoever reads the paper.
 */
async function unpaidOf(db: Db, invoice: Invoice, today: CalendarDate): Promise<Unpaid | null> {
  if (invoice.kind !== 'invoice') return null;
  const standing = (await findStandings(db, [invoice.orderId], today)).standings.get(invoice.id);
  if (!standing || standing.due <= 0) return null;
  const { rows } = (await db.execute(sql`
    select amount, due_on::text as due_on from instalments
    where order_id = ${invoice.orderId} and paid_at is null order by number`)) as unknown as {
    rows: { amount: string; due_on: CalendarDate | null }[];
  };
  const { rows: kept } = (await db.execute(sql`
    select coalesce(sum(amount), 0) as sum from payments
    where order_id = ${invoice.orderId} and status in ('processing', 'requires_capture', 'stuck')`)) as unknown as {
    rows: { sum: string }[];
  };
  const reserved = Math.min(Number(kept[0]!.sum), standing.due);
  let [covered, rest] = [reserved, standing.due - reserved];
  const parts = rows.map(({ amount, due_on }) => {
    const taken = Math.min(Number(amount), covered);
    const own = Math.min(Number(amount) - taken, rest);
    covered -= taken;
    rest -= own;
    return { amount: own, dueOn: due_on };
  });
  const open = [...parts, { amount: rest, dueOn: invoice.dueOn }].filter(({ amount }) => amount > 0);
  return open.length === 0 ? null : { paid: standing.paid + reserved, parts: open };
}
