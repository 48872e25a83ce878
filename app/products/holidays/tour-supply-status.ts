import { editionMachine } from '#app/commerce/supply/edition-status.ts';
import type { StatusTable } from '#app/values/status-table.ts';

export const tourStates = ['draft', 'in_review', 'published', 'paused', 'archived'] as const;
export type TourState = (typeof tourStates)[number];
export type TourEvent = 'submit' | 'send-back' | 'publish' | 'pause' | 'resume' | 'archive' | 'take-back' | 'begin-again';

/** A tour at the desk. One that is on sale stays so while its next edition is written and looked over. */
export const tourSupplyMachine: StatusTable<TourState, TourEvent, 'staff'> = {
  name: 'tour-supply',
  states: tourStates,
  initial: 'draft',
  moves: [
    { from: 'draft', event: 'submit', to: 'in_review', by: ['staff'] },
    { from: 'in_review', event: 'send-back', to: 'draft', by: ['staff'] },
    { from: 'in_review', event: 'publish', to: 'published', by: ['staff'] },
    { from: 'published', event: 'pause', to: 'paused', by: ['staff'] },
    { from: 'paused', event: 'resume', to: 'published', by: ['staff'] },
    { from: ['draft', 'paused'], event: 'archive', to: 'archived', by: ['staff'] },
    // What was on sale once comes back paused; what never was is written on.
    { from: 'archived', event: 'take-back', to: 'paused', by: ['staff'] },
    { from: 'archived', event: 'begin-again', to: 'draft', by: ['staff'] },
  ],
};

export const tourEditionMachine = editionMachine('tour-edition');
