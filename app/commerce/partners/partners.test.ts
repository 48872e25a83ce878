import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { addMilliseconds, dayMs } from '#app/values/dates.ts';
import { listAddress, readListView } from '#app/ui/desk-list/list-address.ts';
import { edgesOf } from '#app/values/status-table.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { mailPartners } from './mail-partners.server.ts';
import { partnerMachine } from './partner-status.ts';
import { findDocuments, findLeadByReference, listLeadsAsStaff } from './partners-store.server.ts';
import { partnerList } from './staff/partner-list.ts';

const platform = await openDemoPlatform();
await mailPartners(platform);
const app = await openTestApp(platform);
// Every test on a day of its own: the limits of one do not reach the next.
beforeEach(() => platform.clock.set(addMilliseconds(platform.clock.now(), dayMs)));

const good = {
  kind: 'hotel',
  company: 'Wadi House LLC',
  country: 'AE',
  website: 'wadi-house.example/rooms',
  licence: 'CN-1234567',
  trn: '100 123 456 700 003',
  offers: 'Twelve rooms around a courtyard in Hatta, open from October to May.',
  name: 'Salma Rashid',
  role: 'Owner',
  email: 'salma@wadi-house.example',
  phone: '050 123 4567',
  mandate: 'yes',
};
const pdf = new File([Buffer.from('%PDF-1.7\n%%EOF')], 'licence.pdf', { type: 'application/pdf' });
const keyIn = (html: string) => /name="key" value="([\w-]{16,})"/.exec(html)?.[1] ?? '';

async function apply(fields: Record<string, string> = {}, files: readonly File[] = [], origin = 'http://localhost:3999') {
  const form = new FormData();
  const key = keyIn(await (await app.send('/partners')).text());
  for (const [name, value] of Object.entries({ key, ...good, ...fields })) form.set(name, value);
  for (const file of files) form.append('documents', file);
  return app.send('/partners', { method: 'POST', body: form, headers: { Origin: origin } });
}
async function applied(fields: Record<string, string> = {}, files: readonly File[] = []) {
  const answer = await apply(fields, files);
  const status = answer.headers.get('location') ?? '';
  const html = await (await app.send(status)).text();
  const reference = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(html)?.[0] ?? '';
  return { status: status.replace('sent&', ''), html, reference, lead: (await findLeadByReference(platform.db, reference))! };
}
const staff = (email = 'products@rihla.example') => app.signIn(email, demoPassword);
async function work(reference: string, fields: Record<string, string>, cookie: string) {
  const path = `/admin/partners/${reference}`;
  const html = await (await app.send(path, { cookie })).text();
  const version = /name="version" value="(\d+)"/.exec(html)?.[1] ?? '';
  return app.send(path, { cookie, form: { key: `${keyIn(html)}`, version, ...fields } });
}
const stored = () => {
  try {
    return readdirSync(join(platform.env.DATA_DIR, 'files'));
  } catch {
    return [];
  }
};
const auditOf = async (subject: string) =>
  (
    (await platform.db.execute(sql`select action from audit_events where subject = ${subject} order by sequence`)) as unknown as {
      rows: { action: string }[];
    }
  ).rows.map((row) => row.action);

