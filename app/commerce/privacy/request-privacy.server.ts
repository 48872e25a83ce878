import { endSessions, findAccount } from '#app/platform/account-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { newSecret } from '#app/platform/crypto.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { takeTry, type Limit } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dayMs } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Limited } from '../customers/open-session.server.ts';
import { answerDays, thinkAgainDays, type Hindrance } from './erasure-rules.ts';
import type { Person } from './person-rows-store.server.ts';
import {
  emailOfRequest,
  findRequest,
  insertRequest,
  moveRequest,
  saveAgreement,
  type NewRequest,
} from './privacy-requests-store.server.ts';
import type { RequestKind } from './privacy-request-status.ts';
import type { PrivacyRequest } from './privacy.tables.ts';
import { privacyMail, privacyWork } from './privacy-jobs.server.ts';
import { weighErasure } from './weigh-erasure.server.ts';

const perPerson: Limit = { name: 'privacy:person', most: 4, perMs: dayMs };

/** Whom a request is about, or null when they were forgotten. An address counts only once it is proved. */
export async function personOf(platform: Pick<Platform, 'db' | 'crypto'>, request: PrivacyRequest): Promise<Person | null> {
  const email = emailOfRequest(platform.crypto, request);
  if (request.userId === null) return email === '' ? null : { userId: null, emails: [email] };
  const account = await findAccount(platform.db, request.userId);
  return account && !account.email.endsWith('.invalid') ? personOfAccount(account) : null;
}

export function personOfAccount(account: { readonly id: string; readonly email: string; readonly emailVerified: boolean }): Person {
  return { userId: account.id, emails: account.emailVerified ? [account.email] : [] };
}

type Asker = { readonly id: string; readonly email: string; readonly emailVerified: boolean };

/** Asks for a copy in the name of somebody who has just shown again who they are. */
export async function askCopy(platform: Platform, user: Asker, language: LanguageCode): Promise<Limited<null, never>> {
  const waitSeconds = await takeTry(platform.db, platform.clock, perPerson, user.id);
  if (waitSeconds > 0) return { ...refuse('too-many-tries'), waitSeconds };
  await transact(platform.db, async (tx) => {
    const made = await insertRequest(tx, platform.crypto, newRequest(platform, user, 'export', language));
    // One is being made already: its mail will come.
    if (!made) return;
    await platform.jobs.send(tx, privacyWork, { requestId: made.id });
    await auditRequest(tx, platform, `user:${user.id}`, 'asked', made);
  });
  return done(null);
}

/**
 * Asks to be forgotten: at once, or in two weeks with a link in the mail to take it back. Refused while something is open.
 * At once, every session ends with this answer; the work itself follows within seconds.
 */
export async function askErasure(
  platform: Platform,
  user: Asker,
  when: 'now' | 'later',
  language: LanguageCode,
): Promise<Outcome<null, 'hindered'> & { readonly hindrances?: readonly Hindrance[] }> {
  const { db, crypto, clock, jobs } = platform;
  const { hindrances } = await weighErasure(platform, personOfAccount(user));
  if (hindrances.length > 0) return { ...refuse('hindered'), hindrances };
  const actsAt = new Date(clock.now() + (when === 'later' ? thinkAgainDays * dayMs : 0));
  await transact(db, async (tx) => {
    const made = await insertRequest(tx, crypto, { ...newRequest(platform, user, 'erase', language), actsAt });
    if (!made) return;
    if (when === 'later') await jobs.send(tx, privacyMail, { requestId: made.id, template: 'erase-later' });
    else {
      await endSessions(tx, user.id);
      await jobs.send(tx, privacyWork, { requestId: made.id });
    }
    await auditRequest(tx, platform, `user:${user.id}`, 'asked', made);
  });
  return done(null);
}

/** Takes an erasing back that has not set to work; false when there is nothing to take back any more. */
export async function takeBack(platform: Platform, requestId: string): Promise<boolean> {
  return transact(platform.db, async (tx) => {
    const request = await findRequest(tx, requestId);
    if (!request || request.kind !== 'erase') return false;
    const now = platform.clock.now();
    const moved = await moveRequest(tx, request, 'take-back', 'person', { closedAt: new Date(now) });
    if (moved) await auditRequest(tx, platform, request.userId ? `user:${request.userId}` : 'guest', 'undone', request);
    return moved !== null;
  });
}

