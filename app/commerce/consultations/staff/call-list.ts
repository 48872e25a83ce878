import type { DeskList, ListView } from '#app/ui/desk-list/list-address.ts';
import { parseReference } from '#app/values/ids.ts';
import { consultationTopics } from '../consultation-kinds.ts';
import { consultationTabs } from './consultation-tabs.ts';

export const callOfficers = ['me', 'nobody'] as const;

const columns = ['name', 'time', 'reference', 'state', 'topic', 'speaks', 'officer', 'outcome', 'asked'] as const;
export type CallColumn = (typeof columns)[number];
const queues = consultationTabs;
export type CallQueue = (typeof queues)[number];

/** Every call in one list, beside the calendar of those that have a time. */
export const callList = {
  queues,
  filters: {
    topic: (value: string) => consultationTopics.some((topic) => topic === value),
    officer: (value: string) => callOfficers.some((officer) => officer === value),
  },
  columns,
  usual: ['name', 'time', 'reference', 'state', 'topic', 'speaks', 'officer', 'outcome'],
  sorts: ['time', 'asked'],
  // An address is typed as a whole.
  longest: 254,
} as const satisfies DeskList<CallQueue, 'topic' | 'officer', CallColumn>;

export type CallView = ListView<CallQueue, 'topic' | 'officer', CallColumn>;

/** What the store is asked for; `me` is whoever looks. */
export function askOf({ queue, find, filters, sort, descending, after }: CallView, me: string) {
  const email = find.includes('@') ? find : null;
  return {
    view: queue,
    topic: filters.topic || null,
    officer: filters.officer === 'me' ? me : filters.officer || null,
    reference: find === '' || email ? null : (parseReference(find) ?? find),
    email,
    sort: sort === 'asked' ? ('asked' as const) : ('time' as const),
    descending,
    after,
  };
}
