import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { liesInBasket } from '../baskets/baskets-store.server.ts';
import { isPaidLater } from '../orders/paid-later.ts';
import { at, rows } from './claim-rows.server.ts';
import { ClaimRefused, type PoolWish, type Wishes, type Holder } from './claim-wishes.ts';
import { longestHoldMs, mostExtensions, mostHolds, mostHoldsInAll, mostHeldByNetwork } from './hold-rules.ts';
import { takeNights } from './nights-store.server.ts';
import { takeFromPool, keepOfPool, freeExpired, lockPoolsOf, lockPools, summed, byPool } from './pools-store.server.ts';

/**
 * Holds everything wished for, or throws ClaimRefused and holds nothing. To be called first in its transaction: it takes
 * the locks, of the actor and then of the pools in the order of their keys. Time is judged by `now`.
 */
export async function holdClaims(
  tx: Tx,
  holder: Holder,
  wishes: Wishes,
  now: Instant,
  ttlMs: number,
  /** No extension reaches beyond this; twice the ordinary time unless told otherwise. */
  hardMs: number = longestHoldMs(ttlMs),
): Promise<{ until: Instant; hardUntil: Instant }> {
  await checkCaps(tx, holder, wishes, now);
  const pools = summed(wishes.pools);
  for (const pool of pools) {
    await tx.execute(
      sql`insert into pools (key, capacity, created_at) values (${pool.key}, ${Math.max(0, pool.capacity)}, ${at(now)}) on conflict (key) do nothing`,
    );
  }
  await lockPools(
    tx,
    pools.map((pool) => pool.key),
  );
  await freeExpired(
    tx,
    now,
    pools.map((pool) => pool.key),
    [...wishes.units, ...(wishes.nights ?? []).flatMap((wish) => wish.units)],
  );
  const until = (now + ttlMs) as Instant;
  const hardUntil = (now + Math.max(ttlMs, hardMs)) as Instant;
  for (const pool of pools) await takeFromPool(tx, pool, holder, now, until, hardUntil);
  const taken: string[] = [];
  for (const unit of [...new Set(wishes.units)].sort()) {
    const made = await rows(
      tx,
      sql`
      insert into claims (id, order_id, actor, network, unit_key, quantity, held_until, hard_until, created_at)
      values (${randomUUID()}, ${holder.orderId}, ${holder.actor}, ${holder.network}, ${unit}, 1, ${at(until)}, ${at(hardUntil)}, ${at(now)})
      on conflict do nothing returning id`,
    );
    if (made.length === 0) taken.push(unit);
  }
  if (taken.length > 0) throw new ClaimRefused('unit-taken', taken);
  const term = { until, hardUntil };
  for (const wish of (wishes.nights ?? []).toSorted((a, b) => ((a.units[0] ?? '') < (b.units[0] ?? '') ? -1 : 1)))
    await takeNights(tx, wish, holder, now, term);
  return term;
}

/** Gives a live hold more time, twice at most and never past its hard end. Judged in the statement itself. */
export async function extendClaims(
  tx: Tx,
  orderId: string,
  now: Instant,
  ttlMs: number,
): Promise<Outcome<Instant, 'hold-over' | 'no-more-extensions'>> {
  await lockPoolsOf(tx, orderId);
  const extended = await rows<{ held_until: string }>(
    tx,
    sql`
    update claims set held_until = greatest(held_until, least(${at((now + ttlMs) as Instant)}::timestamptz, hard_until)), extensions = extensions + 1
    where order_id = ${orderId} and status = 'held' and held_until > ${at(now)} and extensions < ${mostExtensions} and hard_until > held_until
    returning held_until`,
  );
  if (extended.length > 0) return done(Math.min(...extended.map((row) => Date.parse(row.held_until))) as Instant);
  const live = await rows(
    tx,
    sql`select 1 from claims where order_id = ${orderId} and status = 'held' and held_until > ${at(now)} limit 1`,
  );
  return refuse(live.length > 0 ? 'no-more-extensions' : 'hold-over');
}

/** Keeps a live hold until another end, and as far as that may be moved. False when its time is over. */
export async function keepClaims(tx: Tx, orderId: string, now: Instant, until: Instant, hardUntil: Instant): Promise<boolean> {
  await lockPoolsOf(tx, orderId);
  const over = await rows(
    tx,
    sql`select 1 from claims where order_id = ${orderId} and status <> 'allocated' and (status = 'released' or held_until <= ${at(now)}) limit 1`,
  );
  if (over.length > 0) return false;
  await tx.execute(
    sql`update claims set held_until = ${at(until)}, hard_until = ${at(hardUntil)}, extensions = 0 where order_id = ${orderId} and status = 'held'`,
  );
  return true;
}

