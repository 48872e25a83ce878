import { addDays, addMonths, parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';

/** What makes an officer look twice at an open case before its turn. */
export const caseFlags = ['arrives-soon', 'passport-short', 'zone-differs', 'says-refused', 'refused-here', 'namesake-refused'] as const;
export type CaseFlag = (typeof caseFlags)[number];

/** Days before the arrival from which a case without its visa is pressing; months that most countries ask of a passport after it. */
const soonDays = 7;
const passportMonths = 6;

/** The flags of a case that is not over, in their order; none of one that is. */
export function flagsOf(
  one: {
    readonly over: boolean;
    readonly arrival: CalendarDate;
    /** As it was typed. */
    readonly expires: string;
    readonly refusedBefore: string;
    /** By what an application that ended here with a refusal is found; null where there is none. */
    readonly refusedHere: 'passport' | 'person' | null;
    /** Whether the passport's zone cannot be read or contradicts the form. */
    readonly zoneDiffers: boolean;
  },
  today: CalendarDate,
): CaseFlag[] {
  if (one.over) return [];
  const expires = parseCalendarDate(one.expires);
  const holds: Readonly<Record<CaseFlag, boolean>> = {
    'arrives-soon': one.arrival <= addDays(today, soonDays),
    'passport-short': expires !== null && expires < addMonths(one.arrival, passportMonths),
    'zone-differs': one.zoneDiffers,
    'says-refused': one.refusedBefore === 'yes',
    'refused-here': one.refusedHere === 'passport',
    // A hint to compare the two: a name and a day of birth are not a person.
    'namesake-refused': one.refusedHere === 'person',
  };
  return caseFlags.filter((flag) => holds[flag]);
}
