import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StaffRole, Viewer } from '#app/platform/access.ts';
import { transact } from '#app/platform/database.server.ts';
import { openStaffTask, wakeStaffTask } from '#app/platform/staff-tasks.server.ts';
import { hourMs, instant } from '#app/values/dates.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { listAlerts } from './alerts/list-alerts.server.ts';
import { listTasks } from './list-tasks.server.ts';
import { wakesAt, type TaskView } from './task-rules.ts';
import { tryTasks, workTask, type TaskMove } from './work-task.server.ts';

const platform = await openTestPlatform();
const clerk = (id: string, role: StaffRole): Viewer & { readonly kind: 'staff' } => ({
  kind: 'staff',
  user: { id, email: `${id}@example.com`, emailVerified: true, fullName: id, createdAt: '2026-01-01T00:00:00.000Z' },
  staff: { userId: id, displayName: id, roles: [role] },
});
const finance = clerk('farah', 'finance');
const owner = clerk('huda', 'owner');
const officer = clerk('grace', 'visa_officer');
const auditor = clerk('elena', 'auditor');

beforeEach(async () => {
  await platform.db.execute(sql`delete from staff_tasks`);
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const detail = { order: '7K2M9-4QX3D', why: 'declined' };
    await openStaffTask(tx, now, { kind: 'capture-refused', subject: 'payments:p1', textKey: 'tasks:capture-refused', detail });
    await openStaffTask(tx, now, {
      kind: 'inquiry',
      subject: 'inquiries:i1',
      textKey: 'tasks:inquiry-waits',
      detail: { reference: 'Q-1' },
    });
  });
});
const list = async (viewer: typeof finance, view: TaskView = 'open', more: { kind?: string; search?: string } = {}) =>
  (await listTasks(platform, viewer, { view, kind: more.kind ?? null, search: more.search ?? '' })).tasks;
const press = async (viewer: typeof finance, move: TaskMove, kind = 'capture-refused', from: string | null = null) => {
  const id = (await list(owner)).find((task) => task.kind === kind)!.id;
  return workTask(platform, viewer, { id, move, from, requestId: 'r' });
};

describe('the list of tasks', () => {
  it('shows each role what it may see, the most pressing first', async () => {
    expect((await list(owner)).map((task) => task.kind)).toEqual(['capture-refused', 'inquiry']);
    expect((await list(finance)).map((task) => task.kind)).toEqual(['capture-refused']);
    expect((await list(officer)).map((task) => task.kind)).toEqual(['inquiry']);
  });
  it('finds a task by the order it is about', async () => {
    expect(await list(owner, 'open', { search: '7k2m94qx3d' })).toHaveLength(1);
    expect(await list(owner, 'open', { search: 'other' })).toHaveLength(0);
  });
  it('calls late what nobody has looked at in time', async () => {
    expect(await list(owner, 'late')).toHaveLength(0);
    const then = platform.clock.now();
    platform.clock.advance(2 * hourMs);
    expect((await list(owner, 'late')).map((task) => task.kind)).toEqual(['capture-refused']);
    platform.clock.set(then);
  });
});

describe('a house with very many tasks', () => {
  beforeEach(async () => {
    await platform.db.execute(sql`
      insert into staff_tasks (id, kind, subject, text_key, detail, opened_at)
      select 'many-' || n, 'order-stuck', 'orders:many-' || n, 'tasks:order-stuck', '{"order": "MANY0-00000"}', ${new Date(platform.clock.now()).toISOString()}::timestamptz - interval '3 days'
      from generate_series(1, 1100) n`);
    await platform.db.execute(sql`
      insert into staff_tasks (id, kind, subject, text_key, detail, opened_at, closed_at, closed_by)
      select 'over-' || n, 'order-stuck', 'orders:over-' || n, 'tasks:order-stuck', '{}', now(), now() + n * interval '1 second', 'system'
      from generate_series(1, 300) n`);
    await platform.db.execute(sql`
      insert into staff_tasks (id, kind, subject, text_key, detail, opened_at, closed_at, closed_by)
      values ('over-inquiry', 'inquiry', 'inquiries:over', 'tasks:inquiry-waits', '{"reference": "Q-2"}', now(), now() - interval '1 day', 'system')`);
  });
  it('shows a colleague those of their kinds, whatever stands before them', async () => {
    expect((await list(officer)).map(({ kind }) => kind)).toEqual(['inquiry']);
    expect((await list(officer, 'done')).map(({ id }) => id)).toEqual(['over-inquiry']);
  });
  it('counts all of them and turns its pages to the last one', async () => {
    const ask = { view: 'open', kind: null, search: '' } as const;
    const seen: string[] = [];
    let last = await listTasks(platform, owner, { ...ask, most: 300 });
    for (seen.push(...last.tasks.map(({ id }) => id)); last.next; seen.push(...last.tasks.map(({ id }) => id)))
      last = await listTasks(platform, owner, { ...ask, after: last.next, most: 300 });
    expect([seen.length, new Set(seen).size]).toEqual([1_102, 1_102]);
    expect([last.matching, last.counts.open, last.counts.late]).toEqual([1_102, 1_102, 1_100]);
    expect(last.tasks.slice(-2).map(({ kind }) => kind)).toEqual(['capture-refused', 'inquiry']);
    expect(await list(owner, 'open', { search: 'many0' })).toHaveLength(30);
    expect(await list(owner, 'open', { kind: 'capture-refused' })).toHaveLength(1);
  });
});

