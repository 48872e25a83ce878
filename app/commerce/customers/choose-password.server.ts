import { endSessions, findAccountByEmail, findPasswordHash, savePasswordHash } from '#app/platform/account-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { newSecret } from '#app/platform/crypto.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { giveTryBack, networkOf, takeTry, type Limit } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { hasSecondFactor } from '#app/platform/second-factor-store.server.ts';
import { hourMs, minuteMs } from '#app/values/dates.ts';
import { done, refuse } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { demoPassword } from '#app/values/demo-accounts.ts';
import { insertLink, shutLinks, useLink } from './account-links-store.server.ts';
import type { AccountLink } from './account-links.tables.ts';
import { accountLinkMail, accountNotice } from './account-mails.server.ts';
import { knownDevice } from './known-device.server.ts';
import { openSessionFor, type Limited, type OpenedSession, type Sender } from './open-session.server.ts';
import { wasBreached } from './breached-passwords.server.ts';
import { brokenPasswordRules, type PasswordRule } from './password-rules.ts';
import { letTryAgain } from './sign-in-tries.server.ts';

const limits = {
  network: { name: 'reset:network', most: 20, perMs: hourMs },
  address: { name: 'reset:address', most: 5, perMs: hourMs },
  current: { name: 'password:account', most: 10, perMs: hourMs },
} as const satisfies Record<string, Limit>;

const linkMs = 30 * minuteMs;

export type PasswordRefusal = `password-${PasswordRule | 'breached'}`;

/** Writes a link for choosing a new password, if the address has an account; the answer is the same if it has none. */
export async function askReset(
  platform: Platform,
  email: string,
  from: Sender & { readonly language: LanguageCode },
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
      kind: 'reset-password',
      email,
      language: from.language,
      createdAt: new Date(now),
      expiresAt: new Date(now + linkMs),
    });
    await jobs.send(tx, accountLinkMail, { linkId: id, mail: 1 });
  });
  return done(null);
}

/** In a house that is live the password of the demo opens nothing: nobody is given one that does not work. */
export function knownPasswords({ env }: Pick<Platform, 'env'>): readonly string[] {
  return env.demoLocked ? [demoPassword] : [];
}

/**
 * Sets the password that the reader of a reset link chose; all sessions and all other reset links end, and what wrong passwords
 * used up is theirs again. Whoever opened the mailbox is signed in, as by a link that signs in; null for whoever is invited as a
 * colleague or has a second factor: they go through their door with the new password.
 */
export async function resetPassword(
  platform: Platform,
  link: AccountLink,
  password: string,
  from: Sender & { readonly language: LanguageCode },
): Promise<Limited<OpenedSession | null, PasswordRefusal | 'link'>> {
  const { db, clock } = platform;
  const { language } = from;
  const account = await findAccountByEmail(db, link.email);
  if (!account) return refuse('link');
  const [broken] = brokenPasswordRules(password, personOf(account), knownPasswords(platform));
  if (broken) return refuse(`password-${broken}`);
  if (await wasBreached(platform.env.breachedPasswordsUrl, password)) return refuse('password-breached');
  const { password: hasher } = await platform.auth.$context;
  const hash = await hasher.hash(password);
  const now = new Date(clock.now());
  const changed = await transact(db, async (tx) => {
    if (!(await useLink(tx, link.id, now))) return false;
    await replacePassword(tx, platform, { userId: account.id, hash, keep: null, event: `reset-${link.id}`, language });
    await shutLinks(tx, 'reset-password', link.email, now);
    await letTryAgain(tx, link.email, knownDevice(platform, from.headers, link.email));
    return true;
  });
  if (!changed) return refuse('link');
  const enters = link.kind === 'reset-password' && account.emailVerified && !(await hasSecondFactor(db, account.id));
  return done(enters ? await openSessionFor(platform, account.id, from, 'password-chosen') : null);
}

/** Checks the password of somebody who is signed in, before an act that a borrowed session must not do. */
export async function provePassword(platform: Platform, userId: string, password: string): Promise<Limited<null, 'credentials'>> {
  const { db, clock, auth } = platform;
  const waitSeconds = await takeTry(db, clock, limits.current, userId);
  if (waitSeconds > 0) return { ...refuse('too-many-tries'), waitSeconds };
  const hash = await findPasswordHash(db, userId);
  const { password: hasher } = await auth.$context;
  if (!hash || !(await hasher.verify({ hash, password }))) return refuse('credentials');
  await giveTryBack(db, clock, limits.current, userId);
  return done(null);
}

/** Changes the password of somebody who is signed in; every other session ends. */
export async function changePassword(
  platform: Platform,
  user: { readonly id: string; readonly email: string; readonly fullName: string | null },
  given: { readonly current: string; readonly chosen: string },
  keep: { readonly sessionId: string; readonly language: LanguageCode },
): Promise<Limited<null, 'credentials' | PasswordRefusal>> {
  const [broken] = brokenPasswordRules(given.chosen, personOf({ email: user.email, name: user.fullName ?? '' }), knownPasswords(platform));
  if (broken) return refuse(`password-${broken}`);
  const proved = await provePassword(platform, user.id, given.current);
  if (!proved.ok) return proved;
  if (await wasBreached(platform.env.breachedPasswordsUrl, given.chosen)) return refuse('password-breached');
  const { password: hasher } = await platform.auth.$context;
  const hash = await hasher.hash(given.chosen);
  await transact(platform.db, (tx) =>
    replacePassword(tx, platform, {
      userId: user.id,
      hash,
      keep: keep.sessionId,
      event: `password-${newSecret()}`,
      language: keep.language,
    }),
  );
  return done(null);
}

async function replacePassword(
  tx: Tx,
  { clock, jobs }: Platform,
  change: { userId: string; hash: string; keep: string | null; event: string; language: LanguageCode },
): Promise<void> {
  await savePasswordHash(tx, change.userId, change.hash);
  await endSessions(tx, change.userId, change.keep);
  const { userId, event, language } = change;
  await jobs.send(tx, accountNotice, { userId, template: 'password-changed', event, language });
  await audit(tx, clock.now(), { actor: `user:${userId}`, action: 'account.password-changed', subject: `users:${userId}` });
}

/** The parts of somebody's name that a password must not be. */
function personOf(account: { readonly email: string; readonly name: string }): { email: string; firstName: string; lastName: string } {
  const [firstName = '', ...rest] = account.name.split(/\s+/);
  return { email: account.email, firstName, lastName: rest.join(' ') };
}
