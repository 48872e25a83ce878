import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, notInArray, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { guardIsOff } from '#app/platform/failpoint.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import type { CurrencyCode } from '#app/values/money.ts';
import type { CreditMoveKind } from './credit-rules.ts';
import {
  creditLots,
  creditMoves,
  creditTerms,
  creditTermsWishes,
  creditUses,
  type CreditLot,
  type CreditMove,
  type CreditTerms,
  type CreditTermsWish,
  type CreditUse,
} from './credits.tables.ts';

/** The terms under which credit is given from now on. */
export async function findCreditTerms(db: Db): Promise<CreditTerms> {
  const [row] = await db.select().from(creditTerms).orderBy(desc(creditTerms.number)).limit(1);
  return row!;
}

export async function listCreditTerms(db: Db): Promise<CreditTerms[]> {
  return db.select().from(creditTerms).orderBy(desc(creditTerms.number)).limit(20);
}

/** What waits for a second person; at most one does. */
export async function findWaitingTerms(db: Db): Promise<CreditTermsWish | null> {
  const [row] = await db.select().from(creditTermsWishes).where(eq(creditTermsWishes.status, 'waiting'));
  return row ?? null;
}

/** The same, locked. */
export async function lockWaitingTerms(tx: Tx, id: string): Promise<CreditTermsWish | null> {
  const [row] = await tx
    .select()
    .from(creditTermsWishes)
    .where(and(eq(creditTermsWishes.id, id), eq(creditTermsWishes.status, 'waiting')))
    .for('update');
  return row ?? null;
}

/** False when another one waits already. */
export async function insertTermsWish(tx: Tx, wish: CreditTermsWish): Promise<boolean> {
  return (await tx.insert(creditTermsWishes).values(wish).onConflictDoNothing().returning({ id: creditTermsWishes.id })).length > 0;
}

export async function decideTermsWish(
  tx: Tx,
  now: Instant,
  id: string,
  decided: { readonly status: 'approved' | 'declined' | 'withdrawn'; readonly by: string },
): Promise<void> {
  await tx
    .update(creditTermsWishes)
    .set({ status: decided.status, decidedBy: decided.by, decidedAt: new Date(now) })
    .where(eq(creditTermsWishes.id, id));
}

/** False when somebody else wrote that number first. */
export async function insertCreditTerms(tx: Tx, terms: CreditTerms): Promise<boolean> {
  return (await tx.insert(creditTerms).values(terms).onConflictDoNothing().returning({ number: creditTerms.number })).length > 0;
}

/** The lots of an account, locked in one order; after orders and places, before payments that exist and the audit. */
export async function lockLots(tx: Tx, userId: string, currency: CurrencyCode): Promise<CreditLot[]> {
  const lots = tx
    .select()
    .from(creditLots)
    .where(and(eq(creditLots.userId, userId), eq(creditLots.currency, currency)))
    .orderBy(asc(creditLots.id));
  return guardIsOff('store-credit') ? lots : lots.for('update');
}

/** What an account was ever given, the newest first. The caller has judged whose it is. */
export async function findLots(db: Db, userId: string): Promise<CreditLot[]> {
  return db.select().from(creditLots).where(eq(creditLots.userId, userId)).orderBy(desc(creditLots.madeAt), desc(creditLots.part));
}

/** What became of the money of an order that ended as credit. */
export async function findLotsOfOrder(db: Db, orderId: string): Promise<CreditLot[]> {
  return db.select().from(creditLots).where(eq(creditLots.orderId, orderId)).orderBy(desc(creditLots.part));
}

export async function findMoves(db: Db, lotIds: readonly string[]): Promise<CreditMove[]> {
  if (lotIds.length === 0) return [];
  return db
    .select()
    .from(creditMoves)
    .where(inArray(creditMoves.lotId, [...lotIds]))
    .orderBy(desc(creditMoves.id));
}

export async function findMovesOfPayment(db: Db, paymentId: string): Promise<CreditMove[]> {
  return db.select().from(creditMoves).where(eq(creditMoves.paymentId, paymentId)).orderBy(asc(creditMoves.id));
}

/** Which order each of these payments is for. */
export async function findOrdersOfPayments(db: Db, paymentIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (paymentIds.length === 0) return new Map();
  const { rows } = (await db.execute(
    sql`select id, order_id as "orderId" from payments where id in ${[...new Set(paymentIds)]}`,
  )) as unknown as {
    rows: { id: string; orderId: string }[];
  };
  return new Map(rows.map(({ id, orderId }) => [id, orderId]));
}

/** Credit that was points: what was given since a moment, and what of all of it is unspent; fils. */
export async function sumCreditOfPoints(db: Db, since: Instant): Promise<{ readonly given: number; readonly unspent: number }> {
  const [row] = await db
    .select({
      given: sql<string>`coalesce(sum(${creditLots.amount}) filter (where ${gte(creditLots.madeAt, new Date(since))}), 0)`,
      unspent: sql<string>`coalesce(sum(${creditLots.remaining}), 0)`,
    })
    .from(creditLots)
    .where(isNotNull(creditLots.pointsTransfer));
  return { given: Number(row!.given), unspent: Number(row!.unspent) };
}

export async function insertLots(tx: Tx, lots: readonly CreditLot[]): Promise<void> {
  await tx.insert(creditLots).values([...lots]);
  await tx
    .insert(creditMoves)
    .values(lots.map(({ id, amount, madeAt }) => ({ key: `given:${id}`, lotId: id, kind: 'given' as const, amount, at: madeAt })));
}

