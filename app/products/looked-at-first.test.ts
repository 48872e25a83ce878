import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { loadExperiences } from '#app/products/experiences/load-experiences.server.ts';
import { disputesOfOrder, partsOfDispute } from '#app/commerce/disputes/disputes-store.server.ts';
import { decideCheck } from '#app/commerce/orders/await-check.server.ts';
import { beginPayment } from '#app/commerce/orders/begin-payment.server.ts';
import { findPaymentCheck } from '#app/commerce/orders/payment-checks-store.server.ts';
import { readRecordCheck } from '#app/commerce/orders/staff/read-record-check.server.ts';
import { findBookings } from '#app/commerce/bookings/bookings-store.server.ts';
import type { Viewer } from '#app/platform/access.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { addMilliseconds, dayMs } from '#app/values/dates.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { openTestPlatform, testNow } from '#tests/support/test-platform.ts';
import { openTestBaskets } from './basket-sale-testing.ts';
import { openVisit } from './experiences/place-experience-order.server.ts';
import { loadStaycations } from './staycations/load-staycations.server.ts';

// Everybody who books in this file is one buyer, by their mail address.
const platform = await openTestPlatform();
const { clock, db } = platform;
const [kayak, dive] = ['abu-dhabi-mangrove-kayak', 'bahrain-pearl-dive'];
await loadExperiences(
  platform,
  readCatalogueFiles('experiences').filter(({ id }) => [kayak, dive].includes(id)),
  { replace: false },
);
const houses = readCatalogueFiles('staycations');
await loadStaycations(platform, houses, { replace: false });
const house = houses.find(({ facts }) => (facts as { country: string }).country === 'AE')!;
const room = (house.facts as unknown as { rooms: readonly { key: string }[] }).rooms[0]!.key;
// The pearl banks open in spring.
clock.set(addMilliseconds(testNow, 150 * dayMs));
const shop = await openTestBaskets(platform);

let days = 12;
const later = () => new Date(clock.now() + (days += 3) * dayMs).toISOString().slice(0, 10);
async function experience(id: string): Promise<string> {
  const found = (await db.execute(sql`select start_times from experiences where id = ${id}`)) as unknown as {
    rows: { start_times: string[] }[];
  };
  for (let tries = 0; tries < 40; tries += 1) {
    const date = later();
    for (const time of found.rows[0]!.start_times) {
      const query = `date=${date}&time=${time}&option=standard&adult=2`;
      if (await openVisit(platform, id, new URLSearchParams(query), 'en')) return shop.experience(id, query);
    }
  }
  throw new Error(`No start of ${id}`);
}
const stay = () => shop.stay(house.id, `date=${later()}&nights=2&room=${room}&plan=flex`);
async function pay(orderId: string): Promise<string> {
  const begun = await beginPayment(platform, shop.bank.provider, shop.productOf((await shop.order(orderId)).kind), {
    orderId,
    by: 'customer',
    who: 'guest',
    returnTo: { success: '/payment-success', failure: '/payment-failed' },
    language: 'en',
  });
  if (!begun.ok) throw new Error(begun.refused);
  await shop.bank.pay(begun.value.redirectTo, 'approved');
  await shop.settle();
  return orderId;
}
const state = async (id: string) => [
  (await shop.order(id)).status,
  (await findBookings(db, id))[0]!.status,
  (await shop.payments(id))[0]!.status,
];
const tasks = async (id: string) =>
  (await listOpenStaffTasks(db, 1_000)).filter(({ subject }) => subject === `orders:${id}`).map(({ kind }) => kind);
const letters = async (orderId: string) => {
  const { rows } = (await db.execute(
    sql`select template from sent_messages where order_id = ${orderId} order by sent_at, template`,
  )) as unknown as {
    rows: { template: string }[];
  };
  return rows.map(({ template }) => template).filter((template) => template !== 'order-held');
};
const decide = async (orderId: string, decision: 'release' | 'end') => {
  const decided = await decideCheck(platform, shop.productOf((await shop.order(orderId)).kind), {
    orderId,
    decision,
    who: 'staff:farah',
    reason: 'Rang them up.',
    requestId: 'test',
  });
  await shop.settle();
  return decided;
};
const staff = (role: string) => ({ kind: 'staff', user: { id: role }, staff: { roles: [role] } }) as unknown as Viewer;
const promises = async () => brokenLines(await askInvariants(db, { now: clock.now(), holdTtlMs: platform.env.HOLD_TTL_MS, settleMs: 0 }));

