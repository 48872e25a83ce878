import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { databaseCode, transact } from '#app/platform/database.server.ts';
import { dayMs, instant } from '#app/values/dates.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openTestPlatform, testNow } from '#tests/support/test-platform.ts';
import { mailNewsletter, tidyReaders, unconfirmedDays } from './mail-newsletter.server.ts';
import { findReaderByIndex, readerIndexOf } from './newsletter-store.server.ts';

const platform = await openTestPlatform();
let app: TestApp;
beforeAll(async () => {
  await mailNewsletter(platform);
  app = await openTestApp(platform);
}, 120_000);

let day = 0;
beforeEach(() => platform.clock.set(instant(testNow + (day += 20) * dayMs)));

const mailsTo = async (email: string) => {
  await platform.jobs.drain();
  return (await platform.mail.folder!.list()).filter((mail) => mail.to === email);
};
const pathIn = (text: string, page: string) => new RegExp(`(/newsletter/${page}/[\\w.-]+)`).exec(text)?.[1] ?? '';
async function ask(email: string, more: Record<string, string | string[]> = {}, cookie = '') {
  const answer = await app.send('/newsletter', { form: { email, ...more }, cookie });
  return { status: answer.status, to: answer.headers.get('location') };
}
async function join(email: string) {
  await ask(email);
  const [mail] = await mailsTo(email);
  const confirmed = await app.send(pathIn(mail!.text, 'confirm'), { form: {} });
  return { mail: mail!, preferences: confirmed.headers.get('location')!.split('?')[0]!, leave: pathIn(mail!.text, 'leave') };
}
const stateOf = async () => {
  const result = (await platform.db.execute(
    sql`select status, interests, language from newsletter_readers order by asked_at desc limit 1`,
  )) as unknown as {
    rows: { status: string; interests: string[]; language: string }[];
  };
  return result.rows[0]!;
};

