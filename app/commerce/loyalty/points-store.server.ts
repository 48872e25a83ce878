import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { guardIsOff } from '#app/platform/failpoint.server.ts';
import type { Instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import {
  loyaltyEntries,
  loyaltyLots,
  loyaltyMembers,
  loyaltyOrders,
  loyaltyTransfers,
  type LoyaltyOrder,
  type Member,
} from './loyalty.tables.ts';
import type { PointsEntry, PointsKind } from './points-postings.ts';
import type { Tier } from './tier-rules.ts';

/** Makes somebody a member; false when they are one. */
export async function insertMember(
  tx: Tx,
  now: Instant,
  member: { readonly userId: string; readonly language: LanguageCode; readonly inviteCode: string },
): Promise<boolean> {
  const made = await tx
    .insert(loyaltyMembers)
    .values({ ...member, joinedAt: new Date(now), changedAt: new Date(now) })
    .onConflictDoNothing({ target: loyaltyMembers.userId })
    .returning({ id: loyaltyMembers.userId });
  return made.length > 0;
}

export async function findMember(db: Db, userId: string): Promise<Member | null> {
  const [row] = await db.select().from(loyaltyMembers).where(eq(loyaltyMembers.userId, userId));
  return row ?? null;
}

/** The row as it stands, kept from others until the transaction ends: whoever moves points of a member holds it. */
export async function lockMember(tx: Tx, userId: string): Promise<Member | null> {
  const found = tx.select().from(loyaltyMembers).where(eq(loyaltyMembers.userId, userId));
  const [row] = await (guardIsOff('points-member') ? found : found.for('update'));
  return row ?? null;
}

export async function changeMember(
  tx: Tx,
  now: Instant,
  userId: string,
  set: Partial<Pick<Member, 'tier' | 'heldAt' | 'heldBy' | 'holdReason' | 'holdRule' | 'inviteCode'>>,
): Promise<void> {
  await tx
    .update(loyaltyMembers)
    .set({ ...set, version: sql`${loyaltyMembers.version} + 1`, changedAt: new Date(now) })
    .where(eq(loyaltyMembers.userId, userId));
}

/** Posts a movement and both balances with it; its id, or null when its key was posted before. The member's row is locked. */
export async function postPoints(
  tx: Tx,
  now: Instant,
  transfer: {
    readonly key: string;
    readonly kind: PointsKind;
    readonly userId: string;
    readonly orderId: string | null;
    readonly entries: readonly PointsEntry[];
  },
): Promise<number | null> {
  const { entries, ...rest } = transfer;
  const [made] = await tx
    .insert(loyaltyTransfers)
    .values({ ...rest, postedAt: new Date(now) })
    .onConflictDoNothing({ target: loyaltyTransfers.key })
    .returning({ id: loyaltyTransfers.id });
  if (!made) return null;
  await tx.insert(loyaltyEntries).values(entries.map((entry) => ({ ...entry, transferId: made.id })));
  const sumOf = (account: string) => entries.filter((entry) => entry.account === account).reduce((sum, { points }) => sum + points, 0);
  await tx
    .update(loyaltyMembers)
    .set({
      pending: sql`${loyaltyMembers.pending} + ${sumOf('pending')}`,
      available: sql`${loyaltyMembers.available} + ${sumOf('available')}`,
      version: sql`${loyaltyMembers.version} + 1`,
      changedAt: new Date(now),
    })
    .where(eq(loyaltyMembers.userId, transfer.userId));
  return made.id;
}

export async function insertLot(tx: Tx, lot: Omit<typeof loyaltyLots.$inferSelect, 'remaining'>): Promise<void> {
  await tx.insert(loyaltyLots).values({ ...lot, remaining: lot.points });
}

/** What is left of a member's points, by when it ends. */
export async function findLots(db: Db, userId: string) {
  return db
    .select()
    .from(loyaltyLots)
    .where(and(eq(loyaltyLots.userId, userId), gt(loyaltyLots.remaining, 0)))
    .orderBy(asc(loyaltyLots.expiresOn), asc(loyaltyLots.transferId));
}

/** Which lots came of an order. */
export async function findLotsOfOrder(db: Db, orderId: string): Promise<ReadonlySet<number>> {
  const rows = await db
    .select({ transferId: loyaltyLots.transferId })
    .from(loyaltyLots)
    .innerJoin(loyaltyTransfers, eq(loyaltyTransfers.id, loyaltyLots.transferId))
    .where(eq(loyaltyTransfers.orderId, orderId));
  return new Set(rows.map(({ transferId }) => transferId));
}

/** Whether a member ever turned points into credit. */
export async function hasBurned(db: Db, userId: string): Promise<boolean> {
  return (await db.$count(loyaltyTransfers, and(eq(loyaltyTransfers.userId, userId), eq(loyaltyTransfers.kind, 'burn')))) > 0;
}

/** What these members have turned into credit, in points. */
export async function burnedBy(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .select({ userId: loyaltyTransfers.userId, points: sql<string>`sum(${loyaltyEntries.points})` })
    .from(loyaltyTransfers)
    .innerJoin(loyaltyEntries, eq(loyaltyEntries.transferId, loyaltyTransfers.id))
    .where(and(inArray(loyaltyTransfers.userId, [...userIds]), eq(loyaltyEntries.account, 'burned')))
    .groupBy(loyaltyTransfers.userId);
  return new Map(rows.map(({ userId, points }) => [userId, Number(points)]));
}

export async function takeFromLot(tx: Tx, transferId: number, points: number): Promise<void> {
  await tx
    .update(loyaltyLots)
    .set({ remaining: sql`${loyaltyLots.remaining} - ${points}` })
    .where(eq(loyaltyLots.transferId, transferId));
}

/** A page of the lots that end on or before a day and still hold points, of members whom nobody looks into. */
export async function findEndedLots(db: Db, day: string, after: { readonly id: string } | null, most: number) {
  return db
    .select({ id: sql<string>`${loyaltyLots.transferId}::text`, userId: loyaltyLots.userId, transferId: loyaltyLots.transferId })
    .from(loyaltyLots)
    .innerJoin(loyaltyMembers, eq(loyaltyMembers.userId, loyaltyLots.userId))
    .where(
      and(
        lte(loyaltyLots.expiresOn, day),
        gt(loyaltyLots.remaining, 0),
        isNull(loyaltyMembers.heldAt),
        after ? gt(loyaltyLots.transferId, Number(after.id)) : undefined,
      ),
    )
    .orderBy(asc(loyaltyLots.transferId))
    .limit(most);
}

export async function lockLot(tx: Tx, transferId: number) {
  const [row] = await tx.select().from(loyaltyLots).where(eq(loyaltyLots.transferId, transferId)).for('update');
  return row ?? null;
}

/** What ends between two days, per member and day. */
export async function findEndingLots(
  db: Db,
  from: string,
  until: string,
): Promise<{ userId: string; expiresOn: string; points: number }[]> {
  const rows = await db
    .select({ userId: loyaltyLots.userId, expiresOn: loyaltyLots.expiresOn, points: sql<string>`sum(${loyaltyLots.remaining})` })
    .from(loyaltyLots)
    .where(and(gt(loyaltyLots.expiresOn, from), lte(loyaltyLots.expiresOn, until), gt(loyaltyLots.remaining, 0)))
    .groupBy(loyaltyLots.userId, loyaltyLots.expiresOn)
    .orderBy(asc(loyaltyLots.expiresOn), asc(loyaltyLots.userId));
  return rows.map((row) => ({ ...row, points: Number(row.points) }));
}

export async function findLoyaltyOrder(db: Db, orderId: string): Promise<LoyaltyOrder | null> {
  const [row] = await db.select().from(loyaltyOrders).where(eq(loyaltyOrders.orderId, orderId));
  return row ?? null;
}

export async function saveLoyaltyOrder(tx: Tx, row: LoyaltyOrder): Promise<void> {
  const { points, released, changedAt } = row;
  await tx.insert(loyaltyOrders).values(row).onConflictDoUpdate({ target: loyaltyOrders.orderId, set: { points, released, changedAt } });
}

/** What an order's movements left in an account, and how many there were. */
export async function pointsOfOrder(db: Db, orderId: string): Promise<{ readonly pending: number; readonly moves: number }> {
  const [row] = await db
    .select({
      pending: sql<string>`coalesce(sum(${loyaltyEntries.points}) filter (where ${loyaltyEntries.account} = 'pending'), 0)`,
      moves: sql<string>`count(distinct ${loyaltyTransfers.id})`,
    })
    .from(loyaltyTransfers)
    .innerJoin(loyaltyEntries, eq(loyaltyEntries.transferId, loyaltyTransfers.id))
    .where(eq(loyaltyTransfers.orderId, orderId));
  return { pending: Number(row!.pending), moves: Number(row!.moves) };
}

/** What a member earned by travelling since a moment, less what was reversed: what the tier goes by. */
export async function earnedSince(db: Db, userId: string, since: Instant): Promise<number> {
  const [row] = await db
    .select({ points: sql<string>`coalesce(sum(${loyaltyEntries.points}), 0)` })
    .from(loyaltyTransfers)
    .innerJoin(loyaltyEntries, eq(loyaltyEntries.transferId, loyaltyTransfers.id))
    .where(
      and(
        eq(loyaltyTransfers.userId, userId),
        eq(loyaltyEntries.account, 'available'),
        inArray(loyaltyTransfers.kind, ['release', 'reverse']),
        gte(loyaltyTransfers.postedAt, new Date(since)),
      ),
    );
  return Math.max(0, Number(row!.points));
}

/** Members above the first tier: theirs may end as months go by. */
export async function findAboveFirstTier(db: Db): Promise<string[]> {
  const rows = await db
    .select({ userId: loyaltyMembers.userId })
    .from(loyaltyMembers)
    .where(sql`${loyaltyMembers.tier} <> 'member'`);
  return rows.map(({ userId }) => userId);
}

export interface PointsLine {
  readonly id: number;
  readonly kind: PointsKind;
  readonly orderId: string | null;
  readonly at: Date;
  /** What the movement did to what waits and to what there is. */
  readonly pending: number;
  readonly available: number;
}

/** A member's movements, the newest first. */
export async function listPoints(db: Db, userId: string, most: number): Promise<PointsLine[]> {
  const of = (account: string) =>
    sql<string>`coalesce(sum(${loyaltyEntries.points}) filter (where ${loyaltyEntries.account} = ${account}), 0)`;
  const rows = await db
    .select({
      id: loyaltyTransfers.id,
      kind: loyaltyTransfers.kind,
      orderId: loyaltyTransfers.orderId,
      at: loyaltyTransfers.postedAt,
      pending: of('pending'),
      available: of('available'),
    })
    .from(loyaltyTransfers)
    .innerJoin(loyaltyEntries, eq(loyaltyEntries.transferId, loyaltyTransfers.id))
    .where(eq(loyaltyTransfers.userId, userId))
    .groupBy(loyaltyTransfers.id)
    .orderBy(desc(loyaltyTransfers.id))
    .limit(most);
  return rows.map((row) => ({ ...row, pending: Number(row.pending), available: Number(row.available) }));
}

/** The newest movement of each of these members. */
export async function lastMoves(
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly kind: PointsKind; readonly at: Date }>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([loyaltyTransfers.userId], {
      userId: loyaltyTransfers.userId,
      kind: loyaltyTransfers.kind,
      at: loyaltyTransfers.postedAt,
    })
    .from(loyaltyTransfers)
    .where(inArray(loyaltyTransfers.userId, [...userIds]))
    .orderBy(loyaltyTransfers.userId, desc(loyaltyTransfers.postedAt), desc(loyaltyTransfers.id));
  return new Map(rows.map(({ userId, kind, at }) => [userId, { kind, at }]));
}

