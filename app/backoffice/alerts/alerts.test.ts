import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StaffRole } from '#app/platform/access.ts';
import { transact } from '#app/platform/database.server.ts';
import { closeStaffTask, findStaffTask, listOpenStaffTasks, openStaffTask, type NewStaffTask } from '#app/platform/staff-tasks.server.ts';
import { hourMs } from '#app/values/dates.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { taskKinds, taskRuleOf } from '../task-rules.ts';
import { workTask } from '../work-task.server.ts';
import { readChoices } from './alerts-store.server.ts';
import { countAlerts, listAlerts, type Clerk } from './list-alerts.server.ts';
import { chooseAlerts, markAlert, markAllRead } from './mark-alerts.server.ts';

const platform = await openTestPlatform();
const start = platform.clock.now();
const clerk = (id: string, role: StaffRole): Clerk => ({
  kind: 'staff',
  user: { id, email: `${id}@example.com`, emailVerified: true, fullName: id, createdAt: '2026-01-01T00:00:00.000Z' },
  staff: { userId: id, displayName: id, roles: [role] },
});
const finance = clerk('farah', 'finance');
const owner = clerk('huda', 'owner');
const officer = clerk('grace', 'visa_officer');
const auditor = clerk('elena', 'auditor');
const support = clerk('samir', 'support_agent');

beforeEach(async () => {
  platform.clock.set(start);
  await platform.db.execute(sql`delete from staff_tasks`);
  await platform.db.execute(sql`delete from staff_alert_choices`);
  for (const { user } of [finance, owner, officer, auditor, support])
    await platform.db.execute(
      sql`insert into users (id, name, email) values (${user.id}, ${user.fullName}, ${user.email}) on conflict do nothing`,
    );
});

const open = (task: Omit<NewStaffTask, 'textKey'>) =>
  transact(platform.db, (tx) => openStaffTask(tx, platform.clock.now(), { ...task, textKey: `tasks:${task.kind}` }));
const approval = { kind: 'refund-approval', subject: 'refund_requests:r1', detail: { order: '7K2M9-4QX3D', amount: 1, currency: 'AED' } };
const stuck = { kind: 'capture-refused', subject: 'payments:p1', detail: { order: '7K2M9-4QX3D', why: 'declined' } };
const told = async (viewer: Clerk) => (await listAlerts(platform, viewer)).map(({ kind, reason }) => `${kind}: ${reason}`);
const only = async (viewer: Clerk) => {
  const alerts = await listAlerts(platform, viewer);
  expect(alerts).toHaveLength(1);
  return alerts[0]!;
};

