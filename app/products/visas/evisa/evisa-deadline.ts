import { addDays, weekday, type CalendarDate } from '#app/values/dates.ts';
import type { AuthorityCalendar, VisaCountry } from './evisa-offer.ts';
import { isHoliday } from './moving-holidays-rules.ts';

/** Time in which the clock stood still because we waited for the traveller: from a day up to, not including, another. */
export interface Pause {
  readonly from: CalendarDate;
  /** Null while it lasts. */
  readonly until: CalendarDate | null;
}

/** Our own work before an application is filed. */
export const houseDays = 1;

/** Whether the authority works on a day: neither its weekend nor a holiday of its own. */
export function isWorkingDay(calendar: AuthorityCalendar, day: CalendarDate): boolean {
  return !calendar.weekend.includes(weekday(day)) && !isHoliday(calendar.holidays, day);
}

const standsStill = (day: CalendarDate, pauses: readonly Pause[]) =>
  pauses.some((pause) => day >= pause.from && (pause.until === null || day < pause.until));

/**
 * The last day of a number of working days after `start`, which itself does not count. Days of a pause do not count
 * either. A pause that still lasts has no end to reckon with: the answer is then as if it ended `today`.
 */
export function addWorkingDays(
  calendar: AuthorityCalendar,
  start: CalendarDate,
  days: number,
  pauses: readonly Pause[] = [],
  today?: CalendarDate,
): CalendarDate {
  return addDaysThat((day) => isWorkingDay(calendar, day), { start, days, pauses, today });
}

function addDaysThat(
  counts: (day: CalendarDate) => boolean,
  {
    start,
    days,
    pauses,
    today,
  }: {
    readonly start: CalendarDate;
    readonly days: number;
    readonly pauses: readonly Pause[];
    readonly today: CalendarDate | undefined;
  },
): CalendarDate {
  const ended = pauses.map((pause) => ({ from: pause.from, until: pause.until ?? today ?? pause.from }));
  let day = start;
  for (let left = days; left > 0;) {
    day = addDays(day, 1);
    if (counts(day) && !standsStill(day, ended)) left -= 1;
  }
  return day;
}

/** Who counts the days up to a visa: our own on which the visa desk is open too, those after it as the authority works. */
export interface VisaDays {
  readonly authority: AuthorityCalendar;
  readonly houseWorks: (day: CalendarDate) => boolean;
}

/** The last day of a number of days of our own work after `start`: those on which both we and the authority work. */
export function addOurDays({ authority, houseWorks }: VisaDays, start: CalendarDate, days: number): CalendarDate {
  const counts = (day: CalendarDate) => isWorkingDay(authority, day) && houseWorks(day);
  return addDaysThat(counts, { start, days, pauses: [], today: undefined });
}

/**
 * The promised day: our own day, on which both we and the authority work, and then the authority's days, counted in its
 * week from the day the application was paid.
 */
export function deliverBy(
  { authority, houseWorks }: VisaDays,
  authorityDays: number,
  paidOn: CalendarDate,
  pauses: readonly Pause[] = [],
  today?: CalendarDate,
): CalendarDate {
  const both = (day: CalendarDate) => isWorkingDay(authority, day) && houseWorks(day);
  const filed = addDaysThat(both, { start: paidOn, days: houseDays, pauses, today });
  return addWorkingDays(authority, filed, authorityDays, pauses, today);
}

/** The earliest day on which anything that an offer sells is in hand, paid for today. */
export function firstDelivery(offer: VisaCountry, houseWorks: VisaDays['houseWorks'], today: CalendarDate): CalendarDate {
  const days = Math.min(...offer.types.flatMap(({ speeds }) => speeds.map((speed) => speed.days)));
  return deliverBy({ authority: offer.calendar, houseWorks }, days, today);
}

const endsOfWaiting: readonly string[] = ['answer', 'give-up-waiting', 'withdraw', 'answer-authority', 'reject'];

/**
 * When its clock stood still, by its history in order of time and the days of a zone. A question of the authority stops it
 * only where the traveller was asked for something (`detail.items`): what we can answer ourselves is our own time.
 */
export function pausesOf(
  events: readonly { readonly event: string; readonly at: Date; readonly detail?: Readonly<Record<string, unknown>> }[],
  dayOf: (at: Date) => CalendarDate,
): Pause[] {
  const pauses: { from: CalendarDate; until: CalendarDate | null }[] = [];
  for (const { event, at, detail } of events) {
    if (event === 'ask-more' || (event === 'authority-asks' && detail?.['items'] !== undefined))
      pauses.push({ from: dayOf(at), until: null });
    const open = pauses.at(-1);
    if (endsOfWaiting.includes(event) && open?.until === null) open.until = dayOf(at);
  }
  return pauses;
}
