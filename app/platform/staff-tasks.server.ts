import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Instant } from '#app/values/dates.ts';
import type { Db, Tx } from './database.server.ts';
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
}

/** Opens a task unless the same one is already open. */
export async function openStaffTask(tx: Tx, now: Instant, task: NewStaffTask): Promise<void> {
  await tx
    .insert(staffTasks)
    .values({
      id: randomUUID(),
      kind: task.kind,
      subject: task.subject,
      textKey: task.textKey,
      detail: { ...task.detail },
      openedAt: new Date(now),
    })
    .onConflictDoNothing({ target: [staffTasks.kind, staffTasks.subject], where: sql`closed_at is null` });
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

/** Closes every open task of these kinds on a subject: what they asked for has been answered. */
export async function closeStaffTasks(
  tx: Tx,
  now: Instant,
  tasks: { kinds: readonly string[]; subject: string; by: string },
): Promise<void> {
  await tx
    .update(staffTasks)
    .set({ closedAt: new Date(now), closedBy: tasks.by })
    .where(and(inArray(staffTasks.kind, [...tasks.kinds]), eq(staffTasks.subject, tasks.subject), isNull(staffTasks.closedAt)));
}

export async function listOpenStaffTasks(db: Db, limit = 200): Promise<StaffTask[]> {
  return db.select().from(staffTasks).where(isNull(staffTasks.closedAt)).orderBy(asc(staffTasks.openedAt)).limit(limit);
}