describe('what the bell tells', () => {
  it('is a request for a second person, to those who may decide and not to its asker', async () => {
    await open({ ...approval, askedBy: 'staff:farah' });
    expect(await told(finance)).toEqual([]);
    expect(await told(owner)).toEqual(['refund-approval: approval']);
    expect(await told(officer)).toEqual([]);
    expect(await told(auditor)).toEqual([]);
  });
  it('is a request that is made anew, to whoever asked before and not to its new asker', async () => {
    await open({ ...approval, askedBy: 'staff:farah' });
    const { taskId } = await only(owner);
    await workTask(platform, owner, { id: taskId, move: 'claim', from: null, requestId: 'r' });
    await open({ ...approval, askedBy: 'staff:huda' });
    expect(await told(owner)).toEqual([]);
    expect(await told(finance)).toEqual(['refund-approval: approval']);
    expect(await listOpenStaffTasks(platform.db)).toHaveLength(1);
  });
  it('is silent of an approval that a colleague has taken on', async () => {
    await open(approval);
    const { taskId } = await only(owner);
    await workTask(platform, finance, { id: taskId, move: 'claim', from: null, requestId: 'r' });
    expect(await told(owner)).toEqual([]);
    expect(await told(finance)).toEqual(['refund-approval: approval']);
  });
  it('is a note that names somebody, to nobody else', async () => {
    const note = 'e2a7f6a4-0d5c-4f2b-9a51-5d3c1b7a9f10';
    const detail = { record: 'customer', handle: 'c1' };
    await open({ kind: 'record-mention', subject: `record_notes:${note}-samir`, detail, for: 'samir' });
    expect(await told(support)).toEqual(['record-mention: mention']);
    expect((await only(support)).record).toBe(`/admin/customers/c1#note-${note}`);
    expect(await told(owner)).toEqual([]);
  });
  it('leaves work that nobody has taken on to the list of tasks until it is late', async () => {
    await open(stuck);
    expect(await told(finance)).toEqual([]);
    platform.clock.advance(hourMs + 1);
    expect(await told(finance)).toEqual(['capture-refused: late']);
    expect(await told(owner)).toEqual(['capture-refused: late']);
    expect(await told(officer)).toEqual([]);
    expect(await told(auditor)).toEqual([]);
  });
  it('tells somebody of what they took on, and nobody else when that is late', async () => {
    await open(stuck);
    const [task] = await listOpenStaffTasks(platform.db);
    await workTask(platform, finance, { id: task!.id, move: 'claim', from: null, requestId: 'r' });
    expect(await told(finance)).toEqual(['capture-refused: mine']);
    platform.clock.advance(hourMs + 1);
    expect(await told(finance)).toEqual(['capture-refused: late']);
    expect(await told(owner)).toEqual([]);
  });
  it('tells whoever leads, too, of what a colleague has left for twice its time', async () => {
    await open(stuck);
    const [task] = await listOpenStaffTasks(platform.db);
    await workTask(platform, finance, { id: task!.id, move: 'claim', from: null, requestId: 'r' });
    platform.clock.advance(2 * hourMs);
    expect(await told(owner)).toEqual([]);
    platform.clock.advance(1);
    expect(await told(owner)).toEqual(['capture-refused: late']);
    expect(await told(finance)).toEqual(['capture-refused: late']);
    expect(await told(clerk('omar', 'finance'))).toEqual([]);
  });
  it('is silent of what was put off, until it comes back unread or has waited too long', async () => {
    await open(stuck);
    const [task] = await listOpenStaffTasks(platform.db);
    await workTask(platform, finance, { id: task!.id, move: 'claim', from: null, requestId: 'r' });
    await markAlert(platform, finance, { ...(await only(finance)), read: true });
    await workTask(platform, finance, { id: task!.id, move: 'snooze', from: null, snooze: 'hour', requestId: 'r' });
    expect(await told(finance)).toEqual([]);
    platform.clock.advance(hourMs);
    expect(await only(finance)).toMatchObject({ reason: 'mine', read: false });
    await workTask(platform, finance, { id: task!.id, move: 'snooze', from: null, snooze: 'four-hours', requestId: 'r' });
    expect(await told(finance)).toEqual([]);
    platform.clock.advance(hourMs + 1);
    expect([await told(finance), await told(owner)]).toEqual([['capture-refused: late'], ['capture-refused: late']]);
  });
  it('ends with its task, and with the permission to see it', async () => {
    await open({ ...stuck, for: 'farah' });
    expect(await told(finance)).toEqual(['capture-refused: mine']);
    expect(await told(clerk('farah', 'hr_manager'))).toEqual([]);
    await transact(platform.db, (tx) => closeStaffTask(tx, platform.clock.now(), { ...stuck, by: 'staff:farah' }));
    expect(await told(finance)).toEqual([]);
  });
});

describe('an alert', () => {
  it('is read by one and stays unread for the others', async () => {
    await open(approval);
    const alert = await only(owner);
    expect(await countAlerts(platform, owner)).toBe(1);
    expect(await markAlert(platform, owner, { ...alert, read: true })).toMatchObject({ record: '/admin/orders/7K2M9-4QX3D' });
    await markAlert(platform, owner, { ...alert, read: true });
    expect(await countAlerts(platform, owner)).toBe(0);
    expect(await countAlerts(platform, finance)).toBe(1);
    await markAlert(platform, owner, { ...alert, read: false });
    expect(await countAlerts(platform, owner)).toBe(1);
  });
  it('that was read is unread again once it is late', async () => {
    await open(approval);
    await markAlert(platform, owner, { ...(await only(owner)), read: true });
    platform.clock.advance(8 * hourMs + 1);
    expect(await only(owner)).toMatchObject({ reason: 'late', read: false });
  });
  it('of somebody else can be neither read nor opened', async () => {
    await open(approval);
    const { taskId, reason } = await only(owner);
    expect(await findStaffTask(platform.db, taskId)).not.toBeNull();
    expect(await markAlert(platform, officer, { taskId, reason, read: true })).toBeNull();
    expect(await markAlert(platform, owner, { taskId, reason: 'mine', read: true })).toBeNull();
  });
  it('that came after the page is not marked with the rest, nor one that its filter hides', async () => {
    await open(approval);
    const asOf = platform.clock.now();
    platform.clock.advance(1000);
    await open({ ...approval, subject: 'refund_requests:r2' });
    expect(await markAllRead(platform, owner, { asOf, shows: () => false })).toBe(0);
    expect(await markAllRead(platform, owner, { asOf, shows: () => true })).toBe(1);
    expect((await listAlerts(platform, owner)).map(({ read }) => read)).toEqual([false, true]);
  });
});

