import { randomBytes } from 'node:crypto';
import { toSVG } from 'bwip-js/node';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import { endSession, markProved } from '#app/platform/account-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { newSecret } from '#app/platform/crypto.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { giveTryBack, networkOf, takeTry, type Limit } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import {
  confirmSecondFactor,
  countRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
  hasSecondFactor,
  offerSecret,
  saveRecoveryCodes,
  takeRecoveryCode,
  takeStep,
} from '#app/platform/second-factor-store.server.ts';
import { matchTotp, newTotpSecret, toBase32, totpAddress } from '#app/platform/totp.server.ts';
import { accountNotice, type NoticeTemplate } from '#app/commerce/customers/account-mails.server.ts';
import { passedOn, type Sender } from '#app/commerce/customers/open-session.server.ts';
import { hourMs } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

const limits = {
  account: { name: 'second-step:account', most: 10, perMs: hourMs },
  network: { name: 'second-step:network', most: 100, perMs: hourMs },
} as const satisfies Record<string, Limit>;

type Proof<Value> = Outcome<Value, 'code' | 'too-many-tries'> & { waitSeconds?: number };

interface Person {
  readonly id: string;
  readonly email: string;
}

/** The staff member whose session still has to prove the second factor; null when there is nothing to prove. */
export async function findWaiting(platform: Platform, headers: Headers): Promise<(Person & { readonly sessionId: string }) | null> {
  const { auth, db } = platform;
  const found = await auth.api.getSession({ headers });
  if (!found || !(await findStaffMember(db, found.user.id)) || !(await hasSecondFactor(db, found.user.id))) return null;
  return { id: found.user.id, email: found.user.email, sessionId: found.session.id };
}

/**
 * Takes a code of the authenticator, or a recovery code where these are allowed, once. The try is counted before
 * anything is compared; a code that was taken is refused for ever. What follows from it is done in the same moment.
 */
async function takeCode(
  platform: Platform,
  userId: string,
  typed: string,
  address: string,
  recovery: boolean,
  then: (tx: Tx) => Promise<void> = async () => {},
): Promise<Proof<null>> {
  const { db, clock, crypto } = platform;
  const tries = [
    [limits.network, networkOf(address)],
    [limits.account, userId],
  ] as const;
  for (const [limit, key] of tries) {
    const waitSeconds = await takeTry(db, clock, limit, key);
    if (waitSeconds > 0) return { ...refuse('too-many-tries'), waitSeconds };
  }
  const factor = await findSecondFactor(db, crypto, userId);
  if (!factor) return refuse('code');
  const code = typed.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();
  const step = matchTotp(factor.secret, code, clock.now());
  const taken = await transact(db, async (tx) => {
    const right =
      step !== null ? await takeStep(tx, userId, step) : recovery && (await takeRecoveryCode(tx, userId, code, new Date(clock.now())));
    if (right) await then(tx);
    return right;
  });
  if (!taken) return refuse('code');
  for (const [limit, key] of tries) await giveTryBack(db, clock, limit, key);
  return done(null);
}

/** The second step of a staff sign-in: a right code gives a new session in place of the one that waited. */
export async function proveSecondFactor(
  platform: Platform,
  waiting: Person & { readonly sessionId: string },
  typed: string,
  from: Sender & { readonly requestId: string },
): Promise<Proof<{ readonly cookies: readonly string[] }>> {
  const { auth, db, clock } = platform;
  const proof = await takeCode(platform, waiting.id, typed, from.address, true);
  await transact(db, (tx) =>
    audit(tx, clock.now(), {
      actor: proof.ok ? `staff:${waiting.id}` : 'guest',
      action: proof.ok ? 'staff.second-step' : 'staff.second-step-failed',
      subject: `users:${waiting.id}`,
      requestId: from.requestId,
    }),
  );
  if (!proof.ok) return proof;
  const opened = await auth.api.openSession({ body: { userId: waiting.id }, headers: passedOn(from), asResponse: true });
  if (!opened.ok) throw new Error(`Opening a session answered ${opened.status}`);
  const { sessionId } = (await opened.clone().json()) as { sessionId: string };
  await markProved(db, sessionId, new Date(clock.now()));
  await endSession(db, waiting.id, waiting.sessionId);
  return done({ cookies: opened.headers.getSetCookie() });
}

