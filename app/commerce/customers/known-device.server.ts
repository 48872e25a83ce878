import { cookieLine, readCookie } from '#app/platform/cookies.ts';
import { newSecret, sameText } from '#app/platform/crypto.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';

const cookieName = 'rihla-device';
const yearSeconds = 365 * 24 * 3600;

/** Remembers that this browser has signed in to an account, and nothing of the account itself. */
export function deviceCookie(platform: Pick<Platform, 'crypto' | 'env'>, email: string): string {
  const id = newSecret();
  return cookieLine(cookieName, `${id}.${seal(platform, id, email)}`, {
    maxAge: yearSeconds,
    secure: platform.env.publicUrl.startsWith('https://'),
  });
}

/** The id of a browser that has signed in to this account before: it has tries of its own, which nobody else can use up. */
export function knownDevice(platform: Pick<Platform, 'crypto'>, headers: Headers, email: string): string | null {
  const [id, sealed] = readCookie(headers.get('cookie'), cookieName)?.split('.') ?? [];
  return id && sealed && sameText(sealed, seal(platform, id, email)) ? id : null;
}

function seal(platform: Pick<Platform, 'crypto'>, id: string, email: string): string {
  return platform.crypto.blindIndex(`${id}|${email}`, 'known-device');
}
