import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { workOnDesk } from '#app/backoffice/work-desk.server.ts';
import { listStaffWith } from '#app/platform/access-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { demoPassword } from '#seeds/demo.ts';
import { readForms } from '#tests/support/http-traveller.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { findInquiryAsStaff } from './inquiries-store.server.ts';
import { takeInquiry } from './take-inquiry.server.ts';
import { workInquiry } from './work-inquiry.server.ts';

const platform = await openDemoPlatform();
await workOnDesk(platform, { supplierOf: () => null });
const app = await openTestApp(platform);
const clerk = await app.signIn('support@rihla.example', demoPassword);
const auditor = await app.signIn('auditor@rihla.example', demoPassword);
const colleagues = await listStaffWith(platform.db, 'inquiries:work');
const jun = colleagues.find(({ displayName }) => displayName === 'Jun Villanueva')!.userId;

async function asked(email = 'omar@example.com') {
  const reference = await transact(platform.db, (tx) =>
    takeInquiry(tx, platform, {
      kind: 'flight',
      contact: { name: 'Omar Said', email, phone: '+971501234567' },
      message: 'Rome, then Athens.',
      language: 'en',
      userId: null,
      country: null,
    }),
  );
  return (await findInquiryAsStaff(platform.db, reference))!;
}
const again = async ({ reference }: { reference: string }) => (await findInquiryAsStaff(platform.db, reference))!;
const read = async (query: string, cookie = clerk) => (await app.send(`/admin/inquiries/bulk?queue=flights&${query}`, { cookie })).text();
async function ready(query: string) {
  const html = await read(query);
  const form = readForms(html, new URL('http://localhost:3999/admin/inquiries/bulk')).find(({ fields }) =>
    fields.some(([name]) => name === 'line'),
  )!;
  const lines = form.fields.filter(([name]) => name === 'line').map(([, value]) => value);
  const intent = form.buttons.find(({ name }) => name === 'intent')!.value;
  const fields = { ...Object.fromEntries(form.fields), line: lines, intent };
  return { html, lines, send: () => app.send('/admin/inquiries/bulk', { cookie: clerk, form: fields }) };
}

test('what is picked is marked as lost with one reason: tried first, each by itself, once, with its own row in the audit', async () => {
  const [one, other, closed] = [await asked(), await asked('lina@example.com'), await asked('noor@example.com')];
  await workInquiry(platform, { inquiry: closed, event: 'close', staffId: jun });
  const picked = [one, other, closed].map(({ reference }) => `inquiry=${reference}`).join('&');
  // Without a reason nothing can be pressed yet, and what was picked is still picked.
  const first = await read(`deed=lose&${picked}`);
  expect(first).not.toContain('name="intent"');
  expect(first).toContain(`name="inquiry" value="${one.reference}"`);
  const { html, lines, send } = await ready(`deed=lose&aim=price&${picked}`);
  expect(html).toContain('Dry run: Mark as lost');
  expect(html).toContain('It is not open any more.');
  expect(lines).toHaveLength(2);
  expect((await again(one)).status).toBe('new');
  // Meanwhile a colleague speaks to one of them.
  await workInquiry(platform, { inquiry: other, event: 'contact', staffId: jun, words: 'Wants to go on.' });
  const to = (await send()).headers.get('location')!;
  expect((await send()).headers.get('location')).toBe(to);
  await platform.jobs.drain();
  expect(await again(one)).toMatchObject({ status: 'lost', lostReason: 'price' });
  expect((await again(other)).status).toBe('contacted');
  const result = await (await app.send(to, { cookie: clerk })).text();
  expect(result).toMatch(/not done<\/dt><dd>1<\/dd>/);
  expect(result).toContain('somebody else may have been faster');
  const { rows } = (await platform.db.execute(sql`select subject, detail from audit_events where action = 'inquiry.lose'`)) as unknown as {
    rows: { subject: string; detail: unknown }[];
  };
  expect(rows).toEqual([{ subject: `inquiries:${one.id}`, detail: { reason: 'price' } }]);
});

test('everything that a list matches is given to a colleague, and what is theirs already is left out', async () => {
  const [mine, theirs] = [await asked('a@example.com'), await asked('b@example.com')];
  await platform.db.execute(sql`update inquiries set owner_id = ${jun} where id = ${theirs.id}`);
  const { html, lines, send } = await ready(`deed=assign&all=1&list=&aim=${jun}`);
  expect(html).toContain('It is theirs already.');
  expect(lines.some((line) => line.startsWith(mine.reference))).toBe(true);
  expect(lines.some((line) => line.startsWith(theirs.reference))).toBe(false);
  await send();
  await platform.jobs.drain();
  expect((await again(mine)).ownerId).toBe(jun);
});

test('a list offers both to those who work on inquiries, and nobody else may open it', async () => {
  const list = async (cookie: string) => (await app.send('/admin/inquiries/flights', { cookie })).text();
  expect(await list(clerk)).toContain('Mark as lost');
  expect(await list(auditor)).not.toContain('Mark as lost');
  expect((await app.send('/admin/inquiries/bulk?queue=flights', { cookie: auditor })).headers.get('location')).toContain(
    '/admin/unauthorized',
  );
});

test('a form that makes no sense is a 400, a run that there is none of a 404, and an address may say anything', async () => {
  const key = 'a-key-long-enough-for-it';
  const forms: readonly Record<string, string>[] = [
    { key: '', intent: 'lose', aim: 'price', queue: 'flights' },
    { key, intent: 'lose', aim: 'because', queue: 'flights' },
    { key, intent: 'burn', aim: 'price', queue: 'flights' },
    { key, intent: 'lose', aim: 'price', queue: 'trains' },
    { key, intent: 'lose', aim: 'price', queue: 'flights', line: 'x' },
  ];
  for (const form of forms) expect((await app.send('/admin/inquiries/bulk', { cookie: clerk, form })).status).toBe(400);
  expect((await app.send('/admin/inquiries/bulk?queue=flights&run=none', { cookie: clerk })).status).toBe(404);
  expect(await read("deed=nothing&all=1&aim='--&list=%26%26&inquiry=zzz")).toContain('Dry run');
});
