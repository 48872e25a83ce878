import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { sha256 } from './crypto.server.ts';
import { isDatabaseGone, type Db, type Tx } from './database.server.ts';
import { guardIsOff } from './failpoint.server.ts';
import { idempotencyKeys } from './idempotency.tables.ts';
import type { Platform } from './platform.server.ts';
import { noteRetention } from './retention-store.server.ts';

/** The hidden field that every form carries which changes something. */
export const keyField = 'key';

/** A fresh key for a form, made when the form is shown: 144 random bits. */
export function newFormKey(): string {
  return randomBytes(18).toString('base64url');
}

/** The key a form came back with, or null when it has none that we could have made. */
export function readFormKey(form: FormData): string | null {
  const key = form.get(keyField);
  return typeof key === 'string' && /^[\w-]{16,100}$/.test(key) ? key : null;
}

/**
 * The key of a form that comes back because it could not be read: its own, which stands for nothing yet. The router does not
 * load the page anew then, and the key that the page was opened with may be that of something that was refused since.
 */
export function sameFormKey(form: FormData): string {
  return readFormKey(form) ?? newFormKey();
}

/** A fingerprint of what was asked: the same key with another one is another request. The key itself is left out. */
export function fingerprintOf(form: FormData | Readonly<Record<string, unknown>>): string {
  const entries =
    form instanceof FormData
      ? [...form.entries()].map(([name, value]) => [name, typeof value === 'string' ? value : [value.name, value.size]] as const)
      : Object.entries(form);
  const kept = entries.filter(([name]) => name !== keyField).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return sha256(JSON.stringify(kept));
}

export interface IdempotentRequest {
  /** Whose key it is: `user:<id>`, or the hash of a guest's cookie. Two actors never share a key. */
  readonly actor: string;
  readonly key: string;
  readonly fingerprint: string;
  /** How long to wait for a twin that is running before giving up, milliseconds; default 5 s, so that a double click sees one answer. */
  readonly patienceMs?: number;
}

/** How far an earlier try of the same request got, so that the work goes on from there instead of beginning again. */
export interface Progress<Value = unknown> {
  readonly reached: string | null;
  readonly data: unknown;
  /** Records a recovery point inside the transaction whose work it names. Throws when another process has taken over. */
  reach(tx: Tx, point: string, data?: unknown): Promise<void>;
  /**
   * Gives the key its answer inside the transaction whose work it is, so that both are there or neither: for work that
   * is one transaction. A repeat is given that answer and works on nothing. Throws when another process has taken over.
   */
  answer(tx: Tx, value: Value): Promise<void>;
}

/** What a use case calls at the end of its transaction with what it made, so that the key of its form is part of it. */
export type Keep<Made> = (tx: Tx, made: Made) => Promise<void>;

export type Idempotent<Value> =
  | { readonly kind: 'done'; readonly value: Value; readonly replayed: boolean }
  /** The key was used for something else: answer 422. */
  | { readonly kind: 'other-request' }
  /** Still running elsewhere: answer 409 with Retry-After. */
  | { readonly kind: 'running'; readonly retryAfterSeconds: number };

/** Another process holds the lease: this one must not write any more. */
export class LeaseLost extends Error {}

/**
 * Runs work once per (actor, key) and gives its first answer to every repeat. The answer must be plain JSON; it is
 * stored and comes back byte for byte. A crash leaves a lease (LEASE_MS, judged by database time); the next try after
 * it resumes from the last recovery point. Work that throws frees the key at once, so that a retry may succeed.
 */
