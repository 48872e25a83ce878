import { listStaffWith } from '#app/platform/access-store.server.ts';
import { leads, may, permissionsOf, type Clerk } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Db } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import {
  claimStaffTask,
  findStaffTask,
  findStaffTasks,
  finishStaffTask,
  releaseStaffTask,
  snoozeStaffTask,
} from '#app/platform/staff-tasks.server.ts';
import type { StaffTask } from '#app/platform/staff-tasks.tables.ts';
import { deleteReadsOf } from './alerts/alerts-store.server.ts';
import { standingOf, taskRuleOf, wakesAt, type Snooze } from './task-rules.ts';

export const taskMoves = ['claim', 'release', 'snooze', 'wake', 'done', 'give'] as const;
export const taskRefusals = ['permission', 'changed-meanwhile', 'ends-by-itself', 'escalated', 'not-a-colleague', 'own-request'] as const;
export type TaskRefusal = (typeof taskRefusals)[number];
export type TaskMove = (typeof taskMoves)[number];

/**
 * Takes a task on, puts it back, puts it off, ticks it off, or gives it to a colleague, which is for whoever leads or has it in hand. `from` is the colleague the page showed as its holder: a task may be
 * taken over, but never by accident. A task that its record ends is not ticked off by hand.
 */
export async function workTask(
  platform: Pick<Platform, 'db' | 'clock'>,
  viewer: Clerk,
  work: {
    readonly id: string;
    readonly move: TaskMove;
    readonly from: string | null;
    /** For how long it is put off. */
    readonly snooze?: Snooze;
    /** To whom it is given. */
    readonly to?: string | null;
    readonly requestId: string;
  },
): Promise<'done' | TaskRefusal> {
  const task = await findStaffTask(platform.db, work.id);
  if (!task) return 'changed-meanwhile';
  const to = work.move === 'give' ? await takerOf(platform.db, task.kind, work.to ?? null) : null;
  const refused = judge(platform, viewer, task, { ...work, to });
  if (refused) return refused;
  const by = `staff:${viewer.user.id}`;
  // Whoever leads puts back what a colleague has, too.
  const holder = work.from !== null && leads(viewer) ? work.from : by;
  return transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const until = work.move === 'snooze' ? wakesAt(work.snooze ?? 'hour', now) : null;
    const moves: Readonly<Record<TaskMove, () => Promise<boolean>>> = {
      claim: () => claimStaffTask(tx, now, { id: task.id, by, from: work.from }),
      release: () => releaseStaffTask(tx, { id: task.id, by: holder }),
      snooze: () => snoozeStaffTask(tx, { id: task.id, by, until }),
      wake: () => snoozeStaffTask(tx, { id: task.id, by, until: null }),
      give: () => claimStaffTask(tx, now, { id: task.id, by: to ?? by, from: work.from }),
      done: () => finishStaffTask(tx, now, { id: task.id, by }),
    };
    if (!(await moves[work.move]())) return 'changed-meanwhile';
    // What comes back, or to somebody else, is news again.
    if (until !== null || to !== null) await deleteReadsOf(tx, task.id);
    const detail = {
      kind: task.kind,
      subject: task.subject,
      ...(until === null ? {} : { until: new Date(until).toISOString() }),
      ...(to === null ? {} : { to, from: work.from }),
      ...(work.move === 'release' && holder !== by ? { from: holder } : {}),
    };
    const subject = `staff_tasks:${task.id}`;
    await audit(tx, now, { actor: by, action: `staff-task.${work.move}`, subject, detail, requestId: work.requestId });
    return 'done';
  });
}

/** Why somebody may not make this move with a task; `to` is whom it goes to, as `takerOf` knows them. */
function judge(
  { clock }: Pick<Platform, 'clock'>,
  viewer: Clerk,
  task: StaffTask,
  { move, to }: { readonly move: TaskMove; readonly to: string | null },
): TaskRefusal | null {
  const rule = taskRuleOf(task.kind);
  if (!may(viewer, rule.see) || !may(viewer, rule.do)) return 'permission';
  if (move === 'done' && rule.endsByItself) return 'ends-by-itself';
  if (move === 'snooze' && standingOf(task).escalates < clock.now()) return 'escalated';
  if (move === 'give' && !leads(viewer) && task.claimedBy !== `staff:${viewer.user.id}`) return 'permission';
  if (move === 'give' && !to) return 'not-a-colleague';
  return to && to === task.askedBy ? 'own-request' : null;
}

export type TriedTask = 'would' | TaskRefusal | 'already' | 'theirs';

/** What a move would come to with each of these tasks as it stands; nothing is done. One that is not there was changed meanwhile. */
export async function tryTasks(
  platform: Pick<Platform, 'db' | 'clock'>,
  viewer: Clerk,
  ids: readonly string[],
  work: { readonly move: TaskMove; readonly to?: string | null },
): Promise<TriedTask[]> {
  const tasks = await findStaffTasks(platform.db, ids);
  const takers = new Map<string, string | null>();
  for (const kind of work.move === 'give' ? new Set([...tasks.values()].map((task) => task.kind)) : [])
    takers.set(kind, await takerOf(platform.db, kind, work.to ?? null));
  return ids.map((id) => {
    const task = tasks.get(id);
    return task ? tryTask(platform, viewer, task, { move: work.move, to: takers.get(task.kind) ?? null }) : 'changed-meanwhile';
  });
}

function tryTask(
  platform: Pick<Platform, 'clock'>,
  viewer: Clerk,
  task: StaffTask,
  work: { readonly move: TaskMove; readonly to: string | null },
): TriedTask {
  const refused = judge(platform, viewer, task, work);
  if (refused) return refused;
  const me = `staff:${viewer.user.id}`;
  if (work.move === 'claim' && task.claimedBy === me) return 'already';
  if (work.move === 'give' && task.claimedBy === work.to) return 'already';
  if (work.move === 'release' && task.claimedBy === null) return 'already';
  // Whoever leads puts back what a colleague has, too; nobody puts it off for them.
  const theirs = task.claimedBy !== null && task.claimedBy !== me;
  return theirs && (work.move === 'claim' || work.move === 'give' || work.move === 'snooze' || (work.move === 'release' && !leads(viewer)))
    ? 'theirs'
    : 'would';
}

/** `staff:` and the id of a colleague who is at work and may see and do a kind of task; null for anybody else. */
async function takerOf(db: Db, kind: string, userId: string | null): Promise<string | null> {
  const rule = taskRuleOf(kind);
  const able = (await listStaffWith(db, rule.do)).filter(({ roles }) => permissionsOf(roles).has(rule.see));
  return able.some((one) => one.userId === userId) ? `staff:${userId}` : null;
}
