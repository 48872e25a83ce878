import { dayNumber, type CalendarDate } from '#app/values/dates.ts';
import { visaEntries, type VisaEntries } from '../evisa-offer.ts';

/** What is printed on the visa, and what was applied for. */
export interface PrintedVisa {
  readonly surname: string;
  readonly givenNames: string;
  readonly passport: string;
  readonly validFrom: CalendarDate;
  readonly validUntil: CalendarDate;
  readonly stay: number;
  /** Null: nobody has read it. */
  readonly entries: VisaEntries | null;
}
export interface AppliedFor {
  readonly surname: string;
  readonly givenNames: string;
  readonly passport: string;
  readonly arrival: CalendarDate;
  readonly stay: number;
  readonly entries: VisaEntries;
}

export const proofMarks = ['surname', 'givenNames', 'passport', 'starts-late', 'ends-early', 'stay-short', 'entries-fewer'] as const;
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
  // The list of entries rises; one that nobody has read is not taken for enough.
  if (visa.entries === null || visaEntries.indexOf(visa.entries) < visaEntries.indexOf(applied.entries)) found.push('entries-fewer');
  return found;
}
