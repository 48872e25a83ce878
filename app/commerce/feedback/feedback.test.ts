import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { edgesOf } from '#app/values/status-table.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { feedbackMachine } from './feedback-status.ts';
import { mailFeedback } from './work-feedback.server.ts';

const platform = await openDemoPlatform();
let app: TestApp;
beforeAll(async () => {
  await mailFeedback(platform);
  app = await openTestApp(platform);
}, 120_000);

const words = 'The calendar forgets my return day.';
const keyIn = (html: string) => /name="key" value="([^"]*)"/.exec(html)?.[1] ?? '';
async function tell(fields: Record<string, string>, cookie = '') {
  const key = keyIn(await (await app.send('/feedback', { cookie })).text());
  const answer = await app.send('/feedback', { cookie, form: { key, kind: 'bug', words, ...fields } });
  const reference = /told=([0-9A-Z-]{11})/.exec(answer.headers.get('location') ?? '')?.[1] ?? '';
  return { status: answer.status, reference, key, html: answer.status === 303 ? '' : await answer.text() };
}
const rowOf = async (reference: string) => {
  const { rows } = (await platform.db.execute(sql`select * from feedback where reference = ${reference}`)) as unknown as {
    rows: Record<string, unknown>[];
  };
  return rows[0]!;
};

describe('feedback', () => {
  test('is taken from anybody without a name, and its words are stored sealed', async () => {
    const { status, reference } = await tell({ page: '/flights', rating: '2' });
    expect(status).toBe(303);
    const row = await rowOf(reference);
    expect(row).toMatchObject({ kind: 'bug', status: 'new', page: '/flights', rating: 2, email: null, user_id: null, answer_by: null });
    expect(JSON.stringify(row)).not.toContain('calendar');
    expect(await (await app.send(`/feedback?told=${reference}`)).text()).toContain(reference);
  });

  test('that is a complaint needs an address, opens a task and says by when it is answered', async () => {
    const nameless = await tell({ kind: 'complaint' });
    expect(nameless.status).toBe(422);
    expect(nameless.html).toContain('Leave an e-mail address');
    const { reference } = await tell({ kind: 'complaint', email: 'angry@example.com' });
    const row = await rowOf(reference);
    expect((await listOpenStaffTasks(platform.db)).map((task) => task.subject)).toContain(`feedback:${String(row['id'])}`);
    expect(await (await app.send(`/feedback?told=${reference}`)).text()).toContain('Tuesday 24 November 2026');
  });

  test('keeps what was typed and says what is wrong; a page of another site is left out', async () => {
    const wrong = await tell({ kind: 'nonsense', words: 'short', order: 'ABC', email: 'x' });
    expect(wrong.status).toBe(422);
    for (const field of ['fb-kind', 'fb-words', 'fb-order', 'fb-email']) expect(wrong.html).toContain(`href="#${field}"`);
    const { reference } = await tell({ page: 'https://evil.example/x' });
    expect((await rowOf(reference))['page']).toBeNull();
  });

  test('sent twice is one', async () => {
    const first = await tell({});
    const again = await app.send('/feedback', { form: { key: first.key, kind: 'bug', words } });
    expect(again.headers.get('location')).toBe(`/feedback?told=${first.reference}`);
  });

  test('is answered once by staff, by mail and in the account of whoever told it', async () => {
    const mine = await app.signIn('traveller@rihla.example', demoPassword);
    const { reference } = await tell({ kind: 'complaint', email: 'traveller@rihla.example' }, mine);
    const id = String((await rowOf(reference))['id']);
    const staff = await app.signIn('support@rihla.example', demoPassword);
    expect(await (await app.send('/admin/feedback', { cookie: staff })).text()).toContain(reference);
    const form = { id, event: 'answer', answer: 'It is mended since this morning.' };
    expect((await app.send('/admin/feedback', { cookie: staff, form })).headers.get('location')).toContain('did=answer');
    expect((await app.send('/admin/feedback', { cookie: staff, form })).headers.get('location')).toContain('did=refused');
    await platform.jobs.drain();
    const mails = (await platform.mail.folder!.list()).filter((mail) => mail.subject === `Our answer, ${reference}`);
    expect(mails.map((mail) => mail.to)).toEqual(['traveller@rihla.example']);
    expect(mails[0]!.text).toContain('It is mended');
    expect(await (await app.send('/feedback', { cookie: mine })).text()).toContain('It is mended');
    expect((await listOpenStaffTasks(platform.db)).map((task) => task.subject)).not.toContain(`feedback:${id}`);
    const other = await app.send('/feedback');
    expect(await other.text()).not.toContain('It is mended');
  });

  test('is read but not answered by an auditor, who sees no address', async () => {
    const { reference } = await tell({ kind: 'complaint', email: 'secret@example.com' });
    const cookie = await app.signIn('auditor@rihla.example', demoPassword);
    const html = await (await app.send('/admin/feedback', { cookie })).text();
    expect(html).toContain(reference);
    expect(html).not.toContain('secret@example.com');
    const form = { id: String((await rowOf(reference))['id']), event: 'close' };
    expect((await app.send('/admin/feedback', { cookie, form })).headers.get('location')).toContain('/admin/unauthorized');
  });

  test('moves as the database allows', async () => {
    const { rows } = (await platform.db.execute(
      sql`select from_status, to_status from status_edges where machine = 'feedback'`,
    )) as unknown as { rows: { from_status: string; to_status: string }[] };
    expect(rows.map((row) => [row.from_status, row.to_status]).sort()).toEqual(
      edgesOf(feedbackMachine)
        .map(([a, b]) => [a, b])
        .sort(),
    );
  });
});
