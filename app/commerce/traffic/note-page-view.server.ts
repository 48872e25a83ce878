import type { Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { tallyOf } from './tally.server.ts';
import type { ViewedKind } from './traffic.tables.ts';
import { isCounted } from './visit-rules.ts';

/** Counts a look at a page by the day; programs, pages fetched ahead, colleagues and whoever asks not to be counted are left out. */
export function notePageView(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { method, headers }: Request,
  viewer: Viewer,
  page: { readonly kind: ViewedKind; readonly name: string },
): void {
  if (method !== 'GET' || viewer.kind === 'staff') return;
  const counted = isCounted({
    userAgent: headers.get('user-agent'),
    privacyControl: headers.get('sec-gpc'),
    purpose: headers.get('sec-purpose') ?? headers.get('purpose'),
    consent: null,
  });
  if (counted) tallyOf(db).countPage(clock.now(), page.kind, page.name);
}
