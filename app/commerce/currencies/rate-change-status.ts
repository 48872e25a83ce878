import type { StatusTable } from '#app/values/status-table.ts';

export const rateChangeStates = ['proposed', 'live', 'superseded', 'refused'] as const;
export type RateChangeStatus = (typeof rateChangeStates)[number];
export type RateChangeEvent = 'approve' | 'refuse' | 'replace';

/** `guard` is the rule that lets small moves through by itself; larger ones wait for a second person. */
export const rateChangeMachine: StatusTable<RateChangeStatus, RateChangeEvent, 'guard' | 'staff'> = {
  name: 'rate-change',
  states: rateChangeStates,
  initial: 'proposed',
  moves: [
    { from: 'proposed', event: 'approve', to: 'live', by: ['guard', 'staff'] },
    { from: 'proposed', event: 'refuse', to: 'refused', by: ['guard', 'staff'] },
    { from: 'live', event: 'replace', to: 'superseded', by: ['guard', 'staff'] },
  ],
};
