import type { StatusTable } from '#app/values/status-table.ts';

export const readerStates = ['pending', 'reading', 'left'] as const;
export type ReaderStatus = (typeof readerStates)[number];

export type ReaderEvent = 'ask' | 'confirm' | 'leave';

/** A reader asks, confirms from the mailbox, and may leave at any time; who left asks and confirms anew. */
export const readerMachine: StatusTable<ReaderStatus, ReaderEvent, 'reader'> = {
  name: 'newsletter',
  states: readerStates,
  initial: 'pending',
  moves: [
    { from: 'left', event: 'ask', to: 'pending', by: ['reader'] },
    { from: 'pending', event: 'confirm', to: 'reading', by: ['reader'] },
    { from: ['pending', 'reading'], event: 'leave', to: 'left', by: ['reader'] },
  ],
};
