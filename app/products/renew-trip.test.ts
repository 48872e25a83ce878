import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { evisaCountries } from '#seeds/visas/evisa-countries.ts';
import { findBasketAsSystem, findOrdersIn } from '#app/commerce/baskets/baskets-store.server.ts';
import type { Basket } from '#app/commerce/baskets/baskets.tables.ts';
import { addToBasket, renewInBasket } from '#app/commerce/baskets/fill-basket.server.ts';
import { showBasket, type BasketItem } from '#app/commerce/baskets/show-basket.server.ts';
import { findInstalments } from '#app/commerce/bookings/bookings-store.server.ts';
import { beginPayment } from '#app/commerce/orders/begin-payment.server.ts';
import { expireOrders } from '#app/commerce/orders/expire-orders.server.ts';
import { findOrderAsSystem, readPeople } from '#app/commerce/orders/orders-store.server.ts';
import { usePromo } from '#app/commerce/orders/use-promo.server.ts';
import type { TestBank } from '#app/commerce/payments/payments-testing.ts';
import type { ProductKind } from '#app/commerce/product-contract.ts';
import { aPolicyRule, putInForce } from '#app/commerce/pricing/policy-testing.ts';
import { openScope } from '#app/commerce/pricing/policy.ts';
import type { Viewer } from '#app/platform/access.ts';
import { addDays, dayMs, minuteMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { aDraft, openTestSale } from './flights/order/flight-order-testing.ts';
import { choiceKey } from './flights/booking/booking-draft.ts';
import { getFlightOrder } from './flights/order/flight-store.server.ts';
import type { Flights } from './flights/flights-context.ts';
import { anOffer } from './flights/offer-testing.ts';
import { ScriptedSupplier, type SupplierScript } from './flights/supplier/scripted-supplier.ts';
import { findHolidayBooking } from './holidays/booking/holiday-draft-store.server.ts';
import { openTestHolidays } from './holidays/booking/holiday-testing.ts';
import { openCounters } from './registry.server.ts';
import { saveTraveller } from './visas/evisa/keep-evisa.server.ts';
import { aForm, openTestEvisas } from './visas/evisa/evisa-testing.ts';

const guest: Viewer = { kind: 'anonymous' };
const noFlights = { world: { places: { airports: new Map() } } } as unknown as Flights;

/** A basket over one platform, with the buttons of its page. */
async function openTrips(platform: Awaited<ReturnType<typeof openTestPlatform>>, bank: TestBank, flights: Flights = noFlights) {
  const { db } = platform;
  const counters = openCounters(platform, flights);
  const order = async (id: string) => (await findOrderAsSystem(db, id))!;
  let keys = 0;
  return {
    order,
    async trip(orderId: string): Promise<Basket> {
      const added = await addToBasket(platform, { order: await order(orderId), basket: null, viewer: guest, language: 'en' });
      if (!added.ok) throw new Error(added.refused);
      return added.value.basket;
    },
    async today(basket: Basket): Promise<BasketItem['today']> {
      const { items } = await showBasket(platform, counters, (await findBasketAsSystem(db, basket.id))!, 'en');
      return items[0]!.today;
    },
    renew(basket: Basket, orderId: string, seen: number) {
      keys += 1;
      return renewInBasket(platform, bank.provider, counters, {
        basket,
        orderId,
        viewer: guest,
        language: 'en',
        seenTotal: money(seen, 'AED'),
        key: `the-button-of-what-ran-out-${keys}`,
        address: `10.7.${keys}.1`,
      });
    },
    inside: async (basket: Basket) => (await findOrdersIn(db, basket.id)).map(({ id }) => id),
    async runOut(kind: ProductKind, after: number) {
      platform.clock.advance(after);
      await expireOrders(platform, [counters.product(kind)]);
      await platform.jobs.drain();
    },
  };
}

const priced = (today: BasketItem['today']) => {
  if (today === null || today === 'gone') throw new Error(`It can be had today, but is said to be ${today ?? 'unknown'}`);
  return today;
};

describe('a tour that ran out in a basket', async () => {
  const platform = await openTestPlatform();
  const sale = await openTestHolidays(platform);
  const trips = await openTrips(platform, sale.bank);
  const far = (await sale.departures()).filter(({ setsOff, left }) => setsOff > addDays(sale.today(), 150) && left >= 4);
  const setDay = (setsOff: string, to: { price?: number; capacity: number }) =>
    platform.db.execute(sql`
      insert into tour_departures (tour_id, sets_off, capacity, price_amount, changed_at) values (${sale.tour.id}, ${setsOff},
        ${to.capacity}, ${to.price ?? null}, now())
      on conflict (tour_id, sets_off) do update set capacity = excluded.capacity, price_amount = excluded.price_amount`);

  it('is kept again with the same people, rooms and parts, for today’s price alone', async () => {
    const { setsOff, price, capacity } = far[0]!;
    const old = await sale.placed(sale.form(setsOff, { plan: 'deposit' }));
    const before = await trips.order(old);
    const basket = await trips.trip(old);
    await trips.runOut('holiday', 25 * minuteMs);
    expect(priced(await trips.today(basket))).toEqual({ total: money(before.total, 'AED'), changes: [] });

    await setDay(setsOff, { capacity, price: price.amount + 10_000 });
    const today = priced(await trips.today(basket));
    expect(today.total.amount).toBeGreaterThan(before.total);
    expect(today.changes.length).toBeGreaterThan(0);
    expect(await trips.renew(basket, old, before.total)).toEqual({ ok: false, refused: 'price-changed' });
    const renewed = await trips.renew(basket, old, today.total.amount);
    if (!renewed.ok) throw new Error(renewed.refused);

    const { orderId } = renewed.value;
    const fresh = await trips.order(orderId);
    expect([fresh.status, fresh.total, fresh.kind]).toEqual(['held', today.total.amount, 'holiday']);
    expect(await trips.inside(basket)).toEqual([orderId]);
    const people = async (id: string) => readPeople(platform.db, platform.crypto, await trips.order(id));
    expect(await people(orderId)).toEqual(await people(old));
    const booked = async (id: string) => ({ ...(await findHolidayBooking(platform.db, id))!, orderId: '' });
    expect(await booked(orderId)).toEqual(await booked(old));
    expect(await findInstalments(platform.db, orderId)).toHaveLength((await findInstalments(platform.db, old)).length);
    await sale.pay(orderId);
    expect((await trips.order(orderId)).status).toBe('confirmed');
  });

  it('is said to be gone when too few places are left, and places nothing', async () => {
    const { setsOff } = far[1]!;
    const old = await sale.placed(sale.form(setsOff));
    const basket = await trips.trip(old);
    await trips.runOut('holiday', 25 * minuteMs);
    await setDay(setsOff, { capacity: 1 });
    expect(await trips.today(basket)).toBe('gone');
    expect(await trips.renew(basket, old, (await trips.order(old)).total)).toEqual({ ok: false, refused: 'sold-out' });
    expect(await trips.inside(basket)).toEqual([old]);
  });

  it('is kept again while its bank’s page had been opened, and that page is closed', async () => {
    const old = await sale.placed(sale.form(far[2]!.setsOff));
    const begun = await beginPayment(platform, sale.bank.provider, sale.product, {
      orderId: old,
      by: 'customer',
      who: 'guest',
      returnTo: { success: '/', failure: '/' },
      language: 'en',
    });
    if (!begun.ok) throw new Error(begun.refused);
    const basket = await trips.trip(old);
    // Its time is over, and the minute in which orders are ended has not come round yet.
    platform.clock.advance(21 * minuteMs);
    const renewed = await trips.renew(basket, old, priced(await trips.today(basket)).total.amount);
    if (!renewed.ok) throw new Error(renewed.refused);
    expect((await trips.order(renewed.value.orderId)).status).toBe('held');
  });

  it('takes its code along while that counts, and says so when it counts no more', async () => {
    const code = aPolicyRule({ id: 'PR-0000cc', basisPoints: 500, scope: { ...openScope, promo: 'AGAIN50' } });
    await putInForce(platform.db, [code], { holiday: { cost: 5_000, floor: 500 } });
    const old = await sale.placed(sale.form(far[3]!.setsOff));
    const full = (await trips.order(old)).total;
    const used = await usePromo(platform, sale.product, { orderId: old, who: 'guest', code: 'AGAIN50' });
    if (!used.ok) throw new Error(used.refused);
    const saved = full - used.value.total;
    expect(saved).toBeGreaterThan(0);
    const basket = await trips.trip(old);
    await trips.runOut('holiday', 25 * minuteMs);
    const renewed = await trips.renew(basket, old, priced(await trips.today(basket)).total.amount);
    if (!renewed.ok) throw new Error(renewed.refused);
    expect(renewed.value.lostCode).toBe(false);
    expect((await trips.order(renewed.value.orderId)).total).toBe(full - saved);
    const parts = await findInstalments(platform.db, renewed.value.orderId);
    expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(full - saved);

    await trips.runOut('holiday', 25 * minuteMs);
    await platform.db.execute(sql`update pricing_policies set stopped = array['PR-0000cc'], version = version + 1`);
    const again = await trips.renew(basket, renewed.value.orderId, priced(await trips.today(basket)).total.amount);
    if (!again.ok) throw new Error(again.refused);
    expect(again.value.lostCode).toBe(true);
    expect((await trips.order(again.value.orderId)).total).toBe(full);
  });
});

describe('an e-visa that ran out in a basket', async () => {
  const platform = await openTestPlatform();
  const desk = await openTestEvisas(platform, evisaCountries);
  const trips = await openTrips(platform, desk.bank);
  const placed = async () => {
    const groupId = await desk.applied('india', [aForm(), aForm()]);
    const order = await desk.place(groupId);
    if (!order.ok) throw new Error(order.refused);
    return { groupId, orderId: order.value.orderId };
  };

  it('is asked for again with its forms and papers, for what it costs today', async () => {
    const { groupId, orderId: old } = await placed();
    const before = await trips.order(old);
    const basket = await trips.trip(old);
    await trips.runOut('evisa', dayMs + 5 * minuteMs);
    expect(priced(await trips.today(basket)).total.amount).toBe(before.total);
    await putInForce(platform.db, [
      aPolicyRule({
        id: 'PR-0000ba',
        phase: 'fee',
        basisPoints: null,
        amount: 1_000,
        scope: { ...openScope, words: { product: ['evisa'] } },
      }),
    ]);
    const today = priced(await trips.today(basket));
    expect(today.total.amount).toBeGreaterThan(before.total);
    expect(today.changes.length).toBeGreaterThan(0);
    expect(await trips.renew(basket, old, before.total)).toEqual({ ok: false, refused: 'price-changed' });
    const renewed = await trips.renew(basket, old, today.total.amount);
    if (!renewed.ok) throw new Error(renewed.refused);
    expect((await trips.order(renewed.value.orderId)).total).toBe(today.total.amount);
    expect(await trips.inside(basket)).toEqual([renewed.value.orderId]);
    await desk.pay(renewed.value.orderId);
    expect((await trips.order(renewed.value.orderId)).status).toBe('accepted');
    expect((await desk.cases(groupId)).map(({ status }) => status)).toEqual(['received', 'received']);
  });

  it('leads back to its form when something of it is not right any more', async () => {
    const { groupId, orderId: old } = await placed();
    const basket = await trips.trip(old);
    await trips.runOut('evisa', dayMs + 5 * minuteMs);
    await saveTraveller(platform, { groupId, position: 0, typed: aForm({ expires: '2026-12-31' }), who: 'guest' });
    expect(await trips.today(basket)).toBeNull();
    expect(await trips.renew(basket, old, (await trips.order(old)).total)).toEqual({ ok: false, refused: 'not-ready' });
    expect(await trips.inside(basket)).toEqual([old]);
  });
});

describe('flights that ran out in a basket', async () => {
  const platform = await openTestPlatform();
  const offer = { ...anOffer({ supplier: 's1' }), id: 's1.kept', expiresAt: '2026-12-01T00:00:00.000Z' };
  const script: { -readonly [Key in keyof SupplierScript]: SupplierScript[Key] } = { code: 's1', offers: [offer] };
  const sale = await openTestSale(platform, [new ScriptedSupplier(script)]);
  const trips = await openTrips(platform, sale.bank, { ...sale.flights, ...noFlights } as Flights);
  const meal = { [choiceKey(offer.slices[0]!.segments[0]!, 0)]: 'VGML' };

  it('are priced by their source again and held anew, with what was chosen beside them', async () => {
    const draft = aDraft(offer, { extras: { mealPreferences: meal, fastTrack: false, insurance: true } });
    const old = await sale.placed({ ...draft, checkedBags: { '0:0': 1 } });
    const basket = await trips.trip(old.id);
    await trips.runOut('flight', 35 * minuteMs);
    expect(priced(await trips.today(basket))).toEqual({ total: money(old.total, 'AED'), changes: [] });

    script.dearerBy = 100;
    const today = priced(await trips.today(basket));
    expect(today.total.amount).toBeGreaterThan(old.total);
    expect(await trips.renew(basket, old.id, old.total)).toEqual({ ok: false, refused: 'price-changed' });
    const renewed = await trips.renew(basket, old.id, today.total.amount);
    if (!renewed.ok) throw new Error(renewed.refused);
    const fresh = await trips.order(renewed.value.orderId);
    expect([fresh.status, fresh.total, fresh.actor]).toEqual(['held', today.total.amount, old.actor]);
    expect(await trips.inside(basket)).toEqual([fresh.id]);
    const [was, is] = await Promise.all([getFlightOrder(platform.db, old.id), getFlightOrder(platform.db, fresh.id)]);
    expect([is.choices, is.passengers]).toEqual([was.choices, was.passengers]);
    const people = (id: string) => trips.order(id).then((order) => readPeople(platform.db, platform.crypto, order));
    expect(await people(fresh.id)).toEqual(await people(old.id));
    expect((await sale.paid(fresh.id)).status).toBe('ticketed');
    delete script.dearerBy;
  });

  it('are gone when the source has none left, and unknown while it does not answer', async () => {
    const old = await sale.placed(aDraft(offer));
    const basket = await trips.trip(old.id);
    await trips.runOut('flight', 35 * minuteMs);
    script.price = 'unknown';
    expect(await trips.today(basket)).toBeNull();
    expect(await trips.renew(basket, old.id, old.total)).toEqual({ ok: false, refused: 'supplier-silent' });
    script.price = 'sold-out';
    expect(await trips.today(basket)).toBe('gone');
    expect(await trips.renew(basket, old.id, old.total)).toEqual({ ok: false, refused: 'gone' });
    script.price = 'ok';
    script.hold = 'sold-out';
    expect(await trips.renew(basket, old.id, old.total)).toEqual({ ok: false, refused: 'sold-out' });
    expect(await trips.inside(basket)).toEqual([old.id]);
  });
});
