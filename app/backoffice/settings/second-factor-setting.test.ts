import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { mailAccounts } from '#app/commerce/customers/account-mails.server.ts';
import { openBrowser } from '#app/commerce/customers/auth-testing.ts';
import { begunAt, deliveredSecondFactorRule, factorDueAt, type SecondFactorRule } from '#app/platform/second-factor-rule.ts';
import { totpCode, totpStep } from '#app/platform/totp.server.ts';
import { shopPlaces, staffPlaces } from '#app/site-map.ts';
import { addMilliseconds, dayMs } from '#app/values/dates.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { readSettingForm } from './setting-forms.ts';

const platform = await openDemoPlatform();
const { db, clock } = platform;
await mailAccounts(platform);
const app = await openTestApp(platform);
const owner = await app.signIn('admin@rihla.example', demoPassword);
const flights = await app.signIn('flights@rihla.example', demoPassword);
const visas = await app.signIn('visas@rihla.example', demoPassword);

const asked = '/admin/security?needed=1';
const post = (fields: Record<string, string>) => app.send('/admin/settings/second-factor', { cookie: owner, form: fields });
const page = async (path: string, cookie: string) => (await app.send(path, { cookie })).text();
const whereTo = async (path: string, cookie = flights) => (await app.send(path, { cookie })).headers.get('location');

/** An owner makes flight agents have a second factor. */
async function ask(graceDays: string, roles: readonly string[] = ['flight_agent']) {
  await post({
    intent: 'draft',
    version: '0',
    ...Object.fromEntries(roles.map((role) => [role, 'on'])),
    graceDays,
    reason: 'Passports are at stake',
  });
  return post({ intent: 'apply', version: '1' });
}

beforeEach(async () => {
  await db.execute(sql`delete from setting_changes`);
  await db.execute(sql`delete from second_factors`);
  // The rows of the demo are as old as the machine says; the house's clock stands somewhere else.
  await db.execute(sql`update internal_users set changed_at = '2026-01-01T00:00:00Z', created_at = '2026-01-01T00:00:00Z'`);
});

