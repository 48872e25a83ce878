import type { DeskList } from '#app/ui/desk-list/list-address.ts';
import { disruptionKinds } from '../supply/disruption-rules.ts';

const columns = ['flight', 'day', 'what', 'orders', 'why', 'who', 'when'] as const;
export type DisruptionColumn = (typeof columns)[number];
const queues = ['all', 'held'] as const;
export type DisruptionQueue = (typeof queues)[number];

export const disruptionList = {
  queues,
  filters: {
    what: (value: string) => disruptionKinds.some((kind) => kind === value),
  },
  columns,
  usual: columns,
  sorts: ['when', 'day'],
  descends: true,
} as const satisfies DeskList<DisruptionQueue, 'what', DisruptionColumn>;
