import type { DeskList } from '#app/ui/desk-list/list-address.ts';
import { rateChangeStates } from '../rate-change-status.ts';
import { isSettable, rateSources } from '../rate-rules.ts';

const columns = ['currency', 'when', 'state', 'rate', 'moved', 'spread', 'source', 'ends', 'reason', 'by', 'decided'] as const;
export type RateHistoryColumn = (typeof columns)[number];
const queues = ['all', ...rateChangeStates] as const;
export type RateHistoryQueue = (typeof queues)[number];
export type RateHistoryFilter = 'currency' | 'source' | 'month' | 'by';

/** In an address: what the house's own machinery asked for. */
export const machineAsks = 'machine';

export const rateHistoryList = {
  queues,
  filters: {
    currency: isSettable,
    source: (value: string) => rateSources.some((source) => source === value),
    /** Of asking, YYYY-MM, in UTC. */
    month: (value: string) => /^20\d\d-(0[1-9]|1[0-2])$/.test(value),
    /** An id of a colleague, or `machine`. */
    by: (value: string) => /^[\w-]{1,60}$/.test(value),
  },
  columns,
  usual: ['currency', 'when', 'state', 'rate', 'moved', 'source', 'reason', 'by', 'decided'],
  sorts: ['when', 'moved'],
  descends: true,
} as const satisfies DeskList<RateHistoryQueue, RateHistoryFilter, RateHistoryColumn>;
