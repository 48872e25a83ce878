import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { guardIsOff } from '#app/platform/failpoint.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import { loyaltyVouchers, type Voucher } from './loyalty.tables.ts';

const reasonAt = (id: string) => `loyalty_vouchers|reason|${id}`;
const whyAt = (id: string) => `loyalty_vouchers|withdrawn_why|${id}`;

export const sealReason = (crypto: FieldCrypto, id: string, reason: string) => crypto.seal(reason, reasonAt(id));
export const openReason = (crypto: FieldCrypto, id: string, sealed: string) => crypto.open(sealed, reasonAt(id));
export const sealWhy = (crypto: FieldCrypto, id: string, why: string) => crypto.seal(why, whyAt(id));
export const openWhy = (crypto: FieldCrypto, id: string, sealed: string) => crypto.open(sealed, whyAt(id));

export async function insertVoucher(tx: Tx, row: typeof loyaltyVouchers.$inferInsert): Promise<void> {
  await tx.insert(loyaltyVouchers).values(row);
}

/** Writes columns of a voucher and counts its version; the caller holds its lock. */
export async function changeVoucher(
  tx: Tx,
  now: Instant,
  id: string,
  set: Partial<Omit<Voucher, 'id' | 'code' | 'userId' | 'version' | 'changedAt'>>,
): Promise<void> {
  await tx
    .update(loyaltyVouchers)
    .set({ ...set, version: sql`${loyaltyVouchers.version} + 1`, changedAt: new Date(now) })
    .where(eq(loyaltyVouchers.id, id));
}

export async function findVoucher(db: Db, id: string): Promise<Voucher | null> {
  const [row] = await db.select().from(loyaltyVouchers).where(eq(loyaltyVouchers.id, id));
  return row ?? null;
}

export async function lockVoucher(tx: Tx, id: string): Promise<Voucher | null> {
  const [row] = await tx.select().from(loyaltyVouchers).where(eq(loyaltyVouchers.id, id)).for('update');
  return row ?? null;
}

/** One of a member's own, kept from others until the transaction ends: whoever is second finds it used. Null for any other id. */
export async function lockVoucherFor(tx: Tx, userId: string, id: string): Promise<Voucher | null> {
  const found = tx
    .select()
    .from(loyaltyVouchers)
    .where(and(eq(loyaltyVouchers.id, id), eq(loyaltyVouchers.userId, userId)));
  const [row] = await (guardIsOff('member-voucher') ? found : found.for('update'));
  return row ?? null;
}

export async function findVoucherOfOrder(db: Db, orderId: string): Promise<Voucher | null> {
  const [row] = await db.select().from(loyaltyVouchers).where(eq(loyaltyVouchers.orderId, orderId));
  return row ?? null;
}

/** Those that a member can use, what ends first before the others. */
export async function findUsableFor(db: Db, userId: string, today: CalendarDate): Promise<Voucher[]> {
  return db
    .select()
    .from(loyaltyVouchers)
    .where(and(eq(loyaltyVouchers.userId, userId), eq(loyaltyVouchers.status, 'live'), gte(loyaltyVouchers.validUntil, today)))
    .orderBy(asc(loyaltyVouchers.validUntil), asc(loyaltyVouchers.id))
    .limit(50);
}

/** Everything a member was ever given, the newest first; nothing that waits for a colleague. */
export async function findGivenTo(db: Db, userId: string): Promise<Voucher[]> {
  return db
    .select()
    .from(loyaltyVouchers)
    .where(and(eq(loyaltyVouchers.userId, userId), isNotNull(loyaltyVouchers.liveAt)))
    .orderBy(desc(loyaltyVouchers.liveAt), asc(loyaltyVouchers.id))
    .limit(50);
}

/** Of one member, also what waits, the newest first. */
export async function listVouchersOf(db: Db, userId: string): Promise<Voucher[]> {
  return db
    .select()
    .from(loyaltyVouchers)
    .where(eq(loyaltyVouchers.userId, userId))
    .orderBy(desc(loyaltyVouchers.madeAt), asc(loyaltyVouchers.id))
    .limit(50);
}