/** What of these members' points ends by a day. */
export async function endingBy(db: Db, userIds: readonly string[], day: string): Promise<ReadonlyMap<string, number>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .select({ userId: loyaltyLots.userId, points: sql<string>`sum(${loyaltyLots.remaining})` })
    .from(loyaltyLots)
    .where(and(inArray(loyaltyLots.userId, [...userIds]), lte(loyaltyLots.expiresOn, day), gt(loyaltyLots.remaining, 0)))
    .groupBy(loyaltyLots.userId);
  return new Map(rows.map(({ userId, points }) => [userId, Number(points)]));
}

export interface MemberFilter {
  readonly tier: Tier | null;
  readonly held: boolean;
  /** Of one person, found by their address; null for everybody. */
  readonly userId: string | null;
}

export type MemberSort = 'balance' | 'recent';

export interface MemberAfter {
  /** Points, or milliseconds. */
  readonly value: number;
  readonly id: string;
}

/** One page of members, read on from a row; one more than `size` when there are more. The caller has judged access. */
export async function listMembers(
  db: Db,
  filter: MemberFilter,
  page: { readonly sort: MemberSort; readonly after: MemberAfter | null; readonly size: number },
): Promise<Member[]> {
  const { after, sort } = page;
  const wanted: SQL[] = [];
  if (filter.tier) wanted.push(eq(loyaltyMembers.tier, filter.tier));
  if (filter.held) wanted.push(isNotNull(loyaltyMembers.heldAt));
  if (filter.userId) wanted.push(eq(loyaltyMembers.userId, filter.userId));
  const column = sort === 'balance' ? loyaltyMembers.available : loyaltyMembers.changedAt;
  const value = after && (sort === 'balance' ? after.value : new Date(after.value));
  if (after) wanted.push(or(lt(column, value!), and(eq(column, value!), gt(loyaltyMembers.userId, after.id)))!);
  return db
    .select()
    .from(loyaltyMembers)
    .where(and(...wanted))
    .orderBy(desc(column), asc(loyaltyMembers.userId))
    .limit(page.size + 1);
}

