import type { Db } from '#app/platform/database.server.ts';
import { KeptRead } from '#app/platform/kept-read.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findSetting, findSettingAt } from '#app/platform/settings-store.server.ts';
import { minuteMs, type CalendarDate } from '#app/values/dates.ts';
import { deliveredDeskHours, deskHoursOn, hoursOfDesk, type DeskHours, type DeskName, type Hours } from './answer-time-rules.ts';

const kept = new KeptRead<DeskHours>(minuteMs);

/** As they stand now; for promises that are written down. */
export async function readDeskHours(db: Db): Promise<DeskHours> {
  return ((await findSetting(db, 'hours')) as DeskHours | null) ?? deliveredDeskHours;
}

/** The hours of one desk; null: of the house. */
export async function readHoursOf(db: Db, desk: DeskName | null): Promise<DeskHours> {
  return hoursOfDesk(await readDeskHours(db), desk);
}

/** The same as a calendar: the hours of a date, null when that desk is closed. */
export async function readDeskCalendar(db: Db, desk: DeskName): Promise<(date: CalendarDate) => Hours | null> {
  const hours = await readHoursOf(db, desk);
  return (date) => deskHoursOn(hours, date);
}

/** Whether a desk works on a date. `at`: by the hours that stood then, for a promise that was given then. */
export async function readDeskDays(db: Db, desk: DeskName, at?: Date): Promise<(date: CalendarDate) => boolean> {
  const house = at ? (((await findSettingAt(db, 'hours', at)) as DeskHours | null) ?? deliveredDeskHours) : await readDeskHours(db);
  const hours = hoursOfDesk(house, desk);
  return (date) => deskHoursOn(hours, date) !== null;
}

/** The same for public pages, a minute old at most. */
export async function showDeskDays(platform: Pick<Platform, 'db' | 'clock'>, desk: DeskName): Promise<(date: CalendarDate) => boolean> {
  const hours = hoursOfDesk(await showDeskHours(platform), desk);
  return (date) => deskHoursOn(hours, date) !== null;
}

/** The same for public pages, a minute old at most. */
export function showDeskHours({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<DeskHours> {
  return kept.read(db, 'hours', clock.now(), () => readDeskHours(db));
}

/** After a change made by this process. */
export function forgetDeskHours(db: Db): void {
  kept.forget(db);
}
