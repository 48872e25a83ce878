import type { StatusTable } from '#app/values/status-table.ts';

/** One traveller's case from the payment on: file, appointment, decision, passport back. It only goes forward. */
export const caseStates = [
  'opened',
  'file_ready',
  'appointment_searching',
  'appointment_booked',
  'missed',
  'attended',
  'in_process',
  'extra_requested',
  'decision_received',
  'passport_with_us',
  'dispatched',
  'delivered',
  'withdrawn',
] as const;
export type CaseState = (typeof caseStates)[number];

export const caseEvents = [
  'confirm-file',
  'hand-over-file',
  'hunt',
  'book',
  'give-up-slot',
  'attend',
  'miss',
  'hunt-again',
  'lodge',
  'ask-extra',
  'answer-extra',
  'decide',
  'collect',
  'close-decision',
  'dispatch',
  'come-back',
  'hand-over',
  'deliver',
  'withdraw',
] as const;
export type CaseEvent = (typeof caseEvents)[number];

export type CaseActor = 'customer' | 'staff' | 'system';

/** A withdrawal after the lodging ends the application at the mission; after the decision there is nothing to withdraw. */
const withdrawable = [
  'opened',
  'file_ready',
  'appointment_searching',
  'appointment_booked',
  'missed',
  'attended',
  'in_process',
  'extra_requested',
] as const;

export const assistedMachine: StatusTable<CaseState, CaseEvent, CaseActor> = {
  name: 'assisted-visa',
  states: caseStates,
  initial: 'opened',
  moves: [
    // The second pair of eyes: never those that built the file.
    { from: 'opened', event: 'confirm-file', to: 'file_ready', by: ['staff'] },
    // Who bought the check alone takes the file to the counter without us.
    { from: 'file_ready', event: 'hand-over-file', to: 'delivered', by: ['staff'] },
    { from: 'file_ready', event: 'hunt', to: 'appointment_searching', by: ['staff'] },
    { from: 'appointment_searching', event: 'book', to: 'appointment_booked', by: ['staff'] },
    { from: 'appointment_booked', event: 'give-up-slot', to: 'appointment_searching', by: ['staff'] },
    { from: 'appointment_booked', event: 'attend', to: 'attended', by: ['staff'] },
    { from: 'appointment_booked', event: 'miss', to: 'missed', by: ['staff', 'system'] },
    { from: 'missed', event: 'hunt-again', to: 'appointment_searching', by: ['staff'] },
    { from: 'attended', event: 'lodge', to: 'in_process', by: ['staff'] },
    { from: 'in_process', event: 'ask-extra', to: 'extra_requested', by: ['staff'] },
    { from: 'extra_requested', event: 'answer-extra', to: 'in_process', by: ['customer', 'staff'] },
    { from: 'in_process', event: 'decide', to: 'decision_received', by: ['staff'] },
    { from: 'decision_received', event: 'collect', to: 'passport_with_us', by: ['staff'] },
    // Where the mission never kept the passport, the decision is the end.
    { from: 'decision_received', event: 'close-decision', to: 'delivered', by: ['staff'] },
    { from: 'passport_with_us', event: 'dispatch', to: 'dispatched', by: ['staff'] },
    { from: 'dispatched', event: 'come-back', to: 'passport_with_us', by: ['staff'] },
    { from: 'passport_with_us', event: 'hand-over', to: 'delivered', by: ['staff'] },
    { from: 'dispatched', event: 'deliver', to: 'delivered', by: ['staff'] },
    { from: [...withdrawable], event: 'withdraw', to: 'withdrawn', by: ['customer', 'staff'] },
  ],
};

/** Nothing more is done for the traveller. */
export const overStates: readonly CaseState[] = ['delivered', 'withdrawn'];
export const withdrawableStates: readonly string[] = withdrawable;

/** Days a stage may take before somebody must look: ours before the counter, the mission's after it. */
export const stageDays: Readonly<Record<CaseState, number>> = {
  opened: 5,
  file_ready: 1,
  appointment_searching: 14,
  appointment_booked: 60,
  missed: 1,
  attended: 1,
  in_process: 30,
  extra_requested: 7,
  decision_received: 3,
  passport_with_us: 2,
  dispatched: 3,
  delivered: 365,
  withdrawn: 365,
};
