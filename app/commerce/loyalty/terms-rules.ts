import type { BurnTerms } from './points-rules.ts';

/** What the terms hold, in the order in which they are asked for; their bounds are the database's. */
export const termsBounds = {
  burnLeast: [1, 1_000_000],
  burnStep: [1, 100_000],
  burnFils: [1, 1_000_000],
  creditMonths: [1, 60],
  inviterPoints: [0, 100_000],
  friendPoints: [0, 100_000],
  tripLeast: [100, 10_000_000],
  invitesAYear: [1, 100],
  holdInvites: [1, 100],
  holdDays: [1, 365],
  holdAdjusted: [1, 1_000_000],
} as const;

export type TermsField = keyof typeof termsBounds;
export type TermsValues = BurnTerms & Readonly<Record<TermsField, number>>;
export const termsFields = Object.keys(termsBounds) as TermsField[];
/** Asked for in dirhams, kept in fils. */
export const moneyFields: readonly TermsField[] = ['burnFils', 'tripLeast'];

/** What stands in the field of a value. */
export function shownValue(field: TermsField, value: number): string {
  if (!moneyFields.includes(field)) return String(value);
  return value % 100 === 0 ? String(value / 100) : (value / 100).toFixed(2);
}
