import { typeset } from '#app/platform/typesetting.server.ts';
import type { PaperBrand } from '#app/platform/branding.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { dateIn, instant, type CalendarDate } from '#app/values/dates.ts';
import template from './invoice-document.typ?raw';
import type { InvoiceLine, VatCategory } from './invoice-lines.ts';
import type { Invoice } from './invoices-store.server.ts';

/** The languages of the UAE's tax papers; Arabic may be asked for by the authority. */
export type InvoiceLanguage = 'en' | 'ar';

/** What is printed beside the stored document: the invoice that a credit note corrects. */
export interface InvoiceContext {
  readonly corrects: string | null;
  /** Under which head it was issued. */
  readonly brand: PaperBrand;
  /** What is still to be paid of it; null: nothing, and of a credit note. */
  readonly unpaid: Unpaid | null;
}

/** Fils. */
export interface Unpaid {
  readonly paid: number;
  /** In the order in which they fall due; null: on no day that was agreed. */
  readonly parts: readonly { readonly amount: number; readonly dueOn: CalendarDate | null }[];
}

/**
 * The PDF of a tax invoice or credit note, with its name in the other language underneath. A credit note is printed in
 * positive amounts. Required particulars: UAE Cabinet Decision 52 of 2017, article 59 (invoice) and 60 (credit note).
 */
export function setInvoice(invoice: Invoice, context: InvoiceContext, language: InvoiceLanguage): Promise<Buffer> {
  const t = textsFor(language).of('documents');
  const other = language === 'en' ? 'ar' : 'en';
  const { seller, buyer } = invoice;
  const isCredit = invoice.kind === 'credit-note';
  const sign = isCredit ? -1 : 1;
  // Without a registration number it must not be called a tax invoice.
  const heading = `invoice.heading.${isCredit ? 'credit' : seller.trn ? 'invoice' : 'plain'}` as const;
  // Nothing, of which the negative is told apart, is printed without a sign.
  const amount = (fils: number) => formatNumber((sign * fils) / 100 || 0, 'en', 2);
  const sellerName = language === 'ar' ? seller.legalNameAr : seller.legalName;
  const issuedOn = dateIn('Asia/Dubai', instant(invoice.issuedAt.getTime()));
  const notes = new Set(invoice.lines.map((line) => line.vatCategory));
  return typeset(template, {
    brand: context.brand,
    language,
    otherLanguage: other,
    rtl: language === 'ar',
    title: `${t(heading)} ${invoice.number}`,
    headline: t('headline'),
    footer: t(seller.trn ? 'invoice.footer' : 'invoice.footerPlain', { trn: seller.trn, name: sellerName }),
    heading: t(heading),
    otherHeading: textsFor(other).of('documents')(heading),
    number: invoice.number,
    facts: [
      { label: t('invoice.issuedOn'), value: formatDate(issuedOn, language, 'short'), code: false },
      { label: t('invoice.suppliedOn'), value: formatDate(invoice.supplyDate, language, 'short'), code: false },
      { label: t('invoice.order'), value: invoice.orderReference, code: true },
      context.corrects
        ? { label: t('invoice.corrects'), value: context.corrects, code: true }
        : { label: t('invoice.currency'), value: 'AED', code: true },
    ],
    seller: {
      name: sellerName,
      rows: rowsOf(language === 'ar' ? seller.addressAr : seller.address),
      trn: seller.trn,
      trnLabel: t('invoice.trn'),
    },
    buyer: { name: buyer.name, rows: rowsOf(buyer.address ?? ''), trn: buyer.trn ?? null, trnLabel: t('invoice.trn') },
    words: {
      number: t('invoice.number'),
      from: t('invoice.from'),
      to: t('invoice.to'),
      description: t('invoice.description'),
      quantity: t('invoice.quantity'),
      unit: t('invoice.unit'),
      net: t('invoice.net'),
      rate: t('invoice.rate'),
      vat: t('invoice.vat'),
      gross: t('invoice.gross'),
      byRate: t('invoice.byRate'),
    },
    lines: invoice.lines.map((line) => ({
      label: language === 'ar' ? withRoutesApart(line.words.ar) : line.words[language],
      quantity: String(line.quantity),
      unit: amount(line.net / line.quantity),
      net: amount(line.net),
      rate: line.vatCategory === 'standard' ? `${line.vatBasisPoints / 100}%` : t(`invoice.rates.${line.vatCategory}`),
      rateIsCode: line.vatCategory === 'standard',
      vat: amount(line.vat),
      gross: amount(line.gross),
    })),
    rates: byRate(invoice.lines).map((group) => ({
      rate:
        group.category === 'standard'
          ? t('invoice.rates.percent', { percent: group.basisPoints / 100 })
          : t(`invoice.rates.${group.category}`),
      net: amount(group.net),
      vat: amount(group.vat),
    })),
    totals: [
      { label: t('invoice.totalNet'), amount: amount(invoice.net) },
      { label: t('invoice.totalVat'), amount: amount(invoice.vat) },
    ],
    due: { label: t(isCredit ? 'invoice.total.credit' : 'invoice.total.invoice'), amount: `AED ${amount(invoice.gross)}` },
    paid: isCredit ? t(whatHappens[invoice.reason ?? ''] ?? 'invoice.credited') : paidInWords(invoice, context.unpaid, language),
    notes: [
      ...(isCredit
        ? [
            t('invoice.reason', {
              number: context.corrects,
              reason: t(`invoice.reasons.${invoice.reason}`, { defaultValue: invoice.reason ?? '' }),
            }),
          ]
        : []),
      ...(invoice.chargedCurrency === 'AED'
        ? []
        : [t('invoice.charged', { amount: `${invoice.chargedCurrency} ${amount(invoice.chargedAmount)}`, rate: invoice.rate })]),
      ...(notes.has('zero-rated') ? [t('invoice.zeroNote')] : []),
      ...(notes.has('out-of-scope') ? [t('invoice.passedOnNote')] : []),
    ],
  });
}

