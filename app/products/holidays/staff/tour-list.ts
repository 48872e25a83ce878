import type { DeskList, ListView } from '#app/ui/desk-list/list-address.ts';
import { regionCodes } from '#app/values/regions.ts';

const columns = ['title', 'code', 'state', 'region', 'nights', 'next', 'sold', 'price', 'margin', 'languages'] as const;
export type TourColumn = (typeof columns)[number];

/** The tabs: everything; by standing, and what waits for a second person. */
const queues = ['all', 'published', 'in_review', 'draft', 'paused', 'archived'] as const;
type TourQueue = (typeof queues)[number];

export const tourList = {
  queues,
  filters: { region: (value: string) => regionCodes.some((region) => region === value) },
  columns,
  usual: columns,
  sorts: ['title', 'code', 'nights', 'next', 'sold', 'price', 'margin', 'languages'],
} as const satisfies DeskList<TourQueue, string, TourColumn>;

export type TourView = ListView<TourQueue, keyof typeof tourList.filters, TourColumn>;
