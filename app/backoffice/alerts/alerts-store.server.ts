import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import type { AlertReason } from './alert-rules.ts';
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
