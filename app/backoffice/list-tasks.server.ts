import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countTasks, listTaskPage, type TaskPlace } from '#app/platform/staff-tasks.server.ts';
import type { StaffTask } from '#app/platform/staff-tasks.tables.ts';
import type { Instant } from '#app/values/dates.ts';
import { approvals, isAsleep } from './alerts/alert-rules.ts';
import { mayReach } from './may-reach.ts';
import { approvalKind, listedKinds, recordOf, standingOf, taskKinds, taskRuleOf, type TaskView } from './task-rules.ts';

export interface ListedTask {
  readonly id: string;
  readonly kind: string;
  /** Its sentence and values as they are stored; `tellTasks` says them in words. */
  readonly textKey: string;
  readonly detail: Readonly<Record<string, string | number>>;
  readonly record: string | null;
  /** Instants, ISO in UTC. */
  readonly openedAt: string;
  readonly due: string;
  readonly late: boolean;
  readonly closedAt: string | null;
  readonly closedBy: string | null;
  readonly claimedBy: { readonly id: string; readonly name: string } | null;
  readonly mine: boolean;
  readonly may: boolean;
  readonly endsByItself: boolean;
  /** Until when whoever has it put it off; null when it is not put off now. */
  readonly snoozedUntil: string | null;
  /** Late for as long again as it had time. */
  readonly escalated: boolean;
}

export interface TaskList {
  /** One page of what matches. */
  readonly tasks: readonly ListedTask[];
  readonly matching: number;
  /** Where the next page begins; null on the last. */
  readonly next: TaskPlace | null;
  readonly counts: Readonly<Record<Exclude<TaskView, 'done'>, number>>;
  /** Who has how much of it, whoever has most first; of what this person may see. */
  readonly load: readonly StaffLoad[];
  /** Kinds that this person may see and that are open. */
  readonly kinds: readonly string[];
}

export interface StaffLoad {
  /** `staff:` and an id. */
  readonly id: string;
  readonly name: string;
  readonly open: number;
  readonly late: number;
  readonly snoozed: number;
}

export interface TaskListAsk {
  readonly view: TaskView;
  readonly kind: string | null;
  readonly search: string;
  /** Only what this colleague has: `staff:` and an id. */
  readonly holder?: string | null;
  /** The last row of the page before. */
  readonly after?: TaskPlace | null;
  readonly most?: number;
}

/** What waits for a person and this one may see: a page of it, and how much there is. */
export async function listTasks(platform: Pick<Platform, 'db' | 'clock'>, viewer: Clerk, ask: TaskListAsk): Promise<TaskList> {
  const { db, clock } = platform;
  const now = clock.now();
  const me = `staff:${viewer.user.id}`;
  const kinds = listedKinds((permission) => may(viewer, permission));
  const seen = { kinds, known: taskKinds };
  const { after = null, most = 30, holder = null } = ask;
  const second = ask.kind === approvalKind;
  const theirs = (kind: string) => approvals.includes(kind) && may(viewer, taskRuleOf(kind).do);
  const [page, counted] = await Promise.all([
    listTaskPage(db, now, {
      known: taskKinds,
      kinds: second ? kinds.filter(({ kind }) => theirs(kind)) : kinds,
      view: ask.view,
      me,
      kind: second ? null : ask.kind,
      othersAsked: second,
      holder,
      needle: plain(ask.search),
      after,
      most,
    }),
    countTasks(db, now, seen),
  ]);
  const people = [...page.tasks.flatMap(({ claimedBy, closedBy }) => [claimedBy, closedBy]), ...counted.map(({ claimedBy }) => claimedBy)];
  const names = await findStaffNames(db, [...new Set(people.flatMap((who) => staffId(who) ?? []))]);
  const nameOf = (who: string | null) => (staffId(who) ? (names.get(staffId(who)!) ?? '–') : who);
  const sum = (of: 'awake' | 'awakeLate' | 'escalated' | 'asleep', only: (who: string | null) => boolean = () => true) =>
    counted.filter(({ claimedBy }) => only(claimedBy)).reduce((all, one) => all + one[of], 0);
  return {
    tasks: page.tasks.map((task) => listed(task, viewer, now, nameOf)),
    matching: page.matching,
    next: page.next,
    counts: {
      open: sum('awake'),
      mine: sum('awake', (who) => who === me),
      free: sum('awake', (who) => who === null),
      late: sum('awakeLate'),
      escalated: sum('escalated'),
      snoozed: sum('asleep'),
    },
    load: [...Map.groupBy(counted, ({ claimedBy }) => claimedBy)]
      .flatMap(([id, theirs]): StaffLoad[] => {
        const all = (of: 'awake' | 'late' | 'asleep') => theirs.reduce((total, one) => total + one[of], 0);
        return id === null
          ? []
          : [{ id, name: nameOf(id)!, open: all('awake') + all('asleep'), late: all('late'), snoozed: all('asleep') }];
      })
      .toSorted((a, b) => b.open - a.open || a.name.localeCompare(b.name)),
    kinds: [...new Set(counted.map(({ kind }) => kind))].sort(),
  };
}

function listed(task: StaffTask, viewer: Clerk, now: Instant, nameOf: (who: string | null) => string | null): ListedTask {
  const rule = taskRuleOf(task.kind);
  const due = task.openedAt.getTime() + rule.withinMs;
  const standing = standingOf(task);
  const record = recordOf(task);
  return {
    id: task.id,
    kind: task.kind,
    textKey: task.textKey,
    detail: task.detail,
    record: record !== null && mayReach(viewer, record) ? record : null,
    openedAt: task.openedAt.toISOString(),
    due: new Date(due).toISOString(),
    late: task.closedAt === null && due < now,
    closedAt: task.closedAt?.toISOString() ?? null,
    closedBy: nameOf(task.closedBy),
    claimedBy: task.claimedBy === null ? null : { id: task.claimedBy, name: nameOf(task.claimedBy)! },
    mine: task.claimedBy === `staff:${viewer.user.id}`,
    may: may(viewer, rule.do),
    endsByItself: rule.endsByItself,
    snoozedUntil: isAsleep(standing, now) ? task.snoozedUntil!.toISOString() : null,
    escalated: task.closedAt === null && standing.escalates < now,
  };
}

const staffId = (who: string | null) => (who?.startsWith('staff:') ? who.slice('staff:'.length) : null);
const plain = (text: string) => text.toLowerCase().replaceAll('-', '').trim();
