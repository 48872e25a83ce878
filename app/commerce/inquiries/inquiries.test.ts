import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { listAuditOf } from '#app/platform/audit.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform, testNow } from '#tests/support/test-platform.ts';
import { instant, hourMs } from '#app/values/dates.ts';
import { findInquiryAsStaff, readContact, readMessage } from './inquiries-store.server.ts';
import { mailInquiries } from './mail-inquiries.server.ts';

const platform = await openDemoPlatform();
let app: TestApp;
beforeAll(async () => {
  await mailInquiries(platform);
  app = await openTestApp(platform);
}, 120_000);

let hour = 0;
/** Each test has an hour of its own, so that the limits of one do not reach into the next. */
beforeEach(() => platform.clock.set(instant(testNow + (hour += 2) * hourMs)));

const good = { name: 'Layla Haddad', email: 'layla@example.com', message: 'We would like to fly together, twelve of us.' };
const plainText = (html: string) => html.replaceAll('<!-- -->', '');

async function openForm(path: string, cookie = '') {
  const response = await app.send(path, { cookie });
  const html = await response.text();
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
  return { html: plainText(html), status: response.status, key: value('key'), stamp: value('stamp') };
}

/** Opens the page, waits as a person would, and sends the form. */
async function send(path: string, fields: Record<string, string>, more: { cookie?: string; form?: Record<string, string> } = {}) {
  const { key, stamp } = await openForm(path, more.cookie);
  platform.clock.advance(20_000);
  const response = await app.send(path, {
    form: { key, stamp, ...good, ...fields, ...more.form },
    ...(more.cookie && { cookie: more.cookie }),
  });
  const reference = /[?&]asked=([0-9A-Z-]{11})/.exec(response.headers.get('location') ?? '')?.[1] ?? null;
  return { response, reference, html: response.status === 303 ? '' : plainText(await response.text()) };
}
const mailsTo = async (email: string) => (await platform.mail.folder!.list()).filter((mail) => mail.to === email);
const countAll = async () => {
  const result = (await platform.db.execute(sql`select count(*)::int as n from inquiries`)) as unknown as { rows: { n: number }[] };
  return result.rows[0]!.n;
};

