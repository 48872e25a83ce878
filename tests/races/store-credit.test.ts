import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest';
import { chooseCredit, payWithCredit, spendCredit } from '#app/commerce/credits/use-credit.server.ts';
import { expireOrders } from '#app/commerce/orders/expire-orders.server.ts';
import { lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import { creditPurpose } from '#app/commerce/payments/payments-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { armFailpoints } from '#app/platform/failpoint.server.ts';
import { aDraft, openTestSale } from '#app/products/flights/order/flight-order-testing.ts';
import { anOffer } from '#app/products/flights/offer-testing.ts';
import { ScriptedSupplier } from '#app/products/flights/supplier/scripted-supplier.ts';
import { hourMs } from '#app/values/dates.ts';
import { copyDatabase } from '#tests/support/shared-postgres.ts';
import { openStillPlatform } from '#tests/support/test-platform.ts';
import { meetBeforeWriting } from '#tests/support/waiting.ts';

/*
 * One account puts the same credit aside for many orders at once, and spends it for two at once, on a real
 * PostgreSQL. Without the lots' locks the same test must see it promised more than once.
 */
const folder = mkdtempSync(join(tmpdir(), 'rihla-races-'));
const url = await copyDatabase(inject('postgres'), 'store_credit');
const env = readEnv({
  NODE_ENV: 'test',
  DATABASE_URL: url,
  DATA_DIR: folder,
  PORT: '3999',
  LOG_LEVEL: 'silent',
  AUTH_SECRET: 'a secret for tests only, 0123456789abcdef',
});
const platform = await openStillPlatform(env);
const { db } = platform;
const offer = { ...anOffer({ supplier: 's1' }), id: 's1.one', expiresAt: '2026-12-01T00:00:00.000Z' };
const sale = await openTestSale(platform, [new ScriptedSupplier({ code: 's1', offers: [offer] })]);
const checkouts = 12;
afterEach(() => armFailpoints(undefined));
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
});

let accounts = 0;
/** An account with unpaid orders of one price, and credit for exactly one of them. */
async function anAccount(orders: number) {
  accounts += 1;
  const userId = `saver-${accounts}`;
  await db.execute(sql`insert into users (id, email, name, email_verified, created_at, updated_at)
    values (${userId}, ${`${userId}@example.com`}, 'Mona Sabbagh', true, now(), now())`);
  const orderIds: string[] = [];
  for (let at = 0; at < orders; at += 1) {
    const order = await sale.placed(aDraft(offer), { address: `10.${accounts}.${at}.1` });
    await db.execute(sql`update orders set user_id = ${userId} where id = ${order.id}`);
    orderIds.push(order.id);
  }
  const { total } = await sale.order(orderIds[0]!);
  await db.execute(sql`insert into credit_lots (id, user_id, order_id, part, currency, amount, remaining, ends_on, made_at)
    values (${userId}, ${userId}, ${orderIds[0]!}, 'bonus', 'AED', ${total}, ${total}, '2030-01-01', now())`);
  return { userId, orderIds, total };
}
const numberOf = async (query: ReturnType<typeof sql>) => {
  const { rows } = (await db.execute(query)) as unknown as { rows: { sum: string | null }[] };
  return Number(rows[0]?.sum ?? 0);
};

/** Every order asks for the credit at once. What was promised, and what there is. */
async function rush(meeting = 0) {
  const { userId, orderIds, total } = await anAccount(checkouts);
  const answers = await meetBeforeWriting(url, 'credit_uses', meeting, () =>
    Promise.all(orderIds.map((orderId) => chooseCredit(platform, sale.bank.provider, { orderId, userId, use: true }))),
  );
  const promised = await numberOf(sql`select sum(amount) as sum from credit_uses where user_id = ${userId}`);
  return { promised, total, used: answers.filter(({ ok }) => ok).length };
}

describe('credit for one of twelve orders, asked for by all of them at once', () => {
  it('is put aside for one of them', async () => {
    const { promised, total, used } = await rush();
    expect([promised, used]).toEqual([total, 1]);
  });

  it('is promised more than once when the guard is off', async () => {
    armFailpoints('store-credit:off');
    const { promised, total } = await rush(2);
    expect(promised).toBeGreaterThan(total);
  });
});

/** Two orders whose time ran out with the same credit put aside for both, and whose cards were charged late. */
async function spendTwice() {
  const { userId, orderIds, total } = await anAccount(2);
  const [one, two] = orderIds as [string, string];
  expect((await chooseCredit(platform, sale.bank.provider, { orderId: one, userId, use: true })).ok).toBe(true);
  platform.clock.advance(hourMs);
  await expireOrders(platform, [sale.product]);
  await db.execute(sql`insert into credit_uses (order_id, user_id, amount, at) values (${two}, ${userId}, ${total}, now())`);
  const answers = await Promise.allSettled(
    orderIds.map((orderId) =>
      transact(db, async (tx) => {
        const order = (await lockOrder(tx, orderId))!;
        expect(order.status).toBe('expired');
        return spendCredit(tx, platform.clock.now(), order, { amount: total, purpose: creditPurpose });
      }),
    ),
  );
  const paid = await numberOf(sql`select sum(amount) as sum from payments where provider = 'house-credit'
    and order_id in ${orderIds}`);
  const left = await numberOf(sql`select sum(remaining) as sum from credit_lots where user_id = ${userId}`);
  return { spent: answers.filter(({ status }) => status === 'fulfilled').length, paid, left, total };
}

describe('credit that is put aside for an order, and paid with five times at once', () => {
  it('is spent once', async () => {
    const { userId, orderIds, total } = await anAccount(1);
    expect((await chooseCredit(platform, sale.bank.provider, { orderId: orderIds[0]!, userId, use: true })).ok).toBe(true);
    await Promise.allSettled(Array.from({ length: 5 }, () => payWithCredit(platform, sale.bank.provider, orderIds[0]!)));
    const spent = await numberOf(sql`select -sum(m.amount) as sum from credit_moves m join credit_lots l on l.id = m.lot_id
      where l.user_id = ${userId} and m.kind = 'spent'`);
    const left = await numberOf(sql`select sum(remaining) as sum from credit_lots where user_id = ${userId}`);
    expect([spent, left]).toEqual([total, 0]);
  });

  it.each(['on', 'off'])('is never spent by two orders: with the guard %s the database itself refuses what is not there', async (guard) => {
    if (guard === 'off') armFailpoints('store-credit:off');
    const { spent, paid, left, total } = await spendTwice();
    expect([spent, paid, left]).toEqual([1, total, 0]);
  });
});
