import { may, type Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { listDeskViews } from '../../orders/staff/desk-views-store.server.ts';
import {
  countInvoices,
  countMatchingInvoices,
  cursorOf,
  findInvoiceRows,
  houseZone,
  mostCounted,
  type InvoiceRow,
} from './invoice-desk-store.server.ts';
import { invoiceQueues, type InvoiceView } from './invoice-list-view.ts';

const pageSize = 50;

/** A document as pages show it: dates of Dubai, amounts as money. */
export function shownRow(row: InvoiceRow) {
  const { standing } = row;
  const fils = (amount: number) => money(amount, 'AED');
  return {
    number: row.number,
    series: row.series,
    kind: row.kind,
    order: row.orderReference,
    buyer: row.buyer,
    issuedOn: dateIn(houseZone, instant(Date.parse(row.issuedAt))),
    suppliedOn: row.supplyDate,
    net: fils(row.net),
    vat: fils(row.vat),
    gross: fils(row.gross),
    currency: row.currency,
    paid: fils(standing.paid),
    due: fils(standing.due),
    state: standing.state,
    dueOn: standing.due > 0 ? row.dueOn : null,
    creditNotes: row.creditNotes,
    eInvoice: row.eInvoice,
  };
}
export type ShownInvoice = ReturnType<typeof shownRow>;

/** One page of the list of documents with the counts of every tab. */
export async function openInvoiceList(
  { db, crypto, clock }: Pick<Platform, 'db' | 'crypto' | 'clock'>,
  viewer: Viewer & { readonly kind: 'staff' },
  view: InvoiceView,
) {
  const now = clock.now();
  const [found, counts, matching, named] = await Promise.all([
    findInvoiceRows(db, crypto, view, { now, most: pageSize + 1 }),
    countInvoices(db, now),
    countMatchingInvoices(db, crypto, view, now),
    listDeskViews(db, 'invoices', viewer.user.id),
  ]);
  const rows = found.slice(0, pageSize);
  const last = rows.at(-1);
  return {
    view,
    named,
    matching,
    mostCounted,
    queues: invoiceQueues.map((queue) => ({ queue, documents: counts[queue] })),
    next: found.length > pageSize && last ? cursorOf(view, last) : null,
    issues: may(viewer, 'invoices:issue'),
    exports: may(viewer, 'invoices:export'),
    money: may(viewer, 'money:view'),
    rows: rows.map(shownRow),
  };
}
