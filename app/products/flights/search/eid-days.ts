import { fromDayNumber, type CalendarDate } from '#app/values/dates.ts';

const format = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', { month: 'numeric', day: 'numeric', timeZone: 'UTC' });
const known = new Map<string, boolean>();

/**
 * Is a day one of either Eid (1 to 3 Shawwal, 10 to 13 Dhu al-Hijja) by the Umm al-Qura calendar?
 * The sighting of the moon may move it by a day.
 */
export function isEid(date: CalendarDate): boolean {
  let answer = known.get(date);
  if (answer === undefined) {
    const parts = format.formatToParts(Date.parse(`${date}T12:00:00Z`));
    const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
    const [month, day] = [part('month'), part('day')];
    answer = (month === 10 && day <= 3) || (month === 12 && day >= 10 && day <= 13);
    known.set(date, answer);
  }
  return answer;
}

/** All days of Eid within a span of day numbers, both ends included. */
export function eidDays(from: number, to: number): CalendarDate[] {
  return Array.from({ length: to - from + 1 }, (_, index) => fromDayNumber(from + index)).filter(isEid);
}
