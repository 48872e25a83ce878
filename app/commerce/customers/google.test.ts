import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { instant } from '#app/values/dates.ts';
import { demoPassword } from '#seeds/demo.ts';
import { startOpenIdProvider, type OpenIdLies, type OpenIdPerson } from '#tests/support/openid-provider.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform, openTestPlatform, testNow } from '#tests/support/test-platform.ts';
import { mailAccounts } from './account-mails.server.ts';
import { openBrowser } from './auth-testing.ts';

const clock = { now: () => testNow as number };
const client = { clientId: 'rihla-test', clientSecret: 'a secret of the client' };
const provider = await startOpenIdProvider({ ...client, now: () => clock.now() });
const platform = await openDemoPlatform({
  GOOGLE_CLIENT_ID: client.clientId,
  GOOGLE_CLIENT_SECRET: client.clientSecret,
  GOOGLE_ISSUER: provider.issuer,
});
clock.now = platform.clock.now;
await mailAccounts(platform);
const app = await openTestApp(platform);
afterAll(() => provider.close());
beforeEach(() => {
  provider.state.lies = {};
});

const origin = 'http://localhost:3999';
type Browser = ReturnType<typeof openBrowser>;

/** Leaves for the provider, as this person, and returns the address it sends the browser back to. */
async function visitProvider(browser: Browser, person: OpenIdPerson, next = '/bookings-trips'): Promise<string> {
  provider.state.person = person;
  const left = await browser.post('/auth/google', { next });
  const answer = await fetch(left.headers.get('location')!, { redirect: 'manual' });
  return answer.headers.get('location')!.replace(origin, '');
}
async function enter(person: OpenIdPerson, lies: OpenIdLies = {}) {
  const browser = openBrowser(app);
  const back = await visitProvider(browser, person);
  provider.state.lies = lies;
  const answer = await browser.get(back);
  return { browser, back, where: answer.headers.get('location') };
}
const noor = { sub: 'g-noor', email: 'Noor@Example.com', email_verified: true, given_name: 'Noor\u202E<b>', family_name: 'Saeed' };
const failed = (error: string) => `/auth?error=${error}&next=%2Fbookings-trips`;
const count = async (table: 'users' | 'sessions') =>
  ((await platform.db.execute(sql.raw(`select count(*)::int as n from ${table}`))) as unknown as { rows: { n: number }[] }).rows[0]!.n;

describe('signing in with Google', () => {
  it('makes a confirmed account at the first visit, and finds it at the next', async () => {
    const first = await enter(noor);
    expect(first.where).toBe('/bookings-trips');
    const html = await (await first.browser.get('/help')).text();
    expect(html).toContain('Account created successfully!');
    expect(html).toContain('Noorb Saeed');
    const before = await count('users');
    const second = await enter({ ...noor, email: 'changed@example.com' });
    expect(await (await second.browser.get('/help')).text()).toContain('Welcome back!');
    expect(await count('users')).toBe(before);
  });

  it('links an account whose address both sides have confirmed', async () => {
    const { browser, where } = await enter({ sub: 'g-layla', email: 'traveller@rihla.example', email_verified: true });
    expect(where).toBe('/bookings-trips');
    expect(await (await browser.get('/account/security')).text()).toContain('traveller@rihla.example');
    const byPassword = await app.send('/auth', { form: { tab: 'sign-in', email: 'traveller@rihla.example', password: demoPassword } });
    expect(byPassword.status).toBe(303);
  });

  it.each([
    ['an address Google has not verified', { ...noor, sub: 'g-2', email: 'x@example.com', email_verified: false }, {}, 'google-unverified'],
    ['a staff account', { sub: 'g-3', email: 'admin@rihla.example', email_verified: true }, {}, 'google-staff'],
    ['an answer for another request', noor, { nonce: 'another' }, 'google-denied'],
    ['a token for another site', noor, { audience: 'somebody-else' }, 'google-denied'],
    ['a token of another issuer', noor, { issuer: 'https://evil.example' }, 'google-denied'],
    ['a signature of a key it does not publish', noor, { foreignKey: true }, 'google-denied'],
    ['a provider that is down', noor, { tokenStatus: 503 }, 'google-down'],
  ] as const)('refuses %s, in words, without a session', async (_what, person, lies, error) => {
    const before = await count('sessions');
    const { where, browser } = await enter(person, lies);
    expect(where).toBe(failed(error));
    expect(await count('sessions')).toBe(before);
    expect(await (await browser.get(where!)).text()).toContain('class="summary"');
  });

  it('does not share an account that a stranger opened with the address and never confirmed', async () => {
    await platform.auth.api.signUpEmail({ body: { email: 'planted@example.com', password: demoPassword, name: 'P' } });
    const { where } = await enter({ sub: 'g-4', email: 'planted@example.com', email_verified: true });
    expect(where).toBe(failed('google-unconfirmed'));
  });

  it('takes an answer once, in the browser that asked, within the hour', async () => {
    const browser = openBrowser(app);
    const back = await visitProvider(browser, noor);
    expect((await app.send(back)).headers.get('location')).toBe('/auth?error=google-expired&next=%2F');
    const changed = back.replace(/state=[^&]+/, 'state=other');
    expect((await app.send(changed, { cookie: browser.jar.cookie })).headers.get('location')).toBe('/auth?error=google-expired&next=%2F');
    expect((await browser.get(back)).headers.get('location')).toBe('/bookings-trips');
    expect((await browser.get(back)).headers.get('location')).toBe('/auth?error=google-expired&next=%2F');
  });

  it('says so when somebody changes their mind there', async () => {
    const browser = openBrowser(app);
    const back = new URL(await visitProvider(browser, noor), origin);
    back.searchParams.delete('code');
    back.searchParams.set('error', 'access_denied');
    expect((await browser.get(back.pathname + back.search)).headers.get('location')).toBe(failed('google-denied'));
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example'])('does not go on to %s', async (next) => {
    const browser = openBrowser(app);
    const back = await visitProvider(browser, noor, next);
    expect((await browser.get(back)).headers.get('location')).toBe('/');
  });
});

it('is not there where the house has not switched it on', async () => {
  const other = await openTestPlatform({});
  other.clock.set(instant(testNow));
  const plain = await openTestApp(other);
  expect((await plain.send('/auth/google', { form: {} })).status).toBe(404);
  expect((await plain.send('/auth/google/callback?code=1&state=2')).status).toBe(404);
  expect(await (await plain.send('/auth')).text()).not.toContain('/auth/google');
});
