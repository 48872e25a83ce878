import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readEnv } from '#app/platform/env.server.ts';
import { openPlatform } from '#app/platform/platform.server.ts';
import { anOffer } from '#app/products/flights/offer-testing.ts';
import { placeDeskOrder } from '#app/products/flights/staff/desk-orders-testing.ts';
import { ScriptedSupplier } from '#app/products/flights/supplier/scripted-supplier.ts';
import { demoPassword, seedDemo } from '#seeds/demo.ts';
import { drillSecret, isReady, launchServer, type ServerProcess } from '../crash/crash-harness.ts';
import { freePort } from '../support/free-port.ts';
import { startPostgres, type RunningPostgres } from '../support/postgres.ts';
import { openTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

/*
 * A busy server whose database goes away every three seconds, and then one of whose connections is swallowed by the
 * network. What was acknowledged is there, once; who was not served is asked to come again, and is served then.
 */
const people = 8;
const cutEveryMs = 3_000;
const cuts = Number(process.env['CUTS'] ?? 8);
const folder = mkdtempSync(join(tmpdir(), 'rihla-hiccups-'));
let postgres: RunningPostgres;
let wire: TcpProxy;
let server: ServerProcess;
let data: pg.Client;
let reference: string;
let cookie: string;
let base: string;

beforeAll(async () => {
  postgres = await startPostgres();
  const url = new URL(postgres.url);
  const env = readEnv({
    NODE_ENV: 'test',
    DATABASE_URL: postgres.url,
    DATA_DIR: join(folder, 'made'),
    LOG_LEVEL: 'silent',
    AUTH_SECRET: drillSecret,
  });
  const platform = await openPlatform(env, { work: false });
  await seedDemo({ ...platform, env: { ...env, demo: true } });
  reference = (await placeDeskOrder(platform, new ScriptedSupplier({ offers: [anOffer()] }), { status: 'ticketed' })).reference;
  await platform.close();
  wire = await openTcpProxy({ host: '127.0.0.1', port: Number(url.port) });
  url.port = String(wire.port);
  const port = await freePort();
  base = `http://localhost:${port}`;
  server = launchServer(
    { DATABASE_URL: url.href, DATA_DIR: join(folder, 'data'), PUBLIC_URL: base, SANDBOX_URL: 'http://127.0.0.1:9' },
    port,
    join(folder, 'log'),
  );
  expect(await isReady(server)).toBe(true);
  data = new pg.Client(postgres.url);
  await data.connect();
  const signedIn = await fetch(`${base}/admin/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: base, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email: 'admin@rihla.example', password: demoPassword }),
  });
  cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  expect(cookie).toContain('session_token');
}, 300_000);
afterAll(async () => {
  await data.end();
  server.kill('SIGTERM');
  await server.exit;
  await wire.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Count {
  answered: number;
  refused: number;
  readonly strange: string[];
  /** Keys of forms that were sent, and of those that were acknowledged. */
  readonly sent: Set<string>;
  readonly done: Set<string>;
}

/** One clerk: reads a page, leaves a note, and sends what was not acknowledged again with its key, until told to stop. */
async function work(count: Count, going: () => boolean): Promise<void> {
  const ask = async (path: string, form?: Record<string, string>): Promise<number> => {
    const answer = await fetch(base + path, {
      redirect: 'manual',
      headers: { Cookie: cookie, Origin: base },
      signal: AbortSignal.timeout(60_000),
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    await answer.arrayBuffer();
    count.answered += 1;
    if (answer.status < 500) return answer.status;
    count.refused += 1;
    if (answer.status !== 503 || !answer.headers.get('retry-after')) count.strange.push(`${answer.status} ${path}`);
    return answer.status;
  };
  while (going()) {
    await ask('/admin/orders/flights');
    await ask('/track-booking');
    const key = randomUUID();
    count.sent.add(key);
    for (let tries = 0; tries < 60 && !count.done.has(key); tries += 1) {
      const status = await ask(`/admin/records/flight/${reference}`, { intent: 'note', words: `note ${key}`, key });
      if (status === 302) count.done.add(key);
      else if (status === 503 || status === 409) await new Promise((resume) => setTimeout(resume, 250));
      else {
        count.strange.push(`${status} to a note`);
        break;
      }
    }
  }
}
const fresh = (): Count => ({ answered: 0, refused: 0, strange: [], sent: new Set(), done: new Set() });
const notes = async () => Number((await data.query('select count(*) as n from record_notes')).rows[0].n);
/** What the server says of its faults, for whoever reads a failure. */
const faults = () => readFileSync(join(folder, 'log'), 'utf8').slice(-2_000);
const wait = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/** Milliseconds until the server has served ten requests in a row that need the database. */
async function recovery(): Promise<number> {
  const began = performance.now();
  for (let row = 0; row < 10;) {
    const answer = await fetch(`${base}/admin/orders/flights`, {
      headers: { Cookie: cookie },
      redirect: 'manual',
      signal: AbortSignal.timeout(60_000),
    });
    await answer.arrayBuffer();
    row = answer.status === 200 ? row + 1 : 0;
    if (performance.now() - began > 60_000) return Number.POSITIVE_INFINITY;
  }
  return performance.now() - began;
}

it('loses nothing and repeats nothing while all its connections are cut every three seconds', async () => {
  const count = fresh();
  const before = await notes();
  let going = true;
  const all = Promise.all(Array.from({ length: people }, () => work(count, () => going)));
  for (let cut = 0; cut < cuts; cut += 1) {
    await wait(cutEveryMs);
    if (cut % 2 === 0)
      await data.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
    else wire.cutAll();
  }
  const backAfter = await recovery();
  going = false;
  await all;
  console.log(
    `${count.answered} answers, ${count.refused} asked to come again, ${count.done.size} notes; served again after ${Math.round(backAfter)} ms`,
  );
  expect(count.strange, faults()).toEqual([]);
  // The cuts must have been felt, or nothing was shown.
  expect(count.refused).toBeGreaterThan(0);
  expect(count.done.size).toBeGreaterThan(20);
  expect(count.done).toEqual(count.sent);
  expect((await notes()) - before).toBe(count.done.size);
  expect(backAfter).toBeLessThan(5_000);
}, 300_000);

it('goes on when the network swallows one of its connections, and gives that one up', async () => {
  const count = fresh();
  const before = await notes();
  let going = true;
  const all = Promise.all(Array.from({ length: people }, () => work(count, () => going)));
  await wait(1_000);
  expect(wire.swallowOne()).toBe(true);
  await wait(20_000);
  const backAfter = await recovery();
  going = false;
  await all;
  console.log(
    `${count.answered} answers, ${count.refused} asked to come again, ${count.done.size} notes; served again after ${Math.round(backAfter)} ms`,
  );
  expect(count.strange).toEqual([]);
  expect(count.done).toEqual(count.sent);
  expect((await notes()) - before).toBe(count.done.size);
  // One place of the pool was waiting for the swallowed answer; all the others went on.
  expect(count.refused).toBeLessThanOrEqual(people);
  expect(backAfter).toBeLessThan(5_000);
}, 300_000);
