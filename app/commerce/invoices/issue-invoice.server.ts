import { randomUUID } from 'node:crypto';
import type { Tx } from '#app/platform/database.server.ts';
import { addDays, dateIn, type CalendarDate, type Instant } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import { keepNamedDocument } from '../customers/companies/company-documents.server.ts';
import { findTermsAtIssue } from '../customers/companies/company-terms-store.server.ts';
import { toInvoiceLines, totalsOf, type InvoiceBuyer, type SoldLine } from './invoice-lines.ts';
import { invoiceSeries } from './number-series.ts';
import { findInvoiceByKey, insertInvoice, nextNumber, readSeller, type Invoice } from './invoices-store.server.ts';

export interface InvoiceToIssue {
  /** Names the reason for this document, such as `order:<id>:ticketed`: issuing twice returns the first one. */
  readonly key: string;
  readonly orderId: string;
  /** The reference the traveller knows. */
  readonly orderReference: string;
  /** The account the invoice is listed under; null for a guest. */
  readonly ownerId: string | null;
  readonly buyer: InvoiceBuyer;
  /** The day the supply took place: for a flight, the day of ticketing. */
  readonly supplyDate: CalendarDate;
  /** Fils of AED, VAT included. */
  readonly lines: readonly SoldLine[];
  /** What the card was charged. */
  readonly charged: Money;
  /** AED for one unit of the charged currency, as exact decimal text; '1' for AED. */
  readonly rate: string;
}

/** The house is in Dubai: its fiscal year and its dates are Dubai's. */
const houseZone = 'Asia/Dubai';

/**
 * Issues a tax invoice inside the caller's transaction. Its number follows the last one of the series and year without
 * a gap, because the counter is locked until the commit and falls back with a rollback. Call it late in the transaction.
 */
export async function issueInvoice(tx: Tx, now: Instant, toIssue: InvoiceToIssue): Promise<Invoice> {
  const today = dateIn(houseZone, now);
  const year = Number(today.slice(0, 4));
  // Sent together, and done in this order. The key is asked under the lock: of two that issue the same document at once,
  // the second finds the first.
  const [terms, seller, sequence, found] = await Promise.all([
    findTermsAtIssue(tx, now, toIssue),
    readSeller(tx),
    nextNumber(tx, invoiceSeries, year),
    findInvoiceByKey(tx, toIssue.key),
  ]);
  const before = sequence.begins ? await findInvoiceByKey(tx, toIssue.key) : found;
  if (before) return before;
  const lines = toInvoiceLines(toIssue.lines);
  const { key, orderId, orderReference, ownerId, buyer, supplyDate, charged, rate } = toIssue;
  const issued = await insertInvoice(tx, {
    head: {
      id: randomUUID(),
      ...sequence.take(),
      kind: 'invoice',
      refersTo: null,
      key,
      orderId,
      orderReference,
      ownerId,
      buyer,
      supplyDate,
      rate,
      seller,
      reason: null,
      issuedAt: new Date(now),
      chargedAmount: charged.amount,
      chargedCurrency: charged.currency,
      dueOn: terms > 0 ? addDays(today, terms) : null,
      ...totalsOf(lines),
    },
    lines,
    saveNumber: sequence.save,
  });
  await keepNamedDocument(tx, now, issued.id);
  return issued;
}
