import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { findOrdersIn } from '#app/commerce/baskets/baskets-store.server.ts';
import type { Basket } from '#app/commerce/baskets/baskets.tables.ts';
import { addToBasket, renewInBasket, takeFromBasket } from '#app/commerce/baskets/fill-basket.server.ts';
import { showBasket } from '#app/commerce/baskets/show-basket.server.ts';
import { disputesOfOrder, partsOfDispute } from '#app/commerce/disputes/disputes-store.server.ts';
import { beginPayment } from '#app/commerce/orders/begin-payment.server.ts';
import { confirmCancel, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { expireOrders } from '#app/commerce/orders/expire-orders.server.ts';
import { moneyPosition } from '#app/commerce/ledger/ledger-store.server.ts';
import type { Product, ProductKind } from '#app/commerce/product-contract.ts';
import { findRefundsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { reconcilePayments } from '#app/commerce/payments/reconcile-payments.server.ts';
import { sha256 } from '#app/platform/crypto.server.ts';
import { addMilliseconds, dayMs, minuteMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { openTestPlatform, testNow } from '#tests/support/test-platform.ts';
import { askInvariants, brokenLines } from '../../server/promises/invariants.ts';
import { openTestBaskets } from './basket-sale-testing.ts';
import { acceptRequest, declineRequest } from './experiences/answer-request.server.ts';
import { findExperienceBooking } from './experiences/experience-bookings-store.server.ts';
import { loadExperiences } from './experiences/load-experiences.server.ts';
import { openVisit } from './experiences/place-experience-order.server.ts';
import { loadStaycations } from './staycations/load-staycations.server.ts';

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
platform.clock.set(addMilliseconds(testNow, 150 * dayMs));
const shop = await openTestBaskets(platform);
const customer = { by: 'customer', who: 'guest' } as const;

let days = 9;
async function visit(id: string): Promise<string> {
  const found = (await db.execute(sql`select start_times from experiences where id = ${id}`)) as unknown as {
    rows: { start_times: string[] }[];
  };
  for (let tries = 0; tries < 40; tries += 1) {
    days += 1;
    const date = new Date(clock.now() + days * dayMs).toISOString().slice(0, 10);
    for (const time of found.rows[0]!.start_times) {
      const query = `date=${date}&time=${time}&option=standard&adult=2`;
      if (await openVisit(platform, id, new URLSearchParams(query), 'en')) return query;
    }
  }
  throw new Error(`No start of ${id}`);
}
let arrival = 20;
const stay = () => {
  arrival += 3;
  const date = new Date(clock.now() + arrival * dayMs).toISOString().slice(0, 10);
  return shop.stay(house.id, `date=${date}&nights=2&room=${room}&plan=flex`);
};
const put = async (basket: Basket, id: string) =>
  addToBasket(platform, { order: await shop.order(id), basket, viewer: { kind: 'anonymous' }, language: 'en' });
const experience = async (id: string) => shop.experience(id, await visit(id));
const states = (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await shop.order(id)).status));
const shares = (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await shop.payments(id))[0]?.status));
const position = async (id: string) => (await moneyPosition(db, id)).position;
const atBank = () =>
  shop.bank
    .lines()
    .filter((line) => line.type === 'payment.captured')
    .map((line) => (line as unknown as { amount: number }).amount);
/** The mail about a basket; null before it was sent. */
const mailOf = (basket: { id: string }) => platform.mail.folder!.find(sha256(`${basket.id}.basket-settled`).slice(0, 32));
const promises = async () =>
  brokenLines(
    await askInvariants(db, { now: clock.now(), holdTtlMs: platform.env.HOLD_TTL_MS, settleMs: 0 }, {}, [
      'I4',
      'I5',
      'I6',
      'I7',
      'I8',
      'I11',
      'I26',
      'I27',
      'I28',
    ]),
  ).filter(
    // The test's postman keeps no outbox of its own.
    (line) => !line.startsWith('I14'),
  );

