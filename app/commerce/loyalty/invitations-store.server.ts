import { and, desc, eq, gte, isNotNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { loyaltyInvitations, loyaltyMembers, type Invitation, type Member } from './loyalty.tables.ts';

/** Whose link a code is of. */
export async function findMemberByCode(db: Db, code: string): Promise<Member | null> {
  const [row] = await db.select().from(loyaltyMembers).where(eq(loyaltyMembers.inviteCode, code));
  return row ?? null;
}

export async function insertInvitation(tx: Tx, now: Instant, made: { readonly userId: string; readonly inviterId: string }): Promise<void> {
  await tx.insert(loyaltyInvitations).values({ ...made, status: 'waiting', madeAt: new Date(now), changedAt: new Date(now) });
}

/** How somebody came, if by a code. */
export async function findInvitation(db: Db, userId: string): Promise<Invitation | null> {
  const [row] = await db.select().from(loyaltyInvitations).where(eq(loyaltyInvitations.userId, userId));
  return row ?? null;
}

export async function lockInvitation(tx: Tx, userId: string): Promise<Invitation | null> {
  const [row] = await tx.select().from(loyaltyInvitations).where(eq(loyaltyInvitations.userId, userId)).for('update');
  return row ?? null;
}

/** Writes what became of an invitation. The caller holds its lock. */
export async function saveInvitation(
  tx: Tx,
  now: Instant,
  userId: string,
  set: Partial<Pick<Invitation, 'status' | 'orderId' | 'inviterPoints' | 'friendPoints' | 'tripLeast' | 'countedAt'>>,
): Promise<void> {
  await tx
    .update(loyaltyInvitations)
    .set({ ...set, version: sql`${loyaltyInvitations.version} + 1`, changedAt: new Date(now) })
    .where(eq(loyaltyInvitations.userId, userId));
}

/** Who came by a member's code, the newest first. */
export async function listInvited(db: Db, inviterId: string, most: number): Promise<Invitation[]> {
  return db
    .select()
    .from(loyaltyInvitations)
    .where(eq(loyaltyInvitations.inviterId, inviterId))
    .orderBy(desc(loyaltyInvitations.madeAt), desc(loyaltyInvitations.userId))
    .limit(most);
}

/** How many came by a member's code since a moment. */
export async function countInvited(db: Db, inviterId: string, since: Instant): Promise<number> {
  return db.$count(loyaltyInvitations, and(eq(loyaltyInvitations.inviterId, inviterId), gte(loyaltyInvitations.madeAt, new Date(since))));
}

/** How many of them brought the member something since a moment. */
export async function countCounted(db: Db, inviterId: string, since: Instant): Promise<number> {
  return db.$count(
    loyaltyInvitations,
    and(
      eq(loyaltyInvitations.inviterId, inviterId),
      isNotNull(loyaltyInvitations.countedAt),
      gte(loyaltyInvitations.countedAt, new Date(since)),
      sql`${loyaltyInvitations.inviterPoints} > 0`,
    ),
  );
}

/** Orders that somebody placed since a moment, the first before the others. */
export async function findOrdersSince(db: Db, userId: string, since: Date): Promise<{ readonly id: string; readonly status: string }[]> {
  const result = await db.execute(sql`
    select id, status from orders where user_id = ${userId} and created_at >= ${since.toISOString()}::timestamptz
    order by created_at, id limit 50`);
  return (result as unknown as { rows: { id: string; status: string }[] }).rows;
}

/** Whether anything was ever paid for an account. */
export async function hasPaid(db: Db, userId: string): Promise<boolean> {
  const result = await db.execute(sql`
    select 1 from orders o join order_money_states s on s.order_id = o.id
    where o.user_id = ${userId} and s.state <> 'unpaid' and s.state <> 'authorised' limit 1`);
  return (result as unknown as { rows: unknown[] }).rows.length > 0;
}

/** Lots that came of one invitation to one of the two. */
export async function findLotsOfInvitation(db: Db, invited: string, userId: string): Promise<ReadonlySet<number>> {
  const result = await db.execute(sql`
    select l.transfer_id from loyalty_lots l join loyalty_transfers t on t.id = l.transfer_id
    where t.user_id = ${userId} and t.kind = 'invite-release' and starts_with(t.key, ${`invite:${invited}:`})`);
  return new Set((result as unknown as { rows: { transfer_id: string | number }[] }).rows.map((row) => Number(row.transfer_id)));
}

/** A page of invitations that may have to be reckoned anew: money of a trip moved since a moment, or a trip that waits is over. */
export async function findInvitationsToReckon(
  db: Db,
  { since, ended, after, most }: { readonly since: Instant; readonly ended: Instant; readonly after: string; readonly most: number },
): Promise<string[]> {
  const from = new Date(since).toISOString();
  const result = await db.execute(sql`
    select i.user_id as id from loyalty_invitations i
    where i.user_id > ${after} and i.status in ('waiting', 'pending', 'given') and exists (
      select 1 from orders o where o.user_id = i.user_id and o.created_at >= i.made_at and (i.order_id is null or i.order_id = o.id) and (
        o.changed_at > ${from}::timestamptz
        or exists (select 1 from ledger_transfers t where t.order_id = o.id and t.posted_at > ${from}::timestamptz)
        or (i.status = 'pending' and o.travel_ends < ${new Date(ended).toISOString()}::timestamptz)))
    order by i.user_id limit ${most}`);
  return (result as unknown as { rows: { id: string }[] }).rows.map(({ id }) => id);
}
