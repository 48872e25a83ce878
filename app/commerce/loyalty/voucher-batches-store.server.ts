import { and, asc, count, desc, eq, gt, gte, inArray, isNull, lt, ne, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { guardIsOff } from '#app/platform/failpoint.server.ts';
import type { Instant } from '#app/values/dates.ts';
import {
  loyaltyMembers,
  loyaltyVoucherBatches,
  loyaltyVoucherBatchRows,
  loyaltyVouchers,
  type VoucherBatch,
  type VoucherBatchRow,
} from './loyalty.tables.ts';
import type { Tier } from './tier-rules.ts';
import type { BatchStanding, LeftOut } from './voucher-rules.ts';

/** Members by what the list of members tells of them. */
export interface MemberChoice {
  readonly tier: Tier | null;
  /** Whose points moved since a moment, or did not. */
  readonly since: { readonly at: Instant; readonly moved: boolean } | null;
}

export async function findChosen(db: Db, { tier, since }: MemberChoice, most: number): Promise<string[]> {
  const wanted: SQL[] = [];
  if (tier) wanted.push(eq(loyaltyMembers.tier, tier));
  if (since) wanted.push((since.moved ? gte : lt)(loyaltyMembers.changedAt, new Date(since.at)));
  const rows = await db
    .select({ userId: loyaltyMembers.userId })
    .from(loyaltyMembers)
    .where(and(...wanted))
    .orderBy(asc(loyaltyMembers.userId))
    .limit(most);
  return rows.map(({ userId }) => userId);
}

export async function findMembersAmong(db: Db, userIds: readonly string[]) {
  if (userIds.length === 0) return new Map<string, { readonly held: boolean }>();
  const rows = await db
    .select({ userId: loyaltyMembers.userId, heldAt: loyaltyMembers.heldAt })
    .from(loyaltyMembers)
    .where(inArray(loyaltyMembers.userId, [...userIds]));
  return new Map(rows.map(({ userId, heldAt }) => [userId, { held: heldAt !== null }]));
}

/** Who of these has a voucher of the same campaign that nobody took back, from another time or from this one. */
export async function findHaving(db: Db, campaign: string, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .select({ userId: loyaltyVouchers.userId })
    .from(loyaltyVouchers)
    .innerJoin(loyaltyVoucherBatches, eq(loyaltyVoucherBatches.id, loyaltyVouchers.batchId))
    .where(
      and(
        inArray(loyaltyVouchers.userId, [...userIds]),
        ne(loyaltyVouchers.status, 'withdrawn'),
        sql`lower(${loyaltyVoucherBatches.campaign}) = lower(${campaign})`,
      ),
    );
  return new Set(rows.map(({ userId }) => userId));
}

/** What a colleague gave each of these alone since a moment, in fils at most. */
export async function givenAloneTo(
  db: Db,
  userIds: readonly string[],
  staffId: string,
  since: Instant,
): Promise<ReadonlyMap<string, number>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .select({ userId: loyaltyVouchers.userId, most: sql<string>`sum(${loyaltyVouchers.most})` })
    .from(loyaltyVouchers)
    .where(
      and(
        inArray(loyaltyVouchers.userId, [...userIds]),
        eq(loyaltyVouchers.askedBy, staffId),
        isNull(loyaltyVouchers.approvedBy),
        inArray(loyaltyVouchers.status, ['live', 'used', 'expired']),
        gte(loyaltyVouchers.liveAt, new Date(since)),
      ),
    )
    .groupBy(loyaltyVouchers.userId);
  return new Map(rows.map(({ userId, most }) => [userId, Number(most)]));
}

/** Writes a batch; false where its form was sent before. */
export async function insertBatch(
  tx: Tx,
  batch: typeof loyaltyVoucherBatches.$inferInsert,
  rows: readonly { readonly userId: string; readonly why: LeftOut | null }[],
): Promise<boolean> {
  const made = await tx.insert(loyaltyVoucherBatches).values(batch).onConflictDoNothing().returning({ id: loyaltyVoucherBatches.id });
  if (made.length === 0) return false;
  await tx
    .insert(loyaltyVoucherBatchRows)
    .values(
      rows.map(({ userId, why }) => ({ batchId: batch.id, userId, standing: why ? ('left-out' as const) : ('waits' as const), why })),
    );
  return true;
}

export async function findBatch(db: Db, id: string): Promise<VoucherBatch | null> {
  const [row] = await db.select().from(loyaltyVoucherBatches).where(eq(loyaltyVoucherBatches.id, id));
  return row ?? null;
}

