import type { CalendarDate } from '#app/values/dates.ts';
import type { Emirate, InvoiceBuyer, InvoiceLine, InvoiceSeller, InvoiceTotals, VatCategory } from '../invoice-lines.ts';

/*
 * What the UAE's electronic invoice (PINT AE 1.0.4) asks of a document, and what of it is not there. The rules by their ids
 * and where they were read: docs/how-it-works/e-invoice.md.
 */

/** `not-needed`: whoever buys has no tax registration number, and the mandate leaves consumers out. */
export const eInvoiceStates = ['not-needed', 'incomplete', 'ready', 'handed-over'] as const;
export type EInvoiceState = (typeof eInvoiceStates)[number];

/** What is known of a company beside what its invoice prints. */
export interface EInvoiceBuyer {
  readonly city: string;
  readonly emirate: Emirate;
  /** Number and issuer of the trade licence; empty where nobody knows them. */
  readonly licence: string;
  readonly licenceAuthority: string;
}

/** What is known of the house beside what its invoices print; documents issued before it was written have none of it. */
export type EInvoiceSeller = Pick<InvoiceSeller, 'city' | 'licence' | 'licenceAuthority'>;

/** An issued document with everything its electronic form is made of. Amounts are fils of AED, a credit note's negative. */
export interface EInvoiceSource extends InvoiceTotals {
  readonly id: string;
  readonly number: string;
  readonly kind: 'invoice' | 'credit-note';
  readonly issuedOn: CalendarDate;
  readonly supplyDate: CalendarDate;
  /** The last day on which any of it is due; the day of issue where it was paid for at once. */
  readonly dueOn: CalendarDate;
  readonly orderReference: string;
  readonly reason: string | null;
  readonly seller: InvoiceSeller;
  readonly sellerNow: EInvoiceSeller;
  readonly buyer: InvoiceBuyer;
  readonly buyerDetails: EInvoiceBuyer | null;
  readonly lines: readonly InvoiceLine[];
  /** The invoice that a credit note corrects. */
  readonly corrects: { readonly number: string; readonly issuedOn: CalendarDate } | null;
}

export const eInvoiceGaps = [
  'seller-trn',
  'seller-city',
  'seller-licence',
  'buyer-trn',
  'buyer-address',
  'buyer-place',
  'buyer-licence',
  'foreign-vat',
  'exempt-reason',
  'other-rate',
  'vat-rounding',
  'below-zero',
  'corrects-nothing',
] as const;
export type EInvoiceGap = (typeof eInvoiceGaps)[number];

/** The standard rate of the UAE: the only one that category S may bear (ibr-190-ae). */
export const standardBasisPoints = 500;

/** A TRN as the specification takes it: 15 digits, of which the first is 1 and the last two are 03 (ibr-132-ae). */
export const isEInvoiceTrn = (trn: string | null | undefined): boolean => /^1\d{12}03$/.test(trn ?? '');

/** A document in its own positive amounts. */
export const signOf = (kind: EInvoiceSource['kind']) => (kind === 'credit-note' ? -1 : 1);

/** What the document says of the house; where it was issued before these were kept, what is written of it now. */
export function sellerDetails({ seller, sellerNow }: Pick<EInvoiceSource, 'seller' | 'sellerNow'>): Required<EInvoiceSeller> {
  return {
    city: seller.city || sellerNow.city || '',
    licence: seller.licence || sellerNow.licence || '',
    licenceAuthority: seller.licenceAuthority || sellerNow.licenceAuthority || '',
  };
}

/** Net and VAT of each category in positive fils, as stored; nothing is reckoned anew. */
export function byCategory({ kind, lines }: Pick<EInvoiceSource, 'kind' | 'lines'>) {
  const sums = new Map<VatCategory, { net: number; vat: number }>();
  for (const line of lines) {
    const sum = sums.get(line.vatCategory) ?? { net: 0, vat: 0 };
    sums.set(line.vatCategory, { net: sum.net + signOf(kind) * line.net, vat: sum.vat + signOf(kind) * line.vat });
  }
  return sums;
}

/** Whether something on the document is subject to VAT; where nothing is, it is a commercial document (480, 81). */
export const isTaxDocument = (lines: EInvoiceSource['lines']) =>
  lines.some(({ vatCategory }) => vatCategory === 'standard' || vatCategory === 'zero-rated');

/** What is missing, or stands in the way, in the order in which somebody would see to it; empty: the document can be made. */
export function gapsOf(source: EInvoiceSource): readonly EInvoiceGap[] {
  const { seller, buyer, buyerDetails, lines } = source;
  const house = sellerDetails(source);
  const sums = byCategory(source);
  const standard = sums.get('standard') ?? { net: 0, vat: 0 };
  const missing: Readonly<Record<EInvoiceGap, boolean>> = {
    'seller-trn': !isEInvoiceTrn(seller.trn),
    'seller-city': house.city === '' || seller.address.trim() === '',
    'seller-licence': house.licence === '' || house.licenceAuthority === '',
    'buyer-trn': !isEInvoiceTrn(buyer.trn),
    'buyer-address': (buyer.address ?? '').trim() === '',
    'buyer-place': !buyerDetails,
    'buyer-licence': !isTaxDocument(lines) && (!buyerDetails?.licence || !buyerDetails.licenceAuthority),
    'foreign-vat': lines.some(({ vatPlace }) => vatPlace),
    'exempt-reason': lines.some(({ vatCategory }) => vatCategory === 'exempt'),
    'other-rate': lines.some(({ vatCategory, vatBasisPoints }) => vatCategory === 'standard' && vatBasisPoints !== standardBasisPoints),
    // The provider's check allows two fils between the VAT and 5 % of what is taxed (aligned-ibrp-s-09).
    'vat-rounding': Math.abs(20 * standard.vat - standard.net) > 40,
    'below-zero': [...sums.values()].some(({ net }) => net < 0),
    'corrects-nothing': source.kind === 'credit-note' && !source.corrects,
  };
  return eInvoiceGaps.filter((gap) => missing[gap]);
}

/** Where the electronic form of a document stands. */
export function eInvoiceState(source: EInvoiceSource, handedOver: boolean): EInvoiceState {
  if (!source.buyer.trn) return 'not-needed';
  if (handedOver) return 'handed-over';
  return gapsOf(source).length > 0 ? 'incomplete' : 'ready';
}
