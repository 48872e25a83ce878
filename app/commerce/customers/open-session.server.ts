import { randomUUID } from 'node:crypto';
import { addressHeader } from '#app/platform/session.server.ts';
import { endSessions, findAccount } from '#app/platform/account-store.server.ts';
import { cookieLine } from '#app/platform/cookies.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { joinGuestOrders } from '../orders/join-guest-orders.server.ts';
import type { SignIn } from './account-form.server.ts';
import { greetingCookie, greetingValue, type Greeting } from './greeting.ts';
import { deviceCookie } from './known-device.server.ts';
import { isBlocked } from './records/customer-blocks-store.server.ts';
import { takeSignInTry } from './sign-in-tries.server.ts';
import { signedInHint } from './signed-in-hint.ts';

/** The cookies of a new session, and whose it is; null where somebody who is blocked stays outside. */
export interface OpenedSession {
  readonly userId: string | null;
  readonly cookies: readonly string[];
}

export interface Sender {
  readonly headers: Headers;
  /** The other end's address. */
  readonly address: string;
}

/** `waitSeconds` says how long a refused sender should wait. */
export type Limited<Value, Refusal extends string> = Outcome<Value, Refusal | 'too-many-tries'> & { waitSeconds?: number };

const hintSeconds = 30 * 24 * 3600;

/** Opens a new session for somebody who proved who they are by a mailed link or at Google. */
export async function openSessionFor(platform: Platform, userId: string, from: Sender, greeting: Greeting): Promise<OpenedSession> {
  const answer = await platform.auth.api.openSession({ body: { userId }, headers: passedOn(from), asResponse: true });
  // An account of a demo, outside one.
  if (answer.status === 401) return { userId: null, cookies: [blockedLine(platform)] };
  if (!answer.ok) throw new Error(`Opening a session answered ${answer.status}`);
  return greet(platform, userId, answer, greeting);
}

function blockedLine({ env }: Platform): string {
  return cookieLine(greetingCookie, greetingValue('account-blocked'), { maxAge: 60, secure: env.publicUrl.startsWith('https://') });
}

async function greet(platform: Platform, userId: string, answer: Response, greeting: Greeting): Promise<OpenedSession> {
  const secure = platform.env.publicUrl.startsWith('https://');
  const account = await findAccount(platform.db, userId);
  if (!account) throw new Error(`A session was opened for account ${userId}, which does not exist`);
  // Whoever proved who they are is told why they stay outside; asked after the session stands, so that a block that is
  // written in the same moment either is seen here or ends the session itself.
  if (await isBlocked(platform.db, { userId, emailIndex: null })) {
    await endSessions(platform.db, userId);
    return { userId: null, cookies: [blockedLine(platform)] };
  }
  const joined = await joinGuestOrders(platform, account);
  return {
    userId,
    cookies: [
      ...answer.headers.getSetCookie(),
      cookieLine(signedInHint, `1.${randomUUID().slice(0, 8)}`, { maxAge: hintSeconds, readable: true, secure }),
      deviceCookie(platform, account.email),
      cookieLine(greetingCookie, greetingValue(greeting, joined), { maxAge: 60, secure }),
    ],
  };
}

/**
 * Counts the try against the network and the account first, then checks the password; both wrong cases are one refusal.
 * The session is a new one each time. A right password gives its try back.
 */
export async function signIn(platform: Platform, given: SignIn, from: Sender): Promise<Limited<OpenedSession, 'credentials'>> {
  const { auth } = platform;
  const { waitSeconds, giveBack } = await takeSignInTry(platform, { ...from, email: given.email });
  if (waitSeconds > 0) return { ...refuse('too-many-tries'), waitSeconds };
  const answer = await auth.api.signInEmail({ body: given, headers: passedOn(from), asResponse: true });
  if (answer.ok) {
    await giveBack();
    const { user } = (await answer.clone().json()) as { user: { id: string } };
    return done(await greet(platform, user.id, answer, 'signed-in'));
  }
  if (answer.status === 401 || answer.status === 400) return refuse('credentials');
  throw new Error(`Sign-in answered ${answer.status}`);
}

/** A session that came with the request takes no part: the new one has a new id. */
export function passedOn(from: Sender): Headers {
  const kept = new Headers({ [addressHeader]: from.address });
  for (const name of ['user-agent', 'origin', 'host']) {
    const value = from.headers.get(name);
    if (value) kept.set(name, value);
  }
  return kept;
}
