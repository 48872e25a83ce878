import { readColumns, writeColumns } from '#app/ui/desk-list/chosen-columns.ts';
import { parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { parseReference } from '#app/values/ids.ts';
import { bankLineStates } from './bank-status.ts';

export const bankQueues = [...bankLineStates, 'to-return', 'all'] as const;
export type BankQueue = (typeof bankQueues)[number];
export const bankSorts = ['day', 'amount'] as const;
export type BankSort = (typeof bankSorts)[number];
export const bankSides = ['in', 'out'] as const;

/** Columns in the order they stand; the day leads to the line. */
export const bankColumns = ['day', 'party', 'text', 'amount', 'suggestion', 'state'] as const;
export type BankColumn = (typeof bankColumns)[number];

/** What the list's address says. Whatever is malformed in an address is left out. */
export interface BankView {
  readonly queue: BankQueue;
  /** What was typed, and what of it could be read: the reference of an order that a line names, or an amount. */
  readonly find: { readonly typed: string; readonly reference: string | null; readonly amount: string | null; readonly unread: boolean };
  readonly account: string;
  readonly side: (typeof bankSides)[number] | '';
  readonly from: CalendarDate | '';
  readonly until: CalendarDate | '';
  readonly sort: BankSort;
  readonly descending: boolean;
  readonly columns: readonly BankColumn[];
  /** The sort key and id of the last row of the page before. */
  readonly after: { readonly key: string; readonly id: string } | null;
}

export const noFind: BankView['find'] = { typed: '', reference: null, amount: null, unread: false };
export const noBankFilters = { find: noFind, account: '', side: '', from: '', until: '' } as const;

export function readBankView(search: URLSearchParams): BankView {
  const asked = search.get('sort') ?? '-day';
  const known = bankSorts.find((one) => one === asked.replace(/^-/, ''));
  const sort = known ?? 'day';
  const after = /^(-?\d{1,15}|\d{4}-\d{2}-\d{2})~([\w-]{1,64})$/.exec(search.get('after') ?? '');
  const fits = after && (sort === 'amount' ? /^-?\d{1,15}$/.test(after[1]!) : parseCalendarDate(after[1]!) !== null);
  return {
    queue: bankQueues.find((one) => one === search.get('queue')) ?? 'open',
    find: readFind((search.get('find') ?? '').trim().slice(0, 40)),
    account: /^[A-Z0-9-]{4,40}$/.test(search.get('account') ?? '') ? search.get('account')! : '',
    side: bankSides.find((one) => one === search.get('side')) ?? '',
    from: parseCalendarDate(search.get('from') ?? '') ?? '',
    until: parseCalendarDate(search.get('until') ?? '') ?? '',
    sort,
    descending: known ? asked.startsWith('-') : true,
    columns: readColumns(search, bankColumns),
    after: fits ? { key: after[1]!, id: after[2]! } : null,
  };
}

function readFind(typed: string): BankView['find'] {
  if (typed === '') return noFind;
  const reference = parseReference(typed);
  const plain = typed.replaceAll(',', '');
  // Ten figures may be both; a reference is what people paste. How many decimals there are, each line's currency says.
  const amount = reference || !/^\d{1,10}(?:\.\d{1,3})?$/.test(plain) ? null : plain;
  return { typed, reference, amount, unread: reference === null && amount === null };
}

/** The address of a list, in a fixed order and without what is not asked; `after` is left out unless it is given. */
export function bankAddress(view: BankView, change: Partial<BankView> = {}): string {
  const asked = { ...view, after: null, ...change };
  const search = new URLSearchParams();
  const set = (name: string, value: string) => value && search.append(name, value);
  set('queue', asked.queue === 'open' ? '' : asked.queue);
  set('find', asked.find.typed);
  set('account', asked.account);
  set('side', asked.side);
  set('from', asked.from);
  set('until', asked.until);
  const sort = `${asked.descending ? '-' : ''}${asked.sort}`;
  set('sort', sort === '-day' ? '' : sort);
  writeColumns(search, asked.columns, bankColumns);
  if (asked.after) set('after', `${asked.after.key}~${asked.after.id}`);
  return search.size > 0 ? `?${search}` : '';
}
