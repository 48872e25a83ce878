import { isLead, type Lead } from '#app/commerce/traffic/lead-rules.ts';
import type { ShortList } from '#app/ui/desk-list/short-list.ts';
import { leastOf } from './measure-rules.ts';

export const flightFunnelPage = '/admin/analytics/flights/funnel';

/** By what the way from a search to a ticket is told apart: a tab each. */
export const funnelSplits = ['route', 'airline', 'cabin', 'lead'] as const;
export type FunnelSplit = (typeof funnelSplits)[number];
export const funnelCabins = ['economy', 'premium', 'business', 'first'] as const;

/** Days back that can be asked for; the first is the usual one. More would be read from too many orders. */
export const funnelDays = [30, 7, 90] as const;

/** What became of searches and of the orders that were placed in these days. */
export interface FunnelRow {
  readonly split: FunnelSplit;
  /** DXB-LHR, EK, economy, 8-14. */
  readonly member: string;
  readonly searches: number;
  readonly offers: number;
  readonly orders: number;
  /** Of the orders, those whose seats were held, which were paid, and which have tickets. */
  readonly holds: number;
  readonly paid: number;
  readonly tickets: number;
}

const counts = ['searches', 'offers', 'orders', 'holds', 'paid', 'tickets'] as const;
export const funnelCounts: readonly (typeof counts)[number][] = counts;
const columns = ['member', ...counts, 'booked', 'issued'] as const;
export type FunnelColumn = (typeof columns)[number];
export type FunnelFilter = 'days' | 'route' | 'airline' | 'cabin' | 'lead';

/** Orders for a hundred searches; null where nobody searched, or where searches were not counted on all of the days. */
export const bookedOf = ({ searches, orders }: FunnelRow, whole: boolean): number | null =>
  searches === 0 || !whole ? null : (orders / searches) * 100;
/** Tickets for a hundred paid orders; null where none was paid. */
export const issuedOf = ({ paid, tickets }: FunnelRow): number | null => (paid === 0 ? null : (tickets / paid) * 100);

/** A route may be one family's, and so may all that is told of one route: a handful is not shown. */
export const isShown = (row: FunnelRow, route: string): boolean =>
  (row.split !== 'route' && route === '') || Math.max(row.searches, row.orders) >= leastOf;

const leadWords = (value: string): value is Lead => isLead(value);
/** Asked where the rows are read, before they are added up. */
const anyRow = () => true;

export const flightFunnelList = {
  queues: funnelSplits,
  filters: {
    days: (value: string) => funnelDays.some((days, at) => at > 0 && String(days) === value),
    route: (value: string) => /^[A-Z]{3}-[A-Z]{3}$/.test(value),
    airline: (value: string) => /^[A-Z0-9]{2}$/.test(value),
    cabin: (value: string) => funnelCabins.some((cabin) => cabin === value),
    lead: leadWords,
  },
  columns,
  usual: columns,
  sorts: [...counts, 'member'],
  descends: true,
  id: ({ split, member }) => `${split} ${member}`,
  words: ({ member }) => member.replace('-', ' '),
  inQueue: ({ split }, queue) => split === queue,
  meets: { days: anyRow, route: anyRow, airline: anyRow, cabin: anyRow, lead: anyRow },
  keys: {
    member: ({ member }) => member,
    searches: ({ searches }) => searches,
    offers: ({ offers }) => offers,
    orders: ({ orders }) => orders,
    holds: ({ holds }) => holds,
    paid: ({ paid }) => paid,
    tickets: ({ tickets }) => tickets,
  },
} as const satisfies ShortList<FunnelRow, FunnelSplit, FunnelFilter, FunnelColumn, (typeof counts)[number] | 'member'>;
