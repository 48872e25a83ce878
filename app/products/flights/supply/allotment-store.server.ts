import { and, asc, eq, gte } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { flightAllotments, type Allotment } from './flight-supply.tables.ts';

/** On sale, with a departure from `today` on. */
export async function findLiveAllotments(db: Db, today: string): Promise<Allotment[]> {
  return db
    .select()
    .from(flightAllotments)
    .where(and(eq(flightAllotments.status, 'live'), gte(flightAllotments.lastDay, today)));
}

export async function listAllotments(db: Db): Promise<Allotment[]> {
  return db.select().from(flightAllotments).orderBy(asc(flightAllotments.firstDay), asc(flightAllotments.id));
}

export async function findAllotment(db: Db, id: string): Promise<Allotment | null> {
  const [row] = await db.select().from(flightAllotments).where(eq(flightAllotments.id, id));
  return row ?? null;
}

export async function insertAllotment(
  tx: Tx,
  row: Omit<Allotment, 'status' | 'seatsAsked' | 'seatsAskedBy' | 'version' | 'createdAt' | 'changedAt'>,
  now: Instant,
): Promise<void> {
  await tx.insert(flightAllotments).values({ ...row, createdAt: new Date(now), changedAt: new Date(now) });
}

/** Changes it as it was read; false when somebody else did meanwhile. */
export async function changeAllotment(tx: Tx, read: Allotment, change: Partial<Allotment>, now: Instant): Promise<boolean> {
  const changed = await tx
    .update(flightAllotments)
    .set({ ...change, version: read.version + 1, changedAt: new Date(now) })
    .where(and(eq(flightAllotments.id, read.id), eq(flightAllotments.version, read.version)))
    .returning({ id: flightAllotments.id });
  return changed.length > 0;
}
