import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { approvals, figureKinds, mentions, type AlertReason } from './alert-rules.ts';
import { staffAlertChoices, staffAlertReads } from './alerts.tables.ts';

export interface AlertKey {
  readonly taskId: string;
  readonly reason: AlertReason;
}

export const keyOf = ({ taskId, reason }: AlertKey) => `${taskId} ${reason}`;

/** Which of these tasks somebody has read, each for its reason, as `keyOf` writes them. */
export async function findReads(db: Db, userId: string, taskIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (taskIds.length === 0) return new Set();
  const rows = await db
    .select({ taskId: staffAlertReads.taskId, reason: staffAlertReads.reason })
    .from(staffAlertReads)
    .where(and(eq(staffAlertReads.userId, userId), inArray(staffAlertReads.taskId, [...taskIds])));
  return new Set(rows.map(keyOf));
}

/**
 * How many alerts a colleague has not read, `most` at the most, in one question: `reasonOf`, said in SQL. `kinds` are
 * those that their role sees, each with whether it may deal with it and the instant before which an open one is late.
 */
export async function countUnread(
  db: Db,
  ask: {
    readonly userId: string;
    readonly kinds: readonly {
      readonly kind: string;
      readonly does: boolean;
      readonly lateBefore: Instant;
      readonly escalatedBefore: Instant;
    }[];
    readonly leads: boolean;
    readonly now: Instant;
  },
  most: number,
): Promise<number> {
  const { userId, kinds, leads } = ask;
  const now = new Date(ask.now).toISOString();
  const who = `staff:${userId}`;
  const list = (words: readonly string[]) => sql`${sql.param([...words])}::text[]`;
  const wanted = (reason: AlertReason) => sql`not ${reason}::text = any(c.without)`;
  const { rows } = (await db.execute(sql`
    with choice as (
      select coalesce((select without from staff_alert_choices where user_id = ${userId}), '{}') as without
    )
    select count(*)::int as unread from (
      select 1 from (
        select t.id, case
            when t.opened_at < k.late_before and ${wanted('late')} then 'late'
            when t.claimed_by = ${who} and t.kind = any(${list(mentions)}) and ${wanted('mention')} then 'mention'
            when k.ours and t.kind = any(${list(approvals)}) and ${wanted('approval')} then 'approval'
            when t.claimed_by = ${who} and not t.kind = any(${list(mentions)}) and ${wanted('mine')} then 'mine'
            when k.ours and t.kind = any(${list(figureKinds)}) and ${wanted('figures')} then 'figures'
          end as reason
        from staff_tasks t
        join unnest(
          ${list(kinds.map(({ kind }) => kind))},
          ${sql.param(kinds.map(({ does }) => does))}::boolean[],
          ${list(kinds.map(({ lateBefore }) => new Date(lateBefore).toISOString()))}::timestamptz[],
          ${list(kinds.map(({ escalatedBefore }) => new Date(escalatedBefore).toISOString()))}::timestamptz[]
        ) as term(kind, does, late_before, escalated_before) on term.kind = t.kind
        cross join lateral (
          select term.late_before, term.does, t.opened_at < term.escalated_before as escalated,
            t.claimed_by is null or t.claimed_by = ${who} as ours
        ) k
        cross join choice c
        where t.closed_at is null
          and not (t.snoozed_until is not null and t.snoozed_until > ${now}::timestamptz and not k.escalated)
          and (t.claimed_by = ${who} or (k.does and t.asked_by is distinct from ${who} and (t.claimed_by is null or (${leads} and k.escalated))))
      ) concern
      where reason is not null and not exists (
        select 1 from staff_alert_reads r where r.user_id = ${userId} and r.task_id = concern.id and r.reason = concern.reason
      )
      limit ${most}
    ) unread`)) as unknown as { rows: { unread: number }[] };
  return rows[0]!.unread;
}

/** What is put off is news again when it comes back. */
export async function deleteReadsOf(tx: Tx, taskId: string): Promise<void> {
  await tx.delete(staffAlertReads).where(eq(staffAlertReads.taskId, taskId));
}

/** Marks alerts as read; those that are already stay as they were. Rows go in in one order. */
export async function insertReads(tx: Tx, now: Instant, userId: string, alerts: readonly AlertKey[]): Promise<void> {
  if (alerts.length === 0) return;
  await tx
    .insert(staffAlertReads)
    .values(alerts.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b))).map((alert) => ({ userId, ...alert, readAt: new Date(now) })))
    .onConflictDoNothing();
}

export async function deleteRead(tx: Tx, userId: string, { taskId, reason }: AlertKey): Promise<void> {
  await tx
    .delete(staffAlertReads)
    .where(and(eq(staffAlertReads.userId, userId), eq(staffAlertReads.taskId, taskId), eq(staffAlertReads.reason, reason)));
}

export interface AlertChoices {
  readonly without: readonly AlertReason[];
  /** 0 before anything was chosen. */
  readonly version: number;
}

export async function readChoices(db: Db, userId: string): Promise<AlertChoices> {
  const [row] = await db
    .select({ without: staffAlertChoices.without, version: staffAlertChoices.version })
    .from(staffAlertChoices)
    .where(eq(staffAlertChoices.userId, userId));
  return row ?? { without: [], version: 0 };
}

/** Keeps what somebody wants; false when it was changed since the page was opened. */
export async function saveChoices(tx: Tx, now: Instant, userId: string, { without, version }: AlertChoices): Promise<boolean> {
  const values = { without: [...without], changedAt: new Date(now) };
  const saved =
    version === 0
      ? await tx
          .insert(staffAlertChoices)
          .values({ userId, version: 1, ...values })
          .onConflictDoNothing()
          .returning({ version: staffAlertChoices.version })
      : await tx
          .update(staffAlertChoices)
          .set({ ...values, version: sql`${staffAlertChoices.version} + 1` })
          .where(and(eq(staffAlertChoices.userId, userId), eq(staffAlertChoices.version, version)))
          .returning({ version: staffAlertChoices.version });
  return saved.length > 0;
}
