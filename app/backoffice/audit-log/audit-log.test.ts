import { sql, type SQL } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { listExportsOf } from '#app/commerce/exports/exports-store.server.ts';
import { askForExport, workOnExports } from '#app/commerce/exports/write-exports.server.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { askForAuditCheck, listAuditChecks, workOnAuditChecks } from '#app/platform/audit-checks.server.ts';
import { countOldAuditAddresses, forgetAuditAddresses } from '#app/platform/audit-addresses-store.server.ts';
import type { StaffRole } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { sentBy } from '#app/platform/sender.server.ts';
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
const whole: AuditFilter = {
  actor: '',
  action: '',
  role: '',
  address: '',
  request: '',
  subject: null,
  from: null,
  until: null,
  before: null,
};
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
    const sent = readAuditView(new URLSearchParams('role=finance&address=2001:DB8::1&request=a1b2c3'));
    expect(auditQuery(sent)).toBe('?role=finance&address=2001%3ADB8%3A%3A1&request=a1b2c3');
    expect(auditQuery(readAuditView(new URLSearchParams('role=captain')))).toBe('');
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

describe('who came from where', () => {
  const sentFrom = (address: string, roles: readonly StaffRole[], action: string, requestId: string) =>
    sentBy({ address, roles }, () =>
      transact(db, (tx) => audit(tx, clock.now(), { action, actor: 'staff:x', subject: 'seats:1', requestId, detail: {} })),
    );
  const found = async (filter: Partial<AuditFilter>) =>
    (await listAudit(db, { ...whole, ...filter }, 200)).filter(({ subject }) => subject === 'seats:1').map((row) => row.request);

  beforeAll(async () => {
    await sentFrom('192.0.2.7', ['finance'], 'seat.sold', 'first');
    await sentFrom('192.0.2.7', ['finance', 'marketing'], 'seat.kept', 'second');
    await sentFrom('2001:db8::7', ['marketing'], 'seat.sold', 'third');
    await sentFrom('2001:db8::7', ['marketing'], 'seat.kept', 'third');
  });

  it('is narrowed by role, by address and by request, and by several of them', async () => {
    expect(await found({ role: 'finance' })).toEqual(['second', 'first']);
    expect(await found({ role: 'marketing' })).toEqual(['third', 'third', 'second']);
    expect(await found({ role: 'marketing', action: 'seat.sold' })).toEqual(['third']);
    expect(await found({ role: 'marketing', action: 'seat', address: '192.0.2.7' })).toEqual(['second']);
    expect(await found({ role: 'finance', actor: 'staff:x' })).toEqual(['second', 'first']);
    expect(await found({ role: 'finance', subject: 'seats:1' })).toEqual(['second', 'first']);
    expect(await found({ role: 'auditor' })).toEqual([]);
    expect(await found({ address: '2001:db8::7' })).toEqual(['third', 'third']);
    expect(await found({ address: '192.0.2.7', action: 'seat.kept' })).toEqual(['second']);
    expect(await found({ request: 'third' })).toEqual(['third', 'third']);
    expect(await found({ request: 'third', action: 'seat.kept', role: 'finance' })).toEqual([]);
  });

  it('is paged by role with nothing twice and nothing left out', async () => {
    const pages: number[] = [];
    for (let before: number | null = null; ;) {
      const page = await listAudit(db, { ...whole, role: 'marketing', before }, 2);
      pages.push(...page.map((row) => row.sequence));
      if (page.length < 2) break;
      before = page.at(-1)!.sequence;
    }
    expect(pages).toEqual((await listAudit(db, { ...whole, role: 'marketing' }, 200)).map((row) => row.sequence));
  });

  it('is asked for on the page, keeps what is typed, and says beside it what is no address', async () => {
    const open = async (query: string) => (await app.send(`/admin/audit-log${query}`, { cookie: owner })).text();
    const html = await open('?role=finance&address=192.0.2.7');
    expect(html.match(/<bdi>seat\.(sold|kept)<\/bdi>/g)).toHaveLength(2);
    expect(html).toMatch(/<option value="finance" selected="">/);
    expect(html).toContain('request=second');
    // However an address is written, it is found as it is kept.
    for (const written of ['2001:DB8:0:0::7', '2001:0db8::0007'])
      expect((await open(`?action=seat&address=${written}`)).match(/<bdi>seat\.(sold|kept)<\/bdi>/g)).toHaveLength(2);
    expect((await open('?action=seat&address=::ffff:192.0.2.7')).match(/<bdi>seat\.(sold|kept)<\/bdi>/g)).toHaveLength(2);
    const wrong = await open('?address=somewhere');
    expect(wrong).toContain('This is no IP address');
    expect(wrong).toMatch(/value="somewhere"/);
    expect(wrong).toContain('aria-describedby="address-wrong"');
  });

  it('leaves as it is filtered, and what is said of it does not keep the address', async () => {
    const answer = await app.send('/admin/audit-log/export?address=192.0.2.7&action=seat', { cookie: owner, form: {} });
    const lines = (await answer.text()).trim().split('\r\n');
    expect(lines[0]!.endsWith(',request')).toBe(true);
    expect(lines.slice(1).map((line) => line.split(',').at(-1))).toEqual(['second', 'first']);
    const [said] = await listAudit(db, { ...whole, action: 'audit.exported' }, 1);
    expect(said!.detail).toEqual({ rows: 2, filtered: '?action=seat', byAddress: true });
    const wrong = await app.send('/admin/audit-log/export?address=somewhere', { cookie: owner, form: {} });
    expect((await wrong.text()).trim().split('\r\n')).toHaveLength(1);
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

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

describe('a page', () => {
  it('is found by an index among many rows, however rare', async () => {
    await platform.database.script(`begin; set local session_replication_role = replica;
      insert into audit_events (at, actor, action, subject, detail, previous_hash, hash, roles, address, request_id)
        select timestamptz '2026-01-01' + make_interval(secs => n), 'staff:' || n % 20, 'many.' || n % 40, 'many:' || n, '{}', '', '',
          case when n % 3 = 0 then '{}' else '{support_agent}' end::text[], case when n % 3 > 0 then '198.51.100.' || n % 50 end, 'many-' || n
        from generate_series(1, 60000) n;
      insert into audit_events (at, actor, action, subject, detail, previous_hash, hash, roles, address, request_id)
        values ('2026-01-01', 'staff:rare', 'many.1', 'many:rare', '{}', '', '', '{recruiter}', '203.0.113.9', 'rare');
      commit; analyze audit_events`);
    for (const filter of [
      { role: 'recruiter' },
      { role: 'recruiter', action: 'many.1' },
      { role: 'support_agent' },
      { address: '203.0.113.9' },
      { address: '203.0.113.9', action: 'many' },
      { request: 'rare' },
    ] as const) {
      let read = 0;
      const scans: string[] = [];
      const look = (node: Plan) => {
        if (node['Node Type'].includes('Scan')) scans.push(node['Node Type']);
        if (node['Relation Name'] === 'audit_events')
          read += node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0));
        for (const under of node.Plans ?? []) look(under);
      };
      const looked = {
        execute: async (query: SQL) => {
          const { rows } = (await db.execute(sql`explain (analyze, format json) ${query}`)) as unknown as {
            rows: { 'QUERY PLAN': readonly { readonly Plan: Plan }[] }[];
          };
          look(rows[0]!['QUERY PLAN'][0]!.Plan);
          return db.execute(query);
        },
      } as unknown as typeof db;
      const page = await listAudit(looked, { ...whole, ...filter }, 51);
      expect([filter, page.length > 0, read < 6_000, scans.includes('Seq Scan')]).toEqual([filter, true, true, false]);
    }
  });
});
