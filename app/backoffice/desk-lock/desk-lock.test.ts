import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { mailAccounts } from '#app/commerce/customers/account-mails.server.ts';
import { openBrowser } from '#app/commerce/customers/auth-testing.ts';
import { totpCode, totpStep } from '#app/platform/totp.server.ts';
import { places } from '#app/site-map.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { deskState, isToKeep } from './desk-time.ts';

const platform = await openDemoPlatform();
await mailAccounts(platform);
const { db } = platform;
const app = await openTestApp(platform);

const email = 'flights@rihla.example';
const door = '/admin/session';
async function sitDown(who = email) {
  const browser = openBrowser(app);
  await browser.post('/admin/login', { email: who, password: demoPassword });
  const { userId } = (await (await browser.get(door)).json()) as { userId: string };
  return { browser, userId };
}
/** As if so many minutes had passed since the person's last request, or since they signed in. */
const unused = (userId: string, minutes: number) =>
  db.execute(sql`update sessions set updated_at = now() - make_interval(mins => ${minutes}) where user_id = ${userId}`);
const begun = (userId: string, minutes: number) =>
  db.execute(sql`update sessions set created_at = now() - make_interval(mins => ${minutes}) where user_id = ${userId}`);
const told = async (answer: Promise<Response> | Response) => (await answer).json() as Promise<Record<string, unknown>>;

describe('the session of a desk', () => {
  it('says how long it lives and what ends it, and nobody’s is over', async () => {
    const { browser, userId } = await sitDown();
    await unused(userId, 10);
    const idle = await told(browser.get(door));
    expect(idle).toEqual({ userId, seconds: expect.any(Number), ends: 'idle' });
    expect(Number(idle['seconds'])).toBeGreaterThan(19 * 60);
    expect(Number(idle['seconds'])).toBeLessThanOrEqual(20 * 60);
    await begun(userId, 8 * 60 - 5);
    expect(await told(browser.get(door))).toMatchObject({ userId, ends: 'day' });
    expect(await told(app.send(door))).toEqual({ userId: null });
    const traveller = await app.signIn('traveller@rihla.example', demoPassword);
    expect(await told(app.send(door, { cookie: traveller }))).toEqual({ userId: null });
  });

  it('is not kept alive by what an open page asks by itself, and is by a page or by whoever says that they work', async () => {
    const { browser, userId } = await sitDown();
    const asked = places.filter(({ byItself, access }) => byItself && access.kind === 'staff').map(({ path }) => path);
    expect(asked.length).toBeGreaterThan(1);
    for (const [address, kept] of [
      [door, false],
      ['/admin/alerts/count', false],
      ['/admin/records/flight/AAAAA-AAAAA/news?since=0', false],
      ['/admin/tasks', true],
    ] as const) {
      await unused(userId, 20);
      await browser.get(address);
      const { seconds } = await told(browser.get(door));
      expect([address, Number(seconds) > 11 * 60]).toEqual([address, kept]);
    }
    await unused(userId, 20);
    expect(await told(browser.post(door, { intent: 'keep' }))).toEqual({ step: 'open' });
    expect(Number((await told(browser.get(door)))['seconds'])).toBeGreaterThan(29 * 60);
  });

  it('that is over is not kept, and is opened by the password of whoever sat there', async () => {
    const { browser, userId } = await sitDown();
    await unused(userId, 31);
    expect(await told(browser.get(door))).toEqual({ userId: null });
    const late = await browser.post(door, { intent: 'keep' });
    expect([late.status, await late.json()]).toEqual([401, { step: 'password', wrong: null }]);
    for (const [form, status, wrong] of [
      [{ intent: 'password', email, password: '' }, 400, 'missing'],
      [{ intent: 'password', email, password: 'not this one' }, 401, 'check'],
      // A traveller's right password opens no desk.
      [{ intent: 'password', email: 'traveller@rihla.example', password: demoPassword }, 401, 'check'],
    ] as const) {
      const refused = await browser.post(door, form);
      expect([refused.status, await refused.json()]).toEqual([status, { step: 'password', wrong }]);
    }
    expect(await told(browser.post(door, { intent: 'password', email, password: demoPassword }))).toEqual({ step: 'open' });
    expect(await told(browser.get(door))).toMatchObject({ userId, ends: 'idle' });
    const nonsense = await browser.post(door, { intent: 'open-sesame' });
    expect([nonsense.status, nonsense.headers.get('Set-Cookie')]).toEqual([400, null]);
  });

  it('asks for the code where there is one, and says how long to wait after too many', async () => {
    const { browser, userId } = await sitDown('finance@rihla.example');
    await browser.post('/admin/security', { act: 'begin' });
    const html = await (await browser.get('/admin/security?setup=1')).text();
    const secret = /<code dir="ltr">([A-Z2-7 ]+)<\/code>/.exec(html)![1]!.replaceAll(' ', '');
    const codeNow = () => totpCode(secret, totpStep(platform.clock.now()));
    await browser.post('/admin/security', { act: 'on', code: codeNow() });
    platform.clock.advance(60_000);
    await unused(userId, 31);
    expect(await told(browser.get(door))).toEqual({ userId: null });
    // No code without the password before it.
    expect(await told(browser.post(door, { intent: 'code', code: codeNow() }))).toEqual({ step: 'password', wrong: null });
    const first = await told(browser.post(door, { intent: 'password', email: 'finance@rihla.example', password: demoPassword }));
    expect(first).toEqual({ step: 'code', wrong: null });
    expect(await told(browser.get(door))).toEqual({ userId: null });
    expect(await told(browser.post(door, { intent: 'code', code: ' ' }))).toEqual({ step: 'code', wrong: 'missing' });
    expect(await told(browser.post(door, { intent: 'code', code: '000000' }))).toEqual({ step: 'code', wrong: 'check' });
    expect(await told(browser.post(door, { intent: 'code', code: codeNow() }))).toEqual({ step: 'open' });
    expect(await told(browser.get(door))).toMatchObject({ userId });
    const guesser = openBrowser(app);
    let last: Record<string, unknown> = {};
    for (let guess = 0; guess < 11; guess += 1)
      last = await told(guesser.post(door, { intent: 'password', email: 'hr@rihla.example', password: `guess ${guess}` }));
    expect(last).toEqual({ step: 'password', wrong: 'wait', minutes: expect.any(Number) });
  });
});

describe('the page of a desk', () => {
  const mine = (seconds: number, ends: 'idle' | 'day' = 'idle') => ({ userId: 'me', seconds, ends });
  it('warns two minutes before the end, locks at it, and begins anew under somebody else', () => {
    expect([deskState(mine(121), 'me'), deskState(mine(120), 'me'), deskState({ userId: null }, 'me')]).toEqual([
      'open',
      'warned',
      'locked',
    ]);
    expect(deskState(mine(1800), 'another')).toBe('elsewhere');
  });
  it('is kept for whoever works, not at each key, and not past the end of their day', () => {
    expect(isToKeep(mine(100), true)).toBe(true);
    expect(isToKeep(mine(100), false)).toBe(false);
    expect(isToKeep(mine(29 * 60), true)).toBe(false);
    expect(isToKeep(mine(100, 'day'), true)).toBe(false);
    expect(isToKeep({ userId: null }, true)).toBe(false);
  });
});
