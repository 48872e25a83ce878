import { describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { openTestApp } from '#tests/support/test-app.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';

const platform = await openTestPlatform();
const app = await openTestApp(platform);

const newcomer = {
  tab: 'sign-up',
  email: 'amal@example.com',
  password: 'camels walk at dawn',
  firstName: 'Amal',
  lastName: 'Nasser',
  phone: '',
};
const cookiesOf = (answer: Response) => answer.headers.getSetCookie().map((line) => line.split(';')[0]!);
const sessionOf = (answer: Response) => cookiesOf(answer).find((cookie) => cookie.startsWith('rihla.session_token=')) ?? '';
/** A quarter of an hour later the limits are open again. */
const later = () => platform.clock.advance(61 * 60_000);

describe('creating an account', () => {
  it('signs the newcomer in, greets once on the next page and goes where the visitor came from', async () => {
    const answer = await app.send('/auth', { form: { ...newcomer, next: '/bookings-trips' } });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/bookings-trips']);
    const cookie = cookiesOf(answer).join('; ');
    const page = await app.send('/help', { cookie });
    const html = await page.text();
    expect(html).toContain('Account created successfully!');
    expect(html).toContain('Amal Nasser');
    expect(cookiesOf(page)).toContain('rihla-greeting=');
    expect(await (await app.send('/help', { cookie: sessionOf(answer) })).text()).not.toContain('Account created successfully!');
  });

  it('does not say whether an address already has an account', async () => {
    const answer = await app.send('/auth?tab=sign-up', { form: newcomer });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain('We could not create an account with these details.');
    expect(html).not.toContain(newcomer.password);
    expect(sessionOf(answer)).toBe('');
  });

  it('says what is wrong beside the field and above the form, and keeps what was typed but the password', async () => {
    const answer = await app.send('/auth?tab=sign-up', {
      form: { ...newcomer, email: 'amal@', firstName: 'Amal Maryam', password: 'short' },
    });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain('href="#email"');
    expect(html).toMatch(/aria-describedby="email-error[^"]*" aria-invalid="true"/);
    expect(html).toContain('value="Amal Maryam"');
    expect(html).toContain('Choose a password of 10 to 128 characters.');
    expect(html).not.toContain('value="short"');
  });
});

describe('signing in', () => {
  it('opens a new session each time and greets', async () => {
    const first = await app.send('/auth', { form: { tab: 'sign-in', email: 'AMAL@example.com', password: newcomer.password } });
    const second = await app.send('/auth', { form: { tab: 'sign-in', email: newcomer.email, password: newcomer.password } });
    expect([first.status, second.status, first.headers.get('location')]).toEqual([303, 303, '/']);
    expect(sessionOf(first)).not.toBe(sessionOf(second));
    const html = await (await app.send('/', { cookie: cookiesOf(first).join('; ') })).text();
    expect(html).toContain('Welcome back!');
    expect(html).toContain('You have successfully signed in.');
  });

  it('answers a wrong password and an unknown address alike', async () => {
    const answers = await Promise.all([
      app.send('/auth', { form: { tab: 'sign-in', email: newcomer.email, password: 'wrong password' } }),
      app.send('/auth', { form: { tab: 'sign-in', email: 'nobody@example.com', password: 'wrong password' } }),
    ]);
    const pages = await Promise.all(answers.map((answer) => answer.text()));
    for (const page of pages) expect(page).toContain('E-mail or password is not right.');
    expect(answers.map((answer) => answer.status)).toEqual([422, 422]);
    const plain = (page: string) =>
      page.replace(/nonce="[^"]*"|amal@example\.com|nobody@example\.com|\\?"[0-9a-f]{12}\\?"|nonce[^,]*,[^,]*,/g, '').length;
    expect(Math.abs(plain(pages[0]!) - plain(pages[1]!))).toBeLessThan(40);
  });

  it('refuses after ten tries on one account before it looks at the password, and opens again later', async () => {
    later();
    const attempt = (password: string) => app.send('/auth', { form: { tab: 'sign-in', email: newcomer.email, password } });
    for (let tries = 0; tries < 10; tries += 1) expect((await attempt('wrong password')).status).toBe(422);
    const refused = await attempt(newcomer.password);
    expect(refused.status).toBe(429);
    expect(await refused.text()).toMatch(/Too many tries\. Please wait (one minute|\d+ minutes)\./);
    later();
    expect((await attempt(newcomer.password)).status).toBe(303);
  }, 60_000);

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'goes home instead of to %s',
    async (next) => {
      later();
      const answer = await app.send('/auth', { form: { tab: 'sign-in', email: newcomer.email, password: newcomer.password, next } });
      expect(answer.headers.get('location')).toBe('/');
    },
  );

  it('sends somebody who is signed in on, without another form', async () => {
    later();
    const cookie = sessionOf(await app.send('/auth', { form: { tab: 'sign-in', email: newcomer.email, password: newcomer.password } }));
    const answer = await app.send('/auth?next=%2Faccount', { cookie });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/account']);
  });
});

describe('signing out', () => {
  it('ends the session in the database, so the cookie opens nothing any more', async () => {
    later();
    const cookie = sessionOf(await app.send('/auth', { form: { tab: 'sign-in', email: newcomer.email, password: newcomer.password } }));
    expect(await (await app.send('/api/me', { cookie })).json()).toMatchObject({
      visitor: { name: 'Amal Nasser' },
      chat: { email: newcomer.email },
    });
    const before = await platform.db.execute(sql`select count(*)::int as n from sessions`);
    const answer = await app.send('/sign-out', { cookie, form: {} });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    const after = await platform.db.execute(sql`select count(*)::int as n from sessions`);
    expect((before as unknown as { rows: { n: number }[] }).rows[0]!.n - (after as unknown as { rows: { n: number }[] }).rows[0]!.n).toBe(
      1,
    );
    expect(await (await app.send('/api/me', { cookie })).json()).toEqual({ visitor: null, chat: null });
    expect((await app.send('/account', { cookie })).headers.get('location')).toBe('/auth?next=%2Faccount');
  });

  it('takes a form only', async () => {
    expect((await app.send('/sign-out')).status).toBe(405);
  });
});

it('shows the page in the language of the cookie, right to left for Arabic', async () => {
  const html = await (await app.send('/auth', { cookie: 'language=ar' })).text();
  expect(html).toContain('<html lang="ar" dir="rtl"');
  expect(html).toContain('البريد الإلكتروني');
});
