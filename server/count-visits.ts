import { findShownFlights } from '#app/commerce/traffic/shown-flights.server.ts';
import { tallyOf } from '#app/commerce/traffic/tally.server.ts';
import { isCounted, visitOf } from '#app/commerce/traffic/visit-rules.ts';
import { consentKey } from '#app/storefront/consent/consent.ts';
import { readCookie } from '#app/platform/cookies.ts';
import type { Db } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';

/**
 * Counts a page that was answered as a step towards buying, also one that came from a cache. One addition in memory;
 * nothing of the request is kept but what was asked for, in which language and currency.
 */
export function countVisit(
  db: Db,
  now: Instant,
  request: Request,
  status: number,
  shown: { language: string; currency: string | null },
): void {
  if (request.method !== 'GET' || (status !== 200 && status !== 304)) return;
  const { url, headers } = request;
  const begins = url.indexOf('/', 8);
  const asks = url.indexOf('?', begins);
  const query = asks < 0 ? '' : url.slice(asks);
  const visit = visitOf(asks < 0 ? url.slice(begins) : url.slice(begins, asks), query);
  if (!visit) return;
  const counted = isCounted({
    userAgent: headers.get('user-agent'),
    privacyControl: headers.get('sec-gpc'),
    purpose: headers.get('sec-purpose') ?? headers.get('purpose'),
    consent: readCookie(headers.get('cookie'), consentKey),
  });
  if (!counted) return;
  const tally = tallyOf(db);
  tally.count(now, visit, shown.language, shown.currency ?? 'AED');
  if (visit.kind !== 'flight' || visit.step !== 'search') return;
  void findShownFlights(db, query)?.then((flights) => flights && tally.countFlights(now, flights));
}
