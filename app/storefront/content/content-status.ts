import type { StatusTable } from '#app/values/status-table.ts';

export const contentStates = ['draft', 'review', 'published', 'archived'] as const;
export type ContentStatus = (typeof contentStates)[number];

export const contentEvents = ['submit', 'send-back', 'publish', 'revise', 'archive', 'restore'] as const;
export type ContentEvent = (typeof contentEvents)[number];

/** `revise` is what a saved change does to a text that was submitted or published; the live edition stays. */
export const contentMachine: StatusTable<ContentStatus, ContentEvent, 'staff'> = {
  name: 'content',
  states: contentStates,
  initial: 'draft',
  moves: [
    { from: 'draft', event: 'submit', to: 'review', by: ['staff'] },
    { from: 'review', event: 'send-back', to: 'draft', by: ['staff'] },
    { from: 'review', event: 'publish', to: 'published', by: ['staff'] },
    { from: ['review', 'published'], event: 'revise', to: 'draft', by: ['staff'] },
    { from: ['draft', 'review', 'published'], event: 'archive', to: 'archived', by: ['staff'] },
    { from: 'archived', event: 'restore', to: 'draft', by: ['staff'] },
  ],
};