describe('the letter', () => {
  test('is asked for in the footer of every page that is browsed', async () => {
    const html = await (await app.send('/contact')).text();
    expect(html).toMatch(/<form [^>]*action="\/newsletter"[^>]*><input [^>]*name="email"/);
  });

  test('is not sent before the mailbox says yes, and opening the link is not yet a yes', async () => {
    expect(await ask(' Layla@Example.com ', { interest: ['visas', 'nonsense'] })).toEqual({ status: 303, to: '/newsletter?asked' });
    const [mail, ...more] = await mailsTo('layla@example.com');
    expect(more).toEqual([]);
    const confirm = pathIn(mail!.text, 'confirm');
    expect((await app.send(confirm)).status).toBe(200);
    expect(await stateOf()).toEqual({ status: 'pending', interests: ['visas'], language: 'en' });
    const answer = await app.send(confirm, { form: {} });
    expect(answer.headers.get('location')).toMatch(/^\/newsletter\/preferences\/.*\?now=confirmed$/);
    expect((await app.send(answer.headers.get('location')!)).status).toBe(200);
    expect((await stateOf()).status).toBe('reading');
    expect((await app.send(confirm, { form: {} })).status).toBe(303);
  });

  test('gives one answer for an address that is new, waiting, reading or gone', async () => {
    const fresh = await ask('same@example.com');
    const waiting = await ask('same@example.com');
    const { leave } = await join('reads@example.com');
    platform.clock.advance(1_000);
    const reading = await ask('reads@example.com');
    const mails = await mailsTo('reads@example.com');
    await app.send(leave, { method: 'POST' });
    const gone = await ask('reads@example.com');
    expect([waiting, reading, gone]).toEqual([fresh, fresh, fresh]);
    expect(mails.map((mail) => mail.subject)).toEqual(['You already read our letter', 'Shall we send you our letter?']);
  });

  test('writes to an unproved address at most three times a day, and says nothing of it', async () => {
    for (let count = 0; count < 5; count += 1) {
      platform.clock.advance(1_000);
      expect((await ask('often@example.com')).status).toBe(303);
    }
    expect(await mailsTo('often@example.com')).toHaveLength(3);
  });

  test('slows down a network that gives many addresses', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 22; count += 1) statuses.push((await ask(`many${count}@example.com`)).status);
    expect(statuses.slice(0, 20).every((status) => status === 303)).toBe(true);
    expect(statuses.slice(20)).toEqual([429, 429]);
  });

  test('keeps what was typed when it is no address', async () => {
    const answer = await app.send('/newsletter', { form: { email: '"><script>x', interest: 'visas' } });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain('Enter an e-mail address such as');
    expect(html).not.toContain('<script>x');
  });

  test('refuses a confirmation that is a week old, forged, or was replaced by a newer one', async () => {
    await ask('late@example.com');
    const [first] = await mailsTo('late@example.com');
    platform.clock.advance(dayMs);
    await ask('late@example.com');
    const old = pathIn(first!.text, 'confirm');
    expect((await app.send(old, { form: {} })).status).toBe(404);
    const newest = (await mailsTo('late@example.com')).map((mail) => pathIn(mail.text, 'confirm')).find((path) => path !== old)!;
    expect((await app.send(`${newest.slice(0, -1)}${newest.endsWith('0') ? '1' : '0'}`, { form: {} })).status).toBe(404);
    platform.clock.advance(8 * dayMs);
    expect((await app.send(newest)).status).toBe(404);
    expect((await stateOf()).status).toBe('pending');
  });

  test('is left with one POST from any mail program, without cookie or origin, as often as it is sent', async () => {
    const { mail, leave } = await join('leaves@example.com');
    expect(mail.headers['List-Unsubscribe']).toBe(`<http://localhost:3999${leave}>`);
    expect(mail.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const oneClick = () =>
      app.send(leave, {
        method: 'POST',
        body: 'List-Unsubscribe=One-Click',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://mail.example' },
      });
    expect((await app.send(leave)).status).toBe(200);
    expect((await stateOf()).status).toBe('reading');
    expect((await oneClick()).status).toBe(200);
    expect((await oneClick()).status).toBe(200);
    expect((await stateOf()).status).toBe('left');
    expect(await (await app.send(leave)).text()).toContain('You have left the list');
    expect((await app.send(`${leave}x`, { method: 'POST' })).status).toBe(404);
  });

  test('is changed by its reader only while it is read', async () => {
    const { preferences, leave } = await join('taste@example.com');
    expect((await app.send(preferences, { form: { language: 'ar', interest: ['flights', 'visas'] } })).status).toBe(303);
    expect(await stateOf()).toEqual({ status: 'reading', interests: ['flights', 'visas'], language: 'ar' });
    await app.send(leave, { form: {} });
    expect((await app.send(preferences, { form: { language: 'es' } })).status).toBe(404);
    expect((await app.send(preferences)).status).toBe(200);
  });

  test('comes in the language of the visitor, and its address is stored sealed', async () => {
    await ask('private@example.com', {}, 'language=ar');
    const [mail] = await mailsTo('private@example.com');
    expect(mail!.subject).toBe('هل نرسل إليك رسالتنا؟');
    const rows = (await platform.db.execute(sql`select * from newsletter_readers`)) as unknown as { rows: object[] };
    expect(JSON.stringify(rows.rows)).not.toContain('private@example');
  });

  test('forgets addresses a month after nobody confirmed them, and no other: who read once is kept as what they said', async () => {
    const { leave } = await join('read-once@example.com');
    await app.send(leave, { form: {} });
    await ask('never@example.com');
    const [mail] = await mailsTo('never@example.com');
    await ask('not-me@example.com');
    const [mistaken] = await mailsTo('not-me@example.com');
    await app.send(pathIn(mistaken!.text, 'leave'), { form: {} });
    const known = async (email: string) =>
      (await transact(platform.db, (tx) => findReaderByIndex(tx, readerIndexOf(platform.crypto, email)))) !== null;
    const all = ['read-once@example.com', 'never@example.com', 'not-me@example.com'];
    platform.clock.advance((unconfirmedDays - 1) * dayMs);
    await tidyReaders(platform);
    expect(await Promise.all(all.map(known))).toEqual([true, true, true]);
    platform.clock.advance(2 * dayMs);
    await tidyReaders(platform);
    expect(await Promise.all(all.map(known))).toEqual([true, false, false]);
    // Its links say what those say that are too old, and the address may be given again.
    expect((await app.send(pathIn(mail!.text, 'leave'))).status).toBe(404);
    await ask('never@example.com');
    expect(await known('never@example.com')).toBe(true);
    const proof = sql`delete from newsletter_events where reader_id in (select id from newsletter_readers where status = 'left')`;
    await expect(platform.db.execute(proof).catch(databaseCode)).resolves.toBe('23001');
  });
});
