import { jobKind } from '#app/platform/jobs.server.ts';

/** Asks the operator for places that are paid at the bank and not yet granted. */
export const experienceRequest = jobKind<{ orderId: string }>('experience.request');
/** Declines what nobody answered in time. */
export const experienceMinute = jobKind<Record<string, never>>('experience.minute', 1);

export const experienceLetters = ['asked', 'offered'] as const;
/** A letter about a request: to the operator that asks, to the traveller whom another start is offered. */
export const experienceMail = jobKind<{
  readonly letter: (typeof experienceLetters)[number];
  readonly orderId: string;
  readonly version: number;
}>('experience.mail');
/** One traveller of a start that does not take place. */
export const sessionCancelLine = jobKind<{ runId: string; position: number }>('experience.session-cancel-line');
/** Every minute: whoever pays for a start that was cancelled meanwhile is asked too. */
export const sessionLatecomers = jobKind<Record<string, never>>('experience.session-latecomers', 1);
