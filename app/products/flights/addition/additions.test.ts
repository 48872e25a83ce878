import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { findInvoicesOfOrder } from '#app/commerce/invoices/invoices-store.server.ts';
import { moneyPosition } from '#app/commerce/ledger/ledger-store.server.ts';
import { confirmCancel, keepOrder, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { findHistory, findSnapshots, getQuote } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { refreshPayment } from '#app/commerce/payments/apply-payment.server.ts';
import { findPaymentsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { releasePayment } from '#app/commerce/payments/release-payment.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { hourMs, minuteMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { edgesOf } from '#app/values/status-table.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { additionClosesMs, nothingAdded, type WantedChoices } from './addition-rules.ts';
import { additionMachine } from './addition-status.ts';
import { findAdditions } from './additions-store.server.ts';
import { choiceKey, type FlightDraft } from '../booking/booking-draft.ts';
import { chooseAdditions, dropAddition, endOverAddition, offerAddition } from './choose-additions.server.ts';
import { exitWording } from '../seats/exit-declaration-rules.ts';
import { countExtrasQueue, findExtras } from '../extras/extras-store.server.ts';
import { aDraft, aParty, openTestSale } from '../order/flight-order-testing.ts';
import { getFlightOrder } from '../order/flight-store.server.ts';
import { acceptSchedule } from '../schedule/answer-schedule.server.ts';
import { anOffer } from '../offer-testing.ts';
import type { Offer, Passengers } from '../offer.ts';
import { beginAdditionPayment, takeFreeAddition } from './pay-addition.server.ts';
import { askScheduleNews } from '../schedule/receive-schedules.server.ts';
import { sliceOf } from '../schedule/schedule-rules.ts';
import { findSchedules } from '../schedule/schedule-store.server.ts';
import type { OfferedSeat, SeatMap } from '../supplier/flight-supplier.ts';
import type { BookableSupplier } from '../supplier/own-stock.ts';
import { ScriptedSupplier, type SupplierScript } from '../supplier/scripted-supplier.ts';
import { findDeclarations, findRequests } from '../extras/traveller-requests-store.server.ts';

const platform = await openTestPlatform();
const began = platform.clock.now();
beforeEach(() => platform.clock.advance(began - platform.clock.now()));

/** Three rows of three and three: a plain one, one in an exit, and one like the first. */
function cabinAt(dirhams: number): SeatMap {
  const seat = (row: number, letter: string): OfferedSeat => ({
    designator: `${row}${letter}`,
    letter,
    features: row === 20 ? ['exit-row'] : [],
    state: 'open',
    price: money(dirhams * 100, 'AED'),
  });
  return {
    flight: 'EK1',
    date: '2026-12-05',
    aircraft: '388',
    aircraftName: 'Airbus A380-800',
    rows: [10, 20, 30].map((number) => ({
      number,
      deck: 'main',
      cabin: 'economy',
      seats: ['A', 'B', 'C', null, 'D', 'E', 'F'].map((letter) => (letter === null ? null : seat(number, letter))),
      exit: number === 20,
      overWing: false,
      before: [],
    })),
  };
}

/** Its seats are ours, and what they cost may move. */
class Airline extends ScriptedSupplier implements BookableSupplier {
  readonly stock: NonNullable<BookableSupplier['stock']> = { wishes: () => [] };
  seatPrice = 50;
  override async seatMap(): ReturnType<ScriptedSupplier['seatMap']> {
    return { outcome: 'ok', value: cabinAt(this.seatPrice) };
  }
}
const offerOf = (code: string, passengers: Passengers): Offer => {
  const plain = anOffer({ supplier: code, flight: `EK${code.slice(1)}` });
  const fare = plain.brands[0]!.fares[0]!;
  const fares = (['adult', 'child', 'infant'] as const).flatMap((type) => {
    const count = { adult: passengers.adults, child: passengers.children, infant: passengers.infants }[type];
    return count > 0 ? [{ ...fare, type, count }] : [];
  });
  return {
    ...plain,
    id: `${code}.one`,
    passengers,
    expiresAt: '2026-12-04T00:00:00.000Z',
    brands: plain.brands.map((brand) => ({ ...brand, fares })),
  };
};
const two = { adults: 2, children: 0, infants: 0 };
const family = { adults: 1, children: 1, infants: 1 };
const airlineOf = (code: string, passengers: Passengers, script: SupplierScript = {}) =>
  new Airline({ code, offers: [offerOf(code, passengers)], ...script });
const good = airlineOf('a1', two);
const refusing = airlineOf('a2', two, { extras: ['not-offered'] });
const withChild = airlineOf('a3', family);
/** Its seats are its own. */
const other = new ScriptedSupplier({ code: 'a4', offers: [offerOf('a4', family)], seatMap: cabinAt(50) });
/** Of their own for those who change seats. */
const roomy = airlineOf('a5', two);
const roomyWithChild = airlineOf('a6', family);
/** It changes when it flies. */
const moved = airlineOf('a7', two);
const sale = await openTestSale(platform, [good, refusing, withChild, other, roomy, roomyWithChild, moved]);

const passengersOf = (code: string) => (['a3', 'a4', 'a6'].includes(code) ? family : two);
let buyers = 0;
async function ticketed(code = 'a1', more: Partial<FlightDraft> = {}): Promise<Order> {
  buyers += 1;
  const offer = offerOf(code, passengersOf(code));
  const order = await sale.paid(
    (await sale.placed({ ...aDraft(offer, {}, aParty(offer.passengers)), ...more }, { address: `10.7.${buyers}.1` })).id,
  );
  await sale.settle();
  expect(order.status).toBe('ticketed');
  return sale.order(order.id);
}
const asker = (order: Order) => ({ orderId: order.id, by: 'customer', who: 'guest' }) as const;
const seat = (passenger: number, designator: string, more: { declared?: string } = {}) => ({ segment: 0, passenger, designator, ...more });
const choose = (order: Order, wanted: Partial<WantedChoices>, final = false) =>
  chooseAdditions(platform, sale.flights, { ...asker(order), wanted: { ...nothingAdded, ...wanted }, final });
async function chosen(order: Order, wanted: Partial<WantedChoices>) {
  const kept = await choose(order, wanted);
  if (!kept.ok || !kept.value) throw new Error(kept.ok ? 'nothing' : kept.refused);
  return kept.value;
}
const returnTo = { success: '/track', failure: '/add-extras' };
const pressPay = (order: Order, { number, quote }: { number: number; quote: { total: { amount: number } } }) =>
  beginAdditionPayment(platform, sale.flights, sale.bank.provider, {
    ...asker(order),
    number,
    seenTotal: quote.total.amount,
    returnTo,
    language: 'en',
  });
async function pageOf(order: Order, addition: Parameters<typeof pressPay>[1]) {
  const begun = await pressPay(order, addition);
  if (!begun.ok) throw new Error(begun.refused);
  return begun.value;
}
async function bought(order: Order, wanted: Partial<WantedChoices>) {
  const addition = await chosen(order, wanted);
  await sale.bank.pay((await pageOf(order, addition)).redirectTo, 'approved');
  await sale.settle();
  return addition;
}
const seats = async (order: Order) => {
  const { rows } = (await platform.db.execute(
    sql`select unit_key, status from claims where order_id = ${order.id} and unit_key is not null`,
  )) as unknown as { rows: { unit_key: string; status: string }[] };
  return rows.map((row) => `${row.unit_key.split('/').at(-1)} ${row.status}`).toSorted();
};
const extrasOf = async (order: Order) =>
  (await findExtras(platform.db, order.id)).map(({ kind, traveller, status }) => `${kind} ${traveller} ${status}`);
const states = async (order: Order) => (await findAdditions(platform.db, order.id)).map(({ status, why }) => [status, why]);
const mailsOf = (order: Order) => sale.mails.filter((mail) => mail.orderId === order.id).map((mail) => mail.template);

describe('the machine of an addition', () => {
  it('has the edges that the database knows, every one of them and no other', async () => {
    const { rows } = (await platform.db.execute(
      sql`select from_status || '>' || to_status as edge from status_edges where machine = 'flight-addition'`,
    )) as unknown as { rows: { edge: string }[] };
    expect(rows.map(({ edge }) => edge).toSorted()).toEqual(
      edgesOf(additionMachine)
        .map((edge) => edge.join('>'))
        .toSorted(),
    );
  });

  it('is kept by the database: what is done or dropped is never anything else', async () => {
    const order = await ticketed();
    const { number } = await bought(order, { checkedBags: { '0:0': 1 } });
    for (const to of ['open', 'dropped', 'failed'])
      await expect(
        platform.db.execute(sql`update flight_additions set status = ${to} where order_id = ${order.id} and number = ${number}`),
      ).rejects.toThrow();
  });
});

describe('what is added to a ticketed order', () => {
  it('is held, paid and delivered: its seat, its lines beside those that were agreed, its documents, its invoice and its mail', async () => {
    const order = await ticketed();
    const before = await getQuote(platform.db, order);
    const addition = await chosen(order, { seats: [seat(0, '10A')], checkedBags: { '0:1': 2 }, fastTrack: true });
    // A seat for 50, two bags for 260 each, two fast lanes for 75.
    expect(addition.difference).toBe(5_000 + 52_000 + 15_000);
    expect(await seats(order)).toEqual(['10A held']);
    expect(await extrasOf(order)).toEqual([]);
    expect((await sale.order(order.id)).total).toBe(order.total);
    await sale.bank.pay((await pageOf(order, addition)).redirectTo, 'approved');
    await sale.settle();
    const after = await sale.order(order.id);
    expect(after).toMatchObject({ status: 'ticketed', total: order.total + addition.difference });
    const quote = await getQuote(platform.db, after);
    for (const line of before.lines) expect(quote.lines).toContainEqual(line);
    expect(quote.lines).toHaveLength(before.lines.length + 3);
    expect(await findSnapshots(platform.db, order.id)).toHaveLength(2);
    expect(await seats(order)).toEqual(['10A allocated']);
    expect((await extrasOf(order)).toSorted()).toEqual(['bag 1 issued', 'fast-track 0 issued', 'fast-track 1 issued', 'seat 0 issued']);
    expect((await getFlightOrder(platform.db, order.id)).choices).toMatchObject({
      seats: [{ passenger: 0, designator: '10A' }],
      checkedBags: { '0:1': 2 },
      fastTrack: true,
      insurance: false,
    });
    expect((await moneyPosition(platform.db, order.id)).captured.amount).toBe(after.total);
    expect((await findInvoicesOfOrder(platform.db, order.id)).map(({ gross }) => gross).toSorted((a, b) => a - b)).toEqual([
      -order.total,
      order.total,
      after.total,
    ]);
    expect(mailsOf(order)).toContain('extras-added');
    expect((await findHistory(platform.db, order.id)).map(({ event }) => event)).toContain('noted-extras-added');
  });

  it('is not sold twice: bags and fast lanes that somebody has are not for sale, nor is the seat they sit in', async () => {
    const offer = offerOf('a1', two);
    const draft = aDraft(offer);
    const extras = { mealPreferences: {}, fastTrack: true, insurance: false };
    const order = await ticketed('a1', { checkedBags: { '0:0': 1 }, booking: { ...draft.booking, extras } });
    await bought(order, { seats: [seat(0, '30A')] });
    const again = await choose(order, { seats: [seat(0, '30A')], checkedBags: { '0:0': 2 }, fastTrack: true });
    expect(again).toEqual({ ok: false, refused: 'nothing-chosen' });
    // Of a form with more in it, only what is for sale counts.
    const more = await chosen(order, { seats: [seat(0, '30A')], checkedBags: { '0:0': 2, '0:1': 1, '7:0': 1 }, fastTrack: true });
    expect(more.chosen).toMatchObject({ seats: [], checkedBags: { '0:1': 1 }, fastTrack: false });
    expect(more.difference).toBe(26_000);
  });

  it('stands in the place of what was chosen before; the same again is what is there already', async () => {
    const order = await ticketed();
    const first = await chosen(order, { seats: [seat(0, '10B')] });
    expect(await chosen(order, { seats: [seat(0, '10B')] })).toEqual(first);
    const second = await chosen(order, { seats: [seat(0, '10C')], checkedBags: { '0:0': 1 } });
    expect(second.number).toBe(first.number + 1);
    expect(await seats(order)).toEqual(['10B released', '10C held']);
    expect(await choose(order, {})).toEqual({ ok: true, value: null });
    expect(await seats(order)).toEqual(['10B released', '10C released']);
    expect(await states(order)).toEqual([
      ['dropped', 'given-back'],
      ['dropped', 'chosen-again'],
    ]);
  });

  it('is bought once, however often it is pressed and however often the bank says so', async () => {
    const order = await ticketed();
    const addition = await chosen(order, { checkedBags: { '0:0': 1 } });
    const [one, other] = await Promise.all([pageOf(order, addition), pageOf(order, addition)]);
    expect(other.redirectTo).toBe(one.redirectTo);
    await sale.bank.pay(one.redirectTo, 'approved');
    await sale.settle();
    await refreshPayment(platform, sale.bank.provider, one.paymentId);
    await sale.settle();
    expect(await extrasOf(order)).toEqual(['bag 0 issued']);
    expect((await sale.order(order.id)).total).toBe(order.total + addition.difference);
    expect((await findPaymentsOfOrder(platform.db, order.id)).map(({ purpose, status }) => `${purpose} ${status}`).toSorted()).toEqual([
      'extras-1 succeeded',
      'order succeeded',
    ]);
    expect((await findHistory(platform.db, order.id)).filter(({ event }) => event === 'noted-extras-added')).toHaveLength(1);
    // What was read is bought; another press finds nothing to pay.
    expect(await pressPay(order, addition)).toEqual({ ok: false, refused: 'quote-over' });
  });

  it('that nobody paid in time is gone: its seats are free for others, its page is closed, and the order is as it was', async () => {
    const order = await ticketed();
    const addition = await chosen(order, { seats: [seat(0, '10D')] });
    const page = await pageOf(order, addition);
    const rival = await ticketed();
    expect(await choose(rival, { seats: [seat(0, '10D')] })).toEqual({ ok: false, refused: 'seat-not-available' });
    platform.clock.advance(platform.env.HOLD_TTL_MS + 2_000);
    // Before any work was done: the hold has ended by its time.
    await chosen(rival, { seats: [seat(0, '10D')] });
    await endOverAddition(platform, order.id);
    await sale.settle();
    expect(await states(order)).toEqual([['dropped', 'not-paid']]);
    expect(await seats(order)).toEqual(['10D released']);
    await sale.bank.pay(page.redirectTo, 'approved').catch(() => undefined);
    await sale.settle();
    expect((await moneyPosition(platform.db, order.id)).authorised.amount).toBe(0);
    expect(await sale.order(order.id)).toMatchObject({ status: 'ticketed', total: order.total, version: order.version });
    expect(await extrasOf(order)).toEqual([]);
  });

  it('that costs another price than was read asks again, at the new price', async () => {
    const order = await ticketed();
    const addition = await chosen(order, { seats: [seat(0, '10E')] });
    good.seatPrice = 70;
    try {
      expect(await pressPay(order, addition)).toEqual({ ok: false, refused: 'price-moved' });
      const [fresh] = await findAdditions(platform.db, order.id);
      expect(fresh).toMatchObject({ status: 'open', difference: 7_000, number: addition.number + 1 });
      expect(await pressPay(order, addition)).toEqual({ ok: false, refused: 'quote-over' });
      expect(await pressPay(order, { ...fresh!, quote: addition.quote })).toEqual({ ok: false, refused: 'price-moved' });
      expect((await pressPay(order, fresh!)).ok).toBe(true);
    } finally {
      good.seatPrice = 50;
    }
  });

  it('follows the rules of seats: infants have none, an exit is declared for, and no child sits alone', async () => {
    const order = await ticketed('a3');
    expect(await choose(order, { seats: [seat(2, '30A')] })).toEqual({ ok: false, refused: 'nothing-chosen' });
    expect(await choose(order, { seats: [seat(1, '20A', { declared: exitWording })] })).toEqual({ ok: false, refused: 'seat-exit-age' });
    expect(await choose(order, { seats: [seat(0, '20A', { declared: exitWording })] })).toEqual({
      ok: false,
      refused: 'seat-exit-lap-infant',
    });
    // A child's seat is free; beside nobody it is kept until the end, and not sold.
    const alone = await chosen(order, { seats: [seat(1, '30A')] });
    expect(alone.difference).toBe(0);
    const taken = { ...asker(order), number: alone.number, seenTotal: order.total };
    expect(await takeFreeAddition(platform, sale.flights, taken)).toEqual({ ok: false, refused: 'seat-child-alone' });
    const beside = await bought(order, { seats: [seat(1, '30A'), seat(0, '30B')] });
    expect(beside.difference).toBe(5_000);
    expect(await seats(order)).toEqual(['30A allocated', '30A released', '30B allocated']);
    const adults = await ticketed();
    expect(await choose(adults, { seats: [seat(0, '20B')] })).toEqual({ ok: false, refused: 'seat-exit-declaration' });
    await bought(adults, { seats: [seat(0, '20B', { declared: exitWording })] });
    expect((await findDeclarations(platform.db, adults.id)).map((one) => [one.traveller, one.seat, one.wording, one.declaredBy])).toEqual([
      [0, '20B', exitWording, 'guest'],
    ]);
  });

  it('that is free of charge is taken without a bank, a line or an invoice', async () => {
    const order = await ticketed('a3');
    const key = choiceKey(offerOf('a3', family).slices[0]!.segments[0]!, 0);
    await bought(order, { seats: [seat(0, '10A')] });
    const before = await sale.order(order.id);
    const free = await chosen(order, { seats: [seat(1, '10B')], meals: { [key]: 'VGML' } });
    expect(free.difference).toBe(0);
    expect(await pressPay(order, free)).toEqual({ ok: false, refused: 'not-payable' });
    const seen = { ...asker(order), number: free.number, seenTotal: before.total };
    expect((await takeFreeAddition(platform, sale.flights, seen)).ok).toBe(true);
    expect(await takeFreeAddition(platform, sale.flights, seen)).toEqual({ ok: false, refused: 'quote-over' });
    await sale.settle();
    expect(await sale.order(order.id)).toMatchObject({ total: before.total, snapshot: before.snapshot });
    expect((await getFlightOrder(platform.db, order.id)).choices).toMatchObject({
      seats: [{ designator: '10A' }, { designator: '10B' }],
      meals: { [key]: 'VGML' },
    });
    // Tickets are written: whoever is at the desk passes the meal on to the airline.
    expect((await findRequests(platform.db, order.id)).map(({ kind, code, status }) => [kind, code, status])).toEqual([
      ['meal', `VGML.${offerOf('a3', family).slices[0]!.segments[0]!.flight}`, 'requested'],
    ]);
    expect(await findInvoicesOfOrder(platform.db, order.id)).toHaveLength(3);
    expect(await seats(order)).toEqual(['10A allocated', '10B allocated']);
  });

  it('from an airline that keeps its seats itself is what is paid for alone: no document tells it of the rest', async () => {
    const order = await ticketed('a4');
    expect(await choose(order, { seats: [seat(1, '10A')] })).toEqual({ ok: false, refused: 'seat-given-out' });
    await bought(order, { seats: [seat(0, '10B')] });
    expect(await seats(order)).toEqual([]);
    expect(await extrasOf(order)).toEqual(['seat 0 issued']);
  });

  it('is the last seat for one of two who want it together', async () => {
    const [one, other] = [await ticketed(), await ticketed()];
    const answers = await Promise.all([one, other].map((order) => choose(order, { seats: [seat(0, '30F')] })));
    expect(answers.map((answer) => (answer.ok ? 'ok' : answer.refused)).toSorted()).toEqual(['ok', 'seat-not-available']);
    const { rows } = (await platform.db.execute(
      sql`select 1 from claims where unit_key like '%/30F' and status in ('held', 'allocated')`,
    )) as unknown as { rows: unknown[] };
    expect(rows).toHaveLength(1);
  });
});

describe('nothing is added', () => {
  it('to an order that is being cancelled, and what was chosen before cannot be paid until it is kept', async () => {
    const order = await ticketed();
    const addition = await chosen(order, { checkedBags: { '0:0': 1 } });
    await quoteCancel(platform, sale.product, asker(order));
    expect(await choose(order, { checkedBags: { '0:1': 1 } })).toEqual({ ok: false, refused: 'being-cancelled' });
    expect(await pressPay(order, addition)).toEqual({ ok: false, refused: 'being-cancelled' });
    await keepOrder(platform, sale.product, asker(order));
    expect((await pressPay(order, addition)).ok).toBe(true);
  });

  it('too late before the flight, or before there are tickets', async () => {
    const order = await ticketed();
    platform.clock.advance(Date.parse('2026-12-05T03:45:00Z') - additionClosesMs - platform.clock.now());
    expect((await choose(order, { checkedBags: { '0:0': 1 } })).ok).toBe(true);
    platform.clock.advance(minuteMs);
    expect(await choose(order, { checkedBags: { '0:1': 1 } })).toEqual({ ok: false, refused: 'too-late' });
    platform.clock.advance(began - platform.clock.now());
    const held = await sale.placed(aDraft(offerOf('a1', two)), { address: '10.7.250.1' });
    expect(await choose(held, { checkedBags: { '0:0': 1 } })).toEqual({ ok: false, refused: 'not-ticketed' });
  });

  it('to an order whose money a bank has taken back', async () => {
    const order = await ticketed();
    const addition = await chosen(order, { checkedBags: { '0:0': 1 } });
    const page = await pageOf(order, addition);
    const bankOf = sale.bank.bank.list(0).find(({ reference, captured }) => reference === order.reference && captured > 0)!.id;
    sale.bank.bank.openDispute(bankOf, { reason: 'fraudulent', warning: false });
    await sale.settle();
    expect(await choose(order, { checkedBags: { '0:1': 1 } })).toEqual({ ok: false, refused: 'disputed' });
    await sale.bank.pay(page.redirectTo, 'approved');
    await sale.settle();
    expect(await states(order)).toEqual([['failed', 'disputed']]);
    expect((await moneyPosition(platform.db, order.id)).authorised.amount).toBe(0);
  });

  it('when the money comes to an order that went another way: it is let go, the seat is free, and the traveller is told', async () => {
    const order = await ticketed();
    const addition = await chosen(order, { seats: [seat(1, '10F')] });
    const page = await pageOf(order, addition);
    await quoteCancel(platform, sale.product, asker(order));
    await sale.bank.pay(page.redirectTo, 'approved');
    await sale.settle();
    expect(await states(order)).toEqual([['failed', 'being-cancelled']]);
    expect(await seats(order)).toEqual(['10F released']);
    expect((await moneyPosition(platform.db, order.id)).authorised.amount).toBe(0);
    expect(mailsOf(order)).toContain('extras-not-added');
    expect((await sale.order(order.id)).total).toBe(order.total);
    await keepOrder(platform, sale.product, asker(order));
  });

  it('of what its owner lets go of, and a form of before lets go of nothing', async () => {
    const order = await ticketed();
    const addition = await chosen(order, { seats: [seat(0, '30C')] });
    expect(await dropAddition(platform, { ...asker(order), number: addition.number + 1 })).toEqual({ ok: false, refused: 'not-possible' });
    expect(await dropAddition(platform, { ...asker(order), number: addition.number })).toEqual({ ok: true, value: null });
    expect(await seats(order)).toEqual(['30C released']);
    expect(await dropAddition(platform, { ...asker(order), number: addition.number })).toEqual({ ok: false, refused: 'not-possible' });
  });
});

describe('a seat that is changed for another one', () => {
  const atPrice = async <Result>(dirhams: number, work: () => Promise<Result>): Promise<Result> => {
    const before = roomy.seatPrice;
    roomy.seatPrice = dirhams;
    try {
      return await work();
    } finally {
      roomy.seatPrice = before;
    }
  };
  const take = (order: Order, { number, quote }: { number: number; quote: { total: { amount: number } } }) =>
    takeFreeAddition(platform, sale.flights, { ...asker(order), number, seenTotal: quote.total.amount });
  const documents = async (order: Order) => {
    const { rows } = (await platform.db.execute(
      sql`select facts ->> 'seat' as seat, status, price::int as price, document, replaces from flight_extras where order_id = ${order.id} and kind = 'seat' order by requested_at, replaces nulls first`,
    )) as unknown as { rows: { seat: string; status: string; price: number; document: string; replaces: string | null }[] };
    return rows;
  };
  const seatLines = async (order: Order) =>
    (await getQuote(platform.db, await sale.order(order.id))).lines.flatMap(({ kind, facts, amount }) =>
      kind === 'seat' ? [`${facts['seat']} ${amount.amount}`] : [],
    );

  it('and is dearer costs the difference: paid, its claim, its line, its document, the invoice and the mail are those of the new one', async () => {
    const order = await ticketed('a5');
    await bought(order, { seats: [seat(0, '10A')] });
    const [old] = await documents(order);
    await atPrice(70, async () => {
      const addition = await chosen(order, { seats: [seat(0, '30A')] });
      expect(addition.difference).toBe(2_000);
      expect(await seats(order)).toEqual(['10A allocated', '30A held']);
      await sale.bank.pay((await pageOf(order, addition)).redirectTo, 'approved');
      await sale.settle();
    });
    expect(await seats(order)).toEqual(['10A released', '30A allocated']);
    expect(await seatLines(order)).toEqual(['30A 7000']);
    expect(await documents(order)).toEqual([
      { seat: '10A', status: 'exchanged', price: 5_000, document: old!.document, replaces: null },
      { seat: '30A', status: 'issued', price: 7_000, document: expect.stringMatching(/^\d{13}$/), replaces: old!.document },
    ]);
    const after = await sale.order(order.id);
    expect(after).toMatchObject({ status: 'ticketed', total: order.total + 7_000 });
    expect((await getFlightOrder(platform.db, order.id)).choices.seats).toMatchObject([{ passenger: 0, designator: '30A' }]);
    expect((await moneyPosition(platform.db, order.id)).captured.amount).toBe(after.total);
    expect((await findInvoicesOfOrder(platform.db, order.id)).map(({ gross }) => gross).toSorted((a, b) => a - b)).toEqual([
      -(order.total + 5_000),
      -order.total,
      order.total,
      order.total + 5_000,
      order.total + 7_000,
    ]);
    expect(mailsOf(order).filter((template) => template === 'seats-changed')).toHaveLength(1);
    const told = (await findHistory(platform.db, order.id)).filter(({ event }) => event === 'noted-seats-changed');
    expect(told.map(({ detail }) => detail['seats'])).toEqual([[[0, 0, '10A', '30A']]]);
    // Whoever wants the seat that was given up can have it.
    await chosen(await ticketed('a5'), { seats: [seat(0, '10A')] });
  });

  it('and costs no more is taken at once without a bank: nothing is asked, nothing goes back, and its line stays at what was paid', async () => {
    const order = await ticketed('a5');
    await bought(order, { seats: [seat(1, '10B')] });
    const paid = (await sale.order(order.id)).total;
    await atPrice(30, async () => {
      const addition = await chosen(order, { seats: [seat(1, '30B')] });
      expect(addition.difference).toBe(0);
      expect(await pressPay(order, addition)).toEqual({ ok: false, refused: 'not-payable' });
      expect((await take(order, addition)).ok).toBe(true);
      expect(await take(order, addition)).toEqual({ ok: false, refused: 'quote-over' });
    });
    await sale.settle();
    expect(await seats(order)).toEqual(['10B released', '30B allocated']);
    expect(await seatLines(order)).toEqual(['30B 5000']);
    expect((await documents(order)).map(({ seat: at, status, price }) => [at, status, price])).toEqual([
      ['10B', 'exchanged', 5_000],
      ['30B', 'issued', 5_000],
    ]);
    const position = await moneyPosition(platform.db, order.id);
    expect([position.captured.amount, position.refunded.amount]).toEqual([paid, 0]);
    expect((await findInvoicesOfOrder(platform.db, order.id)).reduce((sum, { gross }) => sum + gross, 0)).toBe(paid);
    // A cancellation gives back what was paid for it, by the fare's own rules.
    expect((await quoteCancel(platform, sale.product, asker(order))).ok).toBe(true);
    expect((await confirmCancel(platform, sale.product, asker(order))).ok).toBe(true);
    await sale.settle();
    expect((await moneyPosition(platform.db, order.id)).refunded.amount).toBe(paid);
  });

  it('that another traveller of the party sits in changes hands: both stay the order’s all the time', async () => {
    const order = await ticketed('a5');
    await bought(order, { seats: [seat(0, '10C'), seat(1, '10D')] });
    expect(await choose(order, { seats: [seat(0, '10D')] })).toEqual({ ok: false, refused: 'seat-chosen-twice' });
    const addition = await chosen(order, { seats: [seat(0, '10D'), seat(1, '10C')] });
    expect(await seats(order)).toEqual(['10C allocated', '10D allocated']);
    expect((await take(order, addition)).ok).toBe(true);
    await sale.settle();
    expect(await seats(order)).toEqual(['10C allocated', '10D allocated']);
    expect((await getFlightOrder(platform.db, order.id)).choices.seats).toMatchObject([
      { passenger: 0, designator: '10D' },
      { passenger: 1, designator: '10C' },
    ]);
    expect((await documents(order)).filter(({ status }) => status === 'issued')).toHaveLength(2);
  });

  it('and was chosen by somebody else a moment before is refused, and the old one stays', async () => {
    const order = await ticketed('a5');
    await bought(order, { seats: [seat(0, '10E')] });
    await chosen(await ticketed('a5'), { seats: [seat(0, '30F')] });
    expect(await choose(order, { seats: [seat(0, '30F')] })).toEqual({ ok: false, refused: 'seat-not-available' });
    expect(await seats(order)).toEqual(['10E allocated']);
    expect(await seatLines(order)).toEqual(['10E 5000']);
  });

  it('may not leave a child alone, also where the child stays where it is; exits ask to be declared for', async () => {
    const order = await ticketed('a6');
    await bought(order, { seats: [seat(0, '10A'), seat(1, '10B')] });
    expect(await choose(order, { seats: [seat(0, '30A')] }, true)).toEqual({ ok: false, refused: 'seat-child-alone' });
    const apart = await chosen(order, { seats: [seat(0, '30A')] });
    expect(await take(order, apart)).toEqual({ ok: false, refused: 'seat-child-alone' });
    // With an infant on the lap nobody sits in an exit.
    expect(await choose(order, { seats: [seat(0, '20A')] })).toEqual({ ok: false, refused: 'seat-exit-lap-infant' });
    const together = await chosen(order, { seats: [seat(0, '30A'), seat(1, '30B')] });
    expect((await take(order, together)).ok).toBe(true);
    const alone = await ticketed('a5');
    await bought(alone, { seats: [seat(0, '10F')] });
    expect(await choose(alone, { seats: [seat(0, '20F')] })).toEqual({ ok: false, refused: 'seat-exit-declaration' });
    const exit = await chosen(alone, { seats: [seat(0, '20F', { declared: exitWording })] });
    expect((await take(alone, exit)).ok).toBe(true);
    expect((await findDeclarations(platform.db, alone.id)).map((one) => one.seat)).toEqual(['20F']);
  });

  it('is not offered while the document of the old one is not there', async () => {
    const order = await ticketed('a2');
    await bought(order, { seats: [seat(0, '10A')] });
    expect(await extrasOf(order)).toEqual(['seat 0 failed']);
    expect(await choose(order, { seats: [seat(0, '30A')] })).toEqual({ ok: false, refused: 'nothing-chosen' });
  });

  it('is refused while a bank has not decided about the order, also where it was chosen before, and the old one stays', async () => {
    const order = await ticketed('a5');
    await bought(order, { seats: [seat(1, '10B')] });
    const paid = (await sale.order(order.id)).total;
    await atPrice(30, async () => {
      const before = await chosen(order, { seats: [seat(1, '20D', { declared: exitWording })] });
      sale.bank.dispute(order.reference);
      await sale.settle();
      expect(await choose(order, { seats: [seat(1, '20E', { declared: exitWording })] })).toEqual({ ok: false, refused: 'disputed' });
      expect(await take(order, before)).toEqual({ ok: false, refused: 'disputed' });
    });
    await sale.settle();
    expect((await seats(order)).filter((one) => one.endsWith('allocated'))).toEqual(['10B allocated']);
    expect(await seatLines(order)).toEqual(['10B 5000']);
    expect((await documents(order)).map(({ seat: at, status }) => [at, status])).toEqual([['10B', 'issued']]);
    expect((await sale.order(order.id)).total).toBe(paid);
  });

  it('and is paid for when the bank takes the order’s money back is not changed: that payment is let go', async () => {
    const order = await ticketed('a5');
    await bought(order, { seats: [seat(0, '20A', { declared: exitWording })] });
    await atPrice(90, async () => {
      const page = await pageOf(order, await chosen(order, { seats: [seat(0, '20B', { declared: exitWording })] }));
      sale.bank.dispute(order.reference);
      await sale.settle();
      await sale.bank.pay(page.redirectTo, 'approved');
      await sale.settle();
    });
    expect((await states(order))[0]).toEqual(['failed', 'disputed']);
    expect(await seats(order)).toEqual(['20A allocated', '20B released']);
    expect((await moneyPosition(platform.db, order.id)).authorised.amount).toBe(0);
  });

  it('is refused while a change of schedule waits for an answer, and can be had again when it is answered', async () => {
    const order = await ticketed('a7');
    await bought(order, { seats: [seat(0, '10A')] });
    const [only] = offerOf('a7', two).slices[0]!.segments;
    const halfAnHourLater = sliceOf([
      {
        ...only!,
        departs: { ...only!.departs, local: '2026-12-05T08:15', utc: '2026-12-05T04:15:00Z' },
        arrives: { ...only!.arrives, local: '2026-12-05T11:55', utc: '2026-12-05T11:55:00Z' },
      },
    ]);
    moved.announce({
      id: 'm1',
      at: new Date(platform.clock.now()).toISOString(),
      locator: (await getFlightOrder(platform.db, order.id)).contracts[0]!.locator!,
      slices: [halfAnHourLater],
      seatsLost: [],
      heldBack: false,
    });
    expect(await askScheduleNews(platform, sale.flights)).toEqual([]);
    await sale.settle();
    const waiting = await sale.order(order.id);
    expect(waiting.status).toBe('schedule_change_pending');
    expect(await choose(order, { seats: [seat(0, '30A')] })).toEqual({ ok: false, refused: 'schedule-changed' });
    expect(await seats(order)).toEqual(['10A allocated']);
    const schedule = (await findSchedules(platform.db, order.id))[0]!.id;
    expect((await acceptSchedule(platform, { ...asker(order), schedule, version: waiting.version })).ok).toBe(true);
    await sale.settle();
    expect((await choose(order, { seats: [seat(0, '30A')] })).ok).toBe(true);
  });

  it('and whose old one was given back while the bank was asked is not changed: the money is let go', async () => {
    const order = await ticketed('a5');
    await bought(order, { seats: [seat(0, '10F')] });
    await atPrice(90, async () => {
      const addition = await chosen(order, { seats: [seat(0, '30E')] });
      const page = await pageOf(order, addition);
      await platform.db.execute(sql`update flight_extras set status = 'void' where order_id = ${order.id}`);
      await sale.bank.pay(page.redirectTo, 'approved');
      await sale.settle();
    });
    expect((await states(order))[0]).toEqual(['failed', 'seat-not-available']);
    expect(await seats(order)).toEqual(['10F allocated', '30E released']);
    expect(await seatLines(order)).toEqual(['10F 5000']);
    const position = await moneyPosition(platform.db, order.id);
    expect([position.captured.amount, position.authorised.amount]).toEqual([(await sale.order(order.id)).total, 0]);
  });
});

describe('bags beside bags', () => {
  it('come on top of those that are bought, up to the limit, each with a line and a document of its own', async () => {
    const order = await ticketed('a1', { checkedBags: { '0:0': 1 } });
    const addition = await bought(order, { checkedBags: { '0:0:2': 1 } });
    expect(addition.difference).toBe(26_000);
    expect(await extrasOf(order)).toEqual(['bag 0 issued', 'bag 0 issued']);
    const tooMany: readonly Readonly<Record<string, number>>[] = [{ '0:0:3': 2 }, { '0:0:2': 1 }, { '0:0': 1 }];
    for (const checkedBags of tooMany) expect(await choose(order, { checkedBags })).toEqual({ ok: false, refused: 'nothing-chosen' });
    await bought(order, { checkedBags: { '0:0:3': 1 } });
    expect(await choose(order, { checkedBags: { '0:0:4': 1 } })).toEqual({ ok: false, refused: 'nothing-chosen' });
    expect((await findExtras(platform.db, order.id)).map(({ code, facts }) => [code, facts['pieces']])).toEqual([
      ['0:0', '1'],
      ['0:0:2', '1'],
      ['0:0:3', '1'],
    ]);
    expect((await sale.order(order.id)).total).toBe(order.total + 52_000);
    expect((await getFlightOrder(platform.db, order.id)).choices.checkedBags).toEqual({ '0:0': 1, '0:0:2': 1, '0:0:3': 1 });
  });
});

describe('what was added', () => {
  it('and the airline wrote no document for waits at the desk; it is not sold a second time, and something else still is', async () => {
    const queue = (await countExtrasQueue(platform.db, platform.clock.now())).all;
    const order = await ticketed('a2');
    const addition = await bought(order, { checkedBags: { '0:0': 1 } });
    const [bag] = await findExtras(platform.db, order.id);
    expect(bag).toMatchObject({ status: 'failed', why: 'not-offered', price: addition.difference });
    expect((await countExtrasQueue(platform.db, platform.clock.now())).all).toBe(queue + 1);
    expect(await choose(order, { checkedBags: { '0:0': 1 } })).toEqual({ ok: false, refused: 'nothing-chosen' });
    await bought(order, { checkedBags: { '0:1': 1 } });
    expect(await extrasOf(order)).toEqual(['bag 0 failed', 'bag 1 failed']);
  });

  it('cannot be cancelled while its money is promised and not taken; a promise that ends is told to staff', async () => {
    const order = await ticketed();
    const addition = await chosen(order, { checkedBags: { '0:0': 1 } });
    const page = await pageOf(order, addition);
    await sale.bank.pay(page.redirectTo, 'approved');
    await refreshPayment(platform, sale.bank.provider, page.paymentId);
    const { applyPaymentChange } = await import('#app/commerce/orders/apply-payment-change.server.ts');
    await applyPaymentChange(platform, sale.product, { orderId: order.id, paymentId: page.paymentId });
    expect(await states(order)).toEqual([['done', null]]);
    expect(await quoteCancel(platform, sale.product, asker(order))).toEqual({ ok: false, refused: 'money-moving' });
    expect(await choose(order, { checkedBags: { '0:1': 1 } })).toEqual({ ok: false, refused: 'money-moving' });
    await releasePayment(platform, sale.bank.provider, page.paymentId);
    await sale.settle();
    const told = (await listOpenStaffTasks(platform.db)).filter(({ kind }) => kind === 'extras-unpaid');
    expect(told.map(({ subject, detail }) => [subject, detail['amount']])).toEqual([[`orders:${order.id}`, addition.difference]]);
  });

  it('goes with the order when it is cancelled: its seat is free again and its money goes back by the rules', async () => {
    const order = await ticketed();
    await bought(order, { seats: [seat(0, '30D')], checkedBags: { '0:0': 1 } });
    const terms = await quoteCancel(platform, sale.product, asker(order));
    expect(terms.ok && terms.value.window).toBe('regret');
    expect((await confirmCancel(platform, sale.product, asker(order))).ok).toBe(true);
    await sale.settle();
    const position = await moneyPosition(platform.db, order.id);
    expect(position.refunded.amount).toBe(position.captured.amount);
    expect(await seats(order)).toEqual(['30D released']);
    for (const line of await extrasOf(order)) expect(line).toMatch(/ (void|refunded)$/);
  });

  it('for a caller is kept an hour and sent to them once, and paid by them', async () => {
    const order = await ticketed();
    const staff = { orderId: order.id, by: 'staff', who: 'staff:farah' } as const;
    const kept = await chooseAdditions(platform, sale.flights, { ...staff, wanted: { ...nothingAdded, seats: [seat(0, '30E')] } });
    if (!kept.ok || !kept.value) throw new Error('not kept');
    expect(kept.value.expiresAt.getTime() - platform.clock.now()).toBe(hourMs);
    for (let press = 0; press < 2; press += 1)
      expect(await offerAddition(platform, { ...staff, number: kept.value.number })).toEqual({ ok: true, value: null });
    await sale.settle();
    expect(mailsOf(order).filter((template) => template === 'extras-offered')).toHaveLength(1);
    platform.clock.advance(30 * minuteMs);
    await sale.bank.pay((await pageOf(order, kept.value)).redirectTo, 'approved');
    await sale.settle();
    expect(await seats(order)).toEqual(['30E allocated']);
  });

  it('keeps every promise of the books', async () => {
    const question = { holdTtlMs: platform.env.HOLD_TTL_MS, settleMs: 0, now: platform.clock.now() };
    const findings = await askInvariants(platform.db, question, {}, ['I1', 'I2', 'I3', 'I4', 'I5', 'I7', 'I8', 'I10', 'I11', 'I32']);
    expect(brokenLines(findings)).toEqual([]);
  });
});
