import { addDays, type CalendarDate, type Instant } from './dates.ts';

/** A reading of the clock on the wall somewhere, 'YYYY-MM-DDTHH:MM'; without its zone it is no instant. Sorts by time. */
export type LocalTime = string & { readonly __localTime: unique symbol };

const minutesOfDay = 1440;

export function localTime(date: CalendarDate, clock: string): LocalTime {
  return `${date}T${clock}` as LocalTime;
}

/**
 * What the wall clock shows so many minutes later (or earlier, when negative), as people count them: over a change
 * to summer time "24 hours before 15:00" is still 15:00 of the day before.
 */
export function addLocalMinutes(time: LocalTime, minutes: number): LocalTime {
  const start = Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16)) + minutes;
  const days = Math.floor(start / minutesOfDay);
  const rest = start - days * minutesOfDay;
  const clock = `${String(Math.floor(rest / 60)).padStart(2, '0')}:${String(rest % 60).padStart(2, '0')}`;
  return localTime(addDays(time.slice(0, 10) as CalendarDate, days), clock);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of an IANA zone show at an instant. */
export function localTimeIn(zone: string, at: Instant): LocalTime {
  let format = clocks.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    clocks.set(zone, format);
  }
  return format.format(at).replace(' ', 'T') as LocalTime;
}

/**
 * The instant at which the clocks of a zone show a time. Where clocks go forward over it, the time as they would have
 * shown it (02:30 becomes 03:30); where they go back and show it twice, the first.
 */
export function instantOf(zone: string, time: LocalTime): Instant {
  const wanted = Date.parse(`${time}Z`);
  const offsetAt = (at: number) => Date.parse(`${localTimeIn(zone, at as Instant)}Z`) - at;
  // Clocks change by hours and zones lie within a day: the offsets of the day before and after are all there can be.
  const [before, after] = [offsetAt(wanted - 86_400_000), offsetAt(wanted + 86_400_000)];
  const found = [wanted - before, wanted - after].filter((at) => localTimeIn(zone, at as Instant) === time).sort((a, b) => a - b);
  return (found[0] ?? wanted - before) as Instant;
}
