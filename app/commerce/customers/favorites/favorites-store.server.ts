import { and, desc, eq, gte, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import { dayMs, type Instant } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import { favoriteKinds, mostFavorites, type Favorite } from './favorite-rules.ts';
import { favorites } from './favorites.tables.ts';

export interface KeptFavorite extends Omit<Favorite, 'price'> {
  /** ISO instant. */
  readonly keptAt: string;
}

export interface OwnFavorite extends KeptFavorite {
  /** What it cost then; null where nobody knew. */
  readonly keptPrice: Money | null;
}

type Named = Pick<Favorite, 'kind' | 'thing'>;

/** What was removed can be brought back for this long. */
const undoMs = dayMs;

const own = (userId: string, { kind, thing }: Named) =>
  and(eq(favorites.userId, userId), eq(favorites.kind, kind), eq(favorites.thing, thing));

/** One customer's favourites, the latest first; of kinds that this program knows, since one that is newer may run beside it. */
export async function listFavoritesOf(db: Db, userId: string): Promise<readonly OwnFavorite[]> {
  const rows = await db
    .select()
    .from(favorites)
    .where(and(eq(favorites.userId, userId), isNull(favorites.droppedAt), inArray(favorites.kind, favoriteKinds)))
    .orderBy(desc(favorites.keptAt), favorites.kind, favorites.thing);
  return rows.map(({ kind, thing, title, keptAt, keptPrice }) => ({
    kind,
    thing,
    title,
    keptAt: keptAt.toISOString(),
    keptPrice: keptPrice === null ? null : money(keptPrice, 'AED'),
  }));
}

/**
 * Keeps what is not kept yet; beyond the limit nothing more is. What was kept before stays as it was, and what was removed
 * within the day comes back as it was.
 */
export async function keepFavorites(db: Db, userId: string, wanted: readonly Favorite[], now: Instant): Promise<void> {
  await clearDropped(db, now, userId);
  const [count] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(favorites)
    .where(and(eq(favorites.userId, userId), isNull(favorites.droppedAt)));
  const room = wanted.slice(0, Math.max(0, mostFavorites - (count?.n ?? 0)));
  if (room.length === 0) return;
  await db
    .insert(favorites)
    .values(room.map(({ kind, thing, title, price = null }) => ({ userId, kind, thing, title, keptPrice: price, keptAt: new Date(now) })))
    .onConflictDoUpdate({ target: [favorites.userId, favorites.kind, favorites.thing], set: { droppedAt: null } });
}

/** False for what was not kept. */
export async function dropFavorite(db: Db, now: Instant, userId: string, named: Named): Promise<boolean> {
  await clearDropped(db, now, userId);
  const dropped = await db
    .update(favorites)
    .set({ droppedAt: new Date(now) })
    .where(and(own(userId, named), isNull(favorites.droppedAt)))
    .returning({ thing: favorites.thing });
  return dropped.length > 0;
}

/** What was removed within the day, as it was when it was kept; null for anything else. */
export async function findDropped(db: Db, now: Instant, userId: string, named: Named): Promise<KeptFavorite | null> {
  const [row] = await db
    .select()
    .from(favorites)
    .where(and(own(userId, named), gte(favorites.droppedAt, new Date(now - undoMs))));
  return row ? { kind: row.kind, thing: row.thing, title: row.title, keptAt: row.keptAt.toISOString() } : null;
}

/** Takes a removal back, with the lists the thing was in; false when it is too late, or was none. */
export async function restoreFavorite(db: Db, now: Instant, userId: string, named: Named): Promise<boolean> {
  const restored = await db
    .update(favorites)
    .set({ droppedAt: null })
    .where(and(own(userId, named), gte(favorites.droppedAt, new Date(now - undoMs))))
    .returning({ thing: favorites.thing });
  return restored.length > 0;
}

async function clearDropped(db: Db, now: Instant, userId: string): Promise<void> {
  await db
    .delete(favorites)
    .where(and(eq(favorites.userId, userId), isNotNull(favorites.droppedAt), lt(favorites.droppedAt, new Date(now - undoMs))));
}
