import type { DeskList, ListView } from '#app/ui/desk-list/list-address.ts';
import { isSlug } from '#app/values/ids.ts';
import { supplyStates } from '../experience-supply-status.ts';

const columns = ['title', 'city', 'operator', 'confirms', 'capacity', 'state'] as const;
export type ActivityColumn = (typeof columns)[number];

/** The tabs: everything; new editions that wait for a second person; by standing. */
const queues = ['all', 'in_review', ...supplyStates] as const;
type ActivityQueue = (typeof queues)[number];

export const confirmWays = ['instant', 'request'] as const;

export const activityList = {
  queues,
  filters: { operator: isSlug, confirms: (value: string) => confirmWays.some((way) => way === value) },
  columns,
  usual: columns,
  sorts: ['title', 'city', 'operator', 'capacity'],
} as const satisfies DeskList<ActivityQueue, string, ActivityColumn>;

export type ActivityView = ListView<ActivityQueue, keyof typeof activityList.filters, ActivityColumn>;
