import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listStaffWith } from '#app/platform/access-store.server.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { workOnTickets } from '../work-on-tickets.server.ts';
import { openTicketByHand } from '../open-ticket.server.ts';

const platform = await openDemoPlatform();
const { db } = platform;
await workOnTickets(platform);
await db.execute(sql`update early_access set is_on = true, changed_at = '2026-01-01T00:00:00Z' where feature = 'tickets'`);
const app = await openTestApp(platform);
const cookie = await app.signIn('support@rihla.example', demoPassword);
const page = async (query: string) => {
  const answer = await app.send(`/admin/tickets/bulk${query}`, { cookie });
  return { status: answer.status, html: await answer.text() };
};

test('everything that matches a list is tried first, with what is asked for kept, and then done by one press', async () => {
  const staffId = (await listStaffWith(db, 'tickets:work')).find(({ displayName }) => displayName === 'Jun Villanueva')!.userId;
  for (const name of ['Omar Said', 'Lina Haddad'])
    await openTicketByHand(platform, {
      subject: 'The bag did not arrive',
      channel: 'phone',
      contact: { name, email: 'omar@example.com', phone: '+971501234567' },
      words: 'It stayed in Istanbul.',
      language: 'en',
      priority: 'normal',
      orderId: null,
      userId: null,
      staffId,
    });
  const asked = '?deed=priority&all=1&list=state%3Dliving';
  expect((await page(asked)).html).toContain('Dry run: Set the priority');
  expect((await page(asked)).html).not.toContain('name="intent"');
  const { html } = await page(`${asked}&aim=urgent`);
  expect(html).toMatch(/<option value="urgent" selected/);
  const field = (name: string) => [...html.matchAll(new RegExp(`name="${name}" value="([^"]*)"`, 'g'))].map(([, value]) => value!);
  expect(field('line')).toHaveLength(2);
  const form = { key: field('key')[0]!, intent: 'priority', aim: 'urgent', line: field('line')[0]! };
  const done = await app.send('/admin/tickets/bulk', { cookie, form });
  expect(done.headers.get('location')).toMatch(/^\/admin\/tickets\/bulk\?run=/);
  await platform.jobs.drain();
  expect((await page(done.headers.get('location')!.slice('/admin/tickets/bulk'.length))).html).toContain('Set the priority: the result');
  const { rows } = (await db.execute(sql`select priority from tickets order by priority`)) as unknown as { rows: { priority: string }[] };
  expect(rows.map(({ priority }) => priority)).toEqual(['normal', 'urgent']);
});

test('a form that makes no sense is a 400, and a run that there is none of a 404', async () => {
  for (const form of [{ intent: 'priority', aim: 'at once' }, { intent: 'burn', aim: 'urgent' }, { intent: 'solve' }])
    expect((await app.send('/admin/tickets/bulk', { cookie, form: { key: 'x', ...form } as Record<string, string> })).status).toBe(400);
  expect((await page('?run=none')).status).toBe(404);
  expect((await page('?deed=assign')).html).toContain('Nothing was picked');
});
