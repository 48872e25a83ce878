import { typeset } from '#app/platform/typesetting.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import { compareMoney, decimalString, sumMoney, zero, type Money } from '#app/values/money.ts';
import template from './invoice-document.typ?raw';

export type InvoiceLanguage = 'en' | 'ar';

/** A percentage, or the reason why the line carries no VAT. Source: UAE VAT law, articles 45 and 46. */
export type VatRate = number | 'zero-rated' | 'exempt' | 'out-of-scope';

export interface InvoicePaperLine {
  readonly label: string;
  readonly note: string | null;
  readonly quantity: number;
  readonly rate: VatRate;
  readonly net: Money;
  readonly vat: Money;
  readonly gross: Money;
}

export interface InvoiceParty {
  readonly name: string;
  /** Address and mail, one row each. */
  readonly rows: readonly string[];
  readonly trn: string | null;
}

/** All that is printed on a tax invoice or credit note; amounts in AED, a credit note's are positive. */
export interface InvoicePaper {
  readonly kind: 'tax-invoice' | 'credit-note';
  readonly number: string;
  readonly issuedOn: CalendarDate;
  readonly suppliedOn: CalendarDate;
  readonly orderReference: string;
  /** The invoice that a credit note corrects, and why. */
  readonly corrects: { readonly number: string; readonly reason: string } | null;
  readonly seller: InvoiceParty;
  readonly buyer: InvoiceParty;
  readonly lines: readonly InvoicePaperLine[];
  readonly net: Money;
  readonly vat: Money;
  readonly gross: Money;
  /** False while money is still owed; an invoice of ours is issued when the ticket is, so it is paid as a rule. */
  readonly paid: boolean;
}

/**
 * The PDF of a tax invoice or credit note, in English or Arabic, with the other language's name of the paper under
 * its own. Required particulars: UAE Cabinet Decision 52 of 2017, article 59 (invoice) and 60 (credit note).
 */
export function setInvoice(paper: InvoicePaper, language: InvoiceLanguage): Buffer {
  const t = textsFor(language).getFixedT(null, 'documents');
  const other = language === 'en' ? 'ar' : 'en';
  const otherT = textsFor(other).getFixedT(null, 'documents');
  const kind = paper.kind === 'tax-invoice' ? 'invoice' : 'credit';
  const trnLabel = t('invoice.trn');
  const party = (of: InvoiceParty) => ({ ...of, trnLabel });
  const heading = t(`invoice.heading.${kind}`);
  return typeset(template, {
    language,
    otherLanguage: other,
    rtl: language === 'ar',
    title: `${heading} ${paper.number}`,
    headline: t('headline'),
    footer: t('invoice.footer', { trn: paper.seller.trn ?? '', name: paper.seller.name }),
    heading,
    otherHeading: otherT(`invoice.heading.${kind}`),
    number: paper.number,
    facts: [
      { label: t('invoice.issuedOn'), value: longDate(paper.issuedOn, language), code: false },
      { label: t('invoice.suppliedOn'), value: longDate(paper.suppliedOn, language), code: false },
      { label: t('invoice.order'), value: paper.orderReference, code: true },
      paper.corrects
        ? { label: t('invoice.corrects'), value: paper.corrects.number, code: true }
        : { label: t('invoice.currency'), value: paper.gross.currency, code: true },
    ],
    seller: party(paper.seller),
    buyer: party(paper.buyer),
    words: {
      number: t('invoice.number'),
      from: t('invoice.from'),
      to: t('invoice.to'),
      description: t('invoice.description'),
      quantity: t('invoice.quantity'),
      net: t('invoice.net'),
      rate: t('invoice.rate'),
      vat: t('invoice.vat'),
      gross: t('invoice.gross'),
      byRate: t('invoice.byRate'),
    },
    lines: paper.lines.map((line) => ({
      label: line.label,
      note: line.note,
      quantity: String(line.quantity),
      net: exact(line.net),
      rate: typeof line.rate === 'number' ? `${line.rate}%` : t(`invoice.rates.${line.rate}`),
      rateIsCode: typeof line.rate === 'number',
      vat: exact(line.vat),
      gross: exact(line.gross),
    })),
    rates: byRate(paper.lines).map((group) => ({
      rate: typeof group.rate === 'number' ? t('invoice.rates.percent', { percent: group.rate }) : t(`invoice.rates.${group.rate}`),
      net: exact(group.net),
      vat: exact(group.vat),
    })),
    totals: [
      { label: t('invoice.totalNet'), amount: exact(paper.net) },
      { label: t('invoice.totalVat'), amount: exact(paper.vat) },
    ],
    due: { label: t(`invoice.total.${kind}`), amount: `${paper.gross.currency} ${exact(paper.gross)}` },
    paid: paper.kind === 'tax-invoice' ? (paper.paid ? t('invoice.paid') : null) : t('invoice.credited'),
    notes: [
      ...(paper.corrects ? [t('invoice.reason', { number: paper.corrects.number, reason: paper.corrects.reason })] : []),
      ...(paper.lines.some((line) => line.rate === 'zero-rated') ? [t('invoice.zeroNote')] : []),
      ...(paper.lines.some((line) => line.rate === 'out-of-scope') ? [t('invoice.passedOnNote')] : []),
    ],
  });
}

/** Net and VAT of each rate, the highest rate first and the reasons for none last. */
export function byRate(lines: readonly InvoicePaperLine[]): { rate: VatRate; net: Money; vat: Money }[] {
  const rates = [...new Set(lines.map((line) => line.rate))].sort((a, b) => (typeof b === 'number' ? b : -1) - (typeof a === 'number' ? a : -1));
  return rates.map((rate) => {
    const of = lines.filter((line) => line.rate === rate);
    const { currency } = of[0]!.net;
    return { rate, net: sumMoney(of.map((line) => line.net), currency), vat: sumMoney(of.map((line) => line.vat), currency) };
  });
}

/** Whether the lines add up to the totals; a paper that does not is never printed. */
export function addsUp(paper: Pick<InvoicePaper, 'lines' | 'net' | 'vat' | 'gross'>): boolean {
  const { currency } = paper.gross;
  const sum = (of: (line: InvoicePaperLine) => Money) => sumMoney(paper.lines.map(of), currency);
  return (
    compareMoney(sum((line) => line.net), paper.net) === 0 &&
    compareMoney(sum((line) => line.vat), paper.vat) === 0 &&
    compareMoney(sum((line) => line.gross), paper.gross) === 0 &&
    compareMoney(sumMoney([paper.net, paper.vat], zero(currency).currency), paper.gross) === 0
  );
}

/** 2570.00 as 2,570.00: exact minor units, Western digits in both languages as UAE papers print them. */
function exact(value: Money): string {
  const text = decimalString(value);
  const [whole = '', fraction] = text.split('.');
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction ? `.${fraction}` : '');
}

function longDate(date: CalendarDate, language: InvoiceLanguage): string {
  return new Intl.DateTimeFormat(language === 'ar' ? 'ar-AE-u-nu-latn' : 'en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
}
