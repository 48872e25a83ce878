import { randomUUID } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { guardIsOff } from '#app/platform/failpoint.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import type { Outcome } from '#app/values/outcome.ts';
import { done, refuse } from '#app/values/outcome.ts';
import { liesInBasket } from '../baskets/baskets-store.server.ts';
import { longestHoldMs, mostExtensions, mostHolds, mostHoldsInAll, mostHeldByNetwork } from './hold-rules.ts';

/** Interchangeable units. */
export interface PoolWish {
  readonly key: string;
  readonly quantity: number;
  /** What the pool starts with when nothing was ever taken from it. */
  readonly capacity: number;
  /** Nested limit of a fare class: taken units of the whole pool may not pass it. */
  readonly ceiling: number;
}

export interface Wishes {
  readonly pools: readonly PoolWish[];
  /** Keys of named units: a seat on a flight on a date. */
  readonly units: readonly string[];
  /** Nights in rooms: one claim for each room. */
  readonly nights?: readonly NightWish[];
}

/** Some of the named units of one kind, for the nights from `from` to the morning of `until`. */
export interface NightWish {
  readonly units: readonly string[];
  readonly count: number;
  readonly from: CalendarDate;
  readonly until: CalendarDate;
}

export interface Holder {
  readonly orderId: string;
  /** `user:<id>` or the hash of a guest's cookie: at most two live holds each, besides those in a basket. */
  readonly actor: string;
  /** Network of the request, hashed. */
  readonly network: string;
}

export type ClaimRefusal = 'sold-out' | 'class-closed' | 'unit-taken' | 'too-many-holds';

/** Raised inside the transaction so that nothing of it stays; `keys` names what was not to be had. */
export class ClaimRefused extends Error {
  readonly refused: ClaimRefusal;
  readonly keys: readonly string[];
  constructor(refused: ClaimRefusal, keys: readonly string[] = []) {
    super(`Claim refused: ${refused} ${keys.join(' ')}`);
    this.refused = refused;
    this.keys = keys;
  }
}

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

export interface TakenNights {
  readonly unit: string;
  readonly from: CalendarDate;
  readonly until: CalendarDate;
  readonly orderId: string;
}

/** Stretches of nights that are taken now in units whose key begins with `prefix` and that touch those from `from` to `until`. */
export async function findTakenNights(
  db: Db,
  now: Instant,
  prefix: string,
  span: { readonly from: CalendarDate; readonly until: CalendarDate },
): Promise<TakenNights[]> {
  return rows<{ unit: string; from: CalendarDate; until: CalendarDate; orderId: string }>(
    db,
    sql`
    select unit_key as unit, lower(nights)::text as "from", upper(nights)::text as "until", order_id as "orderId" from claims
    where nights is not null and starts_with(unit_key, ${prefix}) and nights && daterange(${span.from}::date, ${span.until}::date)
      and (status = 'allocated' or (status = 'held' and held_until > ${at(now)})) order by unit_key, nights`,
  );
}

/** The rooms an order has, by their unit keys. */
export async function findNightUnits(db: Db, orderId: string): Promise<string[]> {
  const mine = await rows<{ unit: string }>(
    db,
    sql`select unit_key as unit from claims where order_id = ${orderId} and nights is not null and status = 'allocated' order by unit_key`,
  );
  return mine.map(({ unit }) => unit);
}

/**
 * Moves a sold order's rooms to other nights, or throws ClaimRefused and changes nothing. `kinds`: for each room the order
 * has, its unit now and the units it may be given.
 */
