import type { ShortList } from '#app/ui/desk-list/short-list.ts';
import type { UnmatchedOrder } from './open-unmatched.server.ts';

const columns = ['order', 'invoice', 'held', 'invoiced', 'tooMuch', 'state'] as const;
export type UnmatchedColumn = (typeof columns)[number];
const queues = ['all', 'toReturn', 'noInvoice', 'returning'] as const;
type Queue = (typeof queues)[number];
const sorts = ['tooMuch', 'held', 'order'] as const;

export const unmatchedState = ({ returning, invoice }: UnmatchedOrder): Exclude<Queue, 'all'> =>
  returning ? 'returning' : invoice ? 'toReturn' : 'noInvoice';

export const unmatchedList = {
  queues,
  filters: {},
  columns,
  usual: columns,
  sorts,
  descends: true,
  id: ({ reference }) => reference,
  words: ({ reference, invoice }) => `${reference} ${invoice ?? ''}`,
  inQueue: (row, queue) => queue === 'all' || unmatchedState(row) === queue,
  meets: {},
  keys: {
    tooMuch: ({ over }) => over,
    held: ({ money }) => money,
    order: ({ reference }) => reference,
  },
} as const satisfies ShortList<UnmatchedOrder, Queue, never, UnmatchedColumn, (typeof sorts)[number]>;
