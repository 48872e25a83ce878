import { createHash } from 'node:crypto';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import { findAccountByEmail, findLinkedAccount, insertAccount, linkAccount } from '#app/platform/account-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { cookieLine, readCookie } from '#app/platform/cookies.ts';
import { newSecret, sameText } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { returnPath } from '#app/platform/return-path.ts';
import { emailKey } from '#app/values/email.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { openSessionFor, type OpenedSession, type Sender } from './open-session.server.ts';

export const googleRefusals = [
  'google-denied',
  'google-expired',
  'google-unverified',
  'google-unconfirmed',
  'google-staff',
  'google-down',
] as const;
export type GoogleRefusal = (typeof googleRefusals)[number];

const provider = 'google';
const cookieName = 'rihla-google';
const cookieSeconds = 3600;
const waitMs = 5_000;

export function googleIsOn({ env }: Pick<Platform, 'env'>): boolean {
  return Boolean(env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET);
}

const discovered = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});
type Discovered = z.infer<typeof discovered> & { readonly keys: ReturnType<typeof createRemoteJWKSet> };

const known = new Map<string, Discovered>();

/** What the issuer says of itself, asked once per process. Throws when it cannot be reached or speaks for another issuer. */
async function discover(issuer: string): Promise<Discovered> {
  const kept = known.get(issuer);
  if (kept) return kept;
  const answer = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(waitMs),
    redirect: 'error',
  });
  if (!answer.ok) throw new Error(`The issuer answered ${answer.status}`);
  const said = discovered.parse(await answer.json());
  if (said.issuer !== issuer) throw new Error('The issuer speaks for another one');
  const found = { ...said, keys: createRemoteJWKSet(new URL(said.jwks_uri), { timeoutDuration: waitMs }) };
  known.set(issuer, found);
  return found;
}

const callbackOf = ({ env }: Pick<Platform, 'env'>) => `${env.publicUrl}/auth/google/callback`;

interface Begun {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly next: string;
}

