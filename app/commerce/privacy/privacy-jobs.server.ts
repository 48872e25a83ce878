import { jobKind } from '#app/platform/jobs.server.ts';

/** Makes the copy, or forgets the person. */
export const privacyWork = jobKind<{ readonly requestId: string }>('privacy.work');

export type PrivacyTemplate = 'prove' | 'copy-ready' | 'erase-later' | 'refused';
export const privacyMail = jobKind<{ readonly requestId: string; readonly template: PrivacyTemplate }>('privacy.mail');

/** Erasings whose time has come, copies whose time is over. */
export const privacySweep = jobKind<Record<string, never>>('privacy.sweep');
