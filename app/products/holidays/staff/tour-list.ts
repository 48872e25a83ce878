import type { SupplyList, SupplyView } from '#app/commerce/supply/staff/supply-list-view.ts';
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
} as const satisfies SupplyList<TourQueue, string, TourColumn>;

export type TourView = SupplyView<TourQueue, keyof typeof tourList.filters, TourColumn>;
