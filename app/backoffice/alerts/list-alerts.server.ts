import { leads, may, type Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { listConcerningTasks } from '#app/platform/staff-tasks.server.ts';
import type { StaffTask } from '#app/platform/staff-tasks.tables.ts';
import { instant, type Instant } from '#app/values/dates.ts';
import { recordOf, standingOf, taskKinds, taskRuleOf } from '../task-rules.ts';
import { approvals, figureKinds, reasonOf, type AlertReason } from './alert-rules.ts';
import { countUnread, findReads, keyOf, readChoices } from './alerts-store.server.ts';

export type Clerk = Viewer & { readonly kind: 'staff' };

export interface Alert {
  readonly taskId: string;
  readonly reason: AlertReason;
  readonly kind: string;
  /** The sentence of its task and its values as they are stored; `tellTasks` says them in words. */
  readonly textKey: string;
  readonly detail: StaffTask['detail'];
  /** Where the matter is dealt with; the task in its list when it names no record. */
  readonly record: string;
  /** Instants, ISO in UTC: since when it concerns them, and by when somebody should have looked. */
  readonly since: string;
  readonly due: string;
  readonly read: boolean;
}

/** More than this at once no bell tells apart. */
const most = 500;

/** What concerns this colleague now, the newest first; tasks that their role may not see are no alert. */
export async function listAlerts({ db, clock }: Pick<Platform, 'db' | 'clock'>, viewer: Clerk): Promise<Alert[]> {
  const now = clock.now();
  const who = `staff:${viewer.user.id}`;
  const lead = leads(viewer);
  const mine = taskKinds.filter((kind) => may(viewer, taskRuleOf(kind).see) && may(viewer, taskRuleOf(kind).do));
  const [tasks, { without }] = await Promise.all([
    listConcerningTasks(
      db,
      {
        who,
        waiting: mine.filter((kind) => approvals.includes(kind) || figureKinds.includes(kind)),
        late: mine.map((kind) => ({ kind, before: instant(now - taskRuleOf(kind).withinMs) })),
        escalated: lead ? mine.map((kind) => ({ kind, before: instant(now - 2 * taskRuleOf(kind).withinMs) })) : [],
      },
      most,
    ),
    readChoices(db, viewer.user.id),
  ]);
  const found = tasks.flatMap((task) => {
    const rule = taskRuleOf(task.kind);
    if (!may(viewer, rule.see)) return [];
    const due = instant(task.openedAt.getTime() + rule.withinMs);
    const reason = reasonOf(
      { kind: task.kind, due, ...standingOf(task), askedBy: task.askedBy },
      who,
      { do: may(viewer, rule.do), lead },
      now,
      without,
    );
    return reason ? [{ task, reason, due }] : [];
  });
  const reads = await findReads(
    db,
    viewer.user.id,
    found.map(({ task }) => task.id),
  );
  const alerts = found.map(({ task, reason, due }): Alert => ({
    taskId: task.id,
    reason,
    kind: task.kind,
    textKey: task.textKey,
    detail: task.detail,
    record: recordOf(task) ?? `/admin/tasks?kind=${encodeURIComponent(task.kind)}`,
    since: new Date(since(task, reason, due)).toISOString(),
    due: new Date(due).toISOString(),
    read: reads.has(keyOf({ taskId: task.id, reason })),
  }));
  return alerts.toSorted((a, b) => b.since.localeCompare(a.since) || a.taskId.localeCompare(b.taskId));
}

function since(task: StaffTask, reason: AlertReason, due: Instant): Instant {
  if (reason === 'late') return due;
  const own = reason === 'mine' || reason === 'mention';
  return instant(((own && task.claimedAt) || task.openedAt).getTime());
}

/** How many the bell has to tell of. */
export function countAlerts({ db, clock }: Pick<Platform, 'db' | 'clock'>, viewer: Clerk): Promise<number> {
  const now = clock.now();
  const kinds = taskKinds.flatMap((kind) => {
    const rule = taskRuleOf(kind);
    const terms = { lateBefore: instant(now - rule.withinMs), escalatedBefore: instant(now - 2 * rule.withinMs) };
    return may(viewer, rule.see) ? [{ kind, does: may(viewer, rule.do), ...terms }] : [];
  });
  return countUnread(db, { userId: viewer.user.id, kinds, leads: leads(viewer), now }, most);
}
