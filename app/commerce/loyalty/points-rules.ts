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

export interface BurnTerms {
  /** Points. */
  readonly burnLeast: number;
  readonly burnStep: number;
  /** What a step is worth, in fils. */
  readonly burnFils: number;
}

/** What points would cost the house if they were all used, at the rate in force; at that of the books while there is none. */
export function valueOfPoints(points: number, terms: BurnTerms | null): Money {
  return money(Math.floor(terms ? (points * terms.burnFils) / terms.burnStep : (points * filsPerHundred) / 100), 'AED');
}

/** What so many points become, whole steps of them. */
export function creditOfPoints(points: number, terms: BurnTerms): Money {
  return money(Math.floor(points / terms.burnStep) * terms.burnFils, 'AED');
}

/** The most that can be turned of so many: whole steps, or none while there are fewer than the least. */
export function mostBurned(points: number, terms: BurnTerms): number {
  return points < terms.burnLeast ? 0 : points - (points % terms.burnStep);
}

export const isBurnable = (points: number, terms: BurnTerms): boolean =>
  Number.isSafeInteger(points) && points >= terms.burnLeast && points % terms.burnStep === 0;

/** Somebody is new for so many days after their account was made. */
export const newForDays = 30;

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
