import { describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { openTestApp } from '#tests/support/test-app.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { mailAccounts } from './account-mails.server.ts';
import { linkIn, newestMailTo, openBrowser } from './auth-testing.ts';

const platform = await openTestPlatform();
const app = await openTestApp(platform);
await mailAccounts(platform);

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
const countUsers = async () => {
  const found = await platform.db.execute(sql`select count(*)::int as n from users`);
  return (found as unknown as { rows: { n: number }[] }).rows[0]!.n;
};
/** An hour later the limits are open again. */
const later = () => platform.clock.advance(61 * 60_000);

describe('creating an account', () => {
  it('writes to the address, and makes the account, greets once and goes on when the link is confirmed', async () => {
    const browser = openBrowser(app);
    const asked = await browser.post('/auth', { ...newcomer, next: '/bookings-trips' });
    expect([asked.status, asked.headers.get('location')]).toEqual([303, '/auth/check-mail']);
    expect(await (await browser.get('/auth/check-mail')).text()).toContain(newcomer.email);
    const link = linkIn(await newestMailTo(platform, newcomer.email));
    // A scanner of mails opens the link in no browser of the newcomer's, and again in it: nothing is made.
    await app.send(link);
    await browser.get(link);
    expect(await countUsers()).toBe(0);
    const made = await browser.post(link, {});
    expect([made.status, made.headers.get('location')]).toEqual([303, '/bookings-trips']);
    const html = await (await browser.get('/help')).text();
    expect(html).toContain('Account created successfully!');
    expect(html).toContain('Amal Nasser');
    expect(await (await browser.get('/help')).text()).not.toContain('Account created successfully!');
    const again = await openBrowser(app).post(link, { password: newcomer.password });
    expect(again.status).toBe(410);
    expect(await countUsers()).toBe(1);
  });

  it('keeps a consent to the letter as asked and confirmed once the address is proved, and none without the tick', async () => {
    const events = async () => {
      const found = await platform.db.execute(sql`select event, language from newsletter_events order by at, version`);
      return (found as unknown as { rows: { event: string; language: string }[] }).rows.map(
        ({ event, language }) => `${event} ${language}`,
      );
    };
    const joins = async (email: string, more: Record<string, string>) => {
      const browser = openBrowser(app);
      await browser.post('/auth', { ...newcomer, email, ...more });
      const before = await events();
      await browser.post(linkIn(await newestMailTo(platform, email)), {});
      return before;
    };
    expect(await (await app.send('/auth?tab=sign-up')).text()).not.toMatch(/<input(?=[^>]*name="letter")[^>]*checked/);
    await joins('no-letter@example.com', {});
    expect(await events()).toEqual([]);
    expect(await joins('letter@example.com', { letter: 'on' })).toEqual([]);
    expect(await events()).toEqual(['asked en', 'confirmed en']);
    const readers = (await platform.db.execute(sql`select status, email from newsletter_readers`)) as unknown as {
      rows: { status: string; email: string }[];
    };
    expect(readers.rows.map(({ status }) => status)).toEqual(['reading']);
    expect(readers.rows[0]!.email).not.toContain('letter@example.com');
    later();
  });

  it('asks for the country of a number, the Emirates to begin with, and keeps what was chosen', async () => {
    const chosen = (html: string) => /<option(?=[^>]*selected)[^>]*value="(\w\w)"/.exec(html)?.[1];
    expect(chosen(await (await app.send('/auth?tab=sign-up')).text())).toBe('AE');
    const wrong = await app.send('/auth?tab=sign-up', {
      form: { ...newcomer, email: 'caller@example.com', phoneCountry: 'SA', phone: '12' },
    });
    expect(wrong.status).toBe(422);
    const html = await wrong.text();
    expect(html).toContain('not a complete phone number of that country');
    expect(chosen(html)).toBe('SA');
    expect(html).toMatch(/<input(?=[^>]*name="phone")[^>]*value="12"/);
  });

  it('keeps a telephone that was given among what the account is reached by', async () => {
    later();
    const browser = openBrowser(app);
    const email = 'reached@example.com';
    await browser.post('/auth', { ...newcomer, email, phoneCountry: 'AE', phone: '50 123 4567' });
    await browser.post(linkIn(await newestMailTo(platform, email)), {});
    expect(await (await browser.get('/contact-edit')).text()).toMatch(/<input(?=[^>]*name="phone")[^>]*value="\+971501234567"/);
  });

  it('answers alike for an address that has an account; only the mail tells, and it carries no key', async () => {
    const answers = await Promise.all([
      app.send('/auth', { form: newcomer }),
      app.send('/auth', { form: { ...newcomer, email: 'a-new@example.com' } }),
    ]);
    const shape = (answer: Response) => [
      answer.status,
      answer.headers.get('location'),
      cookiesOf(answer).map((cookie) => cookie.replace(/=.*/, `=${cookie.length}`)),
    ];
    expect(shape(answers[0]!)).toEqual(shape(answers[1]!));
    expect(sessionOf(answers[0]!)).toBe('');
    const mail = await newestMailTo(platform, newcomer.email);
    expect(mail?.subject).toBe('You already have a Rihla account');
    expect(linkIn(mail)).toBe('/auth');
  });

  it('asks for the password in a browser that did not sign up, so that a stranger cannot plant one', async () => {
    const email = 'victim@example.com';
    await app.send('/auth', { form: { ...newcomer, email } });
    const link = linkIn(await newestMailTo(platform, email));
    const owner = openBrowser(app);
    expect(await (await owner.get(link)).text()).toContain('You asked for this in another browser');
    expect((await owner.post(link, {})).status).toBe(422);
    expect((await owner.post(link, { password: 'not what was typed' })).status).toBe(422);
    const known = await owner.post(link, { password: newcomer.password });
    expect([known.status, known.headers.get('location')]).toEqual([303, '/']);
  });

  it('sends the mail again on request, a few times', async () => {
    later();
    const browser = openBrowser(app);
    await browser.post('/auth', { ...newcomer, email: 'slow@example.com' });
    for (let sends = 2; sends <= 5; sends += 1) {
      await platform.jobs.drain();
      expect((await browser.post('/auth/check-mail', {})).status).toBe(200);
    }
    const refused = await browser.post('/auth/check-mail', {});
    expect(refused.status).toBe(429);
    expect(await refused.text()).toMatch(/Too many tries\. Please wait/);
    await platform.jobs.drain();
    const mails = (await platform.mail.folder!.list()).filter((mail) => mail.to === 'slow@example.com');
    expect(mails).toHaveLength(5);
    expect((await openBrowser(app).post('/auth/check-mail', {})).status).toBe(422);
  });

  it('lets the link end after a day', async () => {
    later();
    const browser = openBrowser(app);
    await browser.post('/auth', { ...newcomer, email: 'late@example.com' });
    const link = linkIn(await newestMailTo(platform, 'late@example.com'));
    platform.clock.advance(24 * 3600_000);
    expect((await browser.get(link)).status).toBe(410);
    expect((await browser.post(link, {})).status).toBe(410);
  });

  it('keeps neither the token nor the password in the database', async () => {
    const rows = await platform.db.execute(sql`select row_to_json(account_links)::text as line from account_links`);
    const lines = (rows as unknown as { rows: { line: string }[] }).rows.map((row) => row.line).join('\n');
    const tokens = (await platform.mail.folder!.list()).flatMap((mail) => /confirm\/(\S+)/.exec(mail.text)?.[1] ?? []);
    expect(tokens.length).toBeGreaterThan(3);
    for (const token of tokens) expect(lines).not.toContain(token);
    expect(lines).not.toContain(newcomer.password);
    expect(lines).not.toContain('Amal');
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
    expect(await (await app.send('/api/me', { cookie })).json()).toMatchObject({ visitor: { name: 'Amal Nasser' } });
    const before = await platform.db.execute(sql`select count(*)::int as n from sessions`);
    const answer = await app.send('/sign-out', { cookie, form: {} });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    const after = await platform.db.execute(sql`select count(*)::int as n from sessions`);
    expect((before as unknown as { rows: { n: number }[] }).rows[0]!.n - (after as unknown as { rows: { n: number }[] }).rows[0]!.n).toBe(
      1,
    );
    expect(await (await app.send('/api/me', { cookie })).json()).toMatchObject({ visitor: null });
    expect((await app.send('/account', { cookie })).headers.get('location')).toBe('/auth?next=%2Faccount');
  });

  it.each([
    ['/admin/login', '/admin/login'],
    ['https://elsewhere.example', '/'],
    ['//elsewhere.example', '/'],
  ])('leads from a sign-out that asks for %s to %s', async (next, location) => {
    expect((await app.send('/sign-out', { form: { next } })).headers.get('location')).toBe(location);
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
