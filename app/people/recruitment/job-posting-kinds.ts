export const departments = ['travel', 'visas', 'technology', 'product', 'finance'] as const;
export const places = ['dubai', 'abu-dhabi', 'manila'] as const;
export const employments = ['full-time', 'part-time', 'contract'] as const;

export type Department = (typeof departments)[number];
export type JobPlace = (typeof places)[number];
export type Employment = (typeof employments)[number];

export const salaryCurrencies = ['AED', 'PHP'] as const;
export type SalaryCurrency = (typeof salaryCurrencies)[number];
export const salaryPeriods = ['month', 'year'] as const;
export type SalaryPeriod = (typeof salaryPeriods)[number];

export const questionKinds = ['yes-no', 'number', 'text'] as const;
export type QuestionKind = (typeof questionKinds)[number];
