import type { DeskList } from '#app/ui/desk-list/list-address.ts';

export const creditParts = ['money', 'bonus'] as const;

const columns = ['order', 'part', 'given', 'left', 'made', 'ends'] as const;
export type CreditColumn = (typeof columns)[number];
const queues = ['open', 'over', 'all'] as const;
export type CreditQueue = (typeof queues)[number];

export const creditList = {
  queues,
  filters: { part: (value: string) => creditParts.some((part) => part === value) },
  columns,
  usual: columns,
  sorts: ['made', 'ends', 'left'],
  descends: true,
} as const satisfies DeskList<CreditQueue, 'part', CreditColumn>;
