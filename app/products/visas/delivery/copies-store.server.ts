import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { evisaCopies, type EvisaCopies } from './delivery.tables.ts';

export async function findCopies(db: Db, groupId: string): Promise<EvisaCopies | null> {
  const [row] = await db.select().from(evisaCopies).where(eq(evisaCopies.groupId, groupId));
  return row ?? null;
}

/** Whether they were not due before. */
export async function insertCopies(tx: Tx, now: Instant, groupId: string): Promise<boolean> {
  const rows = await tx
    .insert(evisaCopies)
    .values({ groupId, dueAt: new Date(now) })
    .onConflictDoNothing()
    .returning({ groupId: evisaCopies.groupId });
  return rows.length > 0;
}

export async function setCopiesSent(
  tx: Tx,
  now: Instant,
  sent: { readonly groupId: string; readonly waybill: string; readonly by: string },
): Promise<EvisaCopies> {
  const [row] = await tx
    .update(evisaCopies)
    .set({ sentAt: new Date(now), sentBy: sent.by, waybill: sent.waybill, sends: sql`${evisaCopies.sends} + 1` })
    .where(eq(evisaCopies.groupId, sent.groupId))
    .returning();
  return row!;
}

export async function setCopiesBack(tx: Tx, now: Instant, groupId: string): Promise<void> {
  await tx
    .update(evisaCopies)
    .set({ sentAt: null, waybill: null, dueAt: new Date(now) })
    .where(eq(evisaCopies.groupId, groupId));
}