describe('many tasks', () => {
  it('are tried by what each would come to, and nothing of it is done', async () => {
    const [first, second] = await list(owner);
    await press(finance, 'claim');
    const said = (viewer: typeof finance, move: TaskMove, to: string | null = null) =>
      tryTasks(platform, viewer, [first!.id, second!.id, 'no-such'], { move, to });
    expect(await said(owner, 'claim')).toEqual(['theirs', 'would', 'changed-meanwhile']);
    expect(await said(finance, 'claim')).toEqual(['already', 'permission', 'changed-meanwhile']);
    // One's own may be handed on; what one does not have is given by whoever leads.
    expect(await said(finance, 'give', 'no-such')).toEqual(['not-a-colleague', 'permission', 'changed-meanwhile']);
    expect(await said(owner, 'give', 'no-such')).toEqual(['not-a-colleague', 'not-a-colleague', 'changed-meanwhile']);
    expect((await list(owner)).map(({ claimedBy }) => claimedBy?.id ?? null)).toEqual(['staff:farah', null]);
  });
});

describe('a task', () => {
  it('is given by whoever leads to a colleague at work who may see and do it, and to nobody who asked for it', async () => {
    await platform.db.execute(sql`
      insert into users (id, name, email, email_verified, created_at, updated_at)
      select id, id, id || '@example.com', true, now(), now() from unnest(array['farah', 'grace', 'away']) id on conflict do nothing`);
    await platform.db.execute(sql`
      insert into internal_users (user_id, display_name, roles, is_active, employment_status)
      values ('farah', 'Farah', '{finance}', true, 'active'), ('grace', 'Grace', '{visa_officer}', true, 'active'), ('away', 'Away', '{finance}', false, 'on_leave')
      on conflict do nothing`);
    const [task] = await list(finance);
    const give = (viewer: typeof finance, to: string, from: string | null = null) =>
      workTask(platform, viewer, { id: task!.id, move: 'give', from, to, requestId: 'r' });
    expect(await give(finance, 'farah')).toBe('permission');
    for (const nobody of ['grace', 'away', 'no-such']) expect(await give(owner, nobody)).toBe('not-a-colleague');
    expect(await give(owner, 'farah', 'staff:away')).toBe('changed-meanwhile');
    expect(await give(owner, 'farah')).toBe('done');
    expect((await listAlerts(platform, finance)).map(({ reason, kind }) => [reason, kind])).toEqual([['mine', 'capture-refused']]);
    const { rows } = (await platform.db.execute(
      sql`select actor, detail->>'to' as to from audit_events where action = 'staff-task.give'`,
    )) as unknown as { rows: unknown[] };
    expect(rows).toEqual([{ actor: 'staff:huda', to: 'staff:farah' }]);
    await platform.db.execute(
      sql`update staff_tasks set claimed_by = null, claimed_at = null, asked_by = 'staff:farah' where id = ${task!.id}`,
    );
    expect(await give(owner, 'farah')).toBe('own-request');
  });
  it('is taken on by one, and taken over only from whom the page has shown', async () => {
    expect(await press(finance, 'claim')).toBe('done');
    expect(await press(owner, 'claim')).toBe('changed-meanwhile');
    expect(await list(finance, 'mine')).toHaveLength(1);
    expect(await press(owner, 'claim', 'capture-refused', 'staff:farah')).toBe('done');
    expect(await list(finance, 'mine')).toHaveLength(0);
    expect(await press(finance, 'done')).toBe('changed-meanwhile');
    expect(await press(owner, 'release')).toBe('done');
  });
  it('is ticked off once, and stays on record with its name and its trace', async () => {
    expect(await press(finance, 'done')).toBe('done');
    expect((await list(owner, 'done')).map((task) => task.kind)).toEqual(['capture-refused']);
    const { rows } = (await platform.db.execute(sql`select actor from audit_events where action = 'staff-task.done'`)) as unknown as {
      rows: { actor: string }[];
    };
    expect(rows).toEqual([{ actor: 'staff:farah' }]);
  });
  it('that its record ends is not ticked off by hand', async () => {
    expect(await press(owner, 'done', 'inquiry')).toBe('ends-by-itself');
  });
  it('is not moved by somebody who may only look', async () => {
    expect(await press(auditor, 'claim')).toBe('permission');
    expect(await press(officer, 'claim')).toBe('permission');
  });
});

