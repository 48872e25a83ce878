import { networkOf } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { tallyOf } from './tally.server.ts';
import { isCounted } from './visit-rules.ts';

/** Remembers that a search knew no answer; the words are kept once enough different people have asked for them today. */
export function noteUnansweredSearch(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  request: Request,
  address: string,
  words: string,
): void {
  const { headers } = request;
  const counted = isCounted({
    userAgent: headers.get('user-agent'),
    privacyControl: headers.get('sec-gpc'),
    purpose: headers.get('sec-purpose') ?? headers.get('purpose'),
    consent: null,
  });
  if (counted) tallyOf(db).noteUnanswered(clock.now(), words, networkOf(address));
}
