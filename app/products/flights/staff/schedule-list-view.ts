import { readColumns, writeColumns } from '#app/ui/desk-list/chosen-columns.ts';
import { plainLine } from '#app/values/plain-text.ts';

/** Not answered, too late, not told on purpose, waiting for the order to be free, answered, and all there is. */
export const scheduleQueues = ['open', 'overdue', 'held', 'waiting', 'answered', 'all'] as const;
export type ScheduleQueue = (typeof scheduleQueues)[number];

export const scheduleSorts = ['answerBy', 'departs', 'received'] as const;
export type ScheduleSort = (typeof scheduleSorts)[number];

export const scheduleColumns = [
  'answerBy',
  'reference',
  'flights',
  'kind',
  'severity',
  'state',
  'seats',
  'told',
  'received',
  'owner',
] as const;
export type ScheduleColumn = (typeof scheduleColumns)[number];

/** What the address of the list says. Whatever is malformed is left out. */
export interface ScheduleListView {
  readonly queue: ScheduleQueue;
  readonly severity: 'minor' | 'major' | null;
  readonly airline: string;
  /** A reference or its beginning, a locator, or a flight such as EK332. */
  readonly find: string;
  readonly sort: ScheduleSort;
  readonly descending: boolean;
  readonly columns: readonly ScheduleColumn[];
  readonly after: { readonly key: string; readonly id: string } | null;
}

export const noScheduleFilters = { severity: null, airline: '', find: '' } as const;

export function readScheduleListView(query: URLSearchParams): ScheduleListView {
  const [key, id] = (query.get('after') ?? '').split('~');
  const sort = query.get('sort') ?? '';
  const airline = (query.get('airline') ?? '').trim().toUpperCase();
  return {
    queue: scheduleQueues.find((queue) => queue === query.get('queue')) ?? 'open',
    severity: (['minor', 'major'] as const).find((one) => one === query.get('severity')) ?? null,
    airline: /^[A-Z0-9]{2}$/.test(airline) ? airline : '',
    find: plainLine(query.get('find'), 20).slice(0, 20),
    sort: scheduleSorts.find((one) => one === sort.replace(/^-/, '')) ?? 'answerBy',
    descending: sort.startsWith('-'),
    columns: readColumns(query, scheduleColumns, scheduleColumns, 'reference'),
    after: key && id && /^-?\d{1,16}(\.\d{1,9})?$/.test(key) && /^[\w-]{1,64}$/.test(id) ? { key, id } : null,
  };
}

export function scheduleListAddress(view: ScheduleListView, change: Partial<ScheduleListView> = {}): string {
  const { queue, severity, airline, find, sort, descending, columns, after } = { ...view, after: null, ...change };
  const query = new URLSearchParams();
  if (queue !== 'open') query.set('queue', queue);
  if (severity) query.set('severity', severity);
  if (airline) query.set('airline', airline);
  if (find) query.set('find', find);
  if (sort !== 'answerBy' || descending) query.set('sort', descending ? `-${sort}` : sort);
  writeColumns(query, columns, scheduleColumns);
  if (after) query.set('after', `${after.key}~${after.id}`);
  return query.size > 0 ? `?${query}` : '';
}