describe('the contact page', () => {
  test('asks for what a topic needs: a group flight has places, dates and travellers', async () => {
    const group = await openForm('/contact?about=group&from=Dubai&to=Manila&adults=12');
    expect(group.html).toContain('Flights for a group');
    expect(group.html).toMatch(/name="from"[^>]*value="Dubai"|value="Dubai"[^>]*name="from"/);
    expect(group.html).toMatch(/name="adults"[^>]*value="12"|value="12"[^>]*name="adults"/);
    const whole = await openForm('/contact?about=group&from=Dubai&to=Manila&adults=12&children=3&infants=1&cabin=business');
    expect(whole.html).toMatch(/name="infants"[^>]*value="1"|value="1"[^>]*name="infants"/);
    expect(whole.html).toMatch(/<option value="business" selected/);
    const other = await openForm('/contact?about=%3Cscript%3E');
    expect(other.html).toContain('What can we do for you?');
    expect(other.html).not.toContain('name="adults"');
  });

  test('asks about a child who flies alone with what the desk needs to know, as a question about flights', async () => {
    const form = await openForm('/contact?about=child-alone&from=Dubai&to=Manila&lang=ar');
    expect(form.html).toContain('طفل يسافر وحده');
    expect(form.html).toContain('المسار: Dubai – Manila');
    const { response, reference } = await send('/contact?about=child-alone', { email: 'alone@example.com' });
    expect(response.headers.get('location')).toMatch(/^\/contact\?about=child-alone&asked=.*#inquiry$/);
    expect(await findInquiryAsStaff(platform.db, reference!)).toMatchObject({ kind: 'flight' });
    const refused = await send('/contact?about=child-alone', { email: 'nowhere', message: 'Aged nine' });
    expect(refused.response.status).toBe(422);
    expect(refused.html).toContain('A child who flies alone');
    expect(refused.html).toContain('Aged nine');
  });

  test('takes a message, says when the answer comes, tells staff and confirms by mail', async () => {
    const { response, reference } = await send('/contact?about=group', {
      email: 'group@example.com',
      from: 'Dubai',
      to: 'Manila',
      startsOn: '2027-03-10',
      adults: '12',
    });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toMatch(/^\/contact\?about=group&asked=.*#inquiry$/);
    const after = await openForm(`/contact?about=group&asked=${reference}`);
    expect(after.html).toContain('Your message is with us');
    expect(after.html).toContain(reference!);
    expect(after.html).toMatch(/Tuesday 24 November 2026/);
    const inquiry = (await findInquiryAsStaff(platform.db, reference!))!;
    expect(inquiry).toMatchObject({
      kind: 'flight-group',
      status: 'new',
      fromPlace: 'Dubai',
      toPlace: 'Manila',
      adults: 12,
      suspect: false,
    });
    expect((await listOpenStaffTasks(platform.db)).map((task) => task.subject)).toContain(`inquiries:${inquiry.id}`);
    await platform.jobs.drain();
    const [mail, ...more] = await mailsTo('group@example.com');
    expect(more).toEqual([]);
    expect(mail!.subject).toBe(`We have your message, ${reference}`);
    expect(mail!.text).toContain('We would like to fly together');
  });

  test('stores name, e-mail, phone and message sealed', async () => {
    const { reference } = await send('/contact', { name: 'Grace Okafor', email: 'sealed@example.com', message: 'A very private matter.' });
    const rows = (await platform.db.execute(sql`select * from inquiries where reference = ${reference}`)) as unknown as { rows: object[] };
    const stored = JSON.stringify(rows.rows);
    for (const plain of ['Grace', 'sealed@example', 'private']) expect(stored).not.toContain(plain);
    const inquiry = (await findInquiryAsStaff(platform.db, reference!))!;
    expect(readContact(platform.crypto, inquiry)).toEqual({ name: 'Grace Okafor', email: 'sealed@example.com', phone: null });
  });

  test('keeps what was typed and leads to each field that is wrong', async () => {
    const before = await countAll();
    const { response, html } = await send('/contact', { name: '', email: 'nobody', message: 'Hello' });
    expect(response.status).toBe(422);
    expect(html).toContain('3 things need your attention');
    expect(html).toContain('href="#ask-email"');
    expect(html).toContain('value="nobody"');
    expect(html).toContain('Write a little more');
    expect(await countAll()).toBe(before);
  });

  test('makes one inquiry of a form that is sent twice, and refuses other words under the same key', async () => {
    const before = await countAll();
    const { key, stamp } = await openForm('/contact');
    platform.clock.advance(20_000);
    const form = { key, stamp, ...good, email: 'twice@example.com' };
    const answers = await Promise.all([app.send('/contact', { form }), app.send('/contact', { form })]);
    expect(answers.map((answer) => answer.headers.get('location'))).toEqual([
      answers[0]!.headers.get('location'),
      answers[0]!.headers.get('location'),
    ]);
    const other = await app.send('/contact', { form: { ...form, message: 'Something else altogether.' } });
    expect(other.status).toBe(422);
    expect(await other.text()).toContain('already sent with other words');
    expect(await countAll()).toBe(before + 1);
  });

  test('asks to send once more when the form carries no key, and loses nothing', async () => {
    const response = await app.send('/contact', { form: good });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('We would like to fly together');
  });

  test('slows down whoever sends a lot, machines sooner, and takes it again after the wait', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 17; count += 1) {
      const { key, stamp } = await openForm('/contact');
      const response = await app.send('/contact', { form: { key, stamp, ...good, email: `fast${count}@example.com` } });
      statuses.push(response.status);
    }
    expect(statuses).toEqual([...Array<number>(15).fill(303), 429, 429]);
    const { key, stamp } = await openForm('/contact');
    const form = { key, stamp, ...good, email: 'patient@example.com' };
    const refused = await app.send('/contact', { form });
    expect(refused.status).toBe(429);
    expect(plainText(await refused.text())).toMatch(/send it again in \d+ minutes/);
    platform.clock.advance(hourMs);
    expect((await app.send('/contact', { form })).status).toBe(303);
  });

  test('marks what is full of links and does not carry links to the address that was given', async () => {
    const { reference } = await send('/contact', {
      name: 'Visit www.a.example/now',
      email: 'victim@example.com',
      message: 'Buy now https://a.example http://b.example www.c.example',
    });
    expect((await findInquiryAsStaff(platform.db, reference!))!.suspect).toBe(true);
    await platform.jobs.drain();
    const [mail] = await mailsTo('victim@example.com');
    expect(mail!.text + mail!.html).not.toContain('a.example');
    expect(mail!.text).toContain('victim, thank you for writing');
  });

  test('shows markup as words and turns no text around', async () => {
    const nasty = '<script>alert(1)</script>\u202Egnp.exe" onload="x';
    const { html } = await send('/contact', { name: nasty, email: 'x', message: nasty });
    expect(html).not.toContain('<script>alert(1)');
    expect(html).toContain('&lt;script&gt;');
    const { reference } = await send('/contact', { name: '\u202Eليلى', email: 'nasty@example.com', message: nasty });
    const inquiry = (await findInquiryAsStaff(platform.db, reference!))!;
    expect(readContact(platform.crypto, inquiry).name).toBe('ليلى');
    expect(readMessage(platform.crypto, inquiry)).not.toContain('\u202E');
    await platform.jobs.drain();
    const [mail] = await mailsTo('nasty@example.com');
    expect(mail!.html).not.toContain('<script>');
  });

  test('refuses ten megabytes in words', async () => {
    const response = await app.send('/contact', { form: { ...good, message: 'x'.repeat(10 * 1024 * 1024) } });
    expect(response.status).toBe(413);
  });

  test('says nothing of an inquiry to who makes up a reference', async () => {
    const { html, status } = await openForm('/contact?asked=00000-00000');
    expect(status).toBe(200);
    expect(html).not.toContain('Your message is with us');
  });
});

