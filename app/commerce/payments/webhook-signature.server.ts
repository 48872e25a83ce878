import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { WebhookRefusal } from './payment-provider.ts';

/** Older than this is refused: a recorded delivery cannot be played back later. */
export const oldestSeconds = 300;
/** Further ahead than clocks drift is refused too: a signature made in advance would stay good. */
export const newestSeconds = 60;

/**
 * Judges a signature header of the form `t=<unix seconds>,v1=<hex>[,v1=<hex>]`: HMAC-SHA-256 over `t.body` with one of
 * the secrets, of which there are two while one is being replaced. Compares in constant time; schemes other than v1
 * are ignored, so that an older one cannot be forced.
 */
export function verifySignature(
  header: string | null,
  body: string,
  secrets: readonly string[],
  now: Instant,
): Outcome<{ readonly signedAt: number }, WebhookRefusal> {
  if (!header || header.length > 1_000) return refuse('no-signature');
  const parts = header.split(',').map((part) => part.split('=') as [string, string | undefined]);
  const times = parts.filter(([name]) => name === 't');
  const signatures = parts.filter(([name]) => name === 'v1').map(([, value]) => value ?? '');
  const time = times.length === 1 ? times[0]![1] : undefined;
  if (!time || !/^\d{1,12}$/.test(time) || signatures.length === 0 || signatures.length > 5) return refuse('no-signature');
  const matches = secrets
    .filter((secret) => secret.length > 0)
    .map((secret) => createHmac('sha256', secret).update(`${time}.${body}`).digest())
    .flatMap((expected) => signatures.map((given) => /^[0-9a-f]{64}$/.test(given) && timingSafeEqual(expected, Buffer.from(given, 'hex'))));
  if (!matches.includes(true)) return refuse('bad-signature');
  const age = now / 1000 - Number(time);
  if (age > oldestSeconds) return refuse('too-old');
  if (age < -newestSeconds) return refuse('from-the-future');
  return done({ signedAt: Number(time) });
}