describe('a task that is put off', () => {
  const kinds = async (view: TaskView) => (await list(finance, view)).map((task) => task.kind);

  it('stays nobody’s where nobody has it, out of everybody’s way until then, and comes back by itself', async () => {
    expect(await press(finance, 'snooze')).toBe('done');
    const [task] = await list(finance, 'snoozed');
    expect(task).toMatchObject({ claimedBy: null, mine: false });
    expect((await list(owner, 'free')).map(({ kind }) => kind)).not.toContain('capture-refused');
    expect(await workTask(platform, owner, { id: task!.id, move: 'wake', from: null, requestId: 'r' })).toBe('done');
    expect(await kinds('open')).toEqual(['capture-refused']);
    expect(await press(finance, 'snooze')).toBe('done');
    expect([await kinds('open'), await kinds('mine'), await kinds('late'), await kinds('snoozed')]).toEqual([
      [],
      [],
      [],
      ['capture-refused'],
    ]);
    const then = platform.clock.now();
    platform.clock.advance(hourMs);
    expect([await kinds('open'), await kinds('mine'), await kinds('snoozed')]).toEqual([['capture-refused'], [], []]);
    platform.clock.set(then);
  });
  it('is brought back by its holder, by nobody else, and by news of it', async () => {
    const [task] = await list(finance);
    await press(finance, 'claim');
    await workTask(platform, finance, { id: task!.id, move: 'snooze', from: null, requestId: 'r' });
    expect(await list(finance, 'snoozed')).toMatchObject([{ mine: true }]);
    const as = (viewer: typeof finance, move: TaskMove) => workTask(platform, viewer, { id: task!.id, move, from: null, requestId: 'r' });
    expect(await as(owner, 'snooze')).toBe('changed-meanwhile');
    expect(await as(owner, 'wake')).toBe('changed-meanwhile');
    expect(await as(finance, 'wake')).toBe('done');
    expect(await kinds('open')).toEqual(['capture-refused']);
    await as(finance, 'snooze');
    await transact(platform.db, (tx) => wakeStaffTask(tx, { kind: 'capture-refused', subject: 'payments:p1' }));
    expect(await kinds('open')).toEqual(['capture-refused']);
  });
  it('is awake for whoever takes it over', async () => {
    const [task] = await list(finance);
    await press(finance, 'claim');
    await press(finance, 'snooze');
    const taken = { id: task!.id, move: 'claim', from: 'staff:farah', requestId: 'r' } as const;
    expect(await workTask(platform, owner, taken)).toBe('done');
    expect((await list(owner, 'mine')).map(({ kind }) => kind)).toEqual(['capture-refused']);
  });
  it('is awake again for everybody once it is put back', async () => {
    const [task] = await list(finance);
    await press(finance, 'claim');
    await press(finance, 'snooze');
    expect(await workTask(platform, finance, { id: task!.id, move: 'release', from: null, requestId: 'r' })).toBe('done');
    expect(await kinds('free')).toEqual(['capture-refused']);
  });
  it('escalates all the same when it has been late for as long as it had time, and is then put off no more', async () => {
    const [task] = await list(finance);
    const snooze = { id: task!.id, move: 'snooze', from: null, snooze: 'monday', requestId: 'r' } as const;
    expect(await workTask(platform, finance, snooze)).toBe('done');
    const then = platform.clock.now();
    platform.clock.advance(2 * hourMs);
    expect(await kinds('snoozed')).toEqual(['capture-refused']);
    platform.clock.advance(1);
    expect([await kinds('snoozed'), await kinds('escalated'), await kinds('open')]).toEqual([[], ['capture-refused'], ['capture-refused']]);
    expect(await workTask(platform, finance, snooze)).toBe('escalated');
    platform.clock.set(then);
  });
  it.each([
    ['2026-11-23T07:42:00Z', 'hour', '2026-11-23T08:42:00.000Z'],
    ['2026-11-23T07:42:00Z', 'tomorrow', '2026-11-24T05:00:00.000Z'],
    // Half past midnight in Dubai is a day on from London's.
    ['2026-11-23T20:30:00Z', 'tomorrow', '2026-11-25T05:00:00.000Z'],
    ['2026-11-23T07:42:00Z', 'monday', '2026-11-30T05:00:00.000Z'],
    ['2026-11-29T07:42:00Z', 'monday', '2026-11-30T05:00:00.000Z'],
  ] as const)('at %s for %s comes back at %s', (now, snooze, back) => {
    expect(new Date(wakesAt(snooze, instant(Date.parse(now)))).toISOString()).toBe(back);
  });
});
