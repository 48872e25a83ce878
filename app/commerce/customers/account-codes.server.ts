import { confirmAddress, findAccount } from '#app/platform/account-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { newSecret, sameText } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { takeTry, type Limit } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dayMs, hourMs, minuteMs } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { joinGuestOrders } from '../orders/join-guest-orders.server.ts';
import { digitsOf, findOpenCode, insertCode, takeGuess, targetOf, useCode } from './account-codes-store.server.ts';
import type { CodePurpose } from './account-codes.tables.ts';
import { accountCodeMail } from './account-mails.server.ts';
import { changeProfile } from './book/profile-store.server.ts';
import type { Limited } from './open-session.server.ts';

const perAccount: Limit = { name: 'code:account', most: 6, perMs: hourMs };
const perTarget: Limit = { name: 'code:target', most: 4, perMs: hourMs };
/** Over all codes of an account: a new code must not buy new guesses without end. */
const guesses: Limit = { name: 'code:guesses', most: 20, perMs: hourMs };
export const codeMinutes = 10;

export type CodeRefusal = 'code-wrong' | 'code-over';

/** Sends six digits to an address or a number; a code of the same purpose that was on its way is void. */
export async function sendCode(
  platform: Platform,
  to: { readonly userId: string; readonly purpose: CodePurpose; readonly target: string; readonly language: LanguageCode },
): Promise<Limited<null, never>> {
  const { db, clock, crypto, jobs } = platform;
  for (const [limit, key] of [
    [perAccount, to.userId],
    [perTarget, to.target],
  ] as const) {
    const waitSeconds = await takeTry(db, clock, limit, key);
    if (waitSeconds > 0) return { ...refuse('too-many-tries'), waitSeconds };
  }
  const id = newSecret();
  const now = clock.now();
  await transact(db, async (tx) => {
    await insertCode(tx, crypto, { id, ...to, createdAt: new Date(now), expiresAt: new Date(now + codeMinutes * minuteMs) });
    await jobs.send(tx, accountCodeMail, { codeId: id });
  });
  return done(null);
}

/** Where the code of a purpose went that is waited for; null when none is. */
export async function awaitedTarget(platform: Platform, userId: string, purpose: CodePurpose): Promise<string | null> {
  const code = await findOpenCode(platform.db, userId, purpose, new Date(platform.clock.now()));
  return code && targetOf(platform.crypto, code);
}

/** Compares what was typed and uses the code up. Returns where it had been sent. */
export async function redeemCode(
  platform: Platform,
  userId: string,
  purpose: CodePurpose,
  typed: string,
): Promise<Limited<{ readonly target: string }, CodeRefusal>> {
  const { db, clock, crypto } = platform;
  const waitSeconds = await takeTry(db, clock, guesses, userId);
  if (waitSeconds > 0) return { ...refuse('too-many-tries'), waitSeconds };
  const now = new Date(clock.now());
  const code = await findOpenCode(db, userId, purpose, now);
  if (!code || !(await takeGuess(db, code.id))) return refuse('code-over');
  if (!sameText(typed.replace(/\D/g, ''), digitsOf(crypto, code.id))) return refuse('code-wrong');
  if (!(await useCode(db, code.id, now))) return refuse('code-over');
  return done({ target: targetOf(crypto, code) });
}

/** Makes the address that the code went to the account's own, and tells the old one. */
export async function changeAddress(
  platform: Platform,
  userId: string,
  typed: string,
  language: LanguageCode,
): Promise<Limited<null, CodeRefusal | 'address-taken'>> {
  const { db, clock, crypto, jobs } = platform;
  const before = await findAccount(db, userId);
  const redeemed = await redeemCode(platform, userId, 'email', typed);
  if (!redeemed.ok) return redeemed;
  const email = redeemed.value.target;
  const changed = await transact(db, async (tx): Promise<Outcome<null, 'address-taken'>> => {
    if (!before || !(await confirmAddress(tx, userId, email))) return refuse('address-taken');
    if (before.email !== email) {
      const id = newSecret();
      const times = { createdAt: new Date(clock.now()), expiresAt: new Date(clock.now() + dayMs) };
      await insertCode(tx, crypto, { id, userId, purpose: 'told', target: before.email, language, ...times });
      await jobs.send(tx, accountCodeMail, { codeId: id });
    }
    await audit(tx, clock.now(), { actor: `user:${userId}`, action: 'account.address-changed', subject: `users:${userId}` });
    return done(null);
  });
  if (changed.ok) await joinGuestOrders(platform, { id: userId, email, emailVerified: true });
  return changed;
}

/**
 * Marks the number that the code went to as proved, and changes nothing else of the contact: what somebody withdraws in
 * that moment stays withdrawn. A code for a number that is not the account's any more is over.
 */
export async function confirmNumber(platform: Platform, userId: string, typed: string): Promise<Limited<null, CodeRefusal>> {
  const redeemed = await redeemCode(platform, userId, 'phone', typed);
  if (!redeemed.ok) return redeemed;
  const proved = redeemed.value.target;
  const { phone } = await changeProfile(platform, userId, 'contact', (contact) =>
    contact.phone === proved ? { ...contact, phoneConfirmed: proved } : null,
  );
  return phone === proved ? done(null) : refuse('code-over');
}
