import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Instant } from '#app/values/dates.ts';
import { sendAhead, type Db, type Tx } from './database.server.ts';
import { staffTasks, type StaffTask } from './staff-tasks.tables.ts';

export interface NewStaffTask {
  /** What sort of look it needs: `payment-difference`, `payment-unknown`, `job-failed`. */
  readonly kind: string;
  /** On what, as table:id. */
  readonly subject: string;
  /** Catalogue key of the sentence staff read. */
  readonly textKey: string;
  /** Values for the sentence: ids, amounts, states; never personal data. */
  readonly detail?: Readonly<Record<string, string | number>>;
  /** The colleague who was asked by name: the task is theirs from the start. */
  readonly for?: string;
  /** `staff:` and the id of whoever asks for a second person. */
  readonly askedBy?: string;
}

/**
 * Opens a task unless the same one is already open. A request for a second person that is made anew has its new asker: they are
 * who must not answer it, and whoever asked before may.
 */
export async function openStaffTask(tx: Tx, now: Instant, task: NewStaffTask): Promise<void> {
  const opened = tx.insert(staffTasks).values({
    id: randomUUID(),
    kind: task.kind,
    subject: task.subject,
    textKey: task.textKey,
    detail: { ...task.detail },
    openedAt: new Date(now),
    askedBy: task.askedBy ?? null,
    ...(task.for ? { claimedBy: `staff:${task.for}`, claimedAt: new Date(now) } : {}),
  });
  const same = [staffTasks.kind, staffTasks.subject];
  if (task.askedBy) {
    // Nobody keeps hold of the request that they make themselves.
    const theirs = sql`${staffTasks.claimedBy} = ${task.askedBy}`;
    await opened.onConflictDoUpdate({
      target: same,
      targetWhere: sql`closed_at is null`,
      set: {
        askedBy: task.askedBy,
        claimedBy: sql`case when ${theirs} then null else ${staffTasks.claimedBy} end`,
        claimedAt: sql`case when ${theirs} then null else ${staffTasks.claimedAt} end`,
        snoozedUntil: sql`case when ${theirs} then null else ${staffTasks.snoozedUntil} end`,
      },
    });
  } else await opened.onConflictDoNothing({ target: same, where: sql`closed_at is null` });
}

/** Closes the open task of a kind on a subject; false when there is none. */
export async function closeStaffTask(tx: Tx, now: Instant, task: { kind: string; subject: string; by: string }): Promise<boolean> {
  const closed = await tx
    .update(staffTasks)
    .set({ closedAt: new Date(now), closedBy: task.by })
    .where(and(eq(staffTasks.kind, task.kind), eq(staffTasks.subject, task.subject), isNull(staffTasks.closedAt)))
    .returning({ id: staffTasks.id });
  return closed.length > 0;
}

/** A task that is whoever's the subject is goes with it from one colleague to the next; what a third one has taken on stays theirs. */
export async function passTaskOn(
  tx: Tx,
  now: Instant,
  { kind, subject, from, to }: { readonly kind: string; readonly subject: string; readonly from: string | null; readonly to: string },
): Promise<void> {
  if (from === null || from === to) return;
  await tx
    .update(staffTasks)
    .set({ claimedBy: `staff:${to}`, claimedAt: new Date(now) })
    .where(
      and(
        eq(staffTasks.kind, kind),
        eq(staffTasks.subject, subject),
        eq(staffTasks.claimedBy, `staff:${from}`),
        isNull(staffTasks.closedAt),
      ),
    );
}

/** Puts back what somebody has taken on, all of it or what is of some kinds; how many that were. */
export async function releaseTasksOf(tx: Tx, userId: string, kinds?: readonly string[]): Promise<number> {
  const released = await tx
    .update(staffTasks)
    .set({ claimedBy: null, claimedAt: null, snoozedUntil: null })
    .where(
      and(
        eq(staffTasks.claimedBy, `staff:${userId}`),
        isNull(staffTasks.closedAt),
        ...(kinds ? [inArray(staffTasks.kind, [...kinds])] : []),
      ),
    )
    .returning({ id: staffTasks.id });
  return released.length;
}

