import type { ShortList } from '#app/ui/desk-list/short-list.ts';
import { cabinsInOrder, type Cabin } from '../offer.ts';
import { allotmentStates, type AllotmentEvent, type AllotmentStatus } from '../supply/allotment-status.ts';

export interface ListedAllotment {
  readonly id: string;
  readonly supplier: string;
  readonly airline: string;
  readonly number: number;
  readonly fromAirport: string;
  readonly toAirport: string;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly weekdays: number;
  readonly cabin: Cabin;
  readonly seats: number;
  readonly net: number;
  readonly withBag: boolean;
  readonly releaseDays: number;
  readonly status: AllotmentStatus;
  readonly seatsAsked: number | null;
  readonly version: number;
  /** Departures that are still ours. */
  readonly days: number;
  readonly held: number;
  readonly sold: number;
  /** Drafted or changed by whoever looks, who then does not put it on sale. */
  readonly mine: boolean;
  readonly askedByMe: boolean;
  readonly moves: readonly AllotmentEvent[];
}

const columns = ['id', 'flight', 'dates', 'cabin', 'net', 'perFlight', 'days', 'held', 'sold', 'state', 'act'] as const;
export type AllotmentColumn = (typeof columns)[number];
const queues = ['all', ...allotmentStates] as const;
const sorts = ['dates', 'id', 'flight', 'net', 'perFlight', 'days', 'held', 'sold'] as const;

export const allotmentList = {
  queues,
  filters: { cabin: (value: string) => cabinsInOrder.some((cabin) => cabin === value) },
  columns,
  usual: columns,
  sorts,
  id: ({ id }) => id,
  words: (row) => `${row.id} ${row.airline}${row.number} ${row.fromAirport} ${row.toAirport} ${row.supplier}`,
  inQueue: ({ status }, queue) => queue === 'all' || status === queue,
  meets: { cabin: ({ cabin }, value) => cabin === value },
  keys: {
    dates: ({ firstDay }) => firstDay,
    id: ({ id }) => id,
    flight: ({ airline, number }) => `${airline}${number}`,
    net: ({ net }) => net,
    perFlight: ({ seats }) => seats,
    days: ({ days }) => days,
    held: ({ held }) => held,
    sold: ({ sold }) => sold,
  },
} as const satisfies ShortList<ListedAllotment, (typeof queues)[number], 'cabin', AllotmentColumn, (typeof sorts)[number]>;
