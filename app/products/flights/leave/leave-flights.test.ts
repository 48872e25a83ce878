import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findTaken } from '#app/commerce/availability/taken-store.server.ts';
import { findInvoicesOfOrder } from '#app/commerce/invoices/invoices-store.server.ts';
import { composeMessage, messageIdOf } from '#app/commerce/messages/deliver-messages.server.ts';
import { mailWords } from '#app/commerce/messages/mail-words.server.ts';
import type { OrderTemplate } from '#app/commerce/messages/message-jobs.server.ts';
import { applyPaymentChange } from '#app/commerce/orders/apply-payment-change.server.ts';
import { moneyPosition } from '#app/commerce/ledger/ledger-store.server.ts';
import { confirmCancel, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { getQuote, readTravellers } from '#app/commerce/orders/orders-store.server.ts';
import { readLeads } from '#app/commerce/orders/staff/order-desk-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { findSupplierReturns } from '#app/commerce/orders/supplier-returns-store.server.ts';
import { findRefundsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { armFailpoints } from '#app/platform/failpoint.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { formatMoney } from '#app/ui/number-format.ts';
import { hourMs, instant, minuteMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { openTestPlatform, testNow } from '#tests/support/test-platform.ts';
import { carryOutChange, withdrawChange } from '../change/carry-out-change.server.ts';
import { acceptChange, keepFlights, quoteChange } from '../change/change-flights.server.ts';
import { chooseAdditions } from '../addition/choose-additions.server.ts';
import { nothingAdded } from '../addition/addition-rules.ts';
import { judgeWish } from '../names/correct-names.server.ts';
import { findExtras } from '../extras/extras-store.server.ts';
import { openFlightCounter } from '../flight-counter.server.ts';
import type { PassengerDetails } from '../booking/booking-draft.ts';
import { findChanges } from '../change/flight-changes-store.server.ts';
import { aDraft, aParty, openTestSale } from '../order/flight-order-testing.ts';
import { findAttempts, findTickets, flyingOf, getFlightOrder } from '../order/flight-store.server.ts';
import type { FlightChange } from '../flight.tables.ts';
import { acceptLeaving, quoteLeaving, type LeaveClerk } from './leave-flights.server.ts';
import { openLeave } from './open-leave.server.ts';
import { lookUpFlights } from '../order/look-up-flights.server.ts';
import { anOffer } from '../offer-testing.ts';
import type { FareRule, Offer } from '../offer.ts';
import { poolKey, type BookableSupplier } from '../supplier/own-stock.ts';
import { ScriptedSupplier, type SupplierScript } from '../supplier/scripted-supplier.ts';
import { readStatement } from '../supply/supplier-statement-store.server.ts';

const platform = await openTestPlatform();
const aed = (dirhams: number) => money(dirhams * 100, 'AED');
const passengers = { adults: 2, children: 1, infants: 1 };

/** A flight for a family: fares of 1000, 750 and 100, an airport tax of 75 and a surcharge of 40 for everybody but the baby. */
function familyOffer(code: string, refund: FareRule, day = '2026-12-05'): Offer {
  const plain = anOffer({ supplier: code, dirhams: 1000 });
  const taxes = [
    { code: 'AE', nameKey: 'fares:tax.passenger-service', amount: aed(75) },
    { code: 'YQ', nameKey: 'fares:tax.terminal-fee', amount: aed(40) },
  ];
  const fares = [
    { type: 'adult', count: 2, base: aed(1000), taxes },
    { type: 'child', count: 1, base: aed(750), taxes },
    { type: 'infant', count: 1, base: aed(100), taxes: [] },
  ] as const;
  const move = <Moment extends { local: string; utc: string }>(at: Moment): Moment => ({
    ...at,
    local: at.local.replace('2026-12-05', day),
    utc: at.utc.replace('2026-12-05', day),
  });
  const allowed = { permission: 'allowed', penalty: aed(100) } as const;
  return {
    ...plain,
    id: `${code}.${day}`,
    passengers,
    expiresAt: '2026-12-24T08:12:00.000Z',
    slices: plain.slices.map((slice) => ({
      ...slice,
      segments: slice.segments.map((segment) => ({ ...segment, departs: move(segment.departs), arrives: move(segment.arrives) })),
    })),
    brands: plain.brands.map((brand) => ({ ...brand, fares, refundBefore: refund, changeBefore: allowed })),
  };
}

class Airline extends ScriptedSupplier implements BookableSupplier {
  readonly stock: NonNullable<BookableSupplier['stock']> = {
    wishes: (offer, seats) =>
      offer.slices.flatMap(({ segments }) =>
        segments.map((segment) => ({ key: poolKey(segment, segment.cabin), quantity: seats, capacity: 400, ceiling: 400 })),
      ),
  };
}
const fee = { permission: 'allowed', penalty: aed(300) } as const;
const airline = (code: string, script: SupplierScript = {}, refund: FareRule = fee) =>
  new Airline({ code, offers: [familyOffer(code, refund), familyOffer(code, refund, '2026-12-08')], cancelsTickets: true, ...script });
const airlines = {
  good: airline('d1'),
  mute: airline('d2', { divide: 'divided-but-unknown' }),
  lost: airline('d3', { divide: 'unknown' }),
  refusing: airline('d4', { divide: 'void-window-closed' }),
  byHand: airline('d5', { divide: 'cannot' }),
  unsaid: airline('d6', {}, { permission: 'unknown', penalty: null }),
  partly: airline('d7', { divide: 'partly' }),
};

/** The way back, with an airline of its own, on tickets of its own. */
function wayBack(code: string, refund: FareRule = fee): Offer {
  const there = familyOffer(code, refund, '2026-12-12');
  const turn = <Leg extends { from: string; to: string }>(leg: Leg): Leg => ({ ...leg, from: leg.to, to: leg.from });
  return { ...there, slices: there.slices.map((slice) => ({ ...turn(slice), segments: slice.segments.map(turn) })) };
}
const homeward = (code: string, script: SupplierScript = {}, refund?: FareRule) =>
  new Airline({ code, offers: [wayBack(code, refund)], cancelsTickets: true, ...script });
const back = {
  good: homeward('e1'),
  refusing: homeward('e2', { divide: 'void-window-closed' }),
  mute: homeward('e3', { divide: 'divided-but-unknown' }),
  lost: homeward('e4', { divide: 'unknown' }),
  byHand: homeward('e5', { divide: 'cannot' }),
};
const sale = await openTestSale(platform, [...Object.values(airlines), ...Object.values(back)]);

let buyers = 0;
async function ticketed(supplier: Airline = airlines.good, checkedBags: Record<string, number> = {}): Promise<Order> {
  buyers += 1;
  const draft = { ...aDraft(familyOffer(supplier.code, fee), {}, aParty(passengers)), checkedBags };
  const order = await sale.paid((await sale.placed(draft, { address: `10.7.${buyers}.1` })).id);
  expect(order.status).toBe('ticketed');
  return order;
}
const asker = (order: Order) => ({ orderId: order.id, by: 'customer', who: 'guest' }) as const;
async function quoted(order: Order, travellers: number[]): Promise<FlightChange> {
  const answer = await quoteLeaving(platform, sale.flights, { ...asker(order), travellers });
  if (!answer.ok) throw new Error(answer.refused);
  return answer.value;
}
const agree = (order: Order, { number, refund }: FlightChange) => acceptLeaving(platform, { ...asker(order), number, seenRefund: refund });
async function left(order: Order, travellers: number[]): Promise<FlightChange> {
  const change = await quoted(order, travellers);
  expect(await agree(order, change)).toMatchObject({ ok: true });
  await sale.settle();
  return change;
}
const now = (order: Order) => sale.order(order.id);
const status = async (order: Order) => (await now(order)).status;
const mailsOf = (order: Order) => sale.mails.filter((mail) => mail.orderId === order.id).map((mail) => mail.template);
/** What a mail about an order says as it stands. */
async function letter(order: Order, template: OrderTemplate): Promise<string> {
  const counter = openFlightCounter(platform, sale.flights);
  const written = await composeMessage(
    platform,
    { of: () => counter, product: () => sale.product, draft: counter },
    { order: await now(order), template, language: 'en', link: '', attachments: 0 },
    await mailWords(platform.db, 'en', 'mails'),
  );
  return written.letter.paragraphs.join(' ');
}
const refunded = async (order: Order) => (await moneyPosition(platform.db, order.id)).refunded.amount;
const ticketsOf = async (order: Order) =>
  (await findTickets(platform.db, order.id)).map(({ traveller, status: is }) => `${traveller} ${is}`).toSorted();
const divisions = ({ calls }: Airline) => calls.filter((call) => call === 'divide').length;
const seatsTaken = async () => {
  const taken = await findTaken(platform.db, platform.clock.now(), 'cabin:EK1/2026-12-05');
  return taken.reduce((sum, { quantity }) => sum + quantity, 0);
};
const broken = async (order: Order) => {
  const question = { now: platform.clock.now(), holdTtlMs: 15 * minuteMs, settleMs: minuteMs };
  const ids = ['I1', 'I2', 'I3', 'I4', 'I5', 'I7', 'I10', 'I16', 'I18', 'I22', 'I32', 'I34', 'I35'];
  const found = await askInvariants(platform.db, question, {}, ids);
  return brokenLines(found).filter((line) => line.includes(order.id) || /invoice/.test(line));
};
async function later(ms: number) {
  platform.clock.advance(ms);
  await platform.db.execute(sql`update pgboss.job set start_after = pgboss.job_now() where state in ('created', 'retry')`);
  await sale.settle();
}
/** The airline's office has closed: the rules of the fare hold. */
const afterVoid = () => platform.clock.advance(5 * hourMs);

beforeEach(() => platform.clock.set(testNow));
afterEach(() => armFailpoints(undefined));

describe('a traveller who leaves a ticketed order', () => {
  it('is quoted by the rules of the fare, let go by the airline, and paid back, and the rest fly as booked', async () => {
    const order = await ticketed(airlines.good, { '0:1': 1, '0:0': 1 });
    const before = await getQuote(platform.db, order);
    const seats = await seatsTaken();
    afterVoid();
    const change = await quoted(order, [1]);
    const bag = before.lines.find(({ kind, travellers }) => kind === 'bag' && travellers[0] === 1)!.amount.amount;
    expect(change.refund).toBe((700 + 75 + 40) * 100 + bag);
    expect(await status(order)).toBe('change_quoted');
    expect(await ticketsOf(order)).toEqual(['0 open', '1 open', '2 open', '3 open']);
    expect(await agree(order, change)).toMatchObject({ ok: true });
    expect(await status(order)).toBe('change_pending');
    await sale.settle();
    const after = await now(order);
    expect(after).toMatchObject({ status: 'ticketed', total: order.total - change.refund });
    expect(await ticketsOf(order)).toEqual(['0 open', '1 refunded', '2 open', '3 open']);
    expect(divisions(airlines.good)).toBe(1);
    expect(await refunded(order)).toBe(change.refund);
    expect(await seatsTaken()).toBe(seats - 1);
    const flown = await getFlightOrder(platform.db, order.id);
    expect(flown).toMatchObject({ passengers: { adults: 1, children: 1, infants: 1 }, seats: 2, left: [{ traveller: 1, type: 'adult' }] });
    expect(flyingOf(flown)).toEqual([0, 2, 3]);
    expect((await findExtras(platform.db, order.id)).map(({ traveller, status: is }) => [traveller, is])).toEqual([
      [0, 'issued'],
      [1, 'refunded'],
    ]);
    const papers = await findInvoicesOfOrder(platform.db, order.id);
    expect(papers.map(({ kind, gross }) => [kind, gross]).toSorted()).toEqual(
      [
        ['invoice', order.total],
        ['invoice', after.total],
        ['credit-note', -order.total],
      ].toSorted(),
    );
    expect(mailsOf(order)).toContain('travellers-left');
    const said = await letter(order, 'travellers-left');
    const gone = (await readTravellers<PassengerDetails>(platform.db, platform.crypto, order.id))[1]!;
    expect(said).toContain(`from DXB to LHR: ${gone.givenNames} ${gone.surname}. Their tickets`);
    expect(said).toContain(`${formatMoney(money(change.refund, 'AED'), 'en')} goes back the way you paid.`);
    expect(said).toMatch(/on your statement by \w+ \d+ December 2026/);
    // The bank's word on it is told once, however often the payment changes after it.
    await applyPaymentChange(platform, sale.product, {
      orderId: order.id,
      paymentId: (await findRefundsOfOrder(platform.db, order.id))[0]!.paymentId,
    });
    await sale.settle();
    expect(
      new Set(sale.mails.filter((mail) => mail.orderId === order.id && mail.template === 'order-refunded').map(messageIdOf)).size,
    ).toBe(1);
    expect(await letter(order, 'order-refunded')).toContain(`our refund of ${formatMoney(money(change.refund, 'AED'), 'en')}`);
    expect((await findAttempts(platform.db, order.id)).at(-1)).toMatchObject({ action: 'divide', outcome: 'ok' });
    expect(await broken(order)).toEqual([]);
  });

  it('leaves the desk with the first of those who still fly to ask for, and their number', async () => {
    const order = await ticketed(airlines.good);
    const people = await readTravellers<PassengerDetails>(platform.db, platform.crypto, order.id);
    const nameOf = (at: number) => `${people[at]!.givenNames} ${people[at]!.surname}`;
    const lead = async () => (await readLeads(platform.db, platform.crypto, [order.id])).get(order.id);
    expect(await lead()).toEqual({ name: nameOf(0), others: 3 });
    afterVoid();
    const change = await quoted(order, [0]);
    expect(await agree(order, change)).toMatchObject({ ok: true });
    await sale.settle();
    expect(await lead()).toEqual({ name: nameOf(1), others: flyingOf(await getFlightOrder(platform.db, order.id)).length - 1 });
  });

  it('has the tickets voided inside their window, and everything back within the hour', async () => {
    const order = await ticketed();
    const change = await left(order, [2]);
    const own = (await getQuote(platform.db, order)).lines
      .filter(({ travellers }) => travellers.includes(2))
      .reduce((sum, { each }) => sum + each.amount, 0);
    expect(change.refund).toBe(own);
    expect(await ticketsOf(order)).toEqual(['0 open', '1 open', '2 void', '3 open']);
    expect(await broken(order)).toEqual([]);
  });

  it('takes the infant along on whose lap it sits', async () => {
    const order = await ticketed();
    const change = await left(order, [0]);
    expect(change.leaves).toEqual([0, 3]);
    expect(await getFlightOrder(platform.db, order.id)).toMatchObject({ passengers: { adults: 1, children: 1, infants: 0 }, seats: 2 });
    expect(await broken(order)).toEqual([]);
  });

  it('is asked about at no cost: kept, or left to expire, the order is what it was', async () => {
    const order = await ticketed();
    await quoted(order, [1]);
    expect(await keepFlights(platform, asker(order))).toMatchObject({ ok: true });
    expect(await status(order)).toBe('ticketed');
    await quoted(order, [2]);
    await later(31 * minuteMs);
    expect(await status(order)).toBe('ticketed');
    expect((await findChanges(platform.db, order.id)).map(({ status: is }) => is)).toEqual(['dropped', 'dropped']);
    expect(await refunded(order)).toBe(0);
    expect(await broken(order)).toEqual([]);
  });

  it('is agreed to as it was shown, once, and not after it is over', async () => {
    const order = await ticketed();
    const first = await quoted(order, [1]);
    const second = await quoted(order, [2]);
    expect(await agree(order, first)).toEqual({ ok: false, refused: 'quote-over' });
    expect(await agree(order, { ...second, refund: second.refund + 1 })).toEqual({ ok: false, refused: 'quote-over' });
    platform.clock.advance(31 * minuteMs);
    expect(await agree(order, second)).toEqual({ ok: false, refused: 'quote-over' });
    const third = await quoted(order, [2]);
    const pressed = await Promise.all([agree(order, third), agree(order, third)]);
    expect(pressed.every(({ ok }) => ok)).toBe(true);
    await sale.settle();
    expect(await refunded(order)).toBe(third.refund);
    expect((await findRefundsOfOrder(platform.db, order.id)).length).toBe(1);
  });

  it('cannot leave where the rest could not fly so, where something else is open, or once it has set off', async () => {
    const order = await ticketed();
    const ask = (travellers: number[]) => quoteLeaving(platform, sale.flights, { ...asker(order), travellers });
    expect(await ask([])).toEqual({ ok: false, refused: 'nobody-chosen' });
    expect(await ask([0, 1])).toEqual({ ok: false, refused: 'no-adult-stays' });
    expect(await ask([0, 1, 2, 3])).toEqual({ ok: false, refused: 'all-leave' });
    await quoteCancel(platform, sale.product, asker(order));
    expect(await ask([1])).toEqual({ ok: false, refused: 'being-cancelled' });
    const other = await ticketed();
    platform.clock.set(instant(other.travelStarts.getTime()));
    expect(await quoteLeaving(platform, sale.flights, { ...asker(other), travellers: [1] })).toEqual({ ok: false, refused: 'departed' });
  });
});

describe('what the airline answers', () => {
  it('is looked up where its answer was lost, and never asked for twice', async () => {
    const order = await ticketed(airlines.mute);
    const change = await left(order, [1]);
    expect(await status(order)).toBe('stuck');
    expect(await refunded(order)).toBe(0);
    const { quote } = await openLeave(platform, await now(order), 'es');
    expect(quote).toMatchObject({ status: 'accepted' });
    // What an airline calls by a code has a name for its reader.
    const taxes = quote!.own.flatMap(({ lines }) => lines).find(({ words }) => words === 'tax')!.taxes;
    expect(taxes).toEqual({ back: ['Tasa de servicio al pasajero', 'Tasa de terminal'], kept: [] });
    expect(await lookUpFlights(platform, sale.flights, sale.product, order.id)).toMatchObject({ ok: true });
    await sale.settle();
    expect(await status(order)).toBe('ticketed');
    expect(await ticketsOf(order)).toEqual(['0 open', '1 void', '2 open', '3 open']);
    expect(divisions(airlines.mute)).toBe(1);
    expect(await refunded(order)).toBe(change.refund);
    expect(await broken(order)).toEqual([]);
  });

  it('is found where the process died before it was written down: asked for once, given back once', async () => {
    const order = await ticketed();
    const change = await quoted(order, [1]);
    const before = divisions(airlines.good);
    expect(await agree(order, change)).toMatchObject({ ok: true });
    armFailpoints('supply.ticket.after-call:throw');
    await expect(sale.settle()).rejects.toThrow('Failpoint');
    expect(await status(order)).toBe('change_pending');
    expect(await refunded(order)).toBe(0);
    armFailpoints(undefined);
    await later(minuteMs);
    expect(await status(order)).toBe('ticketed');
    expect(divisions(airlines.good) - before).toBe(1);
    expect(await ticketsOf(order)).toEqual(['0 open', '1 void', '2 open', '3 open']);
    expect(await refunded(order)).toBe(change.refund);
    expect(await broken(order)).toEqual([]);
  });

  it('keeps everybody where the process died before the airline was asked, and nobody is asked for again', async () => {
    const order = await ticketed();
    const change = await quoted(order, [1]);
    const before = divisions(airlines.good);
    expect(await agree(order, change)).toMatchObject({ ok: true });
    armFailpoints('supply.ticket.after-intent:throw');
    await expect(sale.settle()).rejects.toThrow('Failpoint');
    armFailpoints(undefined);
    await later(minuteMs);
    await later(10 * minuteMs);
    expect(await status(order)).toBe('ticketed');
    expect(divisions(airlines.good) - before).toBe(0);
    expect(await ticketsOf(order)).toEqual(['0 open', '1 open', '2 open', '3 open']);
    expect(await refunded(order)).toBe(0);
    expect(mailsOf(order)).toContain('travellers-kept');
    expect(await broken(order)).toEqual([]);
  });

  it('keeps everybody where the call never arrived', async () => {
    const order = await ticketed(airlines.lost);
    await left(order, [1]);
    expect(await status(order)).toBe('stuck');
    await later(10 * minuteMs);
    expect(await status(order)).toBe('ticketed');
    expect(await ticketsOf(order)).toEqual(['0 open', '1 open', '2 open', '3 open']);
    expect(divisions(airlines.lost)).toBe(1);
    expect(await refunded(order)).toBe(0);
    expect(mailsOf(order)).toContain('travellers-kept');
    expect(await broken(order)).toEqual([]);
  });

  it('keeps everybody where it refuses, and says so', async () => {
    const order = await ticketed(airlines.refusing);
    await left(order, [1]);
    expect(await status(order)).toBe('ticketed');
    expect(await ticketsOf(order)).toEqual(['0 open', '1 open', '2 open', '3 open']);
    expect(mailsOf(order)).toContain('travellers-kept');
    expect((await openLeave(platform, await now(order), 'en')).failed).toBe(true);
    expect(await broken(order)).toEqual([]);
  });

  it('counts for nothing where only some of them have left: somebody looks', async () => {
    const order = await ticketed(airlines.partly);
    await left(order, [1, 2]);
    expect(await status(order)).toBe('stuck');
    expect(await refunded(order)).toBe(0);
    const tasks = (await listOpenStaffTasks(platform.db)).filter(({ subject }) => subject === `orders:${order.id}`);
    expect(tasks.map(({ kind }) => kind)).toContain('order-stuck');
  });

  it('is asked for by a person where its system cannot, or it has not said what it gives back', async () => {
    for (const [supplier, refused] of [
      [airlines.byHand, 'by-hand'],
      [airlines.unsaid, 'refund-unknown'],
    ] as const) {
      const order = await ticketed(supplier);
      afterVoid();
      expect(await quoteLeaving(platform, sale.flights, { ...asker(order), travellers: [1] })).toEqual({ ok: false, refused });
      expect(await status(order)).toBe('ticketed');
      const tasks = (await listOpenStaffTasks(platform.db)).filter(({ subject }) => subject === `orders:${order.id}`);
      expect(tasks.map(({ kind, textKey }) => [kind, textKey])).toEqual([['leave-by-hand', `tasks:leave-${refused}`]]);
      platform.clock.set(testNow);
    }
  });
});

describe('an order with an airline of its own for each way', () => {
  async function bothWays(there: Airline, home: Airline): Promise<Order> {
    buyers += 1;
    const party = aParty(passengers);
    const selected = aDraft(wayBack(home.code), {}, party).booking.selectedOutboundFlight!;
    const draft = aDraft(familyOffer(there.code, fee), { selectedReturnFlight: selected }, party);
    const order = await sale.paid((await sale.placed(draft, { address: `10.8.${buyers}.1` })).id);
    expect(order.status).toBe('ticketed');
    expect((await getFlightOrder(platform.db, order.id)).contracts).toHaveLength(2);
    return order;
  }
  const gone = ['0 open', '0 open', '1 refunded', '1 refunded', '2 open', '2 open', '3 open', '3 open'];
  const nobody = gone.map((ticket) => ticket.replace('refunded', 'open'));
  const tasksOf = async (order: Order) =>
    (await listOpenStaffTasks(platform.db)).filter(({ subject }) => subject === `orders:${order.id}`).map(({ textKey }) => textKey);

  it('is left with both: each is asked once, and everything goes back in one sum', async () => {
    const order = await bothWays(airlines.good, back.good);
    const [out, home] = [divisions(airlines.good), divisions(back.good)];
    afterVoid();
    const change = await left(order, [1]);
    expect(change.refund).toBe(2 * (700 + 75 + 40) * 100);
    expect(await now(order)).toMatchObject({ status: 'ticketed', total: order.total - change.refund });
    expect(await ticketsOf(order)).toEqual(gone);
    expect([divisions(airlines.good) - out, divisions(back.good) - home]).toEqual([1, 1]);
    expect(await refunded(order)).toBe(change.refund);
    const owed = (await findSupplierReturns(platform.db, order.id)).map(({ supplier, amount }) => [supplier, amount]);
    expect(owed.toSorted()).toEqual([
      [airlines.good.code, (700 + 75 + 40) * 100],
      [back.good.code, (700 + 75 + 40) * 100],
    ]);
    expect(await broken(order)).toEqual([]);
  });

  it('keeps everybody where the first airline refuses: the second is not asked', async () => {
    const order = await bothWays(airlines.refusing, back.good);
    const home = divisions(back.good);
    await left(order, [1]);
    expect(await status(order)).toBe('ticketed');
    expect(await ticketsOf(order)).toEqual(nobody);
    expect(divisions(back.good) - home).toBe(0);
    expect(await refunded(order)).toBe(0);
    expect(mailsOf(order)).toContain('travellers-kept');
  });

  it('holds what was agreed where the second airline refuses, and a person asks it', async () => {
    const order = await bothWays(airlines.good, back.refusing);
    afterVoid();
    const change = await left(order, [1]);
    expect(await status(order)).toBe('ticketed');
    expect(await ticketsOf(order)).toEqual(gone);
    expect(await refunded(order)).toBe(change.refund);
    expect(await tasksOf(order)).toEqual(['tasks:leave-partly']);
    expect(mailsOf(order)).toContain('travellers-left');
    expect(await broken(order)).toEqual([]);
  });

  it('goes on where the process died once the first airline had answered', async () => {
    const order = await bothWays(airlines.good, back.good);
    const [out, home] = [divisions(airlines.good), divisions(back.good)];
    afterVoid();
    const change = await quoted(order, [1]);
    expect(await agree(order, change)).toMatchObject({ ok: true });
    armFailpoints('supply.ticket.after-call:throw');
    await expect(sale.settle()).rejects.toThrow('Failpoint');
    armFailpoints(undefined);
    await later(minuteMs);
    expect(await ticketsOf(order)).toEqual(gone);
    expect([divisions(airlines.good) - out, divisions(back.good) - home]).toEqual([1, 1]);
    expect(await refunded(order)).toBe(change.refund);
    expect(await broken(order)).toEqual([]);
  });

  it('asks neither twice where the second answer was lost, and cannot be taken back meanwhile', async () => {
    const order = await bothWays(airlines.good, back.mute);
    const out = divisions(airlines.good);
    afterVoid();
    await left(order, [1]);
    expect(await status(order)).toBe('stuck');
    expect(await withdrawChange(platform, asker(order))).toMatchObject({ ok: false });
    await later(minuteMs);
    expect(await status(order)).toBe('ticketed');
    expect([divisions(airlines.good) - out, divisions(back.mute)]).toEqual([1, 1]);
    expect(await ticketsOf(order)).toEqual(gone);
    expect(await broken(order)).toEqual([]);
  });

  it('asks the second again where the call to it never arrived, for the way back is closed', async () => {
    const order = await bothWays(airlines.good, back.lost);
    afterVoid();
    await left(order, [1]);
    expect(await status(order)).toBe('stuck');
    await later(10 * minuteMs);
    expect(divisions(back.lost)).toBe(2);
    expect(await status(order)).toBe('stuck');
    expect(await refunded(order)).toBe(0);
  });

  it('goes to a person before anybody is asked where one of them cannot', async () => {
    const order = await bothWays(airlines.good, back.byHand);
    expect(await quoteLeaving(platform, sale.flights, { ...asker(order), travellers: [1] })).toEqual({ ok: false, refused: 'by-hand' });
  });
});

describe('an order that somebody has left', () => {
  it('is cancelled whole for the rest: the sums add up, and nothing goes back twice', async () => {
    const order = await ticketed(airlines.good, { '0:1': 1 });
    afterVoid();
    const whole = await sale.product.cancelTerms(order.id, platform.clock.now());
    const change = await left(order, [1]);
    const second = await left(order, [2]);
    platform.clock.advance(minuteMs);
    const terms = await quoteCancel(platform, sale.product, asker(order));
    expect(terms.ok && terms.value.refund!.amount).toBe(whole.refund!.amount - change.refund - second.refund);
    expect(await confirmCancel(platform, sale.product, asker(order))).toMatchObject({ ok: true });
    await sale.settle();
    expect(await status(order)).toBe('refunded');
    expect(await refunded(order)).toBe(whole.refund!.amount);
    // The mail of it names the sum that was on the button, and not what had gone back before.
    const promised = formatMoney(terms.ok ? terms.value.refund! : whole.refund!, 'en');
    expect(await letter(order, 'order-cancelled')).toContain(`${promised} goes back the way you paid.`);
    expect(await ticketsOf(order)).toEqual(['0 refunded', '1 refunded', '2 refunded', '3 refunded']);
    expect(await broken(order)).toEqual([]);
  });

  it('has what its supplier owes for each who left, and its statement tells the sale, what came back and the rest', async () => {
    const order = await ticketed();
    afterVoid();
    await left(order, [1]);
    const owed = async () => (await findSupplierReturns(platform.db, order.id)).map(({ part, amount }) => [part, amount]);
    expect(await owed()).toEqual([[100, (700 + 75 + 40) * 100]]);
    await quoteCancel(platform, sale.product, asker(order));
    await confirmCancel(platform, sale.product, asker(order));
    await sale.settle();
    // Of the adult and the child who flew on, and of the baby nothing: its fare is less than the penalty.
    const rest = (700 + 75 + 40 + 450 + 75 + 40) * 100;
    expect(await owed()).toEqual([
      [0, rest],
      [100, (700 + 75 + 40) * 100],
    ]);
    const lines = await readStatement(platform.db, 'd1', '2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z');
    const own = lines.filter(({ reference }) => reference === order.reference).map(({ kind, owed: sum }) => [kind, sum.amount]);
    expect(own).toEqual([
      ['sale', (1000 + 1000 + 750 + 100 + 3 * 115) * 100],
      ['return', -(700 + 75 + 40) * 100],
      ['return', -rest],
    ]);
  });

  it('is changed to other flights for those who stay, and for nobody else', async () => {
    const order = await ticketed();
    afterVoid();
    const first = await left(order, [1]);
    const answer = await quoteChange(platform, sale.flights, { ...asker(order), contract: 0, offerId: 'd1.2026-12-08' });
    if (!answer.ok) throw new Error(answer.refused);
    const { quote } = answer.value;
    expect(quote.lines.filter(({ kind }) => kind === 'fare').flatMap(({ travellers }) => travellers)).toEqual([0, 2, 3]);
    expect(quote.lines.find(({ code }) => code === `${answer.value.number}.airline`)!.travellers).toEqual([0, 2, 3]);
    // What was kept of who left stays in the price, and is no part of the difference.
    const kept = (of: typeof quote) => of.lines.filter(({ facts }) => facts['left']).map(({ amount }) => amount.amount);
    expect(kept(quote)).toEqual(kept(first.quote));
    expect(answer.value.difference).toBe(3 * 10_000 + 5_000);
    await acceptChange(platform, sale.flights, { ...asker(order), number: answer.value.number, seenTotal: quote.total.amount });
    expect((await carryOutChange(platform, sale.flights, order.id)).ok).toBe(false);
  });

  it('is added to for those who stay, by what is added alone', async () => {
    const order = await ticketed();
    await left(order, [1]);
    const add = (checkedBags: Record<string, number>) =>
      chooseAdditions(platform, sale.flights, { ...asker(order), wanted: { ...nothingAdded, checkedBags } });
    expect(await add({ '0:1': 1 })).toEqual({ ok: false, refused: 'nothing-chosen' });
    const added = await add({ '0:0': 1 });
    if (!added.ok || !added.value) throw new Error('nothing was added');
    const bag = added.value.quote.lines.find(({ kind }) => kind === 'bag')!;
    expect(added.value.difference).toBe(bag.amount.amount);
    expect(await quoteLeaving(platform, sale.flights, { ...asker(order), travellers: [2] })).toEqual({
      ok: false,
      refused: 'addition-open',
    });
  });

  it('tells of those who fly: pages, papers, names, and who may leave next', async () => {
    const order = await ticketed();
    await left(order, [1]);
    const counter = openFlightCounter(platform, sale.flights);
    const described = await counter.describe(order.id, 'en');
    expect(described.travellers).toHaveLength(3);
    expect(described.travellers.every(({ tickets }) => tickets.length === 1)).toBe(true);
    expect((await counter.listPapers(order.id)).filter(({ kind }) => kind === 'ticket')).toHaveLength(3);
    expect((await openLeave(platform, await now(order), 'en')).travellers.map(({ traveller }) => traveller)).toEqual([0, 2, 3]);
    const wanted = { ...aParty({ adults: 1, children: 0, infants: 0 })[0]! };
    expect(await judgeWish(platform, platform.db, await now(order), { traveller: 1, wanted })).toEqual({
      ok: false,
      refused: 'not-possible',
    });
    expect(await quoteLeaving(platform, sale.flights, { ...asker(order), travellers: [1] })).toEqual({
      ok: false,
      refused: 'nobody-chosen',
    });
  });

  it('lets whoever left be booked on the same flights again', async () => {
    const people = aParty(passengers);
    const place = (who: typeof people, offer: Offer) => sale.place(aDraft(offer, {}, who), { address: `10.7.200.${(buyers += 1)}` });
    const offer = familyOffer('d1', fee);
    const placed = await place(people, offer);
    if (!placed.ok) throw new Error(placed.refused);
    const order = await sale.paid(placed.value.orderId);
    const alone = { ...offer, passengers: { adults: 1, children: 0, infants: 0 } };
    expect((await place([people[1]!], alone)).ok).toBe(false);
    await left(order, [1]);
    expect((await place([people[1]!], alone)).ok).toBe(true);
  });
});

describe('a colleague who agrees in a traveller’s place', () => {
  const clerk = (limit: number, decides = false): LeaveClerk => ({ mayGive: async (_, refund) => refund <= limit, decides });
  const asStaff = (order: Order, who: string) => ({ orderId: order.id, by: 'staff', who: `staff:${who}` }) as const;
  it('does so within their limit, and a second person above it', async () => {
    const order = await ticketed();
    const quote = await quoteLeaving(platform, sale.flights, { ...asStaff(order, 'one'), travellers: [1] });
    if (!quote.ok) throw new Error(quote.refused);
    const press = (who: string, by: LeaveClerk) =>
      acceptLeaving(platform, { ...asStaff(order, who), number: quote.value.number, seenRefund: quote.value.refund, clerk: by });
    // Nor is there a way past that on the page of other flights.
    const forged = { ...asStaff(order, 'one'), number: quote.value.number, seenTotal: quote.value.quote.total.amount };
    expect(await acceptChange(platform, sale.flights, forged)).toEqual({ ok: false, refused: 'not-possible' });
    expect(await press('one', clerk(quote.value.refund - 1))).toEqual({ ok: false, refused: 'over-limit' });
    expect(await press('one', clerk(0, true))).toEqual({ ok: false, refused: 'own-request' });
    expect(await press('two', clerk(0, true))).toMatchObject({ ok: true });
    await sale.settle();
    expect(await refunded(order)).toBe(quote.value.refund);
    const second = await ticketed();
    const small = await quoteLeaving(platform, sale.flights, { ...asStaff(second, 'one'), travellers: [2] });
    if (!small.ok) throw new Error(small.refused);
    const alone = { ...asStaff(second, 'one'), number: small.value.number, seenRefund: small.value.refund };
    expect(await acceptLeaving(platform, { ...alone, clerk: clerk(small.value.refund) })).toMatchObject({ ok: true });
  });
});
