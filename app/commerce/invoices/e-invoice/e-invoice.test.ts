import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import { readXml, type XmlElement } from '../../bank/read-xml.ts';
import { creditLines, toInvoiceLines, totalsOf, type InvoiceLine, type SoldLine } from '../invoice-lines.ts';
import { eInvoiceGaps, eInvoiceState, gapsOf, type EInvoiceGap, type EInvoiceSource } from './e-invoice-rules.ts';
import { eInvoiceXml } from './e-invoice-xml.ts';

const words = (en: string, ar = en) => ({ en, ar });
const fare: SoldLine = { words: words('Fare', 'أجرة'), quantity: 3, gross: 200_000, vatCategory: 'zero-rated', vatBasisPoints: 0 };
const fee: SoldLine = { words: words('Service fee'), quantity: 3, gross: 10_499, vatCategory: 'standard', vatBasisPoints: 500 };
const tax: SoldLine = { words: words('Airport tax'), quantity: 1, gross: 7_500, vatCategory: 'out-of-scope', vatBasisPoints: 0 };
const discount: SoldLine = { ...fee, words: words('Discount'), quantity: 1, gross: -2_100 };
const seller = {
  legalName: 'Rihla Travel LLC',
  legalNameAr: 'رحلة للسفر',
  address: 'Office 12\nBay Square',
  addressAr: 'مكتب ١٢',
  trn: '100123456700003',
  emirate: 'DU',
  city: 'Dubai',
  licence: 'CN-1234567',
  licenceAuthority: 'Dubai Economy & Tourism',
} as const;
const buyerDetails = { city: 'Abu Dhabi', emirate: 'AZ', licence: '', licenceAuthority: '' } as const;

function sourceOf(lines: readonly InvoiceLine[], more: Partial<EInvoiceSource> = {}): EInvoiceSource {
  return {
    id: '7f9c24e5-1b7d-4a53-9b0e-6d7f5c1c9e01',
    number: 'INV-2026-000007',
    kind: 'invoice',
    issuedOn: calendarDate('2026-11-23'),
    supplyDate: calendarDate('2026-11-23'),
    dueOn: calendarDate('2026-11-23'),
    orderReference: '7K2M9-4QX3D',
    reason: null,
    seller,
    sellerNow: {},
    buyer: { name: 'Noor Trading LLC', address: 'Corniche 1', trn: '100987654300003' },
    buyerDetails,
    lines,
    corrects: null,
    ...totalsOf(lines),
    ...more,
  };
}
const sold = (lines: readonly SoldLine[], more: Partial<EInvoiceSource> = {}) => sourceOf(toInvoiceLines(lines), more);

const rootOf = (source: EInvoiceSource) => {
  const root = readXml(eInvoiceXml(source));
  if (!root) throw new Error('It is not well formed');
  return root;
};
const all = (at: XmlElement, path: string): XmlElement[] =>
  path.split('/').reduce<XmlElement[]>((found, name) => found.flatMap((one) => one.children.filter((child) => child.name === name)), [at]);
const text = (at: XmlElement, path: string) => all(at, path).map((one) => one.text);
/** Whole fils of an amount as the file writes it. */
const fils = (written: string) => {
  const [, sign, whole, part] = /^(-?)(\d+)\.(\d\d)$/.exec(written)!;
  return Number(`${sign}${whole}${part}`);
};
const sum = (amounts: readonly string[]) => amounts.reduce((total, one) => total + fils(one), 0);