export interface TierSum {
  readonly tier: Tier;
  readonly members: number;
  readonly pending: number;
  readonly available: number;
}

/** What the house owes, by tier: every member is read for it. */
export async function sumByTier(db: Db): Promise<TierSum[]> {
  const rows = await db
    .select({
      tier: loyaltyMembers.tier,
      members: count(),
      pending: sql<string>`sum(${loyaltyMembers.pending})`,
      available: sql<string>`sum(${loyaltyMembers.available})`,
    })
    .from(loyaltyMembers)
    .groupBy(loyaltyMembers.tier);
  return rows.map((row) => ({ ...row, pending: Number(row.pending), available: Number(row.available) }));
}

/** What ends in which quarter, as `2027-1`. */
export async function sumByEnd(db: Db): Promise<{ readonly quarter: string; readonly points: number }[]> {
  const quarter = sql<string>`to_char(${loyaltyLots.expiresOn}, 'YYYY-Q')`;
  const rows = await db
    .select({ quarter, points: sql<string>`sum(${loyaltyLots.remaining})` })
    .from(loyaltyLots)
    .where(gt(loyaltyLots.remaining, 0))
    .groupBy(quarter)
    .orderBy(quarter);
  return rows.map((row) => ({ quarter: row.quarter, points: Number(row.points) }));
}

