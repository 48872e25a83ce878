import type { StatusTable } from '#app/values/status-table.ts';

export const draftStates = ['draft', 'review', 'published', 'discarded'] as const;
export type DraftStatus = (typeof draftStates)[number];

export const draftEvents = ['submit', 'send-back', 'publish', 'discard'] as const;
export type DraftEvent = (typeof draftEvents)[number];

/** Drafted by the one, published by the other. */
export const draftMachine: StatusTable<DraftStatus, DraftEvent, 'drafter' | 'publisher'> = {
  name: 'pricing-draft',
  states: draftStates,
  initial: 'draft',
  moves: [
    { from: 'draft', event: 'submit', to: 'review', by: ['drafter'] },
    { from: 'review', event: 'send-back', to: 'draft', by: ['drafter', 'publisher'] },
    { from: 'review', event: 'publish', to: 'published', by: ['publisher'] },
    { from: ['draft', 'review'], event: 'discard', to: 'discarded', by: ['drafter', 'publisher'] },
  ],
};