async function paid(ids: readonly string[]) {
  const basket = await shop.basket(...ids);
  const pressed = await shop.press(basket, await shop.sum(ids));
  if (!pressed.ok) throw new Error(pressed.refused);
  await shop.bank.pay(pressed.value.redirectTo, 'approved');
  await shop.settle();
  return basket;
}

describe('a basket of several kinds', () => {
  it('is paid once, and every order goes its own way', async () => {
    const ids = [await experience(kayak), await stay(), await experience(kayak)];
    const sum = await shop.sum(ids);
    const basket = await paid(ids);
    expect(await states(ids)).toEqual(['confirmed', 'confirmed', 'confirmed']);
    expect(await shares(ids)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    expect(atBank()).toEqual([sum]);
    expect(await Promise.all(ids.map(position))).toEqual(['paid', 'paid', 'paid']);
    const read = await shop.read(basket);
    expect([read.closedAt, read.toldAt].every(Boolean)).toBe(true);
    const mail = await mailOf(basket);
    expect(mail!.subject).toContain(basket.reference);
    expect(mail!.text.match(/Booked\./g)).toHaveLength(3);
    expect(await promises()).toEqual([]);
  });

  it('takes of the reserved sum what was confirmed, lets the rest go and says both in one mail', async () => {
    const ids = [await stay(), await experience(dive)];
    const [house, asked] = ids as [string, string];
    const [keeps, loses] = [await shop.sum([house]), await shop.sum([asked])];
    const basket = await paid(ids);
    // Its operator has not answered: the stay is confirmed, and its money waits with the other's.
    expect(await states(ids)).toEqual(['confirmed', 'requested']);
    expect(await shares(ids)).toEqual(['requires_capture', 'requires_capture']);
    expect(await mailOf(basket)).toBeNull();
    const declined = await declineRequest(platform, shop.productOf('experience'), { orderId: asked, by: 'supplier', who: 'operator:x' });
    expect(declined).toMatchObject({ ok: true });
    await shop.settle();
    expect(atBank().at(-1)).toBe(keeps);
    expect(await shares(ids)).toEqual(['succeeded', 'canceled']);
    expect(await states(ids)).toEqual(['confirmed', 'refunded']);
    expect(await Promise.all(ids.map(position))).toEqual(['paid', 'unpaid']);
    const said = (await mailOf(basket))!;
    expect(said.subject).toContain('one part could not be booked');
    expect(said.text).toMatch(/Booked\..*charged/);
    expect(said.text).toMatch(/Not booked\..*not charged/);
    expect(loses).toBeGreaterThan(0);
    expect(await promises()).toEqual([]);
    expect(await reconcilePayments(platform, shop.bank.provider)).toEqual([]);
  });

  it('captures with the others what is accepted late', async () => {
    const ids = [await stay(), await experience(dive)];
    const sum = await shop.sum(ids);
    const basket = await paid(ids);
    expect(atBank().at(-1)).not.toBe(sum);
    await acceptRequest(platform, shop.productOf('experience'), { orderId: ids[1]!, by: 'supplier', who: 'operator:x' });
    await shop.settle();
    expect(atBank().at(-1)).toBe(sum);
    expect(await states(ids)).toEqual(['confirmed', 'confirmed']);
    expect((await mailOf(basket))!.subject).toContain('booked');
  });

  it('takes what is undecided before the bank forgets its promise, and gives it back when it fails', async () => {
    const ids = [await stay(), await experience(dive)];
    const sum = await shop.sum(ids);
    await paid(ids);
    clock.advance(5 * dayMs + 2 * minuteMs);
    await shop.settle();
    expect(atBank().at(-1)).toBe(sum);
    expect(await states(ids)).toEqual(['confirmed', 'requested']);
    await declineRequest(platform, shop.productOf('experience'), { orderId: ids[1]!, by: 'supplier', who: 'operator:x' });
    await shop.settle();
    expect(await states(ids)).toEqual(['confirmed', 'refunded']);
    expect(await Promise.all(ids.map(position))).toEqual(['paid', 'refunded']);
    expect(await promises()).toEqual([]);
    expect(await reconcilePayments(platform, shop.bank.provider)).toEqual([]);
  });

  it('is frozen whole when a bank takes its payment back, each order for its own part of it', async () => {
    const ids = [await stay(), await experience(kayak), await experience(kayak)];
    const alone = await experience(kayak);
    const sums = await Promise.all(ids.map(async (id) => (await shop.order(id)).total));
    const basket = await paid(ids);
    await paid([alone]);
    shop.bank.dispute(basket.reference);
    await shop.settle();
    const [dispute, ...more] = await disputesOfOrder(db, ids[0]!);
    expect([more, dispute!.amount]).toEqual([[], sums.reduce((sum, one) => sum + one, 0)]);
    const parts = await partsOfDispute(db, dispute!.id);
    expect(Object.fromEntries(parts.map(({ orderId, amount }) => [orderId, amount]))).toEqual(
      Object.fromEntries(ids.map((id, index) => [id, sums[index]])),
    );
    for (const id of ids) {
      const product = shop.productOf((await shop.order(id)).kind);
      expect(await quoteCancel(platform, product, { orderId: id, ...customer })).toEqual({ ok: false, refused: 'disputed' });
      expect(await findRefundsOfOrder(db, id)).toEqual([]);
    }
    expect((await quoteCancel(platform, shop.productOf('experience'), { orderId: alone, ...customer })).ok).toBe(true);
    shop.bank.dispute(basket.reference, 'won');
    await shop.settle();
    for (const id of ids) {
      const product = shop.productOf((await shop.order(id)).kind);
      expect((await quoteCancel(platform, product, { orderId: id, ...customer })).ok).toBe(true);
    }
    expect(await promises()).toEqual([]);
    expect(await reconcilePayments(platform, shop.bank.provider)).toEqual([]);
  });

  it('whose money a bank took back before its operator answered is not confirmed until that has decided', async () => {
    const ids = [await stay(), await experience(dive)];
    const asked = ids[1]!;
    const basket = await paid(ids);
    clock.advance(5 * dayMs + 2 * minuteMs);
    await shop.settle();
    expect(await states(ids)).toEqual(['confirmed', 'requested']);
    shop.bank.dispute(basket.reference);
    await shop.settle();
    const yes = () => acceptRequest(platform, shop.productOf('experience'), { orderId: asked, by: 'supplier', who: 'operator:x' });
    expect(await yes()).toEqual({ ok: false, refused: 'disputed' });
    expect(await states(ids)).toEqual(['confirmed', 'requested']);
    shop.bank.dispute(basket.reference, 'won');
    await shop.settle();
    expect((await yes()).ok).toBe(true);
    expect(await promises()).toEqual([]);
  });

  it('gives back one of them by its own ladder, and leaves the others alone', async () => {
    const ids = [await stay(), await experience(kayak)];
    const basket = await paid(ids);
    const product = shop.productOf('staycation');
    await quoteCancel(platform, product, { orderId: ids[0]!, ...customer });
    expect(await confirmCancel(platform, product, { orderId: ids[0]!, ...customer })).toMatchObject({ ok: true });
    await shop.settle();
    expect(await states(ids)).toEqual(['refunded', 'confirmed']);
    expect(await Promise.all(ids.map(position))).toEqual(['refunded', 'paid']);
    const { items } = await showBasket(platform, shop.counters, await shop.read(basket), 'en');
    expect(items.map(({ outcome }) => outcome).toSorted()).toEqual(['confirmed', 'returned']);
    expect(await promises()).toEqual([]);
  });
});

/** Presses the button of an item that ran out, at a price that was seen. */
const renew = async (basket: Basket, orderId: string, seen: number, key: string) =>
  renewInBasket(platform, shop.bank.provider, shop.counters, {
    basket,
    orderId,
    viewer: { kind: 'anonymous' },
    language: 'en',
    seenTotal: money(seen, 'AED'),
    key,
    address: '10.8.1.1',
  });
const changeStart = (slot: { experienceId: string; date: string; start: string }, to: { percent?: number; stopped?: boolean }) =>
  db.execute(sql`
    insert into experience_slots (experience_id, option_key, date, start, price_percent, stopped, changed_by, changed_at)
    values (${slot.experienceId}, 'standard', ${slot.date}, ${slot.start}, ${to.percent ?? null}, ${to.stopped ?? false}, 'test',
      ${new Date(clock.now()).toISOString()})`);
const shown = (basket: Basket) => showBasket(platform, shop.counters, basket, 'en');

describe('what ran out in a basket', () => {
  it('says what it costs today line by line, and is kept again in its place for that price alone', async () => {
    const id = await experience(kayak);
    const stays = await stay();
    const trip = await shop.basket(id, stays);
    const { total, reference } = await shop.order(id);
    expect(await renew(trip, id, total, 'renewed-too-early-12345')).toEqual({ ok: false, refused: 'not-payable' });
    clock.advance(16 * minuteMs);
    await expireOrders(platform, [shop.productOf('experience')]);
    await expireOrders(platform, [shop.productOf('staycation')]);
    const same = (await shown(trip)).items.map(({ today, total: was }) => today !== 'gone' && today?.total.amount === was.amount);
    expect(same).toEqual([true, true]);

    // The start is dearer by a fifth since this morning.
    const slot = (await findExperienceBooking(db, platform.crypto, id))!;
    await changeStart(slot, { percent: 120 });
    const { today } = (await shown(trip)).items.find((item) => item.reference === reference)!;
    if (today === null || today === 'gone') throw new Error('It can be had today');
    expect(today.total.amount).toBeGreaterThan(total);
    expect(today.changes.length).toBeGreaterThan(0);
    const differs = today.changes.reduce((sum, { before, after }) => sum + (after?.amount ?? 0) - (before?.amount ?? 0), 0);
    expect(differs).toBe(today.total.amount - total);

    expect(await renew(trip, id, total, 'renewed-at-the-old-price')).toEqual({ ok: false, refused: 'price-changed' });
    const renewed = await renew(trip, id, today.total.amount, 'renewed-at-the-new-price');
    if (!renewed.ok) throw new Error(renewed.refused);
    const fresh = await shop.order(renewed.value.orderId);
    expect([fresh.status, fresh.total]).toEqual(['held', today.total.amount]);
    expect((await findExperienceBooking(db, platform.crypto, fresh.id))!).toMatchObject({
      date: slot.date,
      start: slot.start,
      party: slot.party,
    });
    expect(await states([id])).toEqual(['expired']);
    expect((await findOrdersIn(db, trip.id)).map((order) => order.id).toSorted()).toEqual([stays, fresh.id].toSorted());
    expect(await renew(trip, fresh.id, today.total.amount, 'renewed-while-it-is-kept')).toEqual({ ok: false, refused: 'not-payable' });

    const house = await renew(trip, stays, (await shop.order(stays)).total, 'renewed-rooms-of-a-house');
    expect(house.ok).toBe(true);
    const { items, payable } = await shown(trip);
    expect([items.length, payable]).toEqual([2, true]);
    expect(await promises()).toEqual([]);
  });

  it('says that it is gone when it cannot be had any more, and places nothing', async () => {
    const id = await experience(kayak);
    const basket = await shop.basket(id);
    const { total } = await shop.order(id);
    clock.advance(16 * minuteMs);
    await expireOrders(platform, [shop.productOf('experience')]);
    const slot = (await findExperienceBooking(db, platform.crypto, id))!;
    await changeStart(slot, { stopped: true });
    expect((await shown(basket)).items.map(({ today }) => today)).toEqual(['gone']);
    expect(await renew(basket, id, total, 'renewed-what-is-closed')).toEqual({ ok: false, refused: 'gone' });
    expect((await findOrdersIn(db, basket.id)).map((order) => order.id)).toEqual([id]);
  });
});

describe('a basket before it is paid', () => {
  it('sends nobody to the bank with another sum than they saw', async () => {
    const ids = [await experience(kayak), await experience(kayak)];
    const basket = await shop.basket(...ids);
    expect(await shop.press(basket, 1)).toEqual({ ok: false, refused: 'sum-changed' });
    expect(await states(ids)).toEqual(['held', 'held']);
  });

  it('stops for the one whose time is over, names it, and keeps the others', async () => {
    const ids = [await experience(kayak), await stay()];
    const basket = await shop.basket(...ids);
    const sum = await shop.sum(ids);
    clock.advance(11 * minuteMs);
    const pressed = await shop.press(basket, sum);
    expect(pressed).toEqual({ ok: false, refused: 'hold-over', about: (await shop.order(ids[0]!)).reference });
    await expireOrders(platform, [shop.productOf('experience')]);
    expect(await states(ids)).toEqual(['expired', 'held']);
    const taken = await takeFromBasket(platform, shop.bank.provider, { basket, orderId: ids[0]!, viewer: { kind: 'anonymous' } });
    expect(taken).toEqual({ ok: true, value: { count: 1 } });
    const alone = await shop.press(basket, await shop.sum([ids[1]!]));
    expect(alone.ok).toBe(true);
  });

  it('pays only what was shown: what ran out and was asked for again is left behind', async () => {
    const old = await experience(kayak);
    const basket = await shop.basket(old);
    clock.advance(11 * minuteMs);
    await expireOrders(platform, [shop.productOf('experience')]);
    const fresh = await experience(kayak);
    await put(basket, fresh);
    const { items, payable } = await showBasket(platform, shop.counters, basket, 'en');
    expect(items.map(({ reference }) => reference)).toEqual([(await shop.order(fresh)).reference]);
    expect(payable).toBe(true);
    const pressed = await shop.press(
      basket,
      await shop.sum([fresh]),
      items.map(({ reference }) => reference),
    );
    if (!pressed.ok) throw new Error(pressed.refused);
    await shop.bank.pay(pressed.value.redirectTo, 'approved');
    await shop.settle();
    expect(await states([old, fresh])).toEqual(['expired', 'confirmed']);
    expect((await findOrdersIn(db, basket.id)).map(({ id }) => id)).toEqual([fresh]);
    expect(await promises()).toEqual([]);
  });

  it('leaves out what was bought by itself, and keeps unpaid what was put in while the page of the bank was open', async () => {
    const [alone, first, late] = [await experience(kayak), await experience(kayak), await experience(kayak)];
    const basket = await shop.basket(alone, first);
    const begun = await beginPayment(platform, shop.bank.provider, shop.productOf('experience'), {
      orderId: alone,
      ...customer,
      returnTo: { success: '/', failure: '/' },
      language: 'en',
    });
    if (!begun.ok) throw new Error(begun.refused);
    await shop.bank.pay(begun.value.redirectTo, 'approved');
    await shop.settle();
    const { items } = await showBasket(platform, shop.counters, basket, 'en');
    const shown = items.map(({ reference }) => reference);
    expect(shown).toEqual([(await shop.order(first)).reference]);
    const pressed = await shop.press(basket, await shop.sum([first]), shown);
    if (!pressed.ok) throw new Error(pressed.refused);
    await put(basket, late);
    // Another basket cannot have what a page of the bank asks for.
    const other = { order: await shop.order(first), basket: null, viewer: { kind: 'anonymous' }, language: 'en' } as const;
    expect(await addToBasket(platform, other)).toEqual({ ok: false, refused: 'money-moving' });
    await shop.bank.pay(pressed.value.redirectTo, 'approved');
    await shop.settle();
    expect(await states([alone, first, late])).toEqual(['confirmed', 'confirmed', 'held']);
    expect((await findOrdersIn(db, basket.id)).map(({ id }) => id)).toEqual([first]);
    expect(await promises()).toEqual([]);
  });

  it('opens no page for what is taken out while the prices are being checked', async () => {
    const ids = [await experience(kayak), await experience(kayak)].toSorted();
    const basket = await shop.basket(...ids);
    const takesOut = (kind: ProductKind): Product => ({
      ...shop.productOf(kind),
      async checkPrice(id) {
        if (id === ids[1]) await takeFromBasket(platform, shop.bank.provider, { basket, orderId: ids[0]!, viewer: { kind: 'anonymous' } });
        return shop.productOf(kind).checkPrice(id);
      },
    });
    expect(await shop.press(basket, await shop.sum(ids), undefined, takesOut)).toEqual({ ok: false, refused: 'sum-changed' });
    expect(await states(ids)).toEqual(['held', 'held']);
    expect(await shares(ids)).toEqual([undefined, undefined]);
  });

  it('has one page at the bank: another press opens the same, another sum another, and paying one alone ends it', async () => {
    const ids = [await experience(kayak), await experience(kayak), await experience(kayak)];
    const basket = await shop.basket(...ids);
    const sum = await shop.sum(ids);
    const [first, again] = [await shop.press(basket, sum), await shop.press(basket, sum)];
    expect(first.ok && again.ok && first.value.redirectTo === again.value.redirectTo).toBe(true);
    const out = await takeFromBasket(platform, shop.bank.provider, { basket, orderId: ids[2]!, viewer: { kind: 'anonymous' } });
    expect(out).toEqual({ ok: true, value: { count: 2 } });
    await shop.settle();
    const fewer = await shop.press(basket, await shop.sum(ids.slice(0, 2)));
    expect(fewer.ok && first.ok && fewer.value.redirectTo !== first.value.redirectTo).toBe(true);
    const alone = await beginPayment(platform, shop.bank.provider, shop.productOf('experience'), {
      orderId: ids[0]!,
      ...customer,
      returnTo: { success: '/', failure: '/' },
      language: 'en',
    });
    if (!alone.ok) throw new Error(alone.refused);
    await shop.bank.pay(alone.value.redirectTo, 'approved');
    await shop.settle();
    expect(await states(ids)).toEqual(['confirmed', 'held', 'held']);
    // The page of the basket was closed: nobody can pay there for what was bought by itself.
    if (fewer.ok) expect((await shop.bank.pay(fewer.value.redirectTo, 'approved')).location ?? '').not.toContain('/trip/');
    await shop.settle();
    expect(await states(ids)).toEqual(['confirmed', 'held', 'held']);
    expect(await promises()).toEqual([]);
  });

  it('goes back to being kept when the card is declined', async () => {
    const ids = [await experience(kayak), await stay()];
    const basket = await shop.basket(...ids);
    const pressed = await shop.press(basket, await shop.sum(ids));
    if (!pressed.ok) throw new Error(pressed.refused);
    await shop.bank.pay(pressed.value.redirectTo, 'insufficient-funds');
    await shop.settle();
    expect(await states(ids)).toEqual(['held', 'held']);
    expect((await shop.read(basket)).closedAt).toBeNull();
    const retry = await shop.press(basket, await shop.sum(ids));
    if (!retry.ok) throw new Error(retry.refused);
    await shop.bank.pay(retry.value.redirectTo, 'approved');
    await shop.settle();
    expect(await states(ids)).toEqual(['confirmed', 'confirmed']);
  });

  it('answers for money that came after one of them had run out: the rest is bought, its share let go', async () => {
    const ids = [await experience(kayak), await stay()];
    const basket = await shop.basket(...ids);
    const pressed = await shop.press(basket, await shop.sum(ids));
    if (!pressed.ok) throw new Error(pressed.refused);
    await shop.bank.pay(pressed.value.redirectTo, 'approved');
    // Before we heard of it: the order ended, and somebody else took its places.
    await db.execute(sql`update orders set held_until = ${new Date(clock.now() - 1).toISOString()} where id = ${ids[0]!}`);
    await db.execute(sql`update claims set status = 'released' where order_id = ${ids[0]!}`);
    await db.execute(
      sql`update pools set held = 0, allocated = capacity where key = (select pool_key from claims where order_id = ${ids[0]!})`,
    );
    await shop.settle();
    expect(await states(ids)).toEqual(['refunded', 'confirmed']);
    expect(await shares(ids)).toEqual(['canceled', 'succeeded']);
    expect((await mailOf(basket))!.text).toMatch(/not charged/);
  });
});
