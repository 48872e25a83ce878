import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { addToBasket } from '#app/commerce/baskets/fill-basket.server.ts';
import { beginBasketPayment } from '#app/commerce/baskets/pay-basket.server.ts';
import { cancelByOperator, refundCancelledByOperator } from '#app/commerce/bookings/operator-cancel.server.ts';
import { openMyCredit } from '#app/commerce/credits/open-my-credit.server.ts';
import { askCreditTerms, decideCreditTerms, readTerms } from '#app/commerce/credits/staff/change-credit-terms.server.ts';
import { listLots } from '#app/commerce/credits/staff/credit-desk-store.server.ts';
import { creditList } from '#app/commerce/credits/staff/credit-list.ts';
import { findCreditTerms, findLots, findUse } from '#app/commerce/credits/credits-store.server.ts';
import { endCredits, offerCredit, showCreditOfOrder, takeCredit, takeMoneyInstead } from '#app/commerce/credits/give-credit.server.ts';
import { chooseCredit, chooseCreditForAll, creditOn, showCredit, showCreditOf } from '#app/commerce/credits/use-credit.server.ts';
import { findInvoicesOfOrder } from '#app/commerce/invoices/invoices-store.server.ts';
import { composeMessage } from '#app/commerce/messages/deliver-messages.server.ts';
import { mailWords } from '#app/commerce/messages/mail-words.server.ts';
import { houseCredit } from '#app/commerce/ledger/ledger-postings.ts';
import { moneyPosition } from '#app/commerce/ledger/ledger-store.server.ts';
import { beginPayment } from '#app/commerce/orders/begin-payment.server.ts';
import { beginFirstCard } from '#app/commerce/orders/pay-with-two-cards.server.ts';
import { confirmCancel, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { expireOrders } from '#app/commerce/orders/expire-orders.server.ts';
import { askOrderRefund } from '#app/commerce/orders/staff/refund-order.server.ts';
import { trackRefunds } from '#app/commerce/orders/track-refunds.server.ts';
import { usePromo } from '#app/commerce/orders/use-promo.server.ts';
import { deliveredWays } from '#app/commerce/payments/payment-ways.ts';
import { findPaymentsOfOrder, findRefundsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { aPolicyRule, putInForce } from '#app/commerce/pricing/policy-testing.ts';
import { openScope } from '#app/commerce/pricing/policy.ts';
import { weighErasure } from '#app/commerce/privacy/weigh-erasure.server.ts';
import type { Viewer } from '#app/platform/access.ts';
import { formatMoney } from '#app/ui/number-format.ts';
import { readListView } from '#app/ui/desk-list/list-address.ts';
import { money } from '#app/values/money.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { addDays, addMilliseconds, dayMs, hourMs, instant, type CalendarDate } from '#app/values/dates.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { applySetting } from '#tests/support/apply-setting.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { openTestHolidays } from './holidays/booking/holiday-testing.ts';

const platform = await openTestPlatform();
const { db, clock } = platform;
const sale = await openTestHolidays(platform);
const start = clock.now();
const code = (promo: string, id: string, amount: number, all: number | null) =>
  aPolicyRule({
    id,
    basisPoints: null,
    amount,
    scope: { ...openScope, words: { product: ['holiday'] }, promo },
    limits: { all, each: null },
  });
await putInForce(db, [code('HUNDRED', 'PR-0000ba', 10_000, 1), code('FIFTY', 'PR-0000bb', 5_000, null)], {
  holiday: { cost: 8_600, floor: 400 },
});
const ahead = (await sale.departures()).filter(({ setsOff }) => setsOff > addDays(sale.today(), 60)).map(({ setsOff }) => setsOff);
let used = 0;
/** Days in turn, of those whose booking the clock of a test has not closed. */
function nextDay(): CalendarDate {
  const open = ahead.filter((day) => day > addDays(sale.today(), 30));
  return open[used++ % open.length]!;
}
// What one test did to the clock is not the trouble of the next.
afterEach(() => {
  clock.set(start);
});

let people = 0;
async function aTraveller(): Promise<{ readonly id: string; readonly viewer: Viewer }> {
  people += 1;
  const id = `traveller-${people}`;
  await db.execute(sql`insert into users (id, email, name, email_verified, created_at, updated_at)
    values (${id}, ${`${id}@example.com`}, 'Mona Sabbagh', true, now(), now())`);
  return { id, viewer: { kind: 'customer', user: { id, email: `${id}@example.com`, name: 'Mona Sabbagh' } } as unknown as Viewer };
}

const placed = async (viewer: Viewer) => sale.placed(sale.form(nextDay()), { viewer });
const press = (orderId: string) =>
  beginPayment(platform, sale.bank.provider, sale.product, {
    orderId,
    by: 'customer',
    who: 'user:x',
    returnTo: { success: '/payment-success', failure: '/payment-failed' },
    language: 'en',
  });
async function payAt(orderId: string): Promise<void> {
  const begun = await press(orderId);
  if (!begun.ok) throw new Error(begun.refused);
  await sale.bank.pay(begun.value.redirectTo, 'approved');
  await sale.settle();
}
/** A paid tour that its operator cancelled. */
async function cancelled(viewer: Viewer): Promise<string> {
  const orderId = await placed(viewer);
  await payAt(orderId);
  const done = await cancelByOperator(platform, sale.product, { orderId, by: 'staff', who: 'staff:x', reason: 'too few' });
  if (!done.ok) throw new Error(done.refused);
  await sale.settle();
  return orderId;
}
const take = async (orderId: string, terms?: number) =>
  takeCredit(platform, sale.product, { orderId, by: 'customer', who: 'user:x', terms: terms ?? (await findCreditTerms(db)).number });
/** An account with the credit of one cancelled tour. */
async function withCredit() {
  const somebody = await aTraveller();
  const source = await cancelled(somebody.viewer);
  const taken = await take(source);
  if (!taken.ok) throw new Error(taken.refused);
  await sale.settle();
  return { ...somebody, source, ...taken.value };
}
const left = async (userId: string) =>
  Object.fromEntries((await findLots(db, userId)).map(({ part, remaining }) => [part, remaining])) as { money: number; bonus: number };
const payments = async (orderId: string) =>
  (await findPaymentsOfOrder(db, orderId)).map(({ provider, purpose, status, amount }) => ({ provider, purpose, status, amount }));
const toldOfTrip = async (orderIds: readonly string[], userId: string) => {
  const orders = await Promise.all(orderIds.map(sale.order));
  return (await showCreditOf(platform, money(0, 'AED'), orders, userId))?.available.amount ?? 0;
};
const promises = async () => brokenLines(await askInvariants(db, { now: clock.now(), holdTtlMs: platform.env.HOLD_TTL_MS, settleMs: 0 }));

describe('credit for what an operator cancelled', () => {
  it('ends the order with its credit note, and is what was paid with a tenth on top', async () => {
    const { id, source, paid, bonus, endsOn } = await withCredit();
    const order = await sale.order(source);
    expect(order.status).toBe('cancelled');
    expect([paid.amount, bonus.amount]).toEqual([order.total, Math.round(order.total / 10)]);
    expect(endsOn).toBe('2027-11-23');
    expect(await left(id)).toEqual({ money: paid.amount, bonus: bonus.amount });
    expect((await moneyPosition(db, source)).refunded.amount).toBe(order.total);
    expect(await findRefundsOfOrder(db, source)).toEqual([]);
    expect((await findInvoicesOfOrder(db, source)).map(({ kind, gross }) => [kind, Math.abs(gross)]).toSorted()).toEqual([
      ['credit-note', order.total],
      ['invoice', order.total],
    ]);
    const { rows } = (await db.execute(sql`select template from sent_messages where order_id = ${source}`)) as unknown as {
      rows: { template: string }[];
    };
    expect(rows.map(({ template }) => template)).toContain('credit-given');
    expect(await promises()).toEqual([]);
  });

  it('is offered only for what its operator cancelled, to an account, once', async () => {
    const { viewer } = await aTraveller();
    const orderId = await placed(viewer);
    await payAt(orderId);
    expect(await offerCredit(platform, orderId)).toEqual({ ok: false, refused: 'not-possible' });
    const guests = await cancelled({ kind: 'anonymous' });
    expect(await take(guests)).toEqual({ ok: false, refused: 'no-account' });
    const mine = await cancelled(viewer);
    const { number } = await findCreditTerms(db);
    expect(await take(mine, number - 1)).toEqual({ ok: false, refused: 'terms-changed' });
    expect((await take(mine)).ok).toBe(true);
    expect(await take(mine)).toEqual({ ok: false, refused: 'not-possible' });
  });
});

describe('an order whose money a bank has taken back', () => {
  const dispute = async (orderId: string, decision?: 'won' | 'lost') => {
    sale.bank.dispute((await sale.order(orderId)).reference, decision);
    await sale.settle();
  };

  it('gives no credit for that money, and does when the bank has decided for us', async () => {
    const { id, viewer } = await aTraveller();
    const orderId = await cancelled(viewer);
    const { number } = await findCreditTerms(db);
    await dispute(orderId);
    const before = [await sale.order(orderId), await sale.booking(orderId), await findInvoicesOfOrder(db, orderId)];
    const refused = { ok: false, refused: 'disputed' };
    expect(await offerCredit(platform, orderId)).toEqual(refused);
    expect(await showCreditOfOrder(platform, before[0] as Awaited<ReturnType<typeof sale.order>>)).toBeNull();
    for (const by of ['customer', 'staff'] as const)
      expect(await takeCredit(platform, sale.product, { orderId, by, who: 'x', terms: number })).toEqual(refused);
    expect([await sale.order(orderId), await sale.booking(orderId), await findInvoicesOfOrder(db, orderId)]).toEqual(before);
    expect([await findLots(db, id), await findRefundsOfOrder(db, orderId)]).toEqual([[], []]);
    await dispute(orderId, 'won');
    expect((await take(orderId)).ok).toBe(true);
    expect(await promises()).toEqual([]);
  });

  it('lets nobody spend the credit that was given for it before, until the bank has decided, and never when it lost it', async () => {
    const { id, viewer, source, paid, bonus } = await withCredit();
    const use = async (orderId: string) => chooseCredit(platform, sale.bank.provider, { orderId, userId: id, use: true });
    const before = await placed(viewer);
    expect((await use(before)).ok).toBe(true);
    await dispute(source);
    const after = await placed(viewer);
    expect(await use(after)).toEqual({ ok: false, refused: 'no-credit' });
    expect([(await openMyCredit(platform, id)).available.amount, await left(id)]).toEqual([0, { money: paid.amount, bonus: bonus.amount }]);
    // What was put aside a moment before is not spent either.
    const page = await press(before);
    if (page.ok) await sale.bank.pay(page.value.redirectTo, 'approved');
    await sale.settle();
    expect((await sale.order(before)).status).not.toBe('confirmed');
    expect(await left(id)).toEqual({ money: paid.amount, bonus: bonus.amount });
    await dispute(source, 'won');
    expect((await openMyCredit(platform, id)).available.amount).toBe(paid.amount + bonus.amount);
    await dispute(source);
    await dispute(source, 'lost');
    expect((await openMyCredit(platform, id)).available.amount).toBe(0);
    expect(await promises()).toEqual([]);
  });

  it('turns the credit that was given for it back into money only once the bank has decided, and not when that lost it', async () => {
    const kept = await withCredit();
    const lost = await withCredit();
    for (const { id, source } of [kept, lost]) {
      await dispute(source);
      expect((await takeMoneyInstead(platform, sale.product, { orderId: source, userId: id, who: 'user:x' })).ok).toBe(true);
      await sale.settle();
      // The credit is gone at once, so that nobody has both.
      expect(await left(id)).toEqual({ money: 0, bonus: 0 });
      expect([(await sale.order(source)).status, await findRefundsOfOrder(db, source)]).toEqual(['refund_due', []]);
    }
    await dispute(kept.source, 'won');
    await dispute(lost.source, 'lost');
    await sale.settle();
    const given = async (source: string) => (await findRefundsOfOrder(db, source)).map(({ amount, status }) => [amount, status]);
    expect(await given(kept.source)).toEqual([[kept.paid.amount, 'succeeded']]);
    expect([(await sale.order(lost.source)).status, await given(lost.source)]).toEqual(['refunded', []]);
    expect(await promises()).toEqual([]);
  });
});

describe('paying with credit', () => {
  it('pays all of an order without a bank, or a part whose rest the card pays', async () => {
    const { id, viewer, paid, bonus } = await withCredit();
    const whole = await placed(viewer);
    expect(await chooseCredit(platform, sale.bank.provider, { orderId: whole, userId: id, use: true })).toEqual({
      ok: true,
      value: paid.amount,
    });
    const pressed = await press(whole);
    expect(pressed).toMatchObject({ ok: true, value: { redirectTo: '/payment-success' } });
    await sale.settle();
    expect((await sale.order(whole)).status).toBe('confirmed');
    expect(await payments(whole)).toEqual([{ provider: 'house-credit', purpose: 'order', status: 'succeeded', amount: paid.amount }]);
    // The money goes before the bonus.
    expect(await left(id)).toEqual({ money: 0, bonus: bonus.amount });

    const part = await placed(viewer);
    expect(await chooseCredit(platform, sale.bank.provider, { orderId: part, userId: id, use: true })).toEqual({
      ok: true,
      value: bonus.amount,
    });
    await payAt(part);
    const due = (await sale.order(part)).total;
    expect((await payments(part)).toSorted((a, b) => a.purpose.localeCompare(b.purpose))).toEqual([
      { provider: 'house-credit', purpose: 'credit', status: 'succeeded', amount: bonus.amount },
      { provider: 'sandbox', purpose: 'order', status: 'succeeded', amount: due - bonus.amount },
    ]);
    expect((await findInvoicesOfOrder(db, part)).map(({ gross }) => gross)).toEqual([due]);
    expect(await left(id)).toEqual({ money: 0, bonus: 0 });
    expect(await promises()).toEqual([]);

    // Cancelled in time, everything goes back the way it came.
    expect((await quoteCancel(platform, sale.product, { orderId: part, by: 'customer', who: 'user:x' })).ok).toBe(true);
    expect((await confirmCancel(platform, sale.product, { orderId: part, by: 'customer', who: 'user:x' })).ok).toBe(true);
    await sale.settle();
    const back = (await findRefundsOfOrder(db, part)).reduce((sum, { amount }) => sum + amount, 0);
    expect((await sale.order(part)).status).toBe('refunded');
    expect((await moneyPosition(db, part)).refunded.amount).toBe(back);
    expect((await left(id)).bonus).toBe(Math.min(bonus.amount, back));
    expect(await promises()).toEqual([]);
    // Its reader is told of both ways.
    const tracks = await trackRefunds(db, await sale.order(part));
    expect(tracks.map(({ toCredit, amount }) => [toCredit, amount.amount]).toSorted((a, b) => Number(b[1]) - Number(a[1]))).toEqual(
      [
        [false, back - bonus.amount],
        [true, bonus.amount],
      ].toSorted((a, b) => Number(b[1]) - Number(a[1])),
    );
    const said = await composeMessage(
      platform,
      { of: () => sale.counter, product: () => sale.product, draft: sale.counter },
      { order: await sale.order(part), template: 'order-refunded', language: 'en', link: '', attachments: 0 },
      await mailWords(db, 'en', 'mails'),
    );
    expect(said.letter.paragraphs.join(' ')).toContain(`refund of ${formatMoney(money(back - bonus.amount, 'AED'), 'en')}`);
    expect(said.letter.paragraphs.join(' ')).toContain(`Another ${formatMoney(bonus, 'en')} was paid with your Rihla credit`);
  });

  it('pays a part beside two cards, is not chosen anew while one of them holds its part, and goes back as it came', async () => {
    const { id, viewer, bonus } = await withCredit();
    const whole = await placed(viewer);
    await chooseCredit(platform, sale.bank.provider, { orderId: whole, userId: id, use: true });
    await press(whole);
    await sale.settle();
    const order = await placed(viewer);
    const choose = (use: boolean) => chooseCredit(platform, sale.bank.provider, { orderId: order, userId: id, use });
    expect(await choose(true)).toEqual({ ok: true, value: bonus.amount });
    const { total } = await sale.order(order);
    const first = Math.floor((total - bonus.amount) / 2);
    const begun = await beginFirstCard(platform, sale.bank.provider, sale.product, {
      orderId: order,
      by: 'customer',
      who: 'user:x',
      returnTo: { success: '/payment-success', failure: '/payment-failed' },
      language: 'en',
      first,
    });
    if (!begun.ok) throw new Error(begun.refused);
    await sale.bank.pay(begun.value.redirectTo, 'approved');
    await sale.settle();
    expect([await choose(false), await choose(true)]).toEqual([
      { ok: false, refused: 'money-moving' },
      { ok: false, refused: 'money-moving' },
    ]);
    await payAt(order);
    expect((await sale.order(order)).status).toBe('confirmed');
    expect((await payments(order)).toSorted((a, b) => a.purpose.localeCompare(b.purpose))).toEqual([
      { provider: 'house-credit', purpose: 'credit', status: 'succeeded', amount: bonus.amount },
      { provider: 'sandbox', purpose: 'first-card', status: 'succeeded', amount: first },
      { provider: 'sandbox', purpose: 'order', status: 'succeeded', amount: total - bonus.amount - first },
    ]);
    expect(await promises()).toEqual([]);
    expect((await quoteCancel(platform, sale.product, { orderId: order, by: 'customer', who: 'user:x' })).ok).toBe(true);
    expect((await confirmCancel(platform, sale.product, { orderId: order, by: 'customer', who: 'user:x' })).ok).toBe(true);
    await sale.settle();
    expect((await sale.order(order)).status).toBe('refunded');
    expect(await promises()).toEqual([]);
  });

  it('is put aside for one order at a time, and free again when that one ends', async () => {
    const { id, viewer, paid, bonus } = await withCredit();
    const [one, two] = [await placed(viewer), await placed(viewer)];
    expect((await chooseCredit(platform, sale.bank.provider, { orderId: one, userId: id, use: true })).ok).toBe(true);
    expect(await chooseCredit(platform, sale.bank.provider, { orderId: two, userId: id, use: true })).toEqual({
      ok: true,
      value: bonus.amount,
    });
    expect(
      await takeMoneyInstead(platform, sale.product, { orderId: (await findLots(db, id))[0]!.orderId!, userId: id, who: 'user:x' }),
    ).toEqual({
      ok: false,
      refused: 'put-aside',
    });
    clock.set(addMilliseconds(clock.now(), hourMs));
    await expireOrders(platform, [sale.product]);
    await sale.settle();
    expect((await sale.order(one)).status).toBe('expired');
    const three = await placed(viewer);
    const seen = await showCredit(platform, await sale.order(three), id);
    expect(paid.amount + bonus.amount).toBeGreaterThan((await sale.order(three)).total);
    expect([seen!.used.amount, seen!.available.amount]).toEqual([0, (await sale.order(three)).total]);
  });

  it('belongs to its account', async () => {
    const { viewer } = await withCredit();
    const stranger = await aTraveller();
    const order = await placed(viewer);
    expect(await chooseCredit(platform, sale.bank.provider, { orderId: order, userId: stranger.id, use: true })).toEqual({
      ok: false,
      refused: 'not-payable',
    });
    expect(await showCredit(platform, await sale.order(order), stranger.id)).toBeNull();
    const theirs = await placed(stranger.viewer);
    expect(await chooseCredit(platform, sale.bank.provider, { orderId: theirs, userId: stranger.id, use: true })).toEqual({
      ok: false,
      refused: 'no-credit',
    });
  });

  it('takes its part of a trip, and each order leaves the card its smallest charge', async () => {
    const { id, viewer, paid, bonus } = await withCredit();
    const orderIds = [await placed(viewer), await placed(viewer)];
    let basket = null;
    for (const orderId of orderIds) {
      const added = await addToBasket(platform, { order: await sale.order(orderId), basket, viewer, language: 'en' });
      if (!added.ok) throw new Error(added.refused);
      basket = added.value.basket;
    }
    const told = await toldOfTrip(orderIds, id);
    const chosen = await chooseCreditForAll(platform, sale.bank.provider, { orderIds, userId: id, use: true });
    const all = paid.amount + bonus.amount;
    expect(told).toBe(all);
    expect(chosen).toEqual({ ok: true, value: all });
    const rest = await Promise.all(
      orderIds.map(async (orderId) => {
        const order = await sale.order(orderId);
        return order.total - (await creditOn(db, order, false));
      }),
    );
    expect(Math.min(...rest)).toBe(200);
    const begun = await beginBasketPayment(platform, sale.bank.provider, () => sale.product, {
      basketId: basket!.id,
      seen: rest[0]! + rest[1]!,
      who: 'user:x',
      returnTo: { success: '/trip', failure: '/cart' },
      language: 'en',
    });
    if (!begun.ok) throw new Error(begun.refused);
    await sale.bank.pay(begun.value.redirectTo, 'approved');
    await sale.settle();
    for (const orderId of orderIds) {
      const { status, total } = await sale.order(orderId);
      expect([status, (await moneyPosition(db, orderId)).captured.amount]).toEqual(['confirmed', total]);
    }
    expect(await left(id)).toEqual({ money: 0, bonus: 0 });
    expect(await promises()).toEqual([]);
  });
});

describe('what is told of credit beside a trip', () => {
  it('is what asking for it puts aside: each order leaves the card its smallest charge', async () => {
    const { id, viewer, source, paid, bonus } = await withCredit();
    const orderId = await placed(viewer);
    const added = await addToBasket(platform, { order: await sale.order(orderId), basket: null, viewer, language: 'en' });
    expect(added.ok).toBe(true);
    const { total } = await sale.order(orderId);
    expect(total).toBeLessThan(paid.amount + bonus.amount);
    const [trip, alone] = [await toldOfTrip([orderId], id), (await showCredit(platform, await sale.order(orderId), id))!.available.amount];
    const chosen = await chooseCreditForAll(platform, sale.bank.provider, { orderIds: [orderId], userId: id, use: true });
    expect(chosen).toEqual({ ok: true, value: total - 200 });
    expect([trip, alone]).toEqual([total - 200, total - 200]);
    // Asked for once more it takes the same again, and what another order has put aside is not told twice.
    const second = await placed(viewer);
    const both = await toldOfTrip([orderId, second], id);
    expect(await chooseCreditForAll(platform, sale.bank.provider, { orderIds: [orderId, second], userId: id, use: true })).toEqual({
      ok: true,
      value: both,
    });
    expect(both).toBe(paid.amount + bonus.amount);
    // What ended meanwhile is not told either, though it is put aside still.
    await db.execute(sql`update credit_lots set ends_on = '2026-11-20' where order_id = ${source} and part = 'money'`);
    expect(await chooseCreditForAll(platform, sale.bank.provider, { orderIds: [second], userId: id, use: false })).toMatchObject({
      ok: true,
    });
    const rest = await toldOfTrip([second], id);
    const taken = await chooseCreditForAll(platform, sale.bank.provider, { orderIds: [second], userId: id, use: true });
    expect(rest).toBe(taken.ok ? taken.value : 0);
    expect(rest).toBe(0);
  });
});

describe('an order that lies in a trip as well', () => {
  it('is paid by itself with just the credit that its own page tells', async () => {
    const { id, viewer } = await withCredit();
    const orderId = await placed(viewer);
    expect((await chooseCredit(platform, sale.bank.provider, { orderId, userId: id, use: true })).ok).toBe(true);
    const added = await addToBasket(platform, { order: await sale.order(orderId), basket: null, viewer, language: 'en' });
    expect(added.ok).toBe(true);
    const told = (await showCredit(platform, await sale.order(orderId), id))!.used.amount;
    await press(orderId);
    await sale.settle();
    expect((await payments(orderId)).filter(({ provider }) => provider === houseCredit).map(({ amount }) => amount)).toEqual([told]);
  });
});

describe('a code and credit on one order', () => {
  it('lower what is owed first and pay a part of the rest; of a part that comes back, credit goes to credit', async () => {
    const { id, viewer, bonus } = await withCredit();
    const mine = { orderId: (await findLots(db, id))[0]!.orderId!, userId: id, who: 'user:x' };
    // Only the bonus is left: the money of it pays an order of its own.
    const first = await placed(viewer);
    await chooseCredit(platform, sale.bank.provider, { orderId: first, userId: id, use: true });
    await press(first);
    await sale.settle();

    // The first of them, so that days are left when the clock goes near it.
    const setsOff = ahead[0]!;
    const orderId = await sale.placed(sale.form(setsOff), { viewer });
    const plain = (await sale.order(orderId)).total;
    expect(await chooseCredit(platform, sale.bank.provider, { orderId, userId: id, use: true })).toEqual({ ok: true, value: bonus.amount });
    const coded = await usePromo(platform, sale.product, { orderId, who: 'user:x', code: 'HUNDRED' });
    expect(coded).toMatchObject({ ok: true, value: { total: plain - 10_000 } });
    await payAt(orderId);
    const order = await sale.order(orderId);
    expect([order.status, (await moneyPosition(db, orderId)).captured.amount]).toEqual(['confirmed', plain - 10_000]);
    expect((await payments(orderId)).map(({ purpose, amount }) => [purpose, amount]).toSorted()).toEqual([
      ['credit', bonus.amount],
      ['order', plain - 10_000 - bonus.amount],
    ]);
    expect(await takeMoneyInstead(platform, sale.product, mine)).toEqual({ ok: false, refused: 'not-possible' });

    clock.set(instant(Date.parse(`${addDays(setsOff, -20)}T08:00:00Z`)));
    const quoted = await quoteCancel(platform, sale.product, { orderId, by: 'customer', who: 'user:x' });
    if (!quoted.ok) throw new Error(quoted.refused);
    expect((await confirmCancel(platform, sale.product, { orderId, by: 'customer', who: 'user:x' })).ok).toBe(true);
    await sale.settle();
    const refunds = await findRefundsOfOrder(db, orderId);
    const back = refunds.reduce((sum, { amount }) => sum + amount, 0);
    expect(back).toBeGreaterThan(bonus.amount);
    expect(back).toBeLessThan(order.total);
    const byPurpose = new Map((await findPaymentsOfOrder(db, orderId)).map((payment) => [payment.id, payment.purpose]));
    expect(refunds.map(({ paymentId, status, amount }) => [byPurpose.get(paymentId), status, amount]).toSorted()).toEqual([
      ['credit', 'succeeded', bonus.amount],
      ['order', 'succeeded', back - bonus.amount],
    ]);
    expect(await left(id)).toEqual({ money: 0, bonus: bonus.amount });
    // The code counts for somebody else again: it had one use.
    const next = await placed((await aTraveller()).viewer);
    expect((await usePromo(platform, sale.product, { orderId: next, who: 'user:y', code: 'HUNDRED' })).ok).toBe(true);
    clock.set(start);
    expect(await promises()).toEqual([]);
  });

  it('keep their price once credit has paid all of it, and credit is free again when a page asked for all', async () => {
    const { id, viewer, paid, bonus } = await withCredit();
    const orderId = await placed(viewer);
    await chooseCredit(platform, sale.bank.provider, { orderId, userId: id, use: true });
    expect((await press(orderId)).ok).toBe(true);
    expect(await usePromo(platform, sale.product, { orderId, who: 'user:x', code: 'FIFTY' })).toEqual({ ok: false, refused: 'page-open' });
    await sale.settle();
    expect((await sale.order(orderId)).status).toBe('confirmed');

    // A page that asks for all of it is closed when a part is to come from credit; and the other way round.
    const other = await placed(viewer);
    const { total } = await sale.order(other);
    const pages: string[] = [];
    const open = async () => {
      const begun = await press(other);
      if (!begun.ok) throw new Error(begun.refused);
      pages.push(begun.value.redirectTo);
      return (await payments(other)).filter(({ status }) => status !== 'canceled').map(({ amount }) => amount);
    };
    const choose = (use: boolean) => chooseCredit(platform, sale.bank.provider, { orderId: other, userId: id, use });
    expect(await open()).toEqual([total]);
    expect(await choose(true)).toEqual({ ok: true, value: bonus.amount });
    expect(await open()).toEqual([total - bonus.amount]);
    expect(await choose(false)).toEqual({ ok: true, value: 0 });
    expect((await payments(other)).filter(({ status }) => status !== 'canceled')).toEqual([]);
    expect(await open()).toEqual([total]);
    await sale.bank.pay(pages.at(-1)!, 'approved');
    await sale.settle();
    expect((await sale.order(other)).status).toBe('confirmed');
    expect(await choose(true)).toMatchObject({ ok: false });
    expect(await findUse(db, other)).toBeNull();
    expect(paid.amount).toBe(total);
    expect(await left(id)).toEqual({ money: 0, bonus: bonus.amount });
  });
});

describe('a code on what its operator cancels', () => {
  it('is taken back line by line with the rest, VAT and all, also when the desk gave some of it back before', async () => {
    const owner = { kind: 'staff', user: { id: 'staff-9' }, staff: { roles: ['owner'] } } as unknown as Viewer & { kind: 'staff' };
    await db.execute(sql`insert into users (id, name, email, email_verified, created_at, updated_at)
      values ('staff-9', 'Huda', 'staff-9@rihla.example', true, now(), now())`);
    await db.execute(sql`insert into internal_users (user_id, display_name, roles, is_active, employment_status)
      values ('staff-9', 'Huda', '{owner}', true, 'active')`);
    for (const given of [0, 20_000]) {
      const { viewer } = await aTraveller();
      const orderId = await placed(viewer);
      expect(await usePromo(platform, sale.product, { orderId, who: 'user:x', code: 'FIFTY' })).toMatchObject({ ok: true });
      await payAt(orderId);
      const wish = { amount: given, reason: 'A late guide', lines: {} };
      if (given > 0) expect((await askOrderRefund(platform, sale.product, { viewer: owner, orderId, wish, requestId: 'r' })).ok).toBe(true);
      await sale.settle();
      const ended = { orderId, by: 'staff', who: 'staff:x' } as const;
      expect((await cancelByOperator(platform, sale.product, { ...ended, reason: 'too few' })).ok).toBe(true);
      expect((await refundCancelledByOperator(platform, sale.product, ended)).ok).toBe(true);
      await sale.settle();
      const documents = await findInvoicesOfOrder(db, orderId);
      expect(documents.some(({ lines }) => lines.some(({ gross }) => gross < 0))).toBe(true);
      const left = Map.groupBy(
        documents.flatMap(({ lines }) => lines),
        ({ position, creditsPosition }) => creditsPosition ?? position,
      );
      expect([...left.values()].map((lines) => lines.reduce((sum, { gross }) => sum + gross, 0))).toEqual([...left.keys()].map(() => 0));
      expect(documents.reduce((sum, { vat }) => sum + vat, 0)).toBe(0);
      expect((await moneyPosition(db, orderId)).refunded.amount).toBe((await sale.order(orderId)).total);
    }
    expect(await promises()).toEqual([]);
  });
});

describe('what is seen of credit', () => {
  it('is the same to its owner and to the desk', async () => {
    const { id, source, paid, bonus } = await withCredit();
    const { reference } = await sale.order(source);
    const mine = await openMyCredit(platform, id);
    expect([mine.available.amount, mine.money.amount, mine.bonus.amount]).toEqual([paid.amount + bonus.amount, paid.amount, bonus.amount]);
    expect(mine.grants).toMatchObject([{ order: reference, returnable: true }]);
    expect(mine.moves.map(({ kind, order }) => [kind, order])).toEqual([
      ['given', reference],
      ['given', reference],
    ]);
    const asked = (query: string) => readListView(creditList, new URLSearchParams(query));
    const { rows } = await listLots(db, asked(`find=${reference}`), 50);
    expect(rows.map(({ part, left }) => [part, left.amount]).toSorted()).toEqual([
      ['bonus', bonus.amount],
      ['money', paid.amount],
    ]);
    const first = await listLots(db, asked('queue=all'), 1);
    const second = await listLots(db, { ...asked('queue=all'), after: first.next }, 1);
    expect(first.rows[0]!.id).not.toBe(second.rows[0]!.id);
    expect((await listLots(db, asked('queue=all&find=%25'), 50)).rows).toEqual([]);
    const { counts } = await listLots(db, asked(''), 1);
    expect(counts['open']! + counts['over']!).toBe(counts['all']);
    expect(await showCreditOfOrder(platform, await sale.order(source))).toMatchObject({ kind: 'given', paid, bonus });
  });
});

describe('credit that is not wanted any more', () => {
  it('goes back as money for what is unspent, and its bonus ends', async () => {
    const { id, source, paid } = await withCredit();
    const ask = { orderId: source, userId: id, who: 'user:x' };
    expect(await takeMoneyInstead(platform, sale.product, { ...ask, userId: 'somebody-else' })).toEqual({
      ok: false,
      refused: 'not-possible',
    });
    expect(await takeMoneyInstead(platform, sale.product, ask)).toEqual({ ok: true, value: paid });
    await sale.settle();
    expect(await left(id)).toEqual({ money: 0, bonus: 0 });
    expect((await sale.order(source)).status).toBe('refunded');
    expect((await findRefundsOfOrder(db, source)).map(({ status, amount }) => [status, amount])).toEqual([['succeeded', paid.amount]]);
    expect(await takeMoneyInstead(platform, sale.product, ask)).toEqual({ ok: false, refused: 'not-possible' });
    expect(await promises()).toEqual([]);
  });

  it('goes back in parts when some of it returned only later, and never more than was paid', async () => {
    const { id, viewer, source, paid, bonus } = await withCredit();
    const ask = { orderId: source, userId: id, who: 'user:x' };
    const other = await placed(viewer);
    expect(await usePromo(platform, sale.product, { orderId: other, who: 'user:x', code: 'FIFTY' })).toMatchObject({ ok: true });
    await chooseCredit(platform, sale.bank.provider, { orderId: other, userId: id, use: true });
    await press(other);
    await sale.settle();
    expect(await left(id)).toEqual({ money: 5_000, bonus: bonus.amount });
    expect(await takeMoneyInstead(platform, sale.product, ask)).toMatchObject({ ok: true, value: { amount: 5_000 } });
    expect(await takeMoneyInstead(platform, sale.product, ask)).toEqual({ ok: false, refused: 'not-possible' });
    await sale.settle();
    expect((await sale.order(source)).status).toBe('refunded');

    expect((await quoteCancel(platform, sale.product, { orderId: other, by: 'customer', who: 'user:x' })).ok).toBe(true);
    expect((await confirmCancel(platform, sale.product, { orderId: other, by: 'customer', who: 'user:x' })).ok).toBe(true);
    await sale.settle();
    const later = (await left(id)).money;
    expect(later).toBeGreaterThan(0);
    expect((await openMyCredit(platform, id)).grants.map(({ returnable }) => returnable)).toEqual([true]);
    // Money and bonus of one order end on one day, whatever returned to them.
    expect(new Set((await findLots(db, id)).map(({ endsOn }) => endsOn)).size).toBe(1);
    expect(await takeMoneyInstead(platform, sale.product, ask)).toMatchObject({ ok: true, value: { amount: later } });
    await sale.settle();
    expect((await sale.order(source)).status).toBe('refunded');
    expect((await findRefundsOfOrder(db, source)).map(({ key, amount, status }) => [key, amount, status]).toSorted()).toEqual([
      [`order:${source}:owed`, 5_000, 'succeeded'],
      [`order:${source}:owed-2`, later, 'succeeded'],
    ]);
    expect((await moneyPosition(db, source)).refunded.amount).toBe(paid.amount);
    expect(await left(id)).toEqual({ money: 0, bonus: 0 });
    expect(await promises()).toEqual([]);
  });

  it('keeps its account from being forgotten until the money of it went back', async () => {
    const { id, source } = await withCredit();
    const kinds = async () => (await weighErasure(platform, { userId: id, emails: [] })).hindrances.map(({ kind }) => kind);
    expect(await kinds()).toEqual(['credit-left']);
    await takeMoneyInstead(platform, sale.product, { orderId: source, userId: id, who: 'user:x' });
    expect(await kinds()).not.toContain('credit-left');
    await sale.settle();
    expect(await kinds()).toEqual([]);
  });

  it('ends on its day: the money goes back by itself, only the bonus is lost', async () => {
    const { id, source, paid } = await withCredit();
    clock.set(addMilliseconds(start, 365 * dayMs - hourMs * 12));
    await endCredits(platform, [sale.product]);
    expect((await left(id)).money).toBe(paid.amount);
    clock.set(addMilliseconds(start, 367 * dayMs));
    await endCredits(platform, [sale.product]);
    await sale.settle();
    expect(await left(id)).toEqual({ money: 0, bonus: 0 });
    expect((await sale.order(source)).status).toBe('refunded');
  });

  it('ends past what cannot end, however much of that there is', async () => {
    const [stuck, other] = [await withCredit(), await withCredit()];
    // It stands first of all and is of another account than its order: nobody can have that money back.
    await db.execute(sql`update credit_lots set user_id = ${other.id}, ends_on = '2027-11-01' where order_id = ${stuck.source}`);
    clock.set(addMilliseconds(start, 367 * dayMs));
    await endCredits(platform, [sale.product], 1);
    await sale.settle();
    const now = await findLots(db, other.id);
    expect(now.filter(({ orderId }) => orderId === other.source).map(({ remaining }) => remaining)).toEqual([0, 0]);
    expect(now.find(({ orderId, part }) => orderId === stuck.source && part === 'money')?.remaining).toBe(stuck.paid.amount);
    expect((await sale.order(other.source)).status).toBe('refunded');
  });

  it('does not end when something came back to it since it was looked for, and has another day now', async () => {
    const { id, source, paid } = await withCredit();
    const ask = { orderId: source, userId: id, who: 'system', ended: true } as const;
    expect(await takeMoneyInstead(platform, sale.product, ask)).toEqual({ ok: false, refused: 'not-possible' });
    expect((await left(id)).money).toBe(paid.amount);
  });
});

describe('credit whose day comes while an order waits for its payment', () => {
  it('is good for the order that it was put aside for, and what had ended before is not', async () => {
    const { id, viewer, bonus, source } = await withCredit();
    await db.execute(sql`insert into credit_lots (id, user_id, order_id, part, currency, amount, remaining, ends_on, made_at)
      select id || '-old', user_id, ${await placed(viewer)}, 'bonus', 'AED', 700, 700, '2026-11-20', made_at from credit_lots
      where order_id = ${source} and part = 'bonus'`);
    await db.execute(sql`update credit_lots set remaining = 0 where order_id = ${source} and part = 'money'`);
    await db.execute(sql`update credit_lots set ends_on = '2026-11-23' where order_id = ${source}`);
    const orderId = await placed(viewer);
    expect(await chooseCredit(platform, sale.bank.provider, { orderId, userId: id, use: true })).toEqual({ ok: true, value: bonus.amount });
    const begun = await press(orderId);
    if (!begun.ok) throw new Error(begun.refused);
    await sale.bank.pay(begun.value.redirectTo, 'approved');
    await sale.settle();
    expect((await sale.order(orderId)).status).toBe('confirmed');
    const remaining = (await findLots(db, id)).map(({ endsOn, part, remaining }) => [endsOn, part, remaining]);
    expect(remaining.toSorted()).toEqual([
      ['2026-11-20', 'bonus', 700],
      ['2026-11-23', 'bonus', 0],
      ['2026-11-23', 'money', 0],
    ]);
  });
});

describe('a way of paying that is not offered', () => {
  const offer = (change: Partial<typeof deliveredWays>) => applySetting(db, 'payments', { ...deliveredWays, ...change });
  const without = (way: 'card' | 'credit') => ({
    ...deliveredWays[way],
    kinds: deliveredWays[way].kinds.filter((kind) => kind !== 'holiday'),
  });
  afterEach(() => offer({}));

  it('is refused on the next press: credit is not put aside, and what was put aside is not spent but can be left', async () => {
    const { id, viewer } = await withCredit();
    const [before, after] = [await placed(viewer), await placed(viewer)];
    const use = (orderId: string, wanted = true) => chooseCredit(platform, sale.bank.provider, { orderId, userId: id, use: wanted });
    expect((await use(before)).ok).toBe(true);
    await offer({ credit: without('credit') });
    expect(await use(after)).toEqual({ ok: false, refused: 'credit-off' });
    expect(await showCredit(platform, await sale.order(after), id)).toBeNull();
    expect(await press(before)).toEqual({ ok: false, refused: 'credit-off' });
    expect((await sale.order(before)).status).toBe('held');
    expect((await showCredit(platform, await sale.order(before), id))?.used.amount).toBeGreaterThan(0);
    expect(await use(before, false)).toEqual({ ok: true, value: 0 });
    expect((await press(before)).ok).toBe(true);
  });

  it('leaves what credit pays alone, and nothing else, where cards are not taken', async () => {
    const { id, viewer } = await withCredit();
    const orderId = await placed(viewer);
    await offer({ card: without('card') });
    expect(await press(orderId)).toEqual({ ok: false, refused: 'card-off' });
    expect(await payments(orderId)).toEqual([]);
    expect((await chooseCredit(platform, sale.bank.provider, { orderId, userId: id, use: true })).ok).toBe(true);
    expect((await press(orderId)).ok).toBe(true);
    await sale.settle();
    expect((await sale.order(orderId)).status).toBe('confirmed');
  });

  it('is not chosen for a tour while parts are not offered, and a tour that is paid in parts already goes on', async () => {
    const orderId = await sale.sold(sale.form(nextDay(), { plan: 'deposit' }));
    await offer({ parts: { ...deliveredWays.parts, kinds: [] }, card: without('card') });
    expect(await sale.place(sale.form(nextDay(), { plan: 'deposit' }))).toEqual({ ok: false, refused: 'parts-off' });
    expect((await sale.place(sale.form(nextDay()))).ok).toBe(true);
    await sale.payPart(orderId);
    expect((await sale.parts(orderId)).every(({ paidAt }) => paidAt !== null)).toBe(true);
  });

  it('stops all of a trip before anything of it moves, and names what it stands for', async () => {
    const { viewer } = await aTraveller();
    const order = await sale.order(await placed(viewer));
    const basket = await addToBasket(platform, { order, basket: null, viewer, language: 'en' });
    if (!basket.ok) throw new Error(basket.refused);
    const begin = () =>
      beginBasketPayment(platform, sale.bank.provider, () => sale.product, {
        basketId: basket.value.basket.id,
        seen: order.total,
        who: 'user:x',
        returnTo: { success: '/trip', failure: '/cart' },
        language: 'en',
      });
    await offer({ card: { ...deliveredWays.card, least: null, most: order.total - 1 } });
    expect(await begin()).toEqual({ ok: false, refused: 'card-other-size', about: order.reference });
    expect((await sale.order(order.id)).status).toBe('held');
    await offer({ card: { ...deliveredWays.card, least: order.total, most: order.total } });
    expect((await begin()).ok).toBe(true);
  });
});

describe('the terms of credit', () => {
  const desk = (roles: string, id: string) => ({ kind: 'staff', user: { id }, staff: { roles: [roles] } }) as unknown as Viewer;
  const [asker, other, support] = [desk('finance', 'staff-1'), desk('finance', 'staff-2'), desk('support', 'staff-3')];
  const read = readTerms({ percent: '25', months: '6', reason: 'A summer of many cancellations' });
  if (!read.ok) throw new Error(read.refused);
  const ask = async (viewer: Viewer) =>
    askCreditTerms(platform, { terms: read.value, version: (await findCreditTerms(db)).number, requestId: 'r', viewer });
  const decide = (viewer: Viewer, id: string, decision: 'approve' | 'decline' | 'withdraw') =>
    decideCreditTerms(platform, { viewer, id, decision, requestId: 'r' });
  const asked = async () => {
    const wish = await ask(asker);
    if (!wish.ok) throw new Error(wish.refused);
    return wish.value;
  };
  const open = async () => (await listOpenStaffTasks(db)).filter(({ kind }) => kind === 'credit-terms-approval').length;

  it('are asked for by one of the desk of money and agreed to by another, and count from then on', async () => {
    expect(await ask(support)).toEqual({ ok: false, refused: 'permission' });
    const id = await asked();
    expect([(await findCreditTerms(db)).bonusPercent, await open()]).toEqual([10, 1]);
    expect(await ask(other)).toEqual({ ok: false, refused: 'waiting' });
    expect(await decide(support, id, 'approve')).toEqual({ ok: false, refused: 'permission' });
    expect(await decide(asker, id, 'approve')).toEqual({ ok: false, refused: 'own-wish' });
    expect(await decide(other, id, 'withdraw')).toEqual({ ok: false, refused: 'own-wish' });
    expect(await decide(other, id, 'approve')).toEqual({ ok: true, value: null });
    expect(await decide(other, id, 'approve')).toEqual({ ok: false, refused: 'changed-meanwhile' });
    expect(await open()).toBe(0);
    const { paid, bonus, endsOn } = await withCredit();
    expect([bonus.amount, endsOn]).toEqual([Math.round(paid.amount / 4), '2027-05-23']);
  });

  it('stay as they are when a colleague declines or the wish is taken back, or the page was old', async () => {
    const { number } = await findCreditTerms(db);
    expect((await decide(other, await asked(), 'decline')).ok).toBe(true);
    expect((await decide(asker, await asked(), 'withdraw')).ok).toBe(true);
    const old = { viewer: asker, terms: read.value, version: number - 1, requestId: 'r' };
    expect(await askCreditTerms(platform, old)).toEqual({ ok: false, refused: 'changed-meanwhile' });
    expect([(await findCreditTerms(db)).number, await open()]).toEqual([number, 0]);
    expect(readTerms({ percent: '51', months: 'x', reason: '' })).toMatchObject({ ok: false, faults: ['percent', 'months', 'reason'] });
  });
});
