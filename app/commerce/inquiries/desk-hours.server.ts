import type { Db } from '#app/platform/database.server.ts';
import { KeptRead } from '#app/platform/kept-read.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findSetting } from '#app/platform/settings-store.server.ts';
import { minuteMs, type CalendarDate } from '#app/values/dates.ts';
import { deliveredDeskHours, deskHoursOn, type DeskHours, type Hours } from './answer-time-rules.ts';

const kept = new KeptRead<DeskHours>(minuteMs);

/** As they stand now; for promises that are written down. */
export async function readDeskHours(db: Db): Promise<DeskHours> {
  return ((await findSetting(db, 'hours')) as DeskHours | null) ?? deliveredDeskHours;
}

/** The same as a calendar: the hours of a date, null when the desk is closed. */
export async function readDeskCalendar(db: Db): Promise<(date: CalendarDate) => Hours | null> {
  const desk = await readDeskHours(db);
  return (date) => deskHoursOn(desk, date);
}

/** The same for public pages, a minute old at most. */
export function showDeskHours({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<DeskHours> {
  return kept.read(db, 'hours', clock.now(), () => readDeskHours(db));
}

/** After a change made by this process. */
export function forgetDeskHours(db: Db): void {
  kept.forget(db);
}
