import { confirmAddress, findAccount } from '#app/platform/account-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { newSecret } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { takeTry, type Limit } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dayMs, hourMs } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { joinGuestOrders } from '../orders/join-guest-orders.server.ts';
import { insertLink, shutLinks, useLink } from './account-links-store.server.ts';
import type { AccountLink } from './account-links.tables.ts';
import { accountLinkMail } from './account-mails.server.ts';
import type { Limited } from './open-session.server.ts';

const perAccount: Limit = { name: 'verify-email:account', most: 5, perMs: hourMs };
const perAddress: Limit = { name: 'verify-email:address', most: 5, perMs: hourMs };

/**
 * Writes to an address that an account has, or wants to have, a link that confirms it. A new address takes the old
 * one's place only when the link is used; one that another account has gets the same answer and the same mail.
 */
export async function askToConfirm(
  platform: Platform,
  userId: string,
  email: string,
  language: LanguageCode,
): Promise<Limited<null, never>> {
  const { db, clock, jobs } = platform;
  for (const [limit, key] of [
    [perAccount, userId],
    [perAddress, email],
  ] as const) {
    const waitSeconds = await takeTry(db, clock, limit, key);
    if (waitSeconds > 0) return { ...refuse('too-many-tries'), waitSeconds };
  }
  const id = newSecret();
  const now = clock.now();
  await transact(db, async (tx) => {
    await insertLink(tx, platform, {
      id,
      kind: 'verify-email',
      email,
      userId,
      language,
      createdAt: new Date(now),
      expiresAt: new Date(now + dayMs),
    });
    await jobs.send(tx, accountLinkMail, { linkId: id, mail: 1 });
  });
  return done(null);
}

/** Confirms the address of the account that asked. The caller has seen that its owner is the one who is signed in. */
export async function confirmByLink(platform: Platform, link: AccountLink): Promise<Outcome<{ readonly joined: number }, 'link'>> {
  const { db, clock } = platform;
  const now = new Date(clock.now());
  const confirmed = await transact(db, async (tx) => {
    if (!link.userId || !(await useLink(tx, link.id, now)) || !(await confirmAddress(tx, link.userId, link.email))) return false;
    await shutLinks(tx, 'verify-email', link.email, now);
    await audit(tx, clock.now(), { actor: `user:${link.userId}`, action: 'account.address-confirmed', subject: `users:${link.userId}` });
    return true;
  });
  const account = confirmed && link.userId ? await findAccount(db, link.userId) : null;
  return account ? done({ joined: await joinGuestOrders(platform, account) }) : refuse('link');
}
