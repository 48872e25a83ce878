import { readColumns, writeColumns } from './chosen-columns.ts';
import { cursorText, readCursor, type RowCursor } from '#app/values/keyset-page.ts';

/** What a list can be asked for that is told apart by tabs, filters and columns. */
export interface DeskList<Queue extends string, Filter extends string, Column extends string> {
  /** Its tabs; the first has everything. */
  readonly queues: readonly Queue[];
  /** By their names in the address, with what one of them may be. */
  readonly filters: Readonly<Record<Filter, (value: string) => boolean>>;
  /** The first always stands and leads to the record. */
  readonly columns: readonly Column[];
  /** What somebody sees who never chose. */
  readonly usual: readonly Column[];
  /** The first is the usual one. */
  readonly sorts: readonly Column[];
  /** Whether the usual one runs from its end: the newest first. Ascending where nothing is said. */
  readonly descends?: boolean;
  /** The usual order of a tab that has one of its own, as an address writes it: `-closed` for what was closed last. */
  readonly usualIn?: Readonly<Partial<Record<Queue, string>>>;
  /** Of what is searched for, in characters; 60 where nothing is said. */
  readonly longest?: number;
}

export interface ListView<Queue extends string, Filter extends string, Column extends string> {
  readonly queue: Queue;
  readonly find: string;
  /** Empty where nothing is asked. */
  readonly filters: Readonly<Record<Filter, string>>;
  readonly sort: Column;
  readonly descending: boolean;
  readonly columns: readonly Column[];
  readonly after: RowCursor | null;
}

/** How many characters a search may have. */
export const longestFind = ({ longest = 60 }: { readonly longest?: number }) => longest;

/** The order of a tab for which nothing is asked, as an address writes it. */
function usualSort<Queue extends string, Filter extends string, Column extends string>(
  list: DeskList<Queue, Filter, Column>,
  queue: Queue,
): string {
  return list.usualIn?.[queue] ?? `${list.descends ? '-' : ''}${list.sorts[0]}`;
}

/** Reads an address. What makes no sense is left out: an old or mistyped link still shows a list. */
export function readListView<Queue extends string, Filter extends string, Column extends string>(
  list: DeskList<Queue, Filter, Column>,
  search: URLSearchParams,
): ListView<Queue, Filter, Column> {
  const queue = list.queues.find((one) => one === search.get('queue')) ?? list.queues[0]!;
  const known = (text: string) => list.sorts.find((one) => one === text.replace(/^-/, ''));
  const typed = search.get('sort') ?? '';
  const sort = known(typed) ? typed : usualSort(list, queue);
  const names = Object.keys(list.filters) as Filter[];
  const asked = (name: Filter) => {
    const value = search.get(name) ?? '';
    return value !== '' && list.filters[name](value) ? value : '';
  };
  return {
    queue,
    find: (search.get('find') ?? '').trim().slice(0, longestFind(list)),
    filters: Object.fromEntries(names.map((name) => [name, asked(name)])) as Record<Filter, string>,
    sort: known(sort) ?? list.sorts[0]!,
    descending: sort.startsWith('-'),
    columns: readColumns(search, list.columns, list.usual),
    after: readCursor(search.get('after') ?? ''),
  };
}

/**
 * The address of a list, in a fixed order and without what is not asked; `after` is left out unless it is given. Whoever
 * goes to another tab without having chosen an order finds that tab in its own.
 */
export function listAddress<Queue extends string, Filter extends string, Column extends string>(
  list: DeskList<Queue, Filter, Column>,
  view: ListView<Queue, Filter, Column>,
  change: Partial<ListView<Queue, Filter, Column>> = {},
): string {
  const asked = { ...view, after: null, ...change };
  const search = new URLSearchParams();
  const set = (name: string, value: string) => value && search.append(name, value);
  set('queue', asked.queue === list.queues[0] ? '' : asked.queue);
  set('find', asked.find);
  for (const name of Object.keys(list.filters) as Filter[]) set(name, asked.filters[name]);
  const sortOf = ({ sort, descending }: typeof asked) => `${descending ? '-' : ''}${sort}`;
  const untouched = change.sort === undefined && change.descending === undefined && sortOf(view) === usualSort(list, view.queue);
  set('sort', untouched || sortOf(asked) === usualSort(list, asked.queue) ? '' : sortOf(asked));
  writeColumns(search, asked.columns, list.usual);
  if (asked.after) set('after', cursorText(asked.after));
  return search.size > 0 ? `?${search}` : '';
}

/** Everything that is in a tab. */
export function noListFilters<Filter extends string>(list: {
  readonly filters: Readonly<Record<Filter, (value: string) => boolean>>;
}): { readonly find: string; readonly filters: Readonly<Record<Filter, string>> } {
  return { find: '', filters: Object.fromEntries(Object.keys(list.filters).map((name) => [name, ''])) as Record<Filter, string> };
}
