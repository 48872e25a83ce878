import type { Viewer } from '#app/platform/access.ts';
import { hmac } from '#app/platform/crypto.server.ts';
import { readCookie } from '#app/platform/cookies.ts';
import { keptHint } from './kept-trip-rules.ts';

/** Under which a device keeps what is one account's: tells nothing of the account, and is nobody else's. */
export function keptKey(secret: string, userId: string): string {
  return hmac(secret, `kept-trips ${userId}`).slice(0, 32);
}

/** Whether a device keeps a trip of somebody who is not, or not any more, who sends this request. */
export function keepsAnothers(secret: string, cookies: string | null, sender: Viewer): boolean {
  const kept = readCookie(cookies, keptHint);
  return kept !== null && kept !== '' && (sender.kind === 'anonymous' || kept !== keptKey(secret, sender.user.id));
}