describe('the desk', () => {
  const signIn = (name: string) => app.signIn(`${name}@rihla.example`, demoPassword);

  test('shows a group with its infants, its cabin and each place in the direction of its own script, whoever reads it', async () => {
    const { reference } = await send('/contact?about=group', {
      email: 'places@example.com',
      from: 'دبي (DXB)',
      to: 'Manila (MNL)',
      adults: '12',
      children: '3',
      infants: '1',
      cabin: 'business',
    });
    const cookie = await app.signIn('flights@rihla.example', demoPassword);
    const open = async (path: string) => plainText(await (await app.send(path, { cookie })).text());
    const places = '<bdi>دبي (DXB)</bdi> – <bdi>Manila (MNL)</bdi>';
    const record = await open(`/admin/inquiries/${reference}`);
    for (const words of [`<dd>${places}</dd>`, 'Infants on a lap', 'Business']) expect(record).toContain(words);
    const list = await open(`/admin/inquiries/flights?find=${reference}`);
    for (const words of [places, '>16<']) expect(list).toContain(words);
  });

  test('finds an inquiry in its own list only, by reference and by e-mail', async () => {
    const { reference } = await send('/contact?about=staycation', { email: 'stay@example.com' });
    const cookie = await signIn('support');
    const page = async (path: string) => (await app.send(path, { cookie })).text();
    expect(await page('/admin/inquiries/staycations')).toContain(reference!);
    expect(await page('/admin/inquiries/holidays')).not.toContain(reference!);
    expect(await page('/admin/inquiries/staycations?find=STAY@example.com')).toContain(reference!);
    expect(await page('/admin/inquiries/staycations?find=other@example.com')).not.toContain(reference!);
    expect(await page(`/admin/inquiries/staycations?state=closed&find=${reference}`)).toContain(reference!);
    expect(await page('/admin/inquiries/staycations?state=contacted')).not.toContain(reference!);
  });

  test('answers by mail in the language of the visitor, once, and closes the task', async () => {
    const { reference } = await send('/contact?about=holiday', { email: 'amira@example.com' }, { cookie: 'language=ar' });
    const inquiry = (await findInquiryAsStaff(platform.db, reference!))!;
    const cookie = await signIn('products');
    const path = `/admin/inquiries/${reference}`;
    const { key, html } = await openForm(path, cookie);
    // The house sends what they write: where to, it knows itself.
    expect(html).toContain('a…@example.com');
    expect(html).not.toContain('amira@example.com');
    const form = { key, event: 'answer', words: 'أهلًا أميرة،\nلدينا مكانان في أبريل.' };
    const first = await app.send(path, { cookie, form });
    expect(first.headers.get('location')).toBe(`${path}?did=answer`);
    expect((await app.send(path, { cookie, form })).headers.get('location')).toBe(`${path}?did=answer`);
    await platform.jobs.drain();
    const mails = await mailsTo('amira@example.com');
    expect(mails.map((mail) => mail.subject)).toContain(`ردنا عليك، ${reference}`);
    expect(mails).toHaveLength(2);
    expect(mails.find((mail) => mail.subject.startsWith('ردنا'))!.text).toContain('لدينا مكانان في أبريل');
    expect((await findInquiryAsStaff(platform.db, reference!))!.status).toBe('contacted');
    expect((await listOpenStaffTasks(platform.db)).map((task) => task.subject)).not.toContain(`inquiries:${inquiry.id}`);
    expect(await (await app.send(path, { cookie })).text()).toContain('لدينا مكانان في أبريل');
  });

  test('refuses an empty answer and a move that its state does not have', async () => {
    const { reference } = await send('/contact', { email: 'moves@example.com' });
    const cookie = await signIn('support');
    const path = `/admin/inquiries/${reference}`;
    const { key } = await openForm(path, cookie);
    expect((await app.send(path, { cookie, form: { key, event: 'answer', words: '  ' } })).status).toBe(422);
    expect((await app.send(path, { cookie, form: { key, event: 'reopen' } })).headers.get('location')).toBe(
      `${path}?refused=not-possible-from-here`,
    );
    expect((await app.send(path, { cookie, form: { event: 'close' } })).headers.get('location')).toBe(`${path}?refused=changed-meanwhile`);
    const again = await openForm(path, cookie);
    expect((await app.send(path, { cookie, form: { key: `${again.key}-close`, event: 'close' } })).headers.get('location')).toBe(
      `${path}?did=close`,
    );
    expect((await findInquiryAsStaff(platform.db, reference!))!.status).toBe('closed');
  });

  test('shows how somebody is reached to who works on it and says why, and writes that down; nothing without a reason', async () => {
    const { reference } = await send('/contact', { email: 'reached@example.com', phone: '+971501234567' });
    const inquiry = (await findInquiryAsStaff(platform.db, reference!))!;
    const path = `/admin/inquiries/${reference}`;
    const looks = () => listAuditOf(platform.db, `inquiries:${inquiry.id}`, 20);
    const cookie = await signIn('support');
    const without = await app.send(path, { cookie, form: { event: 'reveal', reason: 'curious' } });
    expect([without.status, (await without.text()).includes('reached@example.com')]).toEqual([422, false]);
    expect((await looks()).filter(({ action }) => action === 'inquiry.contact-revealed')).toEqual([]);
    const shown = await app.send(path, { cookie, form: { event: 'reveal', reason: 'call-back' } });
    const html = await shown.text();
    expect([shown.status, html.includes('reached@example.com'), html.includes('+971501234567')]).toEqual([200, true, true]);
    const [look] = (await looks()).filter(({ action }) => action === 'inquiry.contact-revealed');
    expect(look).toMatchObject({ reason: 'call-back', actor: expect.stringContaining('staff:') });
    expect(await (await app.send(path, { cookie })).text()).not.toContain('reached@example.com');
    const auditor = await app.send(path, { cookie: await signIn('auditor'), form: { event: 'reveal', reason: 'call-back' } });
    expect((await auditor.text()).includes('reached@example.com')).toBe(false);
  });

  test('lets an auditor read but neither see the address nor answer', async () => {
    const { reference } = await send('/contact', { email: 'hidden@example.com' });
    const cookie = await signIn('auditor');
    const path = `/admin/inquiries/${reference}`;
    const { html } = await openForm(path, cookie);
    expect(html).toContain(good.message);
    expect(html).not.toContain('hidden@example.com');
    const answer = await app.send(path, { cookie, form: { key: 'a'.repeat(24), event: 'answer', words: 'Hello there' } });
    expect(answer.headers.get('location')).toContain('/admin/unauthorized');
    expect((await findInquiryAsStaff(platform.db, reference!))!.status).toBe('new');
  });

  test('is a 404 for a reference that is none', async () => {
    const cookie = await signIn('support');
    for (const reference of ['00000-00000', '%3Cscript%3E', 'x'.repeat(300)])
      expect((await app.send(`/admin/inquiries/${reference}`, { cookie })).status, reference).toBe(404);
  });
});
