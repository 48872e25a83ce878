import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { riskOf } from '#app/commerce/customers/records/customer-blocks-store.server.ts';
import { answerCheck, askBuyer, holdBackByStaff, releaseOrder } from '#app/commerce/orders/hold-back.server.ts';
import { confirmCancel, giveUpOrder, keepOrder, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { findPaymentCheck, openAnswer } from '#app/commerce/orders/payment-checks-store.server.ts';
import { keptStates } from '#app/commerce/reviews/review-eligibility.ts';
import { moneyPosition } from '#app/commerce/ledger/ledger-store.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { dayMs, hourMs, instant, minuteMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { openTestPlatform, testNow } from '#tests/support/test-platform.ts';
import { aDraft, limitsNotKept, openTestSale } from './flight-order-testing.ts';
import { findTickets, findToBeFlown } from './flight-store.server.ts';
import { claimMissed, denyMissed, endFlown, recordNoShow, undoNoShow } from '../trip/missed-flights.server.ts';
import { anOffer } from '../offer-testing.ts';
import type { Offer } from '../offer.ts';
import { poolKey, type BookableSupplier } from '../supplier/own-stock.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';

const platform = await openTestPlatform();

class Airline extends ScriptedSupplier implements BookableSupplier {
  readonly stock: NonNullable<BookableSupplier['stock']> = {
    wishes: (offer, seats) =>
      offer.slices.flatMap(({ segments }) =>
        segments.map((segment) => ({ key: `${poolKey(segment, segment.cabin)}`, quantity: seats, capacity: 90, ceiling: 90 })),
      ),
  };
}
/** Airport taxes of AED 75 and a surcharge of the airline's of AED 40 beside the fare; a missed flight costs AED 300. */
const taxed = (offer: Offer, noShow: number | null): Offer => ({
  ...offer,
  expiresAt: '2026-12-24T08:12:00.000Z',
  brands: offer.brands.map((brand) => ({
    ...brand,
    fares: brand.fares.map((fare) => ({
      ...fare,
      taxes: [
        { code: 'AE', nameKey: 'taxes.AE', amount: money(75_00, 'AED') },
        { code: 'YQ', nameKey: 'taxes.YQ', amount: money(40_00, 'AED') },
      ],
    })),
    ...(noShow === null ? {} : { noShow: { permission: 'allowed', penalty: money(noShow * 100, 'AED') } as const }),
  })),
});
const offers = {
  strict: { ...taxed(anOffer({ supplier: 'e1', dirhams: 1000 }), null), id: 'e1.strict' },
  mild: { ...taxed(anOffer({ supplier: 'e1', dirhams: 1000 }), 300), id: 'e1.mild' },
  dear: { ...taxed(anOffer({ supplier: 'e1', dirhams: 25_000 }), null), id: 'e1.dear' },
};
const sale = await openTestSale(platform, [new Airline({ code: 'e1', offers: Object.values(offers), cancelsTickets: true })]);

let buyers = 0;
async function placed(offer: Offer = offers.strict, email = 'layla@example.com') {
  buyers += 1;
  const draft = aDraft(offer, { contactInfo: { email, phone: '+971501234567', secondPhone: '' } });
  return sale.placed(draft, { address: `10.9.${buyers}.1` });
}
const ticketed = async (offer?: Offer) => sale.paid((await placed(offer)).id);
const now = (order: Order) => sale.order(order.id);
const status = async (order: Order) => (await now(order)).status;
const mailsOf = (order: Order) => sale.mails.filter((mail) => mail.orderId === order.id).map((mail) => mail.template);
const tasksOf = async (order: Order) =>
  (await listOpenStaffTasks(platform.db)).filter(({ subject }) => subject === `orders:${order.id}`).map(({ kind }) => kind);
const ticketsOf = async (order: Order) => (await findTickets(platform.db, order.id)).map((ticket) => ticket.status);
const customer = (order: Order) => ({ orderId: order.id, by: 'customer', who: 'guest' }) as const;
const clerk = (order: Order) => ({ orderId: order.id, who: 'staff:clerk', reason: 'The airline wrote so' });
const departed = (order: Order) => platform.clock.set(instant(order.travelStarts.getTime() + minuteMs));
const landed = (order: Order, after = dayMs) => platform.clock.set(instant(order.travelEnds.getTime() + after));
/** What promises about one order are broken; others of this file lie about unpaid, on another day. */
const broken = async (order: Order) => {
  const question = { now: platform.clock.now(), holdTtlMs: 15 * minuteMs, settleMs: minuteMs };
  const found = await askInvariants(platform.db, question, {}, ['I1', 'I2', 'I3', 'I5', 'I7', 'I8', 'I9', 'I10', 'I11']);
  return brokenLines(found).filter((line) => line.includes(order.id));
};
async function resume() {
  await platform.jobs.send(platform.db, jobKind('flight.resume', 1), {});
  await platform.db.execute(sql`update pgboss.job set start_after = pgboss.job_now() where state in ('created', 'retry')`);
  await sale.settle();
}

beforeEach(() => platform.clock.set(testNow));

describe('an order whose flights are over', () => {
  it('is flown a day after the last landing, by the work that comes round, and its tickets are used', async () => {
    const order = await ticketed();
    landed(order, dayMs - minuteMs);
    await resume();
    expect(await status(order)).toBe('ticketed');
    landed(order);
    await resume();
    expect(await status(order)).toBe('flown');
    expect(await ticketsOf(order)).toEqual(['flown']);
    expect(keptStates['flight']).toContain('flown');
    expect((await moneyPosition(platform.db, order.id)).captured.amount).toBe(order.total);
    expect(await broken(order)).toEqual([]);
  });

  it('is told once, and asks about cancelling no more', async () => {
    const order = await ticketed();
    landed(order);
    expect([await endFlown(platform, order.id), await endFlown(platform, order.id)]).toEqual([true, false]);
    expect(await quoteCancel(platform, sale.product, customer(order))).toEqual({ ok: false, refused: 'not-cancellable' });
  });

  it('is found a page at a time, the earliest first, and none twice', async () => {
    const made: Order[] = [];
    for (let n = 0; n < 3; n += 1) made.push(await ticketed());
    const before = instant(made[0]!.travelEnds.getTime() + dayMs);
    const first = await findToBeFlown(platform.db, before, null);
    expect(first.map(({ id }) => id)).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
    const rest = await findToBeFlown(platform.db, before, first[0]!);
    expect(rest.map(({ id }) => id)).toEqual(first.slice(1).map(({ id }) => id));
    expect(await findToBeFlown(platform.db, instant(made[0]!.travelEnds.getTime() - 1), null)).toEqual([]);
  });

  it('whose holder asked about cancelling and went away is what it was', async () => {
    const order = await ticketed();
    platform.clock.set(instant(testNow + 30 * hourMs));
    const quote = await quoteCancel(platform, sale.product, customer(order));
    expect(quote.ok).toBe(true);
    platform.clock.set(instant(platform.clock.now() + 40 * minuteMs));
    await resume();
    expect(await status(order)).toBe('cancel_quoted');
    platform.clock.set(instant(platform.clock.now() + hourMs));
    await resume();
    expect(await status(order)).toBe('ticketed');
  });
});

describe('flights that nobody boarded', () => {
  it('are claimed after the departure, once, confirmed by a colleague, and give the airport taxes back', async () => {
    const order = await ticketed();
    expect(await claimMissed(platform, customer(order))).toEqual({ ok: false, refused: 'not-possible' });
    departed(order);
    expect((await claimMissed(platform, customer(order))).ok).toBe(true);
    expect((await claimMissed(platform, customer(order))).ok).toBe(false);
    expect(await tasksOf(order)).toEqual(['no-show-claim']);
    expect((await recordNoShow(platform, clerk(order))).ok).toBe(true);
    await sale.settle();
    expect([await status(order), await tasksOf(order)]).toEqual(['no_show', []]);
    expect(mailsOf(order)).toContain('flights-missed');
    const quote = await quoteCancel(platform, sale.product, customer(order));
    if (!quote.ok) throw new Error(quote.refused);
    // The fare allows nothing: not the fare, and not the surcharge that is one in disguise.
    expect([quote.value.window, quote.value.refund]).toEqual(['no-show', money(75_00, 'AED')]);
    expect((await confirmCancel(platform, sale.product, customer(order))).ok).toBe(true);
    await sale.settle();
    expect(await status(order)).toBe('refunded');
    expect((await moneyPosition(platform.db, order.id)).refunded.amount).toBe(75_00);
    expect(await ticketsOf(order)).toEqual(['refunded']);
    expect(await broken(order)).toEqual([]);
  });

  it('of a fare that gives something back for them give that too', async () => {
    const order = await ticketed(offers.mild);
    landed(order);
    await endFlown(platform, order.id);
    expect((await recordNoShow(platform, clerk(order))).ok).toBe(true);
    expect(await ticketsOf(order)).toEqual(['open']);
    const quote = await quoteCancel(platform, sale.product, customer(order));
    // 1,000 less 300, the taxes, and the surcharge that goes with the fare.
    expect(quote.ok && quote.value.refund).toEqual(money((700 + 75 + 40) * 100, 'AED'));
    expect((await keepOrder(platform, sale.product, customer(order))).ok).toBe(true);
    expect(await status(order)).toBe('no_show');
  });

  it('were flown after all where the airline says so: the claim is denied, and cannot be made again', async () => {
    const order = await ticketed();
    departed(order);
    await claimMissed(platform, customer(order));
    expect((await denyMissed(platform, clerk(order))).ok).toBe(true);
    await sale.settle();
    expect([await status(order), await tasksOf(order), mailsOf(order).includes('flights-not-missed')]).toEqual(['ticketed', [], true]);
    expect((await claimMissed(platform, customer(order))).ok).toBe(false);
    expect((await denyMissed(platform, clerk(order))).ok).toBe(false);
  });

  it('that were recorded by mistake are taken back', async () => {
    const order = await ticketed();
    expect((await recordNoShow(platform, clerk(order))).ok).toBe(false);
    departed(order);
    await recordNoShow(platform, clerk(order));
    expect((await undoNoShow(platform, clerk(order))).ok).toBe(true);
    expect([await status(order), await ticketsOf(order)]).toEqual(['flown', ['flown']]);
  });

  it('can be claimed for a year', async () => {
    const order = await ticketed();
    platform.clock.set(instant(order.travelStarts.getTime() + 365 * dayMs));
    expect((await claimMissed(platform, customer(order))).ok).toBe(false);
  });
});

describe('an order that somebody looks at before its tickets', () => {
  const soon = (order: Order) => platform.clock.set(instant(order.travelStarts.getTime() - 20 * hourMs));
  /** Paid by nobody we know, dear, and leaving within a day. */
  async function heldBack(email: string) {
    const template = await placed(offers.strict, 'somebody-else@example.com');
    soon(template);
    const order = await sale.paid((await placed(offers.dear, email)).id);
    expect(order.status).toBe('on_hold');
    return order;
  }

  it('is held back by rule: nothing is bought and nothing taken, its buyer hears of it, and a colleague is called', async () => {
    const order = await heldBack('new-buyer@example.com');
    expect(await tasksOf(order)).toEqual(['payment-check']);
    expect(mailsOf(order)).toEqual(['order-held', 'order-on-hold']);
    expect(await ticketsOf(order)).toEqual([]);
    expect((await findPaymentCheck(platform.db, order.id))?.causes).toEqual(['new-and-soon']);
    const position = await moneyPosition(platform.db, order.id);
    expect([position.captured.amount, position.authorised.amount]).toEqual([0, order.total]);
    await resume();
    expect([await status(order), await limitsNotKept(platform.db), await broken(order)]).toEqual(['on_hold', [], []]);
  });

  it('is asked about, answered, released by a colleague and ticketed, and stopped by no rule again', async () => {
    const order = await heldBack('other-buyer@example.com');
    const answer = { cardholder: 'Salma Haddad', relation: 'family', phone: '+971501112233', words: 'My mother' } as const;
    expect(await answerCheck(platform, sale.product, { ...customer(order), answer })).toEqual({ ok: false, refused: 'not-asked' });
    expect((await askBuyer(platform, sale.product, clerk(order))).ok).toBe(true);
    expect((await answerCheck(platform, sale.product, { ...customer(order), answer })).ok).toBe(true);
    expect((await answerCheck(platform, sale.product, { ...customer(order), answer })).ok).toBe(false);
    const check = (await findPaymentCheck(platform.db, order.id))!;
    expect([check.answer?.includes('Salma'), openAnswer(platform.crypto, check)]).toEqual([false, answer]);
    expect((await releaseOrder(platform, sale.product, clerk(order))).ok).toBe(true);
    await sale.settle();
    expect([await status(order), await tasksOf(order)]).toEqual(['ticketed', []]);
    expect((await findPaymentCheck(platform.db, order.id))?.decision).toBe('released');
    expect(mailsOf(order)).toEqual(['order-held', 'order-on-hold', 'order-evidence', 'order-ticketed']);
    expect(await broken(order)).toEqual([]);
  });

  it('is cancelled where it cannot be cleared up: all that was reserved is let go', async () => {
    const order = await heldBack('third-buyer@example.com');
    const ended = await giveUpOrder(platform, sale.product, { ...clerk(order), by: 'staff' });
    await sale.settle();
    expect([ended.ok, await status(order), await tasksOf(order)]).toEqual([true, 'refunded', []]);
    expect((await findPaymentCheck(platform.db, order.id))?.decision).toBe('ended');
    expect((await moneyPosition(platform.db, order.id)).captured.amount).toBe(0);
    expect(await broken(order)).toEqual([]);
  });

  it('is not stopped when its buyer was served before', async () => {
    const before = await sale.paid((await placed(offers.strict, 'known@example.com')).id);
    soon(before);
    expect((await sale.paid((await placed(offers.dear, 'known@example.com')).id)).status).toBe('ticketed');
  });

  it('is held back after the fourth refused card', async () => {
    const order = await placed();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await sale.bank.pay(await sale.pressPay(order.id), 'do-not-honour');
      await sale.settle();
    }
    const paid = await sale.paid(order.id);
    expect([paid.status, (await findPaymentCheck(platform.db, order.id))?.causes]).toEqual(['on_hold', ['many-declines']]);
  });

  it('is held back for a customer whom colleagues marked as a high risk', async () => {
    const order = await placed(offers.strict, 'marked@example.com');
    await platform.db.execute(sql`
      insert into customers (id, name, email, email_index, has_account, risk, first_seen_at, last_contact_at)
      values ('c-marked', '-', '-', ${order.emailIndex}, false, 'high', now(), now())`);
    await platform.db.execute(
      sql`insert into customer_keys (kind, key, customer_id, mail) values ('mail', ${order.emailIndex}, 'c-marked', '-')`,
    );
    expect(await riskOf(platform.db, order)).toBe('high');
    expect((await sale.paid(order.id)).status).toBe('on_hold');
  });

  it('is held back by a colleague where its tickets could not be issued, and refused where it has them', async () => {
    const order = await ticketed();
    expect(await holdBackByStaff(platform, sale.product, clerk(order))).toEqual({ ok: false, refused: 'not-possible' });
    expect(await releaseOrder(platform, sale.product, clerk(order))).toEqual({ ok: false, refused: 'not-possible' });
  });
});
