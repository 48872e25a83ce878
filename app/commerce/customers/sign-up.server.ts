import { insertAccount, savePasswordHash } from '#app/platform/account-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { cookieLine, readCookie } from '#app/platform/cookies.ts';
import { newSecret, sameText, sha256 } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { giveTryBack, networkOf, takeTry, type Limit } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dayMs, hourMs } from '#app/values/dates.ts';
import { done, refuse } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { keepProvedReader } from '../newsletter/keep-reader.server.ts';
import type { SignUp } from './account-form.server.ts';
import { changeProfileIn } from './book/profile-store.server.ts';
import { askAgain, findLink, insertLink, shutLinks, useLink } from './account-links-store.server.ts';
import type { AccountLink } from './account-links.tables.ts';
import { accountLinkMail } from './account-mails.server.ts';
import { wasBreached } from './breached-passwords.server.ts';
import { openSessionFor, type Limited, type OpenedSession, type Sender } from './open-session.server.ts';

const limits = {
  network: { name: 'sign-up:network', most: 30, perMs: hourMs },
  address: { name: 'sign-up:address', most: 5, perMs: hourMs },
  password: { name: 'sign-up:password', most: 5, perMs: hourMs },
} as const satisfies Record<string, Limit>;

export const signUpCookie = 'rihla-sign-up';

/** What a sign-up waits with until its address is proved; sealed. */
interface Waiting {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string | null;
  readonly password: string;
  /** Absent in what was asked before the tick was there. */
  readonly letter?: boolean;
}
const whereWaiting = (linkId: string) => `account_links|waiting|${linkId}`;

/**
 * Takes a sign-up and writes to its address. Whether the address has an account is not even looked at here: the answer
 * and the work are the same for every address. The cookie lets this browser finish with one press.
 */
export async function askSignUp(
  platform: Platform,
  given: SignUp,
  from: Sender & { readonly next: string; readonly language: LanguageCode },
): Promise<Limited<{ readonly cookie: string }, 'password-breached'>> {
  const { db, clock, auth, crypto, jobs } = platform;
  for (const [limit, key] of [
    [limits.network, networkOf(from.address)],
    [limits.address, given.email],
  ] as const) {
    const waitSeconds = await takeTry(db, clock, limit, key);
    if (waitSeconds > 0) return { ...refuse('too-many-tries'), waitSeconds };
  }
  // Only those who may try at all make us ask outside.
  if (await wasBreached(platform.env.breachedPasswordsUrl, given.password)) {
    await giveTryBack(db, clock, limits.address, given.email);
    return refuse('password-breached');
  }
  const { password: hasher } = await auth.$context;
  const { email, firstName, lastName, phone, letter } = given;
  const waiting: Waiting = { firstName, lastName, phone, password: await hasher.hash(given.password), letter };
  const id = newSecret();
  const browser = newSecret();
  const now = clock.now();
  await transact(db, async (tx) => {
    await insertLink(tx, platform, {
      id,
      kind: 'sign-up',
      email,
      waiting: crypto.seal(JSON.stringify(waiting), whereWaiting(id)),
      browserHash: sha256(browser),
      nextPath: from.next,
      language: from.language,
      createdAt: new Date(now),
      expiresAt: new Date(now + dayMs),
    });
    await jobs.send(tx, accountLinkMail, { linkId: id, mail: 1 });
  });
  const secure = platform.env.publicUrl.startsWith('https://');
  return done({ cookie: cookieLine(signUpCookie, `${id}.${browser}`, { maxAge: dayMs / 1000, secure }) });
}

/** The sign-up that this browser began and has not finished; null when there is none. */
export async function findOwnSignUp(platform: Platform, headers: Headers): Promise<AccountLink | null> {
  const [id, browser] = readCookie(headers.get('cookie'), signUpCookie)?.split('.') ?? [];
  if (!id || !browser) return null;
  const link = await findLink(platform.db, id);
  const open = link?.kind === 'sign-up' && !link.usedAt && link.expiresAt.getTime() > platform.clock.now();
  return open && sameText(link.browserHash ?? '', sha256(browser)) ? link : null;
}

/** Sends the mail of this browser's sign-up once more. */
export async function mailSignUpAgain(platform: Platform, from: Sender): Promise<Limited<null, 'no-sign-up'>> {
  const { db, clock, jobs } = platform;
  const link = await findOwnSignUp(platform, from.headers);
  if (!link) return refuse('no-sign-up');
  const waitSeconds = await takeTry(db, clock, limits.address, link.email);
  if (waitSeconds > 0) return { ...refuse('too-many-tries'), waitSeconds };
  await transact(db, async (tx) => {
    const mail = await askAgain(tx, link.id, new Date(clock.now()));
    if (mail !== null) await jobs.send(tx, accountLinkMail, { linkId: link.id, mail });
  });
  return done(null);
}

/** Whether the link was asked for in this browser. In another one its reader must also know the password. */
export async function isOwnSignUp(platform: Platform, link: AccountLink, headers: Headers): Promise<boolean> {
  return (await findOwnSignUp(platform, headers))?.id === link.id;
}

/**
 * Makes the account that a mailed link stands for, and signs in. A link alone is not enough in a browser that did not
 * ask for it: a stranger could have signed up with this address, and would then know the password of its owner's account.
 */
export async function confirmSignUp(
  platform: Platform,
  link: AccountLink,
  password: string,
  from: Sender,
): Promise<Limited<OpenedSession & { readonly next: string }, 'password' | 'link'>> {
  const { db, clock, auth, crypto } = platform;
  if (!link.waiting) return refuse('link');
  const waiting = JSON.parse(crypto.open(link.waiting, whereWaiting(link.id))) as Waiting;
  if (!(await isOwnSignUp(platform, link, from.headers))) {
    const waitSeconds = await takeTry(db, clock, limits.password, link.id);
    if (waitSeconds > 0) return { ...refuse('too-many-tries'), waitSeconds };
    const { password: hasher } = await auth.$context;
    if (!(await hasher.verify({ hash: waiting.password, password }))) return refuse('password');
  }
  const now = new Date(clock.now());
  const userId = await transact(db, async (tx) => {
    if (!(await useLink(tx, link.id, now))) return null;
    const { firstName, lastName, phone } = waiting;
    const made = await insertAccount(tx, { email: link.email, name: `${firstName} ${lastName}`, firstName, lastName, phone }, now);
    if (!made) return null;
    await savePasswordHash(tx, made, waiting.password);
    // Given for urgent news about a booking: forms begin with it, and messages ask whether it is theirs.
    if (phone) await changeProfileIn(tx, platform, made, 'contact', (contact) => ({ ...contact, phone }));
    if (waiting.letter) await keepProvedReader(tx, platform, clock.now(), { email: link.email, language: link.language, interests: [] });
    await shutLinks(tx, 'sign-up', link.email, now);
    await audit(tx, clock.now(), { actor: `user:${made}`, action: 'account.created', subject: `users:${made}` });
    return made;
  });
  if (!userId) return refuse('link');
  const opened = await openSessionFor(platform, userId, from, 'account-created');
  const secure = platform.env.publicUrl.startsWith('https://');
  return done({ ...opened, cookies: [...opened.cookies, cookieLine(signUpCookie, '', { maxAge: 0, secure })], next: link.nextPath });
}
