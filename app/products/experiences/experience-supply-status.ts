import { editionMachine } from '#app/commerce/supply/edition-status.ts';
import type { StatusTable } from '#app/values/status-table.ts';

export const supplyStates = ['draft', 'published', 'paused', 'archived'] as const;
export type SupplyState = (typeof supplyStates)[number];
export type SupplyEvent = 'publish' | 'pause' | 'resume' | 'archive' | 'reopen';

/** What is on sale. A draft goes on sale by a second person; pausing and resuming are done by one. */
export const experienceSupplyMachine: StatusTable<SupplyState, SupplyEvent, 'staff'> = {
  name: 'experience-supply',
  states: supplyStates,
  initial: 'draft',
  moves: [
    { from: 'draft', event: 'publish', to: 'published', by: ['staff'] },
    { from: 'published', event: 'pause', to: 'paused', by: ['staff'] },
    { from: 'paused', event: 'resume', to: 'published', by: ['staff'] },
    { from: ['draft', 'paused'], event: 'archive', to: 'archived', by: ['staff'] },
    { from: 'archived', event: 'reopen', to: 'draft', by: ['staff'] },
  ],
};

export const experienceEditionMachine = editionMachine('experience-edition');
