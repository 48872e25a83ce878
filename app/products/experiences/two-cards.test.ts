import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { addToBasket } from '#app/commerce/baskets/fill-basket.server.ts';
import { bookingOrderMachine, bookingOrderStates, type BookingOrderState } from '#app/commerce/bookings/booking-order-status.ts';
import { insertInstalments } from '#app/commerce/bookings/bookings-store.server.ts';
import { cancelByOperator, refundCancelledByOperator } from '#app/commerce/bookings/operator-cancel.server.ts';
import { findInvoicesOfOrder } from '#app/commerce/invoices/invoices-store.server.ts';
import { moneyPosition } from '#app/commerce/ledger/ledger-store.server.ts';
import { sendMessage } from '#app/commerce/messages/deliver-messages.server.ts';
import { applyPaymentChange } from '#app/commerce/orders/apply-payment-change.server.ts';
import { beginPayment, dueNow } from '#app/commerce/orders/begin-payment.server.ts';
import { confirmCancel, giveUpOrder, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { expireOrders } from '#app/commerce/orders/expire-orders.server.ts';
import { orderCookie } from '#app/commerce/orders/order-access.server.ts';
import { findHistory } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { beginFirstCard, giveUpFirstCard, offerTwoCards } from '#app/commerce/orders/pay-with-two-cards.server.ts';
import { refreshPayment } from '#app/commerce/payments/apply-payment.server.ts';
import { catchUpPayments } from '#app/commerce/payments/catch-up-payments.server.ts';
import { capturePayment } from '#app/commerce/payments/capture-payment.server.ts';
import { deliveredWays } from '#app/commerce/payments/payment-ways.ts';
import { findPaymentsOfOrder, findRefundsOfOrder, isLetGo } from '#app/commerce/payments/payments-store.server.ts';
import type { ProductCounters } from '#app/commerce/product-counter.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { formatMoney } from '#app/ui/number-format.ts';
import { dayMs, hourMs, minuteMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { moveOn } from '#app/values/status-table.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { demoPassword } from '#seeds/demo.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { deliveredHouseFacts } from '#app/platform/house-facts.ts';
import { applySetting } from '#tests/support/apply-setting.ts';
import { readForms, wordsOf } from '#tests/support/http-traveller.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { acceptRequest, declineRequest } from './answer-request.server.ts';
import { changeParty } from './change-party.server.ts';
import { openTestExperiences } from './experience-sale-testing.ts';
import { loadExperiences } from './load-experiences.server.ts';
import { openVisit } from './place-experience-order.server.ts';
import { keepRequests } from './work-experiences.server.ts';

const platform = await openDemoPlatform();
const { clock, db } = platform;
const chosen = ['abu-dhabi-mangrove-kayak', 'bahrain-pearl-dive'];
await loadExperiences(
  platform,
  readCatalogueFiles('experiences').filter(({ id }) => chosen.includes(id)),
  { replace: false },
);
const shop = await openTestExperiences(platform);
const { bank, product } = shop;
const app = await openTestApp(platform, null, bank.provider);
const counters: ProductCounters = { of: () => shop.counter, product: () => product, draft: shop.counter };
/** Confirmed at once, and asked of its operator. */
const [kayak, dive] = ['abu-dhabi-mangrove-kayak', 'bahrain-pearl-dive'] as const;
const first = 20_000;
let ahead = 20;

/** The first open start of an experience, each time on another day. */
async function start(id: string): Promise<string> {
  const { rows } = (await db.execute(sql`select start_times from experiences where id = ${id}`)) as unknown as {
    rows: { start_times: string[] }[];
  };
  for (ahead += 1; ; ahead += 1) {
    const date = new Date(clock.now() + ahead * dayMs).toISOString().slice(0, 10);
    for (const time of rows[0]!.start_times.toSorted()) {
      const query = `date=${date}&time=${time}&option=standard&adult=2`;
      if (await openVisit(platform, id, new URLSearchParams(query), 'en')) return query;
    }
  }
}
async function held(id: string = kayak): Promise<Order> {
  const placed = await shop.place(id, await start(id));
  if (!placed.ok) throw new Error(placed.refused);
  return shop.order(placed.value.orderId);
}
const returnTo = { success: '/payment-success', failure: '/payment-failed' };
const ask = (order: Pick<Order, 'id'>) => ({ orderId: order.id, by: 'customer', who: 'guest' }) as const;
const begin = (order: Pick<Order, 'id'>, amount = first) =>
  beginFirstCard(platform, bank.provider, product, { ...ask(order), returnTo, language: 'en', first: amount });
const pressRest = (order: Pick<Order, 'id'>) => beginPayment(platform, bank.provider, product, { ...ask(order), returnTo, language: 'en' });
const pageOf = (begun: Awaited<ReturnType<typeof begin>> | Awaited<ReturnType<typeof pressRest>>): string => {
  if (!begun.ok) throw new Error(begun.refused);
  return begun.value.redirectTo;
};
/** Kept, and a first card holds a part of its price. */
async function withFirst(id: string = kayak): Promise<Order> {
  const order = await held(id);
  await bank.pay(pageOf(await begin(order)), 'approved');
  await shop.settle();
  return shop.order(order.id);
}
/** Both cards hold their parts, and the house has done what follows. */
async function withBoth(id: string = kayak): Promise<Order> {
  const order = await withFirst(id);
  await shop.pay(order.id);
  await shop.settle();
  return shop.order(order.id);
}
const positionOf = async (order: Pick<Order, 'id'>) => {
  const { authorised, captured, refunded } = await moneyPosition(db, order.id);
  return [authorised.amount, captured.amount, refunded.amount];
};
const paymentsOf = async (order: Pick<Order, 'id'>) =>
  (await findPaymentsOfOrder(db, order.id))
    .map(({ purpose, status, amount }) => [purpose, status, amount] as const)
    .toSorted(([one], [other]) => one.localeCompare(other));
const backOf = async (order: Pick<Order, 'id'>) => {
  const purposes = new Map((await findPaymentsOfOrder(db, order.id)).map(({ id, purpose }) => [id, purpose]));
  return (await findRefundsOfOrder(db, order.id))
    .map(({ paymentId, amount, status }) => [purposes.get(paymentId)!, amount, status] as const)
    .toSorted(([one], [other]) => one.localeCompare(other));
};
const standing = async (order: Pick<Order, 'id'>) => [(await shop.order(order.id)).status, (await shop.booking(order.id)).status];
/** What the bank itself has taken under a reference: nobody here has a say in it. */
const takenAtBank = ({ reference }: Pick<Order, 'reference'>) =>
  bank.bank
    .list(0)
    .filter((one) => one.reference === reference)
    .reduce((sum, { captured }) => sum + captured, 0);
const letters = async ({ reference }: Pick<Order, 'reference'>, words: string) =>
  (await platform.mail.folder!.list()).filter(({ text }) => text.includes(reference) && text.includes(words));
const unkept = async () =>
  brokenLines(
    await askInvariants(db, { now: clock.now(), holdTtlMs: 0, settleMs: 0 }, {}, [
      'I5',
      'I7',
      'I8',
      'I10',
      'I11',
      'I13',
      'I25',
      'I26',
      'I28',
    ]),
  );

describe('a visit that is confirmed at once', () => {
  test('is kept while the first card holds its part, and both are charged when it is confirmed', async () => {
    const order = await withFirst();
    expect([await standing(order), await positionOf(order)]).toEqual([
      ['held', 'cart_held'],
      [first, 0, 0],
    ]);
    expect(await dueNow(db, order)).toEqual(money(order.total - first, 'AED'));
    expect(await offerTwoCards(platform, order)).toBeNull();
    await shop.pay(order.id);
    await shop.settle();
    expect([await standing(order), await positionOf(order)]).toEqual([
      ['confirmed', 'confirmed'],
      [0, order.total, 0],
    ]);
    expect(await paymentsOf(order)).toEqual([
      ['first-card', 'succeeded', first],
      ['order', 'succeeded', order.total - first],
    ]);
    expect((await findHistory(db, order.id)).map(({ event }) => event)).toEqual([
      'hold',
      'pay',
      'first-card',
      'pay',
      'authorised',
      'confirm',
    ]);
    expect(await findInvoicesOfOrder(db, order.id)).toMatchObject([{ gross: order.total }]);
    expect(await letters(order, 'What was reserved on your card is let go')).toEqual([]);
    expect(await unkept()).toEqual([]);
  });

  test('waits on when the second is declined, and is paid by a third', async () => {
    const order = await withFirst();
    await bank.pay(pageOf(await pressRest(order)), 'insufficient-funds');
    await shop.settle();
    expect([(await shop.order(order.id)).status, await positionOf(order), takenAtBank(order)]).toEqual(['held', [first, 0, 0], 0]);
    await shop.pay(order.id);
    await shop.settle();
    expect([(await standing(order))[0], takenAtBank(order)]).toEqual(['confirmed', order.total]);
  });

  test('is what it was when the first is declined', async () => {
    const order = await held();
    await bank.pay(pageOf(await begin(order)), 'insufficient-funds');
    await shop.settle();
    expect([(await shop.order(order.id)).status, await positionOf(order)]).toEqual(['held', [0, 0, 0]]);
    await shop.pay(order.id);
    await shop.settle();
    expect(await paymentsOf(order)).toEqual([
      ['first-card', 'canceled', first],
      ['order', 'succeeded', order.total],
    ]);
  });

  test('is never charged to one card alone, whatever asks for it', async () => {
    const order = await withFirst();
    const [payment] = await findPaymentsOfOrder(db, order.id);
    expect(await capturePayment(platform, bank.provider, payment!.id)).toEqual({ ok: false, refused: 'let-go' });
    await catchUpPayments(platform, bank.provider);
    expect([takenAtBank(order), await positionOf(order)]).toEqual([0, [first, 0, 0]]);
  });

  test('gives back of a smaller party from the second card, and all of both when its operator calls it off', async () => {
    const order = await withBoth();
    const one = { orderId: order.id, party: { adult: 1 }, by: 'staff', who: 'staff:test', seenTotal: order.total } as const;
    expect((await changeParty(platform, product, one)).ok).toBe(true);
    await shop.settle();
    const half = order.total / 2;
    const rest = order.total - first;
    // More goes back than the second card paid: all of it, and then of the first.
    expect(await backOf(order)).toEqual([
      ['first-card', half - rest, 'succeeded'],
      ['order', rest, 'succeeded'],
    ]);
    expect(await unkept()).toEqual([]);
    const called = { orderId: order.id, by: 'staff', who: 'staff:test', reason: 'A storm' } as const;
    expect((await cancelByOperator(platform, product, called)).ok).toBe(true);
    expect((await refundCancelledByOperator(platform, product, called)).ok).toBe(true);
    await shop.settle();
    expect([(await shop.order(order.id)).status, await positionOf(order)]).toEqual(['refunded', [0, order.total, order.total]]);
    expect((await backOf(order)).filter(([purpose]) => purpose === 'first-card').reduce((sum, [, amount]) => sum + amount, 0)).toBe(first);
    expect(await unkept()).toEqual([]);
  });
});

describe('a visit that is asked of its operator', () => {
  test('keeps both cards reserved, however long the answer takes, and charges both when it is granted', async () => {
    const order = await withBoth(dive);
    expect([await standing(order), await positionOf(order), takenAtBank(order)]).toEqual([
      ['requested', 'requested'],
      [order.total, 0, 0],
      0,
    ]);
    clock.advance(3 * hourMs);
    await catchUpPayments(platform, bank.provider);
    await shop.settle();
    expect([(await standing(order))[0], takenAtBank(order)]).toEqual(['requested', 0]);
    expect((await acceptRequest(platform, product, { orderId: order.id, by: 'supplier', who: 'operator:test' })).ok).toBe(true);
    await shop.settle();
    expect([await standing(order), await positionOf(order), takenAtBank(order)]).toEqual([
      ['confirmed', 'confirmed'],
      [0, order.total, 0],
      order.total,
    ]);
    expect(await unkept()).toEqual([]);
  });

  test.each(['declined', 'never answered'] as const)('lets both go where it is %s', async (how) => {
    const order = await withBoth(dive);
    if (how === 'declined') await declineRequest(platform, product, { orderId: order.id, by: 'supplier', who: 'operator:test' });
    else {
      clock.advance(2 * dayMs);
      await keepRequests(platform, product);
    }
    await shop.settle();
    expect([await standing(order), await positionOf(order), takenAtBank(order)]).toEqual([['refunded', 'declined'], [0, 0, 0], 0]);
    expect((await paymentsOf(order)).map(([, status]) => status)).toEqual(['canceled', 'canceled']);
    expect(await unkept()).toEqual([]);
  });

  test('is asked of nobody while only one card has paid', async () => {
    const order = await withFirst(dive);
    await keepRequests(platform, product);
    await shop.settle();
    expect([await standing(order), takenAtBank(order)]).toEqual([['held', 'cart_held'], 0]);
  });

  test('lets both go when a colleague who looks at the payment ends it', async () => {
    const order = await withBoth(dive);
    expect((await giveUpOrder(platform, product, { orderId: order.id, by: 'staff', who: 'staff:test', reason: 'Not them' })).ok).toBe(true);
    await shop.settle();
    expect([(await shop.order(order.id)).status, await positionOf(order), takenAtBank(order)]).toEqual(['refunded', [0, 0, 0], 0]);
  });
});

describe('what a first card holds', () => {
  const goesBack = async (order: Order, status: BookingOrderState) => {
    await shop.settle();
    await shop.settle();
    expect([(await shop.order(order.id)).status, await positionOf(order), takenAtBank(order)]).toEqual([status, [0, 0, 0], 0]);
    expect(await letters(order, 'was not paid with two cards in the end')).toHaveLength(1);
    expect(await unkept()).toEqual([]);
  };

  test('goes back with a letter when nobody pays the rest in time, and the places with it', async () => {
    const order = await withFirst();
    clock.advance(30 * minuteMs);
    await expireOrders(platform, [product]);
    await goesBack(order, 'expired');
    expect((await shop.booking(order.id)).status).toBe('expired');
  });

  test('goes back when it is given up while the rest is being paid, and so does the rest', async () => {
    const order = await withFirst();
    const page = pageOf(await pressRest(order));
    expect((await giveUpFirstCard(platform, product, ask(order))).ok).toBe(true);
    await bank.pay(page, 'approved');
    await goesBack(order, 'held');
    expect((await listOpenStaffTasks(db)).filter(({ kind }) => kind === 'payment-unexpected')).toEqual([]);
    await shop.pay(order.id);
    await shop.settle();
    expect(takenAtBank(order)).toBe(order.total);
  });

  test('goes back when the booking is let go unpaid', async () => {
    const order = await withFirst();
    expect((await quoteCancel(platform, product, ask(order))).ok).toBe(true);
    expect((await confirmCancel(platform, product, ask(order))).ok).toBe(true);
    await goesBack(order, 'cancelled');
  });

  test('goes back with the rest that came when the places were over', async () => {
    const order = await withFirst();
    await bank.pay(pageOf(await pressRest(order)), 'late-minutes');
    // The bank lets the rest through after the last minute and the grace for it.
    clock.advance(19 * minuteMs);
    await expireOrders(platform, [product]);
    await shop.settle();
    expect((await shop.order(order.id)).status).toBe('expired');
    clock.advance(5 * minuteMs);
    await shop.settle();
    await shop.settle();
    expect([(await shop.order(order.id)).status, await positionOf(order), takenAtBank(order)]).toEqual(['expired', [0, 0, 0], 0]);
  });

  test('counts in no state but those in which the places are kept and unpaid', async () => {
    const waits: readonly BookingOrderState[] = ['held', 'payment_pending'];
    for (const status of bookingOrderStates) {
      const order = await held();
      const begun = await begin(order);
      await bank.pay(pageOf(begun), 'approved');
      const paymentId = begun.ok ? begun.value.paymentId : '';
      // The bank holds it, and nobody here has heard: meanwhile the order has become something else.
      await db.execute(sql`alter table orders disable trigger user`);
      await db.execute(sql`update orders set status = ${status} where id = ${order.id}`);
      await db.execute(sql`alter table orders enable trigger user`);
      await refreshPayment(platform, bank.provider, paymentId);
      await applyPaymentChange(platform, product, { orderId: order.id, paymentId });
      expect([status, await isLetGo(db, paymentId), (await shop.order(order.id)).status], status).toEqual([
        status,
        !waits.includes(status),
        status === 'payment_pending' ? 'held' : status,
      ]);
      await platform.jobs.drain();
      expect([status, takenAtBank(order)]).toEqual([status, 0]);
      // What was forced upon it tells the next of these nothing.
      await db.execute(sql`alter table orders disable trigger user`);
      await db.execute(sql`update orders set status = 'expired' where id = ${order.id}`);
      await db.execute(sql`alter table orders enable trigger user`);
      await db.execute(sql`update claims set status = 'released' where order_id = ${order.id}`);
    }
  });
});

test('the machine knows a first card only while its page is open, and only by the word of the bank', () => {
  const machine = bookingOrderMachine('experience');
  for (const from of bookingOrderStates)
    for (const by of ['customer', 'staff', 'system', 'supplier', 'provider'] as const)
      expect([from, by, moveOn(machine, from, 'first-card', by).ok]).toEqual([from, by, from === 'payment_pending' && by === 'provider']);
  expect(moveOn(machine, 'payment_pending', 'first-card', 'provider')).toEqual({ ok: true, to: 'held' });
});

describe('paying with two cards is refused in words', () => {
  test('of what is paid in parts or lies in a trip, and the booking stays kept', async () => {
    const order = await held();
    await insertInstalments(db, clock.now(), order.id, [
      { number: 1, amount: money(order.total - first, 'AED'), dueOn: null, dueAt: null },
      { number: 2, amount: money(first, 'AED'), dueOn: null, dueAt: null },
    ]);
    expect([await offerTwoCards(platform, order), await begin(order)]).toEqual([null, { ok: false, refused: 'two-cards-not-here' }]);
    const other = await held();
    expect((await addToBasket(platform, { order: other, basket: null, viewer: { kind: 'anonymous' }, language: 'en' })).ok).toBe(true);
    expect([await offerTwoCards(platform, other), await begin(other)]).toEqual([null, { ok: false, refused: 'two-cards-not-here' }]);
    const begun = await withFirst();
    expect(await addToBasket(platform, { order: begun, basket: null, viewer: { kind: 'anonymous' }, language: 'en' })).toEqual({
      ok: false,
      refused: 'money-moving',
    });
    expect((await shop.order(order.id)).status).toBe('held');
  });

  test('where the house switched it off for visits alone; what one card holds is completed all the same', async () => {
    const [order, begun] = [await held(), await withFirst()];
    await applySetting(db, 'payments', {
      ...deliveredWays,
      'two-cards': { ...deliveredWays['two-cards'], kinds: ['flight', 'holiday', 'staycation'] },
    });
    expect([await offerTwoCards(platform, order), await begin(order)]).toEqual([null, { ok: false, refused: 'two-cards-off' }]);
    await shop.pay(begun.id);
    await shop.settle();
    expect(takenAtBank(begun)).toBe(begun.total);
    await applySetting(db, 'payments', deliveredWays);
    expect(await offerTwoCards(platform, order)).not.toBeNull();
  });
});

describe('with forms alone', () => {
  const said = (amount: number) => formatMoney(money(amount, 'AED'), 'en').replaceAll('\u00a0', ' ');
  const see = async (order: Order, page: string) => {
    const answer = await app.send(page, { cookie: orderCookie(platform, order.id).split(';')[0]! });
    return { to: answer.headers.get('location'), html: await answer.text() };
  };
  const press = async (order: Order, page: string, button: string, more: Record<string, string> = {}) => {
    const { html } = await see(order, page);
    const form = readForms(html, new URL(`http://localhost${page}`)).find((one) => one.buttons.some(({ value }) => value === button))!;
    const fields = { ...Object.fromEntries(form.fields), intent: button, ...more };
    const answer = await app.send(form.action, { cookie: orderCookie(platform, order.id).split(';')[0]!, form: fields });
    return { status: answer.status, to: answer.headers.get('location'), html: await answer.text() };
  };

  test('a guest reserves a part, reads what is left and until when, and pays the rest; the desk reads which card is which', async () => {
    const order = await held();
    const page = `/checkout/${order.reference}`;
    const wrong = await press(order, page, 'first-card', { first: '1' });
    expect([wrong.status, wrong.html.includes('value="1"')]).toEqual([422, true]);
    expect(wordsOf(wrong.html)).toContain('That is too little for the first card.');
    expect(wordsOf((await see(order, page)).html)).toContain('both cards are charged together when the visit is confirmed.');
    await bank.pay((await press(order, page, 'first-card', { first: '200' })).to!, 'approved');
    await shop.settle();
    const words = wordsOf((await see(order, page)).html);
    expect(words).toContain('AED 200.00 is reserved on the card ending 4242');
    expect(words).toContain(`${said(order.total - first)} is left to pay with another card. Nothing is taken before that.`);
    expect(words).toMatch(/Your places are kept until \d\d:\d\d Dubai time\./);
    const desk = async () => {
      const cookie = await app.signIn('products@rihla.example', demoPassword);
      const answer = await app.send(`/admin/orders/experiences/${order.reference}`, { cookie });
      return wordsOf(await answer.text()).replaceAll('\u00a0', ' ');
    };
    expect(await desk()).toMatch(/•••• 4242 · first of two cards; waits for the second AED 200\.00 · authorised/);
    await bank.pay((await press(order, page, 'pay')).to!, 'approved');
    await shop.settle();
    expect(takenAtBank(order)).toBe(order.total);
    expect(await desk()).toMatch(/•••• 4242 · first of two cards AED 200\.00 · captured/);
    expect(await desk()).not.toContain('paid back');
    const called = { orderId: order.id, by: 'staff', who: 'staff:test', reason: 'A storm' } as const;
    await cancelByOperator(platform, product, called);
    await refundCancelledByOperator(platform, product, called);
    await shop.settle();
    expect(await desk()).toMatch(/Refund •••• 4242 · \w{3} \d+ \w{3} \d\d:\d\d AED 200\.00 · paid back/);
  });

  test('after a card that was not enough two of them lead, and the page speaks of places', async () => {
    const order = await held();
    await bank.pay((await press(order, `/checkout/${order.reference}`, 'pay')).to!, 'insufficient-funds');
    await shop.settle();
    const { html } = await see(order, `/payment-failed?order=${order.reference}`);
    expect(html.indexOf('name="first"')).toBeLessThan(html.indexOf('value="pay"'));
    expect(wordsOf(html)).toMatch(/Your places and price are still kept until \d\d:\d\d Dubai time\./);
    expect(wordsOf(html)).not.toContain('seats');
    expect(html).not.toContain('tel:');
    await applySetting(platform.db, 'public', { ...deliveredHouseFacts('desk@example.com'), phone: '+971 4 123 4567' });
    const called = await see(order, `/payment-failed?order=${order.reference}`);
    expect(called.html).toContain('href="tel:+97141234567"');
    expect(wordsOf(called.html)).toContain('Call +971 4 123 4567');
  });

  test('a guest gives the first card up, is told so, and pays all of it with one', async () => {
    const order = await withFirst();
    const page = `/checkout/${order.reference}`;
    const given = await press(order, page, 'first-card-back');
    expect(given.to).toBe(`${page}?said=first-card-back`);
    await shop.settle();
    expect(wordsOf((await see(order, given.to!)).html)).toContain('What was reserved on your first card is let go. Nothing was taken');
    await bank.pay((await press(order, page, 'pay')).to!, 'approved');
    await shop.settle();
    expect(await positionOf(order)).toEqual([0, order.total, 0]);
  });

  test('the letter names the visit, what is left and the last minute', async () => {
    const order = await withFirst();
    const [letter] = await letters(order, 'reserved on your first card');
    expect(letter!.subject.replaceAll('\u00a0', ' ')).toContain(`${said(order.total - first)} left to pay: `);
    expect(letter!.subject).not.toContain(' to ,');
    expect(letter!.text).toContain('we let go of the first card and of your places.');
    await shop.pay(order.id);
    await sendMessage(platform, counters, {
      orderId: order.id,
      template: 'first-card-reserved',
      version: order.version,
      language: 'en',
      again: 1,
    });
    expect(await letters(order, 'reserved on your first card')).toHaveLength(1);
  });
});
