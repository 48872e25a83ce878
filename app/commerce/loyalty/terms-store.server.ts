import { desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { loyaltyTerms, type LoyaltyTerms } from './loyalty.tables.ts';
import type { TermsValues } from './terms-rules.ts';

/** What points become and invitations bring today; null until somebody has put it to work. */
export async function findLiveTerms(db: Db): Promise<LoyaltyTerms | null> {
  const [row] = await db.select().from(loyaltyTerms).where(eq(loyaltyTerms.status, 'live'));
  return row ?? null;
}

/** Those in force and those that wait for a second person. */
export async function listTerms(db: Db): Promise<LoyaltyTerms[]> {
  return db
    .select()
    .from(loyaltyTerms)
    .where(inArray(loyaltyTerms.status, ['draft', 'live']))
    .orderBy(desc(loyaltyTerms.madeAt));
}

export async function lockTerms(tx: Tx, id: string): Promise<LoyaltyTerms | null> {
  const [row] = await tx.select().from(loyaltyTerms).where(eq(loyaltyTerms.id, id)).for('update');
  return row ?? null;
}

/** Writes a draft, or the one there is anew: then it is the last writer's. */
export async function saveDraftTerms(
  tx: Tx,
  now: Instant,
  draft: { readonly id: string; readonly values: TermsValues; readonly madeBy: string },
): Promise<string> {
  const { id, values, madeBy } = draft;
  const [row] = await tx
    .insert(loyaltyTerms)
    .values({ id, ...values, madeBy, status: 'draft', madeAt: new Date(now) })
    .onConflictDoUpdate({
      target: loyaltyTerms.status,
      targetWhere: sql`status = 'draft'`,
      set: { ...values, madeBy, madeAt: new Date(now), version: sql`${loyaltyTerms.version} + 1` },
    })
    .returning({ id: loyaltyTerms.id });
  return row!.id;
}

/** Puts terms to work in place of those that are; the caller holds their lock. */
export async function putTermsToWork(tx: Tx, now: Instant, id: string, approvedBy: string): Promise<void> {
  await tx
    .update(loyaltyTerms)
    .set({ status: 'retired', retiredAt: new Date(now), version: sql`${loyaltyTerms.version} + 1` })
    .where(eq(loyaltyTerms.status, 'live'));
  await tx
    .update(loyaltyTerms)
    .set({ status: 'live', approvedBy, liveAt: new Date(now), version: sql`${loyaltyTerms.version} + 1` })
    .where(eq(loyaltyTerms.id, id));
}

/** What became of points: held now, and since a moment what came of invitations, what was turned into credit and what ended. */
export async function sumUse(db: Db, since: Instant) {
  const from = new Date(since).toISOString();
  const result = await db.execute(sql`
    select
      (select count(*) from loyalty_members where held_at is not null) as held_members,
      (select coalesce(sum(pending + available), 0) from loyalty_members where held_at is not null) as held,
      (select coalesce(sum(e.points), 0) from loyalty_transfers t join loyalty_entries e on e.transfer_id = t.id
        where t.kind in ('invite-release', 'invite-reverse') and e.account = 'available' and t.posted_at >= ${from}::timestamptz) as invited,
      (select coalesce(sum(e.points), 0) from loyalty_transfers t join loyalty_entries e on e.transfer_id = t.id
        where e.account = 'burned' and t.posted_at >= ${from}::timestamptz) as burned,
      (select coalesce(sum(e.points), 0) from loyalty_transfers t join loyalty_entries e on e.transfer_id = t.id
        where e.account = 'expired' and t.posted_at >= ${from}::timestamptz) as expired`);
  const row = (result as unknown as { rows: Record<string, string | number>[] }).rows[0]!;
  const number = (name: string) => Number(row[name]);
  return {
    heldMembers: number('held_members'),
    held: number('held'),
    invited: number('invited'),
    burned: number('burned'),
    expired: number('expired'),
  };
}
