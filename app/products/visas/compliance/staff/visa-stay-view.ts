import { readColumns, writeColumns } from '#app/ui/desk-list/chosen-columns.ts';
import { parseCalendarDate } from '#app/values/dates.ts';
import type { StayState } from '../visa-stay-status.ts';

/** The queues of the monitor: what is near first, then the way a stay goes. */
export const stayQueues = ['near', 'issued', 'inside', 'alert', 'left', 'over', 'all'] as const;
export type StayQueue = (typeof stayQueues)[number];

export const statesOfStayQueue: Readonly<Record<StayQueue, readonly StayState[]>> = {
  // Near is a matter of days as well: the store adds them.
  near: ['issued', 'entered', 'reminder_sent', 'extension_filed'],
  issued: ['issued'],
  inside: ['entered', 'reminder_sent', 'extension_filed'],
  alert: ['overstay_alert'],
  left: ['exited'],
  over: ['closed'],
  all: ['issued', 'entered', 'reminder_sent', 'extension_filed', 'overstay_alert', 'exited', 'closed'],
};

/** What is due within these days is near. */
export const nearDays = 14;

/** Columns in the order they stand; the traveller leads to the stay. */
export const stayColumns = [
  'traveller',
  'case',
  'visa',
  'country',
  'issued',
  'enterBy',
  'entries',
  'arrived',
  'until',
  'left',
  'state',
] as const;
export type StayColumn = (typeof stayColumns)[number];

/** The list an address asks for. */
export interface StayView {
  readonly queue: StayQueue;
  readonly country: string;
  readonly route: 'evisa' | 'assisted' | '';
  /** The number of a visa, a reference of an order or a surname. */
  readonly find: string;
  readonly columns: readonly StayColumn[];
  /** The last row of the page before. */
  readonly after: { readonly due: string; readonly id: string } | null;
}

export const noStayFilters: Partial<StayView> = { country: '', route: '', find: '' };

/** What is not a word of ours is left out. */
export function readStayView(search: URLSearchParams): StayView {
  const country = search.get('country') ?? '';
  const [, due, id] = /^(\d{4}-\d{2}-\d{2})~([\w-]{1,64})$/.exec(search.get('after') ?? '') ?? [];
  return {
    queue: stayQueues.find((one) => one === search.get('queue')) ?? 'near',
    country: /^[A-Z]{2}$/.test(country) ? country : '',
    route: (['evisa', 'assisted'] as const).find((one) => one === search.get('route')) ?? '',
    find: (search.get('find') ?? '').trim().slice(0, 60),
    columns: readColumns(search, stayColumns),
    after: due && id && parseCalendarDate(due) ? { due, id } : null,
  };
}

/** The address of a list in a fixed order; `after` belongs to one page of it and is left out unless it is given. */
export function stayAddress(view: StayView, change: Partial<StayView> = {}): string {
  const asked = { ...view, after: null, ...change };
  const search = new URLSearchParams();
  if (asked.queue !== 'near') search.set('queue', asked.queue);
  if (asked.country) search.set('country', asked.country);
  if (asked.route) search.set('route', asked.route);
  if (asked.find) search.set('find', asked.find);
  writeColumns(search, asked.columns, stayColumns);
  if (asked.after) search.set('after', `${asked.after.due}~${asked.after.id}`);
  return search.size > 0 ? `?${search}` : '';
}
