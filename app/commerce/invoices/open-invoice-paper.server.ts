import type { Platform } from '#app/platform/platform.server.ts';
import type { InvoiceLanguage } from './invoice-document.server.ts';
import { invoicePaper } from './invoice-paper.server.ts';
import { findInvoicesOfOrder } from './invoices-store.server.ts';

const namePattern = /^([A-Z]{2,4}-\d{4}-\d{6})-(en|ar)\.pdf$/;

/** The PDF behind a name such as INV-2026-000042-ar.pdf; null unless the document belongs to that order. */
export async function openInvoicePaper(
  platform: Pick<Platform, 'db' | 'files' | 'clock'>,
  orderId: string,
  name: string,
): Promise<{ name: string; type: 'application/pdf'; content: Buffer } | null> {
  const match = namePattern.exec(name);
  if (!match) return null;
  const [, number, language] = match as unknown as [string, string, InvoiceLanguage];
  const documents = await findInvoicesOfOrder(platform.db, orderId);
  const wanted = documents.find((invoice) => invoice.number === number);
  if (!wanted) return null;
  const corrects = documents.find((invoice) => invoice.id === wanted.refersTo)?.number ?? null;
  return { name, type: 'application/pdf', content: await invoicePaper(platform, wanted, corrects, language) };
}
