import { parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { seedRows } from './seed-files.ts';

/** When an airline's own online check-in is open. */
export interface CheckInTimes {
  readonly opensHours: number;
  readonly closesMinutes: number;
}

/** What a country asks of somebody who leaves it; words stand under its name in the orders catalogue. */
export interface ExitTask {
  readonly task: string;
  readonly link: string;
  readonly source: string;
  /** Day on which the source said so. */
  readonly checked: CalendarDate;
}

export interface ExitRule extends ExitTask {
  readonly leaves: string;
  readonly passport: string;
}

/** Reads seeds/world/check-in.csv; throws on hours that no check-in has. */
export function readCheckIn(text: string): ReadonlyMap<string, CheckInTimes> {
  return new Map(
    seedRows(text).map(([airline, opens, closes]) => {
      const [opensHours, closesMinutes] = [Number(opens), Number(closes)];
      if (!airline || !(opensHours > 0 && opensHours <= 240) || !(closesMinutes > 0 && closesMinutes < opensHours * 60))
        throw new RangeError(`Check-in of ${airline} has no such hours`);
      return [airline, { opensHours, closesMinutes }];
    }),
  );
}

/** Reads seeds/world/exit-tasks.csv; throws on a rule without a day. */
export function readExitRules(text: string): readonly ExitRule[] {
  return seedRows(text).map(([leaves = '', passport = '', task = '', link = '', source = '', day = '']) => {
    const checked = parseCalendarDate(day);
    if (!checked || source === '') throw new RangeError(`Nobody said on a day what ${leaves} asks of ${passport}`);
    return { leaves, passport, task, link, source, checked };
  });
}

/** Nothing is asked of whoever stays within the country. */
export function exitTasksFor(
  rules: readonly ExitRule[],
  trip: { readonly from: string | null; readonly to: string | null; readonly passports: readonly string[] },
): ExitTask[] {
  return rules
    .filter(({ leaves, passport }) => leaves === trip.from && trip.to !== leaves && trip.passports.includes(passport))
    .map(({ task, link, source, checked }) => ({ task, link, source, checked }));
}
