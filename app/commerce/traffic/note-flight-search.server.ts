import type { Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { tallyOf } from './tally.server.ts';
import { isCounted, isRefined, type ShownFlights } from './visit-rules.ts';

/**
 * Counts a search for flights with what was laid out for it, by the day; programs, pages fetched ahead, colleagues, a list
 * that is only narrowed or turned, and whoever asks not to be counted are left out.
 */
export function noteFlightSearch(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { method, headers, url }: Request,
  viewer: Viewer,
  shown: ShownFlights,
): void {
  if (method !== 'GET' || viewer.kind === 'staff' || isRefined(new URL(url).search)) return;
  const counted = isCounted({
    userAgent: headers.get('user-agent'),
    privacyControl: headers.get('sec-gpc'),
    purpose: headers.get('sec-purpose') ?? headers.get('purpose'),
    consent: null,
  });
  if (counted) tallyOf(db).countFlights(clock.now(), shown);
}