describe('the electronic invoice', () => {
  it('names itself, its days and both parties as the specification asks', () => {
    const root = rootOf(sold([fare, fee], { supplyDate: calendarDate('2026-11-20'), dueOn: calendarDate('2026-12-20') }));
    expect(root.name).toBe('Invoice');
    expect(root.children.map(({ name }) => name).join(' ')).toBe(
      [
        'CustomizationID ProfileID ProfileExecutionID ID UUID IssueDate DueDate InvoiceTypeCode Note TaxPointDate',
        'DocumentCurrencyCode AccountingSupplierParty AccountingCustomerParty PaymentMeans TaxTotal LegalMonetaryTotal',
        'InvoiceLine InvoiceLine',
      ].join(' '),
    );
    const says = (path: string) => text(root, path)[0];
    expect([says('CustomizationID'), says('ProfileID'), says('ProfileExecutionID')]).toEqual([
      'urn:peppol:pint:billing-1@ae-1',
      'urn:peppol:bis:billing',
      '00000000',
    ]);
    expect([says('ID'), says('UUID'), says('InvoiceTypeCode'), says('DocumentCurrencyCode')]).toEqual([
      'INV-2026-000007',
      '7f9c24e5-1b7d-4a53-9b0e-6d7f5c1c9e01',
      '380',
      'AED',
    ]);
    expect([says('IssueDate'), says('TaxPointDate'), says('DueDate')]).toEqual(['2026-11-23', '2026-11-20', '2026-12-20']);
    const [supplier] = all(root, 'AccountingSupplierParty/Party');
    const [customer] = all(root, 'AccountingCustomerParty/Party');
    expect(text(supplier!, 'EndpointID')).toEqual(['1001234567']);
    expect(text(supplier!, 'PostalAddress/StreetName')).toEqual(['Office 12, Bay Square']);
    expect(text(supplier!, 'PostalAddress/CountrySubentity')).toEqual(['DXB']);
    expect(text(supplier!, 'PartyTaxScheme/CompanyID')).toEqual(['100123456700003']);
    expect(all(supplier!, 'PartyLegalEntity/CompanyID')[0]).toMatchObject({
      text: 'CN-1234567',
      attributes: { schemeAgencyID: 'TL', schemeAgencyName: 'Dubai Economy & Tourism' },
    });
    expect(text(customer!, 'PostalAddress/CountrySubentity')).toEqual(['AUH']);
    expect(text(customer!, 'PartyTaxScheme/CompanyID')).toEqual(['100987654300003']);
    // Where something is subject to VAT, the buyer's licence is not asked for and not made up.
    expect(text(customer!, 'PartyLegalEntity/CompanyID')).toEqual([]);
  });

  it('says no day of supply where it is that of the issue, and falls due on the day of issue where no plan says more', () => {
    const root = rootOf(sold([fare]));
    expect([text(root, 'TaxPointDate'), text(root, 'DueDate')]).toEqual([[], ['2026-11-23']]);
  });

  it('says amounts as they are stored, by line, by category and in all, with discounts as allowances', () => {
    const source = sold([fare, fee, discount, tax]);
    const root = rootOf(source);
    const subtotals = all(root, 'TaxTotal/TaxSubtotal').map((one) => [
      text(one, 'TaxCategory/ID')[0],
      text(one, 'TaxCategory/Percent')[0] ?? null,
      text(one, 'TaxableAmount')[0],
      text(one, 'TaxAmount')[0],
    ]);
    // 104.99 bears 5.00 of VAT, the discount takes 1.00 of it back.
    expect(subtotals).toEqual([
      ['S', '5.00', '79.99', '4.00'],
      ['Z', '0.00', '2000.00', '0.00'],
      ['O', null, '75.00', '0.00'],
    ]);
    expect(text(root, 'AllowanceCharge/Amount')).toEqual(['20.00']);
    expect(text(root, 'AllowanceCharge/TaxCategory/ID')).toEqual(['S']);
    const total = (name: string) => text(root, `LegalMonetaryTotal/${name}`)[0]!;
    expect([total('LineExtensionAmount'), total('AllowanceTotalAmount'), total('TaxExclusiveAmount')]).toEqual([
      '2174.99',
      '20.00',
      '2154.99',
    ]);
    expect([total('TaxInclusiveAmount'), total('PayableAmount')]).toEqual(['2158.99', '2158.99']);
    expect(all(root, 'InvoiceLine')).toHaveLength(3);
    // The price of all three together, so that a third of it is never rounded.
    expect([text(root, 'InvoiceLine/Price/PriceAmount')[0], text(root, 'InvoiceLine/Price/BaseQuantity')[0]]).toEqual(['2000.00', '3']);
  });

  it('reconciles with the stored document whatever was sold', () => {
    const line = fc.record({
      words: fc.constant(words('Line')),
      quantity: fc.integer({ min: 1, max: 9 }),
      gross: fc.integer({ min: -5_000, max: 5_000_000 }),
      vatCategory: fc.constantFrom('standard' as const, 'zero-rated' as const, 'out-of-scope' as const),
    });
    let made = 0;
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), fc.boolean(), (some, credited) => {
        const invoice = toInvoiceLines(some.map((one) => ({ ...one, vatBasisPoints: one.vatCategory === 'standard' ? 500 : 0 })));
        const credit = creditLines(invoice, [], new Map(invoice.map(({ position, gross }) => [position, gross])));
        if (credited && typeof credit === 'string') return;
        const more = {
          kind: 'credit-note',
          corrects: { number: 'INV-2026-000001', issuedOn: calendarDate('2026-11-01') },
        } as const;
        const details = { ...buyerDetails, licence: 'CN-9', licenceAuthority: 'ADDED' };
        const source = credited
          ? sourceOf(credit as InvoiceLine[], { ...more, buyerDetails: details })
          : sourceOf(invoice, { buyerDetails: details });
        if (gapsOf(source).length > 0) return;
        made += 1;
        const root = rootOf(source);
        const lines = credited ? 'CreditNoteLine' : 'InvoiceLine';
        const at = (path: string) => fils(text(root, path)[0]!);
        const [net, vat, gross] = [source.net, source.vat, source.gross].map(Math.abs);
        const allowed = sum(text(root, 'AllowanceCharge/Amount'));
        expect(sum(text(root, `${lines}/LineExtensionAmount`))).toBe(at('LegalMonetaryTotal/LineExtensionAmount'));
        expect(at('LegalMonetaryTotal/LineExtensionAmount') - allowed).toBe(net);
        expect(at('LegalMonetaryTotal/TaxExclusiveAmount')).toBe(net);
        expect(sum(text(root, 'TaxTotal/TaxSubtotal/TaxableAmount'))).toBe(net);
        expect(sum(text(root, 'TaxTotal/TaxSubtotal/TaxAmount'))).toBe(vat);
        expect(at('TaxTotal/TaxAmount')).toBe(vat);
        expect(at('LegalMonetaryTotal/TaxInclusiveAmount')).toBe(gross);
        for (const amount of [...text(root, `${lines}/LineExtensionAmount`), ...text(root, `${lines}/Price/PriceAmount`)])
          expect(fils(amount)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 300 },
    );
    expect(made).toBeGreaterThan(60);
  });

  it('escapes what people typed, and keeps Arabic names letter by letter', () => {
    const name = 'شركة نور للتجارة ذ.م.م <"A" & B>';
    const source = sold([{ ...fare, words: words('Fare <EK & FZ>', 'أجرة & رسوم') }], {
      buyer: { name, address: `Villa 3 ]]> \u0007 & "Park"`, trn: '100987654300003' },
      buyerDetails: { ...buyerDetails, city: 'أبوظبي' },
    });
    const file = eInvoiceXml(source);
    expect(file).not.toMatch(/<"A"|& B|]]>/);
    const root = rootOf(source);
    const [customer] = all(root, 'AccountingCustomerParty/Party');
    expect(text(customer!, 'PartyLegalEntity/RegistrationName')).toEqual([name]);
    expect(text(customer!, 'PostalAddress/CityName')).toEqual(['أبوظبي']);
    expect(text(customer!, 'PostalAddress/StreetName')).toEqual(['Villa 3 ]]>   & "Park"']);
    expect(text(root, 'InvoiceLine/Item/Description')).toEqual(['Fare <EK & FZ> / أجرة & رسوم']);
  });
});

