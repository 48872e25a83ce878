import { randomBytes } from 'node:crypto';
import { and, asc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { sameText, type FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import { dayMs, type Instant } from '#app/values/dates.ts';
import { favoriteKey, favoriteKinds, type Favorite, type FavoriteKind } from './favorite-rules.ts';
import type { KeptFavorite } from './favorites-store.server.ts';
import { favorites } from './favorites.tables.ts';
import { favoriteLists, favoriteListThings } from './favorite-lists.tables.ts';
import { mostLists } from './list-name-rules.ts';

export interface FavoriteList {
  readonly id: string;
  readonly name: string;
  /** The key of its link; null while nobody else may see it. */
  readonly token: string | null;
  /** Keys of what is in it, as `favoriteKey` makes them. */
  readonly things: readonly string[];
}

/** A deleted list can be brought back for this long. */
const undoMs = dayMs;

/** What is in a list is a favourite, unless it was removed and only waits to be brought back. */
const isKept = and(
  eq(favorites.userId, favoriteListThings.userId),
  eq(favorites.kind, favoriteListThings.kind),
  eq(favorites.thing, favoriteListThings.thing),
  inArray(favorites.kind, favoriteKinds),
  isNull(favorites.droppedAt),
);

const own = (userId: string, id: string) => and(eq(favoriteLists.id, id), eq(favoriteLists.userId, userId));

/** One customer's lists, the oldest first. */
export async function listsOf(db: Db, crypto: FieldCrypto, userId: string): Promise<FavoriteList[]> {
  const [lists, things] = await Promise.all([
    db
      .select()
      .from(favoriteLists)
      .where(and(eq(favoriteLists.userId, userId), isNull(favoriteLists.deletedAt)))
      .orderBy(asc(favoriteLists.createdAt), asc(favoriteLists.id)),
    db
      .select({ listId: favoriteListThings.listId, kind: favoriteListThings.kind, thing: favoriteListThings.thing })
      .from(favoriteListThings)
      .innerJoin(favorites, isKept)
      .where(eq(favoriteListThings.userId, userId)),
  ]);
  return lists.map(({ id, name, shared, shareNumber }) => ({
    id,
    name,
    token: shared ? tokenOf(crypto, id, shareNumber) : null,
    things: things.filter(({ listId }) => listId === id).map(favoriteKey),
  }));
}

/** Null when there are too many. Lists that were deleted long enough ago are cleared on the way. */
export async function makeList(db: Db, now: Instant, userId: string, name: string): Promise<string | null> {
  await db
    .delete(favoriteLists)
    .where(and(eq(favoriteLists.userId, userId), isNotNull(favoriteLists.deletedAt), lt(favoriteLists.deletedAt, new Date(now - undoMs))));
  const [count] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(favoriteLists)
    .where(eq(favoriteLists.userId, userId));
  if ((count?.n ?? 0) >= mostLists) return null;
  const id = randomBytes(9).toString('hex');
  await db.insert(favoriteLists).values({ id, userId, name, createdAt: new Date(now) });
  return id;
}

/** These answer false for a list that is not there or somebody else's. */
export async function renameList(db: Db, userId: string, id: string, name: string): Promise<boolean> {
  return changed(await db.update(favoriteLists).set({ name }).where(own(userId, id)).returning({ id: favoriteLists.id }));
}

/** A deleted list is shared no more, and is not when it comes back. */
export async function deleteList(db: Db, now: Instant, userId: string, id: string): Promise<boolean> {
  const gone = { deletedAt: new Date(now), shared: false };
  return changed(await db.update(favoriteLists).set(gone).where(own(userId, id)).returning({ id: favoriteLists.id }));
}

export async function undeleteList(db: Db, userId: string, id: string): Promise<boolean> {
  return changed(await db.update(favoriteLists).set({ deletedAt: null }).where(own(userId, id)).returning({ id: favoriteLists.id }));
}

/** Sharing anew makes a new link; whoever has an old one sees nothing. */
export async function shareList(db: Db, userId: string, id: string, shared: boolean): Promise<boolean> {
  const set = shared ? { shared, shareNumber: sql`${favoriteLists.shareNumber} + 1` } : { shared };
  const which = and(own(userId, id), isNull(favoriteLists.deletedAt), eq(favoriteLists.shared, !shared));
  return changed(await db.update(favoriteLists).set(set).where(which).returning({ id: favoriteLists.id }));
}

/** Puts a favourite into a list; only what is kept can be. */
export async function putInList(
  db: Db,
  now: Instant,
  userId: string,
  id: string,
  { kind, thing }: Pick<Favorite, 'kind' | 'thing'>,
): Promise<boolean> {
  const [list] = await db.select({ id: favoriteLists.id }).from(favoriteLists).where(own(userId, id));
  const kept = and(eq(favorites.userId, userId), eq(favorites.kind, kind), eq(favorites.thing, thing), isNull(favorites.droppedAt));
  const [favorite] = await db.select({ thing: favorites.thing }).from(favorites).where(kept);
  if (!list || !favorite) return false;
  await db
    .insert(favoriteListThings)
    .values({ listId: id, userId, kind, thing, addedAt: new Date(now) })
    .onConflictDoNothing();
  return true;
}

export async function takeFromList(
  db: Db,
  userId: string,
  id: string,
  { kind, thing }: { kind: FavoriteKind; thing: string },
): Promise<boolean> {
  const { listId, userId: owner, kind: ofKind, thing: named } = favoriteListThings;
  const which = and(eq(listId, id), eq(owner, userId), eq(ofKind, kind), eq(named, thing));
  return changed(await db.delete(favoriteListThings).where(which).returning({ listId }));
}

/** What a link opens: a name and things, nothing about whose they are. Null for a wrong or revoked link. */
export async function findSharedList(
  db: Db,
  crypto: FieldCrypto,
  token: string,
): Promise<{ readonly name: string; readonly favorites: readonly KeptFavorite[] } | null> {
  const id = /^([0-9a-f]{18})\.[A-Za-z0-9_-]{43}$/.exec(token)?.[1];
  const [list] = await db
    .select()
    .from(favoriteLists)
    .where(eq(favoriteLists.id, id ?? '-'));
  // The key is made and compared for a list that does not exist, too: the time of the answer says nothing.
  const fits = sameText(tokenOf(crypto, list?.id ?? '-', list?.shareNumber ?? 0), token);
  if (!list || !fits || !list.shared || list.deletedAt) return null;
  const rows = await db
    .select({ kind: favorites.kind, thing: favorites.thing, title: favorites.title, at: favoriteListThings.addedAt })
    .from(favoriteListThings)
    .innerJoin(favorites, isKept)
    .where(eq(favoriteListThings.listId, list.id))
    .orderBy(asc(favoriteListThings.addedAt));
  return { name: list.name, favorites: rows.map(({ at, ...row }) => ({ ...row, keptAt: at.toISOString() })) };
}

const changed = (rows: readonly unknown[]) => rows.length > 0;

function tokenOf(crypto: FieldCrypto, id: string, number: number): string {
  return `${id}.${crypto.blindIndex(`${id}|${number}`, 'favorite-list')}`;
}
