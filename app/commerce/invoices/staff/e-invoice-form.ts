import { addMonths, type CalendarDate } from '#app/values/dates.ts';
import { plainLine } from '#app/values/plain-text.ts';
import type { EInvoiceBuyer } from '../e-invoice/e-invoice-rules.ts';
import { emirates, type Emirate } from '../invoice-lines.ts';

/*
 * The three forms of an electronic invoice: what is known of a company, that a file was handed over, and that it was not.
 */

export const eBuyerFields = ['city', 'emirate', 'licence', 'licenceAuthority'] as const;
export const handOverFields = ['provider', 'providerRef'] as const;
export type EInvoiceField = (typeof eBuyerFields)[number] | (typeof handOverFields)[number] | 'why';
export type EInvoiceTyped = Readonly<Partial<Record<EInvoiceField, string>>>;
export type EInvoiceFault = 'city' | 'emirate' | 'licence' | 'licenceAuthority' | 'provider' | 'providerRef' | 'why' | 'too-long';
export type ReadEInvoiceForm<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly typed: EInvoiceTyped; readonly wrong: readonly { field: EInvoiceField; fault: EInvoiceFault }[] };

const longest = 80;

function read<Value>(
  form: FormData,
  fields: readonly EInvoiceField[],
  faultOf: (field: EInvoiceField, typed: EInvoiceTyped) => EInvoiceFault | null,
  valueOf: (typed: Record<EInvoiceField, string>) => Value,
): ReadEInvoiceForm<Value> {
  const typed = Object.fromEntries(fields.map((field) => [field, plainLine(form.get(field), 200)])) as Record<EInvoiceField, string>;
  const wrong = fields.flatMap((field) => {
    const fault = typed[field].length > longest ? 'too-long' : faultOf(field, typed);
    return fault ? [{ field, fault }] : [];
  });
  return wrong.length > 0 ? { ok: false, typed, wrong } : { ok: true, value: valueOf(typed) };
}

/** What is known of a company. A trade licence has a number and an issuer, or is not known. */
export const readEBuyer = (form: FormData): ReadEInvoiceForm<EInvoiceBuyer> =>
  read(
    form,
    eBuyerFields,
    (field, typed) => {
      if (field === 'city') return typed.city!.length < 2 ? 'city' : null;
      if (field === 'emirate') return emirates.some((code) => code === typed.emirate) ? null : 'emirate';
      const other = field === 'licence' ? typed.licenceAuthority : typed.licence;
      return typed[field] === '' && other !== '' ? (field as 'licence' | 'licenceAuthority') : null;
    },
    ({ city, emirate, licence, licenceAuthority }) => ({ city, emirate: emirate as Emirate, licence, licenceAuthority }),
  );

/** To whom files were handed over, and how they are called there. */
export const readHandOver = (form: FormData): ReadEInvoiceForm<{ readonly provider: string; readonly providerRef: string }> =>
  read(
    form,
    handOverFields,
    (field, typed) => (typed[field]!.length < 2 ? (field as 'provider' | 'providerRef') : null),
    ({ provider, providerRef }) => ({ provider, providerRef }),
  );

/** Why a mark is taken back. */
export const readTakeBack = (form: FormData): ReadEInvoiceForm<string> =>
  read(
    form,
    ['why'],
    (field, typed) => (typed[field]!.length < 3 ? 'why' : null),
    ({ why }) => why,
  );

/** This month and the eleven before it, the newest first, as 2026-11. */
export const issuedMonths = (today: CalendarDate): readonly string[] =>
  Array.from({ length: 12 }, (_, back) => addMonths(`${today.slice(0, 7)}-01` as CalendarDate, -back).slice(0, 7));

/** A month as a form says it; null where it is none. */
export const readMonth = (typed: string): CalendarDate | null => {
  const [, year, month] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(typed) ?? [];
  return year ? (`${year}-${month}-01` as CalendarDate) : null;
};
