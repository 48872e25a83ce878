import type { StatusTable } from '#app/values/status-table.ts';

export const bankLineStates = ['open', 'asked', 'matched', 'not-ours', 'seen'] as const;
export type BankLineStatus = (typeof bankLineStates)[number];
export type BankLineEvent = 'ask' | 'match' | 'approve' | 'decline' | 'undo' | 'set-aside' | 'take-up';

/** A line of a bank statement: open, or `seen` in another statement already, until somebody says what it is, and open again when that was wrong. */
export const bankLineTable: StatusTable<BankLineStatus, BankLineEvent, 'staff'> = {
  name: 'bank-line',
  states: bankLineStates,
  initial: 'open',
  moves: [
    { from: 'open', event: 'ask', to: 'asked', by: ['staff'] },
    { from: 'open', event: 'match', to: 'matched', by: ['staff'] },
    { from: 'open', event: 'set-aside', to: 'not-ours', by: ['staff'] },
    { from: 'asked', event: 'approve', to: 'matched', by: ['staff'] },
    { from: 'asked', event: 'decline', to: 'open', by: ['staff'] },
    { from: 'matched', event: 'undo', to: 'open', by: ['staff'] },
    { from: 'not-ours', event: 'take-up', to: 'open', by: ['staff'] },
    { from: 'seen', event: 'take-up', to: 'open', by: ['staff'] },
  ],
};

export const bankMatchStates = ['asked', 'approved', 'declined', 'undone'] as const;
export type BankMatchStatus = (typeof bankMatchStates)[number];

/** What somebody says a line is. `approved` is also where one begins that its asker may post alone. */
export const bankMatchTable: StatusTable<BankMatchStatus, 'approve' | 'decline' | 'undo', 'staff'> = {
  name: 'bank-match',
  states: bankMatchStates,
  initial: 'asked',
  moves: [
    { from: 'asked', event: 'approve', to: 'approved', by: ['staff'] },
    { from: 'asked', event: 'decline', to: 'declined', by: ['staff'] },
    { from: 'approved', event: 'undo', to: 'undone', by: ['staff'] },
  ],
};
