/** Periods that are a setting. */
export const retentionPolicies = ['papers', 'forms', 'mail-words', 'mail-rows'] as const;
export type RetentionPolicy = (typeof retentionPolicies)[number];

/**
 * Days between which each may be set. Papers leave two people ten days before the promise of ninety; forms answer questions
 * for half a year; what a mail said is needed while its reader may ask for it again, that it left while a claim may follow.
 */
export const policyDays: Readonly<Record<RetentionPolicy, { readonly least: number; readonly most: number }>> = {
  papers: { least: 30, most: 80 },
  forms: { least: 180, most: 1_825 },
  'mail-words': { least: 14, most: 90 },
  'mail-rows': { least: 180, most: 730 },
};

/** Data that goes when its time is over; each has a job that notes what it let go. */
export const keptKinds = [
  'visa-papers',
  'visa-forms',
  'visa-drafts',
  'flight-drafts',
  'flight-quotes',
  'holiday-drafts',
  'mail-words',
  'mail-rows',
  'links',
  'sessions',
  'form-keys',
  'audit-addresses',
  'price-alerts',
  'newsletter',
  'consultation-waits',
  'consultation-papers',
  'exports',
  'privacy-copies',
  'applications',
  'cv-uploads',
  'job-alerts',
  'webhook-log',
  'shown-prices',
  'flight-searches',
] as const;
export type KeptKind = (typeof keptKinds)[number];

export const isKeptKind = (text: string): text is KeptKind => keptKinds.some((one) => one === text);
