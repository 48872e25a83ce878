import { expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { audit, verifyAuditChain } from './audit.server.ts';
import { afterCommit, brokenConstraint, databaseCode, transact } from './database.server.ts';
import { jobKind } from './jobs.server.ts';
import { takeTry } from './limiter.server.ts';
import { withoutSecrets } from './log.server.ts';
import { openTestPlatform, testNow } from '#tests/support/test-platform.ts';

const platform = await openTestPlatform();

it('runs a job that was sent in a committed transaction and none of a rolled-back one', async () => {
  const done: number[] = [];
  const kind = jobKind<{ n: number }>('test-count');
  await platform.jobs.handle(kind, async ({ n }) => void done.push(n));
  await transact(platform.db, (tx) => platform.jobs.send(tx, kind, { n: 1 }));
  await transact(platform.db, async (tx) => {
    await platform.jobs.send(tx, kind, { n: 2 });
    throw new Error('rolled back');
  }).catch(() => undefined);
  await platform.jobs.drain();
  expect(done).toEqual([1]);
});

it('wakes after a commit, once, and not after a rollback', async () => {
  const seen: string[] = [];
  await transact(platform.db, async (tx) => {
    afterCommit(tx, () => seen.push('woken'));
    seen.push('worked');
  });
  await transact(platform.db, async (tx) => {
    afterCommit(tx, () => seen.push('woken in vain'));
    throw new Error('rolled back');
  }).catch(() => undefined);
  expect(seen).toEqual(['worked', 'woken']);
});

const said = (action: string, subject = 'orders:1') =>
  transact(platform.db, (tx) => audit(tx, testNow, { actor: 'system', action, subject, detail: { b: 1, a: [2, { d: 3, c: 4 }] } }));

it('finds the audit row that was changed behind its back', async () => {
  for (const action of ['order.placed', 'order.paid', 'order.ticketed']) await said(action);
  const { head, ...whole } = await verifyAuditChain(platform.db);
  expect(whole).toEqual({ rows: 3, brokenAt: null, forgotten: [] });
  // A chain that somebody made anew, heads and all, follows from itself; only a head that was kept elsewhere tells.
  const made = head.replace(/:./, (start) => (start === ':A' ? ':B' : ':A'));
  expect(await verifyAuditChain(platform.db, ['start', head, made])).toMatchObject({ brokenAt: null, forgotten: [made] });
  // What others append while a walk is under way is left to the next one; a chain whose head was blotted out is not.
  let appended = 0;
  const amid = await verifyAuditChain(platform.db, [], async () => {
    if ((appended += 1) === 1) for (const subject of ['orders:1', 'orders:2']) await said('order.seen', subject);
  });
  expect([amid, (await verifyAuditChain(platform.db)).rows]).toEqual([{ head, ...whole }, 5]);
  await platform.db.execute(sql`update audit_head h set hash = 'start' where id = ${Number.parseInt(head, 10)}`);
  expect((await verifyAuditChain(platform.db)).brokenAt).toBe(1);
  await platform.db.execute(
    sql`update audit_head h set hash = (select hash from audit_events e where e.chain = h.id order by sequence desc limit 1) where id = ${Number.parseInt(head, 10)}`,
  );
  await platform.db.execute(sql`alter table audit_events disable trigger audit_events_append_only`);
  await platform.db.execute(sql`update audit_events set reason = 'no reason' where sequence = 2`);
  expect((await verifyAuditChain(platform.db)).brokenAt).toBe(2);
});

it('refuses to change or delete an audit row', async () => {
  await platform.db.execute(sql`alter table audit_events enable trigger audit_events_append_only`);
  const fault = await platform.db.execute(sql`delete from audit_events`).catch((caught: unknown) => caught);
  expect(databaseCode(fault)).toBe('23001');
  expect(brokenConstraint(fault)).toBeNull();
});

it('lets so many tries through in a window and names the wait after that', async () => {
  const limit = { name: 'test', most: 2, perMs: 60_000 };
  const waits = [];
  for (let index = 0; index < 3; index += 1) waits.push(await takeTry(platform.db, platform.clock, limit, 'someone'));
  expect(waits.slice(0, 2)).toEqual([0, 0]);
  expect(waits[2]).toBeGreaterThan(0);
  platform.clock.advance(60_000);
  expect(await takeTry(platform.db, platform.clock, limit, 'someone')).toBe(0);
});

it('leaves one-time tokens out of an address before it is logged', () => {
  const token = 'a'.repeat(43);
  expect(withoutSecrets(`/auth/confirm/${token}`)).toBe('/auth/confirm/…');
  expect(withoutSecrets('/track/7K2M9-4QX3D')).toBe('/track/7K2M9-4QX3D');
});
