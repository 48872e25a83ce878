import { plainLine } from '#app/values/plain-text.ts';
import { emirates, type InvoiceSeller } from './invoice-lines.ts';
import { isTrn } from './trn-rules.ts';

export const sellerFields = [
  'legalName',
  'legalNameAr',
  'address',
  'addressAr',
  'trn',
  'emirate',
  'city',
  'licence',
  'licenceAuthority',
] as const;
export type SellerField = (typeof sellerFields)[number];
export type TypedSeller = Readonly<Record<SellerField, string>>;

export type ReadSeller =
  | { readonly ok: true; readonly seller: InvoiceSeller; readonly typed: TypedSeller }
  | { readonly ok: false; readonly wrong: readonly SellerField[]; readonly typed: TypedSeller };

const longest: Readonly<Record<SellerField, number>> = {
  legalName: 120,
  legalNameAr: 120,
  address: 240,
  addressAr: 240,
  trn: 15,
  emirate: 2,
  city: 80,
  licence: 80,
  licenceAuthority: 80,
};
/** What only the electronic invoice says: documents are issued without it. */
export const sellerExtras: readonly SellerField[] = ['city', 'licence', 'licenceAuthority'];

/** Who sells, as every new document prints it. A tax registration number has 15 digits, or there is none yet. */
export function readSellerForm(form: FormData): ReadSeller {
  const typed = Object.fromEntries(sellerFields.map((field) => [field, plainLine(form.get(field), 300)])) as Record<SellerField, string>;
  const trn = typed.trn.replaceAll(/[\s-]/g, '');
  const emirate = emirates.find((code) => code === typed.emirate);
  const wrong = sellerFields.filter((field) => {
    if (field === 'trn') return trn !== '' && !isTrn(trn);
    if (sellerExtras.includes(field)) return typed[field].length > longest[field];
    return field === 'emirate' ? !emirate : typed[field].length < 2 || typed[field].length > longest[field];
  });
  if (wrong.length > 0 || !emirate) return { ok: false, wrong, typed };
  return { ok: true, typed, seller: { ...typed, trn: trn || null, emirate } };
}