describe('applying', () => {
  test('gives a reference, keeps the contact sealed and tells the company by mail', async () => {
    const { html, lead, reference } = await applied({}, [pdf]);
    expect(html).toContain('It has arrived');
    expect(lead).toMatchObject({ status: 'received', kind: 'hotel', trn: '100123456700003', website: 'https://wadi-house.example/rooms' });
    expect(JSON.stringify(lead)).not.toContain('salma');
    expect((await listOpenStaffTasks(platform.db)).map((task) => task.subject)).toContain(`partner_leads:${lead.id}`);
    await platform.jobs.drain();
    const mail = (await platform.mail.folder!.list()).find((one) => one.subject.includes(reference));
    expect(mail).toMatchObject({ to: 'salma@wadi-house.example', subject: `Your application has arrived, ${reference}` });
    expect(mail!.text).toContain('/partners/status?key=');
  });

  test('keeps what was typed and says what is wrong, field by field', async () => {
    const wrong = {
      kind: 'x',
      company: '',
      country: 'ZZ',
      website: 'not a site',
      licence: '!',
      trn: '12',
      offers: 'rooms',
      email: 'x',
      phone: '1',
      mandate: '',
    };
    const answer = await apply(wrong);
    const html = await answer.text();
    expect(answer.status).toBe(422);
    for (const field of ['kind-hotel', 'company', 'country', 'website', 'licence', 'trn', 'offers', 'email', 'phone', 'mandate'])
      expect(html).toContain(`href="#${field}"`);
    expect(html).toContain('value="Salma Rashid"');
  });

  test('takes papers by what they are, not by what they are called', async () => {
    const program = new File([Buffer.from('MZ program')], 'licence.pdf', { type: 'application/pdf' });
    const before = stored().length;
    const answer = await apply({}, [pdf, program]);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('no PDF, JPG or PNG');
    expect((await apply({}, [pdf, pdf, pdf, pdf])).status).toBe(422);
    const large = new File([Buffer.from('%PDF-'), new Uint8Array(4 * 1024 * 1024)], 'large.pdf');
    expect(await (await apply({}, [large])).text()).toContain('larger than 4 MB');
    const locked = new File([Buffer.from('%PDF-1.7\ntrailer << /Encrypt 4 0 R >>\n%%EOF')], 'licence.pdf');
    expect(await (await apply({}, [locked])).text()).toContain('damaged, locked, or holds more than pages');
    expect(stored()).toHaveLength(before);
    const { lead } = await applied({}, [new File([Buffer.from('%PDF-1.4\n%%EOF')], 'trade licence.png')]);
    expect(await findDocuments(platform.db, lead.id)).toMatchObject([{ name: 'trade licence.pdf', type: 'application/pdf', bytes: 14 }]);
    expect(stored()).toHaveLength(before + 1);
  });

  test('may be heavy here and nowhere else', async () => {
    // As bytes: a form that streams faults on its own when nobody reads it to the end.
    const send = async (path: string, content: Blob) => {
      const form = new FormData();
      form.set('documents', content);
      const whole = new Response(form);
      const headers = { Origin: 'http://localhost:3999', 'Content-Type': whole.headers.get('content-type')! };
      return (await app.send(path, { method: 'POST', body: await whole.arrayBuffer(), headers })).status;
    };
    const heavy = new Blob([new Uint8Array(80 * 1024)]);
    expect(await send('/feedback', heavy)).toBe(413);
    expect(await send('/partners', heavy)).toBe(422);
    expect(await send('/partners', new Blob([new Uint8Array(14 * 1024 * 1024)]))).toBe(413);
  });

  test('sent twice is one; sent all the time is refused with the words kept', async () => {
    const key = keyIn(await (await app.send('/partners')).text());
    const first = await apply({ key, email: 'twice@example.com' });
    const again = await apply({ key, email: 'twice@example.com' });
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    for (const company of ['Second Company', 'Third Company'])
      expect((await apply({ company, email: 'twice@example.com' })).status).toBe(303);
    const refused = await apply({ company: 'Fourth Company', email: 'twice@example.com' });
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain('value="Fourth Company"');
  });

  test('cannot bring markup or turned text to a page', async () => {
    const { html, reference } = await applied({
      company: '<b>Wadi</b> \u202EDDL',
      offers: '<script>alert(1)</script> and thirty more letters',
    });
    const desk = await (await app.send(`/admin/partners/${reference}`, { cookie: await staff() })).text();
    for (const page of [html, desk]) {
      expect(page).not.toMatch(/<b>Wadi|<script>alert/);
      expect(page).not.toContain('\u202E');
    }
  });
});

