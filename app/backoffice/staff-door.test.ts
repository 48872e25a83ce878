import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { accountNotice, signInStopped, tellStopped } from '#app/commerce/customers/account-mails.server.ts';
import { openBrowser } from '#app/commerce/customers/auth-testing.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { dayMs, hourMs } from '#app/values/dates.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { recordOf } from './task-rules.ts';

const platform = await openDemoPlatform();
const app = await openTestApp(platform);
const { db } = platform;
const notices: { userId: string; template: string; language: string }[] = [];
await platform.jobs.handle(accountNotice, async ({ userId, template, language }) => void notices.push({ userId, template, language }));
await platform.jobs.handle(signInStopped, (stopped) => tellStopped(platform, stopped));
const id = async (email: string) => (await findAccountByEmail(db, email))!.id;
const signIn = (browser: ReturnType<typeof openBrowser>, email: string, password = demoPassword) =>
  browser.post('/admin/login', { email, password });
const tracesOf = async (action: string, userId: string) => {
  const { rows } = (await db.execute(
    sql`select detail from audit_events where action = ${action} and subject = ${`internal_users:${userId}`} order by sequence`,
  )) as unknown as { rows: { detail: unknown }[] };
  return rows.map(({ detail }) => detail);
};

describe('a staff sign-in from a browser that nobody knows', () => {
  it('is told to its owner by mail in their language, once for each browser, and never for a wrong password', async () => {
    const userId = await id('finance@rihla.example');
    await db.execute(sql`update internal_users set language = 'es' where user_id = ${userId}`);
    const browser = openBrowser(app);
    await signIn(browser, 'finance@rihla.example', 'not-the-password');
    await platform.jobs.drain();
    expect(notices).toEqual([]);
    await signIn(browser, 'finance@rihla.example');
    await signIn(browser, 'finance@rihla.example');
    await platform.jobs.drain();
    expect(notices).toEqual([{ userId, template: 'new-browser', language: 'es' }]);
    await signIn(openBrowser(app), 'finance@rihla.example');
    await platform.jobs.drain();
    expect(notices).toHaveLength(2);
  });

  it('is not excused by a browser that knows somebody else', async () => {
    notices.length = 0;
    const browser = openBrowser(app);
    await signIn(browser, 'hr@rihla.example');
    await browser.post('/sign-out', {});
    await signIn(browser, 'auditor@rihla.example');
    await platform.jobs.drain();
    const told = [await id('hr@rihla.example'), await id('auditor@rihla.example')];
    expect(notices.map(({ userId }) => userId).toSorted()).toEqual(told.toSorted());
  });
});

describe('a screen on a wall', () => {
  const wall = '/admin/dashboard?screen=wall';
  const lastUsed = async (userId: string) => {
    const { rows } = (await db.execute(
      sql`select extract(epoch from now() - updated_at)::int as ago from sessions where user_id = ${userId}`,
    )) as unknown as { rows: { ago: number }[] };
    return rows.map(({ ago }) => ago);
  };
  const unusedFor = (userId: string, minutes: number) =>
    db.execute(sql`update sessions set updated_at = now() - make_interval(mins => ${minutes}) where user_id = ${userId}`);

  it('does not keep its session alive by asking, and says so when it has ended', async () => {
    const userId = await id('products@rihla.example');
    const browser = openBrowser(app);
    await db.execute(sql`delete from sessions where user_id = ${userId}`);
    await signIn(browser, 'products@rihla.example');
    await unusedFor(userId, 20);
    for (const path of [wall, '/admin/dashboard.data?screen=wall']) expect((await browser.get(path)).status).toBeLessThan(300);
    expect((await lastUsed(userId))[0]).toBeGreaterThanOrEqual(20 * 60);
    expect((await browser.get('/admin/dashboard')).status).toBe(200);
    expect((await lastUsed(userId))[0]).toBeLessThan(60);
    await unusedFor(userId, 31);
    const over = (await browser.get(wall)).headers.get('location')!;
    expect(over).toBe(`/admin/login?next=${encodeURIComponent(wall)}&ended=1`);
    expect(await (await browser.get(over)).text()).toContain('nobody had used it for half an hour');
    expect(await lastUsed(userId)).toEqual([]);
  });
});

describe('what was done to a colleague', () => {
  it.each([
    ['back', 'They are a colleague again'],
    ['back-asked', 'some of the roles wait for a second person'],
  ])('is said on their page: %s', async (did, words) => {
    const owner = openBrowser(app);
    await signIn(owner, 'admin@rihla.example');
    expect(await (await owner.get(`/admin/users/${await id('hr@rihla.example')}?did=${did}`)).text()).toContain(words);
  });
});