it('a dispute that was won holds nothing back', async () => {
  const first = await pay(await stay());
  const { reference } = await shop.order(first);
  shop.bank.dispute(reference);
  await shop.settle();
  shop.bank.dispute(reference, 'won');
  await shop.settle();
  expect(await state(await pay(await stay()))).toEqual(['confirmed', 'confirmed', 'succeeded']);
});

it('what a buyer books who took money back for good is confirmed by nobody before a colleague has looked', async () => {
  const taken = await pay(await experience(kayak!));
  shop.bank.dispute((await shop.order(taken)).reference);
  await shop.settle();
  shop.bank.dispute((await shop.order(taken)).reference, 'lost');
  await shop.settle();

  const next = await pay(await stay());
  expect(await state(next)).toEqual(['paid', 'cart_held', 'requires_capture']);
  expect(await tasks(next)).toEqual(['payment-check']);
  expect((await findPaymentCheck(db, next))!.causes).toEqual(['lost-dispute']);
  const seen = (role: string) => shop.order(next).then((order) => readRecordCheck(db, staff(role), order));
  expect(await seen('finance')).toMatchObject({ causes: ['lost-dispute'], decision: null, mayDecide: true });
  expect(await seen('auditor')).toMatchObject({ causes: ['lost-dispute'], mayDecide: false });
  // Its places are kept and its money reserved for as long as the look takes.
  clock.advance(2 * dayMs);
  await shop.settle();
  expect(await state(next)).toEqual(['paid', 'cart_held', 'requires_capture']);
  expect(await promises()).toEqual([]);
  // Told once, however often it is taken up again.
  expect(await letters(next)).toEqual(['booking-on-hold']);

  expect((await decide(next, 'release')).ok).toBe(true);
  expect(await letters(next)).toEqual(['booking-on-hold', 'order-confirmed']);
  expect(await state(next)).toEqual(['confirmed', 'confirmed', 'succeeded']);
  expect(await tasks(next)).toEqual([]);
  expect(await seen('finance')).toMatchObject({ decision: 'released', mayDecide: false });
  expect(await decide(next, 'release')).toEqual({ ok: false, refused: 'not-possible' });
  expect(await decide(next, 'end')).toEqual({ ok: false, refused: 'not-possible' });
  expect(await promises()).toEqual([]);
});

it('its operator is not asked either, until then', async () => {
  const asked = await pay(await experience(dive!));
  expect(await state(asked)).toEqual(['paid', 'cart_held', 'requires_capture']);
  await decide(asked, 'release');
  expect(await state(asked)).toEqual(['requested', 'requested', 'requires_capture']);
});

it('what should not go on ends with its places free and nothing taken from the card', async () => {
  const ended = await pay(await experience(kayak!));
  expect((await decide(ended, 'end')).ok).toBe(true);
  expect((await shop.order(ended)).status).toBe('refunded');
  expect((await shop.payments(ended))[0]!.status).toBe('canceled');
  expect(await tasks(ended)).toEqual([]);
  expect((await findPaymentCheck(db, ended))!.decision).toBe('ended');
  const { rows } = (await db.execute(sql`select 1 from claims where order_id = ${ended} and status <> 'released'`)) as unknown as {
    rows: unknown[];
  };
  expect(rows).toEqual([]);
  expect(await promises()).toEqual([]);
});

it('of a basket each order waits for a look of its own, and their money with them', async () => {
  const ids = [await stay(), await experience(kayak!)];
  const basket = await shop.basket(...ids);
  const pressed = await shop.press(basket, await shop.sum(ids));
  if (!pressed.ok) throw new Error(pressed.refused);
  await shop.bank.pay(pressed.value.redirectTo, 'approved');
  await shop.settle();
  for (const id of ids) expect((await shop.order(id)).status).toBe('paid');
  for (const id of ids) await decide(id, 'release');
  for (const id of ids) expect(await state(id)).toEqual(['confirmed', 'confirmed', 'succeeded']);
  expect(await promises()).toEqual([]);
  // Lost for good, each order bears its own part.
  shop.bank.dispute(basket.reference);
  await shop.settle();
  shop.bank.dispute(basket.reference, 'lost');
  await shop.settle();
  const [dispute] = await disputesOfOrder(db, ids[0]!);
  const sums = Object.fromEntries(await Promise.all(ids.map(async (id) => [id, (await shop.order(id)).total] as const)));
  const parts = await partsOfDispute(db, dispute!.id);
  expect(Object.fromEntries(parts.map(({ orderId, writtenOff }) => [orderId, writtenOff]))).toEqual(sums);
  expect(dispute!.writtenOff).toBe(Object.values(sums).reduce((sum, one) => sum + one, 0));
  expect(await promises()).toEqual([]);
});
