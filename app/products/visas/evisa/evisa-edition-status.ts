import type { StatusTable } from '#app/values/status-table.ts';

export const evisaEditionStates = ['draft', 'approved', 'published', 'retired'] as const;
export type EvisaEditionStatus = (typeof evisaEditionStates)[number];
export type EvisaEditionEvent = 'approve' | 'publish' | 'drop' | 'replace';

/** A draft is approved by somebody else than who wrote it, with the day from which it is sold; on that day it replaces what was. */
export const evisaEditionMachine: StatusTable<EvisaEditionStatus, EvisaEditionEvent, 'staff' | 'clock'> = {
  name: 'evisa-edition',
  states: evisaEditionStates,
  initial: 'draft',
  moves: [
    { from: 'draft', event: 'approve', to: 'approved', by: ['staff'] },
    { from: ['draft', 'approved'], event: 'drop', to: 'retired', by: ['staff'] },
    { from: 'approved', event: 'publish', to: 'published', by: ['staff', 'clock'] },
    { from: 'published', event: 'replace', to: 'retired', by: ['staff', 'clock'] },
  ],
};

export const evisaCountryStates = ['draft', 'verified', 'live', 'paused', 'retired'] as const;
export type EvisaCountryStatus = (typeof evisaCountryStates)[number];
export type EvisaCountryEvent = 'verify' | 'open' | 'pause' | 'resume' | 'retire';

/** Whether a country is sold at all. A new one is verified and opened with its first edition. */
export const evisaCountryMachine: StatusTable<EvisaCountryStatus, EvisaCountryEvent, 'staff' | 'clock'> = {
  name: 'evisa-country',
  states: evisaCountryStates,
  initial: 'draft',
  moves: [
    { from: 'draft', event: 'verify', to: 'verified', by: ['staff', 'clock'] },
    { from: 'verified', event: 'open', to: 'live', by: ['staff', 'clock'] },
    { from: 'live', event: 'pause', to: 'paused', by: ['staff'] },
    { from: 'paused', event: 'resume', to: 'live', by: ['staff'] },
    { from: ['live', 'paused'], event: 'retire', to: 'retired', by: ['staff'] },
  ],
};
