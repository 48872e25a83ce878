import { and, asc, eq, isNull, lt, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { dayMs, type Instant } from '#app/values/dates.ts';
import type { CurrencyCode } from '#app/values/money.ts';
import { chaseDays } from './supplier-return-rules.ts';
import { supplierReturns, type SupplierReturn } from './supplier-returns.tables.ts';

export interface OwedBack {
  readonly part: number;
  readonly supplier: string;
  /** Minor units; a part that brings nothing back is left out. */
  readonly amount: number;
}

/** A supplier has taken parts of an order back: what it owes for them is on record, once. */
export async function noteSupplierReturns(
  tx: Tx,
  now: Instant,
  order: { readonly id: string; readonly currency: CurrencyCode },
  parts: readonly OwedBack[],
): Promise<void> {
  const owed = parts.filter(({ amount }) => amount > 0);
  if (owed.length === 0) return;
  await tx
    .insert(supplierReturns)
    .values(owed.map((part) => ({ ...part, orderId: order.id, currency: order.currency, askedAt: new Date(now) })))
    .onConflictDoNothing();
}

/** What suppliers owe or owed of an order, by part. For callers who have judged access to the order. */
export async function findSupplierReturns(db: Db, orderId: string): Promise<SupplierReturn[]> {
  return db.select().from(supplierReturns).where(eq(supplierReturns.orderId, orderId)).orderBy(asc(supplierReturns.part));
}

/** The row as it stands, kept from others until the transaction ends. */
export async function lockSupplierReturn(tx: Tx, orderId: string, part: number): Promise<SupplierReturn | null> {
  const [row] = await tx
    .select()
    .from(supplierReturns)
    .where(and(eq(supplierReturns.orderId, orderId), eq(supplierReturns.part, part)))
    .for('update');
  return row ?? null;
}

export async function saveSupplierReturn(
  tx: Tx,
  { orderId, part }: Pick<SupplierReturn, 'orderId' | 'part'>,
  to: Partial<Pick<SupplierReturn, 'chased' | 'receivedAt' | 'receivedBy' | 'received' | 'note'>>,
): Promise<void> {
  await tx
    .update(supplierReturns)
    .set(to)
    .where(and(eq(supplierReturns.orderId, orderId), eq(supplierReturns.part, part)));
}

/** Where a page of what is to be chased ends. */
export interface ChasedPlace {
  readonly id: string;
  readonly orderId: string;
  readonly part: number;
  readonly askedAt: Date;
}

/** Outstanding for so long that the first day to chase it has come, and not chased for the last: the longest first. */
export async function findToChase(db: Db, now: Instant, after: ChasedPlace | null): Promise<ChasedPlace[]> {
  const { askedAt, orderId, part, chased, receivedAt } = supplierReturns;
  const behind =
    after && sql`(${askedAt}, ${orderId}, ${part}) > (${after.askedAt.toISOString()}::timestamptz, ${after.orderId}, ${after.part})`;
  const rows = await db
    .select({ orderId, part, askedAt })
    .from(supplierReturns)
    .where(
      and(
        isNull(receivedAt),
        lt(chased, chaseDays.at(-1)!),
        sql`${askedAt} <= ${new Date(now - chaseDays[0] * dayMs).toISOString()}::timestamptz`,
        behind ?? undefined,
      ),
    )
    .orderBy(asc(askedAt), asc(orderId), asc(part))
    .limit(100);
  return rows.map((row) => ({ ...row, id: `${row.orderId}.${row.part}` }));
}

/** Since when money of an order is outstanding, as a value of a query by the order's id; null where none is. */
export const owedSince = (orderId: SQL): SQL =>
  sql`(select min(g.asked_at) from supplier_returns g where g.order_id = ${orderId} and g.received_at is null)`;

/** Whether money of an order has been outstanding for so many days, as a condition of a query. */
export const owedFor = (orderId: SQL, days: number, now: Instant): SQL =>
  sql`exists (select 1 from supplier_returns g where g.order_id = ${orderId} and g.received_at is null
    and g.asked_at <= ${new Date(now - days * dayMs).toISOString()}::timestamptz)`;
