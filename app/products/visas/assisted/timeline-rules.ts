import { addDays, type CalendarDate } from '#app/values/dates.ts';
import { addOurDays, addWorkingDays, isWorkingDay, type VisaDays } from '../evisa/evisa-deadline.ts';
import type { AuthorityCalendar } from '../evisa/evisa-offer.ts';

/** Days of our own work in which we build and check a file, and in which the passport goes from the counter to its owner. */
export const fileDays = 3;
export const wayBackDays = 3;
/** Days between the passport's return and the journey. */
export const spareDays = 2;

export interface Pace {
  /** Days from a finished file to the first free appointment. */
  readonly waitDays: number;
  /** Working days of the mission. */
  readonly processingDays: number;
}

export interface Timeline {
  readonly start: CalendarDate;
  readonly fileReady: CalendarDate;
  readonly appointment: CalendarDate;
  readonly decision: CalendarDate;
  readonly passportBack: CalendarDate;
  readonly travel: CalendarDate;
}

function nextWorkingDay(calendar: AuthorityCalendar, day: CalendarDate): CalendarDate {
  let found = day;
  while (!isWorkingDay(calendar, found)) found = addDays(found, 1);
  return found;
}

/** What a case that begins on a day looks like, day by day; `travel` is the first day on which one may comfortably leave. */
export function timelineFrom(counted: VisaDays, start: CalendarDate, pace: Pace): Timeline {
  const fileReady = addOurDays(counted, start, fileDays);
  const appointment = nextWorkingDay(counted.authority, addDays(fileReady, pace.waitDays));
  const decision = addWorkingDays(counted.authority, appointment, pace.processingDays);
  const passportBack = addOurDays(counted, decision, wayBackDays);
  return { start, fileReady, appointment, decision, passportBack, travel: addDays(passportBack, spareDays) };
}

/** The latest beginning that still brings the passport back in time for a journey: "apply by". */
export function timelineBackFrom(counted: VisaDays, travel: CalendarDate, pace: Pace): Timeline {
  let start = addDays(travel, -(spareDays + pace.waitDays + pace.processingDays));
  let line = timelineFrom(counted, start, pace);
  while (line.travel > travel) {
    start = addDays(start, -1);
    line = timelineFrom(counted, start, pace);
  }
  return { ...line, travel };
}