export async function withIdempotency<Value>(
  platform: Platform,
  request: IdempotentRequest,
  work: (progress: Progress<Value>) => Promise<Value>,
): Promise<Idempotent<Value>> {
  const patience = request.patienceMs ?? 5_000;
  const pause = 50;
  for (let waited = 0; ; waited += pause) {
    if (guardIsOff('idempotency'))
      return {
        kind: 'done',
        value: await work({ reached: null, data: null, reach: async () => undefined, answer: async () => undefined }),
        replayed: false,
      };
    const taken = await take(platform, request);
    if (taken.kind === 'mine') return run(platform, request, taken, work);
    if (taken.kind === 'other-request') return taken;
    if (taken.kind === 'done') return { kind: 'done', value: taken.answer as Value, replayed: true };
    if (waited >= patience) return { kind: 'running', retryAfterSeconds: Math.max(1, Math.ceil(taken.leftMs / 1000)) };
    await new Promise((resume) => setTimeout(resume, pause));
  }
}

/** Why a form was not worked on; each has words in the frame catalogue under `form`. */
export type FormFault = 'keyless' | 'reused' | 'running';

/** 400, 422 or 409; the body is the fault's name and the page that catches it has the words. */
function formFault(fault: FormFault, headers: HeadersInit = {}): Response {
  return new Response(`form-${fault}`, { status: { keyless: 400, reused: 422, running: 409 }[fault], headers });
}

/** The HTTP answer for a request that was not run: 422 or 409. */
export function notRunResponse(refused: Exclude<Idempotent<never>, { kind: 'done' }>): Response {
  if (refused.kind === 'other-request') return formFault('reused');
  return formFault('running', { 'Retry-After': String(refused.retryAfterSeconds) });
}

/**
 * Does the work of a sent form once and gives its answer to every repeat. `about` names what the form is for, so that
 * a key serves one thing. Throws a Response for a form without a key, a key with other contents, and a twin that runs.
 */
export async function onceForForm<Value>(
  platform: Platform,
  sent: { readonly actor: string; readonly form: FormData; readonly about: string },
  work: (progress: Progress<Value>) => Promise<Value>,
): Promise<Value> {
  const key = readFormKey(sent.form);
  if (!key) throw formFault('keyless');
  const fingerprint = sha256(JSON.stringify([sent.about, fingerprintOf(sent.form)]));
  const answer = await withIdempotency(platform, { actor: sent.actor, key, fingerprint }, work);
  if (answer.kind !== 'done') throw notRunResponse(answer);
  return answer.value;
}

export const keyDays = 30;
const olderThan = (days: number) => sql`created_at < clock_timestamp() - ${days} * interval '1 day'`;

/** Keys are kept for thirty days; returns how many older ones were dropped. */
export async function dropOldKeys(platform: Platform): Promise<number> {
  const dropped = await platform.db.delete(idempotencyKeys).where(olderThan(keyDays)).returning({ key: idempotencyKeys.key });
  await noteRetention(platform.db, platform.clock.now(), 'form-keys', dropped.length);
  return dropped.length;
}

/** Keys older than so many days. */
export async function countOldKeys(db: Db, days: number): Promise<number> {
  return db.$count(idempotencyKeys, olderThan(days));
}

type Taken =
  | { readonly kind: 'mine'; readonly token: string; readonly reached: string | null; readonly data: unknown }
  | { readonly kind: 'done'; readonly answer: unknown }
  | { readonly kind: 'running'; readonly leftMs: number }
  | { readonly kind: 'other-request' };

const rowsOf = <Row>(result: unknown) => (result as { rows: Row[] }).rows;

