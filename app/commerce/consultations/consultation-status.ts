import type { StatusTable } from '#app/values/status-table.ts';

export const consultationStates = ['requested', 'scheduled', 'in_progress', 'completed', 'no_show', 'cancelled'] as const;
export type ConsultationStatus = (typeof consultationStates)[number];

export type ConsultationEvent = 'schedule' | 'reschedule' | 'release' | 'start' | 'complete' | 'miss' | 'cancel';

/** A call that was missed may still be given a new time; one that an officer cannot take goes back to be chosen again. */
export const consultationMachine: StatusTable<ConsultationStatus, ConsultationEvent, 'staff' | 'visitor'> = {
  name: 'consultation',
  states: consultationStates,
  initial: 'requested',
  moves: [
    { from: 'requested', event: 'schedule', to: 'scheduled', by: ['staff', 'visitor'] },
    { from: ['scheduled', 'no_show'], event: 'reschedule', to: 'scheduled', by: ['staff', 'visitor'] },
    { from: 'scheduled', event: 'release', to: 'requested', by: ['staff'] },
    { from: 'scheduled', event: 'start', to: 'in_progress', by: ['staff'] },
    { from: 'in_progress', event: 'complete', to: 'completed', by: ['staff'] },
    { from: ['scheduled', 'in_progress'], event: 'miss', to: 'no_show', by: ['staff'] },
    { from: ['requested', 'scheduled', 'no_show'], event: 'cancel', to: 'cancelled', by: ['staff', 'visitor'] },
  ],
};
