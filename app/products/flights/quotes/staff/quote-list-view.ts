import { readColumns, writeColumns } from '#app/ui/desk-list/chosen-columns.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { plainLine } from '#app/values/plain-text.ts';

/** The tabs: with the caller, not sent yet, taken, over, taken back, and all there is. */
export const quoteQueues = ['open', 'draft', 'accepted', 'expired', 'withdrawn', 'all'] as const;
export type QuoteQueue = (typeof quoteQueues)[number];

export const quoteSorts = ['changed', 'validUntil', 'departs', 'lowest'] as const;
export type QuoteSort = (typeof quoteSorts)[number];

export const quoteColumns = [
  'reference',
  'state',
  'caller',
  'route',
  'departs',
  'travellers',
  'options',
  'lowest',
  'validUntil',
  'language',
  'order',
  'by',
  'changed',
] as const;
export type QuoteColumn = (typeof quoteColumns)[number];
const seldom: readonly QuoteColumn[] = ['language'];
const usualColumns = quoteColumns.filter((column) => !seldom.includes(column));

/** What the list's address says. Whatever is malformed in an address is left out. */
export interface QuoteListView {
  readonly queue: QuoteQueue;
  /** A reference or its beginning, a mail address, or an airport's three letters. */
  readonly find: string;
  readonly language: LanguageCode | '';
  /** Made by whoever looks. */
  readonly mine: boolean;
  /** The spoken name of the inquiry they answer; the id of the customer they are for. */
  readonly inquiry: string;
  readonly customer: string;
  readonly sort: QuoteSort;
  readonly descending: boolean;
  readonly columns: readonly QuoteColumn[];
  readonly after: { readonly key: string; readonly id: string } | null;
}

export const noQuoteFilters = { find: '', language: '', mine: false, inquiry: '', customer: '' } as const;

export function readQuoteListView(query: URLSearchParams): QuoteListView {
  const [key, id] = (query.get('after') ?? '').split('~');
  const sort = query.get('sort') ?? '-changed';
  const known = quoteSorts.find((one) => one === sort.replace(/^-/, ''));
  const word = (name: string) => /^[\w-]{1,64}$/.exec(query.get(name) ?? '')?.[0] ?? '';
  const about = { inquiry: word('inquiry'), customer: word('customer') };
  return {
    // Whoever comes from an inquiry or a customer sees all that there is for them.
    queue: quoteQueues.find((queue) => queue === query.get('queue')) ?? (about.inquiry || about.customer ? 'all' : 'open'),
    find: plainLine(query.get('find'), 100).slice(0, 100),
    language: languageCodes.find((code) => code === query.get('language')) ?? '',
    mine: query.get('mine') === '1',
    ...about,
    sort: known ?? 'changed',
    descending: known ? sort.startsWith('-') : true,
    columns: readColumns(query, quoteColumns, usualColumns, 'reference'),
    after: key && id && /^\d{1,16}(\.\d{1,9})?$/.test(key) && /^[\w-]{1,64}$/.test(id) ? { key, id } : null,
  };
}

/** The address of a list, in a fixed order and without what is not asked; `after` is left out unless it is given. */
export function quoteListAddress(view: QuoteListView, change: Partial<QuoteListView> = {}): string {
  const asked = { ...view, after: null, ...change };
  const query = new URLSearchParams();
  const about = asked.inquiry !== '' || asked.customer !== '';
  if (asked.queue !== (about ? 'all' : 'open')) query.set('queue', asked.queue);
  if (asked.find) query.set('find', asked.find);
  if (asked.language) query.set('language', asked.language);
  if (asked.mine) query.set('mine', '1');
  if (asked.inquiry) query.set('inquiry', asked.inquiry);
  if (asked.customer) query.set('customer', asked.customer);
  if (asked.sort !== 'changed' || !asked.descending) query.set('sort', `${asked.descending ? '-' : ''}${asked.sort}`);
  writeColumns(query, asked.columns, usualColumns);
  if (asked.after) query.set('after', `${asked.after.key}~${asked.after.id}`);
  return query.size > 0 ? `?${query}` : '';
}
