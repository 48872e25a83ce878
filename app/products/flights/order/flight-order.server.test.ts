import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { acceptPrice, carryPrice, extendHold, findProposedPrice, riseOf, writeOfPrice } from '#app/commerce/orders/change-hold.server.ts';
import { confirmCancel, keepOrder, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { expireOrders } from '#app/commerce/orders/expire-orders.server.ts';
import { moneyPosition } from '#app/commerce/ledger/ledger-store.server.ts';
import { trackOrder } from '#app/commerce/orders/order-access.server.ts';
import { findPaymentsOfOrder, intend } from '#app/commerce/payments/payments-store.server.ts';
import { findHistory, getQuote } from '#app/commerce/orders/orders-store.server.ts';
import { rememberShownQuote } from '#app/commerce/pricing/shown-quotes-store.server.ts';
import { verifyAuditChain } from '#app/platform/audit.server.ts';
import { armFailpoints, armRival } from '#app/platform/failpoint.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { minuteMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { openTestPlatform, testNow } from '#tests/support/test-platform.ts';
import { aDraft, aParty, openTestSale } from './flight-order-testing.ts';
import { findAttempts, findTickets, forgetLocator, getFlightOrder } from './flight-store.server.ts';
import { holdFlights } from './hold-flights.server.ts';
import { lookUpFlights } from './look-up-flights.server.ts';
import type { Offer } from '../offer.ts';
import { anOffer } from '../offer-testing.ts';
import { priceDraft } from '../booking/price-draft.server.ts';
import { ScriptedSupplier, type SupplierScript } from '../supplier/scripted-supplier.ts';
import { rebookMs, ticketOrder } from '../tickets/ticket-order.server.ts';
import { voidOrder } from './void-order.server.ts';

const platform = await openTestPlatform();

const offerOf = (code: string, more: Partial<Offer> = {}): Offer => ({
  ...anOffer({ supplier: code }),
  id: `${code}.one`,
  expiresAt: '2026-11-23T08:12:00.000Z',
  ...more,
});
const scripts: Record<string, SupplierScript> = {
  s1: {},
  unknown: { ticket: ['ticketed-but-unknown'] },
  unheard: { ticket: ['unknown', 'ok'] },
  slow: { ticket: ['202-ticketed'] },
  failing: { ticket: ['failed'] },
  second: { ticket: ['failed', 'ok'] },
  mute: { hold: 'unknown' },
  murmur: { hold: 'held-but-unknown' },
  full: { hold: 'sold-out' },
  half: { ticket: ['partly', 'ok'] },
  halves: { ticket: ['partly'] },
  stubborn: { ticket: ['partly'], void: 'void-window-closed' },
};
const suppliers = Object.fromEntries(
  Object.entries(scripts).map(([code, script]) => [code, new ScriptedSupplier({ code, offers: [offerOf(code)], ...script })]),
);

/** Between its price and its hold this one becomes dearer. */
class Rising extends ScriptedSupplier {
  permille = 0;
  override async hold(...given: Parameters<ScriptedSupplier['hold']>) {
    const held = await super.hold(...given);
    if (held.outcome !== 'ok') return held;
    const brands = held.value.offer.brands.map((brand) => ({
      ...brand,
      fares: brand.fares.map((fare) => ({ ...fare, base: money(Math.round(fare.base.amount * (1 + this.permille / 1000)), 'AED') })),
    }));
    return { outcome: 'ok' as const, value: { ...held.value, offer: { ...held.value.offer, brands } } };
  }
}
const rising = new Rising({ code: 'rising', offers: [offerOf('rising')] });

/** Takes a second booking and loses the line before it can say so; while it is down it answers nothing at all. */
class Breaking extends ScriptedSupplier {
  down = false;
  override async hold(...given: Parameters<ScriptedSupplier['hold']>) {
    const held = await super.hold(...given);
    if (this.calls.filter((call) => call === 'hold').length < 2) return held;
    this.down = true;
    return { outcome: 'unknown' as const, reason: 'connection lost' };
  }
  override async lookUp(...given: Parameters<ScriptedSupplier['lookUp']>) {
    return this.down ? { outcome: 'unknown' as const, reason: 'connection lost' } : super.lookUp(...given);
  }
}
const breaking = new Breaking({ code: 'breaking', offers: [offerOf('breaking')] });
const sale = await openTestSale(platform, [...Object.values(suppliers), rising, breaking]);
const draftFor = (code: string) => aDraft(offerOf(code));
const eventsOf = async (orderId: string) => (await findHistory(platform.db, orderId)).map((event) => event.event);
const templates = (orderId: string) => sale.mails.filter((mail) => mail.orderId === orderId).map((mail) => mail.template);
const tasksOf = async (orderId: string) =>
  (await listOpenStaffTasks(platform.db)).filter((task) => task.subject === `orders:${orderId}`).map((task) => task.kind);
const later = (milliseconds: number) => platform.clock.advance(milliseconds);

afterEach(() => armFailpoints(undefined));

describe('a flight order', () => {
  test('is placed, paid, ticketed, captured and invoiced', async () => {
    const held = await sale.placed(draftFor('s1'));
    expect(held.status).toBe('held');
    expect((await sale.paid(held.id)).status).toBe('ticketed');
    expect((await findTickets(platform.db, held.id)).map((ticket) => ticket.number)).toEqual([expect.stringMatching(/^\d{13}$/)]);
    expect((await moneyPosition(platform.db, held.id)).captured.amount).toBe(held.total);
    expect(await eventsOf(held.id)).toEqual(['price', 'hold', 'pay', 'authorised', 'issue', 'tickets-received']);
    const invoices = (await platform.db.execute(sql`select gross from invoices where order_id = ${held.id}`)) as unknown as {
      rows: { gross: string }[];
    };
    expect(invoices.rows.map((row) => Number(row.gross))).toEqual([held.total]);
    expect(templates(held.id).sort()).toEqual(['order-held', 'order-ticketed']);
  });

  test('is the same order when the same form is sent twice', async () => {
    const draft = draftFor('s1');
    const key = 'one-and-the-same-form-key';
    const [first, second] = [await sale.place(draft, { key }), await sale.place(draft, { key })];
    expect(first).toEqual(second);
    expect(first.ok).toBe(true);
  });

  test('keeps personal data sealed', async () => {
    const held = await sale.placed(draftFor('s1'));
    const dump = (await platform.db.execute(
      sql`select o::text || t::text as text from orders o join order_travellers t on t.order_id = o.id where o.id = ${held.id}`,
    )) as unknown as { rows: { text: string }[] };
    expect(dump.rows).toHaveLength(1);
    for (const secret of ['Layla', 'Haddad', '1990-05-04', 'layla@example.com', '971501234567'])
      expect(dump.rows[0]!.text).not.toContain(secret);
  });

  test('never takes its total from the form', async () => {
    const priced = await priceDraft(platform, sale.flights, draftFor('s1'));
    const total = priced.ok ? priced.value.quote.total.amount : 0;
    const cheap = await sale.place(draftFor('s1'), { seenTotal: money(100, 'AED') });
    expect(cheap).toMatchObject({ ok: false, refused: 'price-changed', rise: { before: 100 } });
    const dear = await sale.place(draftFor('s1'), { seenTotal: money(99_999_999, 'AED') });
    expect(dear.ok && (await sale.order(dear.value.orderId)).total).toBe(total);
  });

  test('carries a small rise over a price it knows it has shown, and only that', async () => {
    const draft = draftFor('s1');
    const priced = await priceDraft(platform, sale.flights, draft);
    if (!priced.ok) throw new Error(priced.refused);
    const { quote } = priced.value;
    const seenTotal = money(quote.total.amount - 400, 'AED');
    expect((await sale.place(draft, { seenTotal })).ok).toBe(false);
    await rememberShownQuote(platform.db, platform.clock.now(), `draft:${draft.id}`, { ...quote, total: seenTotal });
    const placed = await sale.place(draft, { seenTotal });
    expect(placed.ok && (await sale.order(placed.value.orderId)).total).toBe(seenTotal.amount);
    const { rows } = (await platform.db.execute(
      sql`select sold_at is not null as sold from shown_quotes where subject = ${`draft:${draft.id}`}`,
    )) as unknown as { rows: { sold: boolean }[] };
    expect(rows).toEqual([{ sold: true }]);
  });

  test('refuses a traveller who already flies at that time, and names the order only to its owner', async () => {
    const people = aParty({ adults: 1, children: 0, infants: 0 });
    const first = await sale.placed(aDraft(offerOf('s1'), {}, people));
    const stranger = await sale.place(aDraft(offerOf('s1'), {}, people));
    expect(stranger).toEqual({ ok: false, refused: 'duplicate-booking' });
    await voidHold(first.id);
    expect((await sale.place(aDraft(offerOf('s1'), {}, people))).ok).toBe(true);
  });

  test('lets the hold of whoever went back and chose something else go, and not once a bank is asked for its money', async () => {
    const people = aParty({ adults: 1, children: 0, infants: 0 });
    const draft = aDraft(offerOf('s1'), {}, people);
    const first = await sale.placed(draft);
    expect(await sale.place({ ...draft, version: 2 })).toEqual({ ok: false, refused: 'duplicate-booking', reference: first.reference });
    const bag = { checkedBags: { '0:0': 1 } };
    const again = { ...draft, ...bag, version: 3 };
    const second = await sale.placed(again);
    expect([(await sale.order(first.id)).status, (await sale.order(second.id)).status]).toEqual(['expired', 'held']);
    const claimed = await platform.db.execute(sql`select status from claims where order_id = ${first.id} and status <> 'released'`);
    expect(claimed).toMatchObject({ rows: [] });
    await sale.pressPay(second.id);
    expect(await sale.place({ ...draft, version: 4 })).toEqual({ ok: false, refused: 'duplicate-booking', reference: second.reference });
  });

  test('refuses incomplete and impossible travellers', async () => {
    const [adult] = aParty({ adults: 1, children: 0, infants: 0 });
    expect(await sale.place(aDraft(offerOf('s1'), { contactInfo: null }))).toMatchObject({ refused: 'draft-incomplete' });
    expect(await sale.place(aDraft(offerOf('s1'), {}, [{ ...adult!, birthDate: '2020-01-01' }]))).toMatchObject({
      refused: 'passenger-data',
    });
    expect(
      await sale.place({
        ...draftFor('s1'),
        booking: {
          ...draftFor('s1').booking,
          selectedOutboundFlight: { offerId: 's1.other', brand: 'x', summary: { from: '', to: '', departs: '', arrives: '', flights: [] } },
        },
      }),
    ).toMatchObject({ refused: 'offer-gone' });
  });
});

/** Ends a held order the way a traveller does. */
async function voidHold(orderId: string): Promise<void> {
  await quoteCancel(platform, sale.product, { orderId, by: 'customer', who: 'guest' });
  await confirmCancel(platform, sale.product, { orderId, by: 'customer', who: 'guest' });
}

describe('a hold', () => {
  test('ends by itself, tells the traveller and cannot be paid any more', async () => {
    const held = await sale.placed(draftFor('s1'));
    later(15 * minuteMs);
    await expect(sale.pressPay(held.id)).rejects.toThrow('hold-over');
    await expireOrders(platform, [sale.product]);
    await sale.settle();
    expect((await sale.order(held.id)).status).toBe('expired');
    expect(templates(held.id).sort()).toEqual(['order-expired', 'order-held']);
    expect((await findAttempts(platform.db, held.id)).map((attempt) => [attempt.action, attempt.outcome])).toEqual([
      ['hold', 'ok'],
      ['cancel', 'ok'],
    ]);
  });

  test('that an outside supplier keeps cannot be made longer, and is said to be so', async () => {
    const held = await sale.placed(draftFor('s1'));
    expect(await extendHold(platform, sale.product, { orderId: held.id, who: 'guest' })).toEqual({
      ok: false,
      refused: 'supplier-sets-hold',
    });
    expect((await sale.order(held.id)).heldUntil).toEqual(held.heldUntil);
    later(10 * minuteMs);
    await sale.pressPay(held.id);
    expect((await sale.order(held.id)).heldUntil).toEqual(held.heldUntil);
  });

  test('that ends takes the open page of the bank with it, so that nobody pays for seats that are gone', async () => {
    const held = await sale.placed(draftFor('s1'));
    const page = await sale.pressPay(held.id);
    const [payment] = await findPaymentsOfOrder(platform.db, held.id);
    later(18 * minuteMs);
    // The bank may keep its page open for longer than the hold; ours is told to close it.
    const closed = () => sale.bank.lines().filter((line) => line.type === 'payment.canceled' && line.payment === payment!.providerRef);
    await expireOrders(platform, [sale.product]);
    await sale.settle();
    expect((await sale.order(held.id)).status).toBe('expired');
    expect(closed()).toHaveLength(1);
    expect((await findPaymentsOfOrder(platform.db, held.id)).map((each) => each.status)).toEqual(['canceled']);
    await sale.bank.pay(page, 'approved');
    await sale.settle();
    expect((await moneyPosition(platform.db, held.id)).authorised.amount).toBe(0);
  });

  test('that is let go after a declined card closes the page too, and nobody is told of a refund', async () => {
    const held = await sale.placed(draftFor('s1'));
    await sale.bank.pay(await sale.pressPay(held.id), 'insufficient-funds');
    await sale.settle();
    await voidHold(held.id);
    await sale.settle();
    expect((await sale.order(held.id)).status).toBe('cancelled');
    expect((await findPaymentsOfOrder(platform.db, held.id)).map((each) => each.status)).toEqual(['canceled']);
    expect(templates(held.id)).not.toContain('order-refunded');
  });

  test('whose bank does not say whether it closed the page is asked until it does', async () => {
    const held = await sale.placed(draftFor('s1'));
    await sale.pressPay(held.id);
    const providerRef = (await findPaymentsOfOrder(platform.db, held.id))[0]!.providerRef!;
    later(18 * minuteMs);
    await expireOrders(platform, [sale.product]);
    await sale.bank.control({ payment: providerRef, api: [{ operation: 'any', fault: 'error-before', times: 1_000 }] });
    await expect(platform.jobs.drain()).rejects.toThrow('did not say');
    await sale.bank.control({ payment: providerRef });
    expect((await findPaymentsOfOrder(platform.db, held.id)).map((each) => each.status)).toEqual(['stuck']);
    later(minuteMs);
    await sale.settle();
    expect((await findPaymentsOfOrder(platform.db, held.id)).map((each) => each.status)).toEqual(['canceled']);
  });

  test('that the supplier refuses ends the order', async () => {
    expect(await sale.place(draftFor('full'))).toMatchObject({ ok: false, refused: 'sold-out' });
  });

  test('without an answer is stuck, and a look-up finds what became of it', async () => {
    const murmured = await sale.place(draftFor('murmur'));
    expect(murmured).toMatchObject({ ok: false, refused: 'supplier-silent' });
    const { rows } = (await platform.db.execute(sql`select order_id from flight_orders where supplier = 'murmur'`)) as unknown as {
      rows: { order_id: string }[];
    };
    const orderId = rows[0]!.order_id;
    expect((await sale.order(orderId)).status).toBe('stuck');
    await lookUpFlights(platform, sale.flights, sale.product, orderId);
    expect((await sale.order(orderId)).status).toBe('held');
    expect(suppliers['murmur']!.calls.filter((call) => call === 'hold')).toHaveLength(1);
  });

  test('that costs more than agreed waits for consent, old beside new', async () => {
    rising.permille = 100;
    const placed = await sale.placed(draftFor('rising'));
    expect(placed.status).toBe('price_changed');
    const proposed = (await findProposedPrice(platform.db, placed))!;
    expect(proposed.changes.map((pair) => pair.before?.kind)).toEqual(['fare', 'markup']);
    expect(proposed.after.total.amount).toBeGreaterThan(placed.total);
    await expect(sale.pressPay(placed.id)).rejects.toThrow('price-changed');
    const other = await acceptPrice(platform, sale.product, {
      orderId: placed.id,
      by: 'customer',
      who: 'guest',
      seenTotal: money(1, 'AED'),
    });
    expect(other).toMatchObject({ refused: 'price-changed' });
    const accepted = await acceptPrice(platform, sale.product, {
      orderId: placed.id,
      by: 'customer',
      who: 'guest',
      seenTotal: proposed.after.total,
    });
    expect(accepted.ok && [accepted.value.status, accepted.value.total]).toEqual(['held', proposed.after.total.amount]);
    expect((await sale.paid(placed.id)).status).toBe('ticketed');
  });

  test('that costs more is carried by the house when a colleague says so: what was agreed is paid, at the payment too', async () => {
    rising.permille = 100;
    const placed = await sale.placed(draftFor('rising'));
    const rise = (await riseOf(platform.db, placed))!;
    const ask = { orderId: placed.id, who: 'staff:clerk', reason: 'Our list was old' };
    expect(await carryPrice(platform, sale.product, { ...ask, rise: rise - 1 })).toMatchObject({ refused: 'price-changed' });
    const written = await writeOfPrice(platform, sale.product, ask);
    expect(written.ok && written.value.status).toBe('price_changed');
    const carried = await carryPrice(platform, sale.product, { ...ask, rise });
    expect(carried.ok && [carried.value.status, carried.value.total]).toEqual(['held', placed.total]);
    const quote = await getQuote(platform.db, await sale.order(placed.id));
    expect([quote.total.amount, quote.lines.at(-1)!.kind, quote.lines.at(-1)!.amount.amount]).toEqual([placed.total, 'absorbed', -rise]);
    expect(await carryPrice(platform, sale.product, { ...ask, rise })).toMatchObject({ refused: 'not-possible' });
    const paid = await sale.paid(placed.id);
    expect([paid.status, paid.total]).toEqual(['ticketed', placed.total]);
    expect(templates(placed.id)).toEqual(expect.arrayContaining(['order-price', 'order-held']));
  });

  test('that costs a little more is carried by the house, and one that costs less is passed on', async () => {
    rising.permille = 5;
    const carried = await sale.placed(draftFor('rising'));
    const agreed = carried.total;
    expect([carried.status, (await getQuote(platform.db, carried)).lines.at(-1)!.kind]).toEqual(['held', 'absorbed']);
    rising.permille = -50;
    const lower = await sale.placed(draftFor('rising'));
    expect(lower.status).toBe('held');
    expect(lower.total).toBeLessThan(agreed);
  });
});

describe('money', () => {
  test('that is declined leaves the hold, and another card pays', async () => {
    const held = await sale.placed(draftFor('s1'));
    await sale.bank.pay(await sale.pressPay(held.id), 'insufficient-funds');
    await sale.settle();
    expect((await sale.order(held.id)).status).toBe('held');
    expect((await sale.paid(held.id)).status).toBe('ticketed');
    expect(await eventsOf(held.id)).toEqual(['price', 'hold', 'pay', 'payment-failed', 'pay', 'authorised', 'issue', 'tickets-received']);
  });

  test('pressed twice leads to one page', async () => {
    const held = await sale.placed(draftFor('s1'));
    expect(await sale.pressPay(held.id)).toBe(await sale.pressPay(held.id));
  });
});

describe('money on its way back', () => {
  test('pays for nothing, whatever the bank said before it heard: the order is kept and can be paid again', async () => {
    const held = await sale.placed(draftFor('s1'));
    const page = await sale.pressPay(held.id);
    const [payment] = await findPaymentsOfOrder(platform.db, held.id);
    // Decided, and the process died before it told the bank.
    await transact(platform.db, (tx) => intend(tx, platform.clock.now(), { paymentId: payment!.id, kind: 'cancel', amount: null }));
    await sale.bank.pay(page, 'approved');
    await sale.settle();
    expect((await sale.order(held.id)).status).toBe('payment_pending');
    later(2 * minuteMs);
    await sale.settle();
    expect((await sale.order(held.id)).status).toBe('held');
    expect((await moneyPosition(platform.db, held.id)).authorised.amount).toBe(0);
    expect((await sale.paid(held.id)).status).toBe('ticketed');
  });

  test('is not asked for when somebody paid on the old page a moment ago: pressing pay again says so', async () => {
    const held = await sale.placed(draftFor('s1'));
    const page = await sale.pressPay(held.id);
    // A new version of the order wants a page of its own.
    await extendHold(platform, sale.product, { orderId: held.id, who: 'guest' });
    await sale.bank.pay(page, 'approved');
    await expect(sale.pressPay(held.id)).rejects.toThrow('already-paid');
    await sale.settle();
    expect((await sale.order(held.id)).status).toBe('ticketed');
  });
});

describe('a ticket', () => {
  test('that is asked after while its request is on the way is not said to be refused', async () => {
    const held = await sale.placed(draftFor('s1'));
    let heard: unknown;
    armRival('supply.ticket.after-intent', async () => {
      heard = await lookUpFlights(platform, sale.flights, sale.product, held.id);
    });
    expect((await sale.paid(held.id)).status).toBe('ticketed');
    expect(heard).toMatchObject({ refused: 'not-done-yet' });
    expect(await tasksOf(held.id)).toEqual([]);
  });

  test('that arrives after the order was told otherwise is the order’s own', async () => {
    const held = await sale.placed(draftFor('s1'));
    armRival('supply.ticket.after-intent', async () => {
      later(minuteMs);
      await lookUpFlights(platform, sale.flights, sale.product, held.id);
    });
    expect((await sale.paid(held.id)).status).toBe('ticketed');
    expect((await moneyPosition(platform.db, held.id)).captured.amount).toBe(held.total);
  });

  test('without an answer is never shown as success or failure, and is looked up instead of issued again', async () => {
    const held = await sale.placed(draftFor('unknown'));
    await sale.bank.pay(await sale.pressPay(held.id), 'approved');
    await sale.settle();
    const stuck = await sale.order(held.id);
    expect(stuck.status).toBe('stuck');
    expect((await moneyPosition(platform.db, held.id)).captured.amount).toBe(0);
    expect(await ticketOrder(platform, sale.flights, held.id, { by: 'staff', who: 'staff:1' })).toMatchObject({ refused: 'not-possible' });
    await lookUpFlights(platform, sale.flights, sale.product, held.id);
    await sale.settle();
    expect((await sale.order(held.id)).status).toBe('ticketed');
    expect(suppliers['unknown']!.calls.filter((call) => call === 'ticket')).toHaveLength(1);
    expect((await moneyPosition(platform.db, held.id)).captured.amount).toBe(held.total);
  });

  test('that never reached the supplier is issued under a fresh attempt after the look-up', async () => {
    const held = await sale.placed(draftFor('unheard'));
    await sale.bank.pay(await sale.pressPay(held.id), 'approved');
    await sale.settle();
    expect(await lookUpFlights(platform, sale.flights, sale.product, held.id)).toMatchObject({ refused: 'not-done-yet' });
    expect((await sale.order(held.id)).status).toBe('stuck');
    later(minuteMs);
    await lookUpFlights(platform, sale.flights, sale.product, held.id);
    await sale.settle();
    expect((await sale.order(held.id)).status).toBe('ticketed');
    expect(await eventsOf(held.id)).toEqual([
      'price',
      'hold',
      'pay',
      'authorised',
      'issue',
      'no-answer',
      'found-unticketed',
      'issue',
      'tickets-received',
    ]);
  });

  test('whose process died before it called is issued under a fresh attempt, and nobody is told that it failed', async () => {
    const held = await sale.placed(draftFor('s1'));
    await sale.bank.pay(await sale.pressPay(held.id), 'approved');
    armFailpoints('supply.ticket.after-intent:throw');
    await expect(sale.settle()).rejects.toThrow('Failpoint');
    expect((await sale.order(held.id)).status).toBe('ticketing');
    armFailpoints(undefined);
    later(minuteMs);
    await lookUpFlights(platform, sale.flights, sale.product, held.id);
    await sale.settle();
    expect((await sale.order(held.id)).status).toBe('ticketed');
    expect((await eventsOf(held.id)).slice(-4)).toEqual(['issue', 'found-unticketed', 'issue', 'tickets-received']);
    expect(templates(held.id)).not.toContain('order-ticketing-failed');
    expect(await tasksOf(held.id)).toEqual([]);
  });

  test('that never arrives however often it is asked for is handed to staff', async () => {
    const held = await sale.placed(draftFor('s1'));
    await sale.bank.pay(await sale.pressPay(held.id), 'approved');
    armFailpoints('supply.ticket.after-intent:throw');
    for (let asked = 0; asked < 4; asked += 1) {
      await expect(sale.settle()).rejects.toThrow('Failpoint');
      expect((await sale.order(held.id)).status).toBe('ticketing');
      later(minuteMs);
      await lookUpFlights(platform, sale.flights, sale.product, held.id);
    }
    armFailpoints(undefined);
    expect((await sale.order(held.id)).status).toBe('ticketing_failed');
    expect((await tasksOf(held.id)).length).toBeGreaterThan(0);
  });

  test('of places that were let go and paid late waits for the airline’s word on the new booking, and nothing is given up', async () => {
    const held = await sale.placed(draftFor('breaking'));
    await sale.bank.pay(await sale.pressPay(held.id), 'approved');
    // The bank's word is on its way while the hold ends, and the airline is told to let the places go.
    later(31 * minuteMs);
    await expireOrders(platform, [sale.product]);
    await transact(platform.db, (tx) => forgetLocator(tx, held.id, 0));
    await sale.settle();
    expect((await sale.order(held.id)).status).toBe('stuck');
    await lookUpFlights(platform, sale.flights, sale.product, held.id);
    expect((await sale.order(held.id)).status).toBe('stuck');
    breaking.down = false;
    await lookUpFlights(platform, sale.flights, sale.product, held.id);
    await sale.settle();
    expect((await sale.order(held.id)).status).toBe('ticketed');
    expect(breaking.calls.filter((call) => call === 'hold')).toHaveLength(2);
    expect(templates(held.id)).not.toContain('order-ticketing-failed');
    expect((await moneyPosition(platform.db, held.id)).captured.amount).toBe(held.total);
  });

  test('that the supplier accepts and finishes later arrives by asking again', async () => {
    const held = await sale.placed(draftFor('slow'));
    await sale.bank.pay(await sale.pressPay(held.id), 'approved');
    await sale.settle();
    expect((await sale.order(held.id)).status).toBe('ticketing');
    await lookUpFlights(platform, sale.flights, sale.product, held.id);
    expect((await sale.order(held.id)).status).toBe('ticketed');
  });

  test('that the supplier refuses lets staff try, and sends the money back when they cannot', async () => {
    const held = await sale.placed(draftFor('failing'));
    await sale.bank.pay(await sale.pressPay(held.id), 'approved');
    await sale.settle();
    expect((await sale.order(held.id)).status).toBe('ticketing_failed');
    expect(await tasksOf(held.id)).toEqual(['ticketing-failed']);
    // Its clerk has until it is given up, however long the airline would wait.
    const minutesLeft = async () => {
      const { rows } = (await platform.db.execute(sql`
        select extract(epoch from f.limit_at - o.changed_at) / 60 as minutes
        from flight_orders f join orders o on o.id = f.order_id where o.id = ${held.id}`)) as unknown as { rows: { minutes: string }[] };
      return Number(rows[0]!.minutes);
    };
    expect(await minutesLeft()).toBe(60);
    await platform.db.execute(sql`update flight_contracts set ticket_by = ticket_by + interval '3 days' where order_id = ${held.id}`);
    expect(await minutesLeft()).toBe(rebookMs / minuteMs);
    const { giveUpOrder } = await import('#app/commerce/orders/cancel-order.server.ts');
    await giveUpOrder(platform, sale.product, { orderId: held.id, by: 'staff', who: 'staff:1', reason: 'no seats anywhere' });
    await sale.settle();
    expect((await sale.order(held.id)).status).toBe('refunded');
    expect(await tasksOf(held.id)).toEqual([]);
    const position = await moneyPosition(platform.db, held.id);
    expect([position.captured.amount, position.authorised.amount]).toEqual([0, 0]);
    expect(templates(held.id).sort()).toEqual(['order-cancelled', 'order-held', 'order-refunded', 'order-ticketing-failed']);
  });
});

describe('tickets that an airline writes for some travellers only', () => {
  const couple = (code: string) => {
    const offer = offerOf(code, { passengers: { adults: 2, children: 0, infants: 0 } });
    const fares = (brand: Offer['brands'][number]) => brand.fares.map((fare) => ({ ...fare, count: 2 }));
    return aDraft({ ...offer, brands: offer.brands.map((brand) => ({ ...brand, fares: fares(brand) })) });
  };
  const ticketsOf = async (orderId: string) =>
    (await findTickets(platform.db, orderId)).map(({ traveller, status }) => [traveller, status]);
  const giveUp = async (orderId: string) => {
    const { giveUpOrder } = await import('#app/commerce/orders/cancel-order.server.ts');
    await giveUpOrder(platform, sale.product, { orderId, by: 'staff', who: 'staff:1', reason: 'no seats anywhere' });
    await sale.settle();
  };

  test('are no success: nothing is taken from the card, no invoice is written, and staff hear of it', async () => {
    const held = await sale.placed(couple('half'));
    await sale.paid(held.id);
    expect((await sale.order(held.id)).status).toBe('ticketing_failed');
    expect(await tasksOf(held.id)).toEqual(['ticketing-failed']);
    expect((await moneyPosition(platform.db, held.id)).captured.amount).toBe(0);
    expect(await ticketsOf(held.id)).toEqual([[0, 'open']]);
    // Asked for again, the airline writes what is missing: the ticket that was there stays, and is there once.
    await ticketOrder(platform, sale.flights, held.id, { by: 'staff', who: 'staff:1' });
    await sale.settle();
    expect((await sale.order(held.id)).status).toBe('ticketed');
    expect(await tasksOf(held.id)).toEqual([]);
    expect(await ticketsOf(held.id)).toEqual([
      [0, 'open'],
      [1, 'open'],
    ]);
    expect((await moneyPosition(platform.db, held.id)).captured.amount).toBe(held.total);
  });

  test('are voided when the order is given up, and the money is let go', async () => {
    const held = await sale.placed(couple('halves'));
    await sale.paid(held.id);
    await giveUp(held.id);
    expect((await sale.order(held.id)).status).toBe('refunded');
    expect(await ticketsOf(held.id)).toEqual([[0, 'void']]);
    expect(suppliers['halves']!.calls).toContain('void');
    expect(suppliers['halves']!.calls).not.toContain('cancel');
    const position = await moneyPosition(platform.db, held.id);
    expect([position.captured.amount, position.authorised.amount]).toEqual([0, 0]);
  });

  test('stay with their booking for staff to look at when the airline does not take them back', async () => {
    const held = await sale.placed(couple('stubborn'));
    await sale.paid(held.id);
    await giveUp(held.id);
    expect(await tasksOf(held.id)).toEqual(['release-refused']);
    expect(await ticketsOf(held.id)).toEqual([[0, 'open']]);
    expect((await getFlightOrder(platform.db, held.id)).contracts[0]!.locator).not.toBeNull();
  });
});

describe('a task for staff', () => {
  test('that tickets were not issued closes when they are', async () => {
    const held = await sale.placed(draftFor('second'));
    await sale.bank.pay(await sale.pressPay(held.id), 'approved');
    await sale.settle();
    expect(await tasksOf(held.id)).toEqual(['ticketing-failed']);
    await ticketOrder(platform, sale.flights, held.id, { by: 'staff', who: 'staff:1' });
    await sale.settle();
    expect((await sale.order(held.id)).status).toBe('ticketed');
    expect(await tasksOf(held.id)).toEqual([]);
  });

  test('that an order is stuck closes when it is looked up', async () => {
    const held = await sale.placed(draftFor('unheard'));
    await sale.bank.pay(await sale.pressPay(held.id), 'approved');
    await sale.settle();
    await lookUpFlights(platform, sale.flights, sale.product, held.id);
    await sale.settle();
    expect(await tasksOf(held.id)).toEqual([]);
  });

  test('has words, whatever opened it', () => {
    const keys = new Set<string>();
    for (const file of readdirSync('app', { recursive: true, encoding: 'utf8' }))
      if (file.endsWith('.server.ts'))
        for (const [, key] of readFileSync(`app/${file}`, 'utf8').matchAll(/textKey: ['`]([^'`$]+)['`]/g)) keys.add(key!);
    expect(keys.size).toBeGreaterThan(5);
    for (const key of keys) expect(textsFor('en').t(key, { defaultValue: '' }), key).not.toBe('');
  });
});

describe('cancelling', () => {
  test('within the hour gives everything back, with a credit note', async () => {
    const held = await sale.placed(draftFor('s1'));
    await sale.paid(held.id);
    await sale.settle();
    const ask = { orderId: held.id, by: 'customer', who: 'guest' } as const;
    const quoted = await quoteCancel(platform, sale.product, ask);
    expect(quoted.ok && [quoted.value.window, quoted.value.refund?.amount]).toEqual(['regret', held.total]);
    expect((await keepOrder(platform, sale.product, ask)).ok).toBe(true);
    expect((await sale.order(held.id)).status).toBe('ticketed');
    await quoteCancel(platform, sale.product, ask);
    await confirmCancel(platform, sale.product, ask);
    await sale.settle();
    expect((await sale.order(held.id)).status).toBe('refunded');
    expect((await moneyPosition(platform.db, held.id)).refunded.amount).toBe(held.total);
    const notes = (await platform.db.execute(
      sql`select gross from invoices where order_id = ${held.id} and kind = 'credit-note'`,
    )) as unknown as { rows: { gross: string }[] };
    expect(notes.rows.map((row) => Number(row.gross))).toEqual([-held.total]);
    expect((await findTickets(platform.db, held.id)).map((ticket) => ticket.status)).toEqual(['void']);
  });

  test('after the quote has run out needs a fresh one', async () => {
    const held = await sale.placed(draftFor('s1'));
    await sale.paid(held.id);
    await sale.settle();
    const ask = { orderId: held.id, by: 'customer', who: 'guest' } as const;
    await quoteCancel(platform, sale.product, ask);
    later(61 * minuteMs);
    expect(await confirmCancel(platform, sale.product, ask)).toMatchObject({ refused: 'quote-expired' });
    const again = await quoteCancel(platform, sale.product, ask);
    expect(again.ok && again.value.window).toBe('fare-rules');
    expect(again.ok && again.value.refund?.amount).toBe(0);
    await confirmCancel(platform, sale.product, ask);
  });

  test('by a void of the agency gives everything back and needs the window', async () => {
    const held = await sale.placed(draftFor('s1'));
    await sale.paid(held.id);
    await sale.settle();
    const voided = await voidOrder(platform, sale.product, { orderId: held.id, who: 'staff:1', reason: 'wrong name' });
    expect(voided.ok).toBe(true);
    await sale.settle();
    expect((await sale.order(held.id)).status).toBe('refunded');
    expect(await eventsOf(held.id)).toEqual(expect.arrayContaining(['void', 'owe-refund', 'refunded']));
  });
});

/** What the bank wrote down about an order's money, in order. */
const atBank = async (orderId: string) => {
  const [payment] = await findPaymentsOfOrder(platform.db, orderId);
  const theirs = sale.bank.bank.findByPaymentId(payment!.id)[0]!;
  return sale.bank.lines().flatMap((line) => ('payment' in line && line.payment === theirs.id ? [line.type] : []));
};

describe('money that was promised and not yet taken', () => {
  test('is let go when the order is cancelled in full, never taken first', async () => {
    const held = await sale.placed(draftFor('s1'));
    armFailpoints('payment.capture.before-intent:throw');
    await expect(sale.paid(held.id)).rejects.toThrow('payment.capture.before-intent');
    armFailpoints(undefined);
    expect((await sale.order(held.id)).status).toBe('ticketed');
    const ask = { orderId: held.id, by: 'customer', who: 'guest' } as const;
    const quoted = await quoteCancel(platform, sale.product, ask);
    expect(quoted.ok && quoted.value.refund?.amount).toBe(held.total);
    await confirmCancel(platform, sale.product, ask);
    // The capture that failed is tried again beside the release: whichever comes first, nothing is taken.
    await platform.db.execute(sql`update pgboss.job set start_after = pgboss.job_now() where state = 'retry'`);
    await sale.settle();
    expect((await sale.order(held.id)).status).toBe('refunded');
    expect(await atBank(held.id)).toEqual(['payment.created', 'payment.authorised', 'payment.canceled']);
  });

  test('is let go when its tickets cannot be issued', async () => {
    const held = await sale.placed(draftFor('failing'));
    await sale.paid(held.id);
    const { giveUpOrder } = await import('#app/commerce/orders/cancel-order.server.ts');
    await giveUpOrder(platform, sale.product, { orderId: held.id, by: 'staff', who: 'staff:1', reason: 'no seats anywhere' });
    await sale.settle();
    expect((await sale.order(held.id)).status).toBe('refunded');
    expect(await atBank(held.id)).not.toContain('payment.captured');
  });
});

describe('tracking', () => {
  const ask = (reference: string, emailOrSurname: string, address = '10.1.0.1') =>
    trackOrder(platform, { reference, emailOrSurname, address });

  test('finds an order by its reference and a mail address or a surname, however typed', async () => {
    const held = await sale.placed(draftFor('s1'));
    expect((await ask(held.reference.toLowerCase().replace('-', ' '), 'haddad')).ok).toBe(true);
    expect((await ask(held.reference, ' Layla@Example.com')).ok).toBe(true);
  });

  test('answers a wrong name and a reference that does not exist alike, and stops after five tries', async () => {
    const held = await sale.placed(draftFor('s1'));
    const answers = [];
    for (const [index, reference] of [held.reference, '00000-00001'].entries()) {
      const own = [];
      for (let attempt = 0; attempt < 6; attempt += 1) own.push(await ask(reference, 'Nobody', `10.2.${index}.1`));
      answers.push(own);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]!.map((answer) => (answer.ok ? 'found' : answer.refused))).toEqual([...Array(5).fill('not-found'), 'too-many-tries']);
  });
});

