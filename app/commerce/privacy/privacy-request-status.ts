import type { StatusTable } from '#app/values/status-table.ts';

export const requestKinds = ['export', 'erase'] as const;
export type RequestKind = (typeof requestKinds)[number];

export const requestStates = ['asked', 'waiting', 'ready', 'done', 'undone', 'refused'] as const;
export type RequestStatus = (typeof requestStates)[number];
export const openStates: readonly RequestStatus[] = ['asked', 'waiting'];

export type RequestEvent = 'prove' | 'prepared' | 'finish' | 'take-back' | 'refuse';

/** `asked` waits for its mailbox to be proved, `waiting` for the work or for the end of the time to think again. */
export const privacyRequestMachine: StatusTable<RequestStatus, RequestEvent, 'person' | 'staff' | 'system'> = {
  name: 'privacy-request',
  states: requestStates,
  initial: 'asked',
  moves: [
    { from: 'asked', event: 'prove', to: 'waiting', by: ['person'] },
    { from: ['asked', 'waiting'], event: 'refuse', to: 'refused', by: ['staff', 'system'] },
    { from: 'waiting', event: 'prepared', to: 'ready', by: ['system'] },
    { from: ['waiting', 'ready'], event: 'finish', to: 'done', by: ['system'] },
    { from: 'waiting', event: 'take-back', to: 'undone', by: ['person'] },
  ],
};
