import { jobKind } from '#app/platform/jobs.server.ts';

/** Takes a paid party on: a case for each traveller, the money taken, the invoice issued. */
export const assistedAccept = jobKind<{ orderId: string }>('assisted.accept');
/** Lets go of an order that ended unpaid, so that the party can be paid again. */
export const assistedRelease = jobKind<{ orderId: string }>('assisted.release');
/** Gives back what is on record for one case. */
export const assistedSettle = jobKind<{ applicationId: string }>('assisted.settle');
/** Reminders, and what lies still too long. */
export const assistedDaily = jobKind<Record<string, never>>('assisted.daily', 1);
/** The night's count of every passport. */
export const custodyCount = jobKind<Record<string, never>>('assisted.custody-count', 1);
/** One case of a run that was started from the list. */
export const assistedBulkLine = jobKind<{ runId: string; position: number }>('assisted.bulk-line');

export const assistedTemplates = [
  'link',
  'invited',
  'opened',
  'asked',
  'file-ready',
  'booked',
  'day-before',
  'hours-before',
  'slot-given-up',
  'missed',
  'lodged',
  'extra',
  'granted',
  'refused',
  'refusal-letter',
  'collected',
  'dispatched',
  'came-back',
  'delivered',
  'file-handed-over',
  'withdrawal-asked',
  'withdrawn',
] as const;
export type AssistedTemplate = (typeof assistedTemplates)[number];
/** A mail about a case; `number` tells repeats of one template apart. */
export const assistedMail = jobKind<{
  readonly template: AssistedTemplate;
  readonly groupId: string;
  readonly caseId: string | null;
  readonly number: number;
}>('assisted.mail');
