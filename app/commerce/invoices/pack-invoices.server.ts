import type { Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { zipOf, type ZipEntry } from '#app/platform/zip.server.ts';
import type { InvoiceLanguage } from './invoice-document.server.ts';
import { invoicePaper } from './invoice-paper.server.ts';
import { findInvoiceFor, findInvoicesFor } from './invoices-store.server.ts';

/** The documents of one year of the signed-in traveller in one archive; null when there are none. */
export async function packInvoices(
  platform: Pick<Platform, 'db' | 'files' | 'clock'>,
  viewer: Viewer,
  ask: { readonly year: number; readonly language: InvoiceLanguage; readonly at: Date },
): Promise<Buffer | null> {
  const { db } = platform;
  const all = await findInvoicesFor(db, viewer, { limit: 1000 });
  const numbers = new Map(all.map(({ id, number }) => [id, number]));
  const entries: ZipEntry[] = [];
  for (const head of all.filter(({ year }) => year === ask.year)) {
    const invoice = await findInvoiceFor(db, viewer, head.number);
    if (!invoice) continue;
    const corrects = invoice.refersTo === null ? null : (numbers.get(invoice.refersTo) ?? null);
    entries.push({ name: `${head.number}-${ask.language}.pdf`, content: await invoicePaper(platform, invoice, corrects, ask.language) });
  }
  return entries.length > 0 ? zipOf(entries, ask.at) : null;
}
