import { describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { mailAccounts } from '#app/commerce/customers/account-mails.server.ts';
import { openBrowser } from '#app/commerce/customers/auth-testing.ts';
import { listStaffAccounts } from '#app/platform/staff-accounts-store.server.ts';
import { totpCode, totpStep } from '#app/platform/totp.server.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';

const platform = await openDemoPlatform();
await mailAccounts(platform);
const app = await openTestApp(platform);

const email = 'finance@rihla.example';
const password = (browser: ReturnType<typeof openBrowser>, next = '') =>
  browser.post(`/admin/login${next}`, { email, password: demoPassword });
const nextStep = () => platform.clock.advance(30_000);
let secret = '';
const codeNow = () => totpCode(secret, totpStep(platform.clock.now()));
const codesIn = (html: string) => [...html.matchAll(/<code>([A-Z2-7-]{19})<\/code>/g)].map((match) => match[1]!);
let recovery: string[] = [];

describe('the second step of staff', () => {
  it('is set up with a picture and a typed key, and is on only after a right code', async () => {
    const browser = openBrowser(app);
    await password(browser);
    expect(await (await browser.get('/admin/security')).text()).toContain('The second step is off');
    const begun = await browser.post('/admin/security', { act: 'begin' });
    expect(begun.headers.get('location')).toBe('/admin/security?setup=1');
    const html = await (await browser.get('/admin/security?setup=1')).text();
    expect(html).toContain('src="data:image/svg+xml;base64,');
    secret = /<code dir="ltr">([A-Z2-7 ]+)<\/code>/.exec(html)![1]!.replaceAll(' ', '');
    expect((await browser.post('/admin/security', { act: 'on', code: '000000' })).status).toBe(422);
    expect((await openBrowser(app).post('/admin/login', { email, password: demoPassword })).headers.get('location')).toBe('/admin');
    const on = await browser.post('/admin/security', { act: 'on', code: codeNow() });
    recovery = codesIn(await on.text());
    expect(recovery).toHaveLength(10);
    expect(codesIn(await (await browser.get('/admin/security')).text())).toEqual([]);
    expect((await browser.get('/admin/invoices')).status).toBe(200);
    const [row] = ((await platform.db.execute(sql`select secret from second_factors`)) as unknown as { rows: { secret: string }[] }).rows;
    expect(row!.secret).not.toContain(secret);
  });

  it('is asked for after the password, and gives a new session that goes where it was wanted', async () => {
    nextStep();
    const browser = openBrowser(app);
    const first = await password(browser, '?next=%2Fadmin%2Finvoices');
    expect(first.headers.get('location')).toBe('/admin/login/code?next=%2Fadmin%2Finvoices');
    expect((await browser.get('/admin/invoices')).headers.get('location')).toBe('/admin/login?next=%2Fadmin%2Finvoices');
    const half = browser.jar.cookie;
    const second = await browser.post('/admin/login/code?next=%2Fadmin%2Finvoices', { code: codeNow() });
    expect([second.status, second.headers.get('location')]).toEqual([303, '/admin/invoices']);
    expect((await browser.get('/admin/invoices')).status).toBe(200);
    expect((await app.send('/account', { cookie: half })).headers.get('location')).toBe('/auth?next=%2Faccount');
  });

  it('refuses a code that was used, and one of long ago', async () => {
    const used = codeNow();
    const browser = openBrowser(app);
    await password(browser);
    expect((await browser.post('/admin/login/code', { code: used })).status).toBe(401);
    const old = totpCode(secret, totpStep(platform.clock.now()) - 2);
    expect((await browser.post('/admin/login/code', { code: old })).status).toBe(401);
    nextStep();
    expect((await browser.post('/admin/login/code', { code: ` ${codeNow().slice(0, 3)} ${codeNow().slice(3)} ` })).status).toBe(303);
  });

  it('takes one of two requests that bring the same code at once', async () => {
    nextStep();
    const browsers = [openBrowser(app), openBrowser(app)];
    for (const browser of browsers) await password(browser);
    const answers = await Promise.all(browsers.map((browser) => browser.post('/admin/login/code', { code: codeNow() })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([303, 401]);
  });

  it('cannot be gone round by the door of the shop', async () => {
    const browser = openBrowser(app);
    expect((await browser.post('/auth', { tab: 'sign-in', email, password: demoPassword })).status).toBe(303);
    expect((await browser.get('/admin/invoices')).headers.get('location')).toBe('/admin/login?next=%2Fadmin%2Finvoices');
    expect((await browser.get('/admin/login?next=%2Fadmin%2Finvoices')).headers.get('location')).toBe(
      '/admin/login/code?next=%2Fadmin%2Finvoices',
    );
    expect((await browser.get('/account')).status).toBe(200);
  });

  it('takes each recovery code once', async () => {
    const browser = openBrowser(app);
    await password(browser);
    expect((await browser.post('/admin/login/code', { code: recovery[0]!.toLowerCase() })).status).toBe(303);
    const again = openBrowser(app);
    await password(again);
    expect((await again.post('/admin/login/code', { code: recovery[0]! })).status).toBe(401);
  });

  it('sends whoever has no waiting session back to the beginning', async () => {
    expect((await app.send('/admin/login/code')).headers.get('location')).toBe('/admin/login');
    expect((await app.send('/admin/login/code', { form: { code: '123456' } })).headers.get('location')).toBe('/admin/login');
    const other = openBrowser(app);
    await other.post('/auth', { tab: 'sign-in', email: 'traveller@rihla.example', password: demoPassword });
    expect((await other.get('/admin/login/code')).headers.get('location')).toBe('/admin/login');
  });

  it('stops guessing after ten wrong codes, and says how long to wait', async () => {
    platform.clock.advance(61 * 60_000);
    const browser = openBrowser(app);
    await password(browser);
    for (let tries = 0; tries < 10; tries += 1)
      expect((await browser.post('/admin/login/code', { code: `00000${tries}` })).status).toBe(401);
    const refused = await browser.post('/admin/login/code', { code: codeNow() });
    expect(refused.status).toBe(429);
    expect(await refused.text()).toMatch(/Too many tries\. Please wait/);
  });

  it('is switched off with a code only, and the owner is told by mail', async () => {
    platform.clock.advance(61 * 60_000);
    const browser = openBrowser(app);
    await password(browser);
    await browser.post('/admin/login/code', { code: codeNow() });
    expect((await browser.post('/admin/security', { act: 'off', code: '123456' })).status).toBe(422);
    nextStep();
    expect((await browser.post('/admin/security', { act: 'off', code: codeNow() })).status).toBe(200);
    expect((await password(openBrowser(app))).headers.get('location')).toBe('/admin');
    await platform.jobs.drain();
    const subjects = (await platform.mail.folder!.list()).map((mail) => mail.subject);
    expect(subjects).toContain('A second step was switched on');
    expect(subjects).toContain('The second step was switched off');
  });

  it('that an owner reset is set up anew before anything of the desk opens, though no role must have one', async () => {
    const browser = openBrowser(app);
    await password(browser);
    const offered = async (from: typeof browser) => {
      await from.post('/admin/security', { act: 'begin' });
      const html = await (await from.get('/admin/security?setup=1')).text();
      secret = /<code dir="ltr">([A-Z2-7 ]+)<\/code>/.exec(html)![1]!.replaceAll(' ', '');
    };
    await offered(browser);
    expect((await browser.post('/admin/security', { act: 'on', code: codeNow() })).status).toBe(200);
    const all = await listStaffAccounts(platform.db, { status: null, role: null, find: email }, platform.clock.now());
    const owner = openBrowser(app);
    await owner.post('/admin/login', { email: 'admin@rihla.example', password: demoPassword });
    const record = `/admin/users/${all[0]!.userId}`;
    const reset = await owner.post(record, { intent: 'factor', reason: 'lost the telephone' });
    expect(reset.headers.get('location')).toBe(`${record}?did=factor-reset`);
    expect((await browser.get('/admin/invoices')).headers.get('location')).toBe('/admin/login?next=%2Fadmin%2Finvoices');
    expect(await (await owner.get('/admin/users?second=owed')).text()).toContain(email);
    expect(await (await owner.get(record)).text()).toContain('Off, must be on');
    const again = openBrowser(app);
    expect((await password(again)).headers.get('location')).toBe('/admin');
    const closed = async () => (await again.get('/admin/invoices')).headers.get('location');
    expect(await closed()).toBe('/admin/security?needed=1');
    expect(await (await again.get('/admin/security?needed=1')).text()).toContain('Your second step was reset.');
    // To begin, or to type a wrong code, is not to have it.
    await offered(again);
    await offered(again);
    expect((await again.post('/admin/security', { act: 'on', code: '000000' })).status).toBe(422);
    expect(await closed()).toBe('/admin/security?needed=1');
    // Nobody resets twice what is not set up.
    expect((await owner.post(record, { intent: 'factor', reason: 'once more' })).headers.get('location')).toBe(
      `${record}?refused=no-second-factor`,
    );
    nextStep();
    expect(codesIn(await (await again.post('/admin/security', { act: 'on', code: codeNow() })).text())).toHaveLength(10);
    expect((await again.get('/admin/invoices')).status).toBe(200);
    expect(await (await owner.get('/admin/users?second=owed')).text()).not.toContain(email);
    expect((await password(openBrowser(app))).headers.get('location')).toBe('/admin/login/code');
  });
});
