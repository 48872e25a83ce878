import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import { assetCountLines, assetCounts, assets, type AssetCount } from './assets.tables.ts';

/** Begins a count with everything that should be at its place; how many those are, or null while one is open there. */
export async function insertCount(tx: Tx, count: Pick<AssetCount, 'id' | 'place' | 'begunBy' | 'begunAt'>): Promise<number | null> {
  const made = await tx
    .insert(assetCounts)
    .values({ ...count, status: 'open' })
    .onConflictDoNothing()
    .returning({ id: assetCounts.id });
  if (made.length === 0) return null;
  const lines = await tx
    .insert(assetCountLines)
    .select(
      tx
        .select({
          countId: sql<string>`${count.id}`.as('count_id'),
          tag: assets.tag,
          assetId: assets.id,
          expected: sql<boolean>`true`.as('expected'),
          foundAt: sql<Date | null>`null::timestamptz`.as('found_at'),
          foundBy: sql<string | null>`null::text`.as('found_by'),
        })
        .from(assets)
        .where(and(eq(assets.place, count.place), sql`${assets.status} not in ('retired', 'written_off', 'lost', 'in_repair')`)),
    )
    .returning({ tag: assetCountLines.tag });
  return lines.length;
}

export async function findCount(db: Db, id: string): Promise<AssetCount | null> {
  const [row] = await db.select().from(assetCounts).where(eq(assetCounts.id, id));
  return row ?? null;
}

/** Notes that a tag was found in a count, and when the thing was last seen. */
export async function markFound(
  tx: Tx,
  count: Pick<AssetCount, 'id'>,
  tag: string,
  found: { readonly by: string; readonly now: Instant; readonly today: CalendarDate },
): Promise<'expected' | 'elsewhere' | 'unknown' | 'again'> {
  const line = and(eq(assetCountLines.countId, count.id), eq(assetCountLines.tag, tag));
  const marked = await tx
    .update(assetCountLines)
    .set({ foundAt: new Date(found.now), foundBy: found.by })
    .where(and(line, isNull(assetCountLines.foundAt)))
    .returning({ tag: assetCountLines.tag });
  const [asset] = await tx.update(assets).set({ seenOn: found.today }).where(eq(assets.tag, tag)).returning({ id: assets.id });
  if (marked.length > 0) return 'expected';
  const added = await tx
    .insert(assetCountLines)
    .values({ countId: count.id, tag, assetId: asset?.id ?? null, expected: false, foundAt: new Date(found.now), foundBy: found.by })
    .onConflictDoNothing()
    .returning({ tag: assetCountLines.tag });
  return added.length === 0 ? 'again' : asset ? 'elsewhere' : 'unknown';
}

/** False when it was closed already. */
export async function closeCount(tx: Tx, id: string, closed: { readonly by: string; readonly now: Instant }): Promise<boolean> {
  const done = await tx
    .update(assetCounts)
    .set({ status: 'closed', closedBy: closed.by, closedAt: new Date(closed.now) })
    .where(and(eq(assetCounts.id, id), eq(assetCounts.status, 'open')))
    .returning({ id: assetCounts.id });
  return done.length > 0;
}

export interface CountedLine {
  readonly tag: string;
  readonly expected: boolean;
  readonly found: boolean;
  readonly model: string | null;
  readonly place: string | null;
  readonly holderId: string | null;
}

/** What a count expected and found: what is still missing first. */
export async function listCountLines(db: Db, countId: string): Promise<CountedLine[]> {
  return db
    .select({
      tag: assetCountLines.tag,
      expected: assetCountLines.expected,
      found: sql<boolean>`${assetCountLines.foundAt} is not null`,
      model: assets.model,
      place: assets.place,
      holderId: assets.holderId,
    })
    .from(assetCountLines)
    .leftJoin(assets, eq(assets.id, assetCountLines.assetId))
    .where(eq(assetCountLines.countId, countId))
    .orderBy(asc(sql`${assetCountLines.foundAt} is not null`), asc(assetCountLines.tag))
    .limit(2000);
}

/** The latest counts with how many were expected, found and unexpected. */
export async function listCounts(
  db: Db,
): Promise<(AssetCount & { readonly expected: number; readonly found: number; readonly strange: number })[]> {
  const rows = await db.select().from(assetCounts).orderBy(desc(assetCounts.begunAt)).limit(30);
  const sums = await db
    .select({
      countId: assetCountLines.countId,
      expected: sql<number>`(count(*) filter (where ${assetCountLines.expected}))::int`,
      found: sql<number>`(count(*) filter (where ${assetCountLines.expected} and ${assetCountLines.foundAt} is not null))::int`,
      strange: sql<number>`(count(*) filter (where not ${assetCountLines.expected}))::int`,
    })
    .from(assetCountLines)
    .groupBy(assetCountLines.countId);
  const byId = new Map(sums.map((sum) => [sum.countId, sum]));
  return rows.map((row) => ({ expected: 0, found: 0, strange: 0, ...row, ...byId.get(row.id) }));
}
