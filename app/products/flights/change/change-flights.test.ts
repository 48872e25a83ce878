import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { findInvoicesOfOrder } from '#app/commerce/invoices/invoices-store.server.ts';
import { moneyPosition } from '#app/commerce/ledger/ledger-store.server.ts';
import { getQuote } from '#app/commerce/orders/orders-store.server.ts';
import type { Quote } from '#app/commerce/pricing/quote.ts';
import { confirmCancel, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import { insertCancelQuote } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { findRefundsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { refreshPayment } from '#app/commerce/payments/apply-payment.server.ts';
import { releasePayment } from '#app/commerce/payments/release-payment.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { minuteMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { carryOutChange, withdrawChange } from './carry-out-change.server.ts';
import { openFlightCounter } from '../flight-counter.server.ts';
import { acceptChange, keepFlights, quoteChange } from './change-flights.server.ts';
import { findChanges } from './flight-changes-store.server.ts';
import { aDraft, limitsNotKept, openTestSale } from '../order/flight-order-testing.ts';
import { findTickets, getFlightOrder } from '../order/flight-store.server.ts';
import { lookUpFlights } from '../order/look-up-flights.server.ts';
import { anOffer } from '../offer-testing.ts';
import type { Offer } from '../offer.ts';
import { beginChangePayment } from './pay-change.server.ts';
import { poolKey, type BookableSupplier } from '../supplier/own-stock.ts';
import { ScriptedSupplier, type SupplierScript } from '../supplier/scripted-supplier.ts';
import { openCounters } from '../../registry.server.ts';
import type { Flights } from '../flights-context.ts';
import { composeMessage } from '#app/commerce/messages/deliver-messages.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { formatMoney } from '#app/ui/number-format.ts';

const platform = await openTestPlatform();
const rule = (dirhams: number | null) =>
  ({ permission: 'allowed', penalty: dirhams === null ? null : money(dirhams * 100, 'AED') }) as const;

/** A day's flight of one airline that may be changed for AED 100; `returns`: and gives money back. */
function flightOn(code: string, day: string, dirhams: number, returns = false): Offer {
  const plain = anOffer({ supplier: code, dirhams });
  const move = <Moment extends { local: string; utc: string }>(at: Moment): Moment => ({
    ...at,
    local: at.local.replace('2026-12-05', day),
    utc: at.utc.replace('2026-12-05', day),
  });
  return {
    ...plain,
    id: `${code}.${day}.${dirhams}`,
    expiresAt: '2026-12-24T08:12:00.000Z',
    slices: plain.slices.map((slice) => ({
      ...slice,
      segments: slice.segments.map((segment) => ({ ...segment, departs: move(segment.departs), arrives: move(segment.arrives) })),
    })),
    brands: plain.brands.map((brand) => ({ ...brand, changeBefore: rule(100), ...(returns ? { refundBefore: rule(null) } : {}) })),
  };
}

/** One airline of each kind of behaviour, whose seats are ours. */
class Airline extends ScriptedSupplier implements BookableSupplier {
  readonly stock: NonNullable<BookableSupplier['stock']> = {
    wishes: (offer, seats) =>
      offer.slices.flatMap(({ segments }) =>
        segments.map((segment) => ({ key: `${poolKey(segment, segment.cabin)}`, quantity: seats, capacity: 60, ceiling: 60 })),
      ),
  };
}
const offersOf = (code: string, returns = false) => [
  flightOn(code, '2026-12-05', 1500, returns),
  flightOn(code, '2026-12-08', 1900, returns),
  flightOn(code, '2026-12-09', 1000, returns),
  { ...flightOn(code, '2026-12-10', 1500), slices: anOffer().slices.map((slice) => ({ ...slice, to: 'MAN' })) },
];
const airline = (code: string, script: SupplierScript = {}, returns = false) =>
  new Airline({ code, offers: offersOf(code, returns), ...script });
const airlines = {
  good: airline('a1'),
  giving: airline('a2', {}, true),
  mute: airline('a3', { exchange: 'exchanged-but-unknown' }),
  lost: airline('a4', { exchange: 'unknown' }),
  refusing: airline('a5', { exchange: 'sold-out' }),
};
const sale = await openTestSale(platform, Object.values(airlines));

let buyers = 0;
async function ticketed(supplier: Airline): Promise<Order> {
  buyers += 1;
  const [offer] = offersOf(supplier.code, supplier === airlines.giving);
  const order = await sale.paid((await sale.placed(aDraft(offer!), { address: `10.8.${buyers}.1` })).id);
  expect(order.status).toBe('ticketed');
  return order;
}
const asker = (order: Order) => ({ orderId: order.id, by: 'customer', who: 'guest' }) as const;
async function quoted(order: Order, supplier: Airline, at: number) {
  const offerId = offersOf(supplier.code)[at]!.id;
  const answer = await quoteChange(platform, sale.flights, { ...asker(order), contract: 0, offerId });
  if (!answer.ok) throw new Error(answer.refused);
  return answer.value;
}
async function accepted(order: Order, supplier: Airline, at: number) {
  const change = await quoted(order, supplier, at);
  const answer = await acceptChange(platform, sale.flights, {
    ...asker(order),
    number: change.number,
    seenTotal: change.quote.total.amount,
  });
  if (!answer.ok) throw new Error(answer.refused);
  return answer.value;
}
const returnTo = { success: '/track', failure: '/track' };
async function payFor(order: Order) {
  const begun = await beginChangePayment(platform, sale.bank.provider, { orderId: order.id, returnTo, language: 'en' });
  if (!begun.ok) throw new Error(begun.refused);
  await sale.bank.pay(begun.value.redirectTo, 'approved');
  await sale.settle();
}
/** The bank has promised the money of a change, and no work was done since. */
async function promised(order: Order) {
  const begun = await beginChangePayment(platform, sale.bank.provider, { orderId: order.id, returnTo, language: 'en' });
  if (!begun.ok) throw new Error(begun.refused);
  await sale.bank.pay(begun.value.redirectTo, 'approved');
  await refreshPayment(platform, sale.bank.provider, begun.value.paymentId);
  return begun.value.paymentId;
}
/** The cardholder's bank takes the money of an order back. */
async function dispute(order: Order): Promise<void> {
  const { bank } = sale.bank;
  const paid = bank.list(0).find(({ reference, captured }) => reference === order.reference && captured > 0)!;
  bank.openDispute(paid.id, { reason: 'fraudulent', warning: false });
  await sale.settle();
}
const claims = async (order: Order) => {
  const { rows } = (await platform.db.execute(
    sql`select pool_key, status from claims where order_id = ${order.id} order by pool_key, status`,
  )) as unknown as { rows: { pool_key: string; status: string }[] };
  return rows.map((row) => `${row.pool_key.split('/')[1]} ${row.status}`);
};
const mailsOf = (order: Order) => sale.mails.filter((mail) => mail.orderId === order.id).map((mail) => mail.template);
const status = async (order: Order) => (await sale.order(order.id)).status;

describe('a change of flights', () => {
  it('is quoted line by line, paid, exchanged: new tickets, seats, price, papers and invoice, and the old ones given up', async () => {
    const order = await ticketed(airlines.good);
    const change = await accepted(order, airlines.good, 1);
    // 400 more fare, 100 of the airline, 50 of ours; the house's own markup on the fare comes from its rules.
    const fees = change.quote.lines
      .filter(({ kind }) => kind === 'change-fee')
      .map(({ code, amount, vat }) => [code, amount.amount, vat.amount]);
    expect(fees).toEqual([
      ['1.airline', 10_000, 0],
      ['1.ours', 5_000, 238],
    ]);
    expect(change.difference).toBe(change.quote.total.amount - order.total);
    expect(change.difference).toBeGreaterThanOrEqual(55_000);
    expect(await status(order)).toBe('change_pending');
    expect(await claims(order)).toEqual(['2026-12-05 allocated', '2026-12-08 allocated']);
    await payFor(order);
    const after = await sale.order(order.id);
    expect(after).toMatchObject({ status: 'ticketed', total: change.quote.total.amount });
    expect(after.travelStarts.toISOString()).toBe('2026-12-08T03:45:00.000Z');
    expect((await getFlightOrder(platform.db, order.id)).departsOn).toBe('2026-12-08');
    expect((await findTickets(platform.db, order.id)).map((ticket) => ticket.status).toSorted()).toEqual(['exchanged', 'open']);
    expect(await claims(order)).toEqual(['2026-12-05 released', '2026-12-08 allocated']);
    expect((await moneyPosition(platform.db, order.id)).captured.amount).toBe(after.total);
    const papers = await findInvoicesOfOrder(platform.db, order.id);
    expect(papers.map(({ kind, gross }) => [kind, gross]).toSorted()).toEqual(
      [
        ['invoice', order.total],
        ['invoice', after.total],
        ['credit-note', -order.total],
      ].toSorted(),
    );
    expect(mailsOf(order)).toContain('flights-changed');
    const counters = openCounters(platform, { ...sale.flights, world: { places: { airports: new Map() } } } as unknown as Flights);
    const ask = { order: after, template: 'flights-changed', language: 'en', link: 'https://rihla.example/track', attachments: 0 } as const;
    const { letter } = await composeMessage(platform, counters, ask, textsFor('en').of('mails'));
    const charged = formatMoney(money(change.difference, 'AED'), 'en');
    expect(letter.paragraphs).toContainEqual(expect.stringContaining(`${charged} was charged for the change`));
  });

  it('that costs less brings money back only where the airline’s rule does', async () => {
    const kept = await ticketed(airlines.good);
    const nothing = await quoted(kept, airlines.good, 2);
    // The cheaper flight costs what the dearer did, and the fees of the change are due besides.
    expect([nothing.difference, nothing.refund]).toEqual([15_000, 0]);
    expect(nothing.quote.total.amount).toBe(kept.total + 15_000);
    // 500 less fare is what the airline keeps; what our own part of the price falls by stays with us, and says so, with its VAT.
    const ours = (of: Quote) => of.lines.filter(({ kind }) => kind === 'markup').reduce((sum, { amount }) => sum + amount.amount, 0);
    const sold = ours(await getQuote(platform.db, kept));
    const stays = sold - ours(nothing.quote);
    expect(stays).toBeGreaterThan(0);
    expect(
      nothing.quote.lines
        .filter(({ code }) => ['1.kept', '1.stays'].includes(code))
        .map(({ code, amount, vat }) => [code, amount.amount, vat.amount > 0]),
    ).toEqual([
      ['1.kept', 50_000, false],
      ['1.stays', stays, true],
    ]);
    await keepFlights(platform, asker(kept));
    expect(await status(kept)).toBe('ticketed');

    const order = await ticketed(airlines.giving);
    const change = await quoteChange(platform, sale.flights, { ...asker(order), contract: 0, offerId: 'a2.2026-12-09.1000' });
    if (!change.ok) throw new Error(change.refused);
    expect(change.value.refund).toBe(order.total - change.value.quote.total.amount);
    expect(change.value.refund).toBeGreaterThan(30_000);
    const seen = { number: change.value.number, seenTotal: change.value.quote.total.amount };
    expect((await acceptChange(platform, sale.flights, { ...asker(order), ...seen })).ok).toBe(true);
    await sale.settle();
    expect(await status(order)).toBe('ticketed');
    expect((await findRefundsOfOrder(platform.db, order.id)).map(({ amount, status: state }) => [amount, state])).toEqual([
      [change.value.refund, 'succeeded'],
    ]);
  });

  it('whose answer was lost is looked up and never asked for twice', async () => {
    const order = await ticketed(airlines.mute);
    await accepted(order, airlines.mute, 1);
    const begun = await beginChangePayment(platform, sale.bank.provider, { orderId: order.id, returnTo, language: 'en' });
    if (!begun.ok) throw new Error(begun.refused);
    await sale.bank.pay(begun.value.redirectTo, 'approved');
    await sale.settle();
    for (let turn = 0; turn < 3 && (await status(order)) !== 'ticketed'; turn += 1) {
      platform.clock.advance(minuteMs);
      await lookUpFlights(platform, sale.flights, sale.product, order.id);
      await sale.settle();
    }
    expect(await status(order)).toBe('ticketed');
    expect((await findChanges(platform.db, order.id))[0]!.status).toBe('done');
    expect(airlines.mute.calls.filter((call) => call === 'exchange')).toHaveLength(1);
    expect((await findTickets(platform.db, order.id)).filter((ticket) => ticket.status === 'open')).toHaveLength(1);
  });

  it('that never reached the airline leaves flights, seats and money as they were', async () => {
    const order = await ticketed(airlines.lost);
    await accepted(order, airlines.lost, 1);
    await payFor(order);
    for (let turn = 0; turn < 3 && (await status(order)) !== 'ticketed'; turn += 1) {
      platform.clock.advance(minuteMs);
      await lookUpFlights(platform, sale.flights, sale.product, order.id);
      await sale.settle();
    }
    expect(await sale.order(order.id)).toMatchObject({ status: 'ticketed', total: order.total });
    expect((await findChanges(platform.db, order.id))[0]).toMatchObject({ status: 'failed', why: 'never-arrived' });
    expect(await claims(order)).toEqual(['2026-12-05 allocated', '2026-12-08 released']);
    const position = await moneyPosition(platform.db, order.id);
    expect([position.captured.amount, position.authorised.amount]).toEqual([order.total, 0]);
    expect(mailsOf(order)).toContain('flights-kept');
  });

  it('that the airline refuses is let be, and its money is let go', async () => {
    const order = await ticketed(airlines.refusing);
    await accepted(order, airlines.refusing, 1);
    await payFor(order);
    expect(await sale.order(order.id)).toMatchObject({ status: 'ticketed', total: order.total });
    expect(await claims(order)).toEqual(['2026-12-05 allocated', '2026-12-08 released']);
    expect((await moneyPosition(platform.db, order.id)).authorised.amount).toBe(0);
    // The next change of the same order begins anew.
    expect((await quoted(order, airlines.refusing, 1)).number).toBe(2);
    await keepFlights(platform, asker(order));
  });

  it('is neither quoted nor agreed to while a bank has the money of the order', async () => {
    const order = await ticketed(airlines.good);
    const change = await quoted(order, airlines.good, 1);
    await dispute(order);
    const seen = { number: change.number, seenTotal: change.quote.total.amount };
    expect(await acceptChange(platform, sale.flights, { ...asker(order), ...seen })).toEqual({ ok: false, refused: 'disputed' });
    const again = { ...asker(order), contract: 0, offerId: change.offerId };
    expect(await quoteChange(platform, sale.flights, again)).toEqual({ ok: false, refused: 'disputed' });
    expect(await claims(order)).toEqual(['2026-12-05 allocated']);
  });

  it('that was agreed to is not paid while a bank has the money of the order, nor carried out for money promised before', async () => {
    const order = await ticketed(airlines.good);
    await accepted(order, airlines.good, 1);
    const begun = await beginChangePayment(platform, sale.bank.provider, { orderId: order.id, returnTo, language: 'en' });
    if (!begun.ok) throw new Error(begun.refused);
    await dispute(order);
    expect(await beginChangePayment(platform, sale.bank.provider, { orderId: order.id, returnTo, language: 'en' })).toEqual({
      ok: false,
      refused: 'disputed',
    });
    await sale.bank.pay(begun.value.redirectTo, 'approved');
    await sale.settle();
    expect(await status(order)).toBe('change_pending');
    expect((await moneyPosition(platform.db, order.id)).authorised.amount).toBe(0);
    platform.clock.advance(31 * minuteMs);
    await carryOutChange(platform, sale.flights, order.id);
    expect(await status(order)).toBe('ticketed');
    expect(await claims(order)).toEqual(['2026-12-05 allocated', '2026-12-08 released']);
  });

  it('that is not paid in time ends by itself, and a quote with it', async () => {
    const order = await ticketed(airlines.good);
    await accepted(order, airlines.good, 1);
    expect(await carryOutChange(platform, sale.flights, order.id)).toEqual({ ok: false, refused: 'waits-for-money' });
    platform.clock.advance(31 * minuteMs);
    await carryOutChange(platform, sale.flights, order.id);
    await sale.settle();
    expect(await status(order)).toBe('ticketed');
    expect(await claims(order)).toEqual(['2026-12-05 allocated', '2026-12-08 released']);
    await quoted(order, airlines.good, 1);
    platform.clock.advance(16 * minuteMs);
    await carryOutChange(platform, sale.flights, order.id);
    expect(await status(order)).toBe('ticketed');
  });

  it('whose money or work came too late is let be before the airline is asked, and its money is let go', async () => {
    const order = await ticketed(airlines.good);
    const asked = airlines.good.calls.filter((call) => call === 'exchange').length;
    await accepted(order, airlines.good, 1);
    const urgent = async () => (await openFlightCounter(platform, sale.flights).describe(order.id, 'en')).change?.urgent;
    expect(await urgent()).toBe('Your new seats wait for your payment.');
    await promised(order);
    expect(await urgent()).toMatch(/^Your payment is with the bank or has come\./);
    platform.clock.advance(91 * minuteMs);
    expect(await carryOutChange(platform, sale.flights, order.id)).toEqual({ ok: false, refused: 'not-possible' });
    await sale.settle();
    expect(await sale.order(order.id)).toMatchObject({ status: 'ticketed', total: order.total });
    expect((await findChanges(platform.db, order.id))[0]).toMatchObject({ status: 'failed', why: 'too-late' });
    expect((await moneyPosition(platform.db, order.id)).authorised.amount).toBe(0);
    expect(airlines.good.calls.filter((call) => call === 'exchange')).toHaveLength(asked);
  });

  it('can be taken back before it is paid, and not after', async () => {
    const order = await ticketed(airlines.good);
    await accepted(order, airlines.good, 1);
    expect((await withdrawChange(platform, asker(order))).ok).toBe(true);
    await sale.settle();
    expect([await status(order), await claims(order)]).toEqual(['ticketed', ['2026-12-05 allocated', '2026-12-08 released']]);
    expect(await withdrawChange(platform, asker(order))).toEqual({ ok: false, refused: 'not-possible' });
  });

  it('is refused where it is none: another route, the same flights, another price than was read, a form of before', async () => {
    const order = await ticketed(airlines.good);
    const ask = (at: number) => quoteChange(platform, sale.flights, { ...asker(order), contract: 0, offerId: offersOf('a1')[at]!.id });
    expect(await ask(0)).toEqual({ ok: false, refused: 'same-flights' });
    expect(await ask(3)).toEqual({ ok: false, refused: 'other-route' });
    expect(await quoteChange(platform, sale.flights, { ...asker(order), contract: 0, offerId: 'a2.2026-12-08.1900' })).toEqual({
      ok: false,
      refused: 'other-airline',
    });
    const change = await quoted(order, airlines.good, 1);
    const accept = (number: number, seenTotal: number) => acceptChange(platform, sale.flights, { ...asker(order), number, seenTotal });
    expect(await accept(change.number, 1)).toEqual({ ok: false, refused: 'quote-over' });
    expect(await accept(change.number + 1, change.quote.total.amount)).toEqual({ ok: false, refused: 'quote-over' });
    await keepFlights(platform, asker(order));
    expect(await accept(change.number, change.quote.total.amount)).toEqual({ ok: false, refused: 'not-possible' });
  });

  it('takes seats only while there are any: of two who want the last ones together, one gets them and nobody loses theirs', async () => {
    await platform.db.execute(sql`update pools set capacity = allocated + held + 1 where key like 'cabin:EK1/2026-12-08/%'`);
    const [one, two] = [await ticketed(airlines.good), await ticketed(airlines.good)];
    const changes = [await quoted(one, airlines.good, 1), await quoted(two, airlines.good, 1)];
    const answers = await Promise.all(
      [one, two].map((order, index) =>
        acceptChange(platform, sale.flights, {
          ...asker(order),
          number: changes[index]!.number,
          seenTotal: changes[index]!.quote.total.amount,
        }),
      ),
    );
    expect(answers.map((answer) => (answer.ok ? 'ok' : answer.refused)).toSorted()).toEqual(['ok', 'sold-out']);
    for (const order of [one, two]) expect(await claims(order)).toContain('2026-12-05 allocated');
    await platform.db.execute(sql`update pools set capacity = 60 where key like 'cabin:EK1/2026-12-08/%'`);
  });

  it('keeps every promise of the books', async () => {
    const question = { holdTtlMs: platform.env.HOLD_TTL_MS, settleMs: 0, now: platform.clock.now() };
    const findings = await askInvariants(platform.db, question, {}, ['I1', 'I2', 'I3', 'I4', 'I5', 'I7', 'I8', 'I10', 'I11']);
    expect(brokenLines(findings)).toEqual([]);
  });

  it('cannot be cancelled while its difference is promised and not taken; a promise that ends is told to staff', async () => {
    const order = await ticketed(airlines.good);
    const change = await accepted(order, airlines.good, 1);
    const paymentId = await promised(order);
    expect((await carryOutChange(platform, sale.flights, order.id)).ok).toBe(true);
    expect(await quoteCancel(platform, sale.product, asker(order))).toEqual({ ok: false, refused: 'money-moving' });
    // Quoted by an older process: the press is refused before the airline is asked.
    const current = await sale.order(order.id);
    const terms = await sale.product.cancelTerms(order.id, platform.clock.now());
    await transact(platform.db, async (tx) => {
      await insertCancelQuote(tx, order.id, terms, order.currency);
      await mustMoveOrder(tx, sale.product.machine, platform.clock.now(), {
        order: current,
        event: 'ask-cancel',
        by: 'customer',
        who: 'guest',
      });
    });
    expect(await confirmCancel(platform, sale.product, asker(order))).toEqual({ ok: false, refused: 'money-moving' });
    await releasePayment(platform, sale.bank.provider, paymentId);
    await sale.settle();
    const told = (await listOpenStaffTasks(platform.db)).filter(({ kind }) => kind === 'change-unpaid');
    expect(told.map(({ subject, detail }) => [subject, detail['amount']])).toEqual([[`orders:${order.id}`, change.difference]]);
    expect((await quoteCancel(platform, sale.product, asker(order))).ok).toBe(true);
  });

  it('whose money the bank let go while the airline was silent is exchanged, and staff are told what is not paid', async () => {
    const order = await ticketed(airlines.mute);
    const change = await accepted(order, airlines.mute, 1);
    const paymentId = await promised(order);
    expect(await carryOutChange(platform, sale.flights, order.id)).toEqual({ ok: false, refused: 'supplier-silent' });
    await releasePayment(platform, sale.bank.provider, paymentId);
    platform.clock.advance(minuteMs);
    await lookUpFlights(platform, sale.flights, sale.product, order.id);
    await sale.settle();
    expect((await findChanges(platform.db, order.id))[0]!.status).toBe('done');
    const told = (await listOpenStaffTasks(platform.db)).filter(({ subject }) => subject === `orders:${order.id}`);
    expect(told.map(({ kind, detail }) => [kind, detail['amount']])).toContainEqual(['change-unpaid', change.difference]);
  });
});

describe('the limit that is kept beside each order', () => {
  it('is the one that its facts give, whatever became of the orders above', async () => {
    expect(await limitsNotKept(platform.db)).toEqual([]);
  });
});
