import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { mailAccounts } from '#app/commerce/customers/account-mails.server.ts';
import { workOnMails } from '#app/commerce/messages/work-on-mails.server.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import type { Viewer } from '#app/platform/access.ts';
import { keptKinds, policyDays, retentionPolicies } from '#app/platform/retention-rules.ts';
import { getPolicy, listRetentionDays, noteRetention } from '#app/platform/retention-store.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { addMilliseconds, dayMs } from '#app/values/dates.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { recordOf } from '../task-rules.ts';
import { askRetention, decideRetention, readRetentionAsk } from './change-retention.server.ts';
import { kindOfPolicy, readKeptData } from './kept-data.server.ts';

const platform = await openDemoPlatform();
const { db, clock } = platform;
const app = await openTestApp(platform);
const owner = await app.signIn('admin@rihla.example', demoPassword);
const auditor = await app.signIn('auditor@rihla.example', demoPassword);
const recruiter = await app.signIn('hr@rihla.example', demoPassword);
const base = '/admin/retention';

const rows = async <Row>(query: ReturnType<typeof sql>) => ((await db.execute(query)) as unknown as { rows: Row[] }).rows;
const open = async () => (await listOpenStaffTasks(db)).filter(({ kind }) => kind === 'retention-approval');
/** Somebody of the demo as an owner. */
async function ownerOf(email: string): Promise<Viewer> {
  const account = (await findAccountByEmail(db, email))!;
  const staff = (await findStaffMember(db, account.id))!;
  const user = { id: account.id, email, emailVerified: true, fullName: account.name, createdAt: '2026-01-01' };
  return { kind: 'staff', user, staff: { ...staff, roles: ['owner'] } };
}
const huda = await ownerOf('admin@rihla.example');
const farah = await ownerOf('finance@rihla.example');
const requestId = 'request';

const start = clock.now();
afterEach(() => clock.set(start));

async function versionOf(policy: (typeof retentionPolicies)[number]): Promise<number> {
  return (await getPolicy(db, policy)).version;
}

describe('the register of what is kept', () => {
  it('names every kind with its period and reason, and is read by owners and auditors alone', async () => {
    for (const cookie of [owner, auditor]) {
      const html = await (await app.send(base, { cookie })).text();
      for (const kind of keptKinds) expect(html).toContain(`href="${base}/${kind}"`);
      expect(html).toContain('Federal Decree-Law 28 of 2022');
      expect(html).toContain('6, 12 or 24 months');
    }
    expect((await app.send(base, { cookie: recruiter })).headers.get('location')).toContain('/admin/unauthorized');
    expect((await app.send(`${base}/nothing`, { cookie: owner })).status).toBe(404);
  });

  it('counts what is over now and in a week, and what went, by the day', async () => {
    const old = (id: string, days: number) =>
      db.execute(sql`insert into sessions (id, user_id, token, expires_at, created_at, updated_at)
        select ${id}, id, ${id}, ${new Date(addMilliseconds(clock.now(), -days * dayMs)).toISOString()}::timestamptz, now(), now()
        from users where email = 'traveller@rihla.example'`);
    await old('ended-long-ago', 31);
    await old('ended-lately', 25);
    await old('just-ended', 1);
    expect((await readKeptData(platform, ['sessions']))[0]).toMatchObject({ days: 30, lastAt: null, gone: 0, due: 1, soon: 2 });
    await mailAccounts(platform);
    await platform.jobs.send(db, { name: 'account.link-sweep', retryLimit: 1, unhurried: false }, {});
    await platform.jobs.drain();
    expect((await readKeptData(platform, ['sessions']))[0]).toMatchObject({ gone: 1, due: 0, soon: 1 });
    expect(await rows(sql`select id from sessions where id in ('ended-long-ago', 'ended-lately', 'just-ended') order by id`)).toEqual([
      { id: 'ended-lately' },
      { id: 'just-ended' },
    ]);
    const html = await (await app.send(`${base}/sessions`, { cookie: auditor })).text();
    expect(html).toContain('account.link-sweep');
    expect(html).not.toContain('name="days"');
  });

  it('adds the runs of a day up and begins anew with the next', async () => {
    const before = (await listRetentionDays(db, 'form-keys')).length;
    await noteRetention(db, clock.now(), 'form-keys', 3);
    await noteRetention(db, clock.now(), 'form-keys', 0);
    await noteRetention(db, addMilliseconds(clock.now(), dayMs), 'form-keys', 5);
    const [next, first] = await listRetentionDays(db, 'form-keys');
    expect([next!.gone, next!.runs, first!.gone, first!.runs]).toEqual([5, 1, 3, 2]);
    expect((await listRetentionDays(db, 'form-keys')).length).toBe(before + 2);
  });

  it('leaves as a file with a line for each kind, and an audit row', async () => {
    const file = await app.send(`${base}/export`, { cookie: auditor, form: {} });
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const text = await file.text();
    expect(text).toContain('Papers of visas,60,30,80,');
    expect(text).toContain('"Orders, invoices and the ledger",At least 5 years');
    // What an auditor takes says at its end who took it.
    expect(text.trimEnd().split('\r\n').at(-1)).toMatch(/^"For audit only\. Taken by .+ on \d{4}-\d\d-\d\d \d\d:\d\d UTC, request \S+\."$/);
    expect((await app.send(`${base}/export`, { cookie: auditor })).status).toBe(405);
    expect(await rows(sql`select 1 from audit_events where action = 'retention.exported'`)).toHaveLength(1);
  });
});

