import { minuteMs } from '#app/values/dates.ts';
import type { StatusTable } from '#app/values/status-table.ts';

export const applicationStates = [
  'received',
  'screening',
  'shortlisted',
  'interview',
  'offer',
  'hired',
  'rejected',
  'withdrawn',
  'talent_pool',
] as const;
export type ApplicationStatus = (typeof applicationStates)[number];

/** The stages in which somebody works on it. */
export const openStages = ['received', 'screening', 'shortlisted', 'interview', 'offer'] as const satisfies readonly ApplicationStatus[];
export type OpenStage = (typeof openStages)[number];

/** It is over; what is known of the person goes when their consent ends. */
export const endedStages = ['rejected', 'withdrawn', 'talent_pool', 'hired'] as const satisfies readonly ApplicationStatus[];

export function isOpenStage(status: ApplicationStatus): status is OpenStage {
  return (openStages as readonly ApplicationStatus[]).includes(status);
}

export type ApplicationEvent =
  | 'screen'
  | 'shortlist'
  | 'interview'
  | 'offer'
  | 'hire'
  | 'reject'
  | 'keep'
  | 'consider'
  | 'withdraw'
  | 'erase'
  | `undo-${OpenStage}`;
export type ApplicationActor = 'recruiter' | 'candidate' | 'system';

/** A refusal may be undone, and its mail waits, for this long. */
export const undoMs = 30 * minuteMs;

/** What else is written down of an application and moves nothing. */
export type ApplicationNote = 'applied' | 'assign' | 'reviewer' | 'scored' | 'offer-made' | 'offer-answered' | 'purged';

export const rejectReasons = [
  'experience',
  'skills',
  'language',
  'right-to-work',
  'position-filled',
  'other-candidate',
  'terms',
  'lapsed',
  'other',
] as const;
export type RejectReason = (typeof rejectReasons)[number];

/** From the first look to the first day, or out of it. A refusal is undone to the stage in which it was made. */
export const applicationMachine: StatusTable<ApplicationStatus, ApplicationEvent, ApplicationActor> = {
  name: 'job-application',
  states: applicationStates,
  initial: 'received',
  moves: [
    { from: ['received', 'shortlisted'], event: 'screen', to: 'screening', by: ['recruiter'] },
    { from: ['received', 'screening', 'interview'], event: 'shortlist', to: 'shortlisted', by: ['recruiter'] },
    { from: ['shortlisted', 'offer'], event: 'interview', to: 'interview', by: ['recruiter'] },
    { from: ['shortlisted', 'interview'], event: 'offer', to: 'offer', by: ['recruiter'] },
    { from: 'offer', event: 'hire', to: 'hired', by: ['recruiter'] },
    { from: openStages, event: 'reject', to: 'rejected', by: ['recruiter', 'system'] },
    { from: [...openStages, 'rejected'], event: 'keep', to: 'talent_pool', by: ['recruiter'] },
    { from: 'talent_pool', event: 'consider', to: 'screening', by: ['recruiter'] },
    { from: [...openStages, 'talent_pool'], event: 'withdraw', to: 'withdrawn', by: ['candidate'] },
    { from: ['rejected', 'hired'], event: 'erase', to: 'withdrawn', by: ['candidate', 'system'] },
    ...openStages.map((stage) => ({ from: 'rejected' as const, event: `undo-${stage}` as const, to: stage, by: ['recruiter' as const] })),
  ],
};
