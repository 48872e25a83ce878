import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { emailIndexOf } from '#app/commerce/orders/orders-store.server.ts';
import { findAccountByEmail, findSessions } from '#app/platform/account-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { confirmSecondFactor, deleteSecondFactor, offerSecret } from '#app/platform/second-factor-store.server.ts';
import { demoPassword } from '#seeds/demo.ts';
import { wordsOf } from '#tests/support/http-traveller.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { mailAccounts } from './account-mails.server.ts';
import { linkIn, newestMailTo, openBrowser } from './auth-testing.ts';

const platform = await openDemoPlatform();
await mailAccounts(platform);
const app = await openTestApp(platform);

const email = 'traveller@rihla.example';
let password = demoPassword;
const signIn = async (browser = openBrowser(app), given = password) => {
  const answer = await browser.post('/auth', { tab: 'sign-in', email, password: given });
  return { browser, answer };
};
/** The link of a forgotten password; what else waits to be sent goes out before it. */
const askForLink = async () => {
  await platform.jobs.drain();
  await app.send('/auth/forgot-password', { form: { email } });
  return linkIn(await newestMailTo(platform, email));
};
const later = () => platform.clock.advance(61 * 60_000);
const isIn = async (browser: ReturnType<typeof openBrowser>) => (await browser.get('/account')).status === 200;

describe('a forgotten password', () => {
  it('is answered alike for an address with an account and one without', async () => {
    const ask = (to: string) => app.send('/auth/forgot-password', { form: { email: to } });
    const answers = [await ask(email), await ask('nobody@example.com')];
    expect(answers.map((answer) => [answer.status, answer.headers.get('location')])).toEqual([
      [303, '/auth/forgot-password?sent=1'],
      [303, '/auth/forgot-password?sent=1'],
    ]);
    expect(await newestMailTo(platform, 'nobody@example.com')).toBeNull();
  });

  it('gives a link that sets a new one once, ends every session, and is told to the owner', async () => {
    const { browser } = await signIn();
    await app.send('/auth/forgot-password', { form: { email: email.toUpperCase() } });
    const link = linkIn(await newestMailTo(platform, email));
    await app.send('/auth/forgot-password', { form: { email } });
    const other = linkIn(await newestMailTo(platform, email));
    expect((await app.send(link)).headers.get('referrer-policy')).toBe('same-origin');
    expect(await isIn(browser)).toBe(true);
    const weak = await app.send(link, { form: { password: 'password2026' } });
    expect([weak.status, (await weak.text()).includes('too easy to guess')]).toEqual([422, true]);
    const chosen = await app.send(link, { form: { password: 'seven palms by the creek' } });
    expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/account']);
    expect(await isIn(browser)).toBe(false);
    // Whoever opened the mailbox is in, with a session of their own.
    const reader = openBrowser(app);
    reader.jar.take(chosen);
    expect(await isIn(reader)).toBe(true);
    expect((await app.send(link, { form: { password: 'yet another long one' } })).status).toBe(410);
    expect((await app.send(other, { form: { password: 'yet another long one' } })).status).toBe(410);
    expect((await signIn(undefined, password)).answer.status).toBe(422);
    password = 'seven palms by the creek';
    expect((await signIn()).answer.status).toBe(303);
    expect((await newestMailTo(platform, email))?.subject).toBe('Your password was changed');
  });

  it('gives back what wrong passwords used up, in a browser that nobody knows and in one that the account knows', async () => {
    later();
    const { browser: known } = await signIn();
    for (const browser of [openBrowser(app), known]) {
      for (let tries = 0; tries < 10; tries += 1) expect((await signIn(browser, 'wrong and wrong again')).answer.status).toBe(422);
      expect((await signIn(browser)).answer.status).toBe(429);
      const link = await askForLink();
      password = password === 'eight palms by the creek' ? 'nine palms by the creek' : 'eight palms by the creek';
      expect((await browser.post(new URL(link, 'http://x').pathname, { password })).status).toBe(303);
      expect(await isIn(browser)).toBe(true);
      expect((await signIn(browser)).answer.status).toBe(303);
      later();
    }
  });

  it('lets nobody past a second factor: with one, the new password is for the door', async () => {
    later();
    const { rows } = (await platform.db.execute(sql`select id from users where email = ${email}`)) as unknown as { rows: { id: string }[] };
    const { id } = rows[0]!;
    await offerSecret(platform.db, platform.crypto, id, 'JBSWY3DPEHPK3PXP', new Date(platform.clock.now()));
    await transact(platform.db, (tx) => confirmSecondFactor(tx, id, new Date(platform.clock.now())));
    const link = await askForLink();
    password = 'ten palms by the creek';
    const chosen = await app.send(link, { form: { password } });
    expect([chosen.headers.get('location'), chosen.headers.getSetCookie().some((line) => line.startsWith('rihla.session_token'))]).toEqual([
      '/auth',
      false,
    ]);
    await transact(platform.db, (tx) => deleteSecondFactor(tx, id));
  });

  it('lets the link end after half an hour', async () => {
    later();
    const link = await askForLink();
    platform.clock.advance(30 * 60_000);
    expect((await app.send(link)).status).toBe(410);
  });

  it('writes five times an hour to one address at most', async () => {
    later();
    for (let tries = 0; tries < 5; tries += 1) expect((await app.send('/auth/forgot-password', { form: { email } })).status).toBe(303);
    expect((await app.send('/auth/forgot-password', { form: { email } })).status).toBe(429);
  });

  it.each(['x', 'A'.repeat(43), '%00', '%E2%80%AE'])('answers the made-up link %s like one that was used', async (token) => {
    for (const page of ['confirm', 'reset-password']) {
      const answers = [await app.send(`/auth/${page}/${token}`), await app.send(`/auth/${page}/${token}`, { form: { password: 'a' } })];
      for (const answer of answers) expect([404, 410]).toContain(answer.status);
    }
  });

  it('does not take a link of one kind for the other', async () => {
    later();
    const link = await askForLink();
    expect((await app.send(link.replace('reset-password', 'confirm'), { form: {} })).status).toBe(410);
  });
});

