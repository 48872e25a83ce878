import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { minuteMs, type Instant } from '#app/values/dates.ts';
import { apiKeys, type ApiKey } from './api-keys.tables.ts';
import { sha256 } from './crypto.server.ts';
import type { Db, Tx } from './database.server.ts';

/** Keys that open something first, then by their age. */
export async function listApiKeys(db: Db, most = 200): Promise<ApiKey[]> {
  return db
    .select()
    .from(apiKeys)
    .orderBy(sql`${apiKeys.revokedAt} is not null`, desc(apiKeys.madeAt))
    .limit(most);
}

/** Whose key this is, whatever its state; null for a string that we never gave out. */
export async function findApiKey(db: Db, key: string): Promise<ApiKey | null> {
  const [row] = await db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.hash, sha256(key)));
  return row ?? null;
}

/** False when a key that is not revoked has the name already. */
export async function insertApiKey(tx: Tx, key: ApiKey): Promise<boolean> {
  return (await tx.insert(apiKeys).values(key).onConflictDoNothing().returning({ id: apiKeys.id })).length > 0;
}

/** Null when there is none of this id, or it is revoked already. */
export async function revokeApiKey(tx: Tx, now: Instant, id: string, by: string): Promise<ApiKey | null> {
  const [row] = await tx
    .update(apiKeys)
    .set({ revokedBy: by, revokedAt: new Date(now) })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
    .returning();
  return row ?? null;
}

/** Keys that somebody made and that open something still, by their names. */
export async function findLiveKeysOf(db: Db, userId: string): Promise<ApiKey[]> {
  return db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.madeBy, userId), isNull(apiKeys.revokedAt)))
    .orderBy(apiKeys.name);
}

/** Ends every key that somebody made, and says which those were. */
export async function revokeKeysOf(tx: Tx, now: Instant, userId: string, by: string): Promise<ApiKey[]> {
  return tx
    .update(apiKeys)
    .set({ revokedBy: by, revokedAt: new Date(now) })
    .where(and(eq(apiKeys.madeBy, userId), isNull(apiKeys.revokedAt)))
    .returning();
}

/** Notes that a key was used, once a minute at most: a partner that asks much does not make a row hot. */
export async function noteKeyUse(db: Db, now: Instant, id: string): Promise<void> {
  const stale = or(isNull(apiKeys.usedAt), lt(apiKeys.usedAt, new Date(now - minuteMs)));
  await db
    .update(apiKeys)
    .set({ usedAt: new Date(now) })
    .where(and(eq(apiKeys.id, id), stale));
}