/** All that were ever written. The caller has judged access. */
export async function listVouchers(db: Db): Promise<Voucher[]> {
  return db.select().from(loyaltyVouchers).orderBy(desc(loyaltyVouchers.madeAt), asc(loyaltyVouchers.id));
}

/** What a colleague gave a member alone since a moment, in fils at most: parts do not stay under a limit. */
export async function givenAlone(tx: Tx, userId: string, staffId: string, since: Instant): Promise<number> {
  const [row] = await tx
    .select({ most: sql<string>`coalesce(sum(${loyaltyVouchers.most}), 0)` })
    .from(loyaltyVouchers)
    .where(
      and(
        eq(loyaltyVouchers.userId, userId),
        eq(loyaltyVouchers.askedBy, staffId),
        isNull(loyaltyVouchers.approvedBy),
        inArray(loyaltyVouchers.status, ['live', 'used', 'expired']),
        gte(loyaltyVouchers.liveAt, new Date(since)),
      ),
    );
  return Number(row!.most);
}

/** A page of those whose last day is over and that nobody used. */
export async function findEndedVouchers(db: Db, today: CalendarDate, after: { readonly id: string } | null, most: number) {
  return db
    .select({ id: loyaltyVouchers.id })
    .from(loyaltyVouchers)
    .where(
      and(eq(loyaltyVouchers.status, 'live'), lt(loyaltyVouchers.validUntil, today), after ? gt(loyaltyVouchers.id, after.id) : undefined),
    )
    .orderBy(asc(loyaltyVouchers.id))
    .limit(most);
}

/** Those that end between two days and nobody used yet. */
export async function findEndingVouchers(db: Db, from: CalendarDate, until: CalendarDate): Promise<{ readonly id: string }[]> {
  return db
    .select({ id: loyaltyVouchers.id })
    .from(loyaltyVouchers)
    .where(and(eq(loyaltyVouchers.status, 'live'), gte(loyaltyVouchers.validUntil, from), lte(loyaltyVouchers.validUntil, until)))
    .orderBy(asc(loyaltyVouchers.validUntil), asc(loyaltyVouchers.id));
}

export interface VoucherSums {
  /** How many, and fils: what was given since a moment at most, what of all was used then, what can still be used, what ended then. */
  readonly given: { readonly count: number; readonly fils: number };
  readonly used: { readonly count: number; readonly fils: number };
  readonly unspent: { readonly count: number; readonly fils: number };
  readonly ended: { readonly count: number; readonly fils: number };
}

export async function sumVouchers(db: Db, since: Instant): Promise<VoucherSums> {
  const from = new Date(since).toISOString();
  const result = await db.execute(sql`
    select count(*) filter (where live_at >= ${from}::timestamptz) as given,
      coalesce(sum(most) filter (where live_at >= ${from}::timestamptz), 0) as given_fils,
      count(*) filter (where status = 'used' and used_at >= ${from}::timestamptz) as used,
      coalesce(sum(taken) filter (where status = 'used' and used_at >= ${from}::timestamptz), 0) as used_fils,
      count(*) filter (where status = 'live') as unspent, coalesce(sum(most) filter (where status = 'live'), 0) as unspent_fils,
      count(*) filter (where status = 'expired' and changed_at >= ${from}::timestamptz) as ended,
      coalesce(sum(most) filter (where status = 'expired' and changed_at >= ${from}::timestamptz), 0) as ended_fils
    from loyalty_vouchers`);
  const row = (result as unknown as { rows: Record<string, string | number>[] }).rows[0]!;
  const pair = (name: string) => ({ count: Number(row[name]), fils: Number(row[`${name}_fils`]) });
  return { given: pair('given'), used: pair('used'), unspent: pair('unspent'), ended: pair('ended') };
}
