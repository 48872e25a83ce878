import { jobKind } from '#app/platform/jobs.server.ts';

export const interviewTemplates = ['invited', 'confirmed', 'reminder', 'cancelled'] as const;
export type InterviewTemplate = (typeof interviewTemplates)[number];

/** A mail to the candidate about one version of an interview. */
export const interviewMail = jobKind<{ readonly interviewId: string; readonly template: InterviewTemplate; readonly version: number }>(
  'interview.mail',
);
export const panelTemplates = ['panel', 'panel-off'] as const;
export type PanelTemplate = (typeof panelTemplates)[number];
/** A mail to one who asks, about one version of an interview: it is in their calendar, or out of it. */
export const panelMail = jobKind<{
  readonly interviewId: string;
  readonly userId: string;
  readonly template: PanelTemplate;
  readonly version: number;
}>('interview.panel-mail');
/** Invitations that ended, reminders, and score cards that are late. */
export const interviewsWatch = jobKind<Record<string, never>>('interviews.watch', 1);
