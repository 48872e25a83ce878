import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { findBulkRun } from '#app/commerce/orders/staff/bulk-runs-store.server.ts';
import { listDeskViews } from '#app/commerce/orders/staff/desk-views-store.server.ts';
import { findStaffMember, saveStaffMember } from '#app/platform/access-store.server.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import type { Clerk } from '#app/platform/access.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { findApplicationAsSystem } from '../job-applications-store.server.ts';
import { workOnRecruitment } from '../work-recruitment.server.ts';
import { applicationBulkLine, startRejections, workRejectionLine } from './bulk-reject.server.ts';
import { undoRejection } from './work-application.server.ts';

const platform = await openDemoPlatform();
const { db, crypto } = platform;
await workOnRecruitment(platform);
await platform.jobs.handle(applicationBulkLine, (line) => workRejectionLine(platform, line));
const { id: hr } = (await findAccountByEmail(db, 'hr@rihla.example'))!;
const staff = (await findStaffMember(db, hr))!;
const clerk = { kind: 'staff', user: { id: hr }, staff } as unknown as Clerk;
const list = '/admin/job-applications';

async function apply(id: string, status = 'received'): Promise<string> {
  const sealed = (column: string, value: unknown) => crypto.seal(JSON.stringify(value), `job_applications|${column}|${id}`);
  await db.execute(sql`insert into job_applications
    (id, reference, status, language, source, contact, email_index, profile, answers, secret_hash, agreed_at, keep_months, keep_until, stage_since, created_at, changed_at)
    values (${id}, ${id.toUpperCase()}, ${status}, 'en', 'referral', ${sealed('contact', { name: 'Mona Adel', email: `${id}@example.com`, phone: null })},
      ${id}, ${sealed('profile', {})}, ${sealed('answers', {})}, ${id}, now(), 6, '2027-06-01', now(), now(), now())`);
  return id;
}
const statusOf = async (id: string) => (await findApplicationAsSystem(db, id))!.status;
const start = (ids: readonly string[]) => startRejections(platform, clerk, { ids, reason: 'skills', wait: 'soon', requestId: 'test' });
const said = async (run: string | null) =>
  (await findBulkRun(db, 'job-applications', run!))!.lines.map(({ subject, ok, said: words }) => [subject, ok, words]).toSorted();
const keyIn = (html: string) => /name="key" value="([\w-]+)"/.exec(html)![1]!;

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await openTestApp(platform);
  cookie = await app.signIn('hr@rihla.example', demoPassword);
}, 120_000);

describe('rejecting many', () => {
  it('is tried first on everything that the list matches, then done by a run that tells each one by itself', async () => {
    const ids = [await apply('many-1'), await apply('many-2'), await apply('many-3', 'withdrawn')];
    const asked = `${list}/reject?reason=skills&all=1&list=${encodeURIComponent('stage=all&source=referral')}`;
    const html = await (await app.send(asked, { cookie })).text();
    expect([...html.matchAll(/name="application" value="([\w-]+)"/g)].map(([, id]) => id).toSorted()).toEqual(['many-1', 'many-2']);
    expect(html).toContain('MANY-3');
    expect(await statusOf('many-1')).toBe('received');
    const form = { key: keyIn(html), intent: 'reject', reason: 'skills', wait: 'day', application: ids };
    const [first, second] = [await app.send(`${list}/reject`, { cookie, form }), await app.send(`${list}/reject`, { cookie, form })];
    expect([first.status, second.headers.get('location')]).toEqual([303, first.headers.get('location')]);
    await platform.jobs.drain();
    const told = await (await app.send(first.headers.get('location')!, { cookie })).text();
    expect([told.includes('MANY-1'), told.includes('MANY-2'), told.includes('MANY-3')]).toEqual([true, true, false]);
    expect(await Promise.all(ids.map(statusOf))).toEqual(['rejected', 'rejected', 'withdrawn']);
    const application = (await findApplicationAsSystem(db, 'many-1'))!;
    expect((await undoRejection(platform, { viewer: clerk, application, requestId: 'test' })).ok).toBe(true);
    expect(await statusOf('many-1')).toBe('received');
  });

  it('leaves alone what somebody worked on after the press, and everything once its clerk lost the right', async () => {
    const run = await start([await apply('later-1'), await apply('later-2')]);
    await db.execute(sql`update job_applications set version = version + 1, changed_at = now() where id = 'later-1'`);
    await platform.jobs.drain();
    expect(await said(run)).toEqual([
      ['later-1', false, 'changed-meanwhile'],
      ['later-2', true, 'rejected'],
    ]);
    const without = await start([await apply('later-3')]);
    await saveStaffMember(db, { ...staff, roles: ['support_agent'], isActive: true, employmentStatus: 'active' });
    await platform.jobs.drain();
    await saveStaffMember(db, { ...staff, isActive: true, employmentStatus: 'active' });
    expect(await said(without)).toEqual([['later-3', false, 'not-allowed']]);
    expect(await statusOf('later-3')).toBe('received');
  });

  it('done twice is done once, also by a run that was cut off before it noted what it had done', async () => {
    const run = (await start([await apply('twice-1')]))!;
    await platform.jobs.drain();
    await db.execute(sql`update desk_bulk_lines set ok = null, said = null, done_at = null where run_id = ${run}`);
    await workRejectionLine(platform, { runId: run, position: 0 });
    expect(await said(run)).toEqual([['twice-1', true, 'rejected']]);
    expect(await start(['twice-1', 'no-such-application'])).toBeNull();
  });

  it.each([
    [{ intent: 'reject', reason: 'lapsed', wait: 'soon' }, 400],
    [{ intent: 'reject', reason: 'skills', wait: 'never' }, 400],
    [{ intent: 'hire', reason: 'skills', wait: 'soon' }, 400],
  ])('refuses %j', async (form, status) => {
    const html = await (
      await app.send(`${list}/reject?application=${await apply(`odd-${JSON.stringify(form).length}-${status}`)}`, { cookie })
    ).text();
    expect((await app.send(`${list}/reject`, { cookie, form: { key: keyIn(html), application: 'twice-1', ...form } })).status).toBe(status);
    expect((await app.send(`${list}/reject?run=none`, { cookie })).status).toBe(404);
  });
});

it('a list of applications keeps its filters under a name, and no search that would say who applied', async () => {
  const query = '?stage=all&source=referral&find=mona%40example.com&view=board&after=1~x';
  const kept = await app.send(`${list}/views`, { cookie, form: { query, name: 'Referred', shared: '1' } });
  expect(kept.headers.get('location')).toBe(`${list}?stage=all&source=referral&view=kept`);
  expect(await listDeskViews(db, 'job-applications', 'somebody')).toMatchObject([
    { name: 'Referred', query: '?stage=all&source=referral' },
  ]);
  const html = await (await app.send(`${list}?stage=all&source=referral&view=kept`, { cookie })).text();
  expect(html).toMatch(/aria-current="true"[^>]*><bdi>Referred/);
});
