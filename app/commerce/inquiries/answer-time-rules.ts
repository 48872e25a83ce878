import { addDays, addMilliseconds, dateIn, hourMs, instant, weekday, type Instant } from '#app/values/dates.ts';

/** The desk's hours on the clock of Dubai, which has no summer time. Friday prayers are inside the lunch hour. */
export const deskHours = {
  weekdays: { from: '09:00', until: '18:00' },
  saturday: { from: '10:00', until: '16:00' },
  /** In Ramadan the weekday is shorter, as the law of the Emirates has it. */
  ramadan: { from: '09:00', until: '16:00' },
} as const;

const zone = 'Asia/Dubai';
const closesAfterUtcHours = 14;

/** When a written answer is promised: 18:00 in Dubai on the working day (Monday to Friday) after the one it came in. */
export function answerPromisedBy(asked: Instant): Instant {
  let day = addDays(dateIn(zone, asked), 1);
  while (weekday(day) > 4) day = addDays(day, 1);
  return addMilliseconds(instant(Date.parse(`${day}T00:00:00Z`)), closesAfterUtcHours * hourMs);
}
