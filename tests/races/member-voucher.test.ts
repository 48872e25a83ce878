import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { joinProgramme } from '#app/commerce/loyalty/join-programme.server.ts';
import { useVoucher } from '#app/commerce/loyalty/use-voucher.server.ts';
import { putInForce } from '#app/commerce/pricing/policy-testing.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { armFailpoints } from '#app/platform/failpoint.server.ts';
import { aDraft, openTestSale } from '#app/products/flights/order/flight-order-testing.ts';
import { anOffer } from '#app/products/flights/offer-testing.ts';
import { ScriptedSupplier } from '#app/products/flights/supplier/scripted-supplier.ts';
import { copyDatabase } from '#tests/support/shared-postgres.ts';
import { openStillPlatform } from '#tests/support/test-platform.ts';
import { meetBeforeWriting } from '#tests/support/waiting.ts';

/*
 * A member presses in many tabs at once, each on an order of their own, and has one voucher, on a real PostgreSQL. Without
 * the lock on the voucher the same test must see it on more than one order.
 */
const folder = mkdtempSync(join(tmpdir(), 'rihla-races-'));
const url = await copyDatabase(inject('postgres'), 'member_voucher');
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
await putInForce(db, [], { flight: { cost: 8_000, floor: 0 } });
await db.execute(sql`update early_access set is_on = true where feature = 'loyalty'`);
const tabs = 8;
afterEach(() => armFailpoints(undefined));
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A voucher of a member on as many orders at once: how many took it, how many cost less for it, and why the others did not. */
async function rush(name: string, meeting = 0) {
  const at = new Date(platform.clock.now()).toISOString();
  await db.execute(sql`insert into users (id, email, name, email_verified, created_at, updated_at)
    values (${name}, ${`${name}@example.com`}, ${name}, true, ${at}, ${at}), (${`${name}-clerk`}, ${`${name}-clerk@rihla.example`}, 'Clerk', true, ${at}, ${at})`);
  await db.execute(sql`insert into internal_users (user_id, display_name, roles, is_active, employment_status)
    values (${`${name}-clerk`}, 'Clerk', '{}', true, 'active')`);
  await joinProgramme(platform, name, 'en');
  await db.execute(sql`insert into loyalty_vouchers (id, code, user_id, occasion, amount, most, valid_until, reason, status, made_by, made_at,
      asked_by, live_at, changed_at)
    values (${name}, ${name.toUpperCase().padEnd(8, 'X')}, ${name}, 'apology', 5000, 5000, '2027-01-01', 'sealed', 'live', ${`${name}-clerk`}, ${at},
      ${`${name}-clerk`}, ${at}, ${at})`);
  const orders: Order[] = [];
  for (let tab = 0; tab < tabs; tab += 1) {
    const contactInfo = { email: `${name}${tab}@example.com`, phone: '+971501234567', secondPhone: '' };
    const order = await sale.placed(aDraft(offer, { contactInfo }), { address: `10.${name.length}.${tab}.1` });
    await db.execute(sql`update orders set user_id = ${name} where id = ${order.id}`);
    orders.push(order);
  }
  const answers = await meetBeforeWriting(url, 'loyalty_vouchers', meeting, () =>
    Promise.all(orders.map(({ id }) => useVoucher(platform, sale.product, { orderId: id, userId: name, voucherId: name }))),
  );
  const lowered = (await Promise.all(orders.map(({ id }) => sale.order(id)))).filter(({ total }, tab) => total < orders[tab]!.total);
  return {
    used: answers.filter(({ ok }) => ok).length,
    lowered: lowered.length,
    refused: [...new Set(answers.flatMap((answer) => (answer.ok ? [] : [answer.refused])))],
  };
}

describe('one voucher on eight orders at once', () => {
  it('is taken by one of them, and the others are told so', async () => {
    expect(await rush('guarded')).toEqual({ used: 1, lowered: 1, refused: ['voucher-used'] });
  });

  it('is taken by more when the guard is off', async () => {
    armFailpoints('member-voucher:off');
    expect((await rush('open', 2)).lowered).toBeGreaterThan(1);
  });
});
