import { jobKind } from '#app/platform/jobs.server.ts';

/** Takes a paid group on: its applications are received, the money is taken and the invoice issued. */
export const evisaAccept = jobKind<{ orderId: string }>('evisa.accept');
/** Lets go of an order that ended unpaid, so that the group can be paid again. */
export const evisaRelease = jobKind<{ orderId: string }>('evisa.release');
/** Gives back what is on record for one application. */
export const evisaSettle = jobKind<{ applicationId: string }>('evisa.settle');
/** Promises, reminders, what was abandoned and what is to be purged. */
export const evisaDaily = jobKind<Record<string, never>>('evisa.daily', 1);
/** Counts each night what the e-visas of every country really took. */
export const evisaRecordsNightly = jobKind<Record<string, never>>('evisa.records', 1);

/** One case of a run that was started on the desk. */
export const evisaBulkLine = jobKind<{ runId: string; position: number }>('evisa.bulk-line');

export const evisaTemplates = [
  'link',
  'invited',
  'asked',
  'reminder',
  'authority-asked',
  'authority-reminder',
  'filed',
  'late',
  'delivered',
  'rejected',
  'refusal-letter',
  'closed',
  'withdrawn',
  'copies-sent',
] as const;
export type EvisaTemplate = (typeof evisaTemplates)[number];
/** A mail about an application; `number` tells repeats of one template apart. */
export const evisaMail = jobKind<{
  readonly template: EvisaTemplate;
  readonly groupId: string;
  readonly applicationId: string | null;
  readonly number: number;
}>('evisa.mail');
