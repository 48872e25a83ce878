import { and, asc, desc, eq, inArray, lte } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { exportFiles, type ExportFile } from './exports.tables.ts';

export async function insertExport(
  tx: Tx,
  asked: Pick<ExportFile, 'id' | 'list' | 'query' | 'language' | 'userId' | 'askedAt'>,
): Promise<void> {
  await tx.insert(exportFiles).values(asked);
}

/** One that is still to be written; null when it was, or there is none. */
export async function findAsked(db: Db, id: string): Promise<ExportFile | null> {
  const [row] = await db
    .select()
    .from(exportFiles)
    .where(and(eq(exportFiles.id, id), eq(exportFiles.status, 'asked')));
  return row ?? null;
}

/** The files of a colleague, the newest first. */
export async function listExportsOf(db: Db, userId: string, most = 50): Promise<ExportFile[]> {
  return db.select().from(exportFiles).where(eq(exportFiles.userId, userId)).orderBy(desc(exportFiles.askedAt)).limit(most);
}

/** A file for whoever asked for it, while it is there. */
export async function findReadyFor(db: Db, userId: string, id: string, now: Instant): Promise<ExportFile | null> {
  const [row] = await db
    .select()
    .from(exportFiles)
    .where(and(eq(exportFiles.id, id), eq(exportFiles.userId, userId), eq(exportFiles.status, 'ready')));
  return row?.expiresAt && row.expiresAt.getTime() > now ? row : null;
}

/** What was asked for before `before` and is not written, the oldest first. */
export async function findUnwritten(db: Db, before: Date, most = 200): Promise<ExportFile[]> {
  return db
    .select()
    .from(exportFiles)
    .where(and(eq(exportFiles.status, 'asked'), lte(exportFiles.askedAt, before)))
    .orderBy(asc(exportFiles.askedAt))
    .limit(most);
}

/** What stands beyond its day, the oldest first. */
export async function findExpired(db: Db, now: Instant, most = 200): Promise<ExportFile[]> {
  return db.select().from(exportFiles).where(expiredBy(now)).orderBy(asc(exportFiles.expiresAt)).limit(most);
}

export async function countExpired(db: Db, now: Instant): Promise<number> {
  return db.$count(exportFiles, expiredBy(now));
}

const expiredBy = (now: Instant) => and(lte(exportFiles.expiresAt, new Date(now)), inArray(exportFiles.status, ['ready', 'failed']));

/** How far one is that is being written. */
export async function noteRows(db: Db, id: string, rows: number): Promise<void> {
  await db
    .update(exportFiles)
    .set({ rows })
    .where(and(eq(exportFiles.id, id), eq(exportFiles.status, 'asked')));
}

/** Moves one out of the state in which it was read; false when another process was faster. */
export async function moveExport(
  tx: Tx,
  { id, status }: Pick<ExportFile, 'id' | 'status'>,
  set: Partial<Pick<ExportFile, 'status' | 'reason' | 'rows' | 'file' | 'pieces' | 'readyAt' | 'expiresAt'>>,
): Promise<boolean> {
  const moved = await tx
    .update(exportFiles)
    .set(set)
    .where(and(eq(exportFiles.id, id), eq(exportFiles.status, status)))
    .returning({ id: exportFiles.id });
  return moved.length > 0;
}
