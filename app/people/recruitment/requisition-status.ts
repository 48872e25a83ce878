import type { StatusTable } from '#app/values/status-table.ts';

export const requisitionStates = ['draft', 'approval', 'approved', 'on_hold', 'filled', 'cancelled'] as const;
export type RequisitionStatus = (typeof requisitionStates)[number];

export const requisitionEvents = ['ask', 'send-back', 'approve', 'hold', 'go-on', 'fill', 'cancel'] as const;
export type RequisitionEvent = (typeof requisitionEvents)[number];

/** Whoever asked for a position is not who says yes to it: the use case compares the two, and so does the database. */
export type RequisitionActor = 'recruiter' | 'approver';

export const requisitionMachine: StatusTable<RequisitionStatus, RequisitionEvent, RequisitionActor> = {
  name: 'job-requisition',
  states: requisitionStates,
  initial: 'draft',
  moves: [
    { from: 'draft', event: 'ask', to: 'approval', by: ['recruiter', 'approver'] },
    { from: 'approval', event: 'send-back', to: 'draft', by: ['recruiter', 'approver'] },
    { from: 'approval', event: 'approve', to: 'approved', by: ['approver'] },
    { from: 'approved', event: 'hold', to: 'on_hold', by: ['recruiter', 'approver'] },
    { from: 'on_hold', event: 'go-on', to: 'approved', by: ['approver'] },
    { from: 'approved', event: 'fill', to: 'filled', by: ['recruiter', 'approver'] },
    { from: ['draft', 'approval', 'approved', 'on_hold'], event: 'cancel', to: 'cancelled', by: ['recruiter', 'approver'] },
  ],
};
