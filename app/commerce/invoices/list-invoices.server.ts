import type { Viewer } from '#app/platform/access.ts';
import type { Db } from '#app/platform/database.server.ts';
import { dateIn, instant, type CalendarDate } from '#app/values/dates.ts';
import { addMoney, money, type Money } from '#app/values/money.ts';
import type { InvoiceListAsk } from './invoice-list-form.ts';
import { findInvoicesFor } from './invoices-store.server.ts';

export interface ListedInvoice {
  readonly number: string;
  readonly kind: string;
  readonly orderReference: string;
  readonly issuedOn: CalendarDate;
  readonly net: Money;
  readonly vat: Money;
  readonly gross: Money;
  /** It is the newest of its order and not credited whole: it can be issued in another name. */
  readonly correctable: boolean;
}

export interface InvoiceList {
  /** How many documents are theirs in all. */
  readonly owned: number;
  readonly years: readonly number[];
  readonly invoices: readonly ListedInvoice[];
  /** Of all that match; a credit note counts against its invoice. */
  readonly sum: Pick<ListedInvoice, 'net' | 'vat' | 'gross'>;
}

/** The signed-in traveller's documents that match, the newest first. */
export async function listInvoices(db: Db, viewer: Viewer, ask: InvoiceListAsk): Promise<InvoiceList> {
  const all = await findInvoicesFor(db, viewer, { limit: 1000 });
  const plain = (text: string) => text.toLowerCase().replaceAll('-', '');
  const needle = plain(ask.search);
  // Newest first: the first of an order is the one in force.
  const inForce = new Map(
    all
      .filter(({ kind }) => kind === 'invoice')
      .toReversed()
      .map((invoice) => [invoice.orderId, invoice]),
  );
  const left = (invoice: (typeof all)[number]) =>
    all.filter(({ refersTo }) => refersTo === invoice.id).reduce((sum, { gross }) => sum + gross, invoice.gross);
  const invoices = all
    .filter(
      (invoice) =>
        (ask.year === null || invoice.year === ask.year) &&
        (ask.kind === null || invoice.kind === ask.kind) &&
        (needle === '' || plain(invoice.number).includes(needle) || plain(invoice.orderReference).includes(needle)),
    )
    .map((invoice) => ({
      number: invoice.number,
      kind: invoice.kind,
      orderReference: invoice.orderReference,
      issuedOn: dateIn('Asia/Dubai', instant(invoice.issuedAt.getTime())),
      net: money(invoice.net, 'AED'),
      vat: money(invoice.vat, 'AED'),
      gross: money(invoice.gross, 'AED'),
      correctable: inForce.get(invoice.orderId) === invoice && left(invoice) > 0,
    }));
  const sumOf = (column: 'net' | 'vat' | 'gross') => invoices.reduce((sum, invoice) => addMoney(sum, invoice[column]), money(0, 'AED'));
  return {
    owned: all.length,
    years: [...new Set(all.map((invoice) => invoice.year))].sort((a, b) => b - a),
    invoices,
    sum: { net: sumOf('net'), vat: sumOf('vat'), gross: sumOf('gross') },
  };
}
