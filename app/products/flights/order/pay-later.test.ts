import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { messageIdOf, sendMessage } from '#app/commerce/messages/deliver-messages.server.ts';
import type { OrderMessage } from '#app/commerce/messages/message-jobs.server.ts';
import { findSentMessages } from '#app/commerce/messages/messages-store.server.ts';
import { beginPayment } from '#app/commerce/orders/begin-payment.server.ts';
import { confirmCancel, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { acceptPrice, extendHold, findProposedPrice, keepLonger, sendPayLink } from '#app/commerce/orders/change-hold.server.ts';
import { expireOrders } from '#app/commerce/orders/expire-orders.server.ts';
import { listOrders } from '#app/commerce/orders/list-orders.server.ts';
import { wholeOrderList } from '#app/commerce/orders/order-list-form.ts';
import { findHistory } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { deliveredWays } from '#app/commerce/payments/payment-ways.ts';
import type { Viewer } from '#app/platform/access.ts';
import { hourMs, minuteMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { applySetting } from '#tests/support/apply-setting.ts';
import { openTestPlatform, setQueueClock, testNow } from '#tests/support/test-platform.ts';
import { openCounters } from '../../registry.server.ts';
import { aDraft, openTestSale } from './flight-order-testing.ts';
import type { Flights } from '../flights-context.ts';
import { keepFlights, offerToKeep } from './keep-flights.server.ts';
import { findAttempts, getFlightOrder } from './flight-store.server.ts';
import { anOffer } from '../offer-testing.ts';
import type { Offer } from '../offer.ts';
import type { BookableSupplier } from '../supplier/own-stock.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';

const platform = await openTestPlatform();
const offerOf = (code: string): Offer => ({ ...anOffer({ supplier: code }), id: `${code}.one`, expiresAt: '2026-12-01T08:12:00.000Z' });

/** Its seats are ours. After the first price it asks for what it is told to: so many per mille more, or nothing at all. */
class Keeping extends ScriptedSupplier implements BookableSupplier {
  permille = 0;
  full = false;
  capacity = 1_000;
  readonly stock = {
    wishes: () => [{ key: `cabin:EK1/2026-12-05/DXB/${this.code}`, quantity: 1, capacity: this.capacity, ceiling: this.capacity }],
  };
  override async price(...given: Parameters<ScriptedSupplier['price']>) {
    if (this.full) return { outcome: 'refused' as const, refused: 'sold-out' as const };
    const priced = await super.price(...given);
    if (priced.outcome !== 'ok') return priced;
    const brands = priced.value.brands.map((brand) => ({
      ...brand,
      fares: brand.fares.map((fare) => ({ ...fare, base: money(Math.round(fare.base.amount * (1 + this.permille / 1000)), 'AED') })),
    }));
    return { outcome: 'ok' as const, value: { ...priced.value, brands } };
  }
}
const keeping = new Keeping({ code: 'keeping', offers: [offerOf('keeping')], keepsHours: 96 });
const scarce = new Keeping({ code: 'scarce', offers: [offerOf('scarce')], keepsHours: 96 });
const brief = new Keeping({ code: 'brief', offers: [offerOf('brief')], keepsHours: 30 });
/** Does not say whether it keeps anything until it is told to. */
class Mute extends Keeping {
  answers = false;
  override async keep(...given: Parameters<ScriptedSupplier['keep']>) {
    return this.answers ? super.keep(...given) : { outcome: 'unknown' as const, reason: 'connection lost' };
  }
}
const mute = new Mute({ code: 'mute', offers: [offerOf('mute')], keepsHours: 96 });
const seven = new Keeping({ code: 'seven', offers: [offerOf('seven')], keepsHours: 7 });
const minutes = new Keeping({ code: 'minutes', offers: [offerOf('minutes')] });
const sale = await openTestSale(platform, [keeping, scarce, brief, mute, seven, minutes]);
const flights = { ...sale.flights, world: { places: { airports: new Map() } } } as unknown as Flights;
const counters = openCounters(platform, flights);
scarce.capacity = 1;

let people = 0;
const draftFor = (code: string, email = `kept-${(people += 1)}@example.com`) =>
  aDraft(offerOf(code), { contactInfo: { email, phone: '+971501234567', secondPhone: '' } });
const address = () => `10.3.${(people += 1)}.1`;
const held = (code = 'keeping', email?: string) => sale.placed(draftFor(code, email), { address: address() });
const keep = (order: Order) => keepFlights(platform, sale.flights, { orderId: order.id, who: 'guest' });
async function kept(code = 'keeping', email?: string): Promise<Order> {
  const answer = await keep(await held(code, email));
  if (!answer.ok) throw new Error(answer.refused);
  return answer.value;
}
const hoursOf = (order: Order, at: Date | null = order.heldUntil) => (at!.getTime() - order.createdAt.getTime()) / hourMs;
const later = (ms: number) => platform.clock.advance(ms);
const eventsOf = async (order: Order) => (await findHistory(platform.db, order.id)).map((event) => event.event);
/** Everything that was put in the queue for an order, whenever it is to be sent. */
const letters = async (order: Order): Promise<OrderMessage[]> => {
  await setQueueClock(platform.db, `timestamptz '2027-06-01T00:00:00Z'`);
  await platform.jobs.drain();
  await setQueueClock(platform.db, `timestamptz '2026-11-22T07:42:00Z'`);
  return sale.mails.filter((mail) => mail.orderId === order.id);
};
const reminders = async (order: Order) =>
  (await letters(order)).filter(({ template }) => template === 'hold-reminder').toSorted((a, b) => a.version - b.version);
const dueIn = (order: Order, { version }: OrderMessage) => Math.round((order.heldUntil!.getTime() - version * minuteMs) / hourMs);
const pay = (orderId: string) =>
  beginPayment(platform, sale.bank.provider, sale.product, {
    orderId,
    by: 'customer',
    who: 'guest',
    returnTo: { success: '/payment-success', failure: '/payment-failed' },
    language: 'en',
  });

beforeEach(() => {
  platform.clock.set(testNow);
  keeping.permille = 0;
  keeping.full = false;
});

describe('flights that are kept and paid later', () => {
  test('are not kept while that is not offered, which is told before a seller is asked; those that are kept stay', async () => {
    const [before, order] = [await kept(), await held()];
    const later = { ...deliveredWays.later, kinds: [] };
    await applySetting(platform.db, 'payments', { ...deliveredWays, later });
    expect(await offerToKeep(platform, sale.flights, order.id)).toBeNull();
    expect(await keep(order)).toEqual({ ok: false, refused: 'later-off' });
    expect((await findAttempts(platform.db, order.id)).filter(({ action }) => action === 'keep')).toEqual([]);
    expect((await keep(before)).ok).toBe(true);
    const least = order.total + 1;
    await applySetting(platform.db, 'payments', { ...deliveredWays, later: { ...deliveredWays.later, least } });
    expect(await keep(order)).toEqual({ ok: false, refused: 'later-other-size' });
    await applySetting(platform.db, 'payments', deliveredWays);
    expect((await keep(order)).ok).toBe(true);
  });

  test('are one order in the state held, with the same claims as ever, for days', async () => {
    const order = await kept();
    expect([order.status, order.payLater, hoursOf(order), hoursOf(order, order.hardUntil)]).toEqual(['held', true, 48, 72]);
    const { rows } = (await platform.db.execute(
      sql`select status, held_until, hard_until from claims where order_id = ${order.id}`,
    )) as unknown as {
      rows: { status: string; held_until: string; hard_until: string }[];
    };
    expect(rows.map((row) => [row.status, Date.parse(row.held_until), Date.parse(row.hard_until)])).toEqual([
      ['held', order.heldUntil!.getTime(), order.hardUntil!.getTime()],
    ]);
    expect(
      brokenLines(
        await askInvariants(platform.db, { now: platform.clock.now(), holdTtlMs: 15 * minuteMs, settleMs: 0 } as never, {}, ['I24']),
      ),
    ).toEqual([]);
    expect(await eventsOf(order)).toEqual(['price', 'hold', 'noted-kept']);
  });

  test('are paid a day and a half later, and ticketed', async () => {
    const order = await kept();
    later(36 * hourMs);
    expect((await sale.paid(order.id)).status).toBe('ticketed');
  });

  test('end by the clock that ends every hold, and their seats are free for others', async () => {
    const order = await kept('scarce');
    const another = await sale.place(draftFor('scarce'), { address: address() });
    expect(another).toMatchObject({ ok: false, refused: 'sold-out' });
    later(48 * hourMs);
    await expireOrders(platform, [sale.product]);
    expect((await sale.order(order.id)).status).toBe('expired');
    expect((await letters(order)).map(({ template }) => template)).toContain('order-expired');
    expect((await sale.placed(draftFor('scarce'), { address: address() })).status).toBe('held');
  });

  test('are let go by whoever keeps them, at no cost and at once', async () => {
    const order = await kept();
    const quoted = await quoteCancel(platform, sale.product, { orderId: order.id, by: 'customer', who: 'guest' });
    expect(quoted.ok).toBe(true);
    expect((await confirmCancel(platform, sale.product, { orderId: order.id, by: 'customer', who: 'guest' })).ok).toBe(true);
    expect((await sale.order(order.id)).status).toBe('cancelled');
    const { rows } = (await platform.db.execute(sql`select status from claims where order_id = ${order.id}`)) as unknown as {
      rows: object[];
    };
    expect(rows).toEqual([{ status: 'released' }]);
  });

  test('are not kept for days by a seller that keeps for minutes, and the hold stays what it was', async () => {
    const order = await held('minutes');
    expect(await keep(order)).toEqual({ ok: false, refused: 'paid-at-once' });
    expect(await sale.order(order.id)).toEqual(order);
    expect(hoursOf(order)).toBe(0.25);
  });

  test('stay held for minutes when their seller does not answer, and are kept once it does', async () => {
    const order = await held('mute');
    later(minuteMs);
    expect(await keep(order)).toEqual({ ok: false, refused: 'supplier-silent' });
    expect(await sale.order(order.id)).toEqual(order);
    mute.answers = true;
    expect((await keep(order)).ok).toBe(true);
    expect((await findAttempts(platform.db, order.id)).map(({ action, outcome }) => [action, outcome])).toEqual([
      ['hold', 'ok'],
      ['keep', 'ok'],
    ]);
  });

  test('are kept once however often it is pressed, and not once the minutes are over', async () => {
    const order = await held();
    const presses = await Promise.all([keep(order), keep(order)]);
    expect(presses.map((press) => press.ok)).toEqual([true, true]);
    await keep(order);
    expect((await eventsOf(order)).filter((event) => event === 'noted-kept')).toHaveLength(1);
    const late = await held();
    later(15 * minuteMs);
    expect(await keep(late)).toEqual({ ok: false, refused: 'hold-over' });
  });

  test('are kept no longer than their seller allows, less the half hour of issuing', async () => {
    const order = await kept('brief');
    expect([hoursOf(order), hoursOf(order, order.hardUntil)]).toEqual([29.5, 29.5]);
  });

  test('are kept once for a traveller and flight: the second is told where the first is', async () => {
    const draft = draftFor('keeping');
    const first = await sale.placed(draft, { address: address() });
    await keep(first);
    later(20 * hourMs);
    expect(await sale.place(draft, { address: address() })).toEqual({
      ok: false,
      refused: 'duplicate-booking',
      reference: first.reference,
    });
  });

  test('are two at a time for one mail address, whoever travels, and a third once one is let go', async () => {
    const email = 'blocker@example.com';
    const first = await kept('keeping', email);
    await kept('keeping', 'Blocker@example.com');
    // What is paid at once is bought as ever.
    const third = await held('keeping', email);
    expect(await keep(third)).toEqual({ ok: false, refused: 'too-many-kept' });
    await quoteCancel(platform, sale.product, { orderId: first.id, by: 'customer', who: 'guest' });
    await confirmCancel(platform, sale.product, { orderId: first.id, by: 'customer', who: 'guest' });
    expect((await keep(third)).ok).toBe(true);
  });

  test('of three presses at the same moment for one mail address two are kept', async () => {
    const orders = [await held('keeping', 'rush@example.com'), await held('keeping', 'rush@example.com')];
    orders.push(await held('keeping', 'rush@example.com'));
    const answers = (await Promise.all(orders.map(keep))).map((answer) => (answer.ok ? 'kept' : answer.refused));
    expect(answers.toSorted()).toEqual(['kept', 'kept', 'too-many-kept']);
  });

  test('are paid once by two payers who meet', async () => {
    const order = await kept();
    later(30 * hourMs);
    const [one, other] = await Promise.all([pay(order.id), pay(order.id)]);
    expect([one.ok, other.ok]).toEqual([true, true]);
    expect(one.ok && other.ok && one.value.paymentId === other.value.paymentId).toBe(true);
    await sale.bank.pay((one as { value: { redirectTo: string } }).value.redirectTo, 'approved');
    await sale.settle();
    expect((await sale.order(order.id)).status).toBe('ticketed');
    expect((await eventsOf(order)).filter((event) => event === 'pay')).toHaveLength(1);
  });

  test('for minutes only are made longer from their present end: whoever asks early loses nothing', async () => {
    const order = await held('minutes');
    later(minuteMs);
    const longer = () => extendHold(platform, sale.product, { orderId: order.id, who: 'guest' });
    const extended = await longer();
    expect(extended.ok && hoursOf(order, new Date(extended.value)) * 60).toBe(30);
    const { rows } = (await platform.db.execute(
      sql`select held_until from claims where order_id = ${order.id} and status = 'held'`,
    )) as unknown as { rows: { held_until: string }[] };
    expect(rows.map((row) => hoursOf(order, new Date(row.held_until)) * 60)).toEqual([30]);
    expect(await longer()).toMatchObject({ ok: false });
  });

  test('have no minutes to add: only a clerk moves the limit', async () => {
    const order = await kept();
    expect(await extendHold(platform, sale.product, { orderId: order.id, who: 'guest' })).toEqual({
      ok: false,
      refused: 'no-more-extensions',
    });
  });
});

describe('the price of what is kept', () => {
  test('stands while its seller says so, whatever others pay by then', async () => {
    const order = await kept();
    keeping.permille = 200;
    later(23 * hourMs);
    expect((await pay(order.id)).ok).toBe(true);
    expect((await sale.order(order.id)).total).toBe(order.total);
  });

  test('is asked again after that, and a rise waits for consent', async () => {
    const order = await kept();
    keeping.permille = 200;
    later(25 * hourMs);
    expect(await pay(order.id)).toEqual({ ok: false, refused: 'price-changed' });
    const asked = await sale.order(order.id);
    expect(asked.status).toBe('price_changed');
    const proposed = (await findProposedPrice(platform.db, asked))!;
    expect(proposed.after.total.amount).toBeGreaterThan(order.total);
    const accepted = await acceptPrice(platform, sale.product, {
      orderId: order.id,
      by: 'customer',
      who: 'guest',
      seenTotal: proposed.after.total,
    });
    expect(accepted.ok && accepted.value.heldUntil).toEqual(order.heldUntil);
    expect((await sale.paid(order.id)).total).toBe(proposed.after.total.amount);
  });

  test('is as agreed where no seats are left but those that are kept', async () => {
    const order = await kept();
    keeping.full = true;
    later(25 * hourMs);
    expect((await pay(order.id)).ok).toBe(true);
    expect((await sale.order(order.id)).total).toBe(order.total);
  });

  test('is told with its own limit, where that comes before the seats are let go', async () => {
    const order = await kept();
    const [contract] = (await getFlightOrder(platform.db, order.id)).contracts;
    const { priceUntil } = await counters.of('flight').describe(order.id, 'en');
    expect(priceUntil).toBe(contract!.priceGuaranteedUntil!.toISOString());
    expect(Date.parse(priceUntil!)).toBe(testNow + 24 * hourMs);
  });
});

describe('mails about what is kept', () => {
  test('name the limit at once, and remind 24, 6 and 1 hour before it', async () => {
    const order = await kept();
    const told = (await letters(order)).map(({ template }) => template);
    expect(told.filter((template) => template !== 'hold-reminder').toSorted()).toEqual(['order-held', 'order-kept']);
    expect((await reminders(order)).map((mail) => dueIn(order, mail))).toEqual([24, 6, 1]);
  });

  test('leave out reminders that do not lie ahead, and all of what is held for minutes', async () => {
    const order = await kept('seven');
    expect(hoursOf(order)).toBe(6.5);
    expect((await reminders(order)).map((mail) => dueIn(order, mail))).toEqual([6, 1]);
    expect(await reminders(await held('minutes'))).toEqual([]);
  });

  test('say the limit by the clock of Dubai and of where the journey begins, and lead to the payment', async () => {
    const order = await kept();
    const mail = (await letters(order)).find(({ template }) => template === 'order-kept')!;
    await platform.db.execute(sql`
      update flight_contracts set offer = jsonb_set(offer, '{slices,0,segments,0,departs,zone}', '"Europe/London"') where order_id = ${order.id}`);
    await sendMessage(platform, counters, mail);
    const [letter] = (await platform.mail.folder!.list()).filter(({ text }) => text.includes(order.reference));
    expect(letter!.text).toMatch(/Pay before Wed,? 25 Nov,? 11:42 Dubai time \(07:42 in DXB\)/);
    expect(letter!.text.replace(/\s+/g, ' ')).toMatch(/The price stands until Tue,? 24 Nov,? \d\d:\d\d Dubai time\./);
    expect(letter!.text).toContain('&then=pay');
  });

  test('remind once, however often the job runs, and not after the payment', async () => {
    const order = await kept();
    const [first, second] = await reminders(order);
    later(24 * hourMs + minuteMs);
    for (let runs = 0; runs < 3; runs += 1) await sendMessage(platform, counters, first!);
    const told = async () => (await findSentMessages(platform.db, order.id)).map(({ messageId }) => messageId);
    expect(await told()).toEqual([messageIdOf(first!)]);
    // The bank's page lies open and nobody has paid on it: it still is to be paid.
    expect((await pay(order.id)).ok).toBe(true);
    later(18 * hourMs);
    await sale.paid(order.id);
    await sendMessage(platform, counters, second!);
    expect(await told()).toEqual([messageIdOf(first!)]);
  });

  test('do not remind of what was let go, and still do while somebody only asks what that would mean', async () => {
    const order = await kept();
    const [first, second] = await reminders(order);
    later(24 * hourMs + minuteMs);
    await quoteCancel(platform, sale.product, { orderId: order.id, by: 'customer', who: 'guest' });
    await sendMessage(platform, counters, first!);
    await confirmCancel(platform, sale.product, { orderId: order.id, by: 'customer', who: 'guest' });
    later(18 * hourMs);
    await sendMessage(platform, counters, second!);
    expect((await findSentMessages(platform.db, order.id)).map(({ messageId }) => messageId)).toEqual([messageIdOf(first!)]);
  });
});

describe('the desk', () => {
  const ask = (order: Order) => ({ orderId: order.id, who: 'staff:somebody', reason: 'the caller is paid on Friday' });

  test('keeps them a day longer once, tells it, and the reminders are those of the new limit', async () => {
    const order = await kept();
    const old = await reminders(order);
    later(40 * hourMs);
    const longer = await keepLonger(platform, sale.product, ask(order));
    if (!longer.ok) throw new Error(longer.refused);
    expect(hoursOf(longer.value)).toBe(72);
    expect(await keepLonger(platform, sale.product, ask(order))).toEqual({ ok: false, refused: 'no-more-extensions' });
    const fresh = (await reminders(order)).filter(({ version }) => !old.some((mail) => mail.version === version));
    expect(fresh.map((mail) => dueIn(longer.value, mail))).toEqual([24, 6, 1]);
    // A reminder of the limit of before says nothing true any more.
    later(3 * hourMs);
    await sendMessage(platform, counters, old[1]!);
    expect(await findSentMessages(platform.db, order.id)).toEqual([]);
    later(20 * hourMs);
    await expireOrders(platform, [sale.product]);
    expect((await sale.paid(order.id)).status).toBe('ticketed');
  });

  test('cannot keep them beyond what their seller allows, nor what is over', async () => {
    expect(await keepLonger(platform, sale.product, ask(await kept('brief')))).toEqual({ ok: false, refused: 'no-more-extensions' });
    const order = await kept();
    later(48 * hourMs);
    expect(await keepLonger(platform, sale.product, ask(order))).toEqual({ ok: false, refused: 'hold-over' });
    expect(await sendPayLink(platform, sale.product, ask(order))).toEqual({ ok: false, refused: 'hold-over' });
  });

  test('sends the way to pay, on record', async () => {
    const order = await kept();
    expect((await sendPayLink(platform, sale.product, ask(order))).ok).toBe(true);
    expect((await letters(order)).map(({ template }) => template)).toContain('pay-link');
    expect(await eventsOf(order)).toContain('noted-pay-link');
  });
});

test('the list of orders waits for no bank on whose page nobody has paid', async () => {
  const viewer = {
    kind: 'customer',
    user: { id: 'u-later', email: 'later@example.com', emailVerified: true, fullName: 'Layla', createdAt: '2026-01-01T00:00:00.000Z' },
  } as const satisfies Viewer;
  await platform.db.execute(
    sql`insert into users (id, name, email, email_verified, created_at, updated_at) values ('u-later', 'Layla', 'later@example.com', true, now(), now())`,
  );
  const atOnce = await sale.placed(draftFor('keeping'), { viewer, address: address() });
  const order = await sale.placed(draftFor('keeping'), { viewer, address: address() });
  expect((await keep(order)).ok).toBe(true);
  await sale.pressPay(atOnce.id);
  const shown = async () =>
    Object.fromEntries(
      (await listOrders(platform, counters, viewer, wholeOrderList, 'en')).orders.map((one) => [one.reference, one.shown]),
    );
  expect(await shown()).toEqual({ [atOnce.reference]: 'payment_open', [order.reference]: 'kept' });
});
