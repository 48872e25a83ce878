import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { listExportsOf } from '#app/commerce/exports/exports-store.server.ts';
import { askForExport, workOnExports } from '#app/commerce/exports/write-exports.server.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { askForAuditCheck, listAuditChecks, workOnAuditChecks } from '#app/platform/audit-checks.server.ts';
import { countOldAuditAddresses, forgetAuditAddresses } from '#app/platform/audit-addresses-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { dayMs, hourMs } from '#app/values/dates.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { listAudit, listAuditActions, type AuditFilter } from './audit-log-store.server.ts';
import { auditQuery, readAuditView } from './audit-view.ts';
import { auditExport } from './write-audit.server.ts';

const platform = await openDemoPlatform();
const { db, clock } = platform;
let app: TestApp;
let owner = '';
let began = 0;
const whole: AuditFilter = { actor: '', action: '', subject: null, from: null, until: null, before: null };
const say = (action: string, actor: string, subject: string, reason?: string) =>
  transact(db, (tx) => audit(tx, clock.now(), { action, actor, subject, ...(reason ? { reason } : {}), detail: { version: 3 } }));

beforeAll(async () => {
  await workOnAuditChecks(platform);
  await workOnExports(platform, { 'audit-log': auditExport });
  app = await openTestApp(platform);
  owner = await app.signIn('admin@rihla.example', demoPassword, true);
  const { rows } = (await db.execute(sql`select id from users where email = 'flights@rihla.example'`)) as unknown as {
    rows: { id: string }[];
  };
  clock.advance(2 * dayMs);
  began = clock.now();
  for (let day = 0; day < 6; day += 1) {
    for (let at = 0; at < 20; at += 1) await say('paper.read', 'system', `papers:${day}-${at}`);
    await say('paper.sealed', `staff:${rows[0]!.id}`, `papers:${day}-1`, `for day ${day}`);
    await say('papers.counted', 'user:somebody', 'papers:all');
    clock.advance(dayMs);
  }
});

describe('the audit', () => {
  it('is paged by its rows, newest first, with nothing twice and nothing left out', async () => {
    const seen: number[] = [];
    for (let before: number | null = null; ;) {
      const page = await listAudit(db, { ...whole, before }, 25);
      if (page.length === 0) break;
      seen.push(...page.map((row) => row.sequence));
      before = page.at(-1)!.sequence;
    }
    expect(seen).toEqual([...new Set(seen)].toSorted((one, other) => other - one));
    const { rows } = (await db.execute(sql`select count(*)::int as count from audit_events`)) as unknown as { rows: { count: number }[] };
    expect(seen).toHaveLength(rows[0]!.count);
  });

  it('leaves whole in one answer while it is short, and is written by a job when it is not', async () => {
    const leaving = async (more = '') => {
      const answer = await app.send(`/admin/audit-log/export?action=paper.read${more}`, { cookie: owner, form: {} });
      return (await answer.text()).trim().split('\r\n').slice(1);
    };
    const lines = await leaving();
    expect([lines.length, new Set(lines.map((line) => line.split(',')[0])).size]).toEqual([120, 120]);
    // A page of the list is not what leaves: all of it does.
    expect(await leaving(`&before=${lines[50]!.split(',')[0]}`)).toHaveLength(120);
    const userId = (await findAccountByEmail(db, 'admin@rihla.example'))!.id;
    await askForExport(platform, { list: 'audit-log', query: 'action=paper.read', language: 'en', userId, requestId: 'r' });
    await platform.jobs.drain();
    expect((await listExportsOf(db, userId)).map(({ list, status, rows }) => [list, status, rows])).toEqual([['audit-log', 'ready', 120]]);
  });

  it('knows every action there is', async () => {
    const { rows } = (await db.execute(sql`select distinct action from audit_events order by action`)) as unknown as {
      rows: { action: string }[];
    };
    expect((await listAuditActions(db)).toSorted()).toEqual(rows.map((row) => row.action).toSorted());
  });

  it('is narrowed by action, by all actions of a noun, by who and by record', async () => {
    const subjects = async (filter: Partial<AuditFilter>) => (await listAudit(db, { ...whole, ...filter }, 200)).map((row) => row.action);
    expect(await subjects({ action: 'paper.sealed' })).toEqual(Array(6).fill('paper.sealed'));
    // `papers.counted` is another noun.
    expect(new Set(await subjects({ action: 'paper' }))).toEqual(new Set(['paper.read', 'paper.sealed']));
    expect(await subjects({ actor: 'customer', action: 'papers' })).toHaveLength(6);
    expect(await subjects({ subject: 'papers:2-1' })).toEqual(['paper.sealed', 'paper.read']);
    expect(await subjects({ subject: 'papers:2-1', action: 'paper.read' })).toEqual(['paper.read']);
    expect(await subjects({ action: 'paper.torn' })).toEqual([]);
  });

  it('is narrowed by days, to the very instant', async () => {
    const between = await listAudit(db, { ...whole, action: 'paper', from: began + 2 * dayMs, until: began + 4 * dayMs }, 200);
    expect(between).toHaveLength(42);
    expect(await listAudit(db, { ...whole, from: clock.now() + hourMs }, 10)).toEqual([]);
    expect(await listAudit(db, { ...whole, until: began - 300 * dayMs }, 10)).toEqual([]);
  });

  it('keeps what is filtered in its address, and nothing that makes no sense', () => {
    const view = readAuditView(new URLSearchParams('actor=staff:a-b&action=order&find=ABC&from=2026-11-01&until=2026-13-40&before=-4&x=1'));
    expect(auditQuery(view)).toBe('?actor=staff%3Aa-b&action=order&find=ABC&from=2026-11-01');
  });
});

