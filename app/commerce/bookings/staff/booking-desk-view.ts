import { isMoment, parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { displayCurrencies, type DisplayCurrency } from '#app/values/preferences.ts';
import { bookingStates, type BookingState } from '../booking-status.ts';
import { bookingColumns, bookingLists, bookingQueues, type BookingColumn, type BookingQueue, type ListedKind } from './booking-lists.ts';

export const bookingSorts = ['starts', 'placed', 'total'] as const;
export type BookingSort = (typeof bookingSorts)[number];

/** What the list's address says. Whatever is malformed in an address is left out. */
export interface BookingView {
  readonly kind: ListedKind;
  readonly queue: BookingQueue;
  /** One state of the tab, or empty for all of it. */
  readonly state: BookingState | '';
  /** A reference or its beginning, an e-mail or a surname. */
  readonly find: string;
  /** What is booked, as its product names it, or empty. */
  readonly item: string;
  /** `me`, `nobody`, a colleague's id, or empty for all. */
  readonly owner: string;
  /** In which currency the total of its order was shown when somebody pressed pay, or empty. */
  readonly shownIn: DisplayCurrency | '';
  /** Bookings that start from and until these days, where they are; empty: no end. */
  readonly from: CalendarDate | '';
  readonly until: CalendarDate | '';
  /** Null: by the start, and from the newest where that lies behind. */
  readonly sort: BookingSort | null;
  readonly descending: boolean;
  readonly columns: readonly BookingColumn[];
  /** The sort key and id of the last row of the page before. */
  readonly after: { readonly key: string; readonly id: string } | null;
}

/** Filters as they stand when nothing is asked. */
export const noBookingFilters = { state: '', find: '', item: '', owner: '', shownIn: '', from: '', until: '' } as const;

export function readBookingView(kind: ListedKind, search: URLSearchParams): BookingView {
  const word = (name: string, pattern: RegExp) => (pattern.test(search.get(name) ?? '') ? search.get(name)! : '');
  const sort = search.get('sort') ?? '';
  const known = bookingSorts.find((one) => one === sort.replace(/^-/, '')) ?? null;
  const asked = search.getAll('column');
  const columns = bookingColumns.filter((column) => column === 'reference' || asked.includes(column));
  return {
    kind,
    queue: bookingQueues.find((one) => one === search.get('queue')) ?? 'ahead',
    state: bookingStates.find((one) => one === search.get('state')) ?? '',
    find: (search.get('find') ?? '').trim().slice(0, 60),
    item: word('item', /^[a-z0-9-]{1,60}$/),
    owner: word('owner', /^[\w-]{1,64}$/),
    shownIn: displayCurrencies.find((one) => one === search.get('shown-in')) ?? '',
    from: parseCalendarDate(search.get('from') ?? '') ?? '',
    until: parseCalendarDate(search.get('until') ?? '') ?? '',
    sort: known,
    descending: known !== null && sort.startsWith('-'),
    columns: columns.length > 1 ? columns : bookingLists[kind].usual,
    after: readAfter(search.get('after') ?? ''),
  };
}

/** The address of a list, in a fixed order and without what is not asked; `after` is left out unless it is given. */
export function bookingAddress(view: BookingView, change: Partial<BookingView> = {}): string {
  const asked = { ...view, after: null, ...change };
  const search = new URLSearchParams();
  const set = (name: string, value: string) => value && search.append(name, value);
  set('queue', asked.queue === 'ahead' ? '' : asked.queue);
  for (const name of ['state', 'find', 'item', 'owner', 'from', 'until'] as const) set(name, asked[name]);
  set('shown-in', asked.shownIn);
  if (asked.sort) set('sort', `${asked.descending ? '-' : ''}${asked.sort}`);
  if (asked.columns.join() !== bookingLists[asked.kind].usual.join()) for (const column of asked.columns) set('column', column);
  if (asked.after) set('after', `${asked.after.key}~${asked.after.id}`);
  return search.size > 0 ? `?${search}` : '';
}

/** By what the list is sorted when nobody chose: what is over is read from the newest. */
export function sortOf(view: Pick<BookingView, 'queue' | 'sort' | 'descending'>): {
  readonly by: BookingSort;
  readonly descending: boolean;
} {
  if (view.sort) return { by: view.sort, descending: view.descending };
  return { by: 'starts', descending: view.queue === 'over' || view.queue === 'ended' || view.queue === 'all' };
}

function readAfter(text: string): BookingView['after'] {
  const [, key, id] = /^(\d{4}-\d{2}-\d{2}T[\d:.]+Z|\d{1,15})~([\w-]{1,64})$/.exec(text) ?? [];
  return key && id && (/^\d+$/.test(key) || isMoment(key)) ? { key, id } : null;
}