describe('the security page', () => {
  it('lists the sessions by device and network, and ends one of one’s own', async () => {
    later();
    const phone = openBrowser(app);
    await app.send('/', {});
    const answer = await app.send('/auth', {
      form: { tab: 'sign-in', email, password },
      headers: {
        'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
        'x-rihla-address': '6.6.6.6',
      },
    });
    phone.jar.take(answer);
    const { browser } = await signIn();
    const html = await (await browser.get('/account/security')).text();
    expect(html).toMatch(/href="\/contact-edit"[^>]*>Change the address</);
    expect(html).toContain('Safari on iPhone');
    expect(html).toContain('127.0.0.1');
    expect(html).not.toContain('6.6.6.6');
    expect(html).toContain('This device');
    const session = /name="session" value="([^"]+)"/.exec(html)![1]!;
    const stranger = openBrowser(app);
    await stranger.post('/auth', { tab: 'sign-in', email: 'support@rihla.example', password: demoPassword });
    expect((await stranger.post('/account/security', { act: 'end', session })).status).toBe(404);
    expect(await isIn(phone)).toBe(true);
    expect((await browser.post('/account/security', { act: 'end', session })).status).toBe(303);
    expect(await isIn(phone)).toBe(false);
    expect(await isIn(browser)).toBe(true);
  });

  it('signs out everywhere at once', async () => {
    const [one, two] = [(await signIn()).browser, (await signIn()).browser];
    const answer = await one.post('/account/security', { act: 'end-all' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/auth']);
    expect([await isIn(one), await isIn(two)]).toEqual([false, false]);
  });

  it('changes the password for who knows the present one, and keeps only this session', async () => {
    const [one, two] = [(await signIn()).browser, (await signIn()).browser];
    const change = (current: string, chosen: string) => one.post('/account/security', { act: 'change-password', current, chosen });
    expect((await change('wrong', 'a morning in the souk')).status).toBe(422);
    expect(await (await change(password, 'Layla Haddad')).text()).toContain('must not be your own name');
    expect((await change(password, 'a morning in the souk')).status).toBe(303);
    password = 'a morning in the souk';
    expect([await isIn(one), await isIn(two)]).toEqual([true, false]);
  });

  it('refuses what it does not know', async () => {
    const { browser } = await signIn();
    expect((await browser.post('/account/security', { act: 'become-owner' })).status).toBe(400);
    expect((await browser.post('/account/security', { act: 'end', session: '\u202Ex' })).status).toBe(404);
  });
});

