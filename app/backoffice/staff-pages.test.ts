import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { mailAccounts } from '#app/commerce/customers/account-mails.server.ts';
import { insertExport } from '#app/commerce/exports/exports-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { insertCount } from '#app/products/visas/assisted/assisted-store.server.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';

const platform = await openDemoPlatform();
const app = await openTestApp(platform);
await mailAccounts(platform);
const owner = await app.signIn('admin@rihla.example', demoPassword);
const recruiterless = await app.signIn('hr@rihla.example', demoPassword);
const textOf = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
const enter = (form: Record<string, string>, path = '/admin/login') => app.send(path, { form });
const audits = async () =>
  (
    (await platform.db.execute(sql`select action, subject, detail::text as detail from audit_events order by sequence`)) as unknown as {
      rows: { action: string; subject: string; detail: string }[];
    }
  ).rows;

it.each([
  ['/admin/orders/ZZZZZ-ZZZZZ', '/admin/orders/'],
  ['/admin/users/nope', '/admin/users'],
])('%s, which is not there, is told at the desk, with the way back to its list and to one’s own pages', async (address, list) => {
  const answer = await app.send(address, { cookie: owner });
  const html = await answer.text();
  expect(answer.status).toBe(404);
  const main = /<main[^>]*id="main"[^]*?<\/main>/.exec(html)![0];
  expect(textOf(main)).toContain('There is nothing at this address');
  expect(main).toContain('href="/admin"');
  if (!list.endsWith('/')) expect(main).toContain(`href="${list}"`);
  expect(main).not.toContain('href="/help-center"');
  // The menu of the desk stands around it.
  expect(html.includes('class="bo-rail"')).toBe(true);
  expect(/<title>[^<]*There is nothing at this address/.test(html)).toBe(true);
});

describe('the staff sign-in', () => {
  it('answers a wrong password with the specified toast and keeps the email', async () => {
    const answer = await enter({ email: 'admin@rihla.example', password: 'not this one' });
    const html = await answer.text();
    expect(answer.status).toBe(401);
    expect(html).toMatch(/role="alert"[\s\S]*Sign in failed[\s\S]*Invalid email or password/);
    expect(html).toContain('value="admin@rihla.example"');
    expect(answer.headers.getSetCookie().join()).not.toContain('session_token');
  });

  it('answers a right password of somebody who is not staff in the same words, without a session', async () => {
    const stranger = await enter({ email: 'traveller@rihla.example', password: demoPassword });
    expect(stranger.status).toBe(401);
    expect(await stranger.text()).toMatch(/role="alert"[\s\S]*Sign in failed[\s\S]*Invalid email or password/);
    expect(stranger.headers.getSetCookie().join()).not.toMatch(/session_token=[^;]/);
  });

  it('refuses a colleague who is no longer active', async () => {
    await platform.db.execute(sql`update internal_users set is_active = false where display_name = 'Yara Darwish'`);
    expect((await enter({ email: 'products@rihla.example', password: demoPassword })).status).toBe(401);
  });

  it('says which field is missing', async () => {
    const answer = await enter({ email: '', password: '' });
    expect(answer.status).toBe(400);
    expect(textOf(await answer.text())).toContain('Enter your email. Password Enter your password.');
  });

  it.each([
    ['/admin/login?next=%2Fadmin%2Forders%2Fflights%3Fqueue%3Dticket-now', '/admin/orders/flights?queue=ticket-now'],
    ['/admin/login?next=https%3A%2F%2Fevil.example', '/admin'],
    ['/admin/login', '/admin'],
  ])('goes on from %s to %s', async (from, to) => {
    const answer = await enter({ email: 'flights@rihla.example', password: demoPassword }, from);
    expect(answer.headers.get('location')).toBe(to);
    expect(answer.headers.getSetCookie().join()).toContain('session_token');
  });

  it('writes every attempt into the audit, without the address in clear', async () => {
    const rows = await audits();
    expect(rows.map((row) => row.action)).toEqual(expect.arrayContaining(['staff.signed-in', 'staff.sign-in-failed']));
    expect(JSON.stringify(rows)).not.toContain('@rihla.example');
  });

  it('makes a guesser wait before any password is looked at', async () => {
    let last = 0;
    for (let tries = 0; tries < 11; tries += 1) last = (await enter({ email: 'nobody@rihla.example', password: `guess ${tries}` })).status;
    expect(last).toBe(429);
    const before = (await audits()).length;
    const answer = await enter({ email: 'nobody@rihla.example', password: 'again' });
    expect(await answer.text()).toMatch(/role="alert"[\s\S]*Sign in failed[\s\S]*Too many tries/);
    expect(await audits()).toHaveLength(before);
  });
});