describe('an electronic credit note', () => {
  const invoice = toInvoiceLines([fare, fee, discount]);
  const whole = creditLines(invoice, [], new Map(invoice.map(({ position, gross }) => [position, gross]))) as InvoiceLine[];
  const corrects = { number: 'INV-2026-000007', issuedOn: calendarDate('2026-11-23') };
  const note = (more: Partial<EInvoiceSource> = {}) =>
    sourceOf(whole, { kind: 'credit-note', number: 'CRN-2026-000001', reason: 'cancelled', corrects, ...more });

  it('names its invoice and why, is written in positive amounts, and has no day it falls due', () => {
    const root = rootOf(note({ supplyDate: calendarDate('2026-11-01') }));
    expect(root.name).toBe('CreditNote');
    expect(text(root, 'CreditNoteTypeCode')).toEqual(['381']);
    expect(text(root, 'BillingReference/InvoiceDocumentReference/ID')).toEqual(['INV-2026-000007']);
    expect(text(root, 'BillingReference/InvoiceDocumentReference/IssueDate')).toEqual(['2026-11-23']);
    expect(text(root, 'DiscrepancyResponse/ResponseCode')).toEqual(['DL8.61.1.A']);
    expect(['DueDate', 'TaxPointDate', 'PaymentMeans'].flatMap((name) => text(root, name))).toEqual([]);
    expect(text(root, 'LegalMonetaryTotal/PayableAmount')).toEqual(['2083.99']);
    // A discount that is taken back lowers what goes back.
    expect(text(root, 'AllowanceCharge/Amount')).toEqual(['20.00']);
    expect(all(root, 'CreditNoteLine')).toHaveLength(2);
  });

  it('says by the law’s own letters why: an error of the invoice, or a price that was altered', () => {
    const code = (reason: string | null) => text(rootOf(note({ reason })), 'DiscrepancyResponse/ResponseCode')[0];
    expect(['not-provided', 'buyer', 'duplicate', 'goodwill', 'amended', null].map(code)).toEqual([
      'DL8.61.1.A',
      'DL8.61.1.E',
      'DL8.61.1.E',
      'DL8.61.1.C',
      'DL8.61.1.C',
      'DL8.61.1.C',
    ]);
  });
});

