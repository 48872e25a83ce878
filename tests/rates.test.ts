import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { findOrderAsSystem, getQuote } from '#app/commerce/orders/orders-store.server.ts';
import { aDraft, openTestSale } from '#app/products/flights/order/flight-order-testing.ts';
import { anOffer } from '#app/products/flights/offer-testing.ts';
import { ScriptedSupplier } from '#app/products/flights/supplier/scripted-supplier.ts';
import { minuteMs } from '#app/values/dates.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { openTestApp } from './support/test-app.ts';
import { openTestPlatform } from './support/test-platform.ts';

/*
 * A rate is changed while people are between the price they saw and the money they pay. What they owe was settled when
 * it was shown: rates only translate it for the eye.
 */
const buyers = 40;
const platform = await openTestPlatform();
const offer = { ...anOffer({ supplier: 'own' }), id: 'own.one', expiresAt: '2026-12-01T00:00:00.000Z' };
const sale = await openTestSale(platform, [new ScriptedSupplier({ code: 'own', offers: [offer] })]);
const app = await openTestApp(platform);

it(`${buyers} orders keep their price to the last fils while every rate rises by half`, async () => {
  const dollar = async () =>
    ((await (await app.send('/api/rates')).json()) as { target_currency: string; exchange_rate: number }[]).find(
      (row) => row.target_currency === 'USD',
    )!.exchange_rate;
  const held = [];
  for (let buyer = 0; buyer < buyers; buyer += 1) held.push(await sale.placed(aDraft(offer), { address: `10.4.${buyer}.1` }));
  const quotes = await Promise.all(held.map((order) => getQuote(platform.db, order)));
  const before = await dollar();

  const paid = [];
  for (const [index, order] of held.entries()) {
    if (index === buyers / 2) await platform.db.execute(sql`update currency_settings set exchange_rate = exchange_rate * 1.5`);
    platform.clock.advance(index % 10 === 0 ? minuteMs : 0);
    paid.push(await sale.paid(order.id));
  }
  expect(await dollar()).toBeCloseTo(before * 1.5, 6);

  for (const [index, order] of held.entries()) {
    const now = (await findOrderAsSystem(platform.db, order.id))!;
    expect([now.status, now.total, now.currency]).toEqual(['ticketed', order.total, order.currency]);
    expect(await getQuote(platform.db, now)).toEqual(quotes[index]);
  }
  const { rows } = (await platform.db.execute(
    sql`select distinct i.gross::int8 = o.total as same from invoices i join orders o on o.id = i.order_id`,
  )) as unknown as { rows: { same: boolean }[] };
  expect(rows).toEqual([{ same: true }]);
  expect(paid.every((order) => order.status === 'ticketed')).toBe(true);
  const question = { now: platform.clock.now(), holdTtlMs: platform.env.HOLD_TTL_MS, settleMs: 0 };
  expect(brokenLines(await askInvariants(platform.db, question, {}, ['I4', 'I7', 'I10', 'I11', 'I22']))).toEqual([]);
}, 120_000);
