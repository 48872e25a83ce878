import type { Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, instant, type CalendarDate } from '#app/values/dates.ts';
import { addMoney, money, type Money } from '#app/values/money.ts';
import { listReceipts, type Receipt } from '../orders/list-receipts.server.ts';
import { findOrdersWithReserved } from '../payments/payments-store.server.ts';
import type { InvoiceListAsk } from './invoice-list-form.ts';
import type { InvoiceState } from './invoice-standing-rules.ts';
import { findStandings } from './invoice-standings.server.ts';
import { findInvoicesFor } from './invoices-store.server.ts';

export interface ListedInvoice {
  readonly number: string;
  readonly kind: string;
  readonly orderReference: string;
  readonly issuedOn: CalendarDate;
  readonly net: Money;
  readonly vat: Money;
  readonly gross: Money;
  readonly state: InvoiceState;
  /** What is left of it and not paid. */
  readonly due: Money;
  /** The day of the next part of its order's plan; null where nothing is left to be pressed for. */
  readonly dueOn: CalendarDate | null;
  /**
   * How what is due comes: by the next part of the plan, by itself from the bank that keeps it for us, or in a way that we
   * agree on, as no page takes money for an order that was delivered. Null where nothing is due.
   */
  readonly comes: 'plan' | 'bank' | 'ask' | null;
  /** It is the newest of its order and not credited whole: it can be issued in another name. */
  readonly correctable: boolean;
  /** One of each payment of its order, beside the invoice in force. */
  readonly receipts: readonly Receipt[];
}

export interface InvoiceList {
  /** How many documents are theirs in all. */
  readonly owned: number;
  readonly years: readonly number[];
  readonly invoices: readonly ListedInvoice[];
  /** Of all that match; a credit note counts against its invoice. */
  readonly sum: Pick<ListedInvoice, 'net' | 'vat' | 'gross' | 'due'>;
}

/** The signed-in traveller's documents that match, the newest first. */
export async function listInvoices(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  viewer: Viewer,
  ask: InvoiceListAsk,
): Promise<InvoiceList> {
  const all = await findInvoicesFor(db, viewer, { limit: 1000 });
  const { standings, dueOn } = await findStandings(
    db,
    all.map(({ orderId }) => orderId),
    dateIn('Asia/Dubai', clock.now()),
  );
  const unplanned = all.filter(({ id, orderId }) => standings.get(id)!.due > 0 && !dueOn.has(orderId));
  const reserved = new Set(
    await findOrdersWithReserved(
      db,
      unplanned.map(({ orderId }) => orderId),
    ),
  );
  const comes = (orderId: string): ListedInvoice['comes'] => (dueOn.has(orderId) ? 'plan' : reserved.has(orderId) ? 'bank' : 'ask');
  const plain = (text: string) => text.toLowerCase().replaceAll('-', '');
  const needle = plain(ask.search);
  // Newest first: the first of an order is the one in force.
  const inForce = new Map(
    all
      .filter(({ kind }) => kind === 'invoice')
      .toReversed()
      .map((invoice) => [invoice.orderId, invoice]),
  );
  const receipts = await listReceipts(db, [...inForce.keys()]);
  const left = (invoice: (typeof all)[number]) =>
    all.filter(({ refersTo }) => refersTo === invoice.id).reduce((sum, { gross }) => sum + gross, invoice.gross);
  const invoices = all
    .filter(
      (invoice) =>
        (ask.year === null || invoice.year === ask.year) &&
        (ask.kind === null || (ask.kind === 'open' ? standings.get(invoice.id)!.due > 0 : invoice.kind === ask.kind)) &&
        (needle === '' || plain(invoice.number).includes(needle) || plain(invoice.orderReference).includes(needle)),
    )
    .map((invoice) => {
      const { state, due } = standings.get(invoice.id)!;
      return {
        number: invoice.number,
        kind: invoice.kind,
        orderReference: invoice.orderReference,
        issuedOn: dateIn('Asia/Dubai', instant(invoice.issuedAt.getTime())),
        net: money(invoice.net, 'AED'),
        vat: money(invoice.vat, 'AED'),
        gross: money(invoice.gross, 'AED'),
        state,
        due: money(due, 'AED'),
        dueOn: due > 0 ? (dueOn.get(invoice.orderId) ?? invoice.dueOn) : null,
        comes: due > 0 ? comes(invoice.orderId) : null,
        correctable: inForce.get(invoice.orderId) === invoice && left(invoice) > 0,
        receipts: inForce.get(invoice.orderId) === invoice ? (receipts.get(invoice.orderId) ?? []) : [],
      };
    });
  const sumOf = (column: keyof InvoiceList['sum']) => invoices.reduce((sum, invoice) => addMoney(sum, invoice[column]), money(0, 'AED'));
  return {
    owned: all.length,
    years: [...new Set(all.map((invoice) => invoice.year))].sort((a, b) => b - a),
    invoices,
    sum: { net: sumOf('net'), vat: sumOf('vat'), gross: sumOf('gross'), due: sumOf('due') },
  };
}
