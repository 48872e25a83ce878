import type { StatusTable } from '#app/values/status-table.ts';

export const allotmentStates = ['draft', 'review', 'live', 'paused', 'ended'] as const;
export type AllotmentStatus = (typeof allotmentStates)[number];

export const allotmentEvents = ['submit', 'send-back', 'go-live', 'pause', 'resume', 'end'] as const;
export type AllotmentEvent = (typeof allotmentEvents)[number];

/** Drafted by one person, put on sale by another. */
export const allotmentMachine: StatusTable<AllotmentStatus, AllotmentEvent, 'staff'> = {
  name: 'flight-allotment',
  states: allotmentStates,
  initial: 'draft',
  moves: [
    { from: 'draft', event: 'submit', to: 'review', by: ['staff'] },
    { from: 'review', event: 'send-back', to: 'draft', by: ['staff'] },
    { from: 'review', event: 'go-live', to: 'live', by: ['staff'] },
    { from: 'live', event: 'pause', to: 'paused', by: ['staff'] },
    { from: 'paused', event: 'resume', to: 'live', by: ['staff'] },
    { from: ['draft', 'live', 'paused'], event: 'end', to: 'ended', by: ['staff'] },
  ],
};
