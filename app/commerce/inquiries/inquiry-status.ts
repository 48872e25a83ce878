import type { StatusTable } from '#app/values/status-table.ts';

export const inquiryStates = ['new', 'answered', 'closed'] as const;
export type InquiryStatus = (typeof inquiryStates)[number];

export type InquiryEvent = 'answer' | 'close' | 'reopen';

/** Answering once more what is answered is no move: the words are kept and the state stays. */
export const inquiryMachine: StatusTable<InquiryStatus, InquiryEvent, 'staff'> = {
  name: 'inquiry',
  states: inquiryStates,
  initial: 'new',
  moves: [
    { from: ['new', 'answered'], event: 'answer', to: 'answered', by: ['staff'] },
    { from: ['new', 'answered'], event: 'close', to: 'closed', by: ['staff'] },
    { from: ['answered', 'closed'], event: 'reopen', to: 'new', by: ['staff'] },
  ],
};
