import type { StatusTable } from '#app/values/status-table.ts';

export const wordingStates = ['draft', 'in_review', 'live', 'retired', 'discarded'] as const;
export type WordingStatus = (typeof wordingStates)[number];
export type WordingEvent = 'submit' | 'send-back' | 'approve' | 'replace' | 'discard';

/** One writes, another approves; what was live before is retired by what follows it. */
export const wordingMachine: StatusTable<WordingStatus, WordingEvent, 'writer' | 'checker' | 'system'> = {
  name: 'mail-wording',
  states: wordingStates,
  initial: 'draft',
  moves: [
    { from: 'draft', event: 'submit', to: 'in_review', by: ['writer'] },
    { from: 'in_review', event: 'send-back', to: 'draft', by: ['writer', 'checker'] },
    { from: 'in_review', event: 'approve', to: 'live', by: ['checker'] },
    { from: 'live', event: 'replace', to: 'retired', by: ['system'] },
    { from: ['draft', 'in_review'], event: 'discard', to: 'discarded', by: ['writer'] },
  ],
};
