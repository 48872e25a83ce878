import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { brokenConstraint, transact } from '#app/platform/database.server.ts';
import { addMilliseconds, minuteMs } from '#app/values/dates.ts';
import { openTestPlatform, testNow } from '#tests/support/test-platform.ts';
import { ClaimRefused, type Wishes } from './claim-wishes.ts';
import { allocateClaims, extendClaims, holdClaims, reclaimClaims, releaseClaims, swapClaims, sweepExpired } from './claims-store.server.ts';
import { findTaken, findTakenUnits } from './taken-store.server.ts';

const platform = await openTestPlatform();
const { db } = platform;
const ttl = 15 * minuteMs;
let count = 0;
let pool = '';

beforeEach(() => {
  count += 1;
  pool = `cabin:EK${count}/2026-12-05/DXB/economy`;
  platform.clock.set(addMilliseconds(testNow, count * 100 * minuteMs));
});

const now = () => platform.clock.now();
const seats = (quantity: number, more: { capacity?: number; ceiling?: number } = {}): Wishes => ({
  pools: [{ key: pool, quantity, capacity: 3, ceiling: 3, ...more }],
  units: [],
});
const seat = (designator: string): Wishes => ({ pools: [], units: [`seat:EK${count}/2026-12-05/DXB/${designator}`] });
const holder = (orderId: string, more: { actor?: string; network?: string } = {}) => ({
  orderId: `${orderId}-${count}`,
  actor: `actor-${orderId}-${count}`,
  network: `network-${orderId}-${count}`,
  ...more,
});

async function hold(orderId: string, wishes: Wishes, more: { actor?: string; network?: string } = {}): Promise<'held' | string> {
  try {
    await transact(db, (tx) => holdClaims(tx, holder(orderId, more), wishes, now(), ttl));
    return 'held';
  } catch (fault) {
    if (fault instanceof ClaimRefused) return fault.refused;
    throw fault;
  }
}
const id = (orderId: string) => `${orderId}-${count}`;
const taken = async () => (await findTaken(db, now(), pool))[0]?.quantity ?? 0;

describe('a pool', () => {
  test('made smaller than what is sold of it still lets who has of it keep less, and gives nobody more', async () => {
    expect(await hold('a', seats(3))).toBe('held');
    await transact(db, (tx) => allocateClaims(tx, id('a')));
    await db.execute(sql`update pools set capacity = 1 where key = ${pool}`);
    const swap = (quantity: number) =>
      transact(db, (tx) => swapClaims(tx, holder('a'), [{ key: pool, quantity, capacity: 1, ceiling: 1 }], now()));
    await swap(2);
    expect(await taken()).toBe(2);
    await expect(swap(3)).rejects.toThrow(ClaimRefused);
    expect(await taken()).toBe(2);
  });

  test('gives its last unit once', async () => {
    expect(await hold('a', seats(2))).toBe('held');
    expect(await hold('b', seats(2))).toBe('sold-out');
    expect(await hold('c', seats(1))).toBe('held');
    expect(await hold('d', seats(1))).toBe('sold-out');
    expect(await taken()).toBe(3);
  });

  test('closes a fare class before the cabin is full', async () => {
    expect(await hold('a', seats(1, { ceiling: 2 }))).toBe('held');
    expect(await hold('b', seats(2, { ceiling: 2 }))).toBe('class-closed');
    expect(await hold('b', seats(2, { ceiling: 3 }))).toBe('held');
  });

  test('sums the wishes of one order before it answers', async () => {
    const twice: Wishes = { pools: [...seats(2).pools, ...seats(2).pools], units: [] };
    expect(await hold('a', twice)).toBe('sold-out');
    expect(await taken()).toBe(0);
  });

  test('keeps nothing of an order that did not get everything', async () => {
    await hold('a', seat('12A'));
    expect(await hold('b', { pools: seats(1).pools, units: seat('12A').units })).toBe('unit-taken');
    expect(await taken()).toBe(0);
  });

  test('is guarded by the database itself', async () => {
    await hold('a', seats(3));
    const fault = await db.execute(sql`update pools set held = held + 1 where key = ${pool}`).catch((error: unknown) => error);
    expect(brokenConstraint(fault)).toBe('pools_never_oversold');
  });

  test('counts what its claims count', async () => {
    await hold('a', seats(2));
    await hold('b', seats(1));
    await transact(db, (tx) => allocateClaims(tx, id('a')));
    await transact(db, (tx) => releaseClaims(tx, id('b')));
    const rows = (await db.execute(
      sql`select p.held, p.allocated, coalesce(sum(c.quantity) filter (where c.status = 'held'), 0)::int as h, coalesce(sum(c.quantity) filter (where c.status = 'allocated'), 0)::int as a from pools p left join claims c on c.pool_key = p.key group by p.key`,
    )) as unknown as { rows: { held: number; allocated: number; h: number; a: number }[] };
    for (const row of rows.rows) expect([row.held, row.allocated]).toEqual([row.h, row.a]);
  });
});

