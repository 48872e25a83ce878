import { findPasswordHash } from '#app/platform/account-store.server.ts';
import { cookieLine, readCookie } from '#app/platform/cookies.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { minuteMs } from '#app/values/dates.ts';
import { done } from '#app/values/outcome.ts';
import { redeemCode, sendCode, type CodeRefusal } from './account-codes.server.ts';
import { provePassword } from './choose-password.server.ts';
import type { Limited } from './open-session.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

const cookieName = 'rihla-proved';
export const provedMinutes = 10;

interface Proof {
  readonly session: string;
  readonly until: number;
}

/** Whether somebody has just shown again who they are, in this very session: before acts a borrowed one must not do. */
export async function hasProvedAgain(platform: Platform, headers: Headers): Promise<boolean> {
  const sealed = readCookie(headers.get('cookie'), cookieName);
  if (!sealed) return false;
  const current = await platform.auth.api.getSession({ headers });
  if (!current) return false;
  let proof: Proof;
  try {
    proof = JSON.parse(platform.crypto.open(sealed, cookieName)) as Proof;
  } catch {
    // Cut off, made up, or of another installation.
    return false;
  }
  return proof.session === current.session.id && proof.until > platform.clock.now();
}

/** By which of the two somebody can show it: a password, or a code to the address of an account that has none. */
export async function proofIsBy(platform: Platform, userId: string): Promise<'password' | 'code'> {
  return (await findPasswordHash(platform.db, userId)) ? 'password' : 'code';
}

export function sendProofCode(
  platform: Platform,
  user: { readonly id: string; readonly email: string },
  language: LanguageCode,
): Promise<Limited<null, never>> {
  return sendCode(platform, { userId: user.id, purpose: 'prove', target: user.email, language });
}

/** Checks the password or the code; the cookie opens what asks for it for ten minutes, in this session only. */
export async function proveAgain(
  platform: Platform,
  userId: string,
  given: { readonly by: 'password' | 'code'; readonly typed: string },
  headers: Headers,
): Promise<Limited<{ readonly cookie: string }, 'credentials' | CodeRefusal>> {
  const proved =
    given.by === 'password' ? await provePassword(platform, userId, given.typed) : await redeemCode(platform, userId, 'prove', given.typed);
  if (!proved.ok) return proved;
  const current = await platform.auth.api.getSession({ headers });
  const proof: Proof = { session: current?.session.id ?? '', until: platform.clock.now() + provedMinutes * minuteMs };
  return done({
    cookie: cookieLine(cookieName, platform.crypto.seal(JSON.stringify(proof), cookieName), {
      maxAge: provedMinutes * 60,
      secure: platform.env.publicUrl.startsWith('https://'),
    }),
  });
}
