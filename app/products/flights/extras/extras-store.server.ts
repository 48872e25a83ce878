import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import { type Db, type Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import type { CurrencyCode } from '#app/values/money.ts';
import type { NextExtra, PaidExtra } from './extra-rules.ts';
import type { ExtraState } from './extra-status.ts';
import { hasNumber } from '../order/flight-store.server.ts';
import { flightExtras, type FlightExtra } from '../flight.tables.ts';

/** What of an order's extras counts: those of flights that were changed are left out. For callers who have judged access to the order. */
export async function findExtras(db: Db, orderId: string): Promise<FlightExtra[]> {
  return db
    .select()
    .from(flightExtras)
    .where(and(eq(flightExtras.orderId, orderId), ne(flightExtras.status, 'exchanged')))
    .orderBy(asc(flightExtras.traveller), asc(flightExtras.contract), asc(flightExtras.kind), asc(flightExtras.code));
}

/** The caller holds the order's lock, under which everything about its extras is written. The same extra twice is one. */
export async function insertExtras(
  tx: Tx,
  now: Instant,
  order: { readonly id: string; readonly currency: CurrencyCode },
  next: readonly NextExtra<FlightExtra>[],
): Promise<void> {
  if (next.length === 0) return;
  const at = new Date(now);
  await tx
    .insert(flightExtras)
    .values(
      next.map(({ extra, after, replaces }) => ({
        id: randomUUID(),
        orderId: order.id,
        ...extra,
        currency: order.currency,
        status: after ? after.status : ('requested' as const),
        refundRequest: after?.refundRequest ?? null,
        replaces: replaces ?? null,
        requestedAt: at,
        changedAt: at,
      })),
    )
    .onConflictDoNothing();
}

/** Those of them that still are what they were seen as; returns how many. The database refuses a state that does not follow. */
export async function moveExtras(
  tx: Tx,
  now: Instant,
  ids: readonly string[],
  from: ExtraState | null,
  to: { readonly status: ExtraState } & Partial<
    Pick<FlightExtra, 'document' | 'why' | 'attempt' | 'refundRequest' | 'renamed' | 'requestedAt'>
  >,
): Promise<number> {
  if (ids.length === 0) return 0;
  const moved = await tx
    .update(flightExtras)
    .set({ ...to, changedAt: new Date(now) })
    .where(and(inArray(flightExtras.id, [...ids]), from === null ? undefined : eq(flightExtras.status, from)))
    .returning({ id: flightExtras.id });
  return moved.length;
}

/** Under the key of one request to their seller. */
export async function markAsked(tx: Tx, ids: readonly string[], attempt: string): Promise<void> {
  await tx
    .update(flightExtras)
    .set({ attempt })
    .where(inArray(flightExtras.id, [...ids]));
}

/** The name of whose they are was written otherwise after they were asked for. */
export async function markRenamed(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(flightExtras)
    .set({ renamed: true })
    .where(inArray(flightExtras.id, [...ids]));
}

export async function repriceExtra(tx: Tx, id: string, extra: PaidExtra): Promise<void> {
  await tx.update(flightExtras).set({ price: extra.price, facts: extra.facts }).where(eq(flightExtras.id, id));
}

/** With the tickets of a whole order, or of those who leave it: what stood is void, or given back. */
export async function endExtras(
  tx: Tx,
  now: Instant,
  orderId: string,
  as: 'void' | 'refunded',
  travellers?: readonly number[],
): Promise<void> {
  const living: ExtraState[] = ['requested', 'issued', 'failed', ...(as === 'refunded' ? (['void'] as const) : [])];
  await tx
    .update(flightExtras)
    .set({ status: as, changedAt: new Date(now) })
    .where(
      and(
        eq(flightExtras.orderId, orderId),
        inArray(flightExtras.status, living),
        travellers && inArray(flightExtras.traveller, [...travellers]),
      ),
    );
}

/** Whether an airline's number stands on a ticket, as its first or a later one, or on another extra already. */
export async function isNumberTaken(db: Db, number: string): Promise<boolean> {
  const onTicket = /^\d{13}$/.test(number) ? sql`select 1 from flight_tickets where ${hasNumber(number)} union all` : sql``;
  const { rows } = (await db.execute(sql`
    ${onTicket} select 1 from flight_extras where document = ${number} limit 1`)) as unknown as {
    rows: unknown[];
  };
  return rows.length > 0;
}

/** A page of the orders of which something is asked for and was not heard of since a moment. */
export async function findToIssue(db: Db, before: Instant, after: string | null): Promise<string[]> {
  const { rows } = (await db.execute(sql`
    select distinct order_id as id from flight_extras
    where status = 'requested' and changed_at <= ${new Date(before).toISOString()} and order_id > ${after ?? ''} order by order_id limit 200`)) as unknown as {
    rows: { id: string }[];
  };
  return rows.map(({ id }) => id);
}

/** Orders with an extra that could not be issued, and those of them that set off within a day. */
export async function countExtrasQueue(db: Db, now: Instant): Promise<{ readonly all: number; readonly soon: number }> {
  const { rows } = (await db.execute(sql`
    select count(*)::int as "all", (count(*) filter (where departs_at <= ${new Date(now + 86_400_000).toISOString()}::timestamptz))::int as soon
    from flight_orders where order_id in (select order_id from flight_extras where status = 'failed')`)) as unknown as {
    rows: { all: number; soon: number }[];
  };
  return rows[0]!;
}