describe('the guards', () => {
  it('sends a stranger to the sign-in and remembers where they wanted to go', async () => {
    const answer = await app.send('/admin/orders/flights?queue=ticket-now');
    expect(answer.headers.get('location')).toBe('/admin/login?next=%2Fadmin%2Forders%2Fflights%3Fqueue%3Dticket-now');
  });

  it('says the specified words, the missing permission and who can grant it', async () => {
    const refused = await app.send('/admin/orders/flights', { cookie: recruiterless });
    const where = refused.headers.get('location')!;
    expect(where).toBe('/admin/unauthorized?from=%2Fadmin%2Forders%2Fflights');
    const text = textOf(await (await app.send(where, { cookie: recruiterless })).text());
    expect(text).toContain("Unauthorized You don't have permission to access this area.".replace("'", '&#x27;'));
    expect(text).toContain('flight-orders:view');
    expect(text).toContain('Owner');
  });

  it('opens the first page of whoever comes to the door', async () => {
    for (const cookie of [owner, recruiterless])
      expect((await app.send('/admin', { cookie })).headers.get('location')).toBe('/admin/dashboard');
  });
});

it.each([
  ['/admin/supply/staycations', 'Staycations Management - Coming Soon'],
  ['/admin/tickets', 'Support Tickets - Coming Soon'],
  ['/admin/loyalty', 'Loyalty Program - Coming Soon'],
])('%s says exactly "%s", in every language', async (path, words) => {
  for (const language of ['en', 'ar']) {
    const html = await (await app.send(path, { cookie: `${owner}; language=${language}` })).text();
    const heading = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1] ?? '';
    expect(textOf(heading).trim()).toBe(words);
  }
});

it('finds an order by its reference and a page by its name from the top bar', async () => {
  const go = async (typed: string) => (await app.send(`/admin?go=${encodeURIComponent(typed)}`, { cookie: owner })).headers.get('location');
  expect(await go('7k2m9 4qx3d')).toBe('/admin/orders/7K2M9-4QX3D');
  expect(await go('job postings')).toBe('/admin/job-postings');
  expect(await go('Mansoori')).toBe('/admin/orders/flights?find=Mansoori');
});

it.each([
  ['en', 'The payment provider refused to take authorised money (the bank said no).'],
  ['ar', '(رفض المصرف)'],
])('says in words why a task is there (%s), and as it stands what nobody foresaw', async (language, words) => {
  await transact(platform.db, async (tx) => {
    for (const why of ['provider-refused', 'fuel on the runway'])
      await openStaffTask(tx, platform.clock.now(), {
        kind: 'capture-refused',
        subject: `payments:${why}`,
        textKey: 'tasks:capture-refused',
        detail: { why },
      });
    const theirs = { order: '7K2M9-4QX3D', booking: 'PNR123', ours: 'no_show', theirs: 'held' };
    await openStaffTask(tx, platform.clock.now(), {
      kind: 'booking-difference',
      subject: 'orders:nobody',
      textKey: 'tasks:booking-difference.status',
      detail: theirs,
    });
  });
  const text = textOf(await (await app.send('/admin/tasks', { cookie: `${owner}; language=${language}` })).text());
  expect(text).toContain(words);
  expect(text).toContain('(fuel on the runway)');
  expect(text).not.toMatch(/provider-refused|no_show/);
});

it('says by the clock in Dubai when a file was asked for and when the safe was counted', async () => {
  const at = new Date('2026-03-09T21:30:00.000Z');
  const { rows } = (await platform.db.execute(sql`select user_id from internal_users where display_name = 'Huda Mansour'`)) as unknown as {
    rows: { user_id: string }[];
  };
  const userId = rows[0]!.user_id;
  await transact(platform.db, async (tx) => {
    await insertExport(tx, { id: randomUUID(), list: 'customers', query: '', language: 'en', userId, askedAt: at });
    await insertCount(tx, { id: randomUUID(), countedBy: userId, found: [], missing: [], unexpected: [], at });
  });
  for (const path of ['/admin/exports', '/admin/sticker-visa-management/count']) {
    const html = await (await app.send(path, { cookie: owner })).text();
    expect(html, path).toContain('<td>Tue 10 Mar 01:30</td>');
  }
});
