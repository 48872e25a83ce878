import type { StatusTable } from '#app/values/status-table.ts';

export const editionStates = ['draft', 'in_review', 'published', 'past', 'dropped'] as const;
export type EditionState = (typeof editionStates)[number];
export type EditionEvent = 'submit' | 'send-back' | 'publish' | 'replace' | 'drop';

/** One version of what is told and asked of a thing we sell: written by one, put on sale by another. */
export function editionMachine(name: string): StatusTable<EditionState, EditionEvent, 'staff'> {
  return {
    name,
    states: editionStates,
    initial: 'draft',
    moves: [
      { from: 'draft', event: 'submit', to: 'in_review', by: ['staff'] },
      { from: 'in_review', event: 'send-back', to: 'draft', by: ['staff'] },
      { from: 'in_review', event: 'publish', to: 'published', by: ['staff'] },
      { from: 'published', event: 'replace', to: 'past', by: ['staff'] },
      { from: 'draft', event: 'drop', to: 'dropped', by: ['staff'] },
    ],
  };
}
