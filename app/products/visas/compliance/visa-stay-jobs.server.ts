import { jobKind } from '#app/platform/jobs.server.ts';

/** The daily look at every delivered visa: reminders, alerts, and what is put away. */
export const stayWatch = jobKind<Record<string, never>>('visa-stays.watch', 1);

export const stayTemplates = ['enter-by', 'entered', 'stay-until', 'overstay'] as const;
export type StayTemplate = (typeof stayTemplates)[number];
/** A mail about a stay; `number` is the version that caused it, so that each is sent once. */
export const stayMail = jobKind<{ readonly template: StayTemplate; readonly stayId: string; readonly number: number }>('visa-stays.mail');

/** One stay of a run that was started from the list. */
export const stayBulkLine = jobKind<{ runId: string; position: number }>('visa-stays.bulk-line');