describe('what a document lacks', () => {
  const cases: Readonly<Record<EInvoiceGap, EInvoiceSource>> = {
    'seller-trn': sold([fare], { seller: { ...seller, trn: null } }),
    'seller-city': sold([fare], { seller: { ...seller, city: '' } }),
    'seller-licence': sold([fare], { seller: { ...seller, licenceAuthority: '' } }),
    'buyer-trn': sold([fare], { buyer: { name: 'Noor', address: 'Corniche 1', trn: '200987654300003' } }),
    'buyer-address': sold([fare], { buyer: { name: 'Noor', trn: '100987654300003' } }),
    'buyer-place': sold([fare], { buyerDetails: null }),
    'buyer-licence': sold([tax]),
    'foreign-vat': sold([{ ...fee, vatPlace: 'OM' }]),
    'exempt-reason': sold([fare, { ...fare, vatCategory: 'exempt' }]),
    'other-rate': sold([{ ...fee, vatBasisPoints: 400 }, { ...fare }]),
    'vat-rounding': sold(Array.from({ length: 8 }, () => ({ ...fee, quantity: 1, gross: 1_050 + 10, vat: 51 }))),
    'below-zero': sold([fare, discount]),
    'corrects-nothing': sold([fare], { kind: 'credit-note', ...totalsOf([]), lines: toInvoiceLines([{ ...fare, gross: -1 }]) }),
  };

  it.each(eInvoiceGaps)('is told by its name: %s', (gap) => {
    expect(gapsOf(cases[gap])).toContain(gap);
    expect(eInvoiceState(cases[gap], false)).toBe('incomplete');
    expect(() => eInvoiceXml(cases[gap])).toThrow(gap);
  });

  it('is nothing where the settings say now what the house did not know when it issued the document', () => {
    const { city, licence, licenceAuthority, ...before } = seller;
    const source = sold([fare], { seller: before, sellerNow: { city, licence, licenceAuthority } });
    expect(gapsOf(source)).toEqual([]);
    expect(text(rootOf(source), 'AccountingSupplierParty/Party/PostalAddress/CityName')).toEqual(['Dubai']);
  });

  it('makes a commercial document of what is outside VAT altogether, with the buyer’s licence', () => {
    const source = sold([tax], { buyerDetails: { ...buyerDetails, licence: 'CN-77', licenceAuthority: 'ADDED' } });
    const root = rootOf(source);
    expect(text(root, 'InvoiceTypeCode')).toEqual(['480']);
    expect(text(root, 'AccountingCustomerParty/Party/PartyLegalEntity/CompanyID')).toEqual(['CN-77']);
  });

  it('is nobody’s concern where the buyer has no tax registration number', () => {
    const source = sold([fare], { buyer: { name: 'LAYLA HADDAD' } });
    expect(eInvoiceState(source, false)).toBe('not-needed');
    expect(eInvoiceState(sold([fare]), false)).toBe('ready');
    expect(eInvoiceState(sold([fare]), true)).toBe('handed-over');
  });
});