export interface FactorView {
  readonly state: 'off' | 'offered' | 'on';
  /** Somebody else reset it: the desk opens when it is set up anew. */
  readonly wasReset: boolean;
  /** ISO instant since when it is on. */
  readonly since: string | null;
  readonly codesLeft: number;
  /** Only while it is offered. */
  readonly offer: { readonly secret: string; readonly picture: string } | null;
}

export async function showSecondFactor(platform: Platform, person: Person, showsOffer: boolean): Promise<FactorView> {
  const { db, crypto } = platform;
  const factor = await findSecondFactor(db, crypto, person.id);
  if (factor?.confirmedAt)
    return {
      state: 'on',
      wasReset: false,
      since: factor.confirmedAt.toISOString(),
      codesLeft: await countRecoveryCodes(db, person.id),
      offer: null,
    };
  const wasReset = factor?.wasReset ?? false;
  if (!factor || !showsOffer) return { state: 'off', wasReset, since: null, codesLeft: 0, offer: null };
  const drawn = toSVG({ bcid: 'qrcode', text: totpAddress(factor.secret, person.email, 'Rihla staff'), scale: 4 });
  const picture = `data:image/svg+xml;base64,${Buffer.from(drawn).toString('base64')}`;
  return {
    state: 'offered',
    wasReset,
    since: null,
    codesLeft: 0,
    offer: { secret: factor.secret.replace(/(.{4})(?=.)/g, '$1 '), picture },
  };
}

/** Makes a secret to be put into an authenticator; nothing changes until its first code is typed. */
export async function offerSecondFactor(platform: Platform, userId: string): Promise<void> {
  await offerSecret(platform.db, platform.crypto, userId, newTotpSecret(), new Date(platform.clock.now()));
}

interface Act {
  readonly person: Person;
  readonly sessionId: string;
  readonly typed: string;
  readonly address: string;
  readonly language: LanguageCode;
}

/** Switches it on with the first code. The recovery codes come back once, here; only their hashes are kept. */
export async function switchOn(platform: Platform, act: Act): Promise<Proof<readonly string[]>> {
  const codes = newRecoveryCodes();
  const now = new Date(platform.clock.now());
  const proof = await takeCode(platform, act.person.id, act.typed, act.address, false, async (tx) => {
    await confirmSecondFactor(tx, act.person.id, now);
    await saveRecoveryCodes(tx, act.person.id, codes);
    await markProved(tx, act.sessionId, now);
    await tell(tx, platform, act, 'second-factor-on');
  });
  return proof.ok ? done(codes.map(grouped)) : proof;
}

/** New recovery codes in place of all old ones. */
export async function renewCodes(platform: Platform, act: Act): Promise<Proof<readonly string[]>> {
  const proof = await takeCode(platform, act.person.id, act.typed, act.address, false);
  if (!proof.ok) return proof;
  const codes = newRecoveryCodes();
  await transact(platform.db, async (tx) => {
    await saveRecoveryCodes(tx, act.person.id, codes);
    await audit(tx, platform.clock.now(), {
      actor: `staff:${act.person.id}`,
      action: 'staff.recovery-codes-renewed',
      subject: `users:${act.person.id}`,
    });
  });
  return done(codes.map(grouped));
}

export async function switchOff(platform: Platform, act: Act): Promise<Proof<null>> {
  const proof = await takeCode(platform, act.person.id, act.typed, act.address, true);
  if (!proof.ok) return proof;
  await transact(platform.db, async (tx) => {
    await deleteSecondFactor(tx, act.person.id);
    await tell(tx, platform, act, 'second-factor-off');
  });
  return done(null);
}

async function tell(tx: Tx, { jobs, clock }: Platform, { person, language }: Act, template: NoticeTemplate): Promise<void> {
  await jobs.send(tx, accountNotice, { userId: person.id, template, event: `factor-${newSecret()}`, language });
  await audit(tx, clock.now(), { actor: `staff:${person.id}`, action: `staff.${template}`, subject: `users:${person.id}` });
}

/** Ten codes of 80 bits. */
function newRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => toBase32(randomBytes(10)));
}

const grouped = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-');