describe('a seat', () => {
  test('goes to one traveller only', async () => {
    expect(await hold('a', seat('12A'))).toBe('held');
    expect(await hold('b', seat('12A'))).toBe('unit-taken');
    expect(await hold('b', seat('12B'))).toBe('held');
    expect(await findTakenUnits(db, now(), `seat:EK${count}/2026-12-05/`)).toEqual([seat('12A').units[0], seat('12B').units[0]]);
  });
});

describe('a hold', () => {
  test('frees what it holds the moment its time is over, before anybody tidies', async () => {
    await hold('a', { pools: seats(3).pools, units: seat('12A').units });
    platform.clock.advance(ttl - 1);
    expect(await hold('b', seats(1))).toBe('sold-out');
    platform.clock.advance(1);
    expect(await taken()).toBe(0);
    expect(await hold('b', { pools: seats(3).pools, units: seat('12A').units })).toBe('held');
  });

  test('can be extended twice and never beyond thirty minutes', async () => {
    await hold('a', seats(1));
    const start = now();
    const extend = () => transact(db, (tx) => extendClaims(tx, id('a'), now(), ttl));
    platform.clock.advance(10 * minuteMs);
    expect(await extend()).toEqual({ ok: true, value: start + 25 * minuteMs });
    platform.clock.advance(10 * minuteMs);
    expect(await extend()).toEqual({ ok: true, value: start + 30 * minuteMs });
    expect(await extend()).toEqual({ ok: false, refused: 'no-more-extensions' });
    platform.clock.advance(10 * minuteMs);
    expect(await extend()).toEqual({ ok: false, refused: 'hold-over' });
    const fault = await db
      .execute(sql`update claims set held_until = held_until + interval '1 hour' where order_id = ${id('a')}`)
      .catch((error: unknown) => error);
    expect(brokenConstraint(fault)).toBe('claims_check');
  });

  test('of a third order of one traveller is refused until one is over', async () => {
    const actor = `busy-${count}`;
    expect(await hold('a', seats(1), { actor })).toBe('held');
    expect(await hold('b', seats(1), { actor })).toBe('held');
    expect(await hold('c', seats(1), { actor })).toBe('too-many-holds');
    platform.clock.advance(ttl);
    expect(await hold('c', seats(1), { actor })).toBe('held');
  });

  test('of more than twenty seats by one network is refused', async () => {
    const network = `office-${count}`;
    const many = (quantity: number) => seats(quantity, { capacity: 100, ceiling: 100 });
    expect(await hold('a', many(9), { network })).toBe('held');
    expect(await hold('b', many(9), { network })).toBe('held');
    expect(await hold('c', many(3), { network })).toBe('network-full');
    expect(await hold('c', many(2), { network })).toBe('held');
  });

  test('whose time is over is still ours while nobody else took it', async () => {
    await hold('a', seats(2));
    platform.clock.advance(ttl * 2);
    expect(await transact(db, (tx) => allocateClaims(tx, id('a')))).toBe(true);
    expect(await taken()).toBe(2);
  });

  test('that was let go can be claimed again while there is room, and only whole', async () => {
    await hold('a', { pools: seats(2).pools, units: seat('12A').units });
    platform.clock.advance(ttl);
    await transact(db, (tx) => sweepExpired(tx, now()));
    expect(await transact(db, (tx) => allocateClaims(tx, id('a')))).toBe(false);
    await hold('b', seat('12A'));
    expect(await transact(db, (tx) => reclaimClaims(tx, holder('a'), now()))).toBe(false);
    expect(await taken()).toBe(0);
    await transact(db, (tx) => releaseClaims(tx, id('b')));
    expect(await transact(db, (tx) => reclaimClaims(tx, holder('a'), now()))).toBe(true);
    expect(await taken()).toBe(2);
  });
});
