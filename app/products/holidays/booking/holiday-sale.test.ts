import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { cancelByOperator, refundCancelledByOperator } from '#app/commerce/bookings/operator-cancel.server.ts';
import { readVoucher } from '#app/commerce/bookings/voucher-code.server.ts';
import { disputesOfOrder } from '#app/commerce/disputes/disputes-store.server.ts';
import { findInvoicesOfOrder } from '#app/commerce/invoices/invoices-store.server.ts';
import { findStandings } from '#app/commerce/invoices/invoice-standings.server.ts';
import { keptPositions } from '#app/commerce/ledger/ledger-store.server.ts';
import { confirmCancel, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { expireOrders } from '#app/commerce/orders/expire-orders.server.ts';
import { findPaymentsOfOrder, findRefundsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { formatDate } from '#app/ui/number-format.ts';
import { addDays, addMilliseconds, calendarDate, dayMs, hourMs, instant, minuteMs, type CalendarDate } from '#app/values/dates.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { readPdf } from '#tests/support/pdf-text.ts';
import { readPeople } from '#app/commerce/orders/orders-store.server.ts';
import { changeHoliday, quoteChange } from './change-holiday.server.ts';
import { aPerson, openTestHolidays } from './holiday-testing.ts';
import { suggestRooms } from './party-rules.ts';

const platform = await openTestPlatform();
const sale = await openTestHolidays(platform);
const customer = { by: 'customer', who: 'guest' } as const;
const aChild = { type: 'child', title: null, surname: 'HADDAD', nationality: 'PH', document: null } as const;
const start = platform.clock.now();

const departures = (await sale.departures()).map(({ setsOff }) => setsOff);
const farther = departures.filter((day) => day > addDays(sale.today(), 120));
/** Departures that lie far enough ahead for a deposit, each used by one test; the farther ones first. */
const ahead = [...farther, ...departures.filter((day) => day > addDays(sale.today(), 60) && !farther.includes(day))];
let used = 0;
const nextDay = (): CalendarDate => ahead[used++]!;
const mails = async (orderId: string) =>
  (
    (await platform.db.execute(
      sql`select template from sent_messages where order_id = ${orderId} order by sent_at, template`,
    )) as unknown as {
      rows: { template: string }[];
    }
  ).rows.map(({ template }) => template);
const promises = async () =>
  brokenLines(await askInvariants(platform.db, { now: platform.clock.now(), holdTtlMs: platform.env.HOLD_TTL_MS, settleMs: 0 }));
const afterwards = () => platform.clock.set(start);

describe('a tour that is paid whole', () => {
  it('holds its places for twenty minutes, is confirmed with a voucher, an invoice and a letter, and runs its course', async () => {
    const day = nextDay();
    const before = await sale.left(day);
    const orderId = await sale.placed(sale.form(day));
    expect(await sale.left(day)).toBe(before - 2);
    const held = await sale.order(orderId);
    expect(held.heldUntil!.getTime() - platform.clock.now()).toBe(20 * minuteMs);
    await sale.settle();
    const kept = (await platform.mail.folder!.list()).find(({ text }) => text.includes(held.reference))!;
    // By the clock in Dubai, four hours ahead.
    const limit = new Date(held.heldUntil!.getTime() + 4 * hourMs).toISOString();
    expect(kept.text).toContain(`until ${formatDate(limit, 'en', 'day')}, ${limit.slice(11, 16)} Dubai time`);
    await sale.pay(orderId);
    expect(await sale.order(orderId)).toMatchObject({ status: 'confirmed' });
    const booking = await sale.booking(orderId);
    expect(booking).toMatchObject({ status: 'confirmed', places: 2, zone: 'Europe/Rome' });
    expect((await findPaymentsOfOrder(platform.db, orderId)).map(({ status }) => status)).toEqual(['succeeded']);
    expect((await findInvoicesOfOrder(platform.db, orderId)).map(({ gross }) => gross)).toEqual([held.total]);
    expect(await mails(orderId)).toEqual(['order-confirmed', 'order-held']);
    const paper = (await sale.counter.openPaper(orderId, 'voucher.pdf', 'en'))!;
    expect(readPdf(paper.content).text).toContain(booking.voucher);
    platform.clock.set(instant(booking.startsAt.getTime()));
    await sale.daily();
    expect((await sale.booking(orderId)).status).toBe('redeemed');
    platform.clock.set(instant(booking.endsAt.getTime()));
    await sale.daily();
    expect((await sale.booking(orderId)).status).toBe('completed');
    expect((await sale.order(orderId)).status).toBe('completed');
    afterwards();
  });

  it('is named on its invoice with its days, and so is each extra, in both languages', async () => {
    const day = farther.at(-3)!;
    const form = sale.form(day);
    const orderId = await sale.sold({ ...form, trip: { ...form.trip, extras: ['data', 'transfer'] } });
    const [invoice] = await findInvoicesOfOrder(platform.db, orderId);
    const until = addDays(day, sale.tour.days - 1);
    const said = (one: CalendarDate, language: 'en' | 'ar') => formatDate(one, language);
    expect(invoice!.lines[0]!.words.en).toBe(`Tour (Adult): ${sale.tour.words.title}, ${said(day, 'en')} to ${said(until, 'en')}`);
    expect(invoice!.lines[0]!.words.ar).toContain(`، من ${said(day, 'ar')} إلى ${said(until, 'ar')}`);
    expect(invoice!.lines.map(({ words }) => words.en)).toEqual(
      expect.arrayContaining(['Extra: Mobile data', 'Extra: Private arrival transfer']),
    );
    for (const { words } of invoice!.lines) expect(words.ar).not.toMatch(/[A-Za-z]/);
  });

  it('lets go of its places when nobody pays', async () => {
    const day = nextDay();
    const before = await sale.left(day);
    const orderId = await sale.placed(sale.form(day));
    platform.clock.advance(20 * minuteMs);
    await expireOrders(platform, [sale.product]);
    await sale.settle();
    expect((await sale.booking(orderId)).status).toBe('expired');
    expect(await sale.left(day)).toBe(before);
    afterwards();
  });

  it('keeps them for 48 hours as a free option, and no longer', async () => {
    const day = nextDay();
    const orderId = await sale.placed(sale.form(day), { option: true });
    expect((await sale.booking(orderId)).status).toBe('option');
    platform.clock.advance(47 * hourMs);
    await expireOrders(platform, [sale.product]);
    expect((await sale.order(orderId)).status).toBe('held');
    expect(await promises()).toEqual([]);
    platform.clock.advance(hourMs);
    await expireOrders(platform, [sale.product]);
    await sale.settle();
    expect((await sale.booking(orderId)).status).toBe('expired');
    const near = (await sale.departures()).find(({ setsOff }) => setsOff < addDays(sale.today(), 60));
    if (near) expect(await sale.place(sale.form(near.setsOff), { option: true })).toEqual({ ok: false, refused: 'no-option' });
    afterwards();
  });
});

describe('placing', () => {
  it('refuses what is missing, unread, dearer than was seen, or booked already', async () => {
    const day = nextDay();
    const form = sale.form(day);
    expect(await sale.place({ ...form, people: [aPerson()] })).toEqual({ ok: false, refused: 'not-ready' });
    expect(await sale.place({ ...form, people: [aPerson(), aPerson({ birthDate: '2020-01-01' })] })).toEqual({
      ok: false,
      refused: 'not-ready',
    });
    expect(await sale.place({ ...form, trip: { ...form.trip, rooms: { double: 0, twin: 0, triple: 0, single: 1 } } })).toEqual({
      ok: false,
      refused: 'not-ready',
    });
    expect(await sale.place(form, { agreed: false })).toEqual({ ok: false, refused: 'not-agreed' });
    const seen = await sale.total(form);
    expect(await sale.place(form, { seenTotal: { ...seen, amount: seen.amount - 1 } })).toEqual({ ok: false, refused: 'price-changed' });
    await sale.sold(form);
    expect(await sale.place({ ...form, people: [form.people[0]!, aPerson()] })).toEqual({ ok: false, refused: 'duplicate-booking' });
  });

  it('refuses a departure that the desk has stopped, and the last place twice', async () => {
    const [stopped, small] = [nextDay(), nextDay()];
    await platform.db.execute(
      sql`insert into tour_departures (tour_id, sets_off, capacity, stopped_at, changed_at) values (${sale.tour.id}, ${stopped}, 12, now(), now()), (${sale.tour.id}, ${small}, 3, null, now())`,
    );
    expect(await sale.place(sale.form(stopped))).toEqual({ ok: false, refused: 'departure-closed' });
    await sale.sold(sale.form(small));
    expect(await sale.place(sale.form(small))).toEqual({ ok: false, refused: 'sold-out' });
    expect(await sale.left(small)).toBe(1);
  });
});

describe('a tour that is paid in parts', () => {
  it('takes the deposit, reminds three times, takes the balance, and stands by its promises all the way', async () => {
    const day = nextDay();
    const orderId = await sale.sold(sale.form(day, { plan: 'deposit' }));
    const { total } = await sale.order(orderId);
    const [deposit, rest] = await sale.parts(orderId);
    expect(deposit!.amount + rest!.amount).toBe(total);
    expect(rest!.dueOn).toBe(addDays(day, -30));
    expect((await findPaymentsOfOrder(platform.db, orderId)).map(({ amount }) => amount)).toEqual([deposit!.amount]);
    for (const daysLeft of [31, 30, 20, 14, 7, 1]) {
      platform.clock.set(instant(Date.parse(`${addDays(rest!.dueOn!, -daysLeft)}T08:00Z`)));
      await sale.daily();
      await sale.daily();
      await sale.settle();
    }
    expect((await mails(orderId)).filter((name) => name === 'balance-reminder')).toHaveLength(3);
    expect((await sale.booking(orderId)).status).toBe('balance_due');
    await sale.payPart(orderId);
    expect((await sale.booking(orderId)).status).toBe('confirmed');
    expect((await findPaymentsOfOrder(platform.db, orderId)).map(({ status, purpose }) => `${purpose} ${status}`)).toEqual([
      'instalment-2 succeeded',
      'order succeeded',
    ]);
    expect(await mails(orderId)).toContain('balance-paid');
    expect((await findInvoicesOfOrder(platform.db, orderId)).map(({ gross }) => gross)).toEqual([total]);
    platform.clock.set(instant(Date.parse(`${addDays(rest!.dueOn!, 20)}T08:00Z`)));
    await sale.daily();
    expect((await sale.order(orderId)).status).toBe('confirmed');
    afterwards();
  });

  it.each([
    [31, 30],
    [30, 14],
    [14, 7],
    [7, -1],
    [3, -1],
  ])('agreed to %i days before the rest is due, it says nothing of it until %i days before', async (left, next) => {
    const day = farther.at(-1)!;
    const due = addDays(day, -30);
    platform.clock.set(instant(Date.parse(`${addDays(due, -left)}T08:00Z`)));
    const orderId = await sale.sold(sale.form(day, { plan: 'deposit' }));
    expect((await sale.parts(orderId)).at(-1)!.dueOn).toBe(due);
    const told = async () => (await mails(orderId)).filter((name) => name.startsWith('balance-'));
    const at = async (days: number) => {
      platform.clock.set(instant(Date.parse(`${addDays(due, -days)}T08:01Z`)));
      await sale.daily();
      await sale.settle();
    };
    await at(left);
    if (next + 1 < left) await at(next + 1);
    expect(await told()).toEqual([]);
    await at(next);
    expect(await told()).toEqual([next < 0 ? 'balance-overdue' : 'balance-reminder']);
    afterwards();
  });

  it('that a change brings is reminded of from the next day on that calls for it', async () => {
    const day = farther.at(-2)!;
    platform.clock.set(instant(Date.parse(`${addDays(day, -50)}T08:00Z`)));
    const orderId = await sale.sold(sale.form(day));
    const joining = { ...aChild, givenNames: 'NIL', birthDate: calendarDate(`${Number(day.slice(0, 4)) - 7}-01-01`) };
    const rooms = { double: 0, twin: 0, triple: 1, single: 0 };
    const change = { orderId, setsOff: day, rooms, party: { leave: [], join: 7 }, ...customer, seenTotal: 1e9, joining };
    expect((await changeHoliday(platform, sale.product, change)).ok).toBe(true);
    const { dueOn } = (await sale.parts(orderId)).at(-1)!;
    expect(dueOn).toBe(addDays(day, -30));
    const reminders = async (days: number) => {
      platform.clock.set(instant(Date.parse(`${addDays(dueOn!, -days)}T08:01Z`)));
      await sale.daily();
      await sale.settle();
      return (await mails(orderId)).filter((name) => name === 'balance-reminder').length;
    };
    expect([await reminders(20), await reminders(15), await reminders(14), await reminders(7)]).toEqual([0, 0, 1, 2]);
    afterwards();
  });

  it('that is never paid on is overdue, and five days later ends by its terms', async () => {
    const day = nextDay();
    const orderId = await sale.sold(sale.form(day, { plan: 'deposit' }));
    const [deposit, rest] = await sale.parts(orderId);
    const at = async (days: number) => {
      platform.clock.set(instant(Date.parse(`${addDays(rest!.dueOn!, days)}T08:00Z`)));
      await sale.daily();
      await sale.settle();
    };
    await at(1);
    expect((await sale.booking(orderId)).status).toBe('overdue');
    await at(5);
    expect((await sale.order(orderId)).status).toBe('confirmed');
    await at(6);
    expect((await sale.booking(orderId)).status).toBe('cancelled');
    // Twenty-four days ahead half the price is lost, which is more than the deposit: nothing goes back, nothing more is asked.
    expect(await findRefundsOfOrder(platform.db, orderId)).toEqual([]);
    const notes = (await findInvoicesOfOrder(platform.db, orderId)).filter(({ kind }) => kind === 'credit-note');
    expect(notes.map(({ gross }) => gross)).toEqual([-rest!.amount]);
    expect(deposit!.paidAt).not.toBeNull();
    afterwards();
  });

  it('keeps what the ladder says when it is cancelled after the balance, and gives the rest back from the later payment first', async () => {
    const day = nextDay();
    const orderId = await sale.sold(sale.form(day, { plan: 'deposit' }));
    await sale.payPart(orderId);
    platform.clock.set(instant(Date.parse(`${addDays(day, -40)}T08:00Z`)));
    const asked = await quoteCancel(platform, sale.product, { orderId, ...customer });
    const { total } = await sale.order(orderId);
    if (!asked.ok) throw new Error(asked.refused);
    const kept = Math.round((total * sale.tour.depositPercent) / 100);
    expect(asked.value).toMatchObject({
      window: 'ladder',
      refund: { amount: total - kept },
      kept: { paid: { amount: total }, kept: { amount: kept } },
    });
    await confirmCancel(platform, sale.product, { orderId, ...customer });
    await sale.settle();
    expect((await sale.order(orderId)).status).toBe('refunded');
    const refunds = await findRefundsOfOrder(platform.db, orderId);
    expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(total - kept);
    expect(refunds.map(({ amount }) => amount)).toEqual([total - kept]);
    expect((await findPaymentsOfOrder(platform.db, orderId)).find(({ id }) => id === refunds[0]!.paymentId)?.purpose).toBe('instalment-2');
    expect(await sale.left(day)).toBe(sale.tour.groupSize);
    // Its invoice is no longer called paid, nor the order given back whole.
    const { standings } = await findStandings(platform.db, [orderId], addDays(day, -40));
    expect([...standings.values()].map(({ state }) => state)).toContain('part-credited');
    expect((await keptPositions(platform.db, [orderId])).get(orderId)).toBe('part-refunded');
    afterwards();
  });
});

describe('a change', () => {
  it('moves places, price, plan, invoice and voucher together', async () => {
    const [from, to] = [nextDay(), nextDay()];
    const orderId = await sale.sold(sale.form(from, { plan: 'deposit' }));
    const before = await sale.booking(orderId);
    const rooms = { double: 0, twin: 0, triple: 0, single: 2 };
    const quoted = await quoteChange(platform, { orderId, setsOff: to, rooms });
    if (!quoted.ok) throw new Error(quoted.refused);
    const ask = { orderId, setsOff: to, rooms, ...customer };
    expect(await changeHoliday(platform, sale.product, { ...ask, seenTotal: quoted.value.price - 1 })).toEqual({
      ok: false,
      refused: 'price-changed',
    });
    const changed = await changeHoliday(platform, sale.product, { ...ask, seenTotal: quoted.value.price });
    expect(changed.ok).toBe(true);
    await sale.settle();
    const after = await sale.booking(orderId);
    expect(after).toMatchObject({ status: 'confirmed' });
    expect(after.startsLocal.slice(0, 10)).toBe(to);
    expect(after.voucher).not.toBe(before.voucher);
    expect([await sale.left(from), await sale.left(to)]).toEqual([sale.tour.groupSize, sale.tour.groupSize - 2]);
    const parts = await sale.parts(orderId);
    expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(quoted.value.price);
    expect((await findInvoicesOfOrder(platform.db, orderId)).map(({ kind }) => kind).sort()).toEqual(['credit-note', 'invoice', 'invoice']);
  });

  it('to something cheaper gives back what was paid too much', async () => {
    const [day] = [nextDay()];
    const single = sale.form(day, {});
    const orderId = await sale.sold({ ...single, trip: { ...single.trip, rooms: { double: 0, twin: 0, triple: 0, single: 2 } } });
    const { total } = await sale.order(orderId);
    const rooms = suggestRooms(single.trip);
    const quoted = await quoteChange(platform, { orderId, setsOff: day, rooms });
    if (!quoted.ok) throw new Error(quoted.refused);
    expect(
      (await changeHoliday(platform, sale.product, { orderId, setsOff: day, rooms, ...customer, seenTotal: quoted.value.price })).ok,
    ).toBe(true);
    await sale.settle();
    expect((await findRefundsOfOrder(platform.db, orderId)).map(({ amount, status }) => [amount, status])).toEqual([
      [total - quoted.value.price, 'succeeded'],
    ]);
  });

  it('of who travels is taken back for who joined and was never paid for, even when it is late', async () => {
    // Departures of other bookings of this file, with places to spare.
    const [day, another] = [ahead[0]!, ahead[1]!];
    const orderId = await sale.sold(sale.form(day));
    const before = await sale.order(orderId);
    const rooms = { double: 0, twin: 0, triple: 1, single: 0 };
    const born = calendarDate(`${Number(day.slice(0, 4)) - 7}-02-02`);
    const joining = { ...aChild, givenNames: 'RAMI', birthDate: born };
    const three = { orderId, setsOff: day, rooms, party: { leave: [], join: 7 }, ...customer, seenTotal: 1e9, joining };
    expect((await changeHoliday(platform, sale.product, three)).ok).toBe(true);
    const rest = (await sale.parts(orderId)).at(-1)!;
    platform.clock.set(instant(Date.parse(`${addDays(rest.dueOn!, 2)}T08:00Z`)));
    await sale.daily();
    expect((await sale.booking(orderId)).status).toBe('overdue');
    const change = { orderId, setsOff: day, ...customer, seenTotal: 1e9 };
    const later = { ...change, rooms, setsOff: another, party: { leave: [], join: null } };
    expect(await changeHoliday(platform, sale.product, later)).toEqual({ ok: false, refused: 'pay-first' });
    const two = { ...change, rooms: { ...rooms, triple: 0, double: 1 }, party: { leave: [2], join: null } };
    expect((await changeHoliday(platform, sale.product, two)).ok).toBe(true);
    await sale.settle();
    expect([(await sale.booking(orderId)).status, (await sale.order(orderId)).total]).toEqual(['confirmed', before.total]);
    expect(await findRefundsOfOrder(platform.db, orderId)).toEqual([]);
    afterwards();
  });

  it('of who travels gives everybody a place, a price and a name, and who leaves gets theirs back', async () => {
    const day = nextDay();
    const orderId = await sale.sold(sale.form(day));
    const before = await sale.order(orderId);
    const triple = { double: 0, twin: 0, triple: 1, single: 0 };
    const three = { orderId, setsOff: day, rooms: triple, party: { leave: [], join: 7 } };
    const priced = await quoteChange(platform, three);
    if (!priced.ok) throw new Error(priced.refused);
    const seenTotal = priced.value.price;
    expect(seenTotal).toBeGreaterThan(before.total);
    const born = `${Number(day.slice(0, 4)) - 7}-01-01`;
    const joining = { ...aChild, givenNames: 'NOUR', birthDate: calendarDate(born) };
    const nobody = await changeHoliday(platform, sale.product, { ...three, ...customer, seenTotal });
    expect(nobody).toEqual({ ok: false, refused: 'person-missing' });
    expect((await changeHoliday(platform, sale.product, { ...three, ...customer, seenTotal, joining })).ok).toBe(true);
    expect(await sale.left(day)).toBe(sale.tour.groupSize - 3);
    const names = async () =>
      (await readPeople(platform.db, platform.crypto, await sale.order(orderId))).travellers.map(({ givenNames, type }) => [
        givenNames,
        type,
      ]);
    expect(await names()).toEqual([
      ['LAYLA', 'adult'],
      ['LAYLA', 'adult'],
      ['NOUR', 'child'],
    ]);
    const twice = { ...three, rooms: { double: 2, twin: 0, triple: 0, single: 0 }, party: { leave: [], join: 7 } };
    expect(await changeHoliday(platform, sale.product, { ...twice, ...customer, seenTotal: 1e9, joining })).toEqual({
      ok: false,
      refused: 'duplicate-booking',
    });
    const alone = { orderId, setsOff: day, rooms: { double: 1, twin: 0, triple: 0, single: 0 }, party: { leave: [1], join: null } };
    // From a page that is old nobody is left out: who leaves is named by their place in the party.
    expect(await changeHoliday(platform, sale.product, { ...alone, ...customer, seenTotal, version: before.version })).toEqual({
      ok: false,
      refused: 'changed-meanwhile',
    });
    // A departure whose sale was stopped takes nobody more, and lets some go.
    await platform.db.execute(sql`update tour_departures set stopped_at = now() where tour_id = ${sale.tour.id} and sets_off = ${day}`);
    expect(await quoteChange(platform, twice)).toEqual({ ok: false, refused: 'departure-closed' });
    const { version } = await sale.order(orderId);
    expect((await changeHoliday(platform, sale.product, { ...alone, ...customer, by: 'staff', seenTotal, version })).ok).toBe(true);
    await sale.settle();
    expect(await names()).toEqual([
      ['LAYLA', 'adult'],
      ['NOUR', 'child'],
    ]);
    expect(await sale.left(day)).toBe(sale.tour.groupSize - 2);
    expect(await sale.booking(orderId)).toMatchObject({ places: 2 });
    const after = await sale.order(orderId);
    expect(after.total).toBeLessThan(before.total);
    const returned = (await findRefundsOfOrder(platform.db, orderId)).reduce((sum, { amount }) => sum + amount, 0);
    expect(returned).toBe(before.total - after.total);
    const nobodyLeft = { ...alone, rooms: { double: 0, twin: 0, triple: 0, single: 0 }, party: { leave: [0, 1], join: null } };
    expect(await quoteChange(platform, nobodyLeft)).toEqual({ ok: false, refused: 'rooms-do-not-fit' });
    // Thirty to forty-four days ahead cancelling costs the deposit: nobody is left out any more.
    platform.clock.set(instant(Date.parse(`${addDays(day, -35)}T08:00:00Z`)));
    expect(await quoteChange(platform, { ...alone, rooms: { double: 0, twin: 0, triple: 0, single: 1 } })).toEqual({
      ok: false,
      refused: 'kept',
    });
    afterwards();
  });

  it('to a full departure changes nothing at all', async () => {
    const [from, to] = [nextDay(), nextDay()];
    await platform.db.execute(
      sql`insert into tour_departures (tour_id, sets_off, capacity, changed_at) values (${sale.tour.id}, ${to}, 1, now())`,
    );
    const orderId = await sale.sold(sale.form(from));
    const before = { order: await sale.order(orderId), booking: await sale.booking(orderId), left: await sale.left(from) };
    const rooms = { double: 1, twin: 0, triple: 0, single: 0 };
    expect(await changeHoliday(platform, sale.product, { orderId, setsOff: to, rooms, ...customer, seenTotal: 10_000_000 })).toEqual({
      ok: false,
      refused: 'sold-out',
    });
    expect({ order: await sale.order(orderId), booking: await sale.booking(orderId), left: await sale.left(from) }).toEqual(before);
  });
});

describe('an operator that cancels', () => {
  it('leaves the choice for a week, and then everything goes back', async () => {
    const day = nextDay();
    const orderId = await sale.sold(sale.form(day, { plan: 'deposit' }));
    await sale.payPart(orderId);
    const { total } = await sale.order(orderId);
    expect((await cancelByOperator(platform, sale.product, { orderId, by: 'staff', who: 'staff:x', reason: 'too few' })).ok).toBe(true);
    await sale.settle();
    expect((await sale.booking(orderId)).status).toBe('operator_cancelled');
    expect(await mails(orderId)).toContain('operator-cancelled');
    platform.clock.set(addMilliseconds(start, 7 * dayMs - 1));
    await sale.daily();
    expect((await sale.order(orderId)).status).toBe('confirmed');
    platform.clock.set(addMilliseconds(start, 7 * dayMs));
    await sale.daily();
    await sale.settle();
    expect((await sale.order(orderId)).status).toBe('refunded');
    const refunds = await findRefundsOfOrder(platform.db, orderId);
    expect([refunds.length, refunds.reduce((sum, { amount }) => sum + amount, 0)]).toEqual([2, total]);
    afterwards();
  });

  it('is answered by another date, which keeps what was paid', async () => {
    const [from, to] = [nextDay(), nextDay()];
    const orderId = await sale.sold(sale.form(from));
    await cancelByOperator(platform, sale.product, { orderId, by: 'staff', who: 'staff:x', reason: 'too few' });
    const rooms = { double: 1, twin: 0, triple: 0, single: 0 };
    const moved = await changeHoliday(platform, sale.product, { orderId, setsOff: to, rooms, ...customer, seenTotal: 10_000_000 });
    expect(moved.ok).toBe(true);
    await sale.settle();
    expect(await sale.booking(orderId)).toMatchObject({ status: 'confirmed', choiceBy: null });
    expect(await refundCancelledByOperator(platform, sale.product, { orderId, ...customer })).toEqual({
      ok: false,
      refused: 'not-possible',
    });
  });
});

describe('a tour whose money a bank has taken back', () => {
  const disputed = { ok: false, refused: 'disputed' };
  const state = async (orderId: string) => [
    await sale.order(orderId),
    await sale.booking(orderId),
    await sale.parts(orderId),
    await findInvoicesOfOrder(platform.db, orderId),
    await findRefundsOfOrder(platform.db, orderId),
    (await readPeople(platform.db, platform.crypto, await sale.order(orderId))).travellers,
  ];
  const dispute = async (orderId: string, decision?: 'won' | 'lost') => {
    sale.bank.dispute((await sale.order(orderId)).reference, decision);
    await sale.settle();
  };

  it('keeps its day, its rooms and its people, whoever asks', async () => {
    const [from, to] = [nextDay(), nextDay()];
    const orderId = await sale.sold(sale.form(from, { plan: 'deposit' }));
    await dispute(orderId);
    const [before, places] = [await state(orderId), [await sale.left(from), await sale.left(to)]];
    const double = { double: 1, twin: 0, triple: 0, single: 0 };
    const single = { ...double, double: 0, single: 1 };
    const wishes = [
      { orderId, setsOff: to, rooms: double },
      { orderId, setsOff: from, rooms: { ...single, single: 2 } },
      { orderId, setsOff: from, rooms: single, party: { leave: [1], join: null } },
    ];
    for (const wish of wishes) {
      expect(await quoteChange(platform, wish)).toEqual(disputed);
      for (const by of ['customer', 'staff'] as const)
        expect(await changeHoliday(platform, sale.product, { ...wish, by, who: 'x', seenTotal: 1e9 })).toEqual(disputed);
    }
    expect(await quoteCancel(platform, sale.product, { orderId, ...customer })).toEqual(disputed);
    expect([await state(orderId), [await sale.left(from), await sale.left(to)]]).toEqual([before, places]);
    await dispute(orderId, 'won');
    expect((await changeHoliday(platform, sale.product, { ...wishes[0]!, ...customer, seenTotal: 1e9 })).ok).toBe(true);
  });

  it('is owed whole when its operator cancels meanwhile, and paid back only when the bank has decided for us', async () => {
    const [day, to] = [nextDay(), ahead[0]!];
    const orderId = await sale.sold(sale.form(day));
    await cancelByOperator(platform, sale.product, { orderId, by: 'staff', who: 'staff:x', reason: 'too few' });
    await dispute(orderId);
    const rooms = { double: 1, twin: 0, triple: 0, single: 0 };
    expect(await changeHoliday(platform, sale.product, { orderId, setsOff: to, rooms, ...customer, seenTotal: 1e9 })).toEqual(disputed);
    expect((await refundCancelledByOperator(platform, sale.product, { orderId, ...customer })).ok).toBe(true);
    await sale.settle();
    expect([(await sale.order(orderId)).status, await findRefundsOfOrder(platform.db, orderId)]).toEqual(['refund_due', []]);
    await dispute(orderId, 'won');
    await sale.settle();
    expect((await sale.order(orderId)).status).toBe('refunded');
    expect((await findRefundsOfOrder(platform.db, orderId)).map(({ amount, status }) => [amount, status])).toEqual([
      [(await sale.order(orderId)).total, 'succeeded'],
    ]);
  });

  it('takes a later part of its price still, which is no business of that bank, and gives none of it back meanwhile', async () => {
    // The day on which nobody travels since the test before.
    const orderId = await sale.sold(sale.form(ahead[used - 1]!, { plan: 'deposit' }));
    await dispute(orderId);
    await sale.payPart(orderId);
    expect((await sale.parts(orderId)).map(({ paidAt }) => paidAt !== null)).toEqual([true, true]);
    expect(await sale.booking(orderId)).toMatchObject({ status: 'confirmed' });
    expect((await findPaymentsOfOrder(platform.db, orderId)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
    expect(await quoteCancel(platform, sale.product, { orderId, ...customer })).toEqual(disputed);
    expect(await findRefundsOfOrder(platform.db, orderId)).toEqual([]);
    // Only what that bank took is lost with it.
    await dispute(orderId, 'lost');
    const [lost] = await disputesOfOrder(platform.db, orderId);
    expect(lost!.writtenOff).toBe((await sale.parts(orderId))[0]!.amount);
    expect((await quoteCancel(platform, sale.product, { orderId, ...customer })).ok).toBe(true);
  });
});

describe('a voucher', () => {
  it('carries a code that this house signed', async () => {
    const orderId = await sale.sold(sale.form(nextDay()));
    const booking = await sale.booking(orderId);
    expect(readVoucher(platform.crypto, `RV1*${booking.voucher}*holiday*${booking.item}*2027-01-01*2*AAAA`)).toBeNull();
    expect(await sale.counter.listPapers(orderId)).toHaveLength(2);
    expect((await sale.counter.openPaper(orderId, 'trip.ics', 'en'))!.content.toString()).toContain('BEGIN:VEVENT');
    expect(await sale.counter.openPaper(orderId, 'other.pdf', 'en')).toBeNull();
    expect(calendarDate(booking.startsLocal.slice(0, 10))).toBe((await sale.counter.describe(orderId, 'ar')).starts);
  });
});

it('leaves every promise of the house kept', async () => {
  expect(await promises()).toEqual([]);
});
