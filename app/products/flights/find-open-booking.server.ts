import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findDraft } from './booking-draft-store.server.ts';
import { firstMissingStep, stepPaths } from './booking-draft.ts';
import type { Geography } from './flights-context.ts';

/** A booking that was begun and not finished, without anybody's name. */
export interface OpenBooking {
  readonly from: string;
  readonly to: string;
  /** Local date of the departure. */
  readonly departs: string;
  /** The step that is next. */
  readonly path: string;
}

/** The open booking of this browser; null when there is none or its day has come. */
export async function findOpenBooking(
  platform: Pick<Platform, 'db' | 'clock' | 'crypto' | 'env'>,
  geography: Geography,
  request: Request,
  language: LanguageCode,
): Promise<OpenBooking | null> {
  const draft = await findDraft(platform, request);
  const summary = draft?.booking.selectedOutboundFlight?.summary;
  if (!draft || !summary) return null;
  const departs = summary.departs.slice(0, 10);
  if (departs <= dateIn('Asia/Dubai', platform.clock.now())) return null;
  return {
    from: geography.city(summary.from, language),
    to: geography.city(summary.to, language),
    departs,
    path: stepPaths[firstMissingStep(draft.booking)],
  };
}
