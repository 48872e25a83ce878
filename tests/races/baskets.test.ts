import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, expect, inject, test } from 'vitest';
import type { Basket } from '#app/commerce/baskets/baskets.tables.ts';
import { expireOrders } from '#app/commerce/orders/expire-orders.server.ts';
import { refreshPayment } from '#app/commerce/payments/apply-payment.server.ts';
import { catchUpPayments } from '#app/commerce/payments/catch-up-payments.server.ts';
import { sweepExpired } from '#app/commerce/availability/claims-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { armFailpoints } from '#app/platform/failpoint.server.ts';
import { openTestBaskets } from '#app/products/basket-sale-testing.ts';
import { loadExperiences } from '#app/products/experiences/load-experiences.server.ts';
import { openVisit } from '#app/products/experiences/place-experience-order.server.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { dayMs, minuteMs } from '#app/values/dates.ts';
import { copyDatabase } from '#tests/support/shared-postgres.ts';
import { openStillPlatform } from '#tests/support/test-platform.ts';

/*
 * Twenty baskets of two orders each, on a real PostgreSQL. Everybody is at the bank when the holds run out, and everybody
 * pays: the last place goes to one, the others buy the rest of their basket and get the share of the place back.
 */
const folder = mkdtempSync(join(tmpdir(), 'rihla-baskets-'));
const env = readEnv({
  NODE_ENV: 'test',
  DATABASE_URL: await copyDatabase(inject('postgres'), 'baskets'),
  DATA_DIR: folder,
  PORT: '3999',
  LOG_LEVEL: 'silent',
  AUTH_SECRET: 'a secret for tests only, 0123456789abcdef',
});
const platform = await openStillPlatform(env);
const { db, clock } = platform;
const kayak = 'abu-dhabi-mangrove-kayak';
await loadExperiences(
  platform,
  readCatalogueFiles('experiences').filter(({ id }) => id === kayak),
  { replace: false },
);
const shop = await openTestBaskets(platform);
afterEach(() => armFailpoints(undefined));
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
});

const buyers = 20;
let ahead = 10;

/** Open starts of the kayak tour, one after the other. */
async function nextStart(): Promise<string> {
  const { rows } = (await db.execute(sql`select start_times from experiences where id = ${kayak}`)) as unknown as {
    rows: { start_times: string[] }[];
  };
  for (let tries = 0; tries < 60; tries += 1) {
    ahead += 1;
    const date = new Date(clock.now() + ahead * dayMs).toISOString().slice(0, 10);
    for (const time of rows[0]!.start_times) {
      const query = `date=${date}&time=${time}&option=standard&adult=1`;
      if (await openVisit(platform, kayak, new URLSearchParams(query), 'en')) return query;
    }
  }
  throw new Error('No start');
}
const poolOf = async (orderId: string) =>
  ((await db.execute(sql`select pool_key from claims where order_id = ${orderId}`)) as unknown as { rows: { pool_key: string }[] }).rows[0]!
    .pool_key;
const allocated = async (pool: string) =>
  (
    (await db.execute(
      sql`select coalesce(sum(quantity), 0)::int as n from claims where pool_key = ${pool} and status = 'allocated'`,
    )) as unknown as {
      rows: { n: number }[];
    }
  ).rows[0]!.n;

/**
 * Everybody holds the wanted place one after the other, each hold running out before the next begins; then all of them
 * pay at the bank, and all answers arrive at once.
 */
async function rush(): Promise<{ baskets: Basket[]; wanted: string[]; rest: string[]; pool: string }> {
  const last = await nextStart();
  let other = '';
  const found = { baskets: [] as Basket[], wanted: [] as string[], rest: [] as string[], pool: '' };
  const pages: string[] = [];
  for (let buyer = 0; buyer < buyers; buyer += 1) {
    const place = await shop.experience(kayak, last);
    found.pool = await poolOf(place);
    if (buyer % 4 === 0) other = await nextStart();
    const rest = await shop.experience(kayak, other);
    const basket = await shop.basket(place, rest);
    const pressed = await shop.press(basket, await shop.sum([place, rest]));
    if (!pressed.ok) throw new Error(pressed.refused);
    pages.push(pressed.value.redirectTo);
    found.baskets.push(basket);
    found.wanted.push(place);
    found.rest.push(rest);
    // The hold of this one is over before the next one comes; the bank's page is still open.
    await db.execute(sql`update claims set held_until = ${new Date(clock.now() - 1).toISOString()} where order_id = ${place}`);
  }
  // One place is left of all that were held.
  await transact(db, (tx) => sweepExpired(tx, clock.now()));
  await db.execute(sql`update pools set capacity = 1 where key = ${found.pool}`);
  for (const page of pages) await shop.bank.pay(page, 'approved');
  const wholes = (await db.execute(
    sql`select id from payments where purpose = 'basket' and status <> 'canceled' and order_id = any(${sql.param(found.baskets.map(({ id }) => id))})`,
  )) as unknown as {
    rows: { id: string }[];
  };
  await Promise.all(wholes.rows.map(({ id }) => refreshPayment(platform, shop.bank.provider, id)));
  await shop.settle();
  return found;
}

test('the last place goes to one of twenty baskets; the others buy the rest, and no bank keeps a dirham too much', async () => {
  const { wanted, rest, pool } = await rush();
  const states = await Promise.all(wanted.map(async (id) => (await shop.order(id)).status));
  expect(states.filter((state) => state === 'confirmed')).toHaveLength(1);
  expect(new Set(states.filter((state) => state !== 'confirmed'))).toEqual(new Set(['refunded']));
  expect(new Set(await Promise.all(rest.map(async (id) => (await shop.order(id)).status)))).toEqual(new Set(['confirmed']));
  expect(await allocated(pool)).toBe(1);
  clock.advance(minuteMs);
  await catchUpPayments(platform, shop.bank.provider);
  await expireOrders(platform, [shop.productOf('experience')]);
  await shop.settle();
  const taken = shop.bank.lines().filter((line) => line.type === 'payment.captured') as unknown as { amount: number }[];
  const [place, other] = [(await shop.order(wanted[0]!)).total, (await shop.order(rest[0]!)).total];
  expect(taken.reduce((sum, { amount }) => sum + amount, 0)).toBe(place + buyers * other);
  const question = { now: clock.now(), holdTtlMs: platform.env.HOLD_TTL_MS, settleMs: 0 };
  expect(brokenLines(await askInvariants(db, question, {}, ['I4', 'I5', 'I6', 'I8', 'I11', 'I26', 'I27', 'I28']))).toEqual([]);
}, 120_000);

test('without the guards the place is sold to many: the test can fail', async () => {
  armFailpoints('claims.pool:off');
  await db.execute(sql`alter table pools disable trigger pools_never_oversold`);
  try {
    const { pool } = await rush();
    expect(await allocated(pool)).toBeGreaterThan(1);
  } finally {
    await db.execute(sql`alter table pools enable trigger pools_never_oversold`);
  }
}, 120_000);