test('the audit chain holds over all of it, and versions count the moves', async () => {
  expect((await verifyAuditChain(platform.db)).brokenAt).toBeNull();
  const wrong = (await platform.db.execute(
    sql`select o.id from orders o where o.version <> (select count(*) from order_events e where e.order_id = o.id)`,
  )) as unknown as { rows: unknown[] };
  expect(wrong.rows).toEqual([]);
  expect(platform.clock.now()).toBeGreaterThan(testNow);
});

describe('an order that two resume at once', () => {
  test('is held under one attempt and one booking, and whoever comes late books nothing', async () => {
    const held = await sale.placed(draftFor('s1'));
    const calls = () => suppliers['s1']!.calls.filter((call) => call === 'hold').length;
    const before = calls();
    const answers = await Promise.all([holdFlights(platform, sale.flights, held.id), holdFlights(platform, sale.flights, held.id)]);
    expect(answers.map(({ kind }) => kind)).toEqual(['held', 'held']);
    expect(calls()).toBe(before);
    expect((await findAttempts(platform.db, held.id)).map(({ action }) => action)).toEqual(['hold']);
  });
});

describe('an unpaid order whose traveller asked what cancelling would bring', () => {
  test('and never said, ends with its hold like every other', async () => {
    const held = await sale.placed(draftFor('s1'));
    await quoteCancel(platform, sale.product, { orderId: held.id, by: 'customer', who: 'guest' });
    later(31 * minuteMs);
    await expireOrders(platform, [sale.product]);
    expect((await sale.order(held.id)).status).toBe('expired');
    expect((await eventsOf(held.id)).slice(-3)).toEqual(['ask-cancel', 'keep-hold', 'expire']);
  });

  test('and paid on a page that was still open, has paid', async () => {
    const held = await sale.placed(draftFor('s1'));
    const page = await sale.pressPay(held.id);
    await sale.bank.pay(page, 'do-not-honour');
    await sale.settle();
    await quoteCancel(platform, sale.product, { orderId: held.id, by: 'customer', who: 'guest' });
    await sale.bank.pay(page, 'approved');
    await sale.settle();
    expect((await sale.order(held.id)).status).toBe('ticketed');
    expect((await moneyPosition(platform.db, held.id)).captured.amount).toBe(held.total);
  });
});

describe('a process that dies while it takes tickets back', () => {
  test.each(['close.before-commit', 'supply.void.after-call'] as const)(
    'at %s leaves a cancellation that goes on by itself',
    async (point) => {
      const held = await sale.placed(draftFor('s1'));
      await sale.paid(held.id);
      const who = { orderId: held.id, by: 'customer', who: 'guest' } as const;
      await quoteCancel(platform, sale.product, who);
      armFailpoints(`${point}:throw`);
      await expect(confirmCancel(platform, sale.product, who)).rejects.toThrow(point);
      armFailpoints(undefined);
      expect((await sale.order(held.id)).status).toBe('cancel_quoted');
      for (let minute = 0; minute < 3; minute += 1) {
        later(minuteMs);
        await platform.jobs.send(platform.db, jobKind('flight.resume', 1), {});
        await platform.db.execute(sql`update pgboss.job set start_after = pgboss.job_now() where state in ('created', 'retry')`);
        await sale.settle();
      }
      expect((await sale.order(held.id)).status).toBe('refunded');
      expect((await moneyPosition(platform.db, held.id)).position).toBe('refunded');
    },
  );
});
