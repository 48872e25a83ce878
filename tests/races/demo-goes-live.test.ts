import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { knownPasswords } from '#app/commerce/customers/choose-password.server.ts';
import { endEveryEndpoint } from '#app/backoffice/webhooks/webhooks-store.server.ts';
import { shutInvitations } from '#app/commerce/customers/account-links-store.server.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { verifyAuditChain } from '#app/platform/audit.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { findOpenDemoAccounts, lockDemoAccounts } from '#app/platform/lock-demo-accounts.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openAuth } from '#app/platform/session.server.ts';
import { demoAddresses, isDemoAddress } from '#app/values/demo-accounts.ts';
import { demoAccounts, demoPassword, seedDemo } from '#seeds/demo.ts';
import type * as Server from '#server/app.ts';
import { copyDatabase } from '#tests/support/shared-postgres.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openStillPlatform } from '#tests/support/test-platform.ts';

/*
 * An operator tries the demo on a PostgreSQL of theirs and goes live on it. One after the other: what a test leaves is
 * what the next one finds.
 */
const folder = mkdtempSync(join(tmpdir(), 'rihla-live-'));
const url = await copyDatabase(inject('postgres'), 'demo_goes_live');
const settings = {
  DATABASE_URL: url,
  DATA_DIR: folder,
  PORT: '3999',
  LOG_LEVEL: 'silent',
  AUTH_SECRET: 'a secret for tests only, 0123456789abcdef',
};
const live = {
  ...settings,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://trips.test',
  PAYMENTS: 'sandbox',
  SANDBOX_URL: 'http://127.0.0.1:9',
  RATES_URL: 'http://127.0.0.1:9/rates.xml',
};
const demo = await openStillPlatform(readEnv({ ...settings, NODE_ENV: 'test' }));
let house: Platform;
beforeAll(async () => {
  await seedDemo(demo);
  house = await openStillPlatform(readEnv(live));
});
afterAll(async () => {
  await demo.close();
  await house.close();
  rmSync(folder, { recursive: true, force: true });
});

const start = async () => {
  const file = new URL('../../build/server/index.js', import.meta.url).href;
  const built = (await import(/* @vite-ignore */ file)) as typeof Server;
  return built.openServer(live);
};
const command = async (script: string, args: string[] = [], env: Record<string, string> = live) => {
  const told = { PATH: process.env['PATH']!, ...env };
  const run = promisify(execFile)(process.execPath, [script, ...args], { env: told });
  return run.then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (fault: { code: number; stderr: string }) => ({ code: fault.code, said: fault.stderr }),
  );
};
const signIn = (platform: Pick<Platform, 'auth'>, email: string, password: string) =>
  platform.auth.api.signInEmail({ body: { email, password }, asResponse: true }).then(({ status }) => status);
const one = async (query: ReturnType<typeof sql>) =>
  ((await demo.db.execute(query)) as unknown as { rows: Record<string, unknown>[] }).rows[0];

it('does not start in production while somebody could come in with an account of the demo, and says what to do', async () => {
  const fault = await start().then(
    () => null,
    (thrown: Error) => thrown,
  );
  expect(fault?.constructor.name).toBe('EnvironmentFault');
  expect(fault?.message).toContain('admin@rihla.example');
  expect(fault?.message).toContain(`and ${demoAccounts.length - 3} more`);
  expect(fault?.message).toContain('and every colleague they let in, with "npm run demo:lock"');
});

it('lets nobody of the demo in, by whichever door, before anything was locked', async () => {
  expect(await signIn(demo, 'admin@rihla.example', demoPassword)).toBe(200);
  expect(await signIn(house, 'admin@rihla.example', demoPassword)).toBe(401);
  const { id } = (await findAccountByEmail(house.db, 'traveller@rihla.example'))!;
  expect((await house.auth.api.openSession({ body: { userId: id }, asResponse: true })).status).toBe(401);
  const app = await openTestApp(house);
  for (const door of ['/auth', '/admin/login']) {
    const form = { tab: 'sign-in', email: 'admin@rihla.example', password: demoPassword };
    const answer = await app.send(door, { form, headers: { Origin: live.PUBLIC_URL } });
    expect([door, answer.status, answer.headers.getSetCookie().some((line) => line.includes('session_token'))]).toEqual([
      door,
      door === '/auth' ? 422 : 401,
      false,
    ]);
  }
});

it('takes the password of the demo from nobody, also where its account was given an address of the operator’s own', async () => {
  await demo.db.execute(sql`update users set email = 'owner@trips.test' where email = 'hr@rihla.example'`);
  expect(await signIn(demo, 'owner@trips.test', demoPassword)).toBe(200);
  expect(await signIn(house, 'owner@trips.test', demoPassword)).toBe(401);
  const body = { email: 'noor@trips.test', password: 'camels walk at dawn', name: 'Noor' };
  await demo.auth.api.signUpEmail({ body });
  expect(await signIn(house, body.email, body.password)).toBe(200);
  // Nobody is given a password that would not open anything.
  expect([knownPasswords(house), knownPasswords(demo)]).toEqual([[demoPassword], []]);
});

