import { addDays, addMilliseconds, dateIn, hourMs, instant, weekday, type CalendarDate, type Instant } from '#app/values/dates.ts';

/** The desk's hours on the clock of Dubai, which has no summer time. Friday prayers are inside the lunch hour. */
export const deskHours = {
  weekdays: { from: '09:00', until: '18:00' },
  saturday: { from: '10:00', until: '16:00' },
  /** In Ramadan the weekday is shorter, as the law of the Emirates has it. */
  ramadan: { from: '09:00', until: '16:00' },
} as const;

interface Hours {
  readonly from: string;
  readonly until: string;
}

const zone = 'Asia/Dubai';
const clockInDubai = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone });
const hijri = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura', { month: 'numeric', timeZone: 'UTC' });

/** Whether a date falls in Ramadan by the Umm al-Qura calendar; the sighting of the moon may move it by a day. */
export function isRamadan(date: CalendarDate): boolean {
  return hijri.format(Date.parse(`${date}T00:00:00Z`)) === '9';
}

/** The hours of the desk on a date; null when it is closed. */
export function deskHoursOn(date: CalendarDate): Hours | null {
  const day = weekday(date);
  if (day === 6) return null;
  if (day === 5) return deskHours.saturday;
  return isRamadan(date) ? deskHours.ramadan : deskHours.weekdays;
}

/** Until when the desk is open at this moment, as a clock in Dubai; null when it is closed. */
export function deskOpenUntil(now: Instant): string | null {
  const hours = deskHoursOn(dateIn(zone, now));
  const clock = clockInDubai.format(now);
  return hours && clock >= hours.from && clock < hours.until ? hours.until : null;
}
const closesAfterUtcHours = 14;

/** When a written answer is promised: 18:00 in Dubai on the working day (Monday to Friday) after the one it came in. */
export function answerPromisedBy(asked: Instant): Instant {
  let day = addDays(dateIn(zone, asked), 1);
  while (weekday(day) > 4) day = addDays(day, 1);
  return addMilliseconds(instant(Date.parse(`${day}T00:00:00Z`)), closesAfterUtcHours * hourMs);
}
