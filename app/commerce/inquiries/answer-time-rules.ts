import { addDays, dateIn, instant, weekday, type CalendarDate, type Instant } from '#app/values/dates.ts';

/** A week on the clock of Dubai, which has no summer time. Friday prayers are inside the lunch hour. */
export interface WeekHours {
  /** Monday to Friday. */
  readonly weekdays: Hours;
  /** Weekdays in Ramadan: shorter, as the law of the Emirates has it. */
  readonly ramadan: Hours;
  /** Null when the desk is closed. */
  readonly saturday: Hours | null;
  readonly sunday: Hours | null;
}

/** Desks of the house that may keep hours of their own: who answers tickets, who sells flights, who files visas. */
export const deskNames = ['helpdesk', 'flights', 'visas'] as const;
export type DeskName = (typeof deskNames)[number];

/** The house's hours: what the public is told, and what counts for every desk that has none of its own. */
export interface DeskHours extends WeekHours {
  /** Days on which it is closed whatever the weekday, first and last one of each. */
  readonly holidays: readonly DeskHoliday[];
  /** Hours of single desks; absent for those that keep the house's. Holidays are the same for all. */
  readonly desks?: Readonly<Partial<Record<DeskName, WeekHours>>>;
}

export interface Hours {
  readonly from: string;
  readonly until: string;
}

export interface DeskHoliday {
  readonly name: string;
  readonly from: CalendarDate;
  readonly until: CalendarDate;
}

/** As the house is delivered. Holidays that follow the moon are announced some days before: the desk enters them. */
export const deliveredDeskHours: DeskHours = {
  weekdays: { from: '09:00', until: '18:00' },
  ramadan: { from: '09:00', until: '16:00' },
  saturday: { from: '10:00', until: '16:00' },
  sunday: null,
  holidays: [],
};

export const deskDays = ['weekdays', 'saturday', 'sunday', 'ramadan'] as const;

const zone = 'Asia/Dubai';
const clockInDubai = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone });
const hijri = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura', { month: 'numeric', timeZone: 'UTC' });

/** Whether a date falls in Ramadan by the Umm al-Qura calendar; the sighting of the moon may move it by a day. */
export function isRamadan(date: CalendarDate): boolean {
  return hijri.format(Date.parse(`${date}T00:00:00Z`)) === '9';
}

/** The hours by which one desk works: its own where it has some, with the house's holidays. */
export function hoursOfDesk(house: DeskHours, desk: DeskName | null): DeskHours {
  const own = desk === null ? undefined : house.desks?.[desk];
  return own ? { ...own, holidays: house.holidays } : house;
}

/** The hours of the desk on a date; null when it is closed. */
export function deskHoursOn(desk: DeskHours, date: CalendarDate): Hours | null {
  if (desk.holidays.some(({ from, until }) => from <= date && date <= until)) return null;
  const day = weekday(date);
  if (day === 6) return desk.sunday;
  if (day === 5) return desk.saturday;
  return isRamadan(date) ? desk.ramadan : desk.weekdays;
}

/** Until when the desk is open at this moment, as a clock in Dubai; null when it is closed. */
export function deskOpenUntil(desk: DeskHours, now: Instant): string | null {
  const hours = deskHoursOn(desk, dateIn(zone, now));
  const clock = clockInDubai.format(now);
  return hours && clock >= hours.from && clock < hours.until ? hours.until : null;
}

/** When a written answer is promised: when the desk closes on the working day (Monday to Friday) after the one it came in. */
export function answerPromisedBy(desk: DeskHours, asked: Instant): Instant {
  let day = addDays(dateIn(zone, asked), 1);
  while (weekday(day) > 4 || !deskHoursOn(desk, day)) day = addDays(day, 1);
  const { until } = deskHoursOn(desk, day)!;
  return instant(Date.parse(`${day}T${until}:00+04:00`));
}

/** Holidays that lie ahead and begin within so many days. */
export function holidaysAhead(desk: DeskHours, today: CalendarDate, days: number): readonly DeskHoliday[] {
  const last = addDays(today, days);
  return desk.holidays.filter(({ from, until }) => until >= today && from <= last).toSorted((a, b) => (a.from < b.from ? -1 : 1));
}
