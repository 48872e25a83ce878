import type { Tx } from '#app/platform/database.server.ts';
import { wordOfLine } from '#app/commerce/pricing/quote-summary.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { dateIn } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import type { InvoiceWords, SoldLine } from '../invoices/invoice-lines.ts';
import type { Invoice } from '../invoices/invoices-store.server.ts';
import { issueInvoice } from '../invoices/issue-invoice.server.ts';
import { tellOrder, type OrderTemplate } from '../messages/message-jobs.server.ts';
import { paymentCapture } from '../payments/payment-jobs.server.ts';
import { findPaymentsOfOrder } from '../payments/payments-store.server.ts';
import { paysThePrice } from '../payments/two-card-rules.ts';
import type { PriceLine } from '../pricing/quote.ts';
import type { NameLine, NameLines } from './line-names.server.ts';
import { getQuote, readInvoiceTo, readPeople } from './orders-store.server.ts';
import type { Order } from './orders.tables.ts';

const invoiceKey = (orderId: string) => `order:${orderId}:delivered`;

/**
 * What delivery, or taking on work that is paid in advance, brings about in the transaction that records it: the money
 * is taken, the tax invoice issued, the mail sent. Called last in its transaction, because the invoice number is locked until the commit.
 */
export async function settleDelivered(
  tx: Tx,
  platform: Platform,
  order: Order,
  nameLines: NameLines | undefined,
  template: OrderTemplate = 'order-ticketed',
): Promise<void> {
  for (const payment of await findPaymentsOfOrder(tx, order.id))
    if (payment.status === 'requires_capture' && paysThePrice(payment))
      await platform.jobs.send(tx, paymentCapture, { paymentId: payment.id });
  await tellOrder(tx, platform.jobs, order, template);
  await invoiceOrder(tx, platform, order, nameLines, invoiceKey(order.id));
}

/** The tax invoice of an order at the price in force, once for each key. The number is locked until the commit. */
export async function invoiceOrder(
  tx: Tx,
  platform: Platform,
  order: Order,
  nameLines: NameLines | undefined,
  key: string,
): Promise<Invoice> {
  const now = platform.clock.now();
  const [quote, { travellers, contact }, nameLine] = await Promise.all([
    getQuote(tx, order),
    readPeople(tx, platform.crypto, order),
    nameLines ? nameLines(tx, order.id) : () => null,
  ]);
  const lead = travellers[0];
  return issueInvoice(tx, now, {
    key,
    orderId: order.id,
    orderReference: order.reference,
    ownerId: order.userId,
    buyer: readInvoiceTo(platform.crypto, order) ?? { name: lead ? `${lead.givenNames} ${lead.surname}`.trim() : contact.email },
    supplyDate: dateIn('Asia/Dubai', now),
    lines: quote.lines.map((line) => soldLine(line, nameLine)),
    charged: money(order.total, order.currency),
    rate: '1',
  });
}

function soldLine(line: PriceLine, nameLine: NameLine): SoldLine {
  return {
    words: { en: wordsOf(line, 'en', nameLine), ar: wordsOf(line, 'ar', nameLine) },
    // Whoever has two bags has bought two of them.
    quantity: Math.max(1, line.travellers.length) * Number(line.facts['pieces'] ?? 1),
    gross: line.amount.amount,
    vatCategory: line.vatCategory,
    vatBasisPoints: line.vatBasisPoints,
    ...(line.vatPlace ? { vatPlace: line.vatPlace } : {}),
    vat: line.vat.amount,
  };
}

/** Frozen on the invoice: the kind of line, whom it is for, and what and when it is; where its product says no more, which tax, seat or route. */
function wordsOf(line: PriceLine, language: keyof InvoiceWords, nameLine: NameLine): string {
  const t = textsFor(language).of('price');
  const kind = t(`line.${wordOfLine(line)}`);
  const { facts } = line;
  const traveller = facts['traveller'] ? t(`traveller.${facts['traveller']}`, { defaultValue: facts['traveller'] }) : null;
  const name = nameLine(line, language);
  if (name !== null) return t('named', { kind: traveller ? `${kind} (${traveller})` : kind, name });
  const which =
    facts['words'] ??
    facts['visa'] ??
    facts['taxCode'] ??
    facts['seat'] ??
    facts['airport'] ??
    facts['flight'] ??
    (facts['from'] ? `${facts['from']}-${facts['to']}` : traveller);
  return which ? `${kind} (${which})` : kind;
}
