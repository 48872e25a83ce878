/** How somebody came to us. */
export const applicationSources = ['site', 'alert', 'referral', 'job-board', 'social', 'desk'] as const;
export type ApplicationSource = (typeof applicationSources)[number];

export const visaStatuses = ['citizen', 'own-visa', 'needs-visa', 'abroad'] as const;
export type VisaStatus = (typeof visaStatuses)[number];

/** Months from the last move on. Six is what we promise those whom we refuse; longer is the talent pool, and their choice. */
export const keepChoices = [6, 12, 24] as const;
export type KeepMonths = (typeof keepChoices)[number];

export const scoreVerdicts = ['strong-no', 'no', 'yes', 'strong-yes'] as const;
export type ScoreVerdict = (typeof scoreVerdicts)[number];

export const equalityAnswers = {
  gender: ['woman', 'man', 'other', 'not-said'],
  age: ['under-25', '25-34', '35-44', '45-54', '55-over', 'not-said'],
  disability: ['yes', 'no', 'not-said'],
} as const;
export type EqualityQuestion = keyof typeof equalityAnswers;
export const equalityQuestions = Object.keys(equalityAnswers) as EqualityQuestion[];

/** The fields of an application's form, in their order. */
export const applicationFields = [
  'name',
  'email',
  'phone',
  'headline',
  'experience',
  'education',
  'skills',
  'languages',
  'letter',
  'notice',
  'visa',
  'source',
  'keep',
  'agree',
] as const;
export type ApplicationField = (typeof applicationFields)[number];
export type TypedApplication = Readonly<Record<ApplicationField, string>>;
