import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, inject, it } from 'vitest';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { nothingAdded } from '#app/products/flights/addition/addition-rules.ts';
import { choiceKey } from '#app/products/flights/booking/booking-draft.ts';
import { chooseAdditions } from '#app/products/flights/addition/choose-additions.server.ts';
import { aDraft, openTestSale } from '#app/products/flights/order/flight-order-testing.ts';
import { getFlightOrder } from '#app/products/flights/order/flight-store.server.ts';
import { anOffer } from '#app/products/flights/offer-testing.ts';
import { takeFreeAddition } from '#app/products/flights/addition/pay-addition.server.ts';
import type { BookableSupplier } from '#app/products/flights/supplier/own-stock.ts';
import { ScriptedSupplier } from '#app/products/flights/supplier/scripted-supplier.ts';
import { money } from '#app/values/money.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { copyDatabase } from '#tests/support/shared-postgres.ts';
import { openStillPlatform } from '#tests/support/test-platform.ts';
import { meetBeforeWriting } from '#tests/support/waiting.ts';

/*
 * Eight travellers with tickets and a seat each who all want the same other seat in the same moment, on a real PostgreSQL:
 * one has it, the others keep the one they have. Without the index on named units the same rush gives it to several.
 */
const folder = mkdtempSync(join(tmpdir(), 'rihla-changed-seat-'));
const url = await copyDatabase(inject('postgres'), 'changed_seat');
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

const rows = Array.from({ length: 40 }, (_, index) => index + 1);
/** An airline whose seats are ours. */
class Airline extends ScriptedSupplier implements BookableSupplier {
  readonly stock: NonNullable<BookableSupplier['stock']> = { wishes: () => [] };
}
const offer = { ...anOffer({ supplier: 's1' }), id: 's1.one', expiresAt: '2026-12-04T00:00:00.000Z' };
const sale = await openTestSale(platform, [
  new Airline({
    code: 's1',
    offers: [offer],
    seatMap: {
      flight: 'EK1',
      date: '2026-12-05',
      aircraft: '388',
      aircraftName: 'Airbus A380-800',
      rows: rows.map((number) => ({
        number,
        deck: 'main',
        cabin: 'economy',
        seats: ['A', 'B'].map((letter) => ({
          designator: `${number}${letter}`,
          letter,
          features: [],
          state: 'open',
          price: money(5_000, 'AED'),
        })),
        exit: false,
        overWing: false,
        before: [],
      })),
    },
  }),
]);
const travellers = 8;
const segment = offer.slices[0]!.segments[0]!;

/** Ticketed orders, each with a seat in column A of a row of its own. */
async function seated(firstRow: number): Promise<Order[]> {
  const orders: Order[] = [];
  for (let row = firstRow; row < firstRow + travellers; row += 1) {
    const draft = aDraft(offer, { seatSelections: { [choiceKey(segment, 0)]: `${row}A` } });
    const order = await sale.paid((await sale.placed(draft, { address: `10.31.${row}.1` })).id);
    await sale.settle();
    orders.push(await sale.order(order.id));
  }
  return orders;
}

/** All of them want one seat, and so many begin to take it together; what each was told. */
function rush(orders: readonly Order[], designator: string, meeting = 0): Promise<string[]> {
  const take = async (order: Order) => {
    const asker = { orderId: order.id, by: 'customer', who: 'guest' } as const;
    const wanted = { ...nothingAdded, seats: [{ segment: 0, passenger: 0, designator }] };
    const kept = await chooseAdditions(platform, sale.flights, { ...asker, wanted });
    if (!kept.ok) return kept.refused;
    const seen = { ...asker, number: kept.value!.number, seenTotal: kept.value!.quote.total.amount };
    const taken = await takeFreeAddition(platform, sale.flights, seen);
    return taken.ok ? 'changed' : taken.refused;
  };
  return meetBeforeWriting(url, 'claims', meeting, () => Promise.all(orders.map(take)));
}

const seatsOf = (orders: readonly Order[]) =>
  Promise.all(orders.map(async ({ id }) => (await getFlightOrder(platform.db, id)).choices.seats.map((seat) => seat.designator).join()));
const claimed = async (start: string) => {
  const found = (await platform.db.execute(
    sql`select unit_key from claims where unit_key like ${`%${start}`} and status in ('held', 'allocated')`,
  )) as unknown as { rows: unknown[] };
  return found.rows.length;
};

it(`of ${travellers} who change to one seat at once one has it, and every other keeps their own`, async () => {
  const orders = await seated(1);
  const answers = await rush(orders, '40B');
  expect(answers.toSorted()).toEqual(['changed', ...Array.from({ length: travellers - 1 }, () => 'seat-not-available')]);
  const winner = answers.indexOf('changed');
  expect(await seatsOf(orders)).toEqual(orders.map((_, index) => (index === winner ? '40B' : `${index + 1}A`)));
  expect(await claimed('/40B')).toBe(1);
  for (const [index] of orders.entries()) expect(await claimed(`/${index + 1}A`)).toBe(index === winner ? 0 : 1);
  await sale.settle();
  const question = { now: platform.clock.now(), holdTtlMs: env.HOLD_TTL_MS, settleMs: 0 };
  expect(brokenLines(await askInvariants(platform.db, question, {}, ['I1', 'I2', 'I3', 'I7', 'I32']))).toEqual([]);
});

it('without the index on named units several have it: the test can fail', async () => {
  const orders = await seated(20);
  await platform.database.script('drop index claims_one_per_unit');
  try {
    expect((await rush(orders, '39B', 2)).filter((answer) => answer === 'changed').length).toBeGreaterThan(1);
    expect(await claimed('/39B')).toBeGreaterThan(1);
  } finally {
    await platform.database.script(
      `delete from claims where unit_key like '%/39B'; create unique index claims_one_per_unit on claims (unit_key) where unit_key is not null and nights is null and status in ('held', 'allocated')`,
    );
  }
});
