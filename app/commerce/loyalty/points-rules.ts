import { addDays, addMonths, type CalendarDate } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';

/** Points end so long after the day on which they became available. */
const lastMonths = 24;
/** A member is told so many days before. */
export const noticeDays = 30;
/** What a hundred points are worth to us in the books, in fils. */
const filsPerHundred = 100;
/** Above this an adjustment needs a second person; points either way. */
export const adjustLimit = 1_000;
/** The most that one adjustment may be. */
export const mostAdjusted = 100_000;

/** Points of an amount in fils, at so many for each hundred dirhams; part of a point is none. */
export function pointsOf(fils: number, perHundred: number): number {
  return Math.max(0, Math.floor((fils * perHundred) / 10_000));
}

/** The first day on which points that came on a day are no longer there. */
export function endOfPoints(came: CalendarDate): CalendarDate {
  return addDays(addMonths(came, lastMonths), 1);
}

/** What points would cost the house if they were all used. */
export function valueOfPoints(points: number): Money {
  return money(Math.floor((points * filsPerHundred) / 100), 'AED');
}

/** Takes points from lots, those that end first before the others; what of each is taken, and what could not be found. */
export function takeFromLots(
  lots: readonly { readonly transferId: number; readonly remaining: number; readonly expiresOn: string }[],
  wanted: number,
): { readonly taken: readonly { readonly transferId: number; readonly points: number }[]; readonly short: number } {
  let left = wanted;
  const taken: { transferId: number; points: number }[] = [];
  const inOrder = lots.toSorted((a, b) => (a.expiresOn === b.expiresOn ? a.transferId - b.transferId : a.expiresOn < b.expiresOn ? -1 : 1));
  for (const lot of inOrder) {
    const points = Math.min(left, lot.remaining);
    if (points <= 0) continue;
    taken.push({ transferId: lot.transferId, points });
    left -= points;
  }
  return { taken, short: left };
}
