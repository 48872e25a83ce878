import { stateOfKey, type ApiScope } from '#app/platform/api-key-rules.ts';
import { findApiKey, noteKeyUse } from '#app/platform/api-keys-store.server.ts';
import { networkOf, takeTry } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, minuteMs } from '#app/values/dates.ts';

/** Requests of one key, and wrong keys from one network, each minute. */
export const keyLimit = { name: 'api:key', most: 120, perMs: minuteMs };
const wrongLimit = { name: 'api:wrong', most: 30, perMs: minuteMs };

/** A refusal as RFC 9457 has it. `title` is the same for all of its kind. */
export function problem(status: number, title: string, detail: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify({ type: 'about:blank', title, status, detail }), {
    status,
    headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...headers },
  });
}

const tooMany = (seconds: number) =>
  problem(429, 'Too many requests', `Ask again in ${seconds} seconds.`, { 'Retry-After': String(seconds) });

/** Null when the key that came with a request opens a scope; else the answer: 401, 403 or 429. */
export async function refusalOfKey(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  sent: { readonly request: Request; readonly address: string; readonly scope: ApiScope },
): Promise<Response | null> {
  const [, key] = /^Bearer (rihla_[\w-]{43})$/i.exec(sent.request.headers.get('authorization') ?? '') ?? [];
  const found = key ? await findApiKey(db, key) : null;
  const now = clock.now();
  if (!found || stateOfKey(found, dateIn('Asia/Dubai', now)) !== 'live') {
    const wait = await takeTry(db, clock, wrongLimit, networkOf(sent.address));
    if (wait > 0) return tooMany(wait);
    // A key that ended is told from one that never was to nobody but its owner, on the page of keys.
    return problem(401, 'No valid key', 'Send a key that is neither ended nor revoked as "Authorization: Bearer <key>".', {
      'WWW-Authenticate': 'Bearer realm="rihla"',
    });
  }
  const wait = await takeTry(db, clock, keyLimit, found.id);
  if (wait > 0) return tooMany(wait);
  if (!found.scopes.includes(sent.scope)) return problem(403, 'Not within this key', `This key does not have the scope ${sent.scope}.`);
  await noteKeyUse(db, now, found.id);
  return null;
}