/**
 * Turns what an order holds into what it has. False when any of it was let go meanwhile; then nothing is changed. A hold
 * whose time is over still counts while nobody else took it.
 */
export async function allocateClaims(tx: Tx, orderId: string): Promise<boolean> {
  await lockPoolsOf(tx, orderId);
  const lost = await rows(
    tx,
    sql`
    select 1 from claims gone where gone.order_id = ${orderId} and gone.status = 'released' and not exists (
      select 1 from claims mine where mine.order_id = gone.order_id and mine.status in ('held', 'allocated')
        and mine.pool_key is not distinct from gone.pool_key and mine.unit_key is not distinct from gone.unit_key
        and mine.nights is not distinct from gone.nights) limit 1`,
  );
  if (lost.length > 0) return false;
  const moved = await rows<{ pool_key: string | null; quantity: number }>(
    tx,
    sql`update claims set status = 'allocated' where order_id = ${orderId} and status = 'held' returning pool_key, quantity`,
  );
  for (const [key, quantity] of byPool(moved)) {
    await tx.execute(sql`update pools set held = held - ${quantity}, allocated = allocated + ${quantity} where key = ${key}`);
  }
  return true;
}

/** Lets go of everything an order holds or has, save what it has of the pools it `keeps`. Doing it twice is doing it once. */
export async function releaseClaims(tx: Tx, orderId: string, keeps: readonly string[] = []): Promise<void> {
  await lockPoolsOf(tx, orderId);
  for (const status of ['held', 'allocated'] as const) {
    const others = status === 'held' || keeps.length === 0 ? sql`true` : sql`(pool_key is null or pool_key not in ${[...keeps]})`;
    const freed = await rows<{ pool_key: string | null; quantity: number }>(
      tx,
      sql`update claims set status = 'released' where order_id = ${orderId} and status = ${status} and ${others} returning pool_key, quantity`,
    );
    for (const [key, quantity] of byPool(freed)) {
      await tx.execute(
        status === 'held'
          ? sql`update pools set held = held - ${quantity} where key = ${key}`
          : sql`update pools set allocated = allocated - ${quantity} where key = ${key}`,
      );
    }
  }
}

/**
 * Gives up what an order has of some pools and takes others instead, allocated at once: whole, or ClaimRefused is thrown
 * and the caller's transaction keeps everything as it was. All pools of both sides are locked first, in the order of their keys.
 */
export async function swapClaims(tx: Tx, holder: Holder, wishes: readonly PoolWish[], now: Instant): Promise<void> {
  const pools = summed(wishes);
  for (const pool of pools)
    await tx.execute(
      sql`insert into pools (key, capacity, created_at) values (${pool.key}, ${Math.max(0, pool.capacity)}, ${at(now)}) on conflict (key) do nothing`,
    );
  const mine = await rows<{ pool_key: string; quantity: number }>(
    tx,
    sql`select pool_key, coalesce(sum(quantity) filter (where status = 'allocated'), 0)::int as quantity from claims where order_id = ${holder.orderId} and pool_key is not null and status in ('held', 'allocated') group by pool_key`,
  );
  const had = new Map(mine.map((row) => [row.pool_key, row.quantity]));
  const keys = [...new Set([...had.keys(), ...pools.map((pool) => pool.key)])].sort();
  await lockPools(tx, keys);
  await freeExpired(
    tx,
    now,
    pools.map((pool) => pool.key),
    [],
    holder.orderId,
  );
  const less = pools.filter((pool) => pool.quantity <= (had.get(pool.key) ?? 0));
  await releaseClaims(
    tx,
    holder.orderId,
    less.map((pool) => pool.key),
  );
  for (const pool of less) await keepOfPool(tx, holder.orderId, pool, had.get(pool.key)!);
  for (const pool of pools.filter((one) => !less.includes(one))) {
    await takeFromPool(tx, pool, holder, now, now, now);
    await tx.execute(
      sql`update pools set held = held - ${pool.quantity}, allocated = allocated + ${pool.quantity} where key = ${pool.key}`,
    );
    await tx.execute(
      sql`update claims set status = 'allocated' where order_id = ${holder.orderId} and pool_key = ${pool.key} and status = 'held'`,
    );
  }
}

