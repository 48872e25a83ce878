import { readColumns, writeColumns } from '#app/ui/desk-list/chosen-columns.ts';
import { parseCalendarDate } from '#app/values/dates.ts';
import { customerTags, risks, type CustomerTag, type Risk } from '../records/customer-kinds.ts';

/** The tabs. */
export const customerQueues = ['all', 'accounts', 'guests', 'owing', 'risk', 'blocked'] as const;
export type CustomerQueue = (typeof customerQueues)[number];

export const customerSorts = ['contact', 'orders', 'lifetime', 'balance'] as const;
export type CustomerSort = (typeof customerSorts)[number];

/** Columns in the order they stand; the name is always among them. */
export const customerColumns = [
  'name',
  'email',
  'phone',
  'country',
  'language',
  'orders',
  'lifetime',
  'balance',
  'contact',
  'company',
  'tags',
  'risk',
  'since',
] as const;
export type CustomerColumn = (typeof customerColumns)[number];
const seldom: readonly CustomerColumn[] = ['language', 'company', 'since'];
const usualColumns: readonly CustomerColumn[] = customerColumns.filter((column) => !seldom.includes(column));

export const yesNo = ['yes', 'no'] as const;

/** What the list's address says. Whatever is malformed in an address is left out. */
export interface CustomerView {
  readonly queue: CustomerQueue;
  /** A name or words of it, a mail address, a telephone number or the reference of an order. */
  readonly find: string;
  /** ISO 3166 alpha-2, or empty. */
  readonly country: string;
  readonly language: string;
  readonly tag: CustomerTag | '';
  readonly risk: Risk | '';
  /** Whether an order of theirs is not over yet, or empty. */
  readonly orders: (typeof yesNo)[number] | '';
  /** Whether they agreed to the letter of the house, or empty. */
  readonly letter: (typeof yesNo)[number] | '';
  /** The id of the company to which they belong, or empty. */
  readonly company: string;
  /** First and last day in Dubai of their last contact, or empty. */
  readonly from: string;
  readonly until: string;
  readonly sort: CustomerSort;
  readonly descending: boolean;
  readonly columns: readonly CustomerColumn[];
  /** The sort key and id of the last row of the page before. */
  readonly after: { readonly key: string; readonly id: string } | null;
}

const filterNames = ['find', 'country', 'language', 'tag', 'risk', 'orders', 'letter', 'company', 'from', 'until'] as const;
export const noCustomerFilters = {
  find: '',
  country: '',
  language: '',
  tag: '',
  risk: '',
  orders: '',
  letter: '',
  company: '',
  from: '',
  until: '',
} as const;

export function readCustomerView(search: URLSearchParams): CustomerView {
  const sort = search.get('sort') ?? '-contact';
  const known = customerSorts.find((one) => one === sort.replace(/^-/, ''));
  const oneOf = <Word extends string>(words: readonly Word[], name: string): Word | '' =>
    words.find((word) => word === search.get(name)) ?? '';
  return {
    queue: customerQueues.find((one) => one === search.get('queue')) ?? 'all',
    find: (search.get('find') ?? '').trim().slice(0, 120),
    country: /^[A-Z]{2}$/.exec(search.get('country') ?? '')?.[0] ?? '',
    language: oneOf(['en', 'ar', 'tl', 'es', 'pt'], 'language'),
    tag: oneOf(customerTags, 'tag'),
    risk: oneOf(risks, 'risk'),
    orders: oneOf(yesNo, 'orders'),
    letter: oneOf(yesNo, 'letter'),
    company: /^[\w-]{1,64}$/.exec(search.get('company') ?? '')?.[0] ?? '',
    from: readDay(search.get('from')),
    until: readDay(search.get('until')),
    sort: known ?? 'contact',
    descending: known ? sort.startsWith('-') : true,
    columns: readColumns(search, customerColumns, usualColumns),
    after: readAfter(search.get('after') ?? ''),
  };
}

/** The address of a list, in a fixed order and without what is not asked; `after` is left out unless it is given. */
export function customerAddress(view: CustomerView, change: Partial<CustomerView> = {}): string {
  const asked = { ...view, after: null, ...change };
  const search = new URLSearchParams();
  const set = (name: string, value: string) => value && search.append(name, value);
  set('queue', asked.queue === 'all' ? '' : asked.queue);
  for (const name of filterNames) set(name, asked[name]);
  const sort = `${asked.descending ? '-' : ''}${asked.sort}`;
  set('sort', sort === '-contact' ? '' : sort);
  writeColumns(search, asked.columns, usualColumns);
  if (asked.after) set('after', `${asked.after.key}~${asked.after.id}`);
  return search.size > 0 ? `?${search}` : '';
}

/** Days before the house stood and of centuries to come are no filter. */
function readDay(text: string | null): string {
  const day = parseCalendarDate(text ?? '');
  return day && day >= '2000-01-01' && day < '2200-01-01' ? day : '';
}

function readAfter(text: string): CustomerView['after'] {
  const [, key, id] = /^(-?\d{1,15}|\d{4}-\d{2}-\d{2}T[\d:.]+Z)~([\w-]{1,64})$/.exec(text) ?? [];
  return key && id && (/^-?\d+$/.test(key) || isInstant(key)) ? { key, id } : null;
}

const isInstant = (key: string) => !Number.isNaN(Date.parse(key)) && new Date(key).toISOString() === key;
