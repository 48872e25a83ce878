import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { guardIsOff } from '#app/platform/failpoint.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { at, rows } from './claim-rows.server.ts';
import { ClaimRefused, type PoolWish, type Holder } from './claim-wishes.ts';

/** What orders hold and have of pools whose key begins with `prefix`; a hold whose time is over may still be among them. */
export async function findPools(db: Db, prefix: string): Promise<{ key: string; capacity: number; held: number; allocated: number }[]> {
  return rows(db, sql`select key, capacity, held, allocated from pools where starts_with(key, ${prefix}) order by key`);
}

/** Sets the capacity of pools that were touched already; below what is taken nobody loses anything, but nothing more is sold. */
export async function setPoolCapacities(tx: Tx, prefix: string, capacity: number): Promise<void> {
  await tx.execute(sql`update pools set capacity = ${capacity} where starts_with(key, ${prefix})`);
}

/** Holds units of a locked pool, within its capacity and the ceiling of the wish; else ClaimRefused is thrown. */
export async function takeFromPool(
  tx: Tx,
  pool: PoolWish,
  holder: Holder,
  now: Instant,
  until: Instant,
  hardUntil: Instant,
): Promise<void> {
  const unguarded = guardIsOff('claims.pool');
  const took = await rows(
    tx,
    sql`
    update pools set held = held + ${pool.quantity}
    where key = ${pool.key} and (${unguarded} or held + allocated + ${pool.quantity} <= least(capacity, ${Math.min(pool.ceiling, 2_147_483_647)}::bigint)) returning key`,
  );
  if (took.length === 0) {
    const [left] = await rows<{ left: number }>(tx, sql`select capacity - held - allocated as left from pools where key = ${pool.key}`);
    throw new ClaimRefused((left?.left ?? 0) >= pool.quantity ? 'class-closed' : 'sold-out', [pool.key]);
  }
  await tx.execute(sql`
    insert into claims (id, order_id, actor, network, pool_key, quantity, held_until, hard_until, created_at)
    values (${randomUUID()}, ${holder.orderId}, ${holder.actor}, ${holder.network}, ${pool.key}, ${pool.quantity}, ${at(until)}, ${at(hardUntil)}, ${at(now)})`);
}

/**
 * Leaves an order as much of a locked pool as it wants of the `had` it has. That takes nothing from anybody, and so it is right
 * also where the pool was made smaller than what is sold of it.
 */
export async function keepOfPool(tx: Tx, orderId: string, pool: Pick<PoolWish, 'key' | 'quantity'>, had: number): Promise<void> {
  if (pool.quantity === had) return;
  const mine = sql`order_id = ${orderId} and pool_key = ${pool.key} and status = 'allocated'`;
  const [first, ...others] = await rows<{ id: string }>(tx, sql`select id from claims where ${mine} order by id`);
  for (const { id } of others) await tx.execute(sql`update claims set status = 'released' where id = ${id}`);
  await tx.execute(sql`update claims set quantity = ${pool.quantity} where id = ${first!.id}`);
  await tx.execute(sql`update pools set allocated = allocated - ${had - pool.quantity} where key = ${pool.key}`);
}

/** Lets go of holds that are over, on these pools (already locked) and units. */
export async function freeExpired(tx: Tx, now: Instant, pools: readonly string[], units: readonly string[], but?: string): Promise<number> {
  const others = but ? sql`and order_id <> ${but}` : sql``;
  let count = 0;
  if (pools.length > 0) {
    const freed = await rows<{ pool_key: string; quantity: number }>(
      tx,
      sql`
      update claims set status = 'released' where pool_key in ${[...pools]} and status = 'held' and held_until <= ${at(now)} ${others} returning pool_key, quantity`,
    );
    for (const [key, quantity] of byPool(freed)) await tx.execute(sql`update pools set held = held - ${quantity} where key = ${key}`);
    count += freed.length;
  }
  if (units.length > 0) {
    const freed = await rows(
      tx,
      sql`update claims set status = 'released' where unit_key in ${[...units]} and status = 'held' and held_until <= ${at(now)} ${others} returning id`,
    );
    count += freed.length;
  }
  return count;
}

/** Locks the pools of which an order ever had something, in the order of their keys. */
export async function lockPoolsOf(tx: Tx, orderId: string): Promise<void> {
  await tx.execute(
    sql`select key from pools where key in (select pool_key from claims where order_id = ${orderId} and pool_key is not null) order by key for update`,
  );
}

/** Locks pools in the order of their keys. */
export async function lockPools(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await tx.execute(sql`select key from pools where key in ${[...keys]} order by key for update`);
}

/** Wishes on one pool are one wish: two lines that share a pool must not each see the last unit. */
export function summed(wishes: readonly PoolWish[]): PoolWish[] {
  const pools = new Map<string, PoolWish>();
  for (const wish of wishes) {
    const before = pools.get(wish.key);
    pools.set(
      wish.key,
      before ? { ...wish, quantity: before.quantity + wish.quantity, ceiling: Math.min(before.ceiling, wish.ceiling) } : wish,
    );
  }
  return [...pools.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** How much of each pool moved, in the order of their keys. */
export function byPool(moved: readonly { pool_key: string | null; quantity: number }[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const { pool_key, quantity } of moved) if (pool_key) sums.set(pool_key, (sums.get(pool_key) ?? 0) + quantity);
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
}