/** Units that an order let go of. */
export async function findReleasedUnits(tx: Tx, orderId: string): Promise<string[]> {
  const found = await rows<{ unit_key: string }>(
    tx,
    sql`select distinct unit_key from claims where order_id = ${orderId} and unit_key is not null and status = 'released'`,
  );
  return found.map((row) => row.unit_key);
}

/**
 * Claims again, within capacity, what an order let go of, and allocates it at once. False when any of it is gone: the
 * caller must then roll back to a savepoint or claim nothing else in this transaction.
 */
export async function reclaimClaims(tx: Tx, holder: Holder, now: Instant): Promise<boolean> {
  const lost = await rows<{ pool_key: string | null; unit_key: string | null; nights: string | null; quantity: number }>(
    tx,
    sql`
    select gone.pool_key, gone.unit_key, gone.nights::text as nights, max(gone.quantity)::int as quantity from claims gone where gone.order_id = ${holder.orderId} and gone.status = 'released' and not exists (
      select 1 from claims mine where mine.order_id = gone.order_id and mine.status in ('held', 'allocated')
        and mine.pool_key is not distinct from gone.pool_key and mine.unit_key is not distinct from gone.unit_key
        and mine.nights is not distinct from gone.nights)
    group by gone.pool_key, gone.unit_key, gone.nights order by gone.pool_key, gone.unit_key`,
  );
  const pools = lost.filter((row) => row.pool_key !== null).map((row) => ({ key: row.pool_key!, quantity: row.quantity }));
  const units = lost.filter((row) => row.unit_key !== null).map((row) => ({ key: row.unit_key!, nights: row.nights }));
  try {
    await (tx as Db).transaction(async (inner) => {
      const part = inner as unknown as Tx;
      await lockPools(
        part,
        pools.map((pool) => pool.key),
      );
      await freeExpired(
        part,
        now,
        pools.map((pool) => pool.key),
        units.map((unit) => unit.key),
        holder.orderId,
      );
      for (const pool of pools) await takeFromPool(part, { ...pool, capacity: 0, ceiling: Number.MAX_SAFE_INTEGER }, holder, now, now, now);
      for (const unit of units) {
        const made = await rows(
          part,
          sql`
          insert into claims (id, order_id, actor, network, unit_key, nights, quantity, held_until, hard_until, created_at)
          values (${randomUUID()}, ${holder.orderId}, ${holder.actor}, ${holder.network}, ${unit.key}, ${unit.nights}::daterange, 1, ${at(now)}, ${at(now)}, ${at(now)})
          on conflict do nothing returning id`,
        );
        if (made.length === 0) throw new ClaimRefused('unit-taken', [unit.key]);
      }
    });
  } catch (fault) {
    if (fault instanceof ClaimRefused) return false;
    throw fault;
  }
  return allocateClaims(tx, holder.orderId);
}

/** Tidies holds whose time is over; they count as free long before. Returns how many it let go. */
export async function sweepExpired(tx: Tx, now: Instant, most = 200): Promise<number> {
  const due = await rows<{ pool_key: string | null; unit_key: string | null }>(
    tx,
    sql`
    select distinct pool_key, unit_key from claims where status = 'held' and held_until <= ${at(now)} order by pool_key, unit_key limit ${most}`,
  );
  const pools = due.flatMap((row) => (row.pool_key ? [row.pool_key] : []));
  await lockPools(tx, pools);
  return freeExpired(
    tx,
    now,
    pools,
    due.flatMap((row) => (row.unit_key ? [row.unit_key] : [])),
  );
}

