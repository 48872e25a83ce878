import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { minuteMs } from '#app/values/dates.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { mailAccounts } from './account-mails.server.ts';
import { linkIn, newestMailTo, openBrowser } from './auth-testing.ts';

const platform = await openDemoPlatform();
await mailAccounts(platform);
const app = await openTestApp(platform);
const email = 'traveller@rihla.example';
const moved = 'layla.haddad@example.com';

async function signedIn(address = email) {
  const browser = openBrowser(app);
  await browser.post('/auth', { tab: 'sign-in', email: address, password: demoPassword });
  return browser;
}
const codeTo = async (to: string) => /\d{6}/.exec((await newestMailTo(platform, to))?.text ?? '')?.[0] ?? 'none';
const other = (code: string) => (code === '111111' ? '222222' : '111111');

describe('a new address', () => {
  it('is asked for only by somebody who has just shown who they are', async () => {
    const browser = await signedIn();
    const asked = await browser.post('/contact-edit', { act: 'email', newEmail: moved });
    expect(asked.headers.get('location')).toBe('/account/prove?next=%2Fcontact-edit');
  });

  it('counts once its code came back, and the old one is told', async () => {
    const browser = await signedIn();
    await browser.post('/account/prove', { next: '/contact-edit', password: demoPassword });
    expect((await browser.post('/contact-edit', { act: 'email', newEmail: 'not an address' })).status).toBe(422);
    await browser.post('/contact-edit', { act: 'email', newEmail: ` ${moved.toUpperCase()} ` });
    const code = await codeTo(moved);
    expect((await browser.post('/contact-edit', { act: 'email-code', emailCode: other(code) })).status).toBe(422);
    expect(
      (await browser.post('/contact-edit', { act: 'email-code', emailCode: `${code.slice(0, 3)} ${code.slice(3)}` })).headers.get(
        'location',
      ),
    ).toBe('/contact-edit?address');
    expect((await newestMailTo(platform, email))?.subject).toBe('Your account has a new e-mail address');
    expect((await browser.post('/contact-edit', { act: 'email-code', emailCode: code })).status).toBe(422);
    expect((await openBrowser(app).post('/auth', { tab: 'sign-in', email: moved, password: demoPassword })).status).toBe(303);
  });

  it('of another account is refused after its code, and never before', async () => {
    const browser = await signedIn(moved);
    await browser.post('/account/prove', { next: '/contact-edit', password: demoPassword });
    await browser.post('/contact-edit', { act: 'email', newEmail: 'finance@rihla.example' });
    const answer = await browser.post('/contact-edit', { act: 'email-code', emailCode: await codeTo('finance@rihla.example') });
    expect([answer.status, (await answer.text()).includes('This address cannot be used for your account.')]).toEqual([422, true]);
  });

  it('allows five guesses at a code, and ten minutes', async () => {
    platform.clock.advance(61 * minuteMs);
    const browser = await signedIn(moved);
    await browser.post('/account/prove', { next: '/contact-edit', password: demoPassword });
    await browser.post('/contact-edit', { act: 'email', newEmail: 'second@example.com' });
    const code = await codeTo('second@example.com');
    for (let guess = 0; guess < 5; guess += 1) await browser.post('/contact-edit', { act: 'email-code', emailCode: other(code) });
    expect((await browser.post('/contact-edit', { act: 'email-code', emailCode: code })).status).toBe(422);
    await browser.post('/contact-edit', { act: 'email', newEmail: 'second@example.com' });
    const late = await codeTo('second@example.com');
    platform.clock.advance(10 * minuteMs);
    expect((await browser.post('/contact-edit', { act: 'email-code', emailCode: late })).status).toBe(422);
  });
});

describe('a new number', () => {
  it('is kept unconfirmed until the code of a text message came back', async () => {
    platform.clock.advance(61 * minuteMs);
    const browser = await signedIn(moved);
    await browser.post('/contact-edit', { phone: '050 123 4567' });
    const code = await codeTo('+971501234567');
    expect(await (await browser.get('/contact-edit')).text()).toContain('Not confirmed');
    expect((await browser.post('/contact-edit', { act: 'phone-code', phoneCode: code })).headers.get('location')).toBe(
      '/contact-edit?number',
    );
    expect(await (await browser.get('/contact-edit')).text()).not.toContain('Not confirmed');
    // Another one is to be confirmed again.
    await browser.post('/contact-edit', { phone: '050 765 4321' });
    expect(await (await browser.get('/contact-edit')).text()).toContain('Not confirmed');
  });
});

describe('messages to a telephone', () => {
  it('are said not to be sent where no operator is connected, and the wish is kept', async () => {
    const silent = openBrowser(await openTestApp({ ...platform, texting: null }));
    await silent.post('/auth', { tab: 'sign-in', email: moved, password: demoPassword });
    await silent.post('/contact-edit', { phone: '050 765 4321', whatsappService: 'on' });
    const html = await (await silent.get('/contact-edit')).text();
    expect(html).toContain('Messages to phones are not sent yet');
    expect(html).not.toContain('whatsappMarketing');
    expect(html).toMatch(/<input(?=[^>]*name="whatsappService")(?=[^>]*checked)/);
  });

  it('wait for the code again when somebody comes back to an earlier number', async () => {
    const browser = await signedIn(moved);
    await browser.post('/contact-edit', { phone: '050 123 4567', whatsappService: 'on' });
    const html = await (await browser.get('/contact-edit')).text();
    expect([html.includes('Not confirmed'), html.includes('messages go to a confirmed number only')]).toEqual([true, true]);
  });
});

describe('a link that signs in', () => {
  it('is answered alike for every address, works once, and only when pressed', async () => {
    const ask = (to: string) => app.send('/auth/link', { form: { email: to, next: '/my-invoices' } });
    const answers = await Promise.all([ask(moved), ask('nobody@example.com')]);
    expect(answers.map((answer) => answer.headers.get('location'))).toEqual(['/auth/link?sent=1', '/auth/link?sent=1']);
    const link = linkIn(await newestMailTo(platform, moved));
    expect(await newestMailTo(platform, 'nobody@example.com')).toBeNull();
    const browser = openBrowser(app);
    expect([(await browser.get(link)).status, (await browser.get('/account')).status]).toEqual([200, 302]);
    expect((await browser.post(link, {})).headers.get('location')).toBe('/my-invoices');
    expect((await browser.get('/account')).status).toBe(200);
    expect((await openBrowser(app).post(link, {})).status).toBe(410);
  });

  it('ends after a quarter of an hour, and does not open a mailbox that was never proved', async () => {
    await app.send('/auth/link', { form: { email: moved } });
    const link = linkIn(await newestMailTo(platform, moved));
    platform.clock.advance(15 * minuteMs);
    expect((await app.send(link)).status).toBe(410);
    await platform.db.execute(sql`update users set email_verified = false where email = 'hr@rihla.example'`);
    await app.send('/auth/link', { form: { email: 'hr@rihla.example' } });
    expect(await newestMailTo(platform, 'hr@rihla.example')).toBeNull();
  });
});