export async function listBatches(db: Db, most: number): Promise<VoucherBatch[]> {
  return db.select().from(loyaltyVoucherBatches).orderBy(desc(loyaltyVoucherBatches.madeAt), asc(loyaltyVoucherBatches.id)).limit(most);
}

/** A batch for a press of a colleague: of two who press at once, the second finds it moved. */
export async function lockBatch(tx: Tx, id: string): Promise<VoucherBatch | null> {
  const found = tx.select().from(loyaltyVoucherBatches).where(eq(loyaltyVoucherBatches.id, id));
  const [row] = await (guardIsOff('voucher-batch') ? found : found.for('update'));
  return row ?? null;
}

/** A batch for the gift to one of its members: nobody calls it back meanwhile. */
export async function holdBatch(tx: Tx, id: string): Promise<VoucherBatch | null> {
  const [row] = await tx.select().from(loyaltyVoucherBatches).where(eq(loyaltyVoucherBatches.id, id)).for('share');
  return row ?? null;
}

export async function changeBatch(
  tx: Tx,
  now: Instant,
  id: string,
  set: Partial<Pick<VoucherBatch, 'status' | 'askedBy' | 'approvedBy' | 'withdrawnBy' | 'withdrawnWhy'>>,
): Promise<void> {
  await tx
    .update(loyaltyVoucherBatches)
    .set({ ...set, version: sql`${loyaltyVoucherBatches.version} + 1`, changedAt: new Date(now) })
    .where(eq(loyaltyVoucherBatches.id, id));
}

const rowOf = (batchId: string, userId: string) =>
  and(eq(loyaltyVoucherBatchRows.batchId, batchId), eq(loyaltyVoucherBatchRows.userId, userId));

export async function lockBatchRow(tx: Tx, batchId: string, userId: string): Promise<VoucherBatchRow | null> {
  const [row] = await tx.select().from(loyaltyVoucherBatchRows).where(rowOf(batchId, userId)).for('update');
  return row ?? null;
}

export async function setBatchRow(
  tx: Tx,
  batchId: string,
  userId: string,
  set: Partial<Pick<VoucherBatchRow, 'standing' | 'why' | 'voucherId'>>,
): Promise<void> {
  await tx.update(loyaltyVoucherBatchRows).set(set).where(rowOf(batchId, userId));
}

/** Whoever still waits when a batch is called back gets none. */
export async function leaveOutWaiting(tx: Tx, batchId: string): Promise<void> {
  await tx
    .update(loyaltyVoucherBatchRows)
    .set({ standing: 'left-out', why: 'called-back' })
    .where(and(eq(loyaltyVoucherBatchRows.batchId, batchId), eq(loyaltyVoucherBatchRows.standing, 'waits')));
}

/** A page of the members of a batch, of one standing or of all. */
export async function findBatchRows(
  db: Db,
  batchId: string,
  standing: BatchStanding | null,
  after: { readonly id: string } | null,
  most: number,
) {
  const rows = await db
    .select({ row: loyaltyVoucherBatchRows, status: loyaltyVouchers.status, code: loyaltyVouchers.code })
    .from(loyaltyVoucherBatchRows)
    .leftJoin(loyaltyVouchers, eq(loyaltyVouchers.id, loyaltyVoucherBatchRows.voucherId))
    .where(
      and(
        eq(loyaltyVoucherBatchRows.batchId, batchId),
        standing ? eq(loyaltyVoucherBatchRows.standing, standing) : undefined,
        after ? gt(loyaltyVoucherBatchRows.userId, after.id) : undefined,
      ),
    )
    .orderBy(asc(loyaltyVoucherBatchRows.userId))
    .limit(most);
  return rows.map(({ row, status, code }) => ({ ...row, id: row.userId, status, code }));
}

export interface BatchCount {
  readonly standing: BatchStanding;
  readonly why: LeftOut | null;
  readonly members: number;
}

export async function countBatchRows(db: Db, batchId: string): Promise<BatchCount[]> {
  return db
    .select({ standing: loyaltyVoucherBatchRows.standing, why: loyaltyVoucherBatchRows.why, members: count() })
    .from(loyaltyVoucherBatchRows)
    .where(eq(loyaltyVoucherBatchRows.batchId, batchId))
    .groupBy(loyaltyVoucherBatchRows.standing, loyaltyVoucherBatchRows.why)
    .orderBy(asc(loyaltyVoucherBatchRows.standing), asc(loyaltyVoucherBatchRows.why));
}