describe('how it stands', () => {
  test('is shown to who has the reference and the e-mail together, in the same words to all others', async () => {
    const { reference, status } = await applied({ email: 'one@example.com' });
    const ask = (form: Record<string, string>) => app.send('/partners/status', { form });
    const found = await ask({ reference: reference.toLowerCase(), email: 'ONE@example.com' });
    expect(found.headers.get('location')).toBe(status);
    const bodies = await Promise.all(
      [
        { reference, email: 'two@example.com' },
        { reference: 'AAAAA-AAAAA', email: 'one@example.com' },
      ].map(async (form) => {
        const answer = await ask(form);
        expect(answer.status).toBe(404);
        return (await answer.text()).match(/role="alert"[\s\S]*?<\/div><\/div>/)?.[0];
      }),
    );
    expect(bodies[0]).toBe(bodies[1]);
    expect(bodies[0]).toContain('No application has this reference and this e-mail together.');
  });

  test('is guessed five times in a quarter of an hour at most', async () => {
    const { reference } = await applied({ email: 'guess@example.com' });
    const ask = async () => (await app.send('/partners/status', { form: { reference, email: 'wrong@example.com' } })).status;
    const answers = [await ask(), await ask(), await ask(), await ask(), await ask(), await ask()];
    expect(answers).toEqual([404, 404, 404, 404, 404, 429]);
  });

  test('opens nothing by a forged link, and hides notes and who works on it', async () => {
    const { status, reference } = await applied({ email: 'three@example.com' });
    const forged = status.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    expect(await (await app.send(forged)).text()).not.toContain(reference);
    const cookie = await staff();
    await work(reference, { event: 'note', words: 'Their licence looks old.' }, cookie);
    await work(reference, { event: 'assign', to: 'me' }, cookie);
    const html = await (await app.send(status)).text();
    expect(html).toContain(reference);
    expect(html).not.toMatch(/licence looks old|Yara/);
  });
});

