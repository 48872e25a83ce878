import type { Db } from '#app/platform/database.server.ts';
import { zipOf, type ZipEntry } from '#app/platform/zip.server.ts';
import { addMonths, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { csvLine } from '#app/values/csv.ts';
import { instantOf, localTime } from '#app/values/local-time.ts';
import { eInvoiceState, gapsOf, type EInvoiceGap, type EInvoiceState } from '../e-invoice/e-invoice-rules.ts';
import { eInvoiceXml } from '../e-invoice/e-invoice-xml.ts';
import { findBusinessDocuments, findHandOvers, readEInvoiceSource, standingHandOver } from '../e-invoice/e-invoices-store.server.ts';
import { findInvoiceAsStaff, findInvoiceById, type Invoice } from '../invoices-store.server.ts';
import { houseZone } from './invoice-desk-store.server.ts';
import { mostSentAtOnce } from './send-invoices.server.ts';

/** More than that of one month is taken in parts, by picking from the list. */
const mostOfMonth = 3_000;

export type EInvoicePick = { readonly numbers: readonly string[] } | { readonly month: CalendarDate };

/** How an archive says in words what it left out. */
export interface PackWords {
  readonly head: readonly [number: string, state: string, missing: string];
  readonly state: (state: EInvoiceState) => string;
  readonly gap: (gap: EInvoiceGap) => string;
}

async function pickedDocuments(db: Db, pick: EInvoicePick): Promise<Invoice[]> {
  if ('numbers' in pick) {
    const found = await Promise.all([...new Set(pick.numbers)].slice(0, mostSentAtOnce).map((number) => findInvoiceAsStaff(db, number)));
    return found.filter((invoice) => invoice !== null);
  }
  const at = (day: CalendarDate) => new Date(instantOf(houseZone, localTime(day, '00:00')));
  const ids = await findBusinessDocuments(db, at(pick.month), at(addMonths(pick.month, 1)), mostOfMonth);
  const documents: Invoice[] = [];
  for (const id of ids) documents.push((await findInvoiceById(db, id))!);
  return documents;
}

/**
 * The electronic invoices that are ready, in one archive, each under its number; beside them a table of what was left out
 * and why. Null where nothing is ready. What was handed over before is left out: a provider takes a document once.
 */
export async function packEInvoices(
  db: Db,
  now: Instant,
  pick: EInvoicePick,
  words: PackWords,
): Promise<{ readonly zip: Buffer; readonly numbers: readonly string[]; readonly leftOut: number } | null> {
  const files: ZipEntry[] = [];
  const numbers: string[] = [];
  const leftOut: string[][] = [];
  for (const invoice of await pickedDocuments(db, pick)) {
    const source = await readEInvoiceSource(db, invoice);
    const state = eInvoiceState(source, standingHandOver(await findHandOvers(db, invoice.id)) !== null);
    if (state === 'ready') {
      files.push({ name: `${invoice.number}.xml`, content: Buffer.from(eInvoiceXml(source), 'utf8') });
      numbers.push(invoice.number);
    } else leftOut.push([invoice.number, words.state(state), state === 'incomplete' ? gapsOf(source).map(words.gap).join(' ') : '']);
  }
  if (files.length === 0) return null;
  const table = [words.head, ...leftOut].map((line) => csvLine(line)).join('\r\n');
  if (leftOut.length > 0) files.push({ name: 'left-out.csv', content: Buffer.from(`\uFEFF${table}\r\n`, 'utf8') });
  return { zip: zipOf(files, new Date(now)), numbers, leftOut: leftOut.length };
}
