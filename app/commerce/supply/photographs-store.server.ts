import { and, asc, count, eq, isNull, max } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Photo } from '#app/ui/poster/poster-names.ts';
import type { Instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { PhotographKind } from './photograph-rules.ts';
import { photographs, type PhotographRow } from './supply.tables.ts';

const shown = (row: PhotographRow, language: LanguageCode): Photo => ({
  hash: row.hash,
  width: row.width,
  height: row.height,
  focusX: row.focusX,
  focusY: row.focusY,
  alt: row.alt[language],
});

/** The first photograph of everything of a kind, by its id. */
export async function findCovers(db: Db, kind: PhotographKind, language: LanguageCode): Promise<ReadonlyMap<string, Photo>> {
  const rows = await db
    .selectDistinctOn([photographs.thing])
    .from(photographs)
    .where(and(eq(photographs.kind, kind), isNull(photographs.removedAt)))
    .orderBy(photographs.thing, asc(photographs.position));
  return new Map(rows.map((row) => [row.thing, shown(row, language)]));
}

/** The photographs of one thing in their order. */
export async function findPhotos(db: Db, kind: PhotographKind, thing: string, language: LanguageCode): Promise<Photo[]> {
  return (await listPhotographs(db, kind, thing)).map((row) => shown(row, language));
}

/** The same with all their languages, as the desk works on them. */
export async function listPhotographs(db: Db, kind: PhotographKind, thing: string): Promise<PhotographRow[]> {
  return db
    .select()
    .from(photographs)
    .where(and(eq(photographs.kind, kind), eq(photographs.thing, thing), isNull(photographs.removedAt)))
    .orderBy(asc(photographs.position));
}

/** Puts a photograph behind the others of its thing. */
export async function insertPhotograph(
  tx: Tx,
  now: Instant,
  row: Omit<PhotographRow, 'position' | 'version' | 'changedAt' | 'removedAt'>,
): Promise<void> {
  const [last] = await tx
    .select({ position: max(photographs.position) })
    .from(photographs)
    .where(and(eq(photographs.kind, row.kind), eq(photographs.thing, row.thing)));
  await tx.insert(photographs).values({ ...row, position: (last?.position ?? 0) + 1, changedAt: new Date(now) });
}

/** A photograph that is shown, locked; null when there is none. */
export async function lockPhotograph(tx: Tx, id: string): Promise<PhotographRow | null> {
  const [row] = await tx
    .select()
    .from(photographs)
    .where(and(eq(photographs.id, id), isNull(photographs.removedAt)))
    .for('update');
  return row ?? null;
}

export async function savePhotograph(
  tx: Tx,
  now: Instant,
  row: PhotographRow,
  change: Partial<Pick<PhotographRow, 'position' | 'focusX' | 'focusY' | 'alt' | 'changedBy' | 'removedAt'>>,
): Promise<void> {
  await tx
    .update(photographs)
    .set({ ...change, version: row.version + 1, changedAt: new Date(now) })
    .where(eq(photographs.id, row.id));
}

/** How many photographs still show a content. */
export async function countShowing(db: Db, hash: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(photographs)
    .where(and(eq(photographs.hash, hash), isNull(photographs.removedAt)));
  return row?.n ?? 0;
}