/**
 * Orders of members that may have to be reckoned anew: money of them moved since a moment, or their points wait and the
 * travel is over. Only what was ordered as a member counts.
 */
export async function findToReckon(
  db: Db,
  { since, ended, after, most }: { readonly since: Instant; readonly ended: Instant; readonly after: string; readonly most: number },
): Promise<string[]> {
  const result = await db.execute(sql`
    select o.id from orders o join loyalty_members m on m.user_id = o.user_id
    where o.id > ${after} and o.created_at >= m.joined_at and (
      o.changed_at > ${new Date(since).toISOString()}::timestamptz
      or exists (select 1 from ledger_transfers t where t.order_id = o.id and t.posted_at > ${new Date(since).toISOString()}::timestamptz)
      or (o.travel_ends < ${new Date(ended).toISOString()}::timestamptz
        and exists (select 1 from loyalty_orders l where l.order_id = o.id and not l.released and l.points > 0)))
    order by o.id limit ${most}`);
  return (result as unknown as { rows: { id: string }[] }).rows.map(({ id }) => id);
}

export async function readReckoned(db: Db): Promise<Date | null> {
  const result = (await db.execute(sql`select reckoned_to from loyalty_reckoned where id = 1`)) as unknown as {
    rows: { reckoned_to: string | Date }[];
  };
  return result.rows[0] ? new Date(result.rows[0].reckoned_to) : null;
}

export async function saveReckoned(db: Db, to: Instant): Promise<void> {
  const at = new Date(to).toISOString();
  await db.execute(
    sql`insert into loyalty_reckoned (id, reckoned_to) values (1, ${at}) on conflict (id) do update set reckoned_to = excluded.reckoned_to`,
  );
}

export async function wasLoyaltyMailed(db: Db, messageId: string): Promise<boolean> {
  const result = (await db.execute(sql`select 1 from loyalty_mails where message_id = ${messageId}`)) as unknown as { rows: unknown[] };
  return result.rows.length > 0;
}

export async function recordLoyaltyMail(db: Db, messageId: string, userId: string, now: Instant): Promise<void> {
  await db.execute(
    sql`insert into loyalty_mails (message_id, user_id, sent_at) values (${messageId}, ${userId}, ${new Date(now).toISOString()}) on conflict do nothing`,
  );
}
