import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findAccountByEmail, findSessions } from '#app/platform/account-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findStaffAccount } from '#app/platform/staff-accounts-store.server.ts';
import { demoPassword, seedDemo } from '#seeds/demo.ts';
import { startPostgres, type RunningPostgres } from '#tests/support/postgres.ts';
import { openCluster, type Cluster } from '../../scripts/cluster.ts';
import { lookInto } from './sales-of-the-house.ts';

/*
 * Two processes that share nothing but their database: what an owner takes from a colleague at one of them is gone with the
 * next request at the other, though that one has just let them in. The other is asked first each time.
 */
const folder = mkdtempSync(join(tmpdir(), 'rihla-revoked-'));
let postgres: RunningPostgres;
let cluster: Cluster;
let platform: Platform;
let nodes: readonly string[];
let owner: string;

beforeAll(async () => {
  postgres = await startPostgres({ fsync: false });
  cluster = await openCluster({ databaseUrl: postgres.url, folder });
  platform = await lookInto(postgres.url, folder);
  await seedDemo({ ...platform, env: { ...platform.env, demo: true } });
  while (cluster.balancer.ready().length < 2) await new Promise((resume) => setTimeout(resume, 100));
  nodes = cluster.balancer.ready();
  owner = await signIn(0, 'admin@rihla.example');
}, 300_000);
afterAll(async () => {
  await platform.close();
  await cluster.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A request to one of the processes as the balancer would pass it on; where it leads, unless it is answered. */
async function ask(node: number, path: string, cookie: string, form?: Readonly<Record<string, string>>) {
  const { host } = new URL(cluster.url);
  const headers = new Headers({ Origin: cluster.url, 'X-Forwarded-Host': host, Cookie: cookie });
  const sent = form ? { method: 'POST', body: new URLSearchParams(form) } : {};
  const answer = await fetch(`${nodes[node]}${path}`, { ...sent, headers, redirect: 'manual' });
  await answer.arrayBuffer();
  return { status: answer.status, to: answer.headers.get('location')?.split('?')[0] ?? null, cookies: answer.headers.getSetCookie() };
}

async function signIn(node: number, email: string): Promise<string> {
  const { cookies, status } = await ask(node, 'auth', '', { tab: 'sign-in', next: '/', email, password: demoPassword });
  expect(status).toBe(303);
  return cookies.map((line) => line.split(';')[0]).join('; ');
}

const idOf = async (email: string) => (await findAccountByEmail(platform.db, email))!.id;
const flights = 'admin/orders/flights';
const visas = 'admin/orders/evisa';
const prices = 'admin/pricing-engine';
const at = async (path: string, cookie: string) => {
  const [other, same] = [await ask(1, path, cookie), await ask(0, path, cookie)];
  return [other, same].map(({ status, to }) => to ?? status);
};

/** What an owner does to a colleague, at the first process; the page says that it is done. */
async function act(userId: string, form: Readonly<Record<string, string>>): Promise<void> {
  const { version } = (await findStaffAccount(platform.db, userId))!;
  const path = `admin/users/${userId}`;
  const done = await ask(0, path, owner, { version: String(version), reason: 'revoked by the test', ...form });
  expect([done.status, done.to]).toEqual([303, `/${path}`]);
}

it('a role that is taken opens nothing at either process', async () => {
  const email = 'flights@rihla.example';
  const cookie = await signIn(1, email);
  expect(await at(flights, cookie)).toEqual([200, 200]);
  await act(await idOf(email), { intent: 'roles', role: 'interviewer' });
  expect(await at(flights, cookie)).toEqual(['/admin/unauthorized', '/admin/unauthorized']);
  // They are a colleague still, with what their role of now opens.
  expect(await at('admin/interview-scheduling', cookie)).toEqual([200, 200]);
});

it('who is suspended is outside at both processes, with every session', async () => {
  const email = 'visas@rihla.example';
  const cookies = [await signIn(0, email), await signIn(1, email)];
  for (const cookie of cookies) expect(await at(visas, cookie)).toEqual([200, 200]);
  await act(await idOf(email), { event: 'suspend' });
  for (const cookie of cookies) expect(await at(visas, cookie)).toEqual(['/admin/login', '/admin/login']);
});

it('a session that is ended is over at both processes, and another one of theirs goes on until all are ended', async () => {
  const email = 'pricing@rihla.example';
  const userId = await idOf(email);
  const first = await signIn(1, email);
  const [session] = await findSessions(platform.db, userId, new Date(platform.clock.now()));
  const second = await signIn(1, email);
  expect([await at(prices, first), await at(prices, second)]).toEqual([
    [200, 200],
    [200, 200],
  ]);
  await act(userId, { intent: 'sign-out', session: session!.id });
  expect([await at(prices, first), await at(prices, second)]).toEqual([
    ['/admin/login', '/admin/login'],
    [200, 200],
  ]);
  await act(userId, { intent: 'sign-out' });
  expect(await at(prices, second)).toEqual(['/admin/login', '/admin/login']);
});