export async function swapNights(
  tx: Tx,
  orderId: string,
  kinds: readonly { readonly now: string; readonly units: readonly string[] }[],
  span: { readonly from: CalendarDate; readonly until: CalendarDate },
  now: Instant,
): Promise<string[]> {
  await freeExpired(
    tx,
    now,
    [],
    kinds.flatMap((kind) => kind.units),
  );
  const mine = await rows<{ id: string; unit_key: string }>(
    tx,
    sql`select id, unit_key from claims where order_id = ${orderId} and nights is not null and status = 'allocated'`,
  );
  const given: string[] = [];
  for (const kind of kinds) {
    const claim = mine.find((row) => row.unit_key === kind.now);
    if (kind.units.length === 0) throw new ClaimRefused('sold-out', kind.units);
    const taken = await rows<{ unit_key: string }>(
      tx,
      sql`
      select unit_key from claims where unit_key in ${[...kind.units]} and nights && daterange(${span.from}::date, ${span.until}::date)
        and status in ('held', 'allocated') and id <> ${claim?.id ?? ''}`,
    );
    // The room they have comes first, while it is in use: staying in it is the smallest change.
    const unit = [kind.now, ...kind.units].find(
      (one) => kind.units.includes(one) && !given.includes(one) && !taken.some((row) => row.unit_key === one),
    );
    if (!claim || !unit) throw new ClaimRefused('sold-out', kind.units);
    await tx.execute(
      sql`update claims set unit_key = ${unit}, nights = daterange(${span.from}::date, ${span.until}::date) where id = ${claim.id}`,
    );
    given.push(unit);
  }
  return given;
}

/** Lets go of some of the rooms that a sold order has. */
export async function dropNights(tx: Tx, orderId: string, units: readonly string[]): Promise<void> {
  if (units.length === 0) return;
  await tx.execute(sql`
    update claims set status = 'released'
    where order_id = ${orderId} and nights is not null and status = 'allocated' and unit_key in ${[...units]}`);
}

/** Gives a sold order more rooms, its own at once, or throws ClaimRefused and changes nothing. */
export async function addNights(tx: Tx, holder: Holder, wish: NightWish, now: Instant): Promise<void> {
  if (wish.count === 0) return;
  await freeExpired(tx, now, [], wish.units);
  await takeNights(tx, wish, holder, now, { until: now, hardUntil: now });
  await tx.execute(
    sql`update claims set status = 'allocated' where order_id = ${holder.orderId} and nights is not null and status = 'held'`,
  );
}

/** What orders hold and have of pools whose key begins with `prefix`; a hold whose time is over may still be among them. */
export async function findPools(db: Db, prefix: string): Promise<{ key: string; capacity: number; held: number; allocated: number }[]> {
  return rows(db, sql`select key, capacity, held, allocated from pools where starts_with(key, ${prefix}) order by key`);
}

/** Sets the capacity of pools that were touched already; below what is taken nobody loses anything, but nothing more is sold. */
export async function setPoolCapacities(tx: Tx, prefix: string, capacity: number): Promise<void> {
  await tx.execute(sql`update pools set capacity = ${capacity} where starts_with(key, ${prefix})`);
}

async function checkCaps(tx: Tx, holder: Holder, wishes: Wishes, now: Instant): Promise<void> {
  // Two holds of one actor at the same moment wait for each other, else both would count one too few.
  for (const name of [`actor:${holder.actor}`, `network:${holder.network}`].sort()) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  }
  const [mine] = await rows<{ holds: number; loose: number }>(
    tx,
    sql`
    select count(distinct order_id)::int as holds, (count(distinct order_id) filter (where not ${liesInBasket(sql`claims.order_id`)}))::int as loose from claims where actor = ${holder.actor} and status = 'held' and held_until > ${at(now)} and order_id <> ${holder.orderId}`,
  );
  if ((mine?.loose ?? 0) >= mostHolds || (mine?.holds ?? 0) >= mostHoldsInAll) throw new ClaimRefused('too-many-holds');
  const [near] = await rows<{ units: number }>(
    tx,
    sql`
    select coalesce(sum(most), 0)::int as units from (select max(quantity) as most from claims where network = ${holder.network} and pool_key is not null and status = 'held' and held_until > ${at(now)} group by order_id) orders`,
  );
  const wanted = Math.max(0, ...wishes.pools.map((pool) => pool.quantity));
  if ((near?.units ?? 0) + wanted > mostHeldByNetwork) throw new ClaimRefused('too-many-holds');
}

