import { jobKind } from '#app/platform/jobs.server.ts';

export const consultationTemplates = [
  'booked',
  'requested',
  'waiting',
  'slot-free',
  'slot-gone',
  'wait-over',
  'invited',
  'moved',
  'released',
  'cancelled',
  'reminder-day',
  'reminder-hour',
  'missed',
  'summary',
] as const;
export type ConsultationTemplate = (typeof consultationTemplates)[number];

/** A mail to the visitor about one version of a call. */
export const consultationMail = jobKind<{
  readonly consultationId: string;
  readonly template: ConsultationTemplate;
  readonly version: number;
}>('consultation.mail');

/** Reminders, calls whose officer has not said how they went, and papers that are no longer kept. */
export const consultationsWatch = jobKind<Record<string, never>>('consultations.watch', 1);

/** A time came free or somebody began to wait: whoever waits longest for such a time is told. */
export const consultationWaitsOffer = jobKind<Record<string, never>>('consultations.waits');
