import { sameText } from '#app/platform/crypto.server.ts';
import { networkOf, takeTry } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { hourMs, minuteMs } from '#app/values/dates.ts';
import { parseReference } from '#app/values/ids.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { partnerToken } from './partner-link.server.ts';
import { findLeadByReference, partnerEmailIndex } from './partners-store.server.ts';

const perReference = { name: 'partner-status:reference', most: 5, perMs: 15 * minuteMs };
const perNetwork = { name: 'partner-status:network', most: 20, perMs: hourMs };

/**
 * The link of an application, by its reference and the e-mail it was sent with. A reference that does not exist and
 * one with another address get the same answer after the same work, and both count against the limits.
 */
export async function findApplication(
  platform: Platform,
  ask: { readonly reference: string; readonly email: string; readonly address: string },
): Promise<Outcome<string, 'not-found' | 'too-many-tries'>> {
  const { db, clock, crypto, secret } = platform;
  const reference = parseReference(ask.reference);
  const waits = [await takeTry(db, clock, perReference, reference ?? 'none'), await takeTry(db, clock, perNetwork, networkOf(ask.address))];
  if (waits.some((seconds) => seconds > 0)) return refuse('too-many-tries');
  const lead = await findLeadByReference(db, reference ?? '-');
  const theirs = sameText(lead?.emailIndex ?? '-', partnerEmailIndex(crypto, ask.email));
  const token = partnerToken(secret, lead?.id ?? '-');
  return lead && theirs ? done(token) : refuse('not-found');
}