/** Closes every open task of these kinds on a subject: what they asked for has been answered. */
export async function closeStaffTasks(
  tx: Tx,
  now: Instant,
  tasks: { kinds: readonly string[]; subject: string; by: string },
): Promise<void> {
  await sendAhead(
    tx,
    tx
      .update(staffTasks)
      .set({ closedAt: new Date(now), closedBy: tasks.by })
      .where(and(inArray(staffTasks.kind, [...tasks.kinds]), eq(staffTasks.subject, tasks.subject), isNull(staffTasks.closedAt))),
  );
}

/** On what tasks of a kind are open. */
export async function findOpenSubjects(db: Db, kind: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ subject: staffTasks.subject })
    .from(staffTasks)
    .where(and(eq(staffTasks.kind, kind), isNull(staffTasks.closedAt)));
  return new Set(rows.map(({ subject }) => subject));
}

/** Open tasks, those of some kinds where they are given, the longest open first. */
export async function listOpenStaffTasks(db: Db, limit = 200, kinds?: readonly string[]): Promise<StaffTask[]> {
  return db
    .select()
    .from(staffTasks)
    .where(and(isNull(staffTasks.closedAt), kinds && inArray(staffTasks.kind, [...kinds])))
    .orderBy(asc(staffTasks.openedAt))
    .limit(limit);
}

interface KindBefore {
  readonly kind: string;
  /** Opened before this. */
  readonly before: Instant;
}

/**
 * Open tasks that may concern one colleague, the newest first: theirs, those of a kind that waits for whoever may, and
 * those of a kind that nobody has taken on since an instant.
 */
export async function listConcerningTasks(
  db: Db,
  ask: {
    readonly who: string;
    readonly waiting: readonly string[];
    readonly late: readonly KindBefore[];
    /** Those that concern them whoever has taken them on. */
    readonly escalated: readonly KindBefore[];
  },
  limit: number,
): Promise<StaffTask[]> {
  const openedBefore = (ofKinds: readonly KindBefore[]) =>
    [...Map.groupBy(ofKinds, ({ before }) => before)].map(([before, kinds]) =>
      and(
        inArray(
          staffTasks.kind,
          kinds.map(({ kind }) => kind),
        ),
        lt(staffTasks.openedAt, new Date(before)),
      ),
    );
  const waiting = ask.waiting.length > 0 ? [inArray(staffTasks.kind, [...ask.waiting])] : [];
  return db
    .select()
    .from(staffTasks)
    .where(
      and(
        isNull(staffTasks.closedAt),
        or(
          eq(staffTasks.claimedBy, ask.who),
          and(isNull(staffTasks.claimedBy), or(sql`false`, ...waiting, ...openedBefore(ask.late))),
          ...openedBefore(ask.escalated),
        ),
      ),
    )
    .orderBy(desc(staffTasks.openedAt), asc(staffTasks.id))
    .limit(limit);
}

/** A kind as a list is drawn from it; the one without a name stands for every kind that is not known. */
export interface ListedKind {
  readonly kind: string;
  /** How long somebody has to look, and from when on it concerns whoever leads. */
  readonly withinMs: number;
  readonly escalatesMs: number;
}

export interface TaskPageAsk {
  /** What this person may see. */
  readonly kinds: readonly ListedKind[];
  /** Every kind that is known, seen or not. */
  readonly known: readonly string[];
  readonly view: 'open' | 'mine' | 'free' | 'late' | 'escalated' | 'snoozed' | 'done';
  /** `staff:` and an id. */
  readonly me: string;
  readonly kind: string | null;
  /** Without what this person asked for themselves. */
  readonly othersAsked?: boolean;
  readonly holder: string | null;
  /** In small letters, without hyphens. */
  readonly needle: string;
  /** The last row of the page before. */
  readonly after: TaskPlace | null;
  readonly most: number;
}

/** Where a page of tasks ends: the moment that its view is sorted by, and an id. */
export interface TaskPlace {
  /** In milliseconds. */
  readonly at: number;
  readonly id: string;
}

