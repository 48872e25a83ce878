export const departments = ['travel', 'visas', 'technology', 'product', 'finance'] as const;
export const places = ['dubai', 'abu-dhabi', 'manila'] as const;
export const employments = ['full-time', 'part-time', 'contract'] as const;

export type Department = (typeof departments)[number];
export type JobPlace = (typeof places)[number];
export type Employment = (typeof employments)[number];

/** In an address: the position of somebody who applies to none. */
export const anyJob = 'open';
/** What stands where the address of a posting does, on the desk and on the careers page: none may be called so. */
export const keptAddresses: readonly string[] = [anyJob, 'new', 'export', 'views', 'application', 'alerts'];

export const salaryCurrencies = ['AED', 'PHP'] as const;
export type SalaryCurrency = (typeof salaryCurrencies)[number];
export const salaryPeriods = ['month', 'year'] as const;
export type SalaryPeriod = (typeof salaryPeriods)[number];

export const questionKinds = ['yes-no', 'number', 'text'] as const;
export type QuestionKind = (typeof questionKinds)[number];
