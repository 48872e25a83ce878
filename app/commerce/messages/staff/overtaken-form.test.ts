import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { findCampaign } from '#app/commerce/campaigns/campaigns-store.server.ts';
import { dayMs } from '#app/values/dates.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { findWordings } from '../mail-wordings-store.server.ts';

const platform = await openDemoPlatform();
let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await openTestApp(platform);
  cookie = await app.signIn('admin@rihla.example', demoPassword);
}, 120_000);

const send = async (path: string, form: Record<string, string>) => {
  const response = await app.send(path, { cookie, form });
  return { status: response.status, html: await response.text(), to: response.headers.get('location') };
};
const versionIn = (html: string) => /name="version" value="(\d+)"/.exec(html)![1]!;
const overs = async (action: string) => {
  const { rows } = (await platform.db.execute(
    sql`select detail from audit_events where action = ${action} order by sequence desc limit 1`,
  )) as unknown as {
    rows: { detail: unknown }[];
  };
  return rows[0]!.detail;
};

test('words of a mail that a colleague changed meanwhile are shown beside one’s own, and written over by a button that says so', async () => {
  const kind = 'orders.order-held';
  const path = `/admin/notifications/templates/${kind}?language=en`;
  const save = (version: string, text: string, work = 'save') =>
    send(path, { language: 'en', version, work, note: '', 'line:order-held.title': text });
  expect((await save('0', 'Theirs until {{time}}')).status).toBe(303);
  const refused = await save('0', 'Mine until {{time}}');
  expect(refused.status).toBe(422);
  expect(refused.html).toMatch(/<textarea[^>]*>Mine until {{time}}/);
  expect(refused.html).toContain('Theirs until {{time}}');
  expect(refused.html).toContain('value="save-over"');
  const over = await save(versionIn(refused.html), 'Mine until {{time}}', 'save-over');
  expect([over.status, over.to]).toEqual([303, `/admin/notifications/templates/${kind}?language=en&did=save`]);
  expect((await findWordings(platform.db, kind))[0]!.words.en).toMatchObject({ 'order-held.title': 'Mine until {{time}}' });
  expect(await overs('mail-wording.written')).toEqual({ language: 'en', over: 1 });
});

test('so is a campaign', async () => {
  const begun = await send('/admin/notifications/campaigns', { work: 'begin', name: 'Eid' });
  const id = /campaigns\/([\w-]+)/.exec(begun.to!)![1]!;
  const path = `/admin/notifications/campaigns/${id}`;
  const save = (version: string, subject: string, work = 'save') =>
    send(path, { version, work, name: 'Eid', page: '/', audience: 'en', 'en:subject': subject });
  expect((await save('1', 'Their letter')).status).toBe(303);
  const refused = await save('1', 'My letter');
  expect([refused.status, refused.html.includes('Their letter')]).toEqual([422, true]);
  expect((await save(versionIn(refused.html), 'My letter', 'save-over')).status).toBe(303);
  expect((await findCampaign(platform.db, id))!.words.en).toMatchObject({ subject: 'My letter' });
  expect(await overs('campaign.written')).toEqual({ over: 2 });
});

test('what was written while a colleague handed the campaign in is there to be copied', async () => {
  const begun = await send('/admin/notifications/campaigns', { work: 'begin', name: 'Winter' });
  const path = begun.to!.split('?')[0]!;
  const startsAt = new Date(platform.clock.now() + 7 * dayMs).toISOString().slice(0, 16);
  const letter = {
    name: 'Winter',
    page: '/',
    audience: 'en',
    startsAt,
    'en:title': 'Snow',
    'en:text': 'It fell.',
    'en:button': 'Go',
  };
  expect((await send(path, { ...letter, version: '1', work: 'save', 'en:subject': 'Snow for you' })).status).toBe(303);
  expect((await send(path, { version: '2', work: 'submit' })).status).toBe(303);
  const late = await send(path, { ...letter, version: '2', work: 'save', 'en:subject': 'Snow again' });
  expect(late.status).toBe(422);
  expect(late.html).toMatch(/<textarea[^>]*readOnly[^>]*>Snow again\n\nSnow\n\nIt fell\.\n\nGo</i);
});