describe('a period', () => {
  it('lies between the bounds that are told, and its reason is given', () => {
    for (const policy of retentionPolicies) {
      const { least, most } = policyDays[policy];
      expect(least).toBeLessThan(most);
      for (const days of [String(least - 1), String(most + 1), '', '40.5', '-40', 'forty'])
        expect(readRetentionAsk(policy, { days, reason: 'Asked by the authority' }).faults).toEqual(['days']);
      expect(readRetentionAsk(policy, { days: String(least), reason: ' x ' }).faults).toEqual(['reason']);
      expect(readRetentionAsk(policy, { days: String(most), reason: ' Asked ' })).toMatchObject({
        ok: true,
        value: { days: most, reason: 'Asked' },
      });
    }
  });

  it('counts when another owner has agreed, and never when its asker has', async () => {
    const policy = 'papers';
    const version = await versionOf(policy);
    const ask = { viewer: huda, policy, wish: { days: 45, reason: 'The authority asks for less' }, version, requestId } as const;
    expect(await askRetention(platform, { ...ask, wish: { ...ask.wish, days: 60 } })).toEqual({ ok: false, refused: 'same' });
    const asked = await askRetention(platform, ask);
    if (!asked.ok) throw new Error(asked.refused);
    expect((await getPolicy(db, policy)).days).toBe(60);
    const [task] = await open();
    expect(recordOf(task!)).toBe('/admin/retention/visa-papers');
    expect(await askRetention(platform, { ...ask, viewer: farah })).toEqual({ ok: false, refused: 'waiting' });
    const decide = { policy, id: asked.value, requestId } as const;
    expect(await decideRetention(platform, { ...decide, viewer: huda, decision: 'approve' })).toEqual({ ok: false, refused: 'own-wish' });
    expect(await decideRetention(platform, { ...decide, viewer: farah, decision: 'withdraw' })).toEqual({ ok: false, refused: 'own-wish' });
    expect(await decideRetention(platform, { ...decide, policy: 'forms', viewer: farah, decision: 'approve' })).toEqual({
      ok: false,
      refused: 'changed-meanwhile',
    });
    expect((await decideRetention(platform, { ...decide, viewer: farah, decision: 'approve' })).ok).toBe(true);
    expect(await getPolicy(db, policy)).toMatchObject({ days: 45, version: version + 1 });
    expect(await open()).toEqual([]);
    expect(await decideRetention(platform, { ...decide, viewer: farah, decision: 'approve' })).toEqual({
      ok: false,
      refused: 'changed-meanwhile',
    });
    expect(await askRetention(platform, { ...ask, wish: { ...ask.wish, days: 50 } })).toEqual({ ok: false, refused: 'changed-meanwhile' });
    expect(
      (await rows<{ action: string }>(sql`select action from audit_events where subject = ${`retention_wishes:${asked.value}`}`)).map(
        ({ action }) => action,
      ),
    ).toEqual(['retention.asked', 'retention.approved']);
  });

  it('is what the next run goes by', async () => {
    clock.set(addMilliseconds(start, 2 * dayMs));
    await db.execute(sql`insert into mail_log (id, kind, concern, language, status, recipient, email_index, content, queued_at, changed_at)
      select 'twenty-days-old', 'orders.confirmed', 'order', 'en', 'sent', 'x', 'x', 'sealed', ${new Date(addMilliseconds(clock.now(), -20 * dayMs)).toISOString()}::timestamptz, now()`);
    const forget = async () => {
      await platform.jobs.send(db, { name: 'mail.forget', retryLimit: 1, unhurried: false }, {});
      await platform.jobs.drain();
      return (await rows<{ content: string | null }>(sql`select content from mail_log where id = 'twenty-days-old'`))[0]!.content;
    };
    await workOnMails(platform);
    expect(await forget()).toBe('sealed');
    const wish = { days: 14, reason: 'Two weeks are enough' };
    const policy = 'mail-words';
    const asked = await askRetention(platform, { viewer: huda, policy, wish, version: await versionOf(policy), requestId });
    if (!asked.ok) throw new Error(asked.refused);
    const html = await (await app.send(`${base}/${kindOfPolicy(policy)}`, { cookie: owner })).text();
    expect(html).toContain('With this period 1 record would be due at once.');
    expect(html).toContain('value="withdraw"');
    expect(html).not.toContain('value="approve"');
    expect((await decideRetention(platform, { viewer: farah, policy, id: asked.value, decision: 'approve', requestId })).ok).toBe(true);
    expect(await forget()).toBeNull();
  });

  it('is asked for on its page, says what is wrong beside the field, and keeps what was typed', async () => {
    const here = `${base}/mail-rows`;
    const version = String(await versionOf('mail-rows'));
    const wrong = await app.send(here, { cookie: owner, form: { intent: 'ask', version, days: '5000', reason: 'Because we may' } });
    expect(wrong.status).toBe(422);
    const html = await wrong.text();
    expect(html).toContain('Give a whole number of days from 180 to 730.');
    expect(html).toContain('value="5000"');
    expect(html).toContain('value="Because we may"');
    const form = { intent: 'ask', version, days: '300', reason: 'Claims end after ten months' };
    const asked = await app.send(here, { cookie: owner, form });
    expect([asked.status, asked.headers.get('location')]).toEqual([303, `${here}?did=asked`]);
    expect((await app.send(here, { cookie: owner, form })).status).toBe(409);
    expect((await app.send(here, { cookie: owner, form: { intent: 'dance' } })).status).toBe(400);
    expect((await app.send(`${base}/sessions`, { cookie: owner, form })).status).toBe(404);
    const [{ id }] = (await rows<{ id: string }>(
      sql`select id from retention_wishes where policy = 'mail-rows' and status = 'waiting'`,
    )) as [{ id: string }];
    expect((await app.send(here, { cookie: auditor, form: { intent: 'approve', wish: id } })).headers.get('location')).toContain(
      'unauthorized',
    );
    expect((await app.send(here, { cookie: owner, form: { intent: 'approve', wish: id } })).status).toBe(409);
    expect((await app.send(here, { cookie: owner, form: { intent: 'withdraw', wish: id } })).headers.get('location')).toBe(
      `${here}?did=withdraw`,
    );
    expect((await getPolicy(db, 'mail-rows')).days).toBe(400);
  });
});
