import { APIError } from 'better-auth/api';
import { networkOf, takeTry, type Limit } from '#app/platform/limiter.server.ts';
import { cookieLine } from '#app/platform/cookies.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { SignIn, SignUp } from './account-form.server.ts';
import { greetingCookie, type Greeting } from './greeting.ts';
import { signedInHint } from './signed-in-hint.ts';

const quarterHour = 15 * 60_000;
const limits = {
  account: { name: 'sign-in:account', most: 10, perMs: quarterHour },
  network: { name: 'sign-in:network', most: 100, perMs: quarterHour },
  newAccounts: { name: 'sign-up:network', most: 30, perMs: 60 * 60_000 },
} as const satisfies Record<string, Limit>;

/** The cookies of a new session. */
export interface OpenedSession {
  readonly cookies: readonly string[];
}

export type SignInRefusal = 'credentials' | 'too-many-tries';
export type SignUpRefusal = 'account-not-created' | 'too-many-tries';

export interface Sender {
  readonly headers: Headers;
  /** The other end's address. */
  readonly address: string;
}

const hintSeconds = 30 * 24 * 3600;

function opened({ env }: Platform, answer: Response, greeting: Greeting): OpenedSession {
  const secure = env.publicUrl.startsWith('https://');
  return {
    cookies: [
      ...answer.headers.getSetCookie(),
      cookieLine(signedInHint, '1', { maxAge: hintSeconds, readable: true, secure }),
      cookieLine(greetingCookie, greeting, { maxAge: 60, secure }),
    ],
  };
}

/**
 * Counts the try against the account and the network first, then checks the password; both wrong cases are one refusal.
 * The session is a new one each time. `waitSeconds` says how long a refused sender should wait.
 */
export async function signIn(
  platform: Platform,
  given: SignIn,
  from: Sender,
): Promise<Outcome<OpenedSession, SignInRefusal> & { waitSeconds?: number }> {
  const { auth, db, clock } = platform;
  const waits = [await takeTry(db, clock, limits.network, networkOf(from.address)), await takeTry(db, clock, limits.account, given.email)];
  const waitSeconds = Math.max(...waits);
  if (waitSeconds > 0) return { ...refuse('too-many-tries'), waitSeconds };
  const answer = await auth.api.signInEmail({ body: given, headers: withoutCookies(from.headers), asResponse: true });
  if (answer.ok) return done(opened(platform, answer, 'signed-in'));
  if (answer.status === 401 || answer.status === 400) return refuse('credentials');
  throw new Error(`Sign-in answered ${answer.status}`);
}

/** Makes an account and signs it in. An address that already has one is refused without saying so. */
export async function signUp(
  platform: Platform,
  given: SignUp,
  from: Sender,
): Promise<Outcome<OpenedSession, SignUpRefusal> & { waitSeconds?: number }> {
  const { auth, db, clock } = platform;
  const waitSeconds = await takeTry(db, clock, limits.newAccounts, networkOf(from.address));
  if (waitSeconds > 0) return { ...refuse('too-many-tries'), waitSeconds };
  const { email, password, firstName, lastName, phone } = given;
  const body = { email, password, name: `${firstName} ${lastName}`, firstName, lastName, ...(phone ? { phone } : {}) };
  try {
    const answer = await auth.api.signUpEmail({ body, headers: withoutCookies(from.headers), asResponse: true });
    if (answer.ok) return done(opened(platform, answer, 'account-created'));
    if (answer.status === 422 || answer.status === 400) return refuse('account-not-created');
    throw new Error(`Sign-up answered ${answer.status}`);
  } catch (fault) {
    if (fault instanceof APIError) return refuse('account-not-created');
    throw fault;
  }
}

/** A session that came with the request takes no part: the new one has a new id. */
function withoutCookies(headers: Headers): Headers {
  const kept = new Headers();
  for (const name of ['user-agent', 'origin', 'host']) {
    const value = headers.get(name);
    if (value) kept.set(name, value);
  }
  return kept;
}
