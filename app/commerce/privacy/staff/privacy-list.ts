import type { DeskList } from '#app/ui/desk-list/list-address.ts';
import { requestKinds } from '../privacy-request-status.ts';

export const requestWays = ['account', 'staff', 'command'] as const;

const columns = ['kind', 'due', 'state', 'email', 'cameBy', 'asked', 'closed', 'act'] as const;
export type PrivacyColumn = (typeof columns)[number];
const queues = ['open', 'closed', 'all'] as const;
export type PrivacyQueue = (typeof queues)[number];
export type PrivacyFilter = 'kind' | 'cameBy';

export const privacyList = {
  queues,
  filters: {
    kind: (value: string) => requestKinds.some((kind) => kind === value),
    cameBy: (value: string) => requestWays.some((way) => way === value),
  },
  columns,
  usual: ['kind', 'due', 'state', 'email', 'cameBy', 'asked', 'act'],
  sorts: ['due', 'asked', 'closed'],
  // What is open is worked by its last day; of what is closed, and of everything, the newest is looked for.
  usualIn: { closed: '-closed', all: '-asked' },
  // An address is typed as a whole.
  longest: 254,
} as const satisfies DeskList<PrivacyQueue, PrivacyFilter, PrivacyColumn>;
