import { parseCalendarDate } from '#app/values/dates.ts';
import { looksLikeEmail, plainEmail } from '#app/values/email.ts';
import { currencyDecimals, isCurrencyCode, type CurrencyCode } from '#app/values/money.ts';
import { supplierKinds, type SupplierKind } from './flight-supplier-status.ts';

export interface SupplierFields {
  readonly name: string;
  readonly kind: SupplierKind;
  readonly country: string;
  readonly licence: string;
  readonly currency: CurrencyCode;
  readonly paymentDays: number;
  /** Minor units of `currency`. */
  readonly creditLimit: number;
  readonly contractUntil: string | null;
  readonly contactName: string;
  readonly contactEmail: string;
  readonly contactPhone: string;
}

export type SupplierField = 'code' | 'name' | 'country' | 'currency' | 'paymentDays' | 'creditLimit' | 'contractUntil' | 'contactEmail';

const longestEmail = 120;

/** Reads the form of a supplier, and names every field that is wrong. `code` matters for a new one only. */
export function readSupplier(get: (name: string) => string): {
  readonly code: string;
  readonly fields: SupplierFields;
  readonly wrong: readonly SupplierField[];
} {
  const text = (name: string, most = 120) => get(name).trim().slice(0, most);
  const code = text('code', 12).toLowerCase();
  const country = text('country', 2).toUpperCase();
  const typed = text('currency', 3).toUpperCase();
  const currency: CurrencyCode = isCurrencyCode(typed) ? typed : 'AED';
  const days = /^\d{1,3}$/.test(text('paymentDays')) ? Number(text('paymentDays')) : -1;
  const limit = /^\d{1,9}$/.test(text('creditLimit')) ? Number(text('creditLimit')) : -1;
  const until = text('contractUntil');
  const contractUntil = until === '' ? null : parseCalendarDate(until);
  const contactEmail = plainEmail(get('contactEmail'), longestEmail);
  const wrong: SupplierField[] = [];
  if (!/^[a-z][a-z0-9]{1,11}$/.test(code)) wrong.push('code');
  if (text('name').length < 2) wrong.push('name');
  if (!/^[A-Z]{2}$/.test(country)) wrong.push('country');
  if (!isCurrencyCode(typed)) wrong.push('currency');
  if (days < 0 || days > 120) wrong.push('paymentDays');
  if (limit < 0) wrong.push('creditLimit');
  if (until !== '' && contractUntil === null) wrong.push('contractUntil');
  if (contactEmail !== '' && !(looksLikeEmail(contactEmail) && contactEmail.length <= longestEmail)) wrong.push('contactEmail');
  return {
    code,
    wrong,
    fields: {
      name: text('name'),
      kind: supplierKinds.find((kind) => kind === text('kind')) ?? 'ndc',
      country,
      licence: text('licence', 40),
      currency,
      paymentDays: Math.max(0, days),
      creditLimit: Math.max(0, limit) * 10 ** currencyDecimals[currency],
      contractUntil,
      contactName: text('contactName'),
      contactEmail,
      contactPhone: text('contactPhone', 30),
    },
  };
}

/** An IBAN without its spaces when its check digits are right (ISO 13616: the number modulo 97 is 1); null otherwise. */
export function parseIban(typed: string): string | null {
  const iban = typed.replace(/\s/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return null;
  const digits = [...(iban.slice(4) + iban.slice(0, 4))].map((letter) => Number.parseInt(letter, 36)).join('');
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1 ? iban : null;
}