describe('confirming an address', () => {
  it('needs the account that asked to be signed in, and brings its guest bookings', async () => {
    later();
    await platform.db.execute(sql`update users set email_verified = false where email = ${email}`);
    await guestOrder('AAAAA-11111', email);
    await guestOrder('AAAAA-22222', 'somebody.else@example.com');
    const { browser } = await signIn();
    expect(await orderOwners()).toEqual([null, null]);
    expect(await (await browser.get('/account/security')).text()).toContain('Not confirmed yet');
    await platform.jobs.drain();
    await browser.post('/account/security', { act: 'confirm-address' });
    const link = linkIn(await newestMailTo(platform, email));
    expect((await app.send(link, { form: {} })).status).toBe(403);
    const stranger = openBrowser(app);
    await stranger.post('/auth', { tab: 'sign-in', email: 'support@rihla.example', password: demoPassword });
    expect((await stranger.post(link, {})).status).toBe(403);
    const confirmed = await browser.post(link, {});
    expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, '/account/security']);
    const html = await (await browser.get('/account/security')).text();
    expect(html).toContain('We found 1 booking made with this address.');
    expect((await orderOwners()).filter(Boolean)).toHaveLength(1);
    expect((await browser.post(link, {})).status).toBe(410);
  });

  it('finds later guest bookings at the next sign-in', async () => {
    await guestOrder('AAAAA-33333', email);
    const { browser } = await signIn();
    expect(await (await browser.get('/help')).text()).toContain('We found 1 booking made with this address.');
  });
});

describe('guessing', () => {
  it('stays calm under a hundred attempts, and the owner’s own browser still gets in', async () => {
    later();
    const { browser: owner } = await signIn();
    await owner.post('/sign-out', {});
    const answers: number[] = [];
    for (let tries = 0; tries < 100; tries += 1)
      answers.push((await app.send('/auth', { form: { tab: 'sign-in', email, password: `guess number ${tries}` } })).status);
    expect(answers.filter((status) => status === 422)).toHaveLength(10);
    expect(answers.filter((status) => status === 429)).toHaveLength(90);
    const fresh = await app.send('/auth', { form: { tab: 'sign-in', email, password } });
    expect(fresh.status).toBe(429);
  }, 60_000);

  it('lets a browser that has signed in before try on its own count', async () => {
    later();
    const { browser } = await signIn();
    await browser.post('/sign-out', {});
    for (let tries = 0; tries < 10; tries += 1) await app.send('/auth', { form: { tab: 'sign-in', email, password: `wrong ${tries}` } });
    expect((await app.send('/auth', { form: { tab: 'sign-in', email, password } })).status).toBe(429);
    expect((await signIn(browser)).answer.status).toBe(303);
  }, 60_000);
});

it('says when a browser was last used by the clock of Dubai', async () => {
  later();
  const { browser } = await signIn();
  const words = wordsOf(await (await app.send('/account/security', { cookie: `${browser.jar.cookie}; language=en` })).text());
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Dubai' });
  const account = (await findAccountByEmail(platform.db, email))!;
  const seen = (await findSessions(platform.db, account.id, new Date(0))).map(({ seenAt }) => `${clock.format(seenAt)} Dubai time`);
  expect(words.match(/\d\d:\d\d Dubai time/g)?.toSorted()).toEqual(seen.toSorted());
  expect(words).not.toContain('UTC');
});

/** A booking of a guest, written as the order tables hold it; what it sells does not matter here. */
async function guestOrder(reference: string, address: string): Promise<void> {
  const index = emailIndexOf(platform.crypto, address);
  await platform.db.execute(sql`
    insert into orders (id, reference, kind, status, secret_hash, contact, email_index, language, currency, total, actor, network,
      travel_starts, travel_ends, created_at, changed_at)
    values (${reference}, ${reference}, 'flight', 'expired', 'x', 'x', ${index}, 'en', 'AED', 100, 'guest', 'x', now(), now(), now(), now())`);
}

async function orderOwners(): Promise<(string | null)[]> {
  const found = await platform.db.execute(sql`select user_id from orders order by reference`);
  return (found as unknown as { rows: { user_id: string | null }[] }).rows.map((row) => row.user_id);
}
