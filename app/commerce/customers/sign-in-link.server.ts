import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { newSecret } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { networkOf, takeTry, type Limit } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { hourMs, minuteMs } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { insertLink, shutLinks, useLink } from './account-links-store.server.ts';
import type { AccountLink } from './account-links.tables.ts';
import { accountLinkMail } from './account-mails.server.ts';
import { openSessionFor, type Limited, type OpenedSession, type Sender } from './open-session.server.ts';

const limits = {
  network: { name: 'sign-in-link:network', most: 20, perMs: hourMs },
  address: { name: 'sign-in-link:address', most: 5, perMs: hourMs },
} as const satisfies Record<string, Limit>;

const linkMs = 15 * minuteMs;

/** Writes a link that signs in, if the address has an account and is proved; the answer is the same if not. */
export async function askSignInLink(
  platform: Platform,
  email: string,
  from: Sender & { readonly next: string; readonly language: LanguageCode },
): Promise<Limited<null, never>> {
  const { db, clock, jobs } = platform;
  for (const [limit, key] of [
    [limits.network, networkOf(from.address)],
    [limits.address, email],
  ] as const) {
    const waitSeconds = await takeTry(db, clock, limit, key);
    if (waitSeconds > 0) return { ...refuse('too-many-tries'), waitSeconds };
  }
  const id = newSecret();
  const now = clock.now();
  await transact(db, async (tx) => {
    await insertLink(tx, platform, {
      id,
      kind: 'sign-in',
      email,
      nextPath: from.next,
      language: from.language,
      createdAt: new Date(now),
      expiresAt: new Date(now + linkMs),
    });
    await jobs.send(tx, accountLinkMail, { linkId: id, mail: 1 });
  });
  return done(null);
}

/** Signs the reader of a link in; it and every other one to the same address are used up. */
export async function enterByLink(platform: Platform, link: AccountLink, from: Sender): Promise<Outcome<OpenedSession, 'link'>> {
  const { db, clock } = platform;
  const account = await findAccountByEmail(db, link.email);
  if (!account?.emailVerified) return refuse('link');
  const now = new Date(clock.now());
  const used = await transact(db, async (tx) => {
    if (!(await useLink(tx, link.id, now))) return false;
    await shutLinks(tx, 'sign-in', link.email, now);
    await audit(tx, clock.now(), { actor: `user:${account.id}`, action: 'account.entered-by-link', subject: `users:${account.id}` });
    return true;
  });
  return used ? done(await openSessionFor(platform, account.id, from, 'signed-in')) : refuse('link');
}
