import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { findInvoicesOfOrder } from '#app/commerce/invoices/invoices-store.server.ts';
import { confirmCancel, keepOrder, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { findRefundsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { dayMs, hourMs, instant, minuteMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { acceptSchedule, takeInstead } from './answer-schedule.server.ts';
import { acceptChange, quoteChange } from '../change/change-flights.server.ts';
import { findChanges } from '../change/flight-changes-store.server.ts';
import { aDraft, limitsNotKept, openTestSale } from '../order/flight-order-testing.ts';
import { findTickets, getFlightOrder } from '../order/flight-store.server.ts';
import { lookUpFlights } from '../order/look-up-flights.server.ts';
import type { Flights } from '../flights-context.ts';
import { anOffer } from '../offer-testing.ts';
import type { Offer, Slice } from '../offer.ts';
import { askScheduleNews, tellHeld } from './receive-schedules.server.ts';
import { answerBy, sliceOf } from './schedule-rules.ts';
import { openSchedule } from './open-schedule.server.ts';
import { sayMoves } from './say-moves.server.ts';
import { findSchedules } from './schedule-store.server.ts';
import type { ScheduleNotice } from '../supplier/flight-supplier.ts';
import { poolKey, seatKey, type BookableSupplier } from '../supplier/own-stock.ts';
import { ScriptedSupplier, type SupplierScript } from '../supplier/scripted-supplier.ts';
import { tellScheduleAgain } from './tell-schedule-again.server.ts';
import { workOnSchedules } from './work-schedules.server.ts';

const platform = await openTestPlatform();
function flightOn(code: string, day: string, dirhams: number): Offer {
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
  };
}
class Airline extends ScriptedSupplier implements BookableSupplier {
  readonly stock: NonNullable<BookableSupplier['stock']> = {
    wishes: (offer, seats) =>
      offer.slices.flatMap(({ segments }) =>
        segments.map((segment) => ({ key: poolKey(segment, segment.cabin), quantity: seats, capacity: 60, ceiling: 60 })),
      ),
  };
}
const offersOf = (code: string) => [
  flightOn(code, '2026-12-05', 1500),
  flightOn(code, '2026-12-08', 1900),
  flightOn(code, '2026-12-10', 1500),
];
const airline = (code: string, script: SupplierScript = {}) => new Airline({ code, offers: offersOf(code), ...script });
const airlines = {
  good: airline('b1'),
  refusing: airline('b2', { exchange: 'sold-out' }),
  mute: airline('b3', { exchange: 'exchanged-but-unknown' }),
};
const sale = await openTestSale(platform, Object.values(airlines));

let buyers = 0;
async function ticketed(supplier: Airline, draft = aDraft(offersOf(supplier.code)[0]!)): Promise<Order> {
  buyers += 1;
  const order = await sale.paid((await sale.placed(draft, { address: `10.18.${buyers}.1` })).id);
  expect(order.status).toBe('ticketed');
  return order;
}
const locatorOf = async (order: Order) => (await getFlightOrder(platform.db, order.id)).contracts[0]!.locator!;
/** Flights of 5 December so many minutes later. */
function delayed(minutes: number): Slice[] {
  const only = anOffer().slices[0]!.segments[0]!;
  const move = (at: typeof only.departs) => {
    const shift = (text: string, end: string) =>
      new Date(Date.parse(`${text.slice(0, 16)}Z`) + minutes * minuteMs).toISOString().slice(0, 16) + end;
    return { ...at, local: shift(at.local, ''), utc: shift(at.utc, ':00Z') };
  };
  return [sliceOf([{ ...only, departs: move(only.departs), arrives: move(only.arrives) }])];
}
/** The same flights, leaving at an instant. */
const leavingAt = (at: number) => delayed(Math.round((at - Date.parse(anOffer().slices[0]!.segments[0]!.departs.utc)) / minuteMs));
let messages = 0;
/** What an airline says, heard and not worked on yet. */
async function heard(supplier: Airline, order: Order, slices: readonly Slice[] | null, more: Partial<ScheduleNotice> = {}) {
  messages += 1;
  platform.clock.advance(1_000);
  const notice: ScheduleNotice = {
    id: `m${messages}`,
    at: new Date(platform.clock.now()).toISOString(),
    locator: await locatorOf(order),
    slices,
    seatsLost: [],
    heldBack: false,
    ...more,
  };
  supplier.announce(notice);
  expect(await askScheduleNews(platform, sale.flights)).toEqual([]);
  return notice;
}
async function announced(...said: Parameters<typeof heard>) {
  const notice = await heard(...said);
  await sale.settle();
  return notice;
}
const now = async (order: Order) => sale.order(order.id);
const status = async (order: Order) => (await now(order)).status;
const newest = async (order: Order) => (await findSchedules(platform.db, order.id))[0]!;
async function asker(order: Order) {
  const current = await now(order);
  return { orderId: order.id, schedule: (await newest(order)).id, version: current.version, by: 'customer', who: 'guest' } as const;
}
const lettersTo = async (order: Order) => {
  const { rows } = (await platform.db.execute(sql`select kind from mail_log where order_id = ${order.id}`)) as unknown as {
    rows: { kind: string }[];
  };
  return rows.map(({ kind }) => kind);
};
const tasksOf = async (order: Order) =>
  (await listOpenStaffTasks(platform.db)).filter(({ subject }) => subject === `orders:${order.id}`).map(({ kind }) => kind);
const departs = async (order: Order) =>
  (await getFlightOrder(platform.db, order.id)).contracts[0]!.offer.slices[0]!.segments[0]!.departs.local;

describe('a change of schedule', () => {
  it('is recorded once however often the airline tells it, and the traveller has one mail', async () => {
    const order = await ticketed(airlines.good);
    const notice = await announced(airlines.good, order, delayed(30));
    airlines.good.announce(notice);
    await askScheduleNews(platform, sale.flights);
    await askScheduleNews(platform, sale.flights);
    await sale.settle();
    expect(await findSchedules(platform.db, order.id)).toHaveLength(1);
    expect(await status(order)).toBe('schedule_change_pending');
    expect((await lettersTo(order)).filter((kind) => kind === 'orders.schedule-changed')).toHaveLength(1);
    const row = await newest(order);
    expect([row.status, row.severity, row.answerBy!.getTime() - row.toldAt!.getTime()]).toEqual(['open', 'minor', 3 * dayMs]);
  });

  it('that is accepted brings new tickets, papers and an invoice for the same money', async () => {
    const order = await ticketed(airlines.good);
    await announced(airlines.good, order, delayed(150));
    const before = await findTickets(platform.db, order.id);
    expect((await acceptSchedule(platform, await asker(order))).ok).toBe(true);
    await sale.settle();
    expect(await now(order)).toMatchObject({ status: 'ticketed', total: order.total });
    expect(await departs(order)).toBe('2026-12-05T10:15');
    const after = await findTickets(platform.db, order.id);
    expect(after.map((ticket) => ticket.status).toSorted()).toEqual(['exchanged', 'open']);
    expect(after.find((ticket) => ticket.status === 'open')!.number).not.toBe(before[0]!.number);
    expect(await newest(order)).toMatchObject({ status: 'accepted', answer: 'accept', answeredBy: 'guest' });
    const papers = await findInvoicesOfOrder(platform.db, order.id);
    expect(papers.map(({ kind, gross }) => [kind, gross]).toSorted()).toEqual(
      [
        ['invoice', order.total],
        ['invoice', order.total],
        ['credit-note', -order.total],
      ].toSorted(),
    );
    expect(await findRefundsOfOrder(platform.db, order.id)).toEqual([]);
  });

  it('may be answered with other flights within three days for the price that was paid, and with no others', async () => {
    const order = await ticketed(airlines.good);
    await announced(airlines.good, order, null);
    const take = async (at: number) => takeInstead(platform, sale.flights, { ...(await asker(order)), offerId: offersOf('b1')[at]!.id });
    expect(await take(0)).toEqual({ ok: false, refused: 'same-flights' });
    expect(await take(2)).toEqual({ ok: false, refused: 'other-days' });
    expect((await take(1)).ok).toBe(true);
    await sale.settle();
    // The other flight costs AED 400 more today: that is not the traveller's affair.
    expect(await now(order)).toMatchObject({ status: 'ticketed', total: order.total });
    expect(await departs(order)).toBe('2026-12-08T07:45');
    expect(await newest(order)).toMatchObject({ status: 'rebooked', answer: 'instead' });
    const { rows } = (await platform.db.execute(
      sql`select pool_key, status from claims where order_id = ${order.id} order by pool_key`,
    )) as unknown as { rows: { pool_key: string; status: string }[] };
    expect(rows.map((row) => `${row.pool_key.split('/')[1]} ${row.status}`)).toEqual(['2026-12-05 released', '2026-12-08 allocated']);
  });

  it('that cancels the flight cannot be accepted, and gives everything back, our fee too', async () => {
    const order = await ticketed(airlines.good);
    platform.clock.advance(2 * dayMs);
    await announced(airlines.good, order, null);
    expect(await lettersTo(order)).toContain('orders.flight-cancelled');
    expect(await acceptSchedule(platform, await asker(order))).toEqual({ ok: false, refused: 'flight-cancelled' });
    const ask = { orderId: order.id, by: 'customer', who: 'guest' } as const;
    const terms = await quoteCancel(platform, sale.product, ask);
    if (!terms.ok) throw new Error(terms.refused);
    expect([terms.value.window, terms.value.refund?.amount]).toEqual(['airline-changed', order.total]);
    expect((await confirmCancel(platform, sale.product, ask)).ok).toBe(true);
    await sale.settle();
    expect(await status(order)).toBe('refunded');
    expect((await newest(order)).status).toBe('refunded');
    expect((await findRefundsOfOrder(platform.db, order.id)).map(({ amount }) => amount)).toEqual([order.total]);
  });

  it('that is small gives nothing back that the fare does not', async () => {
    const order = await ticketed(airlines.good);
    platform.clock.advance(2 * dayMs);
    await announced(airlines.good, order, delayed(15));
    const terms = await quoteCancel(platform, sale.product, { orderId: order.id, by: 'customer', who: 'guest' });
    expect(terms.ok && terms.value.window).toBe('fare-rules');
    await keepOrder(platform, sale.product, { orderId: order.id, by: 'customer', who: 'guest' });
    // Who keeps the tickets has still not answered.
    expect(await status(order)).toBe('ticketed');
    await workOnSchedules(platform);
    expect(await status(order)).toBe('schedule_change_pending');
    expect((await lettersTo(order)).filter((kind) => kind === 'orders.schedule-changed')).toHaveLength(1);
  });

  it('whose time runs out is taken as read when it is small, and put before a person when it is not', async () => {
    const [small, large, late] = [await ticketed(airlines.good), await ticketed(airlines.good), await ticketed(airlines.good)];
    const refused = await ticketed(airlines.refusing);
    await announced(airlines.good, small, delayed(20));
    await announced(airlines.good, large, delayed(300));
    await announced(airlines.good, late, delayed(20));
    await announced(airlines.refusing, refused, delayed(20));
    const soon = JSON.stringify(leavingAt(platform.clock.now() + 3 * dayMs + 2 * hourMs));
    await platform.db.execute(
      sql`update flight_contracts set offer = jsonb_set(offer, '{slices}', ${soon}::jsonb) where order_id = ${late.id}`,
    );
    platform.clock.advance(3 * dayMs + hourMs);
    for (let minute = 0; minute < 3; minute += 1) {
      await workOnSchedules(platform);
      await sale.settle();
    }
    expect([await status(small), await status(large)]).toEqual(['ticketed', 'schedule_change_pending']);
    expect(await newest(small)).toMatchObject({ status: 'accepted', answeredBy: 'system', reason: 'no-answer-in-time' });
    // No ticket is written so short before the flight, and one that the airline refused is not asked for minute by minute.
    const tries = async ({ id }: Order) => (await findChanges(platform.db, id)).length;
    expect([await status(late), await tries(late), await tasksOf(late)]).toEqual(['schedule_change_pending', 0, ['schedule-unanswered']]);
    expect([await status(refused), await tries(refused), await tasksOf(refused)]).toEqual([
      'schedule_change_pending',
      1,
      ['schedule-failed'],
    ]);
    platform.clock.advance(4 * dayMs);
    await workOnSchedules(platform);
    await workOnSchedules(platform);
    expect([await status(large), await tasksOf(large)]).toEqual(['schedule_change_pending', ['schedule-unanswered']]);
    expect((await acceptSchedule(platform, await asker(large))).ok).toBe(true);
    await sale.settle();
    expect([await status(large), await tasksOf(large)]).toEqual(['ticketed', []]);
  });

  it('is overtaken by the next one, and is over when the airline flies again what was sold', async () => {
    const order = await ticketed(airlines.good);
    await announced(airlines.good, order, delayed(30));
    const old = await asker(order);
    await announced(airlines.good, order, delayed(200));
    expect(await acceptSchedule(platform, old)).toEqual({ ok: false, refused: 'changed-meanwhile' });
    expect((await findSchedules(platform.db, order.id)).map((row) => row.status)).toEqual(['open', 'superseded']);
    // What was said before and comes late changes nothing.
    await announced(airlines.good, order, delayed(45), { at: new Date(platform.clock.now() - minuteMs).toISOString() });
    expect(await findSchedules(platform.db, order.id)).toHaveLength(2);
    await announced(airlines.good, order, delayed(0));
    expect([await status(order), (await newest(order)).status]).toEqual(['ticketed', 'superseded']);
  });

  it('is closed in words when the airline flies again what was sold: whoever was asked is written to once', async () => {
    const order = await ticketed(airlines.good);
    await announced(airlines.good, order, delayed(90));
    await announced(airlines.good, order, delayed(150));
    await announced(airlines.good, order, delayed(0));
    const over = async (one: Order) => (await lettersTo(one)).filter((kind) => kind === 'orders.schedule-over').length;
    expect([await status(order), await over(order)]).toEqual(['ticketed', 1]);
    const page = await openSchedule(
      platform,
      sale.flights as unknown as Flights,
      { order: await now(order), linked: [] },
      new URLSearchParams(),
      'en',
    );
    expect(page.schedule).toMatchObject({ open: false, takenBack: true });
    // Said once more, and after an answer, nobody is written to.
    await announced(airlines.good, order, delayed(0));
    expect(await over(order)).toBe(1);
    const answered = await ticketed(airlines.good);
    await announced(airlines.good, answered, delayed(90));
    expect((await acceptSchedule(platform, await asker(answered))).ok).toBe(true);
    await sale.settle();
    await announced(airlines.good, answered, delayed(90));
    expect(await over(answered)).toBe(0);
    // What was held back nobody was asked about.
    const held = await ticketed(airlines.good);
    await announced(airlines.good, held, delayed(90), { heldBack: true });
    await announced(airlines.good, held, delayed(0));
    expect(await over(held)).toBe(0);
  });

  it('of a journey that has begun is accepted for what is still to be flown', async () => {
    const order = await ticketed(airlines.good);
    const flown = leavingAt(platform.clock.now() - 2 * dayMs);
    const back = (minutes: number) => leavingAt(platform.clock.now() + 5 * dayMs + minutes * minuteMs);
    const home = back(0);
    const sold = JSON.stringify([...flown, ...home]);
    await platform.db.execute(
      sql`update flight_contracts set offer = jsonb_set(offer, '{slices}', ${sold}::jsonb) where order_id = ${order.id}`,
    );
    const later = home.map((slice) => ({
      ...slice,
      segments: slice.segments.map((segment) => {
        const move = (at: typeof segment.departs) => ({ ...at, utc: new Date(Date.parse(at.utc) + 30 * minuteMs).toISOString() });
        return { ...segment, departs: move(segment.departs), arrives: move(segment.arrives) };
      }),
    }));
    await announced(airlines.good, order, [...flown, ...later]);
    const open = await newest(order);
    // The time to answer is that of the flight to come, not of the one that has left.
    expect(open.departsAt.getTime()).toBe(Date.parse(home[0]!.segments[0]!.departs.utc));
    expect(open.answerBy!.getTime() - open.toldAt!.getTime()).toBe(3 * dayMs);
    expect((await acceptSchedule(platform, await asker(order))).ok).toBe(true);
    await sale.settle();
    expect([await status(order), (await newest(order)).status]).toEqual(['ticketed', 'accepted']);
    expect((await getFlightOrder(platform.db, order.id)).contracts[0]!.offer.slices[1]!.segments[0]!.departs.utc).toBe(
      later[0]!.segments[0]!.departs.utc,
    );
  });

  it('is not taken back by an older message, whether that comes late or is told again', async () => {
    const order = await ticketed(airlines.good);
    // First heard of: that it flies as sold. The delay that was said before comes after it.
    const plain = await announced(airlines.good, order, delayed(0));
    await announced(airlines.good, order, delayed(40), { at: new Date(Date.parse(plain.at) - minuteMs).toISOString() });
    expect([await status(order), await findSchedules(platform.db, order.id)]).toEqual(['ticketed', []]);
    await announced(airlines.good, order, delayed(40));
    await announced(airlines.good, order, delayed(0));
    await announced(airlines.good, order, delayed(20));
    expect((await acceptSchedule(platform, await asker(order))).ok).toBe(true);
    await sale.settle();
    // Everything of the last hour is told again.
    await askScheduleNews(platform, sale.flights);
    await sale.settle();
    expect([await status(order), await departs(order)]).toEqual(['ticketed', '2026-12-05T08:05']);
    expect(await findSchedules(platform.db, order.id)).toHaveLength(2);
  });

  it('ends what the traveller only asked about: other flights, or what cancelling would bring', async () => {
    const airlineWithChange = airlines.good;
    const order = await ticketed(airlineWithChange);
    await platform.db.execute(
      sql`update flight_contracts set offer = jsonb_set(offer, '{brands,0,changeBefore}', '{"permission":"allowed","penalty":null}') where order_id = ${order.id}`,
    );
    const quoted = await quoteChange(platform, sale.flights, {
      orderId: order.id,
      by: 'customer',
      who: 'guest',
      contract: 0,
      offerId: offersOf('b1')[1]!.id,
    });
    expect(quoted.ok).toBe(true);
    await announced(airlineWithChange, order, delayed(200));
    expect(await status(order)).toBe('schedule_change_pending');
    expect((await newest(order)).toldAt).not.toBeNull();
    const customer = { by: 'customer', who: 'guest' } as const;
    const { number, quote } = quoted.ok ? quoted.value : await Promise.reject(new Error(quoted.refused));
    const pressed = { ...customer, orderId: order.id, number, seenTotal: quote.total.amount };
    expect(await acceptChange(platform, sale.flights, pressed)).toMatchObject({ ok: false });

    const other = await ticketed(airlineWithChange);
    const before = await quoteCancel(platform, sale.product, { ...customer, orderId: other.id });
    await announced(airlineWithChange, other, delayed(200));
    expect(await status(other)).toBe('schedule_change_pending');
    expect(await confirmCancel(platform, sale.product, { ...customer, orderId: other.id })).toMatchObject({ ok: false });
    const after = await quoteCancel(platform, sale.product, { ...customer, orderId: other.id });
    expect(before.ok && after.ok && after.value.refund!.amount).toBe(other.total);
  });

  it('that is held back is on record and before nobody', async () => {
    const order = await ticketed(airlines.good);
    await announced(airlines.good, order, delayed(200), { heldBack: true });
    await workOnSchedules(platform);
    expect([await status(order), (await newest(order)).status, await lettersTo(order)]).toEqual(['ticketed', 'held', []]);
  });

  it('takes a paid seat off the price when the airline took the seat away', async () => {
    const [offer] = offersOf('b1');
    const segment = offer!.slices[0]!.segments[0]!;
    const order = await ticketed(airlines.good);
    const seat = { key: 'EK1-20261205:0', passenger: 0, segment: 0, designator: '12A', price: money(5_000, 'AED') };
    await platform.db.execute(
      sql`update flight_orders set choices = jsonb_set(choices, '{seats}', ${JSON.stringify([seat])}::jsonb) where order_id = ${order.id}`,
    );
    expect(seatKey(segment, '12A')).toContain('EK1');
    await announced(airlines.good, order, [...offer!.slices], { seatsLost: [0] });
    expect(await newest(order)).toMatchObject({ kinds: ['seats'], severity: 'minor' });
    expect((await acceptSchedule(platform, await asker(order))).ok).toBe(true);
    await sale.settle();
    const back = (await findRefundsOfOrder(platform.db, order.id)).map(({ amount }) => amount);
    expect(back).toHaveLength(1);
    expect(back[0]).toBeGreaterThanOrEqual(5_000);
    expect((await now(order)).total).toBe(order.total - back[0]!);
    expect((await getFlightOrder(platform.db, order.id)).choices.seats).toEqual([]);
  });

  it('whose answer the airline refuses is open again, and a person is told', async () => {
    const order = await ticketed(airlines.refusing);
    await announced(airlines.refusing, order, delayed(200));
    expect((await acceptSchedule(platform, await asker(order))).ok).toBe(true);
    await sale.settle();
    expect([await status(order), await tasksOf(order)]).toEqual(['schedule_change_pending', ['schedule-failed']]);
    expect(await newest(order)).toMatchObject({ status: 'open', answer: null });
    expect(await departs(order)).toBe('2026-12-05T07:45');
  });

  it('whose answer was lost on the way is looked up and never asked for twice', async () => {
    const order = await ticketed(airlines.mute);
    await announced(airlines.mute, order, delayed(200));
    expect((await acceptSchedule(platform, await asker(order))).ok).toBe(true);
    await sale.settle();
    for (let turn = 0; turn < 3 && (await status(order)) !== 'ticketed'; turn += 1) {
      platform.clock.advance(minuteMs);
      await lookUpFlights(platform, sale.flights, sale.product, order.id);
      await sale.settle();
    }
    expect([await status(order), (await newest(order)).status]).toEqual(['ticketed', 'accepted']);
    expect(airlines.mute.calls.filter((call) => call === 'exchange')).toHaveLength(1);
  });

  it('is asked for again where a source was silent, and is about nobody whose booking is not ours', async () => {
    const silent = airline('b9', { notices: 'unknown' });
    expect(await askScheduleNews(platform, { scheduleNews: [silent] })).toEqual(['b9']);
    const strange = airline('b8');
    strange.announce({
      id: 'x',
      at: new Date(platform.clock.now()).toISOString(),
      locator: 'ZZZZZ1',
      slices: null,
      seatsLost: [],
      heldBack: false,
    });
    expect(await askScheduleNews(platform, { scheduleNews: [strange] })).toEqual([]);
    const { rows } = (await platform.db.execute(sql`select count(*)::int as n from schedule_changes where source = 'b8'`)) as unknown as {
      rows: { n: number }[];
    };
    expect(rows[0]!.n).toBe(0);
  });

  it('keeps every promise of the books', async () => {
    const question = { holdTtlMs: platform.env.HOLD_TTL_MS, settleMs: 0, now: platform.clock.now() };
    const findings = await askInvariants(platform.db, question, {}, ['I1', 'I2', 'I3', 'I4', 'I5', 'I7', 'I8', 'I10', 'I11']);
    expect(brokenLines(findings)).toEqual([]);
  });
});

describe('the limit that is kept beside each order', () => {
  it('is the one that its facts give, whatever became of the orders above', async () => {
    expect(await limitsNotKept(platform.db)).toEqual([]);
  });
});

it('a traveller who has not answered is written to once more when hours have passed, with the same time to answer', async () => {
  const order = await ticketed(airlines.good);
  await announced(airlines.good, order, delayed(200));
  const letters = async () => (await lettersTo(order)).filter((kind) => kind === 'orders.schedule-changed').length;
  expect(await letters()).toBe(1);
  const again = async () => tellScheduleAgain(platform, { orderId: order.id, who: 'staff:somebody' });
  expect(await again()).toEqual({ ok: false, refused: 'told-lately' });
  const before = await newest(order);
  platform.clock.advance(12 * hourMs);
  expect((await again()).ok).toBe(true);
  expect(await again()).toEqual({ ok: false, refused: 'told-lately' });
  await sale.settle();
  expect(await letters()).toBe(2);
  expect((await newest(order)).answerBy).toEqual(before.answerBy);
  expect(await tellScheduleAgain(platform, { orderId: 'nobody', who: 'staff:somebody' })).toEqual({ ok: false, refused: 'not-possible' });
});

describe('a move that the traveller allowed beforehand', () => {
  const allow = async (order: Order, minutes: 0 | 30) => {
    const said = await sayMoves(platform, { orderId: order.id, who: 'guest', userId: null, minutes });
    expect(said.ok).toBe(true);
    return platform.clock.now();
  };

  it('is accepted in their name with the consent beside it, and told instead of asked', async () => {
    const order = await ticketed(airlines.good);
    const at = await allow(order, 30);
    await announced(airlines.good, order, delayed(25));
    expect(await status(order)).toBe('ticketed');
    expect(await departs(order)).toBe('2026-12-05T08:10');
    expect(await newest(order)).toMatchObject({
      status: 'accepted',
      answer: 'accept',
      answeredBy: 'system',
      reason: 'allowed-beforehand',
      allowedMinutes: 30,
      allowedBy: 'guest',
      allowedWay: 'link',
      allowedAt: new Date(at),
    });
    const letters = await lettersTo(order);
    expect(letters.filter((kind) => kind === 'orders.schedule-taken')).toHaveLength(1);
    expect(letters).not.toContain('orders.schedule-changed');
  });

  it('is asked about when it is larger, when several add up to more, and when it was taken back', async () => {
    const order = await ticketed(airlines.good);
    await allow(order, 30);
    await announced(airlines.good, order, delayed(20));
    expect(await departs(order)).toBe('2026-12-05T08:05');
    await announced(airlines.good, order, delayed(40));
    expect(await status(order)).toBe('schedule_change_pending');
    expect(await lettersTo(order)).toContain('orders.schedule-changed');
    expect((await newest(order)).allowedMinutes).toBeNull();
    // Their own answer is what the next one counts from.
    expect((await acceptSchedule(platform, await asker(order))).ok).toBe(true);
    await sale.settle();
    await announced(airlines.good, order, delayed(65));
    expect([await status(order), await departs(order)]).toEqual(['ticketed', '2026-12-05T08:50']);
    await allow(order, 0);
    await announced(airlines.good, order, delayed(70));
    expect(await status(order)).toBe('schedule_change_pending');
  });

  it('is counted from the flights that were sold when the next one is heard before its tickets are there', async () => {
    const order = await ticketed(airlines.good);
    await allow(order, 30);
    await heard(airlines.good, order, delayed(30));
    expect(await status(order)).toBe('change_pending');
    await heard(airlines.good, order, delayed(60));
    await sale.settle();
    expect([await status(order), await departs(order)]).toEqual(['schedule_change_pending', '2026-12-05T08:15']);
    expect((await newest(order)).allowedMinutes).toBeNull();
  });

  it('that is taken back before its tickets are there ends with the flights that were sold', async () => {
    const order = await ticketed(airlines.good);
    await allow(order, 30);
    await heard(airlines.good, order, delayed(25));
    await heard(airlines.good, order, delayed(0));
    await sale.settle();
    expect([await status(order), await departs(order)]).toEqual(['ticketed', '2026-12-05T07:45']);
  });

  it('is asked about when the airline had said it before the consent was given, though they are told later', async () => {
    const order = await ticketed(airlines.good);
    await announced(airlines.good, order, delayed(10), { heldBack: true });
    platform.clock.advance(minuteMs);
    await allow(order, 30);
    const told = await tellHeld(platform, { schedule: (await newest(order)).id, who: 'staff:somebody', requestId: 'r1' });
    expect(told.ok).toBe(true);
    await sale.settle();
    expect([await status(order), (await newest(order)).allowedMinutes]).toEqual(['schedule_change_pending', null]);
  });

  it('is asked about when it overtakes a question that they have not answered', async () => {
    const order = await ticketed(airlines.good);
    await allow(order, 30);
    await announced(airlines.good, order, delayed(40));
    await announced(airlines.good, order, delayed(10));
    expect([await status(order), (await newest(order)).allowedMinutes]).toEqual(['schedule_change_pending', null]);
  });

  it('is taken again once a question was taken back by the airline', async () => {
    const order = await ticketed(airlines.good);
    await allow(order, 30);
    await announced(airlines.good, order, delayed(40));
    expect(await status(order)).toBe('schedule_change_pending');
    await announced(airlines.good, order, delayed(0));
    expect(await status(order)).toBe('ticketed');
    await announced(airlines.good, order, delayed(20));
    expect([await status(order), await departs(order), (await newest(order)).allowedMinutes]).toEqual(['ticketed', '2026-12-05T08:05', 30]);
  });

  it('is asked about when the airline writes no tickets any more', async () => {
    const order = await ticketed(airlines.good);
    await allow(order, 30);
    const now = platform.clock.now();
    const sold = JSON.stringify(leavingAt(now + 100 * minuteMs));
    await platform.db.execute(
      sql`update flight_contracts set offer = jsonb_set(offer, '{slices}', ${sold}::jsonb) where order_id = ${order.id}`,
    );
    await heard(airlines.good, order, leavingAt(now + 110 * minuteMs));
    expect(await status(order)).toBe('schedule_change_pending');
    await sale.settle();
    // Nothing was tried that could not be done.
    expect(await tasksOf(order)).toEqual([]);
    expect([await status(order), (await newest(order)).allowedMinutes]).toEqual(['schedule_change_pending', null]);
    expect(await lettersTo(order)).not.toContain('orders.schedule-taken');
  });

  it('is asked about after all when the airline does not write the tickets', async () => {
    const order = await ticketed(airlines.refusing);
    await allow(order, 30);
    await heard(airlines.refusing, order, delayed(10));
    platform.clock.advance(minuteMs);
    await sale.settle();
    expect(await status(order)).toBe('schedule_change_pending');
    expect(await newest(order)).toMatchObject({
      status: 'open',
      answer: null,
      allowedMinutes: null,
      allowedBy: null,
      allowedAt: null,
      allowedWay: null,
    });
    expect((await lettersTo(order)).filter((kind) => kind === 'orders.schedule-changed')).toHaveLength(1);
    // Their time to answer begins when they are asked, not when the airline spoke.
    const asked = await newest(order);
    expect(asked.toldAt!.getTime()).toBeGreaterThan(asked.receivedAt.getTime());
    expect(asked.answerBy!.getTime()).toBe(answerBy('minor', instant(asked.departsAt.getTime()), instant(asked.toldAt!.getTime())));
  });

  it('can be taken back while it is at work and between the flights of a journey, and given for neither', async () => {
    const order = await ticketed(airlines.good);
    await allow(order, 30);
    await heard(airlines.good, order, delayed(10));
    expect(await status(order)).toBe('change_pending');
    expect(await sayMoves(platform, { orderId: order.id, who: 'guest', userId: null, minutes: 10 })).toEqual({
      ok: false,
      refused: 'not-possible',
    });
    await allow(order, 0);
    await sale.settle();
    const [now, ends] = [platform.clock.now(), platform.clock.now() + 5 * dayMs];
    await allow(order, 30);
    await platform.db.execute(
      sql`update orders set travel_starts = ${new Date(now).toISOString()}::timestamptz, travel_ends = ${new Date(ends).toISOString()}::timestamptz where id = ${order.id}`,
    );
    expect(await sayMoves(platform, { orderId: order.id, who: 'guest', userId: null, minutes: 10 })).toEqual({
      ok: false,
      refused: 'not-possible',
    });
    await allow(order, 0);
    expect((await getFlightOrder(platform.db, order.id)).movesAllowed).toBeNull();
  });

  it('holds for nothing that lies before them already, and is said once however often it is pressed', async () => {
    const order = await ticketed(airlines.good);
    await announced(airlines.good, order, delayed(10));
    await allow(order, 30);
    const { version } = await now(order);
    await allow(order, 30);
    expect([await status(order), (await now(order)).version]).toEqual(['schedule_change_pending', version]);
    await workOnSchedules(platform);
    await sale.settle();
    expect(await newest(order)).toMatchObject({ status: 'open', answer: null });
  });

  it('counts on from where it began when the one before was taken because nobody answered', async () => {
    const order = await ticketed(airlines.good);
    await announced(airlines.good, order, delayed(20));
    await allow(order, 30);
    platform.clock.advance((await newest(order)).answerBy!.getTime() - platform.clock.now());
    await workOnSchedules(platform);
    await sale.settle();
    expect([await status(order), await departs(order)]).toEqual(['ticketed', '2026-12-05T08:05']);
    await announced(airlines.good, order, delayed(45));
    expect(await status(order)).toBe('schedule_change_pending');
  });
});

it('a change of the rest of a journey is taken as read when nobody answers, and within what was allowed unasked', async () => {
  const late = () => aDraft(offersOf('b1')[2]!);
  const [silent, allowing] = [await ticketed(airlines.good, late()), await ticketed(airlines.good, late())];
  const flown = leavingAt(platform.clock.now() - 2 * dayMs);
  const home = leavingAt(platform.clock.now() + 9 * dayMs);
  const later = leavingAt(platform.clock.now() + 9 * dayMs + 20 * minuteMs);
  await sayMoves(platform, { orderId: allowing.id, who: 'guest', userId: null, minutes: 30 });
  for (const { id } of [silent, allowing])
    await platform.db.execute(
      sql`update flight_contracts set offer = jsonb_set(offer, '{slices}', ${JSON.stringify([...flown, ...home])}::jsonb) where order_id = ${id}`,
    );
  await announced(airlines.good, silent, [...flown, ...later]);
  await announced(airlines.good, allowing, [...flown, ...later]);
  expect([await status(silent), await status(allowing)]).toEqual(['schedule_change_pending', 'ticketed']);
  expect(await newest(allowing)).toMatchObject({ status: 'accepted', allowedMinutes: 30 });
  platform.clock.advance(3 * dayMs + minuteMs);
  await workOnSchedules(platform);
  await sale.settle();
  expect([await status(silent), (await newest(silent)).answeredBy]).toEqual(['ticketed', 'system']);
});
