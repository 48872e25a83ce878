import type { StatusTable } from '#app/values/status-table.ts';

export const experimentStates = ['drafted', 'approved', 'running', 'stopped', 'ended'] as const;
export type ExperimentStatus = (typeof experimentStates)[number];

export const experimentEvents = ['approve', 'send-back', 'begin', 'stop', 'end', 'call-off'] as const;
export type ExperimentEvent = (typeof experimentEvents)[number];

/** Why an experiment is over: somebody stopped it or it was called off, a guard spoke, or its time was up. */
export const overReasons = ['by-hand', 'called-off', 'margin', 'conversion', 'floor', 'control-changed', 'time'] as const;
export type OverBecause = (typeof overReasons)[number];

/** Drafted by the one; approved and begun by the other; stopped at once by either, or by its guards. */
export const experimentMachine: StatusTable<ExperimentStatus, ExperimentEvent, 'drafter' | 'publisher' | 'system'> = {
  name: 'price-experiment',
  states: experimentStates,
  initial: 'drafted',
  moves: [
    { from: 'drafted', event: 'approve', to: 'approved', by: ['publisher'] },
    { from: 'approved', event: 'send-back', to: 'drafted', by: ['drafter', 'publisher'] },
    { from: 'approved', event: 'begin', to: 'running', by: ['publisher'] },
    { from: 'running', event: 'stop', to: 'stopped', by: ['drafter', 'publisher', 'system'] },
    { from: 'running', event: 'end', to: 'ended', by: ['system'] },
    { from: ['drafted', 'approved'], event: 'call-off', to: 'stopped', by: ['drafter', 'publisher'] },
  ],
};
