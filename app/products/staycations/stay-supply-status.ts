import { editionMachine } from '#app/commerce/supply/edition-status.ts';
import type { StatusTable } from '#app/values/status-table.ts';

export const staySupplyStates = ['draft', 'published', 'paused', 'archived'] as const;
export type StaySupplyState = (typeof staySupplyStates)[number];
export type StaySupplyEvent = 'publish' | 'pause' | 'resume' | 'archive' | 'take-back' | 'begin-again';

/** A house at the desk. It goes on sale with its first edition; withdrawing it and bringing it back are done by one. */
export const staySupplyMachine: StatusTable<StaySupplyState, StaySupplyEvent, 'staff'> = {
  name: 'stay-supply',
  states: staySupplyStates,
  initial: 'draft',
  moves: [
    { from: 'draft', event: 'publish', to: 'published', by: ['staff'] },
    { from: 'published', event: 'pause', to: 'paused', by: ['staff'] },
    { from: 'paused', event: 'resume', to: 'published', by: ['staff'] },
    { from: ['draft', 'paused'], event: 'archive', to: 'archived', by: ['staff'] },
    // What was on sale once comes back withdrawn; what never was is written on.
    { from: 'archived', event: 'take-back', to: 'paused', by: ['staff'] },
    { from: 'archived', event: 'begin-again', to: 'draft', by: ['staff'] },
  ],
};

export const stayEditionMachine = editionMachine('stay-edition');
