import { decimalString, money } from '#app/values/money.ts';
import { xmlText } from '#app/values/xml-text.ts';
import type { Emirate, InvoiceLine, VatCategory } from '../invoice-lines.ts';
import { byCategory, gapsOf, isTaxDocument, sellerDetails, signOf, type EInvoiceSource } from './e-invoice-rules.ts';

/*
 * The file itself: UBL 2.1, PINT AE 1.0.4. It says the stored amounts to the fils: a line's price is the price of all its
 * units together, so that nothing is divided, and what lowers the price is an allowance of the whole document.
 */

type Node = string;
const element = (name: string, content: string | number, attributes: Readonly<Record<string, string>> = {}): Node =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${xmlText(value)}"`)
    .join('')}>${typeof content === 'number' ? content : xmlText(content)}</${name}>`;
const group = (name: string, ...children: readonly (Node | null)[]): Node => `<${name}>${children.join('')}</${name}>`;
const aed = (name: string, fils: number): Node => element(name, decimalString(money(fils, 'AED')), { currencyID: 'AED' });

const categoryCodes: Readonly<Record<VatCategory, string>> = { standard: 'S', 'zero-rated': 'Z', exempt: 'E', 'out-of-scope': 'O' };
/** Zero and outside stand in this order on every document. */
const categories: readonly VatCategory[] = ['standard', 'zero-rated', 'exempt', 'out-of-scope'];

/** ISO 3166-2 to the letters of the specification (ibr-128-ae). */
const emirateCodes: Readonly<Record<Emirate, string>> = {
  AZ: 'AUH',
  DU: 'DXB',
  SH: 'SHJ',
  AJ: 'AJM',
  UQ: 'UAQ',
  RK: 'RAK',
  FU: 'FUJ',
};

/** Article 61(1) of the VAT law, by the cause that a credit note was issued under; what is not named altered the price. */
const creditReasons: Readonly<Record<string, string>> = {
  cancelled: 'DL8.61.1.A',
  'not-provided': 'DL8.61.1.A',
  duplicate: 'DL8.61.1.E',
  'details-wrong': 'DL8.61.1.E',
  buyer: 'DL8.61.1.E',
};
const otherCreditReason = 'DL8.61.1.C';

const vatScheme = group('cac:TaxScheme', element('cbc:ID', 'VAT'));

/** What is outside VAT, or exempt from it, bears no rate. */
function taxCategory(name: 'cac:TaxCategory' | 'cac:ClassifiedTaxCategory', category: VatCategory): Node {
  const percent = category === 'standard' ? '5.00' : category === 'zero-rated' ? '0.00' : null;
  return group(name, element('cbc:ID', categoryCodes[category]), percent && element('cbc:Percent', percent), vatScheme);
}

function party(
  role: 'cac:AccountingSupplierParty' | 'cac:AccountingCustomerParty',
  of: {
    readonly name: string;
    readonly trn: string;
    readonly address: string;
    readonly city: string;
    readonly emirate: Emirate;
    readonly licence: string;
    readonly licenceAuthority: string;
  },
): Node {
  return group(
    role,
    group(
      'cac:Party',
      // The address in the network is the tax identification number: the first ten digits of the registration's.
      element('cbc:EndpointID', of.trn.slice(0, 10), { schemeID: '0235' }),
      group(
        'cac:PostalAddress',
        element('cbc:StreetName', of.address.split('\n').join(', ')),
        element('cbc:CityName', of.city),
        element('cbc:CountrySubentity', emirateCodes[of.emirate]),
        group('cac:Country', element('cbc:IdentificationCode', 'AE')),
      ),
      group('cac:PartyTaxScheme', element('cbc:CompanyID', of.trn), vatScheme),
      group(
        'cac:PartyLegalEntity',
        element('cbc:RegistrationName', of.name),
        of.licence && of.licenceAuthority
          ? element('cbc:CompanyID', of.licence, { schemeAgencyID: 'TL', schemeAgencyName: of.licenceAuthority })
          : null,
      ),
    ),
  );
}

function lineOf(line: InvoiceLine, at: number, kind: EInvoiceSource['kind']): Node {
  const sign = signOf(kind);
  const [net, vat, gross] = [sign * line.net, sign * line.vat, sign * line.gross];
  const note = kind === 'credit-note';
  return group(
    note ? 'cac:CreditNoteLine' : 'cac:InvoiceLine',
    element('cbc:ID', at),
    element(note ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', line.quantity, { unitCode: 'C62' }),
    aed('cbc:LineExtensionAmount', net),
    group(
      'cac:Item',
      element('cbc:Description', line.words.ar === line.words.en ? line.words.en : `${line.words.en} / ${line.words.ar}`),
      element('cbc:Name', line.words.en),
      taxCategory('cac:ClassifiedTaxCategory', line.vatCategory),
    ),
    group(
      'cac:Price',
      aed('cbc:PriceAmount', net),
      element('cbc:BaseQuantity', line.quantity, { unitCode: 'C62' }),
      group('cac:AllowanceCharge', element('cbc:ChargeIndicator', 'false'), aed('cbc:Amount', 0), aed('cbc:BaseAmount', net)),
    ),
    group('cac:ItemPriceExtension', aed('cbc:Amount', gross), group('cac:TaxTotal', aed('cbc:TaxAmount', vat))),
  );
}

/** The XML of an issued document whose buyer has a tax registration number. Throws where `gapsOf` says something is missing. */
export function eInvoiceXml(source: EInvoiceSource): string {
  const gaps = gapsOf(source);
  if (gaps.length > 0) throw new RangeError(`${source.number} is not complete: ${gaps.join()}`);
  const { kind, seller, buyer, lines } = source;
  const details = source.buyerDetails!;
  const note = kind === 'credit-note';
  const sign = signOf(kind);
  const house = sellerDetails(source);
  const sums = byCategory(source);
  const sold = lines.filter(({ net }) => sign * net >= 0);
  const lowered = lines.filter(({ net }) => sign * net < 0);
  const netOf = (some: readonly InvoiceLine[]) => some.reduce((sum, { net }) => sum + sign * net, 0);
  const taxed = isTaxDocument(lines);
  const root = note ? 'CreditNote' : 'Invoice';
  const oasis = 'urn:oasis:names:specification:ubl:schema:xsd';
  const typeCode = element(note ? 'cbc:CreditNoteTypeCode' : 'cbc:InvoiceTypeCode', note ? (taxed ? '381' : '81') : taxed ? '380' : '480');
  const reference = element('cbc:Note', `Order ${source.orderReference}`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<${root} xmlns="${oasis}:${root}-2" xmlns:cac="${oasis}:CommonAggregateComponents-2" xmlns:cbc="${oasis}:CommonBasicComponents-2">`,
    element('cbc:CustomizationID', 'urn:peppol:pint:billing-1@ae-1'),
    element('cbc:ProfileID', 'urn:peppol:bis:billing'),
    // None of the eight kinds of transaction that the specification sets apart.
    element('cbc:ProfileExecutionID', '00000000'),
    element('cbc:ID', source.number),
    element('cbc:UUID', source.id),
    element('cbc:IssueDate', source.issuedOn),
    ...(note ? [] : [element('cbc:DueDate', source.dueOn > source.issuedOn ? source.dueOn : source.issuedOn)]),
    typeCode,
    reference,
    // Said only where it is another day (ibr-141-ae), and never by a credit note (ibr-124-ae).
    ...(!note && source.supplyDate < source.issuedOn ? [element('cbc:TaxPointDate', source.supplyDate)] : []),
    element('cbc:DocumentCurrencyCode', 'AED'),
    ...(note
      ? [
          group('cac:DiscrepancyResponse', element('cbc:ResponseCode', creditReasons[source.reason ?? ''] ?? otherCreditReason)),
          group(
            'cac:BillingReference',
            group(
              'cac:InvoiceDocumentReference',
              element('cbc:ID', source.corrects!.number),
              element('cbc:IssueDate', source.corrects!.issuedOn),
            ),
          ),
        ]
      : []),
    party('cac:AccountingSupplierParty', {
      ...seller,
      ...house,
      name: seller.legalName,
      trn: seller.trn!,
      emirate: seller.emirate ?? 'DU',
    }),
    party('cac:AccountingCustomerParty', { ...details, name: buyer.name, trn: buyer.trn!, address: buyer.address! }),
    // "Instrument not defined": what an order was paid with stands with its payments, not on its invoice.
    ...(note ? [] : [group('cac:PaymentMeans', element('cbc:PaymentMeansCode', '1'))]),
    ...lowered.map((line) =>
      group(
        'cac:AllowanceCharge',
        element('cbc:ChargeIndicator', 'false'),
        element('cbc:AllowanceChargeReason', line.words.en),
        aed('cbc:Amount', -sign * line.net),
        taxCategory('cac:TaxCategory', line.vatCategory),
      ),
    ),
    group(
      'cac:TaxTotal',
      aed('cbc:TaxAmount', sign * source.vat),
      element('cbc:TaxIncludedIndicator', 'false'),
      ...categories.flatMap((category) => {
        const sum = sums.get(category);
        return sum
          ? [
              group(
                'cac:TaxSubtotal',
                aed('cbc:TaxableAmount', sum.net),
                aed('cbc:TaxAmount', sum.vat),
                taxCategory('cac:TaxCategory', category),
              ),
            ]
          : [];
      }),
    ),
    group(
      'cac:LegalMonetaryTotal',
      aed('cbc:LineExtensionAmount', netOf(sold)),
      aed('cbc:TaxExclusiveAmount', sign * source.net),
      aed('cbc:TaxInclusiveAmount', sign * source.gross),
      ...(lowered.length > 0 ? [aed('cbc:AllowanceTotalAmount', -netOf(lowered))] : []),
      aed('cbc:PayableAmount', sign * source.gross),
    ),
    ...sold.map((line, index) => lineOf(line, index + 1, kind)),
    `</${root}>\n`,
  ].join('');
}
