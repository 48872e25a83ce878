import type { ShortList } from '#app/ui/desk-list/short-list.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import { regionCodes, type RegionCode } from '#app/values/regions.ts';

export const departureStates = ['open', 'full', 'stopped', 'cancelled'] as const;

export interface ListedDeparture {
  readonly tourId: string;
  readonly title: string;
  readonly code: string;
  readonly region: RegionCode;
  readonly setsOff: CalendarDate;
  readonly price: Money;
  readonly capacity: number;
  readonly sold: number;
  readonly held: number;
  readonly left: number;
  readonly state: (typeof departureStates)[number];
  readonly guaranteed: boolean;
  readonly atRisk: boolean;
  /** Who runs it on the ground. */
  readonly supplier: string;
}

const columns = ['date', 'tour', 'code', 'region', 'sold', 'held', 'left', 'capacity', 'price', 'state', 'supplier'] as const;
export type DepartureColumn = (typeof columns)[number];
const queues = ['all', 'risk', 'guaranteed', ...departureStates] as const;
type Queue = (typeof queues)[number];
const sorts = ['date', 'tour', 'sold', 'left', 'price', 'supplier'] as const;
type Filter = 'month' | 'region' | 'sale';

/** What was sold of it at all. */
export const departureSales = ['some', 'none'] as const;

export const departureList = {
  queues,
  filters: {
    month: (value: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(value),
    region: (value: string) => regionCodes.some((region) => region === value),
    sale: (value: string) => departureSales.some((sale) => sale === value),
  },
  columns,
  usual: ['date', 'tour', 'sold', 'left', 'capacity', 'price', 'state', 'supplier'],
  sorts,
  id: ({ tourId, setsOff }) => `${tourId}.${setsOff}`,
  words: ({ title, code, tourId, supplier }) => `${title} ${code} ${tourId} ${supplier}`,
  inQueue: (row, queue) =>
    queue === 'all' ||
    (queue === 'risk' ? row.atRisk : queue === 'guaranteed' ? row.guaranteed && row.state !== 'cancelled' : row.state === queue),
  meets: {
    month: ({ setsOff }, value) => setsOff.startsWith(value),
    region: ({ region }, value) => region === value,
    sale: ({ sold }, value) => sold > 0 === (value === 'some'),
  },
  keys: {
    date: ({ setsOff }) => setsOff,
    tour: ({ title }) => title,
    sold: ({ sold }) => sold,
    left: ({ left }) => left,
    price: ({ price }) => price.amount,
    supplier: ({ supplier }) => supplier,
  },
} as const satisfies ShortList<ListedDeparture, Queue, Filter, DepartureColumn, (typeof sorts)[number]>;
