import type { StatusTable } from '#app/values/status-table.ts';

export const feedbackStates = ['new', 'answered', 'closed'] as const;
export type FeedbackStatus = (typeof feedbackStates)[number];

export const feedbackEvents = ['answer', 'close'] as const;
export type FeedbackEvent = (typeof feedbackEvents)[number];

export const feedbackMachine: StatusTable<FeedbackStatus, FeedbackEvent, 'staff'> = {
  name: 'feedback',
  states: feedbackStates,
  initial: 'new',
  moves: [
    { from: 'new', event: 'answer', to: 'answered', by: ['staff'] },
    { from: ['new', 'answered'], event: 'close', to: 'closed', by: ['staff'] },
  ],
};