describe('the page', () => {
  const open = async (query = '') => (await app.send(`/admin/audit-log${query}`, { cookie: owner })).text();

  it('names the colleague, the action, the record and the reason', async () => {
    const html = await open('?action=paper.sealed');
    expect(html).toContain('for day 5');
    expect(html).toContain('papers');
    expect(html.match(/<p dir="auto">for day/g)).toHaveLength(6);
  });

  it('says beside the field that nothing has the name that was typed, and keeps it', async () => {
    const html = await open('?find=no+such+thing');
    expect(html).toContain('No record has this name');
    expect(html).toContain('value="no such thing"');
  });

  it('tells in which role and from where a colleague did it, and neither of what the house did by itself', async () => {
    await app.send('/admin/audit-log/export?action=paper.torn', { cookie: owner, form: {} });
    const [row] = await listAudit(db, { ...whole, action: 'audit.exported' }, 1);
    expect(row!.roles).toContain('owner');
    expect(row!.address).toMatch(/^[\da-f.:]+$/);
    const html = await open('?action=audit.exported');
    expect(html).toContain(row!.address);
    expect(html).toMatch(/<td[^>]*data-label="Role"[^>]*>Owner/);
    expect((await listAudit(db, { ...whole, action: 'paper.read' }, 1))[0]).toMatchObject({ roles: [], address: null });
  });

  it('shows the columns that are chosen', async () => {
    const html = await open('?action=paper&column=action');
    expect(html.match(/<th [^>]*>[^<]*/g)!.map((head) => head.replace(/<[^>]*>/, ''))).toEqual(['When', 'Action']);
  });

  it('is closed to whoever may not read the audit', async () => {
    const cookie = await app.signIn('support@rihla.example', demoPassword, true);
    expect((await app.send('/admin/audit-log', { cookie })).headers.get('location')).toContain('/admin/unauthorized');
  });
});

describe('an address', () => {
  it('goes when its time is over, and nothing else of its row can be changed', async () => {
    const [row] = await listAudit(db, { ...whole, action: 'audit.exported' }, 1);
    const later = new Date(clock.now() + 1);
    expect(await countOldAuditAddresses(db, new Date(Date.parse(row!.at)))).toBeLessThan(await countOldAuditAddresses(db, later));
    await expect(db.execute(sql`update audit_events set address = null, reason = 'x' where sequence = ${row!.sequence}`)).rejects.toThrow();
    await expect(db.execute(sql`update audit_events set address = '192.0.2.1' where sequence = ${row!.sequence}`)).rejects.toThrow();
    expect(await forgetAuditAddresses(platform, later)).toBeGreaterThan(0);
    expect((await listAudit(db, { ...whole, action: 'audit.exported' }, 1))[0]).toMatchObject({ address: null, roles: row!.roles });
    expect(await countOldAuditAddresses(db, later)).toBe(0);
  });
});

describe('a walk over the chains', () => {
  it('is asked for once, ends with what it found, and is in the audit itself', async () => {
    const [one, two] = await Promise.all([askForAuditCheck(platform, 'staff:x'), askForAuditCheck(platform, 'staff:y')]);
    expect(one).toBe(two);
    await platform.jobs.drain();
    const [check] = await listAuditChecks(db, 5);
    expect(check).toMatchObject({ brokenAt: null, forgotten: 0 });
    expect(check!.rowsChecked).toBe(check!.rowsInAll);
    expect(await listAudit(db, { ...whole, action: 'audit.check-asked' }, 5)).toHaveLength(1);
  });

  it('is asked for by a button', async () => {
    expect((await app.send('/admin/audit-log', { cookie: owner, form: { work: 'check' } })).status).toBe(303);
    clock.advance(1);
    await platform.jobs.drain();
    expect((await listAuditChecks(db, 5)).length).toBe(2);
  });

  it('that finds a changed row says so, and calls somebody', async () => {
    await platform.database.script(`begin; set local session_replication_role = replica;
      update audit_events set reason = 'for another day' where sequence = (select max(sequence) from audit_events where action = 'paper.sealed'); commit`);
    clock.advance(1);
    await askForAuditCheck(platform, 'system');
    await platform.jobs.drain();
    const [check] = await listAuditChecks(db, 1);
    expect(check!.brokenAt).toBeGreaterThan(0);
    expect((await listOpenStaffTasks(db)).map((task) => task.kind)).toContain('audit-broken');
    expect(await (await app.send('/admin/audit-log', { cookie: owner })).text()).toContain('Broken at row');
  });
});
