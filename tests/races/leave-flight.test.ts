import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, inject, it } from 'vitest';
import { moneyPosition } from '#app/commerce/ledger/ledger-store.server.ts';
import { confirmCancel, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { findRefundsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { carryOutChange } from '#app/products/flights/change/carry-out-change.server.ts';
import { keepFlights } from '#app/products/flights/change/change-flights.server.ts';
import { aDraft, aParty, openTestSale } from '#app/products/flights/order/flight-order-testing.ts';
import { findTickets } from '#app/products/flights/order/flight-store.server.ts';
import { acceptLeaving, quoteLeaving } from '#app/products/flights/leave/leave-flights.server.ts';
import { anOffer } from '#app/products/flights/offer-testing.ts';
import { poolKey, type BookableSupplier } from '#app/products/flights/supplier/own-stock.ts';
import { ScriptedSupplier } from '#app/products/flights/supplier/scripted-supplier.ts';
import { minuteMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { copyDatabase } from '#tests/support/shared-postgres.ts';
import { openStillPlatform } from '#tests/support/test-platform.ts';

/*
 * The same traveller leaves an order by many presses in the same moment, while others cancel it, keep it, or do the work of the
 * airline's answer, on a real PostgreSQL: the airline is asked once, and what goes back goes back once. Without the state that a
 * change moves by, the same rush gives the seat up twice.
 */
const folder = mkdtempSync(join(tmpdir(), 'rihla-leave-flight-'));
const url = await copyDatabase(inject('postgres'), 'leave_flight');
const env = readEnv({
  NODE_ENV: 'test',
  DATABASE_URL: url,
  DATA_DIR: folder,
  PORT: '3999',
  LOG_LEVEL: 'silent',
  AUTH_SECRET: 'a secret for tests only, 0123456789abcdef',
});
const platform = await openStillPlatform(env);
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
});

class Airline extends ScriptedSupplier implements BookableSupplier {
  readonly stock: NonNullable<BookableSupplier['stock']> = {
    wishes: (offer, seats) =>
      offer.slices.flatMap(({ segments }) =>
        segments.map((segment) => ({ key: poolKey(segment, segment.cabin), quantity: seats, capacity: 200, ceiling: 200 })),
      ),
  };
}
const passengers = { adults: 3, children: 0, infants: 0 };
const plain = anOffer({ supplier: 'r1', dirhams: 1000 });
const offer = {
  ...plain,
  id: 'r1.one',
  passengers,
  expiresAt: '2026-12-04T00:00:00.000Z',
  brands: plain.brands.map((brand) => ({
    ...brand,
    fares: [{ type: 'adult' as const, count: 3, base: money(100_000, 'AED'), taxes: [] }],
  })),
};
const airline = new Airline({ code: 'r1', offers: [offer], cancelsTickets: true });
const sale = await openTestSale(platform, [airline]);

let buyers = 0;
async function ticketed(): Promise<Order> {
  buyers += 1;
  const draft = aDraft(offer, {}, aParty(passengers));
  return sale.paid((await sale.placed(draft, { address: `10.6.${buyers}.1` })).id);
}
const asker = (order: Order) => ({ orderId: order.id, by: 'customer', who: 'guest' }) as const;
const together = <Answer>(times: number, press: () => Promise<Answer>) => Promise.allSettled(Array.from({ length: times }, press));
const divisions = () => airline.calls.filter((call) => call === 'divide').length;
async function quoted(order: Order) {
  const quote = await quoteLeaving(platform, sale.flights, { ...asker(order), travellers: [1] });
  if (!quote.ok) throw new Error(quote.refused);
  return quote.value;
}
const accept = (order: Order, { number, refund }: { number: number; refund: number }) =>
  acceptLeaving(platform, { ...asker(order), number, seenRefund: refund });
async function broken(order: Order) {
  const question = { now: platform.clock.now(), holdTtlMs: 15 * minuteMs, settleMs: minuteMs };
  const found = await askInvariants(platform.db, question, {}, ['I1', 'I3', 'I4', 'I5', 'I7', 'I10', 'I18', 'I22']);
  return brokenLines(found).filter((line) => line.includes(order.id));
}

it('lets a traveller leave once, however many press and work at it', async () => {
  const order = await ticketed();
  const quote = await quoted(order);
  const before = divisions();
  await together(8, () => accept(order, quote));
  await together(8, () => carryOutChange(platform, sale.flights, order.id));
  await sale.settle();
  expect(divisions() - before).toBe(1);
  const after = await sale.order(order.id);
  expect(after).toMatchObject({ status: 'ticketed', total: order.total - quote.refund });
  expect((await findRefundsOfOrder(platform.db, order.id)).map(({ amount }) => amount)).toEqual([quote.refund]);
  expect((await moneyPosition(platform.db, order.id)).refunded.amount).toBe(quote.refund);
  expect((await findTickets(platform.db, order.id)).map(({ status }) => status).toSorted()).toEqual(['open', 'open', 'void']);
  expect(await broken(order)).toEqual([]);
});

it('is cancelled whole or left by one, never both for the same money', async () => {
  for (let round = 0; round < 4; round += 1) {
    const order = await ticketed();
    const quote = await quoted(order);
    await Promise.allSettled([
      accept(order, quote),
      keepFlights(platform, asker(order)).then(() => quoteCancel(platform, sale.product, asker(order))),
      accept(order, quote),
    ]);
    await sale.settle();
    if ((await sale.order(order.id)).status === 'ticketed') await quoteCancel(platform, sale.product, asker(order));
    await together(3, () => confirmCancel(platform, sale.product, asker(order)));
    await sale.settle();
    const position = await moneyPosition(platform.db, order.id);
    // Within the hour all of it goes back, in one part or in two.
    expect((await sale.order(order.id)).status).toBe('refunded');
    expect(position.refunded.amount).toBe(order.total);
    expect(await broken(order)).toEqual([]);
  }
});

it('would be let go twice without the state that a change moves by', async () => {
  const order = await ticketed();
  const quote = await quoted(order);
  await accept(order, quote);
  await sale.settle();
  const before = divisions();
  // As if nothing had been written of it: the same change is asked for once more.
  await platform.db.execute(sql`alter table flight_changes disable trigger flight_changes_edges`);
  await platform.db.execute(sql`alter table orders disable trigger user`);
  await platform.db.execute(sql`update flight_changes set status = 'accepted', attempt = null where order_id = ${order.id}`);
  await platform.db.execute(sql`update orders set status = 'change_pending' where id = ${order.id}`);
  await platform.db.execute(sql`alter table orders enable trigger user`);
  await platform.db.execute(sql`alter table flight_changes enable trigger flight_changes_edges`);
  await carryOutChange(platform, sale.flights, order.id).catch(() => undefined);
  expect(divisions() - before).toBe(1);
});
