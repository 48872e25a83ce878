import { calendarDate } from '#app/values/dates.ts';
import { describe, expect, test } from 'vitest';
import { readPdf } from '#tests/support/pdf-text.ts';
import { deliveredBrand } from '#app/platform/branding.ts';
import { byRate, setInvoice } from './invoice-document.server.ts';
import { toInvoiceLines, totalsOf, type SoldLine } from './invoice-lines.ts';
import type { Invoice } from './invoices-store.server.ts';

const sold: readonly SoldLine[] = [
  {
    words: { en: 'Flight fare, Dubai to Istanbul', ar: 'أجرة الطيران من دبي إلى إسطنبول' },
    quantity: 2,
    gross: 257_000,
    vatCategory: 'zero-rated',
    vatBasisPoints: 0,
  },
  {
    words: { en: 'Airline and airport taxes', ar: 'ضرائب شركة الطيران والمطارات' },
    quantity: 2,
    gross: 66_800,
    vatCategory: 'out-of-scope',
    vatBasisPoints: 0,
  },
  { words: { en: 'Seats 24A and 24B', ar: 'المقعدان 24A و24B' }, quantity: 2, gross: 13_000, vatCategory: 'zero-rated', vatBasisPoints: 0 },
  { words: { en: 'Service fee', ar: 'رسم الخدمة' }, quantity: 2, gross: 4_200, vatCategory: 'standard', vatBasisPoints: 500 },
];
const lines = toInvoiceLines(sold);

const invoice: Invoice = {
  id: 'one',
  number: 'INV-2026-000042',
  series: 'INV',
  year: 2026,
  sequence: 42,
  kind: 'invoice',
  refersTo: null,
  key: 'order:one:ticketed',
  orderId: 'one',
  orderReference: '7K2M9-4QX3D',
  ownerId: null,
  buyer: { name: 'Layla Haddad', address: 'Office 1204, Bay Square 7\nDubai' },
  seller: {
    legalName: 'Rihla Travel LLC',
    legalNameAr: 'رحلة للسفر ذ.م.م',
    emirate: 'DU',
    address: 'Business Bay\nDubai, United Arab Emirates',
    addressAr: 'الخليج التجاري\nدبي، الإمارات العربية المتحدة',
    trn: '100000000000003',
  },
  reason: null,
  // 00:30 in Dubai is still the day before in UTC: the date printed is Dubai's.
  issuedAt: new Date('2026-11-22T20:30:00Z'),
  supplyDate: '2026-11-23',
  chargedAmount: 341_000,
  chargedCurrency: 'AED',
  rate: '1',
  dueOn: null,
  ...totalsOf(lines),
  lines,
};

