import { pageThrough } from '#app/commerce/exports/page-through.ts';
import type { ExportWriter } from '#app/commerce/exports/write-exports.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, instant } from '#app/values/dates.ts';
import { decimalString, money } from '#app/values/money.ts';
import { cursorOf, findInvoiceRows, houseZone, type InvoiceRow } from './invoice-desk-store.server.ts';
import { readInvoiceView, type InvoiceView } from './invoice-list-view.ts';

const head =
  'number,series,kind,issued_on,supplied_on,customer,order,net,vat,gross,currency,paid,due,due_on,state,credit_notes,e_invoice,e_invoice_ref';

/** The list of documents as a table, amounts in AED. */
export const invoicesExport = {
  action: 'invoices.exported',
  subject: 'invoices:list',
  head: head.split(','),
  told(query) {
    const view = readInvoiceView(query);
    return {
      queue: view.queue,
      ...(view.eInvoice && { eInvoice: view.eInvoice }),
      ...(view.product && { product: view.product }),
      ...(view.currency && { currency: view.currency }),
      ...(view.company && { company: view.company }),
      ...(view.least && { least: view.least }),
      ...(view.most && { most: view.most }),
      searched: view.find !== '',
    };
  },
  pages: (platform, _viewer, { query }) => invoicePages(platform, readInvoiceView(query)),
} as const satisfies ExportWriter;

async function* invoicePages({ db, crypto, clock }: Platform, view: InvoiceView) {
  const now = clock.now();
  const pages = pageThrough<InvoiceRow, NonNullable<InvoiceView['after']>>(
    (after, most) => findInvoiceRows(db, crypto, { ...view, after }, { now, most }),
    (last) => cursorOf(view, last),
  );
  for await (const rows of pages) yield rows.map(lineOf);
}

const aed = (fils: number) => decimalString(money(fils, 'AED'));

const lineOf = (row: InvoiceRow): string[] => [
  row.number,
  row.series,
  row.kind,
  dateIn(houseZone, instant(Date.parse(row.issuedAt))),
  row.supplyDate,
  row.buyer,
  row.orderReference,
  aed(row.net),
  aed(row.vat),
  aed(row.gross),
  row.currency,
  aed(row.standing.paid),
  aed(row.standing.due),
  row.standing.due > 0 ? (row.dueOn ?? '') : '',
  row.standing.state,
  String(row.creditNotes),
  row.eInvoice,
  row.eInvoiceRef,
];
