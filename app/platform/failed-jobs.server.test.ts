import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { jobKind } from './jobs.server.ts';
import { reportFailedJobs } from './failed-jobs.server.ts';
import { closeStaffTask, listOpenStaffTasks } from './staff-tasks.server.ts';
import { transact } from './database.server.ts';

const platform = await openTestPlatform();
for (const name of ['payment.capture', 'payments.catch-up']) await platform.jobs.handle(jobKind(name), async () => undefined);
const fail = (name: string, data: object, at = platform.clock.now() - 1_000) =>
  platform.db.execute(
    sql`insert into pgboss.job (name, data, state, completed_on) values (${name}, ${JSON.stringify(data)}, 'failed', ${new Date(at).toISOString()})`,
  );
const subjects = async () => (await listOpenStaffTasks(platform.db)).map((task) => task.subject.replace(/[\da-f-]{36}/, 'ID')).sort();

it('tells staff of each job that failed for good once, and of work by the clock once for all of its kind', async () => {
  await fail('payment.capture', { paymentId: 'p1' });
  await fail('payment.capture', { paymentId: 'p1' });
  await fail('payments.catch-up', {});
  await fail('payments.catch-up', {});
  expect(await reportFailedJobs(platform)).toBe(3);
  expect(await reportFailedJobs(platform)).toBe(0);
  expect(await subjects()).toEqual(['jobs:p1/ID', 'jobs:p1/ID', 'jobs:payments.catch-up']);
  const [task] = await listOpenStaffTasks(platform.db);
  expect(task!.textKey).toBe('tasks:job-failed');
});

it('does not tell again of what was seen to, but of work by the clock that fails again later', async () => {
  for (const task of await listOpenStaffTasks(platform.db))
    await transact(platform.db, (tx) =>
      closeStaffTask(tx, platform.clock.now(), { kind: task.kind, subject: task.subject, by: 'staff:1' }),
    );
  expect(await reportFailedJobs(platform)).toBe(0);
  await fail('payments.catch-up', {}, platform.clock.now() + 1_000);
  expect(await reportFailedJobs(platform)).toBe(1);
  expect(await subjects()).toEqual(['jobs:payments.catch-up']);
});

it('keeps the order of work that names one, so that its task leads there', async () => {
  await fail('payment.capture', { orderId: 'o1' });
  await reportFailedJobs(platform);
  const tasks = await listOpenStaffTasks(platform.db);
  expect(tasks.flatMap(({ detail }) => detail['order'] ?? [])).toEqual(['o1']);
});
