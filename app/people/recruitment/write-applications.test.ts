import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { exportMachine, mostAtOnce } from '#app/commerce/exports/export-status.ts';
import { listExportsOf } from '#app/commerce/exports/exports-store.server.ts';
import { askForExport, endExports, workOnExports } from '#app/commerce/exports/write-exports.server.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { dayMs, hourMs } from '#app/values/dates.ts';
import { edgesOf } from '#app/values/status-table.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { applicationsExport } from './write-applications.server.ts';

/* A list that is too long for one answer: a job writes it, its owner alone takes it, and a day later it is gone. */

const platform = await openDemoPlatform();
const hr = (await findAccountByEmail(platform.db, 'hr@rihla.example'))!.id;
const many = mostAtOnce + 1;
let app: TestApp;
let cookie: string;

beforeAll(async () => {
  await workOnExports(platform, { 'job-applications': applicationsExport });
  const lines = Array.from({ length: many }, (_, index) => {
    const id = `long-${index}`;
    const contact = platform.crypto.seal(
      JSON.stringify({ name: index === 7 ? '=1+1' : `Applicant ${index}`, email: `${id}@example.com`, phone: null }),
      `job_applications|contact|${id}`,
    );
    return { id, reference: `LONG-${index}`, contact };
  });
  const at = new Date(platform.clock.now()).toISOString();
  await platform.db.execute(sql`insert into job_applications
    (id, reference, status, language, source, contact, email_index, profile, answers, secret_hash, agreed_at, keep_months, keep_until, stage_since, created_at, changed_at)
    select id, reference, 'received', 'en', 'site', contact, id, 'x', 'x', id, ${at}::timestamptz, 6, '2027-06-01', ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (id text, reference text, contact text)`);
  app = await openTestApp(platform);
  cookie = await app.signIn('hr@rihla.example', demoPassword);
}, 120_000);

const rows = async (query: ReturnType<typeof sql>) =>
  ((await platform.db.execute(query)) as unknown as { rows: Record<string, unknown>[] }).rows;
const newest = async () => (await listExportsOf(platform.db, hr))[0]!;
const notes = (id: string) =>
  rows(
    sql`select claimed_by, closed_at is null as open from staff_tasks where kind = 'export-ready' and subject = ${`export_files:${id}`}`,
  );
const told = async (id: string) =>
  (
    await rows(sql`select action from audit_events where subject = ${`export_files:${id}`} or detail->>'file' = ${id} order by sequence`)
  ).map(({ action }) => action);
const taken = (id: string, who = cookie) => app.send(`/admin/exports/${id}/file`, { cookie: who, form: {} });
const asks = () => askForExport(platform, { list: 'job-applications', query: 'stage=all', language: 'en', userId: hr, requestId: 'test' });

it('the database declares the edges of a file, and no others', async () => {
  const declared = await rows(sql`select from_status || '>' || to_status as edge from status_edges where machine = ${exportMachine.name}`);
  expect(declared.map(({ edge }) => edge).toSorted()).toEqual(
    edgesOf(exportMachine)
      .map(([from, to]) => `${from}>${to}`)
      .toSorted(),
  );
});

describe('a long list', () => {
  it('is written whole by a job, its owner is told by the bell and takes it, and nobody else does', async () => {
    const answer = await app.send('/admin/job-applications/export?stage=received', { cookie, form: {} });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/exports?asked']);
    const { id, query } = await newest();
    // Pressed again while it is written, it is one file.
    await app.send('/admin/job-applications/export?stage=received', { cookie, form: {} });
    expect(await listExportsOf(platform.db, hr)).toHaveLength(1);
    expect(query).not.toContain('received');
    expect((await taken(id)).status, 'not before it is there').toBe(404);
    await platform.jobs.drain();
    expect(await newest()).toMatchObject({ status: 'ready', rows: many, list: 'job-applications' });
    expect(await notes(id)).toEqual([{ claimed_by: `staff:${hr}`, open: true }]);
    expect(await (await app.send('/admin/alerts', { cookie })).text()).toContain('The file that you asked for is ready');
    expect(await (await app.send('/admin/exports', { cookie })).text()).toContain(`/admin/exports/${id}/file`);

    const stored = (await platform.files.find((await newest()).file!))!.toString('utf8');
    expect(stored).not.toContain('Applicant 1');
    const owner = await app.signIn('admin@rihla.example', demoPassword);
    expect((await taken(id, owner)).status).toBe(404);
    expect((await app.send(`/admin/exports/${id}/file`, { cookie })).status).toBe(405);
    const file = await taken(id);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const lines = (await file.text()).trimEnd().split('\r\n');
    expect(lines[0]).toContain('reference,candidate');
    expect(new Set(lines.slice(1).map((line) => line.split(',')[0]))).toEqual(
      new Set(Array.from({ length: many }, (_, index) => `LONG-${index}`)),
    );
    expect(lines).toHaveLength(many + 1);
    expect(lines.find((line) => line.startsWith('LONG-7,'))).toContain("'=1+1");
    expect(await told(id)).toEqual(['export.asked', 'job.exported', 'export.taken']);
    expect(await notes(id)).toMatchObject([{ open: false }]);
  });

  it('is answered at once when a filter makes it short enough', async () => {
    const answer = await app.send('/admin/job-applications/export?stage=received&find=LONG-7', { cookie, form: {} });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  });

  it('is gone a day after it was written, with its file and its note', async () => {
    await asks();
    await platform.jobs.drain();
    const { id, file } = await newest();
    platform.clock.advance(dayMs);
    cookie = await app.signIn('hr@rihla.example', demoPassword);
    expect((await taken(id)).status).toBe(404);
    expect(await (await app.send('/admin/exports', { cookie })).text()).not.toContain(`/admin/exports/${id}/file`);
    expect(await endExports(platform)).toBeGreaterThan(0);
    expect(await newest()).toMatchObject({ id, status: 'gone', file: null });
    expect(await platform.files.find(file!)).toBeNull();
    expect(await notes(id)).toMatchObject([{ open: false }]);
    expect(await endExports(platform)).toBe(0);
  });

  it('is said not to be there when nobody could write it within an hour, and can be asked for again', async () => {
    await asks();
    const { id } = await newest();
    await platform.db.execute(sql`delete from pgboss.job where name = 'export.write'`);
    await endExports(platform);
    expect(await newest()).toMatchObject({ id, status: 'asked' });
    platform.clock.advance(hourMs);
    await endExports(platform);
    expect(await newest()).toMatchObject({ id, status: 'failed', reason: 'not-written' });
    await asks();
    expect((await newest()).id).not.toBe(id);
    await platform.jobs.drain();
    expect(await newest()).toMatchObject({ status: 'ready' });
  });

  it('is neither written nor taken for somebody who may not have it any more', async () => {
    await asks();
    await platform.jobs.drain();
    const before = await newest();
    await platform.db.execute(sql`update internal_users set roles = '{interviewer}' where user_id = ${hr}`);
    expect((await taken(before.id)).status).toBe(404);
    platform.clock.advance(1000);
    await asks();
    await platform.jobs.drain();
    const after = await newest();
    expect(after).toMatchObject({ status: 'failed', reason: 'not-allowed', file: null });
    expect(await told(after.id)).toEqual(['export.asked', 'export.failed']);
    await platform.db.execute(sql`update internal_users set roles = '{hr_manager}' where user_id = ${hr}`);
  });
});
