import type { StatusTable } from '#app/values/status-table.ts';

export const purgeStates = ['proposed', 'approved', 'done', 'dropped'] as const;
export type PurgeState = (typeof purgeStates)[number];
export const purgeEvents = ['approve', 'finish', 'drop'] as const;
export type PurgeEvent = (typeof purgeEvents)[number];

/** A purge run. Who approves it is never who proposed it; that is asked beside the table, and by the database too. */
export const purgeMachine: StatusTable<PurgeState, PurgeEvent, 'staff' | 'system'> = {
  name: 'visa-purge',
  states: purgeStates,
  initial: 'proposed',
  moves: [
    { from: 'proposed', event: 'approve', to: 'approved', by: ['staff'] },
    { from: 'proposed', event: 'drop', to: 'dropped', by: ['staff'] },
    { from: 'approved', event: 'finish', to: 'done', by: ['system'] },
  ],
};
