import { addDays, weekday, type CalendarDate } from '#app/values/dates.ts';
import { addLocalMinutes, localTime, type LocalTime } from '#app/values/local-time.ts';
import type { ExperienceFacts } from './experience.ts';

/** Prices and times are known this far ahead. */
export const daysAhead = 365;
export const longestOperatorEmail = 120;

export interface Session {
  readonly date: CalendarDate;
  /** HH:MM by the clocks of the place, as all times here. */
  readonly start: string;
  readonly end: LocalTime;
  /** The last moment to ask for it. */
  readonly closesAt: LocalTime;
  /** Cancelling costs nothing until then; null when it never does, or does no longer. */
  readonly freeUntil: LocalTime | null;
  readonly open: boolean;
}

type Timetable = Pick<ExperienceFacts, 'weekdays' | 'months' | 'startTimes' | 'durationMinutes' | 'cutOffHours' | 'freeCancelHours'>;

/** Whether it runs on a day at all, by weekday and season. */
export function runsOn(facts: Pick<ExperienceFacts, 'weekdays' | 'months'>, date: CalendarDate): boolean {
  // weekday() counts Monday as 0, the timetable counts it as 1.
  return facts.months.includes(Number(date.slice(5, 7))) && facts.weekdays.includes(weekday(date) + 1);
}

/** The starts of a day, also those that can no longer be asked for. `now` is what the clocks there show. */
export function sessionsOn(facts: Timetable, date: CalendarDate, now: LocalTime): Session[] {
  if (!runsOn(facts, date)) return [];
  return facts.startTimes.map((start) => {
    const begins = localTime(date, start);
    const closesAt = addLocalMinutes(begins, -facts.cutOffHours * 60);
    const freeUntil = facts.freeCancelHours === null ? null : addLocalMinutes(begins, -facts.freeCancelHours * 60);
    return {
      date,
      start,
      end: addLocalMinutes(begins, facts.durationMinutes),
      closesAt,
      freeUntil: freeUntil !== null && freeUntil > now ? freeUntil : null,
      open: now <= closesAt,
    };
  });
}

/** Days with a start that can still be asked for, soonest first, within a year. */
export function openDays(facts: Timetable, now: LocalTime, most: number): CalendarDate[] {
  const today = now.slice(0, 10) as CalendarDate;
  const found: CalendarDate[] = [];
  for (let ahead = 0; ahead <= daysAhead && found.length < most; ahead += 1) {
    const day = addDays(today, ahead);
    if (sessionsOn(facts, day, now).some((session) => session.open)) found.push(day);
  }
  return found;
}

export const dayParts = ['morning', 'afternoon', 'evening', 'night'] as const;
export type DayPart = (typeof dayParts)[number];

/** The part of the day a start falls in; the night goes over midnight to the first light. */
export function dayPartOf(clock: string): DayPart {
  if (clock < '05:00' || clock >= '21:00') return 'night';
  if (clock < '12:00') return 'morning';
  return clock < '17:00' ? 'afternoon' : 'evening';
}

export const durationBands = ['short', 'half-day', 'day'] as const;
export type DurationBand = (typeof durationBands)[number];

/** Up to two and a half hours, up to six, or longer. */
export function durationBandOf(minutes: number): DurationBand {
  if (minutes <= 150) return 'short';
  return minutes <= 360 ? 'half-day' : 'day';
}