async function takeFromPool(tx: Tx, pool: PoolWish, holder: Holder, now: Instant, until: Instant, hardUntil: Instant): Promise<void> {
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
async function keepOfPool(tx: Tx, orderId: string, pool: Pick<PoolWish, 'key' | 'quantity'>, had: number): Promise<void> {
  if (pool.quantity === had) return;
  const mine = sql`order_id = ${orderId} and pool_key = ${pool.key} and status = 'allocated'`;
  const [first, ...others] = await rows<{ id: string }>(tx, sql`select id from claims where ${mine} order by id`);
  for (const { id } of others) await tx.execute(sql`update claims set status = 'released' where id = ${id}`);
  await tx.execute(sql`update claims set quantity = ${pool.quantity} where id = ${first!.id}`);
  await tx.execute(sql`update pools set allocated = allocated - ${had - pool.quantity} where key = ${pool.key}`);
}

/** The first free units, in the order of their names. That two guests never share a night is kept by the constraint, not by this look. */
async function takeNights(
  tx: Tx,
  wish: NightWish,
  holder: Holder,
  now: Instant,
  term: { until: Instant; hardUntil: Instant },
): Promise<void> {
  if (wish.count === 0) return;
  const nights = sql`daterange(${wish.from}::date, ${wish.until}::date)`;
  const busy =
    wish.units.length === 0
      ? []
      : await rows<{ unit_key: string }>(
          tx,
          sql`select unit_key from claims where unit_key in ${[...wish.units]} and nights && ${nights} and status in ('held', 'allocated')`,
        );
  const taken = new Set(busy.map((row) => row.unit_key));
  let left = wish.count;
  // Ascending for everybody, so that nobody waits for a unit below one they have.
  for (const unit of wish.units.filter((one) => !taken.has(one)).toSorted()) {
    if (left === 0) return;
    const made = await rows(
      tx,
      sql`
      insert into claims (id, order_id, actor, network, unit_key, nights, quantity, held_until, hard_until, created_at)
      values (${randomUUID()}, ${holder.orderId}, ${holder.actor}, ${holder.network}, ${unit}, ${nights}, 1, ${at(term.until)}, ${at(term.hardUntil)}, ${at(now)})
      on conflict do nothing returning id`,
    );
    left -= made.length;
  }
  if (left > 0) throw new ClaimRefused('sold-out', wish.units);
}

/** Lets go of holds that are over, on these pools (already locked) and units. */
async function freeExpired(tx: Tx, now: Instant, pools: readonly string[], units: readonly string[], but?: string): Promise<number> {
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

async function lockPoolsOf(tx: Tx, orderId: string): Promise<void> {
  await tx.execute(
    sql`select key from pools where key in (select pool_key from claims where order_id = ${orderId} and pool_key is not null) order by key for update`,
  );
}

async function lockPools(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await tx.execute(sql`select key from pools where key in ${[...keys]} order by key for update`);
}

/** Wishes on one pool are one wish: two lines that share a pool must not each see the last unit. */
function summed(wishes: readonly PoolWish[]): PoolWish[] {
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

function byPool(moved: readonly { pool_key: string | null; quantity: number }[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const { pool_key, quantity } of moved) if (pool_key) sums.set(pool_key, (sums.get(pool_key) ?? 0) + quantity);
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
}

const at = (moment: Instant) => new Date(moment).toISOString();

async function rows<Row = Record<string, unknown>>(db: Db, query: SQL): Promise<Row[]> {
  return ((await db.execute(query)) as unknown as { rows: Row[] }).rows;
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

/** Lets go of some claims that an order has. Doing it twice is doing it once. */
export async function releaseSome(tx: Tx, orderId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await lockPoolsOf(tx, orderId);
  const freed = await rows<{ pool_key: string | null; quantity: number }>(
    tx,
    sql`update claims set status = 'released' where order_id = ${orderId} and id in ${[...ids]} and status = 'allocated' returning pool_key, quantity`,
  );
  for (const [key, quantity] of byPool(freed))
    await tx.execute(sql`update pools set allocated = allocated - ${quantity} where key = ${key}`);
}

/** What an order has, by the key of its pool or unit. */
export async function findAllocated(db: Db, orderId: string): Promise<{ readonly id: string; readonly key: string }[]> {
  return rows<{ id: string; key: string }>(
    db,
    sql`select id, coalesce(pool_key, unit_key) as key from claims where order_id = ${orderId} and status = 'allocated' order by 2, 1`,
  );
}