describe('the desk', () => {
  test('takes up, accepts and tells; declines only with words; each is on record', async () => {
    const { reference, lead, status } = await applied({ email: 'four@example.com', company: 'Dune Guides' });
    const cookie = await staff();
    const list = async (query: string) => (await app.send(`/admin/partners${query}`, { cookie })).text();
    expect(await list('?find=dune')).toContain(reference);
    expect((await work(reference, { event: 'decline' }, cookie)).status).toBe(422);
    expect((await work(reference, { event: 'accept' }, cookie)).headers.get('location')).toContain('?refused');
    await work(reference, { event: 'take' }, cookie);
    expect(await list('?queue=in_review&owner=mine')).toContain(reference);
    await work(reference, { event: 'accept', words: 'Welcome. The agreement follows.' }, cookie);
    expect(await list('?queue=accepted&kind=hotel')).toContain('Dune Guides');
    expect(await (await app.send(status)).text()).toContain('Welcome. The agreement follows.');
    await platform.jobs.drain();
    const subjects = (await platform.mail.folder!.list()).filter((mail) => mail.to === 'four@example.com').map((mail) => mail.subject);
    expect(subjects).toHaveLength(3);
    expect(subjects).toContain('Welcome, Dune Guides');
    expect(await auditOf(`partner_leads:${lead.id}`)).toEqual(['partner.applied', 'partner.take', 'partner.accept']);
    expect((await listOpenStaffTasks(platform.db)).map((task) => task.subject)).not.toContain(`partner_leads:${lead.id}`);
  });

  test('is a list in pages, by company or by when it came, that counts each state with what is asked', async () => {
    const asked = (query: string) => readListView(partnerList, new URLSearchParams(`queue=all&${query}`));
    const me = { me: 'x', most: 2 };
    for (const company of ['Zeta Tours', 'alpha Tours', 'Mid Tours']) await applied({ email: `${company[0]}-tours@example.com`, company });
    const first = await listLeadsAsStaff(platform.db, asked('find=tours&sort=company'), me);
    const second = await listLeadsAsStaff(platform.db, { ...asked('find=tours&sort=company'), after: first.next }, me);
    expect([...first.rows, ...second.rows].map(({ company }) => company)).toEqual(['alpha Tours', 'Mid Tours', 'Zeta Tours']);
    expect([first.counts.received, first.counts.all, second.next]).toEqual([3, 3, null]);
    const newest = await listLeadsAsStaff(platform.db, asked('find=tours&sort=-came'), { me: 'x', most: 9 });
    expect(newest.rows.map(({ createdAt }) => createdAt.getTime())).toEqual(
      newest.rows.map(({ createdAt }) => createdAt.getTime()).toSorted((a, b) => b - a),
    );
    expect((await listLeadsAsStaff(platform.db, asked('find=tours&kind=affiliate'), me)).rows).toEqual([]);
  });

  test('has whoever waits in their turn, and of the decided the newest first, until somebody asks for another order', async () => {
    const read = (query: string) => readListView(partnerList, new URLSearchParams(query));
    const times = async (query: string) =>
      (await listLeadsAsStaff(platform.db, read(query), { me: 'x', most: 50 })).rows.map(({ createdAt }) => createdAt.getTime());
    for (const name of ['first', 'second']) {
      platform.clock.advance(1000);
      await applied({ email: `${name}-in-turn@example.com`, company: `${name} in turn` });
    }
    const waiting = await times('');
    expect([waiting.length > 1, waiting]).toEqual([true, waiting.toSorted((a, b) => a - b)]);
    const all = await times('queue=all');
    expect(all).toEqual(all.toSorted((a, b) => b - a));
    expect(new Set(all).size).toBeGreaterThan(1);
    const to = (query: string, queue: 'received' | 'all') => listAddress(partnerList, read(query), { queue });
    expect([to('', 'all'), to('queue=all', 'received'), to('queue=all&sort=company', 'received')]).toEqual([
      '?queue=all',
      '',
      '?sort=company',
    ]);
    expect(listAddress(partnerList, read('queue=all'), { sort: 'came', descending: false })).toBe('?queue=all&sort=came');
  });

  test('does nothing to an application that changed after it was read', async () => {
    const { reference } = await applied({ email: 'five@example.com' });
    const cookie = await staff();
    const read = await (await app.send(`/admin/partners/${reference}`, { cookie })).text();
    await work(reference, { event: 'note', words: 'Somebody was here.' }, cookie);
    const form = { key: keyIn(read), version: '1', event: 'take' };
    expect((await app.send(`/admin/partners/${reference}`, { cookie, form })).headers.get('location')).toContain('?refused');
  });

  test('hands a paper to those who work on it, as a file to keep, and writes down that it did', async () => {
    const { reference, lead } = await applied({ email: 'six@example.com' }, [pdf]);
    const [document] = await findDocuments(platform.db, lead.id);
    const path = `/admin/partners/${reference}/documents/${document!.id}`;
    const file = await app.send(path, { cookie: await staff() });
    expect(await file.text()).toBe('%PDF-1.7\n%%EOF');
    expect(file.headers.get('content-disposition')).toContain('attachment');
    expect(file.headers.get('content-security-policy')).toContain('sandbox');
    expect(await auditOf(`partner_documents:${document!.id}`)).toEqual(['partner.document-read']);
    const other = await applied({ email: 'seven@example.com' });
    expect((await app.send(`/admin/partners/${other.reference}/documents/${document!.id}`, { cookie: await staff() })).status).toBe(404);
    for (const email of ['auditor@rihla.example', 'support@rihla.example'])
      expect((await app.send(path, { cookie: await staff(email) })).headers.get('location')).toContain('/admin/unauthorized');
  });

  test('shows an auditor the application without the way to its people', async () => {
    const { reference } = await applied({ email: 'eight@example.com' });
    const html = await (await app.send(`/admin/partners/${reference}`, { cookie: await staff('auditor@rihla.example') })).text();
    expect(html).toContain('Wadi House LLC');
    expect(html).not.toMatch(/eight@example|Salma|971501234567/);
    const form = { key: 'a-key-of-a-test-form', version: '1', event: 'take' };
    const refused = await app.send(`/admin/partners/${reference}`, { cookie: await staff('auditor@rihla.example'), form });
    expect(refused.headers.get('location')).toContain('/admin/unauthorized');
  });

  test('moves as the database allows', async () => {
    const { rows } = (await platform.db.execute(
      sql`select from_status, to_status from status_edges where machine = 'partner-lead'`,
    )) as unknown as { rows: { from_status: string; to_status: string }[] };
    expect(rows.map((row) => `${row.from_status}>${row.to_status}`).toSorted()).toEqual(
      edgesOf(partnerMachine)
        .map(([from, to]) => `${from}>${to}`)
        .toSorted(),
    );
  });
});
