import type { StatusTable } from '#app/values/status-table.ts';

export const interviewStates = [
  'proposed',
  'invited',
  'confirmed',
  'declined',
  'reschedule_requested',
  'completed',
  'no_show',
  'cancelled',
] as const;
export type InterviewStatus = (typeof interviewStates)[number];

export type InterviewEvent = 'invite' | 'confirm' | 'decline' | 'propose' | 'agree' | 'expire' | 'complete' | 'miss' | 'cancel';

/** Only the candidate says yes; an invitation nobody answered goes back to be sent again. */
export const interviewMachine: StatusTable<InterviewStatus, InterviewEvent, 'recruiter' | 'candidate' | 'panel' | 'clock'> = {
  name: 'interview',
  states: interviewStates,
  initial: 'proposed',
  moves: [
    { from: ['proposed', 'reschedule_requested'], event: 'invite', to: 'invited', by: ['recruiter'] },
    { from: 'invited', event: 'confirm', to: 'confirmed', by: ['candidate'] },
    { from: 'reschedule_requested', event: 'agree', to: 'confirmed', by: ['recruiter'] },
    { from: 'invited', event: 'decline', to: 'declined', by: ['candidate'] },
    { from: 'invited', event: 'propose', to: 'reschedule_requested', by: ['candidate'] },
    { from: 'invited', event: 'expire', to: 'proposed', by: ['clock'] },
    { from: 'confirmed', event: 'complete', to: 'completed', by: ['recruiter', 'panel'] },
    { from: 'confirmed', event: 'miss', to: 'no_show', by: ['recruiter', 'panel'] },
    { from: ['proposed', 'invited', 'reschedule_requested', 'confirmed'], event: 'cancel', to: 'cancelled', by: ['recruiter'] },
  ],
};
