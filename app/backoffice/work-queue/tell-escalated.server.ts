import { transact } from '#app/platform/database.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { countEscalated } from './list-work.server.ts';

/** Looks whether something has been late for as long again as it had time. */
export const workWatch = jobKind<Record<string, never>>('work.watch', 1);

const task = { kind: 'work-escalated', subject: 'work:escalated' };

/** Whoever leads has one task for all that has escalated, as long as there is any; tasks tell of themselves. */
export async function tellEscalated({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const count = await countEscalated(db, now);
  await transact(db, async (tx) => {
    if (count > 0) await openStaffTask(tx, now, { ...task, textKey: 'tasks:work-escalated', detail: { count } });
    else await closeStaffTask(tx, now, { ...task, by: 'system' });
  });
}