async function checkCaps(tx: Tx, holder: Holder, wishes: Wishes, now: Instant): Promise<void> {
  // Two holds of one actor at the same moment wait for each other, else both would count one too few.
  for (const name of [`actor:${holder.actor}`, `network:${holder.network}`].sort()) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  }
  const [mine] = await rows<{ holds: number; loose: number }>(
    tx,
    sql`
    select count(distinct order_id)::int as holds, (count(distinct order_id) filter (where not ${liesInBasket(sql`claims.order_id`)} and not ${isPaidLater(sql`claims.order_id`)}))::int as loose from claims where actor = ${holder.actor} and status = 'held' and held_until > ${at(now)} and order_id <> ${holder.orderId}`,
  );
  if ((mine?.loose ?? 0) >= mostHolds || (mine?.holds ?? 0) >= mostHoldsInAll) throw new ClaimRefused('too-many-holds');
  const [near] = await rows<{ units: number }>(
    tx,
    sql`
    select coalesce(sum(most), 0)::int as units from (select max(quantity) as most from claims where network = ${holder.network} and pool_key is not null and status = 'held' and held_until > ${at(now)} group by order_id) orders`,
  );
  const wanted = Math.max(0, ...wishes.pools.map((pool) => pool.quantity));
  if ((near?.units ?? 0) + wanted > mostHeldByNetwork) throw new ClaimRefused('network-full');
}

/**
 * Takes units for an order beside what it has, allocated at once: whole, or ClaimRefused is thrown and nothing is taken.
 * Returns the new claims, by which they can be let go again.
 */
export async function claimMore(tx: Tx, holder: Holder, wishes: readonly PoolWish[], now: Instant): Promise<string[]> {
  const pools = summed(wishes);
  for (const pool of pools)
    await tx.execute(
      sql`insert into pools (key, capacity, created_at) values (${pool.key}, ${Math.max(0, pool.capacity)}, ${at(now)}) on conflict (key) do nothing`,
    );
  const keys = pools.map((pool) => pool.key);
  await lockPools(tx, keys);
  await freeExpired(tx, now, keys, [], holder.orderId);
  const made: string[] = [];
  for (const pool of pools) {
    await takeFromPool(tx, pool, holder, now, now, now);
    await tx.execute(
      sql`update pools set held = held - ${pool.quantity}, allocated = allocated + ${pool.quantity} where key = ${pool.key}`,
    );
    const moved = await rows<{ id: string }>(
      tx,
      sql`update claims set status = 'allocated' where order_id = ${holder.orderId} and pool_key = ${pool.key} and status = 'held' returning id`,
    );
    made.push(...moved.map(({ id }) => id));
  }
  return made;
}

/** Lets go of some claims that an order holds or has. Doing it twice is doing it once. */
export async function releaseSome(tx: Tx, orderId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await lockPoolsOf(tx, orderId);
  for (const status of ['held', 'allocated'] as const) {
    const freed = await rows<{ pool_key: string | null; quantity: number }>(
      tx,
      sql`update claims set status = 'released' where order_id = ${orderId} and id in ${[...ids]} and status = ${status} returning pool_key, quantity`,
    );
    for (const [key, quantity] of byPool(freed))
      await tx.execute(
        status === 'held'
          ? sql`update pools set held = held - ${quantity} where key = ${key}`
          : sql`update pools set allocated = allocated - ${quantity} where key = ${key}`,
      );
  }
}

/** Gives back so many units of each of some pools of which an order has more, one for each who does not come. */
export async function giveBackUnits(tx: Tx, orderId: string, keys: readonly string[], units: number): Promise<void> {
  if (keys.length === 0 || units === 0) return;
  await lockPools(tx, [...keys].sort());
  const mine = await rows<{ pool_key: string; quantity: number }>(
    tx,
    sql`select pool_key, sum(quantity)::int as quantity from claims where order_id = ${orderId} and pool_key in ${[...keys]} and status = 'allocated' group by pool_key`,
  );
  for (const { pool_key: key, quantity } of mine) {
    // What is not there is not given back, and somebody stays.
    if (quantity > units) await keepOfPool(tx, orderId, { key, quantity: quantity - units }, quantity);
  }
}

/** Named units that an order holds beside what it has. The caller holds the order's lock. */
export async function findHeldUnits(tx: Tx, orderId: string): Promise<string[]> {
  const held = await rows<{ id: string }>(
    tx,
    sql`select id from claims where order_id = ${orderId} and status = 'held' and unit_key is not null order by id`,
  );
  return held.map(({ id }) => id);
}

/**
 * Turns some named units that an order holds into what it has: all of them, or false and none. A hold whose time is over
 * still counts while nobody else took it.
 */
export async function allocateUnits(tx: Tx, orderId: string, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const mine = sql`order_id = ${orderId} and id in ${[...ids]} and unit_key is not null and status = 'held'`;
  const held = await rows(tx, sql`select id from claims where ${mine} for update`);
  if (held.length < ids.length) return false;
  await tx.execute(sql`update claims set status = 'allocated' where ${mine}`);
  return true;
}
