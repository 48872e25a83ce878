import { dateIn, type Instant } from '#app/values/dates.ts';
import { deskDays, deskOpenUntil, holidaysAhead, type DeskHours } from './answer-time-rules.ts';

/** Holidays are said two months ahead. */
const aheadDays = 60;

/** What public pages say of the desk: its hours by kind of day, the holidays ahead, and whether it is open. */
export function openingHours(desk: DeskHours, now: Instant) {
  return {
    days: deskDays.map((days) => ({ days, hours: desk[days] })),
    closed: holidaysAhead(desk, dateIn('Asia/Dubai', now), aheadDays).map(({ from, until }) => ({ from, until })),
    openUntil: deskOpenUntil(desk, now),
  };
}
