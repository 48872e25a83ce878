import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, dayMs, dayNumber, instant, type CalendarDate } from '#app/values/dates.ts';
import type { AssistedCountry, City } from './assisted-country.ts';
import { findSeenWaits } from './assisted-store.server.ts';

/** A day seen longer ago than this says nothing any more. */
const freshDays = 14;

/** How long one waits for a counter: a day that was really seen there, or what is usual. */
export interface CounterWait {
  readonly city: City;
  readonly days: number;
  /** The first free day that was seen, and when it was looked for; null: `days` is what is usual. */
  readonly seen: { readonly firstFree: CalendarDate; readonly on: CalendarDate } | null;
  /** The day of the sheet or of the look. */
  readonly asOf: CalendarDate;
}

/** The wait at every counter of these countries, by country. */
export async function findWaits(
  platform: Pick<Platform, 'db' | 'clock'>,
  countries: readonly AssistedCountry[],
): Promise<ReadonlyMap<string, readonly CounterWait[]>> {
  const now = platform.clock.now();
  const today = dateIn('Asia/Dubai', now);
  const one = countries.length === 1 ? countries[0]!.code : undefined;
  const seen = await findSeenWaits(platform.db, new Date(now - freshDays * dayMs), one);
  return new Map(
    countries.map((country) => [
      country.code,
      country.counters.map(({ city }): CounterWait => {
        const look = seen.find((each) => each.country === country.code && each.place === city && each.firstFree >= today);
        if (!look) return { city, days: country.waitDays, seen: null, asOf: country.asOf };
        const on = dateIn('Asia/Dubai', instant(look.at.getTime()));
        return { city, days: dayNumber(look.firstFree) - dayNumber(today), seen: { firstFree: look.firstFree, on }, asOf: on };
      }),
    ]),
  );
}
