import { noteLeaving } from '#app/commerce/campaigns/campaigns-store.server.ts';
import { stopReminding } from '#app/commerce/inquiries/follow-up-link.server.ts';
import { findReaderFor, leaveList } from '#app/commerce/newsletter/keep-reader.server.ts';
import { stopAsking } from '#app/commerce/reviews/stop-asking.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { stopAlertFor } from '#app/commerce/price-alerts/alert-link.server.ts';
import { isOwnOrigin } from './edge.ts';
import { readBody } from './read-body.ts';

const plain = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
const mostBytes = 4096;

/** Takes whoever a signed token names off a list; false for a token of nobody. `letter` names the letter whose way out it was. */
type Leave = (platform: Platform, token: string, letter: string | null) => Promise<boolean>;

export const leaveNewsletter: Leave = async (platform, token, letter) => {
  const reader = await findReaderFor(platform, token);
  if (!reader) return false;
  await leaveList(platform, reader);
  // Whoever had left before did not leave by this letter.
  if (letter && reader.status === 'reading') await noteLeaving(platform.db, platform.clock.now(), letter, reader.id);
  return true;
};

export const leaveReviewers: Leave = stopAsking;
export const leaveInquiries: Leave = stopReminding;
export const leaveAlert: Leave = stopAlertFor;

/**
 * One POST to the address in `List-Unsubscribe` ends the subscription (RFC 8058): no cookie, no origin, no question.
 * Our own page sends the same form and is led back to its answer.
 */
export async function answerLeave(platform: Platform, request: Request, token: string, leave: Leave): Promise<Response> {
  if (!(await readBody(request, mostBytes))) return new Response('Too large', { status: 413, headers: plain });
  const url = new URL(request.url);
  const letter = /^[\w-]{1,64}$/.exec(url.searchParams.get('letter') ?? '')?.[0] ?? null;
  if (!(await leave(platform, token, letter))) return new Response('Not found', { status: 404, headers: plain });
  if (!isOwnOrigin(request, platform.env.publicUrl)) return new Response('You have left the list.', { headers: plain });
  return new Response(null, { status: 303, headers: { Location: url.pathname, 'Cache-Control': 'no-store' } });
}