describe('a role that must have a second factor', () => {
  it('counts from when it was applied, or from when somebody got it, and goes on counting when the rule changes', () => {
    const now = clock.now();
    const later = addMilliseconds(now, 3 * dayMs);
    const rule: SecondFactorRule = { roles: ['finance'], graceDays: 7, since: {} };
    const first = begunAt(rule, deliveredSecondFactorRule, now);
    const wider = begunAt({ ...rule, roles: ['finance', 'owner'] }, first, later);
    expect(wider.since).toEqual({ finance: new Date(now).toISOString(), owner: new Date(later).toISOString() });
    const old = new Date('2026-01-01');
    expect(factorDueAt(wider, { roles: ['finance', 'owner'], rightsSince: old })).toBe(now + 7 * dayMs);
    expect(factorDueAt(wider, { roles: ['owner'], rightsSince: old })).toBe(later + 7 * dayMs);
    expect(factorDueAt(wider, { roles: ['finance'], rightsSince: new Date(later) })).toBe(later + 7 * dayMs);
    expect(factorDueAt(wider, { roles: ['recruiter'], rightsSince: old })).toBeNull();
    // Taken off and put on again it begins anew.
    expect(begunAt(rule, begunAt({ ...rule, roles: [] }, first, now), later).since).toEqual({ finance: new Date(later).toISOString() });
  });

  it('has days from none to thirty', () => {
    const faultOf = (graceDays: string) => {
      const form = new FormData();
      form.set('graceDays', graceDays);
      form.set('reason', 'Passports');
      const read = readSettingForm('second-factor', form);
      return read.ok ? null : read.wrong;
    };
    for (const days of ['', '31', '-1', '1.5', 'soon']) expect(faultOf(days), days).toEqual([{ field: 'graceDays', fault: 'grace' }]);
    expect([faultOf('0'), faultOf('30')]).toEqual([null, null]);
  });

  it('is none of an owner’s own who has none', async () => {
    const refused = await post({ intent: 'draft', version: '0', owner: 'on', graceDays: '0', reason: 'All of us' });
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('Set yours up first')]);
    expect((await ask('0')).headers.get('location')).toContain('did=applied');
    expect((await app.send('/admin/settings', { cookie: owner })).status).toBe(200);
  });

  it('is told on every page while the days last, and closes nothing', async () => {
    await ask('3');
    const html = await page('/admin/tasks', flights);
    expect(html).toContain('Your role needs a second step by');
    expect(html).toContain('href="/admin/security"');
    expect(await page('/admin/tasks', visas)).not.toContain('second step by');
    clock.advance(3 * dayMs - 1_000);
    expect((await app.send('/admin/tasks', { cookie: flights })).status).toBe(200);
    clock.advance(1_000);
    expect(await whereTo('/admin/tasks')).toBe(asked);
  });

  it('leads to the set-up from every address of the desk, by document, data and form, and shows nothing of it', async () => {
    await ask('0');
    const closed = staffPlaces.filter(({ id, access }) => access.kind === 'staff' && id !== 'staff-security');
    expect(closed.length).toBeGreaterThan(200);
    for (const place of closed) {
      const path = `/${place.path
        .replace('/:orderId?', '/AAAAA-AAAAA')
        .replace(/:\w+\??/g, 'sample')
        .replace('*', 'no/such/page')}`;
      const shown = await app.send(path, { cookie: flights });
      expect([path, shown.status, shown.headers.get('location')]).toEqual([path, 303, asked]);
      const sent = await app.send(path, { cookie: flights, form: { intent: 'anything' } });
      expect([path, sent.status, sent.headers.get('location')]).toEqual([path, 303, asked]);
      const data = await app.send(`${path}.data?_routes=${place.id}`, { cookie: flights });
      expect([path, data.status]).toEqual([path, 202]);
      expect(await data.text(), path).toContain(asked);
    }
    const html = await page('/admin/security', flights);
    expect(html).toContain('the days to set it up are over');
    expect(html).not.toContain('href="/admin/orders');
    expect((await app.send('/admin/tasks', { cookie: visas })).status).toBe(200);
  });

  it('makes its holder a customer like any other in the shop', async () => {
    const shop = async (cookie: string) =>
      (/"kind","(\w+)"/.exec(await page('/account', cookie)) ?? /\\"kind\\",\\"(\w+)\\"/.exec(await page('/account', cookie)))?.[1];
    expect(await shop(flights)).toBe('staff');
    await ask('0');
    expect(await shop(flights)).toBe('customer');
    expect(shopPlaces.every(({ access }) => access.kind !== 'staff')).toBe(true);
  });

  it('opens the desk with the first right code, and at once when the rule is put back', async () => {
    await ask('0');
    const browser = openBrowser(app);
    await browser.post('/admin/login', { email: 'flights@rihla.example', password: demoPassword });
    expect((await browser.get('/admin/tasks')).headers.get('location')).toBe(asked);
    await browser.post('/admin/security', { act: 'begin' });
    const html = await (await browser.get('/admin/security?setup=1')).text();
    const secret = /<code dir="ltr">([A-Z2-7 ]+)<\/code>/.exec(html)![1]!.replaceAll(' ', '');
    expect((await browser.post('/admin/security', { act: 'on', code: totpCode(secret, totpStep(clock.now())) })).status).toBe(200);
    expect((await browser.get('/admin/tasks')).status).toBe(200);
    await db.execute(sql`delete from second_factors`);
    expect(await whereTo('/admin/tasks')).toBe(asked);
    const { rows } = (await db.execute(sql`select id from setting_changes where status = 'applied'`)) as unknown as {
      rows: { id: string }[];
    };
    await post({ intent: 'put-back', change: rows[0]!.id, reason: 'Too early', version: '0' });
    await post({ intent: 'apply', version: '1' });
    expect((await app.send('/admin/tasks', { cookie: flights })).status).toBe(200);
  });
});

describe('the colleagues without a second factor', () => {
  it('are a filter of the list and of its file, those who must have one apart from the others', async () => {
    await ask('5', ['flight_agent', 'visa_officer']);
    await db.execute(sql`
      insert into second_factors (user_id, secret, confirmed_at, created_at)
      select user_id, 'sealed', '2026-02-01', '2026-02-01' from internal_users where 'visa_officer' = any(roles)`);
    const missing = await page('/admin/users?second=missing', owner);
    expect(missing).toContain('Basil Qasim');
    expect(missing).toContain('Huda Mansour');
    expect(missing).not.toContain('Grace Okafor');
    const owed = await page('/admin/users?second=owed', owner);
    expect(owed).toContain('Off, must be on');
    expect(owed).not.toMatch(/Grace Okafor|Farah Iqbal/);
    const file = await (await app.send('/admin/users/export?second=owed', { cookie: owner, form: {} })).text();
    expect(file).toContain('flights@rihla.example');
    expect(file.trim().split('\r\n')).toHaveLength(2);
  });
});