/** What is paid of an invoice, and what of it is to come and when. */
function paidInWords(invoice: Invoice, unpaid: Unpaid | null, language: InvoiceLanguage): string {
  const t = textsFor(language).of('documents');
  const dayOf = (date: CalendarDate) => formatDate(date, language, 'short');
  if (!unpaid) return invoice.dueOn ? t('invoice.dueOn', { date: dayOf(invoice.dueOn) }) : t('invoice.paid');
  const [first, ...others] = unpaid.parts;
  if (unpaid.paid === 0 && others.length === 0 && first!.dueOn) return t('invoice.dueOn', { date: dayOf(first!.dueOn) });
  const sum = (fils: number) => `\u2066AED ${formatNumber(fils / 100, 'en', 2)}\u2069`;
  const parts = unpaid.parts.map(({ amount, dueOn }) =>
    dueOn ? t('invoice.partBy', { amount: sum(amount), date: dayOf(dueOn) }) : t('invoice.part', { amount: sum(amount) }),
  );
  return [...(unpaid.paid > 0 ? [t('invoice.partPaid', { amount: sum(unpaid.paid) })] : []), t('invoice.toPay'), ...parts].join('\n');
}

/** Between Arabic words the days after a route would be read into it. */
const withRoutesApart = (words: string): string => words.replace(/\b[A-Z]{3}-[A-Z]{3}\b/g, '\u2066$&\u2069');

/** Of a credit note whose money does not go back with it, by its reason: what became of it. */
const whatHappens: Readonly<Record<string, string>> = {
  buyer: 'invoice.issuedAnew',
  amended: 'invoice.fittedAnew',
  carried: 'invoice.wentBefore',
  'carried-on': 'invoice.wentBefore',
};

/** Net and VAT of each rate in fils, the highest rate first. */
export function byRate(lines: readonly Pick<InvoiceLine, 'vatCategory' | 'vatBasisPoints' | 'net' | 'vat'>[]) {
  const groups = new Map<string, { category: VatCategory; basisPoints: number; net: number; vat: number }>();
  for (const line of lines) {
    const key = `${line.vatCategory}${line.vatBasisPoints}`;
    const group = groups.get(key) ?? { category: line.vatCategory, basisPoints: line.vatBasisPoints, net: 0, vat: 0 };
    groups.set(key, { ...group, net: group.net + line.net, vat: group.vat + line.vat });
  }
  return [...groups.values()].sort((a, b) => b.basisPoints - a.basisPoints);
}

function rowsOf(address: string): string[] {
  return address
    .split('\n')
    .map((row) => row.trim())
    .filter(Boolean);
}
