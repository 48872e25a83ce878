import type { CalendarDate } from '#app/values/dates.ts';
import type { StatusTable } from '#app/values/status-table.ts';

export const postingStates = ['draft', 'scheduled', 'published', 'paused', 'closed', 'archived'] as const;
export type PostingStatus = (typeof postingStates)[number];

export const postingEvents = ['schedule', 'unschedule', 'publish', 'pause', 'resume', 'close', 'reopen', 'archive'] as const;
export type PostingEvent = (typeof postingEvents)[number];

/** What lets the public read it: now, or by the clock. */
export const letsOut: readonly PostingEvent[] = ['schedule', 'publish', 'resume', 'reopen'];

/** A recruiter writes it; what the public sees is let out by whoever manages people, or by the clock on the day they chose. */
export type PostingActor = 'recruiter' | 'publisher' | 'system';

export const postingMachine: StatusTable<PostingStatus, PostingEvent, PostingActor> = {
  name: 'job-posting',
  states: postingStates,
  initial: 'draft',
  moves: [
    { from: 'draft', event: 'schedule', to: 'scheduled', by: ['publisher'] },
    { from: 'scheduled', event: 'unschedule', to: 'draft', by: ['recruiter', 'publisher'] },
    { from: ['draft', 'scheduled'], event: 'publish', to: 'published', by: ['publisher', 'system'] },
    { from: 'published', event: 'pause', to: 'paused', by: ['recruiter', 'publisher'] },
    { from: 'paused', event: 'resume', to: 'published', by: ['publisher'] },
    { from: ['published', 'paused'], event: 'close', to: 'closed', by: ['recruiter', 'publisher', 'system'] },
    { from: 'closed', event: 'reopen', to: 'published', by: ['publisher'] },
    { from: ['draft', 'closed'], event: 'archive', to: 'archived', by: ['recruiter', 'publisher'] },
  ],
};

/** The states in which the public may read it. */
export const publicStates = ['published', 'paused', 'closed', 'archived'] as const satisfies readonly PostingStatus[];

/** Whether one may still apply: its last day counts in full. */
export function isOpenOn(posting: { readonly status: PostingStatus; readonly closesOn: string }, today: CalendarDate): boolean {
  return posting.status === 'published' && posting.closesOn >= today;
}
