import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may, type Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { listClosedStaffTasks, listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import type { StaffTask } from '#app/platform/staff-tasks.tables.ts';
import { isAsleep } from './alerts/alert-rules.ts';
import { recordOf, standingOf, taskRuleOf, type TaskView } from './task-rules.ts';

export interface ListedTask {
  readonly id: string;
  readonly kind: string;
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
  readonly tasks: readonly ListedTask[];
  readonly counts: Readonly<Record<Exclude<TaskView, 'done'>, number>>;
  /** Who has how much of it, whoever has most first; of what this person may see. */
  readonly load: readonly StaffLoad[];
  /** Kinds that this person may see and that wait now. */
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

function loadOf(tasks: readonly ListedTask[]): StaffLoad[] {
  const held = Map.groupBy(
    tasks.flatMap((task) => (task.claimedBy ? [{ ...task, claimedBy: task.claimedBy }] : [])),
    ({ claimedBy }) => claimedBy.id,
  );
  return [...held]
    .map(([id, theirs]) => ({
      id,
      name: theirs[0]!.claimedBy.name,
      open: theirs.length,
      late: theirs.filter(({ late }) => late).length,
      snoozed: theirs.filter(({ snoozedUntil }) => snoozedUntil !== null).length,
    }))
    .toSorted((a, b) => b.open - a.open || a.name.localeCompare(b.name));
}

/** The house keeps few tasks open: they are read whole, and sorted by what is due first. */
const most = 1000;

/** What waits for a person and this one may see. */
export async function listTasks(
  platform: Pick<Platform, 'db' | 'clock'>,
  viewer: Viewer & { readonly kind: 'staff' },
  ask: {
    readonly view: TaskView;
    readonly kind: string | null;
    readonly search: string;
    /** Only what this colleague has: `staff:` and an id. */
    readonly holder?: string | null;
  },
): Promise<TaskList> {
  const { db, clock } = platform;
  const now = clock.now();
  const [open, closed] = await Promise.all([listOpenStaffTasks(db, most), ask.view === 'done' ? listClosedStaffTasks(db) : []]);
  const names = await findStaffNames(db, [
    ...new Set([...open, ...closed].flatMap(({ claimedBy, closedBy }) => [claimedBy, closedBy].flatMap((who) => staffId(who) ?? []))),
  ]);
  const nameOf = (who: string | null) => (staffId(who) ? (names.get(staffId(who)!) ?? '–') : who);
  const list = (task: StaffTask): ListedTask[] => {
    const rule = taskRuleOf(task.kind);
    if (!may(viewer, rule.see)) return [];
    const due = task.openedAt.getTime() + rule.withinMs;
    const standing = standingOf(task);
    return [
      {
        id: task.id,
        kind: task.kind,
        textKey: task.textKey,
        detail: task.detail,
        record: recordOf(task),
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
      },
    ];
  };
  const all = open.flatMap(list).toSorted((a, b) => a.due.localeCompare(b.due));
  const waiting = all.filter((task) => task.snoozedUntil === null);
  const views: Readonly<Record<TaskView, readonly ListedTask[]>> = {
    open: waiting,
    mine: waiting.filter((task) => task.mine),
    free: waiting.filter((task) => task.claimedBy === null),
    late: waiting.filter((task) => task.late),
    escalated: waiting.filter((task) => task.escalated),
    snoozed: all.filter((task) => task.snoozedUntil !== null).toSorted((a, b) => a.snoozedUntil!.localeCompare(b.snoozedUntil!)),
    done: closed.flatMap(list),
  };
  const needle = plain(ask.search);
  return {
    tasks: views[ask.view].filter(
      (task) =>
        (ask.kind === null || task.kind === ask.kind) &&
        (!ask.holder || task.claimedBy?.id === ask.holder) &&
        (needle === '' || Object.values(task.detail).some((value) => plain(String(value)).includes(needle))),
    ),
    counts: {
      open: views.open.length,
      mine: views.mine.length,
      free: views.free.length,
      late: views.late.length,
      escalated: views.escalated.length,
      snoozed: views.snoozed.length,
    },
    load: loadOf(all),
    kinds: [...new Set(views[ask.view].map((task) => task.kind))].sort(),
  };
}

const staffId = (who: string | null) => (who?.startsWith('staff:') ? who.slice('staff:'.length) : null);
const plain = (text: string) => text.toLowerCase().replaceAll('-', '').trim();
