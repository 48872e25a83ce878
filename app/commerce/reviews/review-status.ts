import type { StatusTable } from '#app/values/status-table.ts';

export const reviewStates = ['waiting', 'published', 'rejected', 'withdrawn'] as const;
export type ReviewStatus = (typeof reviewStates)[number];

export type ReviewMove = 'edit' | 'publish' | 'reject' | 'withdraw';

/** What changed is read again before it is seen: an edit always leads back to the queue. */
export const reviewMachine: StatusTable<ReviewStatus, ReviewMove, 'writer' | 'staff'> = {
  name: 'review',
  states: reviewStates,
  initial: 'waiting',
  moves: [
    { from: ['waiting', 'published', 'rejected'], event: 'edit', to: 'waiting', by: ['writer'] },
    { from: ['waiting', 'rejected'], event: 'publish', to: 'published', by: ['staff'] },
    { from: ['waiting', 'published'], event: 'reject', to: 'rejected', by: ['staff'] },
    { from: ['waiting', 'published', 'rejected'], event: 'withdraw', to: 'withdrawn', by: ['writer'] },
  ],
};
