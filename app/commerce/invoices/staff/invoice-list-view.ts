import { readColumns, writeColumns } from '#app/ui/desk-list/chosen-columns.ts';
import { parseCalendarDate } from '#app/values/dates.ts';
import { displayCurrencies, type DisplayCurrency } from '#app/values/preferences.ts';
import { productKinds, type ProductKind } from '../../product-contract.ts';
import { eInvoiceStates, type EInvoiceState } from '../e-invoice/e-invoice-rules.ts';

/** The tabs: everything; one kind of document; what is still owed; what was taken back. */
export const invoiceQueues = ['all', 'invoices', 'credit-notes', 'open', 'overdue', 'credited'] as const;
export type InvoiceQueue = (typeof invoiceQueues)[number];

export const invoiceSorts = ['issued', 'gross'] as const;
export type InvoiceSort = (typeof invoiceSorts)[number];

/** To whom a document was made out: to some company that the desk knows, or to anybody else. */
export const invoiceBuyers = ['company', 'person'] as const;
export type InvoiceBuyerKind = (typeof invoiceBuyers)[number];

/** Columns in the order they stand; the number is always among them. */
export const invoiceColumns = [
  'number',
  'series',
  'issued',
  'supplied',
  'customer',
  'order',
  'net',
  'vat',
  'gross',
  'currency',
  'paid',
  'due',
  'state',
  'e-invoice',
  'credits',
] as const;
export type InvoiceColumn = (typeof invoiceColumns)[number];
const seldom: readonly InvoiceColumn[] = ['series', 'supplied', 'currency', 'credits'];
const usualColumns: readonly InvoiceColumn[] = invoiceColumns.filter((column) => !seldom.includes(column));

/** What the list's address says. Whatever is malformed in an address is left out. */
export interface InvoiceView {
  readonly queue: InvoiceQueue;
  /** A number, a reference or a buyer's name, or the beginning of one; an account's id after `customer:`. */
  readonly find: string;
  /** First and last day of issue in Dubai, or empty. */
  readonly from: string;
  readonly until: string;
  /** Where the electronic form stands, or empty. */
  readonly eInvoice: EInvoiceState | '';
  /** What was sold, or empty. */
  readonly product: ProductKind | '';
  /** In which it was charged, or empty. */
  readonly currency: DisplayCurrency | '';
  /** Whether it was made out to a company, or empty. */
  readonly buyer: InvoiceBuyerKind | '';
  /** The id of the company to which it was made out, or empty. */
  readonly company: string;
  /** The least and the most that it comes to, dirhams with or without fils, or empty; a credit note by what it takes back. */
  readonly least: string;
  readonly most: string;
  readonly sort: InvoiceSort;
  readonly descending: boolean;
  readonly columns: readonly InvoiceColumn[];
  /** The sort key and id of the last row of the page before. */
  readonly after: { readonly key: string; readonly id: string } | null;
}

export const noInvoiceFilters = {
  find: '',
  from: '',
  until: '',
  eInvoice: '',
  product: '',
  currency: '',
  buyer: '',
  company: '',
  least: '',
  most: '',
} as const;

export function readInvoiceView(search: URLSearchParams): InvoiceView {
  const sort = search.get('sort') ?? '-issued';
  const known = invoiceSorts.find((one) => one === sort.replace(/^-/, ''));
  return {
    queue: invoiceQueues.find((one) => one === search.get('queue')) ?? 'all',
    find: (search.get('find') ?? '').trim().slice(0, 80),
    from: readDay(search.get('from')),
    until: readDay(search.get('until')),
    eInvoice: eInvoiceStates.find((one) => one === search.get('e-invoice')) ?? '',
    product: productKinds.find((one) => one === search.get('product')) ?? '',
    currency: displayCurrencies.find((one) => one === search.get('currency')) ?? '',
    buyer: invoiceBuyers.find((one) => one === search.get('buyer')) ?? '',
    company: /^[\w-]{1,64}$/.exec(search.get('company') ?? '')?.[0] ?? '',
    least: readAmount(search.get('least')),
    most: readAmount(search.get('most')),
    sort: known ?? 'issued',
    descending: known ? sort.startsWith('-') : true,
    columns: readColumns(search, invoiceColumns, usualColumns),
    after: readAfter(search.get('after') ?? ''),
  };
}

/** The address of a list, in a fixed order and without what is not asked; `after` is left out unless it is given. */
export function invoiceAddress(view: InvoiceView, change: Partial<InvoiceView> = {}): string {
  const asked = { ...view, after: null, ...change };
  const search = new URLSearchParams();
  const set = (name: string, value: string) => value && search.append(name, value);
  set('queue', asked.queue === 'all' ? '' : asked.queue);
  set('find', asked.find);
  set('from', asked.from);
  set('until', asked.until);
  set('e-invoice', asked.eInvoice);
  for (const name of ['product', 'currency', 'buyer', 'company', 'least', 'most'] as const) set(name, asked[name]);
  const sort = `${asked.descending ? '-' : ''}${asked.sort}`;
  set('sort', sort === '-issued' ? '' : sort);
  writeColumns(search, asked.columns, usualColumns);
  if (asked.after) set('after', `${asked.after.key}~${asked.after.id}`);
  return search.size > 0 ? `?${search}` : '';
}

/** Days before the house stood and of centuries to come are no filter: the first and the last years cannot be told in Dubai's time. */
function readDay(text: string | null): string {
  const day = parseCalendarDate(text ?? '');
  return day && day >= '2000-01-01' && day < '2200-01-01' ? day : '';
}

const readAmount = (text: string | null) => /^\d{1,9}(?:\.\d{1,2})?$/.exec((text ?? '').trim())?.[0] ?? '';

function readAfter(text: string): InvoiceView['after'] {
  const [, key, id] = /^(-?\d{1,15}|\d{4}-\d{2}-\d{2}T[\d:.]+Z)~([\w-]{1,64})$/.exec(text) ?? [];
  return key && id && (/^-?\d+$/.test(key) || isInstant(key)) ? { key, id } : null;
}

const isInstant = (key: string) => !Number.isNaN(Date.parse(key)) && new Date(key).toISOString() === key;