describe('a tax invoice on paper', () => {
  test('names what each costs: two bags of one traveller are two of them', async () => {
    const bags = toInvoiceLines([
      { words: { en: 'Extra bag', ar: 'حقيبة إضافية' }, quantity: 2, gross: 78_000, vatCategory: 'zero-rated', vatBasisPoints: 0, vat: 0 },
    ]);
    const { text } = readPdf(
      await setInvoice({ ...invoice, lines: bags, ...totalsOf(bags) }, { corrects: null, brand: deliveredBrand, unpaid: null }, 'en'),
    );
    for (const words of ['Unit (AED)', '390.00', '780.00']) expect(text).toContain(words);
  });

  test('of an order that is paid in parts says what is paid and what is to come when, and never that it is paid in full', async () => {
    const unpaid = {
      paid: 236_000,
      parts: [
        { amount: 472_000, dueOn: calendarDate('2027-01-10') },
        { amount: 472_000, dueOn: null },
      ],
    };
    const { text } = readPdf(await setInvoice(invoice, { corrects: null, brand: deliveredBrand, unpaid }, 'en'));
    for (const words of ['AED 2,360.00', 'Still to pay', 'AED 4,720.00', '10 Jan 2027']) expect(text).toContain(words);
    expect(text).not.toContain('Paid in full');
  });

  test('carries every particular that the law asks for, with the dates of Dubai', async () => {
    const { text, pages } = readPdf(await setInvoice(invoice, { corrects: null, brand: deliveredBrand, unpaid: null }, 'en'));
    for (const words of [
      'Tax Invoice',
      'INV-2026-000042',
      '23 Nov 2026',
      '7K2M9-4QX3D',
      'Rihla Travel LLC',
      '100000000000003',
      'Layla Haddad',
      '2,570.00',
      '5%',
      '2.00',
      'AED 3,410.00',
      'Paid in full.',
    ]) {
      expect(text).toContain(words);
    }
    expect(pages).toBe(1);
  });

  test('is the same paper in Arabic, with both names of it on either', async () => {
    const english = readPdf(await setInvoice(invoice, { corrects: null, brand: deliveredBrand, unpaid: null }, 'en'));
    const arabic = readPdf(await setInvoice(invoice, { corrects: null, brand: deliveredBrand, unpaid: null }, 'ar'));
    expect(english.fonts).toContain('IBMPlexSansArabic-Regular');
    expect(arabic.text).toContain('Tax Invoice');
    for (const words of ['INV-2026-000042', '100000000000003', 'AED 3,410.00', '40.00']) expect(arabic.text).toContain(words);
  });

  test('is called an invoice and no tax invoice while the house has no registration number', async () => {
    const { text } = readPdf(
      await setInvoice(
        { ...invoice, seller: { ...invoice.seller, trn: null } },
        { corrects: null, brand: deliveredBrand, unpaid: null },
        'en',
      ),
    );
    expect(text).toContain('Invoice');
    expect(text).not.toContain('Tax Invoice');
  });

  test('prints what a customer typed as text, whatever it looks like', async () => {
    const name = '#panic("boom") *bold* $x^2$ \\ // [a](b)';
    expect(
      readPdf(await setInvoice({ ...invoice, buyer: { name } }, { corrects: null, brand: deliveredBrand, unpaid: null }, 'en')).text,
    ).toContain(name);
  });

  test('groups net and VAT by rate, the highest first', () => {
    expect(byRate(lines).map(({ category, net, vat }) => [category, net, vat])).toEqual([
      ['standard', 4_000, 200],
      ['zero-rated', 270_000, 0],
      ['out-of-scope', 66_800, 0],
    ]);
  });

  test('runs on over pages without losing a line', async () => {
    const many = toInvoiceLines(
      Array.from({ length: 60 }, (_, index) => ({ ...sold[0]!, words: { en: `Fare number ${index + 1}`, ar: `أجرة ${index + 1}` } })),
    );
    const { text, pages } = readPdf(
      await setInvoice({ ...invoice, lines: many, ...totalsOf(many) }, { corrects: null, brand: deliveredBrand, unpaid: null }, 'en'),
    );
    expect(pages).toBeGreaterThan(1);
    expect(text).toContain('Fare number 1\n');
    expect(text).toContain('Fare number 60');
  });
});

describe('a credit note on paper', () => {
  test('names the invoice it corrects and why, in positive amounts', async () => {
    const back = lines.map((line) => ({ ...line, creditsPosition: line.position, gross: -line.gross, net: -line.net, vat: -line.vat }));
    const note: Invoice = {
      ...invoice,
      kind: 'credit-note',
      number: 'CRN-2026-000007',
      refersTo: 'one',
      reason: 'cancelled',
      lines: back,
      ...totalsOf(back),
    };
    const { text } = readPdf(await setInvoice(note, { corrects: 'INV-2026-000042', brand: deliveredBrand, unpaid: null }, 'en'));
    for (const words of [
      'Tax Credit Note',
      'CRN-2026-000007',
      'Corrects invoice INV-2026-000042: the order was cancelled',
      'AED 3,410.00',
      'Total credited',
    ])
      expect(text).toContain(words);
    expect(text).not.toContain('-3,410.00');
  });
});