/** Writes down what somebody without an account asked for; a link to their address proves that it was them. */
export async function recordRequest(
  platform: Platform,
  ask: { readonly kind: RequestKind; readonly email: string; readonly language: LanguageCode; readonly staffId: string },
): Promise<Outcome<null, 'open-already'>> {
  return transact(platform.db, async (tx) => {
    const { kind, email, language, staffId } = ask;
    const now = platform.clock.now();
    const made = await insertRequest(tx, platform.crypto, {
      id: newSecret(),
      kind,
      status: 'asked',
      cameBy: 'staff',
      userId: null,
      email,
      language,
      recordedBy: staffId,
      askedAt: new Date(now),
      dueAt: new Date(now + answerDays * dayMs),
    });
    if (!made) return refuse('open-already');
    await platform.jobs.send(tx, privacyMail, { requestId: made.id, template: 'prove' });
    await auditRequest(tx, platform, `staff:${staffId}`, 'asked', made);
    return done(null);
  });
}

/** The reader of the link says that the request is theirs: the work begins, an erasing after the time to think again. */
export async function proveRequest(platform: Platform, requestId: string): Promise<boolean> {
  const { clock, jobs, db } = platform;
  return transact(db, async (tx) => {
    const request = await findRequest(tx, requestId);
    if (!request) return false;
    const erases = request.kind === 'erase';
    const change = erases ? { actsAt: new Date(clock.now() + thinkAgainDays * dayMs) } : {};
    if (!(await moveRequest(tx, request, 'prove', 'person', change))) return false;
    if (erases) await jobs.send(tx, privacyMail, { requestId, template: 'erase-later' });
    else await jobs.send(tx, privacyWork, { requestId });
    await auditRequest(tx, platform, 'guest', 'proved', request);
    return true;
  });
}

/** An erasing that a colleague wrote down is carried out once another one has agreed to it. */
export function needsSecond(request: Pick<PrivacyRequest, 'kind' | 'cameBy' | 'agreedBy'>): boolean {
  return request.kind === 'erase' && request.cameBy === 'staff' && request.agreedBy === null;
}

/** The second person's word; false for whoever wrote the request down, and for one that is closed or agreed already. */
export async function agreeToErasure(platform: Platform, ask: { readonly requestId: string; readonly staffId: string }): Promise<boolean> {
  return transact(platform.db, async (tx) => {
    const request = await findRequest(tx, ask.requestId);
    if (!request || !needsSecond(request) || request.recordedBy === ask.staffId) return false;
    if (!(await saveAgreement(tx, request, ask.staffId, new Date(platform.clock.now())))) return false;
    await platform.jobs.send(tx, privacyWork, { requestId: request.id });
    await auditRequest(tx, platform, `staff:${ask.staffId}`, 'agreed', request);
    return true;
  });
}

/** Staff decline a request, for a reason that has words; its sender is told. */
export async function declineRequest(
  platform: Platform,
  ask: { readonly requestId: string; readonly staffId: string; readonly reason: string },
): Promise<boolean> {
  return transact(platform.db, async (tx) => {
    const request = await findRequest(tx, ask.requestId);
    if (!request) return false;
    const change = { closedAt: new Date(platform.clock.now()), reason: ask.reason };
    if (!(await moveRequest(tx, request, 'refuse', 'staff', change))) return false;
    await platform.jobs.send(tx, privacyMail, { requestId: request.id, template: 'refused' });
    await auditRequest(tx, platform, `staff:${ask.staffId}`, 'refused', request, ask.reason);
    return true;
  });
}

function newRequest(platform: Platform, user: Asker, kind: RequestKind, language: LanguageCode): NewRequest {
  const now = platform.clock.now();
  return {
    id: newSecret(),
    kind,
    status: 'waiting',
    cameBy: 'account',
    userId: user.id,
    email: user.email,
    language,
    askedAt: new Date(now),
    dueAt: new Date(now + answerDays * dayMs),
  };
}

async function auditRequest(
  tx: Tx,
  { clock }: Platform,
  actor: string,
  what: string,
  request: PrivacyRequest,
  reason?: string,
): Promise<void> {
  await audit(tx, clock.now(), {
    actor,
    action: `privacy-request.${what}`,
    subject: `privacy_requests:${request.id}`,
    detail: { kind: request.kind },
    ...(reason ? { reason } : {}),
  });
}