/** Every task of somebody's kinds, with where it stands beside its deadline: the deadline is that of its kind. */
function reckoned(now: Instant, ask: Pick<TaskPageAsk, 'kinds' | 'known'>, closed: boolean) {
  const list = (words: readonly string[]) => sql`${sql.param([...words])}::text[]`;
  const at = sql`${new Date(now).toISOString()}::timestamptz`;
  const ms = (of: (kind: ListedKind) => number) => sql`${sql.param(ask.kinds.map((kind) => of(kind)))}::float8[]`;
  return sql`
    select t.*, t.due < ${at} as late, t.escalates < ${at} as escalated,
      t.snoozed_until is not null and t.snoozed_until > ${at} and t.escalates >= ${at} as asleep
    from (
      select s.*, s.opened_at + make_interval(secs => k.within / 1000) as due, s.opened_at + make_interval(secs => k.escalates / 1000) as escalates
      from staff_tasks s
      join unnest(${list(ask.kinds.map(({ kind }) => kind))}, ${ms(({ withinMs }) => withinMs)}, ${ms(({ escalatesMs }) => escalatesMs)})
        as k(kind, within, escalates) on k.kind = case when s.kind = any(${list(ask.known)}) then s.kind else '' end
      where ${closed ? sql`s.closed_at is not null` : sql`s.closed_at is null`}
    ) t`;
}