describe('the figure at the bell', () => {
  it('is that of the list, whoever asks, whatever is open, claimed, asked for, late, read or not wanted', async () => {
    const everybody = [finance, owner, officer, auditor, support];
    const people = [null, 'staff:farah', 'staff:huda', 'staff:grace', 'staff:samir'];
    const pick = <T>(from: readonly T[], turn: number): T => from[turn % from.length]!;
    const rows = Array.from({ length: 400 }, (_, turn) => {
      const within = taskRuleOf(pick(taskKinds, turn)).withinMs;
      const openedAt = new Date(
        start - pick([0, within - 1, within, within + 1, 2 * within, 2 * within + 1], Math.floor(turn / 7)),
      ).toISOString();
      const values = [`t${turn}`, pick(taskKinds, turn), `s:${turn}`, openedAt, pick(people, Math.floor(turn / 3)), pick(people, turn)];
      const until = pick([null, start - 1, start, start + 1], Math.floor(turn / 2));
      return sql`(${sql.join(
        values.map((value) => sql`${value}`),
        sql`, `,
      )}, 'tasks:x', '{}', ${start}::bigint, ${until === null ? null : new Date(until).toISOString()}::timestamptz)`;
    });
    await platform.db
      .execute(sql`insert into staff_tasks (id, kind, subject, opened_at, claimed_by, asked_by, text_key, detail, claimed_at, snoozed_until)
      select id, kind, subject, opened_at::timestamptz, claimed_by, asked_by, text_key, detail::jsonb,
        case when claimed_by is null then null else to_timestamp(at / 1000.0) end, snoozed_until
      from (values ${sql.join(rows, sql`, `)}) as v(id, kind, subject, opened_at, claimed_by, asked_by, text_key, detail, at, snoozed_until)`);
    const both = async (viewer: Clerk) => [
      await countAlerts(platform, viewer),
      (await listAlerts(platform, viewer)).filter(({ read }) => !read).length,
    ];
    for (const viewer of everybody) {
      const [counted, listed] = await both(viewer);
      expect([viewer.user.id, counted]).toEqual([viewer.user.id, listed]);
      const alerts = await listAlerts(platform, viewer);
      for (const alert of alerts.filter((_, turn) => turn % 3 === 0)) await markAlert(platform, viewer, { ...alert, read: true });
      expect((await both(viewer))[0]).toBe((await both(viewer))[1]);
      await chooseAlerts(platform, viewer, { wanted: ['approval', 'mine'], version: 0 });
      expect((await both(viewer))[0]).toBe((await both(viewer))[1]);
    }
    expect(await countAlerts(platform, owner)).toBeGreaterThan(10);
  });
});

describe('what somebody wants to be told of', () => {
  it('falls back to the next reason that is wanted, or to silence', async () => {
    await open({ ...approval, for: 'huda' });
    expect(await told(owner)).toEqual(['refund-approval: approval']);
    expect(await chooseAlerts(platform, owner, { wanted: ['late', 'mine'], version: 0 })).toBe(true);
    expect(await told(owner)).toEqual(['refund-approval: mine']);
    expect(await chooseAlerts(platform, owner, { wanted: [], version: 1 })).toBe(true);
    expect(await told(owner)).toEqual([]);
  });
  it('is not written over from a page that is old', async () => {
    expect(await chooseAlerts(platform, owner, { wanted: ['late'], version: 0 })).toBe(true);
    expect(await chooseAlerts(platform, owner, { wanted: [], version: 0 })).toBe(false);
    expect(await chooseAlerts(platform, owner, { wanted: [], version: -1 })).toBe(false);
    expect(await readChoices(platform.db, owner.user.id)).toEqual({ without: ['mention', 'approval', 'mine', 'figures'], version: 1 });
  });
});
