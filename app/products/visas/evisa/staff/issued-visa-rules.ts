import { dayNumber, type CalendarDate } from '#app/values/dates.ts';

/** What is printed on the visa, and what was applied for. */
export interface PrintedVisa {
  readonly surname: string;
  readonly givenNames: string;
  readonly passport: string;
  readonly validFrom: CalendarDate;
  readonly validUntil: CalendarDate;
  readonly stay: number;
}
export interface AppliedFor {
  readonly surname: string;
  readonly givenNames: string;
  readonly passport: string;
  readonly arrival: CalendarDate;
  readonly stay: number;
}

export const proofMarks = ['surname', 'givenNames', 'passport', 'starts-late', 'ends-early', 'stay-short'] as const;
export type ProofMark = (typeof proofMarks)[number];

const plain = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Every difference between the visa and the application; a visa with one does not reach its traveller. */
export function proofRead(visa: PrintedVisa, applied: AppliedFor): ProofMark[] {
  const found: ProofMark[] = [];
  if (plain(visa.surname) !== plain(applied.surname)) found.push('surname');
  if (plain(visa.givenNames) !== plain(applied.givenNames)) found.push('givenNames');
  if (plain(visa.passport) !== plain(applied.passport)) found.push('passport');
  if (visa.validFrom > applied.arrival) found.push('starts-late');
  // It need only be entered in time; the stay itself may run on.
  if (visa.validUntil < applied.arrival || dayNumber(visa.validUntil) < dayNumber(visa.validFrom)) found.push('ends-early');
  if (visa.stay < applied.stay) found.push('stay-short');
  return found;
}