/** A page of tasks, the most pressing first, how many match, and where the next begins; those that are closed the latest first. */
export async function listTaskPage(
  db: Db,
  now: Instant,
  ask: TaskPageAsk,
): Promise<{ tasks: StaffTask[]; matching: number; next: TaskPlace | null }> {
  const views = {
    open: sql`not asleep`,
    mine: sql`not asleep and claimed_by = ${ask.me}`,
    free: sql`not asleep and claimed_by is null`,
    late: sql`not asleep and late`,
    escalated: sql`escalated`,
    snoozed: sql`asleep`,
    done: sql`true`,
  };
  const like = `%${ask.needle.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const matches = sql`${views[ask.view]}
    ${ask.kind === null ? sql`` : sql`and kind = ${ask.kind}`}
    ${ask.othersAsked ? sql`and asked_by is distinct from ${ask.me}` : sql``}
    ${ask.holder === null ? sql`` : sql`and claimed_by = ${ask.holder}`}
    ${ask.needle === '' ? sql`` : sql`and exists (select 1 from jsonb_each_text(detail) d where replace(lower(d.value), '-', '') like ${like})`}`;
  const done = ask.view === 'done';
  const by = done ? sql`closed_at` : ask.view === 'snoozed' ? sql`snoozed_until` : sql`due`;
  // To the millisecond, as a place of the list is told in an address.
  const { after } = ask;
  const behind = after && sql`where (${done ? sql`-place` : sql`place`}, id) > (${done ? -after.at : after.at}::numeric, ${after.id})`;
  const { rows } = (await db.execute(sql`
    select id, place, matching from (
      select id, floor(extract(epoch from ${by}) * 1000) as place, count(*) over ()::int as matching
      from (${reckoned(now, ask, done)}) r where ${matches}) m
    ${behind ?? sql``} order by ${done ? sql`place desc` : sql`place`}, id limit ${ask.most + 1}`)) as unknown as {
    rows: { id: string; place: string; matching: number }[];
  };
  const shown = rows.slice(0, ask.most);
  const last = shown.at(-1);
  if (!last) return { tasks: [], matching: 0, next: null };
  const found = await db
    .select()
    .from(staffTasks)
    .where(
      inArray(
        staffTasks.id,
        shown.map(({ id }) => id),
      ),
    );
  const byId = new Map(found.map((task) => [task.id, task]));
  const next = rows.length > ask.most ? { at: Number(last.place), id: last.id } : null;
  return { tasks: shown.flatMap(({ id }) => byId.get(id) ?? []), matching: last.matching, next };
}

/** How many open tasks of somebody's kinds stand in each view, by kind and by who has them. */
export async function countTasks(
  db: Db,
  now: Instant,
  ask: Pick<TaskPageAsk, 'kinds' | 'known'>,
): Promise<
  readonly { kind: string; claimedBy: string | null; awake: number; late: number; awakeLate: number; escalated: number; asleep: number }[]
> {
  const { rows } = (await db.execute(sql`
    select kind, claimed_by as "claimedBy",
      count(*) filter (where not asleep)::int as awake,
      count(*) filter (where late)::int as late,
      count(*) filter (where late and not asleep)::int as "awakeLate",
      count(*) filter (where escalated)::int as escalated,
      count(*) filter (where asleep)::int as asleep
    from (${reckoned(now, ask, false)}) r group by kind, claimed_by`)) as unknown as {
    rows: { kind: string; claimedBy: string | null; awake: number; late: number; awakeLate: number; escalated: number; asleep: number }[];
  };
  return rows;
}

export async function findStaffTask(db: Db, id: string): Promise<StaffTask | null> {
  const [task] = await db.select().from(staffTasks).where(eq(staffTasks.id, id));
  return task ?? null;
}

export async function findStaffTasks(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, StaffTask>> {
  if (ids.length === 0) return new Map();
  const tasks = await db
    .select()
    .from(staffTasks)
    .where(inArray(staffTasks.id, [...ids]));
  return new Map(tasks.map((task) => [task.id, task]));
}

/** Of what kind these tasks are; who may see one goes by that. */
export async function findTaskKinds(db: Db, ids: readonly string[]): Promise<{ readonly id: string; readonly kind: string }[]> {
  if (ids.length === 0) return [];
  return db
    .select({ id: staffTasks.id, kind: staffTasks.kind })
    .from(staffTasks)
    .where(inArray(staffTasks.id, [...ids]));
}

/** The open task of a kind on a subject. */
export async function findOpenTask(db: Db, task: { readonly kind: string; readonly subject: string }): Promise<StaffTask | null> {
  const [open] = await db
    .select()
    .from(staffTasks)
    .where(and(eq(staffTasks.kind, task.kind), eq(staffTasks.subject, task.subject), isNull(staffTasks.closedAt)));
  return open ?? null;
}

/** Takes an open task on, or over; false when somebody else was faster than the page that was looked at. */
export async function claimStaffTask(tx: Tx, now: Instant, claim: { id: string; by: string; from: string | null }): Promise<boolean> {
  const claimed = await tx
    .update(staffTasks)
    .set({ claimedBy: claim.by, claimedAt: new Date(now), snoozedUntil: null })
    .where(
      and(
        eq(staffTasks.id, claim.id),
        isNull(staffTasks.closedAt),
        claim.from === null ? isNull(staffTasks.claimedBy) : eq(staffTasks.claimedBy, claim.from),
      ),
    )
    .returning({ id: staffTasks.id });
  return claimed.length > 0;
}

/**
 * Puts a task off that is one's own or nobody's, and stays so: nobody's is then out of everybody's way. Null brings it back at
 * once. False when it is somebody else's by now.
 */
export async function snoozeStaffTask(tx: Tx, task: { id: string; by: string; until: Instant | null }): Promise<boolean> {
  const put = await tx
    .update(staffTasks)
    .set({ snoozedUntil: task.until === null ? null : new Date(task.until) })
    .where(
      and(eq(staffTasks.id, task.id), isNull(staffTasks.closedAt), or(isNull(staffTasks.claimedBy), eq(staffTasks.claimedBy, task.by))),
    )
    .returning({ id: staffTasks.id });
  return put.length > 0;
}

/** Brings a task back that was put off: there is news of it. */
export async function wakeStaffTask(tx: Tx, task: { readonly kind: string; readonly subject: string }): Promise<void> {
  await tx
    .update(staffTasks)
    .set({ snoozedUntil: null })
    .where(
      and(
        eq(staffTasks.kind, task.kind),
        eq(staffTasks.subject, task.subject),
        isNull(staffTasks.closedAt),
        isNotNull(staffTasks.snoozedUntil),
      ),
    );
}

/** Puts a task back that was one's own, awake: whoever put it off does not have it any more. */
export async function releaseStaffTask(tx: Tx, claim: { id: string; by: string }): Promise<boolean> {
  const released = await tx
    .update(staffTasks)
    .set({ claimedBy: null, claimedAt: null, snoozedUntil: null })
    .where(and(eq(staffTasks.id, claim.id), isNull(staffTasks.closedAt), eq(staffTasks.claimedBy, claim.by)))
    .returning({ id: staffTasks.id });
  return released.length > 0;
}

/** Closes one task by its id, unless a colleague has taken it on; false when it is closed already or theirs. */
export async function finishStaffTask(tx: Tx, now: Instant, task: { id: string; by: string }): Promise<boolean> {
  const closed = await tx
    .update(staffTasks)
    .set({ closedAt: new Date(now), closedBy: task.by })
    .where(
      and(eq(staffTasks.id, task.id), isNull(staffTasks.closedAt), or(isNull(staffTasks.claimedBy), eq(staffTasks.claimedBy, task.by))),
    )
    .returning({ id: staffTasks.id });
  return closed.length > 0;
}
