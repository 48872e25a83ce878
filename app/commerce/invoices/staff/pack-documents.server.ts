import type { Platform } from '#app/platform/platform.server.ts';
import { zipOf, type ZipEntry } from '#app/platform/zip.server.ts';
import type { Instant } from '#app/values/dates.ts';
import type { InvoiceLanguage } from '../invoice-document.server.ts';
import { invoicePaper } from '../invoice-paper.server.ts';
import { findInvoiceById } from '../invoices-store.server.ts';
import { findRowsByNumber } from './invoice-desk-store.server.ts';
import { mostSentAtOnce } from './send-invoices.server.ts';

/** Documents by their numbers in one archive, a hundred at most; null when none of them exists. */
export async function packDocuments(
  platform: Pick<Platform, 'db' | 'files' | 'clock'>,
  now: Instant,
  ask: { readonly numbers: readonly string[]; readonly language: InvoiceLanguage },
): Promise<{ readonly zip: Buffer; readonly numbers: readonly string[] } | null> {
  const { db } = platform;
  const rows = await findRowsByNumber(db, now, [...new Set(ask.numbers)].slice(0, mostSentAtOnce));
  const entries: ZipEntry[] = [];
  for (const row of rows) {
    const invoice = await findInvoiceById(db, row.id);
    const corrects = row.refersTo ? ((await findInvoiceById(db, row.refersTo))?.number ?? null) : null;
    if (!invoice) continue;
    entries.push({ name: `${row.number}-${ask.language}.pdf`, content: await invoicePaper(platform, invoice, corrects, ask.language) });
  }
  return entries.length > 0 ? { zip: zipOf(entries, new Date(now)), numbers: rows.map(({ number }) => number) } : null;
}
