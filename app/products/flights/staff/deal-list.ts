import type { ShortList } from '#app/ui/desk-list/short-list.ts';
import type { FlightDeal } from '../deals/flight-deal.ts';

export interface ListedDeal extends FlightDeal {
  readonly state: 'onSale' | 'over' | 'withdrawn';
}

const columns = ['deal', 'route', 'travel', 'bookBy', 'price', 'languages', 'state', 'act'] as const;
export type DealColumn = (typeof columns)[number];
const queues = ['all', 'onSale', 'over', 'withdrawn'] as const;
const sorts = ['deal', 'route', 'travel', 'bookBy', 'price', 'languages'] as const;

export const dealList = {
  queues,
  filters: {},
  columns,
  usual: columns,
  sorts,
  id: ({ id }) => id,
  words: ({ id, from, to, note }) => `${id} ${from} ${to} ${Object.values(note).join(' ')}`,
  inQueue: ({ state }, queue) => queue === 'all' || state === queue,
  meets: {},
  keys: {
    deal: ({ id }) => id,
    route: ({ from, to }) => `${from} ${to}`,
    travel: ({ travelFrom }) => travelFrom,
    bookBy: ({ bookBy }) => bookBy,
    price: ({ price }) => price.amount,
    languages: ({ note }) => Object.values(note).filter(Boolean).length,
  },
} as const satisfies ShortList<ListedDeal, (typeof queues)[number], never, DealColumn, (typeof sorts)[number]>;
