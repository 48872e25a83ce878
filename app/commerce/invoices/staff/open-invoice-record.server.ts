import { may, type Viewer } from '#app/platform/access.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, instant } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import { findBearer } from '../../customers/companies/companies-store.server.ts';
import { findLedgerLines } from '../../ledger/ledger-store.server.ts';
import { findSentMessages } from '../../messages/messages-store.server.ts';
import { wishedBuyer } from '../../orders/correct-invoice.server.ts';
import { findOrderAsSystem } from '../../orders/orders-store.server.ts';
import { findInvoiceInForce, type Invoice } from '../invoices-store.server.ts';
import { houseZone, findRowsOfOrder } from './invoice-desk-store.server.ts';
import { findSendings } from './invoice-sendings-store.server.ts';
import { shownRow } from './open-invoice-list.server.ts';

/** Something that happened to a document or to the money of its order. */
export interface InvoiceEvent {
  readonly what: 'issued' | 'credited' | 'capture' | 'refund' | 'chargeback' | 'sent' | 'sent-again';
  readonly at: string;
  readonly amount: Money | null;
  /** A document's number, or who did it. */
  readonly about: string | null;
  readonly waits: boolean;
}

/** Mails that carry the invoice or the credit note as a file. */
const withInvoice = [
  'order-ticketed',
  'order-accepted',
  'order-confirmed',
  'booking-changed',
  'flights-changed',
  'travellers-left',
  'extras-added',
  'seats-changed',
];
const withNote = ['order-cancelled', 'order-refunded', 'order-part-refunded', 'balance-reduced'];

/** One document as finance reads it. */
export async function openInvoiceRecord(
  { db, clock, crypto }: Pick<Platform, 'db' | 'clock' | 'crypto'>,
  viewer: Viewer,
  invoice: Invoice,
) {
  const now = clock.now();
  const [rows, ledger, sendings, mails, order, inForce, company] = await Promise.all([
    findRowsOfOrder(db, now, invoice.orderId),
    findLedgerLines(db, invoice.orderId),
    findSendings(db, invoice.id),
    findSentMessages(db, invoice.orderId),
    findOrderAsSystem(db, invoice.orderId),
    findInvoiceInForce(db, invoice.orderId),
    invoice.buyer.trn && may(viewer, 'customers:view') ? findBearer(db, invoice.buyer.trn, null) : null,
  ]);
  const names = await findStaffNames(
    db,
    sendings.map(({ askedBy }) => askedBy),
  );
  const own = rows.find(({ id }) => id === invoice.id)!;
  const notes = rows.filter(({ refersTo }) => refersTo === invoice.id);
  const event = (what: InvoiceEvent['what'], at: Date, more: Partial<InvoiceEvent> = {}): InvoiceEvent => ({
    what,
    at: at.toISOString(),
    amount: null,
    about: null,
    waits: false,
    ...more,
  });
  const attached = invoice.kind === 'invoice' ? withInvoice : withNote;
  const events = [
    event('issued', invoice.issuedAt, { amount: money(invoice.gross, 'AED'), about: invoice.number }),
    ...notes.map((note) => event('credited', new Date(note.issuedAt), { amount: money(note.gross, 'AED'), about: note.number })),
    ...ledger.flatMap(({ kind, postedAt, amount }) =>
      kind === 'capture' || kind === 'refund' || kind === 'chargeback' ? [event(kind, postedAt, { amount })] : [],
    ),
    ...mails
      .filter(({ template, sentAt }) => attached.includes(template) && sentAt >= invoice.issuedAt)
      .map(({ sentAt, language }) => event('sent', sentAt, { about: language })),
    ...sendings.map(({ askedAt, sentAt, askedBy }) =>
      event('sent-again', sentAt ?? askedAt, { about: names.get(askedBy) ?? null, waits: sentAt === null }),
    ),
  ].sort((one, other) => (one.at < other.at ? -1 : 1));
  const shown = shownRow(own);
  return {
    ...shown,
    corrects: rows.find(({ id }) => id === invoice.refersTo)?.number ?? null,
    reason: invoice.reason,
    orderKind: order?.kind ?? null,
    language: order?.language ?? 'en',
    ownerId: invoice.ownerId,
    seller: { name: invoice.seller.legalName, trn: invoice.seller.trn },
    buyerTrn: invoice.buyer.trn ?? null,
    /** The company that bears this number, as the desk keeps it. */
    company: company?.id ?? null,
    buyerAddress: invoice.buyer.address ?? null,
    charged: money(invoice.chargedAmount, invoice.chargedCurrency),
    rate: invoice.rate,
    lines: invoice.lines.map((line) => shownLine(line)),
    credited: money(own.standing.credited, 'AED'),
    /** The name that its buyer asked for since. */
    wished: order && inForce?.id === invoice.id && own.standing.state !== 'credited' ? wishedBuyer(crypto, order, invoice) : null,
    notes: notes.map(shownRow),
    others: rows.filter(({ id, refersTo }) => id !== invoice.id && refersTo !== invoice.id).map(shownRow),
    events,
    issuedOn: dateIn(houseZone, instant(invoice.issuedAt.getTime())),
    issues: may(viewer, 'invoices:issue'),
    money: may(viewer, 'money:view'),
  };
}

export function shownLine(line: Invoice['lines'][number]) {
  return {
    position: line.position,
    words: line.words,
    quantity: line.quantity,
    vatCategory: line.vatCategory,
    percent: line.vatBasisPoints / 100,
    net: money(line.net, 'AED'),
    vat: money(line.vat, 'AED'),
    gross: money(line.gross, 'AED'),
  };
}