describe('a page that a role does not open', () => {
  const wanted = '/admin/orders/flights/AAAAA-AAAAA?tab=money';
  const door = `/admin/unauthorized?from=${encodeURIComponent(wanted)}`;

  it('is asked for by one press: one task for whoever grants rights, with the page and what is missing', async () => {
    const userId = await id('hr@rihla.example');
    const browser = openBrowser(app);
    await signIn(browser, 'hr@rihla.example');
    expect((await browser.get(wanted)).headers.get('location')).toBe(door);
    const turned = await (await browser.get(door)).text();
    expect(turned).toContain('flight-orders:view');
    expect(turned).toContain('Ask for access');
    expect(turned.replaceAll(/<[^>]+>/g, ' ')).toMatch(/Can grant it\s+Owner · Human resources/);
    for (let press = 0; press < 2; press += 1) {
      const asked = (await browser.post('/admin/unauthorized', { from: wanted })).headers.get('location')!;
      expect(await (await browser.get(asked)).text()).toContain('Whoever grants rights sees it');
    }
    const tasks = (await listOpenStaffTasks(db)).filter(({ kind }) => kind === 'access-request');
    expect(tasks.map(({ detail, askedBy }) => [detail, askedBy])).toEqual([
      [{ user: userId, permission: 'flight-orders:view', page: '/admin/orders/flights/AAAAA-AAAAA' }, `staff:${userId}`],
    ]);
    expect(recordOf(tasks[0]!)).toBe(`/admin/users/${userId}`);
    expect(await tracesOf('staff.access-asked', userId)).toHaveLength(2);
    const owner = openBrowser(app);
    await signIn(owner, 'admin@rihla.example');
    expect(await (await owner.get('/admin/alerts')).text()).toContain(
      'A colleague asks for the right “See flight orders”, to open “Flight order”',
    );
    expect(await (await owner.get(`/admin/users/${userId}`)).text()).toContain('Asked for access');
  });

  it('leaves one line an hour in the audit of who came to it', async () => {
    const userId = await id('visas@rihla.example');
    const browser = openBrowser(app);
    await signIn(browser, 'visas@rihla.example');
    for (let visit = 0; visit < 3; visit += 1) await browser.get((await browser.get('/admin/notifications')).headers.get('location')!);
    expect(await tracesOf('staff.turned-away', userId)).toEqual([{ permission: 'notifications:view', page: '/admin/notifications' }]);
  });

  it('is not asked for by who may open it, by strangers, or under an address that is no page', async () => {
    const before = (await listOpenStaffTasks(db)).length;
    const owner = openBrowser(app);
    await signIn(owner, 'admin@rihla.example');
    expect(await (await owner.get(door)).text()).not.toContain('Ask for access');
    await owner.post('/admin/unauthorized', { from: '/admin/no-such-page' });
    const stranger = await app.send('/admin/unauthorized', { form: { from: wanted } });
    expect(stranger.headers.get('location')).toBe('/admin/login');
    expect((await listOpenStaffTasks(db)).length).toBe(before);
  });
});

describe('guesses at the password of a colleague', () => {
  const guess = async (browser: ReturnType<typeof openBrowser>, email: string, times: number) => {
    let last = 0;
    for (let at = 0; at < times; at += 1) last = (await signIn(browser, email, `guess ${at}`)).status;
    return last;
  };
  const stop = async (email: string) => {
    await platform.jobs.drain();
    notices.length = 0;
    expect(await guess(openBrowser(app), email, 12)).toBe(429);
    await platform.jobs.drain();
  };

  it('stop browsers that nobody knows for the hour, at both doors, and are told once; a browser of theirs still opens', async () => {
    const email = 'visas@rihla.example';
    const [userId, own, stranger] = [await id(email), openBrowser(app), openBrowser(app)];
    expect((await signIn(own, email)).status).toBe(302);
    await own.post('/sign-out', {});
    await stop(email);
    expect(notices).toEqual([{ userId, template: 'sign-in-stopped', language: 'en' }]);
    expect(await tracesOf('staff.sign-in-stopped', userId)).toEqual([{ until: expect.stringMatching(/^\d{4}-.*Z$/) }]);
    expect((await signIn(stranger, email)).status).toBe(429);
    expect((await stranger.post('/auth', { intent: 'sign-in', email, password: demoPassword })).status).toBe(429);
    expect((await signIn(own, email)).status).toBe(302);
    platform.clock.advance(hourMs);
    expect((await signIn(stranger, email)).status).toBe(302);
  });

  it('stop them for the day when they go on hour after hour', async () => {
    const email = 'products@rihla.example';
    // From midnight on, so that the hours are those of one day.
    platform.clock.advance(dayMs - (platform.clock.now() % dayMs));
    for (let hour = 0; hour < 3; hour += 1) {
      await guess(openBrowser(app), email, 10);
      platform.clock.advance(hourMs);
    }
    expect((await signIn(openBrowser(app), email)).status).toBe(429);
    platform.clock.advance(dayMs);
    expect((await signIn(openBrowser(app), email)).status).toBe(302);
  });

  it('at an address of nobody tell nobody', async () => {
    await stop('nobody-here@rihla.example');
    expect(notices).toEqual([]);
  });

  it('are forgiven by an owner, who reads on the colleague’s page until when they count', async () => {
    const email = 'pricing@rihla.example';
    const page = `/admin/users/${await id(email)}`;
    const owner = openBrowser(app);
    await signIn(owner, 'admin@rihla.example');
    expect(await (await owner.get(page)).text()).not.toContain('Sign-in stopped until');
    await stop(email);
    expect(await (await owner.get(page)).text()).toContain('Sign-in stopped until');
    const done = (await owner.post(page, { intent: 'allow' })).headers.get('location')!;
    expect(await (await owner.get(done)).text()).toContain('Passwords may be tried again from any browser.');
    expect((await signIn(openBrowser(app), email)).status).toBe(302);
    expect(await tracesOf('staff.sign-in-allowed', await id(email))).toHaveLength(1);
  });
});