/** Moves a sum into a lot or, negative, out of it. The caller holds its lock. */
export async function moveCredit(
  tx: Tx,
  now: Instant,
  move: {
    readonly key: string;
    readonly lotId: string;
    readonly kind: CreditMoveKind;
    readonly amount: number;
    readonly paymentId?: string;
  },
): Promise<void> {
  const { key, lotId, kind, amount, paymentId = null } = move;
  await tx.insert(creditMoves).values({ key, lotId, kind, amount, paymentId, at: new Date(now) });
  await tx
    .update(creditLots)
    .set({ remaining: sql`${creditLots.remaining} + ${amount}` })
    .where(eq(creditLots.id, lotId));
}

/** Lets these lots and all credit of their orders be used so long at least: money and bonus of one order end together. */
export async function extendLots(tx: Tx, lots: readonly Pick<CreditLot, 'id' | 'orderId'>[], until: CalendarDate): Promise<void> {
  if (lots.length === 0) return;
  const orderIds = [...new Set(lots.flatMap(({ orderId }) => orderId ?? []))];
  const ids = lots.map(({ id }) => id);
  await tx
    .update(creditLots)
    .set({ endsOn: until })
    .where(and(or(inArray(creditLots.id, ids), inArray(creditLots.orderId, orderIds)), lt(creditLots.endsOn, until)));
}

/** While an order stands so, what is put aside for it cannot be put aside for another. */
const keeping = sql`('held', 'price_changed', 'payment_pending', 'cancel_quoted')`;

/** What is put aside for orders of an account that can still be paid, without one of them. Minor units. */
export async function sumPutAside(db: Db, userId: string, currency: CurrencyCode, butOrder: string | null): Promise<number> {
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${creditUses.amount}), 0)` })
    .from(creditUses)
    .where(
      and(
        eq(creditUses.userId, userId),
        butOrder === null ? sql`true` : ne(creditUses.orderId, butOrder),
        sql`exists (select 1 from orders o where o.id = ${creditUses.orderId} and o.currency = ${currency} and o.status in ${keeping})`,
      ),
    );
  return Number(row!.sum);
}

/**
 * Orders of which an account had credit and whose money a bank has taken back, until it has decided or for good: nobody
 * spends as credit what their cardholder may have as money.
 */
export async function findFrozenSources(db: Db, userId: string): Promise<ReadonlySet<string>> {
  const { rows } = (await db.execute(sql`
    select distinct p.order_id as "orderId" from credit_lots l join dispute_parts p on p.order_id = l.order_id join disputes d on d.id = p.dispute_id
    where l.user_id = ${userId} and (d.closed_at is null or p.written_off > 0)`)) as unknown as { rows: { orderId: string }[] };
  return new Set(rows.map(({ orderId }) => orderId));
}

/** What an account has on a day that is put aside for nothing and not frozen, `butOrder` left out; negative when more is. Minor units. */
export async function findFree(
  db: Db,
  of: { readonly userId: string; readonly currency: CurrencyCode; readonly butOrder: string | null; readonly today: CalendarDate },
): Promise<number> {
  const frozen = await findFrozenSources(db, of.userId);
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${creditLots.remaining}), 0)` })
    .from(creditLots)
    .where(
      and(
        eq(creditLots.userId, of.userId),
        eq(creditLots.currency, of.currency),
        gte(creditLots.endsOn, of.today),
        frozen.size > 0 ? or(isNull(creditLots.orderId), notInArray(creditLots.orderId, [...frozen])) : undefined,
      ),
    );
  return Number(row!.sum) - (await sumPutAside(db, of.userId, of.currency, of.butOrder));
}

/** What an account can put aside for an order on a day, minor units. */
export async function findAvailable(db: Db, of: Parameters<typeof findFree>[1]): Promise<number> {
  return Math.max(0, await findFree(db, of));
}

export async function findUse(db: Db, orderId: string): Promise<CreditUse | null> {
  const [row] = await db.select().from(creditUses).where(eq(creditUses.orderId, orderId));
  return row ?? null;
}

export async function saveUse(tx: Tx, use: CreditUse): Promise<void> {
  await tx
    .insert(creditUses)
    .values(use)
    .onConflictDoUpdate({ target: creditUses.orderId, set: { userId: use.userId, amount: use.amount, at: use.at } });
}

export async function dropUse(tx: Tx, orderId: string): Promise<void> {
  await tx.delete(creditUses).where(eq(creditUses.orderId, orderId));
}

/** A page of the lots with something left whose day is over and whose owner has put nothing aside, the oldest first. */
export async function findEndedLots(
  db: Db,
  today: CalendarDate,
  after: Pick<CreditLot, 'endsOn' | 'id'> | null,
  most: number,
): Promise<CreditLot[]> {
  return db
    .select()
    .from(creditLots)
    .where(
      and(
        lt(creditLots.endsOn, today),
        gt(creditLots.remaining, 0),
        after ? sql`(${creditLots.endsOn}, ${creditLots.id}) > (${after.endsOn}::date, ${after.id})` : undefined,
        sql`not exists (select 1 from credit_uses u join orders o on o.id = u.order_id
          where u.user_id = ${creditLots.userId} and o.status in ${keeping})`,
      ),
    )
    .orderBy(asc(creditLots.endsOn), asc(creditLots.id))
    .limit(most);
}
