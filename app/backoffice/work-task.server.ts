import { may, type Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { claimStaffTask, findStaffTask, finishStaffTask, releaseStaffTask } from '#app/platform/staff-tasks.server.ts';
import { taskRuleOf } from './task-rules.ts';

export const taskMoves = ['claim', 'release', 'done'] as const;
export type TaskMove = (typeof taskMoves)[number];

/**
 * Takes a task on, puts it back or ticks it off. `from` is the colleague the page showed as its holder: a task may be
 * taken over, but never by accident. A task that its record ends is not ticked off by hand.
 */
export async function workTask(
  platform: Pick<Platform, 'db' | 'clock'>,
  viewer: Viewer & { readonly kind: 'staff' },
  work: { readonly id: string; readonly move: TaskMove; readonly from: string | null; readonly requestId: string },
): Promise<'done' | 'permission' | 'changed-meanwhile' | 'ends-by-itself'> {
  const task = await findStaffTask(platform.db, work.id);
  if (!task) return 'changed-meanwhile';
  const rule = taskRuleOf(task.kind);
  if (!may(viewer, rule.see) || !may(viewer, rule.do)) return 'permission';
  if (work.move === 'done' && rule.endsByItself) return 'ends-by-itself';
  const by = `staff:${viewer.user.id}`;
  return transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const moved =
      work.move === 'claim'
        ? await claimStaffTask(tx, now, { id: task.id, by, from: work.from })
        : work.move === 'release'
          ? await releaseStaffTask(tx, { id: task.id, by })
          : await finishStaffTask(tx, now, { id: task.id, by });
    if (!moved) return 'changed-meanwhile';
    const detail = { kind: task.kind, subject: task.subject };
    const subject = `staff_tasks:${task.id}`;
    await audit(tx, now, { actor: by, action: `staff-task.${work.move}`, subject, detail, requestId: work.requestId });
    return 'done';
  });
}