/** Where to send the browser (OpenID Connect Core 3.1.2, with the proof key of RFC 7636), and the sealed cookie it comes back with. */
export async function beginGoogle(platform: Platform, next: string): Promise<Outcome<{ url: string; cookie: string }, GoogleRefusal>> {
  const { env, crypto, log } = platform;
  const begun: Begun = { state: newSecret(), nonce: newSecret(), verifier: newSecret(), next };
  try {
    const { authorization_endpoint } = await discover(env.GOOGLE_ISSUER);
    const url = new URL(authorization_endpoint);
    const query = {
      response_type: 'code',
      client_id: env.GOOGLE_CLIENT_ID ?? '',
      redirect_uri: callbackOf(platform),
      scope: 'openid email profile',
      state: begun.state,
      nonce: begun.nonce,
      code_challenge: createHash('sha256').update(begun.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      prompt: 'select_account',
    };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const secure = env.publicUrl.startsWith('https://');
    return done({
      url: url.href,
      cookie: cookieLine(cookieName, crypto.seal(JSON.stringify(begun), 'google|begun'), { maxAge: cookieSeconds, secure }),
    });
  } catch (fault) {
    log.warn({ fault: (fault as Error).message }, 'Google cannot be reached');
    return refuse('google-down');
  }
}

/** Takes the cookie away once its answer is in. */
export function endGoogle({ env }: Pick<Platform, 'env'>): string {
  return cookieLine(cookieName, '', { maxAge: 0, secure: env.publicUrl.startsWith('https://') });
}

const claims = z.object({
  sub: z.string().min(1).max(255),
  nonce: z.string(),
  email: z.string().max(254).transform(emailKey).pipe(z.email()),
  email_verified: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
});
type Claims = z.infer<typeof claims>;

export type GoogleEntry = Outcome<OpenedSession, GoogleRefusal> & { readonly next: string };

/** Takes Google's answer: only in the browser that asked, once, and only for an address that Google has verified. */
export async function finishGoogle(platform: Platform, query: URLSearchParams, from: Sender): Promise<GoogleEntry> {
  const begun = readBegun(platform, from.headers);
  const state = query.get('state');
  if (!begun || !state || !sameText(begun.state, state)) return { ...refuse('google-expired'), next: '/' };
  const next = returnPath(begun.next);
  const code = query.get('code');
  if (query.has('error') || !code) return { ...refuse('google-denied'), next };
  const proved = await redeemCode(platform, code, begun);
  if (!proved.ok) return { ...proved, next };
  return { ...(await enter(platform, proved.value, from)), next };
}

function readBegun({ crypto }: Pick<Platform, 'crypto'>, headers: Headers): Begun | null {
  const sealed = readCookie(headers.get('cookie'), cookieName);
  if (!sealed) return null;
  try {
    return JSON.parse(crypto.open(sealed, 'google|begun')) as Begun;
  } catch {
    // A cookie that was changed opens nothing.
    return null;
  }
}

async function redeemCode(platform: Platform, code: string, begun: Begun): Promise<Outcome<Claims, GoogleRefusal>> {
  const { env, clock, log } = platform;
  try {
    const issuer = await discover(env.GOOGLE_ISSUER);
    const answer = await fetch(issuer.token_endpoint, {
      method: 'POST',
      signal: AbortSignal.timeout(waitMs),
      redirect: 'error',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: callbackOf(platform),
        client_id: env.GOOGLE_CLIENT_ID ?? '',
        client_secret: env.GOOGLE_CLIENT_SECRET ?? '',
        code_verifier: begun.verifier,
      }),
    });
    if (answer.status >= 500) return refuse('google-down');
    const said = z.object({ id_token: z.string() }).safeParse(await answer.json());
    if (!answer.ok || !said.success) return refuse('google-denied');
    const { payload } = await jwtVerify(said.data.id_token, issuer.keys, {
      issuer: issuer.issuer,
      audience: env.GOOGLE_CLIENT_ID ?? '',
      algorithms: ['RS256', 'ES256'],
      currentDate: new Date(clock.now()),
      clockTolerance: 60,
      requiredClaims: ['sub', 'exp', 'iat', 'nonce', 'email'],
    });
    const read = claims.safeParse(payload);
    if (!read.success || !sameText(read.data.nonce, begun.nonce)) return refuse('google-denied');
    return read.data.email_verified ? done(read.data) : refuse('google-unverified');
  } catch (fault) {
    log.warn({ fault: (fault as Error).message }, 'Google sign-in failed');
    return refuse(fault instanceof errors.JOSEError && !(fault instanceof errors.JWKSTimeout) ? 'google-denied' : 'google-down');
  }
}

/**
 * An account is found by Google's id of its owner. By the address it is linked only when both sides have verified that:
 * who opened an unconfirmed account with somebody's address must not share it with them.
 */
async function enter(platform: Platform, person: Claims, from: Sender): Promise<Outcome<OpenedSession, GoogleRefusal>> {
  const { db, clock } = platform;
  const now = clock.now();
  const linked = await findLinkedAccount(db, provider, person.sub);
  const account = linked ? { id: linked, emailVerified: true } : await findAccountByEmail(db, person.email);
  if (account && (await findStaffMember(db, account.id))) return refuse('google-staff');
  if (linked) return done(await openSessionFor(platform, linked, from, 'signed-in'));
  if (account && !account.emailVerified) return refuse('google-unconfirmed');
  const userId = await transact(db, async (tx) => {
    const firstName = nameFrom(person.given_name);
    const lastName = nameFrom(person.family_name);
    const name = [firstName, lastName].filter(Boolean).join(' ');
    const id = account?.id ?? (await insertAccount(tx, { email: person.email, name, firstName, lastName, phone: null }, new Date(now)));
    if (!id) return null;
    await linkAccount(tx, id, provider, person.sub);
    await audit(tx, now, { actor: `user:${id}`, action: account ? 'account.google-linked' : 'account.created', subject: `users:${id}` });
    return id;
  });
  // The address got an account in this very moment; the next try finds it.
  if (!userId) return refuse('google-denied');
  return done(await openSessionFor(platform, userId, from, account ? 'signed-in' : 'account-created'));
}

/** A name from outside keeps letters, marks and the signs names have; nothing that turns the line around it. */
function nameFrom(text: string | undefined): string | null {
  const clean = (text ?? '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{M} .'’ʼ-]/gu, '')
    .trim()
    .slice(0, 60);
  return clean || null;
}
