import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { readEnv } from '#app/platform/env.server.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { mailAccounts } from './account-mails.server.ts';
import { wasBreached } from './breached-passwords.server.ts';

const stolen = 'harbour lanterns at dusk';
const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();
const other = hashOf('a quiet garden of olives');

/** The public list: what it holds of the ranges that are asked, and what it is made to say instead. */
const asked: { path: string; padding: string | undefined }[] = [];
let says: ((hash: string) => { status: number; text: string }) | null = null;
const lineOf = (hash: string, times: number) => `${hash.slice(5)}:${times}`;
const usual = () => ({ status: 200, text: [lineOf(other, 0), lineOf(hashOf(stolen), 12)].join('\r\n') });
const list = createServer((request, answer) => {
  asked.push({ path: request.url!, padding: request.headers['add-padding'] as string | undefined });
  const { status, text } = (says ?? usual)(request.url!);
  answer.writeHead(status).end(text);
});
await new Promise<void>((ready) => list.listen(0, '127.0.0.1', ready));
const url = `http://127.0.0.1:${(list.address() as AddressInfo).port}/range`;
afterAll(() => void list.close());
beforeEach(() => {
  says = null;
  asked.length = 0;
});

const opened = await openDemoPlatform();
const platform = { ...opened, env: { ...opened.env, breachedPasswordsUrl: url } };
const app = await openTestApp(platform);
await mailAccounts(platform);

describe('a password that was stolen elsewhere', () => {
  it('is known by its range, and no more than five characters of its hash go out', async () => {
    expect(await wasBreached(url, stolen)).toBe(true);
    expect(await wasBreached(url, 'nobody ever had this one')).toBe(false);
    expect(asked).toEqual(
      [stolen, 'nobody ever had this one'].map((each) => ({ path: `/range/${hashOf(each).slice(0, 5)}`, padding: 'true' })),
    );
  });

  it('is not one that only pads the answer', async () => {
    expect(await wasBreached(url, 'a quiet garden of olives')).toBe(false);
  });

  it.each([
    ['fails', { status: 503, text: 'later' }],
    ['is not a list', { status: 200, text: '<html>Sign in to this network</html>' }],
    ['never ends', { status: 200, text: `${lineOf(hashOf(stolen), 12)}\n${'0'.repeat(300_000)}` }],
  ])('cannot be told by an answer that %s, which keeps nobody out', async (_how, answer) => {
    says = () => answer;
    expect(await wasBreached(url, stolen)).toBe(false);
  });

  it('is not asked about where no list is connected', async () => {
    expect(await wasBreached(null, stolen)).toBe(false);
    expect(asked).toEqual([]);
  });

  it('is taken where the list cannot be reached', async () => {
    expect(await wasBreached(url, stolen, () => Promise.reject(new TypeError('unreachable')))).toBe(false);
  });

  it('is refused when somebody signs up, with what else they typed kept', async () => {
    const form = {
      tab: 'sign-up',
      email: 'nadia@example.com',
      firstName: 'Nadia',
      lastName: 'Haddad',
      phoneCountry: 'AE',
      phone: '050 123 4567',
      password: stolen,
    };
    const answer = await app.send('/auth?tab=sign-up', { form });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain('This password was in a leak of another site');
    expect(html).toContain('value="Nadia"');
    expect(html).not.toContain(stolen);
    expect(
      (await app.send('/auth?tab=sign-up', { form: { ...form, password: 'lanterns over seven quays' } })).headers.get('location'),
    ).toBe('/auth/check-mail');
  });

  it('does not use up the tries of an address', async () => {
    const form = { tab: 'sign-up', email: 'omar@example.com', firstName: 'Omar', lastName: 'Haddad', phoneCountry: 'AE', phone: '' };
    for (let tries = 0; tries < 6; tries += 1)
      expect((await app.send('/auth?tab=sign-up', { form: { ...form, password: stolen } })).status).toBe(422);
    expect((await app.send('/auth?tab=sign-up', { form: { ...form, password: 'lanterns over seven quays' } })).status).toBe(303);
  });

  it('is refused when a password is changed, but not before the old one was right', async () => {
    const cookie = await app.signIn('traveller@rihla.example', demoPassword);
    const change = (current: string, chosen: string) =>
      app.send('/account/security', { cookie, form: { act: 'change-password', current, chosen } });
    await change('not the old one at all', stolen);
    expect(asked).toEqual([]);
    const answer = await change(demoPassword, stolen);
    expect([answer.status, (await answer.text()).includes('This password was in a leak of another site')]).toEqual([422, true]);
  });
});

describe('the public list', () => {
  const live = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://rihla@127.0.0.1/rihla',
    AUTH_SECRET: 'a secret for reading only, 0123456789',
    PUBLIC_URL: 'https://rihla.example',
    PAYMENTS: 'sandbox',
  };

  it('is asked by a house that is live, and can be another one or none', () => {
    expect(readEnv(live).breachedPasswordsUrl).toBe('https://api.pwnedpasswords.com/range/');
    expect(readEnv({ ...live, BREACHED_PASSWORDS_URL: url }).breachedPasswordsUrl).toBe(url);
    expect(readEnv({ ...live, BREACHED_PASSWORDS_URL: 'none' }).breachedPasswordsUrl).toBeNull();
    expect(() => readEnv({ ...live, BREACHED_PASSWORDS_URL: 'ftp://list' })).toThrow('BREACHED_PASSWORDS_URL');
  });

  it('is left alone by a demo', () => {
    expect(readEnv({}).breachedPasswordsUrl).toBeNull();
  });
});
