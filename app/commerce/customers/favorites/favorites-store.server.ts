import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { mostFavorites, type Favorite, type FavoriteKind } from './favorite-rules.ts';
import { favorites } from './favorites.tables.ts';

export interface KeptFavorite extends Favorite {
  /** ISO instant. */
  readonly keptAt: string;
}

/** One customer's favourites, the latest first. */
export async function listFavoritesOf(db: Db, userId: string): Promise<readonly KeptFavorite[]> {
  const rows = await db
    .select()
    .from(favorites)
    .where(eq(favorites.userId, userId))
    .orderBy(desc(favorites.keptAt), favorites.kind, favorites.thing);
  return rows.map(({ kind, thing, title, keptAt }) => ({ kind, thing, title, keptAt: keptAt.toISOString() }));
}

/** Keeps what is not kept yet; beyond the limit nothing more is. What was kept before stays as it was. */
export async function keepFavorites(db: Db, userId: string, wanted: readonly Favorite[], now: Instant): Promise<void> {
  const [count] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(favorites)
    .where(eq(favorites.userId, userId));
  const room = wanted.slice(0, Math.max(0, mostFavorites - (count?.n ?? 0)));
  if (room.length === 0) return;
  await db
    .insert(favorites)
    .values(room.map(({ kind, thing, title }) => ({ userId, kind, thing, title, keptAt: new Date(now) })))
    .onConflictDoNothing();
}

export async function dropFavorite(db: Db, userId: string, kind: FavoriteKind, thing: string): Promise<void> {
  await db.delete(favorites).where(and(eq(favorites.userId, userId), eq(favorites.kind, kind), eq(favorites.thing, thing)));
}
