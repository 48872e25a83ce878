import { and, asc, desc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import type { ProductKind } from '../product-contract.ts';
import type { AdjustmentStatus } from './loyalty-status.ts';
import { loyaltyAdjustments, loyaltyRules, type Adjustment, type LoyaltyRule } from './loyalty.tables.ts';

const reasonAt = (id: string) => `loyalty_adjustments|reason|${id}`;
const holdAt = (userId: string) => `loyalty_members|hold_reason|${userId}`;

export const sealHold = (crypto: FieldCrypto, userId: string, reason: string) => crypto.seal(reason, holdAt(userId));
export const openHold = (crypto: FieldCrypto, userId: string, sealed: string) => crypto.open(sealed, holdAt(userId));

/** The rules in force and those that wait for a second person. */
export async function listRules(db: Db): Promise<LoyaltyRule[]> {
  return db
    .select()
    .from(loyaltyRules)
    .where(inArray(loyaltyRules.status, ['draft', 'live']))
    .orderBy(asc(loyaltyRules.kind), desc(loyaltyRules.madeAt));
}

export async function findLiveRule(db: Db, kind: ProductKind): Promise<LoyaltyRule | null> {
  const [row] = await db
    .select()
    .from(loyaltyRules)
    .where(and(eq(loyaltyRules.kind, kind), eq(loyaltyRules.status, 'live')));
  return row ?? null;
}

export async function lockRule(tx: Tx, id: string): Promise<LoyaltyRule | null> {
  const [row] = await tx.select().from(loyaltyRules).where(eq(loyaltyRules.id, id)).for('update');
  return row ?? null;
}

/** Writes a draft, or the one there is anew: then it is the last writer's. */
export async function saveDraftRule(tx: Tx, now: Instant, rule: Pick<LoyaltyRule, 'id' | 'kind' | 'points' | 'madeBy'>): Promise<string> {
  const [row] = await tx
    .insert(loyaltyRules)
    .values({ ...rule, status: 'draft', madeAt: new Date(now) })
    .onConflictDoUpdate({
      target: loyaltyRules.kind,
      targetWhere: sql`status = 'draft'`,
      set: { points: rule.points, madeBy: rule.madeBy, madeAt: new Date(now), version: sql`${loyaltyRules.version} + 1` },
    })
    .returning({ id: loyaltyRules.id });
  return row!.id;
}

/** Retires the rule of a product that is in force; nothing when there is none. */
export async function retireRule(tx: Tx, now: Instant, kind: ProductKind): Promise<void> {
  await tx
    .update(loyaltyRules)
    .set({ status: 'retired', retiredAt: new Date(now), version: sql`${loyaltyRules.version} + 1` })
    .where(and(eq(loyaltyRules.kind, kind), eq(loyaltyRules.status, 'live')));
}

export async function putRuleToWork(tx: Tx, now: Instant, id: string, approvedBy: string): Promise<void> {
  await tx
    .update(loyaltyRules)
    .set({ status: 'live', approvedBy, liveAt: new Date(now), version: sql`${loyaltyRules.version} + 1` })
    .where(eq(loyaltyRules.id, id));
}

export type OpenAdjustment = Adjustment;

const opened = (crypto: FieldCrypto, row: Adjustment): OpenAdjustment => ({ ...row, reason: crypto.open(row.reason, reasonAt(row.id)) });

export async function insertAdjustment(tx: Tx, crypto: FieldCrypto, row: Adjustment): Promise<void> {
  await tx.insert(loyaltyAdjustments).values({ ...row, reason: crypto.seal(row.reason, reasonAt(row.id)) });
}

export async function lockAdjustment(tx: Tx, id: string): Promise<Adjustment | null> {
  const [row] = await tx.select().from(loyaltyAdjustments).where(eq(loyaltyAdjustments.id, id)).for('update');
  return row ?? null;
}

export async function decideAdjustmentRow(
  tx: Tx,
  now: Instant,
  decided: { readonly id: string; readonly status: AdjustmentStatus; readonly by: string },
): Promise<void> {
  await tx
    .update(loyaltyAdjustments)
    .set({ status: decided.status, decidedBy: decided.by, decidedAt: new Date(now) })
    .where(eq(loyaltyAdjustments.id, decided.id));
}

/** What waits for a second person, the oldest first. */
export async function listWaitingAdjustments(db: Db, crypto: FieldCrypto): Promise<OpenAdjustment[]> {
  const rows = await db
    .select()
    .from(loyaltyAdjustments)
    .where(eq(loyaltyAdjustments.status, 'asked'))
    .orderBy(asc(loyaltyAdjustments.askedAt), asc(loyaltyAdjustments.id))
    .limit(200);
  return rows.map((row) => opened(crypto, row));
}

/** A member's adjustments, the newest first. */
export async function listAdjustmentsOf(db: Db, crypto: FieldCrypto, userId: string): Promise<OpenAdjustment[]> {
  const rows = await db
    .select()
    .from(loyaltyAdjustments)
    .where(eq(loyaltyAdjustments.userId, userId))
    .orderBy(desc(loyaltyAdjustments.askedAt), asc(loyaltyAdjustments.id))
    .limit(50);
  return rows.map((row) => opened(crypto, row));
}

/** What colleagues gave a member on a day in Dubai, in points. */
export async function givenByHandOn(tx: Tx, userId: string, day: CalendarDate): Promise<number> {
  const [row] = await tx
    .select({ points: sql<string>`coalesce(sum(${loyaltyAdjustments.points}), 0)` })
    .from(loyaltyAdjustments)
    .where(
      and(
        eq(loyaltyAdjustments.userId, userId),
        eq(loyaltyAdjustments.status, 'done'),
        sql`${loyaltyAdjustments.points} > 0`,
        sql`(${loyaltyAdjustments.decidedAt} at time zone 'Asia/Dubai')::date = ${day}::date`,
      ),
    );
  return Number(row!.points);
}

/** What a colleague moved of a member's points alone since a moment, either way together: parts do not stay under a limit. */
export async function adjustedAlone(tx: Tx, userId: string, staffId: string, since: Instant): Promise<number> {
  const [row] = await tx
    .select({ points: sql<string>`coalesce(sum(abs(${loyaltyAdjustments.points})), 0)` })
    .from(loyaltyAdjustments)
    .where(
      and(
        eq(loyaltyAdjustments.userId, userId),
        eq(loyaltyAdjustments.askedBy, staffId),
        eq(loyaltyAdjustments.decidedBy, staffId),
        eq(loyaltyAdjustments.status, 'done'),
        gte(loyaltyAdjustments.askedAt, new Date(since)),
      ),
    );
  return Number(row!.points);
}