it('locks the accounts by one command: no password, no session, no rights, and each is in the audit', async () => {
  const { id } = (await findAccountByEmail(demo.db, 'flights@rihla.example'))!;
  await demo.db.execute(sql`insert into staff_tasks (id, kind, subject, text_key, opened_at, claimed_by, claimed_at)
    values (gen_random_uuid(), 'role-request', 'test:1', 'tasks:role-request', now(), ${`staff:${id}`}, now())`);
  expect(await command('scripts/lock-demo.ts', [], { ...settings, DEMO: 'true' })).toMatchObject({ code: 2 });
  expect((await findOpenDemoAccounts(demo.db)).length).toBe(demoAccounts.length - 1);
  // Everybody could be the owner of the demo, and let anybody in.
  await demo.db.execute(sql`insert into account_links (id, token_hash, kind, email, language, created_at, expires_at)
    values ('invited', 'hash', 'staff-invite', 'stranger@trips.test', 'en', now(), now() + interval '7 days')`);
  await demo.db.execute(sql`insert into api_keys (id, name, hash, last_four, scopes, ends_on, made_by, made_at)
    values ('key', 'Of a stranger', 'hash', 'abcd', '{tours}', '2030-01-01', 'hr', now())`);
  await demo.db.execute(sql`insert into webhook_endpoints (id, name, url, events, secret, last_four, status, made_by, made_at, changed_at)
    values ('hook', 'A stranger’s server', 'https://stranger.example/hook', '{order.ticketed}', '', 'abcd', 'active', 'hr', now(), now())`);
  await demo.db.execute(sql`insert into webhook_deliveries (endpoint_id, event, reference, happened_at, next_at, created_at)
    values ('hook', 'order.ticketed', '7K2M9-4QX3D', now(), now(), now())`);
  const { code, said } = await command('scripts/lock-demo.ts');
  expect(code).toBe(0);
  expect(said).toContain('Locked admin@rihla.example');
  expect(said).toContain('Suspended owner@trips.test');
  expect(said).toContain('Revoked the key "Of a stranger"');
  expect(said).toContain('Ended the webhook "A stranger’s server"');
  expect(said).toContain(`${demoAccounts.length - 1} accounts of the demo are locked`);
  expect(
    await one(sql`select
      (select count(*)::int from credentials c join users u on u.id = c.user_id where u.email like '%.example') as passwords,
      (select count(*)::int from sessions) as sessions,
      (select count(*)::int from account_links where kind = 'staff-invite' and used_at is null) as invitations,
      (select count(*)::int from api_keys where revoked_at is null) as keys,
      (select count(*)::int from webhook_endpoints where status <> 'ended') as webhooks,
      (select count(*)::int from webhook_deliveries where state = 'waiting') as told,
      (select count(*)::int from internal_users where is_active or employment_status <> 'suspended') as staff,
      (select count(*)::int from users where email like '%.example') as accounts,
      (select count(*)::int from staff_tasks where claimed_by = ${`staff:${id}`}) as claimed,
      (select count(*)::int from audit_events where action = 'account.locked') as locked,
      (select count(*)::int from audit_events where action = 'staff.suspend') as suspended`),
  ).toEqual({
    passwords: 0,
    sessions: 0,
    invitations: 0,
    keys: 0,
    webhooks: 0,
    told: 0,
    staff: 0,
    accounts: demoAccounts.length - 1,
    claimed: 0,
    locked: demoAccounts.length - 1,
    suspended: demoAccounts.filter(({ roles }) => roles.length > 0).length,
  });
  expect(await verifyAuditChain(demo.db, [])).toMatchObject({ brokenAt: null });
  expect(await signIn(demo, 'admin@rihla.example', demoPassword)).toBe(401);
}, 180_000);

it('has nothing to do the second time', async () => {
  const doors = { shutInvitations, endWebhooks: endEveryEndpoint };
  expect(await lockDemoAccounts(demo, doors)).toEqual({ accounts: [], colleagues: [], keys: [], webhooks: [] });
  expect((await command('scripts/lock-demo.ts')).said).toContain('No account of a demo is open here');
  expect(await one(sql`select count(*)::int as n from audit_events where action = 'account.locked'`)).toEqual({
    n: demoAccounts.length - 1,
  });
}, 180_000);

it('starts then, with an owner of its own, and refuses again when somebody of the demo is taken back at the desk', async () => {
  const refused = await command('scripts/create-staff.ts', ['--email', 'admin@rihla.example', '--name', 'Boss', '--role', 'owner']);
  expect(refused).toMatchObject({ code: 2, said: expect.stringContaining('is an address of the demo') });
  const made = await command('scripts/create-staff.ts', ['--email', 'boss@trips.test', '--name', 'Boss', '--role', 'owner'], {
    ...live,
    STAFF_PASSWORD: 'camels walk at dawn',
  });
  expect(made).toMatchObject({ code: 0 });
  // With the slow hash of a house, which the command has written.
  const auth = openAuth(house.db, house.env, house.secret);
  expect(await signIn({ auth }, 'boss@trips.test', 'camels walk at dawn')).toBe(200);
  const server = await start();
  server.drain();
  await server.platform.close();
  await demo.db.execute(
    sql`update internal_users set is_active = true, employment_status = 'active' where user_id = (select id from users where email = 'admin@rihla.example')`,
  );
  await expect(start()).rejects.toThrow('admin@rihla.example can sign in');
}, 180_000);

it('knows whom a demo makes by their address, and nobody else', () => {
  expect(demoAccounts.map(({ email }) => email).toSorted()).toEqual(demoAddresses.toSorted());
  expect(['Admin@rihla.example', 'boss@rihla.example', 'admin@rihla.example.com'].map(isDemoAddress)).toEqual([true, false, false]);
});
