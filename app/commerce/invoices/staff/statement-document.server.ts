import { typeset } from '#app/platform/typesetting.server.ts';
import type { PaperBrand } from '#app/platform/branding.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import type { InvoiceLanguage } from '../invoice-document.server.ts';
import type { InvoiceSeller } from '../invoice-lines.ts';
import type { OpenStatement } from './open-statement.server.ts';
import template from './statement-document.typ?raw';

/** The PDF of a customer's statement: opening balance, every movement of the period, closing balance; AED. */
export function setStatement(
  statement: OpenStatement,
  { seller, brand }: { readonly seller: InvoiceSeller; readonly brand: PaperBrand },
  language: InvoiceLanguage,
): Promise<Buffer> {
  const t = textsFor(language).of('staff-invoices');
  const documents = textsFor(language).of('documents');
  const amount = (fils: number) => formatNumber(fils / 100, 'en', 2);
  const name = language === 'ar' ? seller.legalNameAr : seller.legalName;
  return typeset(template, {
    brand,
    language,
    rtl: language === 'ar',
    title: `${t('statement.title')} ${statement.buyer}`,
    headline: documents('headline'),
    footer: documents(seller.trn ? 'invoice.footer' : 'invoice.footerPlain', { trn: seller.trn, name }),
    heading: t('statement.title'),
    facts: [
      { label: t('column.customer'), value: statement.buyer },
      ...(statement.company?.trn ? [{ label: t('statement.trn'), value: statement.company.trn }] : []),
      { label: t('statement.from'), value: formatDate(statement.from, language) },
      { label: t('statement.until'), value: formatDate(statement.until, language) },
    ],
    words: {
      on: t('statement.on'),
      what: t('statement.what'),
      charge: t('statement.charge'),
      payment: t('statement.payment'),
      balance: t('statement.balance'),
      opening: t('statement.opening'),
      closing: t('statement.closing'),
    },
    opening: amount(statement.opening),
    closing: `AED ${amount(statement.closing)}`,
    lines: statement.lines.map((line) => ({
      on: formatDate(line.on, language),
      what: t(`statement.kind.${line.kind}`),
      about: line.about,
      charge: line.amount > 0 ? amount(line.amount) : '',
      payment: line.amount < 0 ? amount(-line.amount) : '',
      balance: amount(line.balance),
    })),
    note: t(statement.company ? 'statement.companyNote' : 'statement.note'),
  });
}
