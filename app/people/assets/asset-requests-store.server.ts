import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { assetRequests, type AssetRequest } from './asset-requests.tables.ts';

export async function insertAssetRequest(
  tx: Tx,
  now: Instant,
  request: Pick<AssetRequest, 'applicationId' | 'reference' | 'kinds' | 'neededBy' | 'askedBy'>,
): Promise<string> {
  const id = randomUUID();
  await tx.insert(assetRequests).values({ ...request, id, createdAt: new Date(now) });
  return id;
}

export async function findRequestOfApplication(db: Db, applicationId: string): Promise<AssetRequest | null> {
  const [row] = await db.select().from(assetRequests).where(eq(assetRequests.applicationId, applicationId));
  return row ?? null;
}

/** The latest of a colleague. */
export async function findRequestOfUser(db: Db, userId: string): Promise<AssetRequest | null> {
  const [row] = await db
    .select()
    .from(assetRequests)
    .where(eq(assetRequests.userId, userId))
    .orderBy(desc(assetRequests.createdAt))
    .limit(1);
  return row ?? null;
}

/** What is asked for and not handed over, the first day next first. */
export async function listOpenRequests(db: Db, most = 50): Promise<AssetRequest[]> {
  return db
    .select()
    .from(assetRequests)
    .where(eq(assetRequests.status, 'asked'))
    .orderBy(asc(assetRequests.neededBy), asc(assetRequests.id))
    .limit(most);
}

async function lockWhere(tx: Tx, which: SQL | undefined): Promise<AssetRequest[]> {
  return tx.select().from(assetRequests).where(which).orderBy(asc(assetRequests.id)).for('update');
}
export const lockRequest = async (tx: Tx, id: string): Promise<AssetRequest | null> =>
  (await lockWhere(tx, eq(assetRequests.id, id)))[0] ?? null;
export const lockRequestOfApplication = async (tx: Tx, applicationId: string): Promise<AssetRequest | null> =>
  (await lockWhere(tx, eq(assetRequests.applicationId, applicationId)))[0] ?? null;
/** The open ones of a colleague, locked in the order of their ids. */
export const lockOpenRequestsOf = (tx: Tx, userId: string): Promise<AssetRequest[]> =>
  lockWhere(tx, and(eq(assetRequests.userId, userId), eq(assetRequests.status, 'asked')));

/** Changes a request that the transaction has locked. */
export async function changeRequest(
  tx: Tx,
  request: Pick<AssetRequest, 'id' | 'version'>,
  set: Partial<Pick<AssetRequest, 'status' | 'kinds' | 'neededBy' | 'userId' | 'reason' | 'decidedBy' | 'decidedAt'>>,
): Promise<void> {
  await tx
    .update(assetRequests)
    .set({ ...set, version: request.version + 1 })
    .where(eq(assetRequests.id, request.id));
}
