import type { CalendarDate } from '#app/values/dates.ts';
import type { StatusTable } from '#app/values/status-table.ts';

export const postingStates = ['draft', 'open', 'closed'] as const;
export type PostingStatus = (typeof postingStates)[number];

/** Written, open to the public, closed; what was closed too early is opened again. */
export const postingMachine: StatusTable<PostingStatus, 'open' | 'close' | 'reopen', 'staff'> = {
  name: 'job-posting',
  states: postingStates,
  initial: 'draft',
  moves: [
    { from: 'draft', event: 'open', to: 'open', by: ['staff'] },
    { from: 'open', event: 'close', to: 'closed', by: ['staff'] },
    { from: 'closed', event: 'reopen', to: 'open', by: ['staff'] },
  ],
};

/** Whether one may still ask about it: its last day counts in full. */
export function isOpenOn(posting: { readonly status: PostingStatus; readonly closesOn: string }, today: CalendarDate): boolean {
  return posting.status === 'open' && posting.closesOn >= today;
}
