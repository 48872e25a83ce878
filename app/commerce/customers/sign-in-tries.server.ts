import { newSecret } from '#app/platform/crypto.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { countTry, forgiveTries, giveTryBack, networkOf, waitOf, type Limit } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addMilliseconds, dayMs, hourMs, type Instant } from '#app/values/dates.ts';
import { signInStopped } from './account-mails.server.ts';
import { knownDevice } from './known-device.server.ts';

/** Guesses from one network, at whatever account. */
const perNetwork: Limit = { name: 'sign-in:network', most: 100, perMs: hourMs };
/** A browser that has signed in to the account before has tries of its own: no stranger can use them up. */
const perDevice: Limit = { name: 'sign-in:device', most: 10, perMs: hourMs };
/** Guesses at one account from browsers that nobody knows: ten stop them for the hour, thirty for the day. */
const ladder: readonly Limit[] = [
  { name: 'sign-in:account', most: 10, perMs: hourMs },
  { name: 'sign-in:account-day', most: 30, perMs: dayMs },
];

export interface SignInTry {
  /** Seconds to wait before another password is looked at; 0 when this one may be. */
  readonly waitSeconds: number;
  /** The password was right: this was no guess. */
  readonly giveBack: () => Promise<void>;
}

/**
 * Counts a password that is about to be looked at, at either door. The try that uses up what an account of a colleague has
 * is told to its owner by mail and stands in the audit; everybody gets the same answer.
 */
export async function takeSignInTry(
  platform: Platform,
  given: { readonly email: string; readonly address: string; readonly headers: Headers },
): Promise<SignInTry> {
  const { db, clock } = platform;
  const device = knownDevice(platform, given.headers, given.email);
  const tries: readonly (readonly [Limit, string])[] = [
    [perNetwork, networkOf(given.address)],
    ...(device ? [[perDevice, device] as const] : ladder.map((limit) => [limit, given.email] as const)),
  ];
  const giveBack = async () => {
    for (const [limit, key] of tries) await giveTryBack(db, clock, limit, key);
  };
  for (const [limit, key] of tries) {
    // One after the other: a network that has used its tries up must not use up those of an account.
    const { waitSeconds, first } = await countTry(db, clock, limit, key);
    if (waitSeconds === 0) continue;
    if (first && ladder.includes(limit)) {
      // Whether the address has an account is looked up by a job: the time of this answer must not tell.
      const attempt = newSecret();
      const until = new Date(addMilliseconds(clock.now(), waitSeconds * 1000)).toISOString();
      const sealed = platform.crypto.seal(given.email, attempt);
      await transact(db, (tx) => platform.jobs.send(tx, signInStopped, { attempt, sealed, until }));
    }
    return { waitSeconds, giveBack };
  }
  return { waitSeconds: 0, giveBack };
}

/** Until when browsers that nobody knows are kept from trying passwords of an account; null when they are not. */
export async function signInStoppedUntil(platform: Pick<Platform, 'db' | 'clock'>, email: string): Promise<Instant | null> {
  const waits = await Promise.all(ladder.map((limit) => waitOf(platform.db, platform.clock, limit, email)));
  const longest = Math.max(...waits);
  return longest > 0 ? addMilliseconds(platform.clock.now(), longest * 1000) : null;
}

/** Lets passwords of an account be tried again at once, from anywhere; of a browser that it knows also what that browser used up. */
export async function letTryAgain(tx: Tx, email: string, device: string | null = null): Promise<void> {
  for (const limit of ladder) await forgiveTries(tx, limit, email);
  if (device) await forgiveTries(tx, perDevice, device);
}
