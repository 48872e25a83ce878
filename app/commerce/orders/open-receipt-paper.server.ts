import { readPaperBrand } from '#app/platform/branding.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { typeset } from '#app/platform/typesetting.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { isLanguageCode } from '#app/values/preferences.ts';
import { findInvoicesOfOrder, readSeller, type Invoice } from '../invoices/invoices-store.server.ts';
import { listReceipts, receiptPaper, type Receipt } from './list-receipts.server.ts';
import { findOrderAsSystem } from './orders-store.server.ts';
import type { Paper } from './order-description.ts';
import template from './receipt-document.typ?raw';

const namePattern = /^receipt-([1-9]\d{0,2})-([a-z]{2})\.pdf$/;

/**
 * The invoice that a payment was for: the one in force when the money was taken, or the first after it. What is invoiced anew
 * later changes no receipt.
 */
function invoiceOf({ paidAt }: Receipt, documents: readonly Invoice[]): Invoice | undefined {
  const invoices = documents.filter(({ kind }) => kind === 'invoice');
  const taken = Date.parse(paidAt);
  return invoices.findLast(({ issuedAt }) => issuedAt.getTime() <= taken) ?? invoices[0];
}

/**
 * The PDF behind a name such as receipt-2-es.pdf: that one payment of an order arrived. It is no tax invoice, which is of the
 * sale as a whole. Null for any other name, and for a payment that is not there.
 */
export async function openReceiptPaper(platform: Pick<Platform, 'db' | 'files'>, orderId: string, name: string): Promise<Paper | null> {
  const [, number, language] = namePattern.exec(name) ?? [];
  if (!number || !isLanguageCode(language)) return null;
  const { db } = platform;
  const receipt = (await listReceipts(db, [orderId])).get(orderId)?.[Number(number) - 1];
  const order = receipt && (await findOrderAsSystem(db, orderId));
  if (!order) return null;
  const [seller, invoices, brand] = await Promise.all([
    readSeller(db),
    findInvoicesOfOrder(db, orderId),
    readPaperBrand(platform, new Date(receipt.paidAt)),
  ]);
  const t = textsFor(language).of('documents');
  const invoice = invoiceOf(receipt, invoices);
  const sellerName = language === 'ar' ? seller.legalNameAr : seller.legalName;
  const own = `${order.reference}/${number}`;
  const content = await typeset(template, {
    brand,
    language,
    rtl: language === 'ar',
    title: `${t('receipt.heading')} ${own}`,
    headline: t('headline'),
    footer: t(seller.trn ? 'receipt.footer' : 'receipt.footerPlain', { trn: seller.trn, name: sellerName }),
    heading: t('receipt.heading'),
    numberLabel: t('receipt.number'),
    number: own,
    facts: [
      { label: t('receipt.paidOn'), value: formatDate(receipt.paidOn, language) },
      { label: t('receipt.order'), value: order.reference },
      ...(invoice
        ? [
            { label: t('receipt.invoice'), value: invoice.number },
            { label: t('receipt.from'), value: invoice.buyer.name },
          ]
        : []),
    ],
    received: t('receipt.received'),
    way:
      receipt.ending === null
        ? t(`receipt.way.${receipt.way}`)
        : t(receipt.wallet ? 'receipt.way.walletOf' : 'receipt.way.cardOf', { ending: receipt.ending, wallet: receipt.wallet ?? '' }),
    amount: formatMoney(receipt.amount, language),
    notes: [t('receipt.noInvoice'), t('receipt.returned')],
  });
  return { name: receiptPaper(Number(number), language), type: 'application/pdf', content };
}
