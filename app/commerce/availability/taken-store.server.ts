import { sql } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { at, rows } from './claim-rows.server.ts';

export interface Taken {
  readonly key: string;
  readonly quantity: number;
}

/** Units taken from pools whose key begins with `prefix`: allocated, or held and not yet over. */
export async function findTaken(db: Db, now: Instant, prefix: string): Promise<Taken[]> {
  return rows<{ key: string; quantity: number }>(
    db,
    sql`
    select pools.key, (pools.allocated + coalesce((select sum(quantity) from claims where claims.pool_key = pools.key and claims.status = 'held' and claims.held_until > ${at(now)}), 0))::int as quantity
    from pools where starts_with(pools.key, ${prefix}) and pools.allocated + pools.held > 0 order by pools.key`,
  );
}

/** Named units that are taken now, among those whose key begins with `prefix`. */
export async function findTakenUnits(db: Db, now: Instant, prefix: string): Promise<string[]> {
  const taken = await rows<{ unit_key: string }>(
    db,
    sql`
    select unit_key from claims where starts_with(unit_key, ${prefix}) and (status = 'allocated' or (status = 'held' and held_until > ${at(now)})) order by unit_key`,
  );
  return taken.map((row) => row.unit_key);
}

/** What an order has, by the key of its pool or unit. */
export async function findAllocated(db: Db, orderId: string): Promise<{ readonly id: string; readonly key: string }[]> {
  return rows<{ id: string; key: string }>(
    db,
    sql`select id, coalesce(pool_key, unit_key) as key from claims where order_id = ${orderId} and status = 'allocated' order by 2, 1`,
  );
}

/** The keys of the named units that some orders hold for a time. */
export async function findUnitsOfOrders(db: Db, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const held = await rows<{ unit_key: string }>(
    db,
    sql`select unit_key from claims where order_id in ${[...orderIds]} and status = 'held' and unit_key is not null`,
  );
  return held.map(({ unit_key: key }) => key);
}