/** One statement takes a new key or one whose lease is over; whoever writes the row has it. */
async function take(platform: Platform, request: IdempotentRequest): Promise<Taken> {
  const token = randomUUID();
  const lease = sql`clock_timestamp() + ${platform.env.LEASE_MS} * interval '1 millisecond'`;
  const [mine] = rowsOf<{ recovery_point: string | null; recovery_data: unknown }>(
    await platform.db.execute(sql`
      insert into idempotency_keys as held (actor, key, fingerprint, state, lease_token, lease_until)
      values (${request.actor}, ${request.key}, ${request.fingerprint}, 'running', ${token}, ${lease})
      on conflict (actor, key) do update set lease_token = ${token}, lease_until = ${lease}
        where held.state = 'running' and held.fingerprint = ${request.fingerprint} and held.lease_until <= clock_timestamp()
      returning recovery_point, recovery_data`),
  );
  if (mine) return { kind: 'mine', token, reached: mine.recovery_point, data: mine.recovery_data };
  const [row] = rowsOf<{ fingerprint: string; state: string; response: { answer: unknown } | null; left_ms: number }>(
    await platform.db.execute(sql`
      select fingerprint, state, response, extract(epoch from lease_until - clock_timestamp())::float8 * 1000 as left_ms
      from idempotency_keys where actor = ${request.actor} and key = ${request.key}`),
  );
  if (!row) return { kind: 'running', leftMs: 0 };
  if (row.fingerprint !== request.fingerprint) return { kind: 'other-request' };
  if (row.state === 'done') return { kind: 'done', answer: row.response?.answer };
  return { kind: 'running', leftMs: Number(row.left_ms) };
}

/** For how long an answer is tried to be kept. */
const keepMs = 5_000;

/** Asks again while the database is away: work that was done and not noted would be done again after its lease. */
async function untilThere<Found>(ask: () => Promise<Found>): Promise<Found> {
  const until = performance.now() + keepMs;
  for (;;) {
    try {
      return await ask();
    } catch (fault) {
      if (!isDatabaseGone(fault) || performance.now() > until) throw fault;
      await new Promise((resume) => setTimeout(resume, 100));
    }
  }
}

async function run<Value>(
  platform: Platform,
  request: IdempotentRequest,
  taken: Extract<Taken, { kind: 'mine' }>,
  work: (progress: Progress<Value>) => Promise<Value>,
): Promise<Idempotent<Value>> {
  const held = and(
    eq(idempotencyKeys.actor, request.actor),
    eq(idempotencyKeys.key, request.key),
    eq(idempotencyKeys.leaseToken, taken.token),
    eq(idempotencyKeys.state, 'running'),
  );
  const progress: Progress<Value> = {
    reached: taken.reached,
    data: taken.data,
    async reach(tx, point, data = null) {
      const moved = await tx
        .update(idempotencyKeys)
        .set({
          recoveryPoint: point,
          recoveryData: data,
          leaseUntil: sql`clock_timestamp() + ${platform.env.LEASE_MS} * interval '1 millisecond'` as never,
        })
        .where(held)
        .returning({ key: idempotencyKeys.key });
      if (moved.length === 0) throw new LeaseLost(`Request ${request.key} was taken over`);
    },
    async answer(tx, answer) {
      const kept = await tx
        .update(idempotencyKeys)
        .set({ state: 'done', response: { answer } })
        .where(held)
        .returning({ key: idempotencyKeys.key });
      if (kept.length === 0) throw new LeaseLost(`Request ${request.key} was taken over`);
    },
  };
  let value: Value;
  try {
    value = await work(progress);
  } catch (fault) {
    await platform.db
      .update(idempotencyKeys)
      .set({ leaseUntil: sql`clock_timestamp()` as never })
      .where(held);
    throw fault;
  }
  const stored = await untilThere(() =>
    platform.db
      .update(idempotencyKeys)
      .set({ state: 'done', response: { answer: value } })
      .where(held)
      .returning({ response: idempotencyKeys.response }),
  );
  if (stored.length === 0) {
    // Somebody resumed this request while we were slow: theirs is the answer that counts.
    const other = await take(platform, request);
    if (other.kind === 'done') return { kind: 'done', value: other.answer as Value, replayed: true };
    throw new LeaseLost(`Request ${request.key} was taken over`);
  }
  // The stored form goes to the first caller too, so that every answer is the same to the byte.
  return { kind: 'done', value: stored[0]!.response!.answer as Value, replayed: false };
}
