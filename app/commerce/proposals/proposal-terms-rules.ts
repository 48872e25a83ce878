import type { CalendarDate } from '#app/values/dates.ts';

/** Where the days of a tailor-made trip are reckoned: the house's desk. */
export const proposalZone = 'Asia/Dubai';
/** The wall clocks at which a trip begins and ends: its days count whole. */
export const tripClocks = { starts: '08:00', ends: '20:00' } as const;
/** An accepted version is kept so long for its payment. */
export const acceptedMs = 24 * 3_600_000;
/** Half of the price is kept from the end of the free days until a week before the start; then all of it. */
const lastWeek = 7;

interface Rung {
  readonly until: { readonly days: number; readonly clock: string };
  readonly keeps: number;
}

/** What cancelling a tailor-made trip costs when. No free days at all: everything is kept from the start. */
export function tailorMadeLadder(freeDays: number | null): { readonly rungs: readonly Rung[] } {
  if (freeDays === null) return { rungs: [] };
  // Free to the last day means until the trip begins, not until that day is over.
  const until = (days: number) => ({ days, clock: days === 0 ? tripClocks.starts : '24:00' });
  const free = { until: until(freeDays), keeps: 0 };
  return { rungs: freeDays > lastWeek ? [free, { until: until(lastWeek), keeps: 5000 }] : [free] };
}

export function planOfVersion(version: { readonly depositPercent: number; readonly balanceDays: number }): {
  readonly depositPercent: number;
  readonly balanceDays: number;
  readonly zone: string;
} {
  return { depositPercent: version.depositPercent, balanceDays: version.balanceDays, zone: proposalZone };
}

/** A version must end before what it offers begins. */
export function isInTime(validUntil: CalendarDate, startsOn: CalendarDate): boolean {
  return validUntil < startsOn;
}
