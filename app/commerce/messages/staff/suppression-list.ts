import { suppressionReasons } from '#app/platform/mail-rules.ts';
import type { DeskList } from '#app/ui/desk-list/list-address.ts';

const columns = ['to', 'reason', 'note', 'by', 'when', 'lift'] as const;
export type SuppressionColumn = (typeof columns)[number];
const queues = ['all', 'staff', 'system'] as const;
export type SuppressionQueue = (typeof queues)[number];

export const suppressionList = {
  queues,
  filters: { why: (value: string) => suppressionReasons.some((reason) => reason === value) },
  columns,
  usual: columns,
  sorts: ['when'],
  descends: true,
  // An address is typed as a whole.
  longest: 254,
} as const satisfies DeskList<SuppressionQueue, 'why', SuppressionColumn>;
