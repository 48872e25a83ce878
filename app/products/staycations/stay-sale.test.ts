import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { stayProduct } from './stay-product.server.ts';
import { findBookings, findInstalments } from '#app/commerce/bookings/bookings-store.server.ts';
import { keepBookings, workOnBookings } from '#app/commerce/bookings/work-bookings.server.ts';
import { findInvoicesOfOrder } from '#app/commerce/invoices/invoices-store.server.ts';
import { deliverMessages } from '#app/commerce/messages/deliver-messages.server.ts';
import { cancelByOperator } from '#app/commerce/bookings/operator-cancel.server.ts';
import { openBookingOrder } from '#app/commerce/bookings/staff/work-booking-order.server.ts';
import type { ProductCounters } from '#app/commerce/product-counter.ts';
import { disputesOfOrder } from '#app/commerce/disputes/disputes-store.server.ts';
import { sweepExpired } from '#app/commerce/availability/claims-store.server.ts';
import { beginPayment } from '#app/commerce/orders/begin-payment.server.ts';
import { confirmCancel, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { expireOrders } from '#app/commerce/orders/expire-orders.server.ts';
import { beginFirstCard } from '#app/commerce/orders/pay-with-two-cards.server.ts';
import { workOnOrders } from '#app/commerce/orders/order-jobs.server.ts';
import { askOrderRefund } from '#app/commerce/orders/staff/refund-order.server.ts';
import { findOrderAsSystem, getQuote } from '#app/commerce/orders/orders-store.server.ts';
import { catchUpPayments } from '#app/commerce/payments/catch-up-payments.server.ts';
import { openTestBank } from '#app/commerce/payments/payments-testing.ts';
import { moneyPosition } from '#app/commerce/ledger/ledger-store.server.ts';
import { findRefundsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { workOnPayments } from '#app/commerce/payments/work-payments.server.ts';
import type { Viewer } from '#app/platform/access.ts';
import { transact } from '#app/platform/database.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { addDays, calendarDate, dateIn, dayMs, hourMs, instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { changeStay, quoteStayChange } from './change-stay.server.ts';
import { loadStaycations } from './load-staycations.server.ts';
import { openRooms, placeStayOrder, type ToPlaceStay } from './place-stay-order.server.ts';
import { openStaycation } from './open-staycation.server.ts';
import { openStayCounter } from './stay-counter.server.ts';
import { startStay } from './staff/edit-stay.server.ts';
import { publishHouse, wholeHouse } from './staff/house-testing.ts';
import { listDoors } from './staff/stay-desk-store.server.ts';
import { tellItems } from '../tell-items.server.ts';

const platform = await openTestPlatform();
const { db, clock } = platform;
const files = readCatalogueFiles('staycations');
await loadStaycations(platform, files, { replace: false });
const bank = await openTestBank(clock);
const product = stayProduct(platform);
const counter = openStayCounter(platform);
await deliverMessages(platform, { of: () => counter, product: () => product, draft: counter });
await workOnPayments(platform, bank.provider);
await workOnOrders(platform, [product]);
await workOnBookings(platform, [product], tellItems(platform));

interface HouseFacts {
  readonly country: string;
  readonly freeCancelDays: number | null;
  readonly rooms: readonly { readonly key: string }[];
}
const house = files.find(({ facts }) => {
  const { country, freeCancelDays } = facts as HouseFacts;
  return country === 'AE' && freeCancelDays !== null && freeCancelDays > 0;
})!;
const room = (house.facts as HouseFacts).rooms[0]!.key;
const customer = { by: 'customer', who: 'guest' } as const;
let keys = 0;

const query = (more: Record<string, string> = {}) => new URLSearchParams({ date: '2026-12-10', nights: '2', room, plan: 'flex', ...more });
async function place(visit = query(), more: Partial<ToPlaceStay> = {}) {
  keys += 1;
  const open = await openRooms(platform, more.stayId ?? house.id, visit, 'en');
  if (!open) return { ok: false, refused: 'gone' } as const;
  return placeStayOrder(platform, {
    viewer: { kind: 'anonymous' },
    stayId: house.id,
    visit,
    booker: { givenNames: 'Omar', surname: 'Said', email: `omar${keys}@example.com`, phone: '+971501234567', note: 'A cot' },
    language: 'en',
    seenTotal: open.quote.total,
    key: `a-key-of-a-stay-form-${keys}`,
    address: `10.4.${keys % 250}.1`,
    ...more,
  });
}
async function settle() {
  await platform.jobs.drain();
  await catchUpPayments(platform, bank.provider);
  await platform.jobs.drain();
}
async function bought(visit = query(), more: Partial<ToPlaceStay> = {}): Promise<string> {
  const placed = await place(visit, more);
  if (!placed.ok) throw new Error(placed.refused);
  const { orderId } = placed.value;
  const returnTo = { success: '/payment-success', failure: '/payment-failed' };
  const begun = await beginPayment(platform, bank.provider, product, { orderId, ...customer, returnTo, language: 'en' });
  if (!begun.ok) throw new Error(begun.refused);
  await bank.pay(begun.value.redirectTo, 'approved');
  await settle();
  return orderId;
}
const claims = async (orderId: string) =>
  (
    (await db.execute(
      sql`select unit_key, nights::text as nights, status from claims where order_id = ${orderId} and status <> 'released' order by unit_key`,
    )) as unknown as { rows: { unit_key: string; nights: string; status: string }[] }
  ).rows;
const booking = async (orderId: string) => (await findBookings(db, orderId))[0]!;

describe('a stay that is paid with two cards', () => {
  const returnTo = { success: '/payment-success', failure: '/payment-failed' };
  const position = async (orderId: string) => {
    const { authorised, captured } = await moneyPosition(db, orderId);
    return [authorised.amount, captured.amount];
  };
  async function withFirst(): Promise<string> {
    const placed = await place(query({ date: '2027-03-10' }));
    if (!placed.ok) throw new Error(placed.refused);
    const { orderId } = placed.value;
    const begun = await beginFirstCard(platform, bank.provider, product, { orderId, ...customer, returnTo, language: 'en', first: 20_000 });
    if (!begun.ok) throw new Error(begun.refused);
    await bank.pay(begun.value.redirectTo, 'approved');
    await settle();
    return orderId;
  }

  it('keeps its room while the first holds a part, and is charged to both when it is confirmed', async () => {
    const orderId = await withFirst();
    expect([(await findOrderAsSystem(db, orderId))!.status, await position(orderId)]).toEqual(['held', [20_000, 0]]);
    expect(await claims(orderId)).toMatchObject([{ status: 'held' }]);
    const begun = await beginPayment(platform, bank.provider, product, { orderId, ...customer, returnTo, language: 'en' });
    await bank.pay(begun.ok ? begun.value.redirectTo : '', 'approved');
    await settle();
    await settle();
    const { status, total } = (await findOrderAsSystem(db, orderId))!;
    expect([status, await position(orderId)]).toEqual(['confirmed', [0, total]]);
    expect(await claims(orderId)).toMatchObject([{ status: 'allocated' }]);
  });

  it('lets go of room and card when nobody pays the rest', async () => {
    const before = clock.now();
    const orderId = await withFirst();
    clock.advance(40 * 60_000);
    await expireOrders(platform, [product]);
    await settle();
    expect([(await findOrderAsSystem(db, orderId))!.status, await position(orderId), await claims(orderId)]).toEqual([
      'expired',
      [0, 0],
      [],
    ]);
    clock.set(before);
  });
});

describe('a hold that is over when its money comes', () => {
  const returnTo = { success: '/payment-success', failure: '/payment-failed' };
  const visit = query({ date: '2027-04-10', nights: '1', room: 'garden-room', plan: 'saver' });
  /** A house with two doors: the first is sold, the second is reserved at the bank, of which we hear when its hold is over and let go. */
  async function lateIn(title: string) {
    const begun = await startStay(platform, { title, staffId: 'staff-writer' });
    if (!begun.ok) throw new Error(begun.refused);
    const stayId = begun.value;
    await publishHouse(platform, stayId, (content) => wholeHouse(content, 2));
    await bought(visit, { stayId });
    const placed = await place(visit, { stayId });
    if (!placed.ok) throw new Error(placed.refused);
    const { orderId } = placed.value;
    const page = await beginPayment(platform, bank.provider, product, { orderId, ...customer, returnTo, language: 'en' });
    if (!page.ok) throw new Error(page.refused);
    await bank.pay(page.value.redirectTo, 'approved');
    clock.advance(60 * 60_000);
    await transact(db, (tx) => sweepExpired(tx, clock.now()));
    expect(await claims(orderId)).toEqual([]);
    return { stayId, orderId };
  }
  const heardOf = async ({ orderId }: { readonly orderId: string }) => {
    await settle();
    await settle();
    return (await findOrderAsSystem(db, orderId))!.status;
  };

  it('takes its room again while the door is there and free', async () => {
    const before = clock.now();
    const late = await lateIn('Late and free');
    expect(await heardOf(late)).toBe('confirmed');
    expect(await claims(late.orderId)).toMatchObject([{ status: 'allocated' }]);
    clock.set(before);
  });

  it('takes no door that the desk removed meanwhile: the money goes back', async () => {
    const before = clock.now();
    const late = await lateIn('Late and gone');
    await publishHouse(platform, late.stayId, (content) => wholeHouse(content, 1));
    expect(await listDoors(db, late.stayId)).toHaveLength(1);
    expect(await heardOf(late)).toBe('refunded');
    expect(await claims(late.orderId)).toEqual([]);
    const { authorised, captured } = await moneyPosition(db, late.orderId);
    expect([authorised.amount, captured.amount]).toEqual([0, 0]);
    clock.set(before);
  });
});

describe('a stay', () => {
  it('is confirmed by its payment in a named room, with voucher, fees and one invoice', async () => {
    const orderId = await bought();
    expect((await findOrderAsSystem(db, orderId))!.status).toBe('confirmed');
    expect(await claims(orderId)).toEqual([
      { unit_key: `room:${house.id}/${room}/101`, nights: '[2026-12-10,2026-12-12)', status: 'allocated' },
    ]);
    const quote = await getQuote(db, (await findOrderAsSystem(db, orderId))!);
    expect(quote.lines.map((line) => line.kind)).toEqual(['stay', 'service-charge', 'municipality-fee', 'tourism-fee']);
    expect(quote.lines[0]!.vatBasisPoints).toBe(500);
    expect(quote.lines[2]!.vatCategory).toBe('out-of-scope');
    const invoices = await findInvoicesOfOrder(db, orderId);
    expect(invoices).toHaveLength(1);
    expect(invoices[0]!.lines.map(({ words }) => words.en)).toEqual([
      'Stay: Abra Court, 10 Dec 2026 to 12 Dec 2026',
      'Service charge',
      'Municipality fee',
      'Tourism fee',
    ]);
    expect((await booking(orderId)).voucher).not.toBeNull();
    const described = await counter.describe(orderId, 'pt');
    expect(described.parts[0]!.members[0]!.state).toBe('Confirmado');
    expect([described.travellers.length, described.party]).toEqual([1, 2]);
  });

  it('is sold out when every room of its kind is taken for any of the nights, and not a night longer', async () => {
    const nights = (await db.execute(
      sql`select count(*)::int as n from stay_units where staycation_id = ${house.id} and room_key = ${room}`,
    )) as unknown as {
      rows: { n: number }[];
    };
    for (let sold = 0; sold < nights.rows[0]!.n; sold += 1) {
      const placed = await place(query({ date: '2027-02-03' }));
      expect(placed.ok).toBe(true);
    }
    expect(await place(query({ date: '2027-02-04', nights: '1' }))).toEqual({ ok: false, refused: 'gone' });
    expect(await place(query({ date: '2027-02-05', nights: '1' }))).toMatchObject({ ok: true });
    // Unpaid rooms are free again after a quarter of an hour.
    clock.advance(16 * 60_000);
    expect(await place(query({ date: '2027-02-04', nights: '1' }))).toMatchObject({ ok: true });
  });

  it('is not sold on stopped nights, for too short a stay, or at a price that was not seen', async () => {
    const night = (more: string) =>
      sql.raw(
        `insert into stay_nights (staycation_id, room_key, night, changed_by, changed_at, ${more.split('=')[0]}) values ('${house.id}', '${room}', '${more.split('@')[1]}', 'staff', now(), ${more.split('=')[1]!.split('@')[0]})`,
      );
    await db.execute(night('stopped=true@2027-03-02'));
    await db.execute(night('min_stay=3@2027-03-10'));
    expect(await place(query({ date: '2027-03-01' }))).toEqual({ ok: false, refused: 'gone' });
    expect(await place(query({ date: '2027-03-10' }))).toEqual({ ok: false, refused: 'gone' });
    expect(await place(query({ date: '2027-03-10', nights: '3' }))).toMatchObject({ ok: true });
    const open = (await openRooms(platform, house.id, query({ date: '2027-04-01' }), 'en'))!;
    const cheap = { ...open.quote.total, amount: open.quote.total.amount - 1 };
    expect(await place(query({ date: '2027-04-01' }), { seenTotal: cheap })).toEqual({ ok: false, refused: 'price-changed' });
  });

  it('keeps the first night of a late cancellation and frees the room', async () => {
    const orderId = await bought(query({ date: '2027-01-13', nights: '3' }));
    const { startsAt } = await booking(orderId);
    const order = (await findOrderAsSystem(db, orderId))!;
    const before = clock.now();
    clock.set(instant(startsAt.getTime() - hourMs));
    const terms = await quoteCancel(platform, product, { orderId, ...customer });
    if (!terms.ok) throw new Error(terms.refused);
    const kept = order.total - terms.value.refund!.amount;
    expect(kept).toBeGreaterThan(order.total / 4);
    expect(kept).toBeLessThan(order.total / 2);
    expect((await confirmCancel(platform, product, { orderId, ...customer })).ok).toBe(true);
    await settle();
    expect((await findOrderAsSystem(db, orderId))!.status).toBe('refunded');
    expect(await claims(orderId)).toEqual([]);
    clock.set(before);
  });

  it('is moved to other days in one step: room, price, invoice and travel times, and the difference is due or comes back', async () => {
    const orderId = await bought(query({ date: '2027-06-02', nights: '2' }));
    const before = (await findOrderAsSystem(db, orderId))!;
    const change = { orderId, arrival: calendarDate('2027-06-09'), nights: 3 };
    const priced = await quoteStayChange(platform, change);
    if (!priced.ok) throw new Error(priced.refused);
    const total = priced.value.total.amount;
    expect(total).toBeGreaterThan(before.total);
    expect(await changeStay(platform, product, { ...change, ...customer, seenTotal: total - 1 })).toEqual({
      ok: false,
      refused: 'price-changed',
    });
    expect((await changeStay(platform, product, { ...change, ...customer, seenTotal: total })).ok).toBe(true);
    expect((await claims(orderId)).map(({ nights }) => nights)).toEqual(['[2027-06-09,2027-06-12)']);
    const after = (await findOrderAsSystem(db, orderId))!;
    expect([after.total, after.travelStarts.toISOString().slice(0, 10)]).toEqual([total, '2027-06-09']);
    expect((await findInstalments(db, orderId)).map(({ amount, paidAt }) => [amount, paidAt !== null])).toEqual([
      [before.total, true],
      [total - before.total, false],
    ]);
    // Back to one night: nothing more is due, and what was paid too much goes back.
    const shorter = { orderId, arrival: calendarDate('2027-06-09'), nights: 1 };
    expect((await changeStay(platform, product, { ...shorter, ...customer, seenTotal: total })).ok).toBe(true);
    await settle();
    const [only, ...others] = await findInstalments(db, orderId);
    expect(others).toEqual([]);
    const returned = (await findRefundsOfOrder(db, orderId)).reduce((sum, { amount }) => sum + amount, 0);
    expect(returned).toBe(before.total - only!.amount);
    expect((await findInvoicesOfOrder(db, orderId)).map(({ kind }) => kind).filter((kind) => kind === 'credit-note')).toHaveLength(2);
  });

  it('is invoiced for what is kept of it: what a colleague gave back before a change stays given back after it', async () => {
    await db.execute(sql`insert into users (id, name, email) values ('staff-9', 'Huda', 'huda@rihla.example')`);
    await db.execute(sql`insert into internal_users (user_id, display_name, roles, is_active, employment_status)
      values ('staff-9', 'Huda', '{owner}', true, 'active')`);
    const owner = { kind: 'staff', user: { id: 'staff-9' }, staff: { roles: ['owner'] } } as unknown as Viewer & { kind: 'staff' };
    const orderId = await bought(query({ date: '2027-08-04', nights: '3' }));
    const wish = { amount: 10_000, reason: 'A promised view', lines: {} };
    expect((await askOrderRefund(platform, product, { viewer: owner, orderId, wish, requestId: 'r' })).ok).toBe(true);
    await settle();
    const kept = async () => {
      const position = await moneyPosition(db, orderId);
      return position.captured.amount - position.refunded.amount;
    };
    const invoiced = async () => (await findInvoicesOfOrder(db, orderId)).reduce((sum, { gross }) => sum + gross, 0);
    for (const nights of [2, 1]) {
      const change = { orderId, arrival: calendarDate('2027-08-04'), nights };
      const priced = await quoteStayChange(platform, change);
      if (!priced.ok) throw new Error(priced.refused);
      expect((await changeStay(platform, product, { ...change, ...customer, seenTotal: priced.value.total.amount })).ok).toBe(true);
      await settle();
      expect(await kept()).toBe(priced.value.total.amount - 10_000);
      expect(await invoiced()).toBe(await kept());
    }
    const documents = await findInvoicesOfOrder(db, orderId);
    expect(documents.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['staff-refund', 'amended', 'carried']));
    const left = documents.findLast(({ kind }) => kind === 'invoice')!;
    // The VAT of what was given back is declared on none of them.
    expect(documents.reduce((sum, { vat }) => sum + vat, 0)).toBeLessThan(left.vat);
  });

  it('is not ended in the house for what a change made dearer and nobody paid: a colleague decides', async () => {
    const before = clock.now();
    const arrival = calendarDate('2027-06-16');
    const orderId = await bought(query({ date: arrival, nights: '1' }));
    const longer = { orderId, arrival, nights: 8, ...customer, seenTotal: 100_000_000 };
    const { version } = (await findOrderAsSystem(db, orderId))!;
    expect(await changeStay(platform, product, { ...longer, version: version - 1 })).toEqual({ ok: false, refused: 'changed-meanwhile' });
    expect((await changeStay(platform, product, { ...longer, version })).ok).toBe(true);
    const { dueOn } = (await findInstalments(db, orderId)).at(-1)!;
    const { startsAt, endsAt } = await booking(orderId);
    for (const at of [Date.parse(`${dueOn}T12:00:00Z`), startsAt.getTime() + hourMs, startsAt.getTime() + 7 * dayMs]) {
      clock.set(instant(at));
      await keepBookings(platform, [product]);
      expect((await findOrderAsSystem(db, orderId))!.status).toBe('confirmed');
    }
    expect((await claims(orderId)).map(({ status }) => status)).toEqual(['allocated']);
    expect((await booking(orderId)).status).toBe('redeemed');
    const tasks = (await listOpenStaffTasks(db)).filter(({ subject }) => subject === `orders:${orderId}`);
    expect(tasks.map(({ kind }) => kind)).toEqual(['part-unpaid']);
    clock.set(instant(endsAt.getTime() + hourMs));
    await keepBookings(platform, [product]);
    expect((await findOrderAsSystem(db, orderId))!.status).toBe('completed');
    clock.set(before);
  });

  it('asks of some houses a deposit and says so before: the rest is due while cancelling is still free', async () => {
    const stayId = 'hadaba-lodge';
    const visit = query({ room: 'canyon-room', date: '2027-05-12', adults: '2' });
    const seen = (await openStaycation(platform, stayId, visit, 'en'))!.offers.find(({ key }) => key === 'canyon-room')!;
    const of = (key: string) => seen.plans.find((plan) => plan.key === key)!;
    expect(of('saver').deposit).toBeNull();
    const { now, rest, by } = of('flex').deposit!;
    const { total } = of('flex');
    expect([now.amount, now.amount + rest.amount, by]).toEqual([Math.round(total.amount * 0.3), total.amount, '2027-05-04']);
    const orderId = await bought(visit, { stayId });
    expect((await findInstalments(db, orderId)).map((part) => [part.amount, part.dueOn, part.paidAt !== null])).toEqual([
      [now.amount, null, true],
      [rest.amount, by, false],
    ]);
    expect((await moneyPosition(db, orderId, total)).captured.amount).toBe(now.amount);
    // So near that the rest would be due at once, all of it is paid.
    const soon = query({ room: 'canyon-room', date: addDays(dateIn('Asia/Riyadh', clock.now()), 3) });
    const near = (await openStaycation(platform, stayId, soon, 'en'))!.offers.find(({ key }) => key === 'canyon-room')!;
    expect(near.plans.map(({ deposit }) => deposit)).toEqual(near.plans.map(() => null));
  });

  it('asks the deposit that the desk gives a plan, of what is booked from then on', async () => {
    const visit = query({ date: '2027-08-18' });
    const before = await bought(visit);
    const deposit = (percent: number) =>
      publishHouse(platform, house.id, (content) => ({
        ...content,
        plans: content.plans.map((plan) => (plan.key === 'flex' ? { ...plan, depositPercent: percent } : plan)),
      }));
    await deposit(40);
    const after = await bought(visit);
    const parts = async (id: string) => (await findInstalments(db, id)).map(({ amount }) => amount);
    const { total, currency } = (await findOrderAsSystem(db, after))!;
    expect([await parts(before), (await parts(after))[0], (await parts(after)).length]).toEqual([[], Math.round(total * 0.4), 2]);
    expect((await moneyPosition(db, after, money(total, currency))).captured.amount).toBe(Math.round(total * 0.4));
    await deposit(100);
    expect(await parts(after)).toHaveLength(2);
  });

  it('goes back to what is paid for once the rest is overdue, and to nothing else before that is paid', async () => {
    const before = clock.now();
    const arrival = calendarDate('2027-07-14');
    const orderId = await bought(query({ date: arrival, nights: '1' }));
    const { total } = (await findOrderAsSystem(db, orderId))!;
    const change = (nights: number, from = arrival) =>
      changeStay(platform, product, { orderId, arrival: from, nights, ...customer, seenTotal: 100_000_000 });
    expect((await change(8)).ok).toBe(true);
    const { dueOn } = (await findInstalments(db, orderId)).at(-1)!;
    clock.set(instant(Date.parse(`${addDays(dueOn!, 2)}T12:00:00Z`)));
    await keepBookings(platform, [product]);
    expect((await booking(orderId)).status).toBe('overdue');
    const tasks = async () =>
      (await listOpenStaffTasks(db)).filter(({ subject }) => subject === `orders:${orderId}`).map(({ kind }) => kind);
    expect(await tasks()).toEqual(['part-unpaid']);
    expect(await change(9)).toEqual({ ok: false, refused: 'pay-first' });
    expect((await change(1)).ok).toBe(true);
    await settle();
    expect([(await booking(orderId)).status, (await findOrderAsSystem(db, orderId))!.total]).toEqual(['confirmed', total]);
    expect((await findInstalments(db, orderId)).map(({ amount, paidAt }) => [amount, paidAt !== null])).toEqual([[total, true]]);
    expect(await findRefundsOfOrder(db, orderId)).toEqual([]);
    expect(await tasks()).toEqual([]);
    clock.set(before);
  });

  it('takes more guests into another room, and gives that room and its price back when they do not come', async () => {
    const orderId = await bought(query({ date: '2027-08-04' }));
    const before = (await findOrderAsSystem(db, orderId))!;
    const days = { orderId, arrival: calendarDate('2027-08-04'), nights: 2, ...customer };
    const family = { adults: 4, childAges: [9] };
    const priced = await quoteStayChange(platform, { ...days, party: family });
    if (!priced.ok) throw new Error(priced.refused);
    const total = priced.value.total.amount;
    expect((await changeStay(platform, product, { ...days, party: family, seenTotal: total })).ok).toBe(true);
    const two = await claims(orderId);
    expect(two.map(({ nights, status }) => [nights, status])).toEqual(two.map(() => ['[2027-08-04,2027-08-06)', 'allocated']));
    expect(total).toBe(before.total * two.length);
    expect(two.length).toBeGreaterThan(1);
    expect(await booking(orderId)).toMatchObject({ places: two.length });
    const couple = { adults: 2, childAges: [] };
    expect((await changeStay(platform, product, { ...days, party: couple, seenTotal: total })).ok).toBe(true);
    await settle();
    expect(await claims(orderId)).toHaveLength(1);
    expect((await findOrderAsSystem(db, orderId))!.total).toBe(before.total);
    expect(await changeStay(platform, product, { ...days, party: couple, seenTotal: total })).toEqual({
      ok: false,
      refused: 'nothing-changes',
    });
    expect(await changeStay(platform, product, { ...days, party: { adults: 12, childAges: [] }, seenTotal: 1e9 })).toEqual({
      ok: false,
      refused: 'too-many',
    });
  });

  it('keeps its days when they cannot be changed any more, or the room is taken', async () => {
    const fixed = await bought(query({ date: '2027-07-07', plan: 'saver' }));
    const away = { ...customer, arrival: calendarDate('2027-07-21'), nights: 2, seenTotal: 100_000_000 };
    expect(await changeStay(platform, product, { ...away, orderId: fixed })).toEqual({ ok: false, refused: 'not-changeable' });
    const free = await bought(query({ date: '2027-07-07' }));
    expect(await changeStay(platform, product, { ...away, orderId: free, arrival: calendarDate('2026-01-01') })).toEqual({
      ok: false,
      refused: 'closed',
    });
    const rooms = (await db.execute(
      sql`select count(*)::int as n from stay_units where staycation_id = ${house.id} and room_key = ${room}`,
    )) as unknown as { rows: { n: number }[] };
    for (let sold = 0; sold < rooms.rows[0]!.n; sold += 1) expect((await place(query({ date: '2027-07-21' }))).ok).toBe(true);
    expect(await changeStay(platform, product, { ...away, orderId: free })).toEqual({ ok: false, refused: 'sold-out' });
    expect((await claims(free)).map(({ nights }) => nights)).toEqual(['[2027-07-07,2027-07-09)']);
  });

  it('stays as it is while a bank has taken its money back: days, guests, room and price', async () => {
    const orderId = await bought(query({ date: '2027-08-04' }));
    const { reference } = (await findOrderAsSystem(db, orderId))!;
    bank.dispute(reference);
    await settle();
    const state = async () => [
      await findOrderAsSystem(db, orderId),
      await booking(orderId),
      await claims(orderId),
      await findInvoicesOfOrder(db, orderId),
      await findRefundsOfOrder(db, orderId),
    ];
    const before = await state();
    const days = { orderId, arrival: calendarDate('2027-08-11'), nights: 1 };
    const guests = { orderId, arrival: calendarDate('2027-08-04'), nights: 2, party: { adults: 1, childAges: [] } };
    for (const change of [days, guests]) {
      expect(await quoteStayChange(platform, change)).toEqual({ ok: false, refused: 'disputed' });
      for (const by of ['customer', 'staff'] as const)
        expect(await changeStay(platform, product, { ...change, by, who: 'x', seenTotal: 100_000_000 })).toEqual({
          ok: false,
          refused: 'disputed',
        });
    }
    expect(await quoteCancel(platform, product, { orderId, ...customer })).toEqual({ ok: false, refused: 'disputed' });
    expect(await state()).toEqual(before);
    bank.dispute(reference, 'won');
    await settle();
    expect((await changeStay(platform, product, { ...days, ...customer, seenTotal: 100_000_000 })).ok).toBe(true);
  });

  describe('whose money a bank kept while its guests were to come', () => {
    const lost = async (date: string) => {
      const orderId = await bought(query({ date }));
      const { reference } = (await findOrderAsSystem(db, orderId))!;
      for (const outcome of [undefined, 'lost'] as const) {
        bank.dispute(reference, outcome);
        await settle();
      }
      return orderId;
    };
    const door = async (orderId: string) => {
      const [dispute] = await disputesOfOrder(db, orderId);
      const { rows } = (await db.execute(sql`
        select closed_by from staff_tasks where kind = 'dispute-door' and subject = ${`disputes:${dispute!.id}`}`)) as unknown as {
        rows: { closed_by: string | null }[];
      };
      return rows.map(({ closed_by }) => closed_by);
    };

    it('asks nobody any more whether they are let in once it is cancelled, and goes on asking about the others', async () => {
      const [ended, other] = [await lost('2027-09-01'), await lost('2027-09-08')];
      await keepBookings(platform, [product]);
      expect([await door(ended), await door(other)]).toEqual([[null], [null]]);
      const quoted = await quoteCancel(platform, product, { orderId: ended, ...customer });
      if (!quoted.ok) throw new Error(quoted.refused);
      expect((await confirmCancel(platform, product, { orderId: ended, ...customer })).ok).toBe(true);
      expect((await booking(ended)).status).toBe('cancelled');
      expect([await door(ended), await door(other)]).toEqual([['system'], [null]]);
    });

    it('asks for as long as the stay lasts, and no longer', async () => {
      const before = clock.now();
      const orderId = await lost('2027-09-15');
      const { startsAt, endsAt } = await booking(orderId);
      clock.set(instant(startsAt.getTime() + hourMs));
      await keepBookings(platform, [product]);
      expect([(await booking(orderId)).status, await door(orderId)]).toEqual(['redeemed', [null]]);
      clock.set(instant(endsAt.getTime() + hourMs));
      await keepBookings(platform, [product]);
      expect([(await booking(orderId)).status, await door(orderId)]).toEqual(['completed', ['system']]);
      clock.set(before);
    });
  });

  it('has the next deadline, its owner and how its money stands at the head of its record', async () => {
    const orderId = await bought(query({ date: '2027-10-06' }));
    const counters = { of: () => counter, product: () => product } as unknown as ProductCounters;
    const sami = { kind: 'staff', user: { id: 'sami' }, staff: { roles: ['owner'] } } as unknown as Viewer;
    const bar = async () => (await openBookingOrder(platform, counters, sami, (await findOrderAsSystem(db, orderId))!, 'en')).bar;
    expect(await bar()).toMatchObject({ deadline: { kind: 'none', at: null }, owner: null, position: 'paid' });
    await db.execute(sql`insert into users (id, name, email) values ('sami', 'Sami', 'sami@example.com')`);
    await db.execute(
      sql`insert into internal_users (user_id, display_name, roles, is_active, employment_status) values ('sami', 'Sami', '{owner}', true, 'active')`,
    );
    await db.execute(sql`update orders set assigned_to = 'sami' where id = ${orderId}`);
    expect((await bar()).owner).toEqual({ name: 'Sami', mine: true });
    expect((await cancelByOperator(platform, product, { orderId, by: 'staff', who: 'staff:sami', reason: 'flood' })).ok).toBe(true);
    const { choiceBy } = await booking(orderId);
    expect((await bar()).deadline).toEqual({ kind: 'choice', at: choiceBy!.toISOString() });
  });

  it('says on its record what else is still booked for its days once it was given back', async () => {
    const [ended, other] = [await bought(query({ date: '2027-11-03' })), await bought(query({ date: '2027-11-04' }))];
    await db.execute(sql`insert into users (id, name, email) values ('twice', 'Twice', 'twice@example.com')`);
    await db.execute(sql`update orders set user_id = 'twice' where id in (${ended}, ${other})`);
    const counters = { of: () => counter, product: () => product } as unknown as ProductCounters;
    const owner = { kind: 'staff', user: { id: 'sami' }, staff: { roles: ['owner'] } } as unknown as Viewer;
    const still = async (id: string) =>
      (await openBookingOrder(platform, counters, owner, (await findOrderAsSystem(db, id))!, 'en')).stillBooked.map(
        ({ reference }) => reference,
      );
    expect([await still(ended), await still(other)]).toEqual([[], []]);
    expect((await cancelByOperator(platform, product, { orderId: ended, by: 'staff', who: 'staff:sami', reason: 'flood' })).ok).toBe(true);
    const { reference } = (await findOrderAsSystem(db, other))!;
    expect([await still(ended), await still(other)]).toEqual([[reference], []]);
  });

  it('keeps everything of the lower price', async () => {
    const fixed = await bought(query({ date: '2027-01-20', plan: 'saver' }));
    const none = await quoteCancel(platform, product, { orderId: fixed, ...customer });
    expect(none.ok && none.value.refund!.amount).toBe(0);
  });

  it('is over when the guests have left, without anybody scanning anything', async () => {
    const orderId = await bought(query({ date: '2027-05-05' }));
    const { startsAt, endsAt } = await booking(orderId);
    clock.set(instant(startsAt.getTime() + hourMs));
    await keepBookings(platform, [product]);
    expect((await booking(orderId)).status).toBe('redeemed');
    clock.set(instant(endsAt.getTime() + hourMs));
    await keepBookings(platform, [product]);
    expect([(await findOrderAsSystem(db, orderId))!.status, (await booking(orderId)).status]).toEqual(['completed', 'completed']);
  });
});
