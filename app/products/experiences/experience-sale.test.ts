import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { disputesOfOrder } from '#app/commerce/disputes/disputes-store.server.ts';
import { letGuestsIn } from '#app/commerce/disputes/staff/work-dispute.server.ts';
import type { Clerk } from '#app/platform/access.ts';
import { transact } from '#app/platform/database.server.ts';
import { signVoucher } from '#app/commerce/bookings/voucher-code.server.ts';
import { findInstalments } from '#app/commerce/bookings/bookings-store.server.ts';
import { readBookingLine } from '#app/commerce/bookings/staff/read-booking-line.server.ts';
import { keepBookings } from '#app/commerce/bookings/work-bookings.server.ts';
import { findInvoicesOfOrder } from '#app/commerce/invoices/invoices-store.server.ts';
import { confirmCancel, keepOrder, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { findRefundsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { returnPart } from '#app/commerce/orders/return-part.server.ts';
import { expireOrders } from '#app/commerce/orders/expire-orders.server.ts';
import { findOrderAsSystem, getQuote } from '#app/commerce/orders/orders-store.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { addMilliseconds, dayMs, hourMs, instant } from '#app/values/dates.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { openTestPlatform, testNow } from '#tests/support/test-platform.ts';
import { acceptOffer, acceptRequest, changeStart, declineRequest, offerAnother } from './answer-request.server.ts';
import { changeParty, quoteParty } from './change-party.server.ts';
import { arrivalsOf } from './arrivals.ts';
import { checkIn } from './check-in.server.ts';
import type { Party } from './experience.ts';
import { openTestExperiences } from './experience-sale-testing.ts';
import { loadExperiences } from './load-experiences.server.ts';
import { findOperatorByToken, findOperatorOf, operatorToken } from './operators-store.server.ts';
import { openBookedVisit } from './open-visit.server.ts';
import { openParty } from './open-party.server.ts';
import { openOperator } from './open-operator.server.ts';
import { openVisit } from './place-experience-order.server.ts';
import { keepRequests } from './work-experiences.server.ts';

const platform = await openTestPlatform();
const chosen = ['abu-dhabi-mangrove-kayak', 'bahrain-pearl-dive'];
await loadExperiences(
  platform,
  readCatalogueFiles('experiences').filter(({ id }) => chosen.includes(id)),
  { replace: false },
);
const shop = await openTestExperiences(platform);
const { clock, db } = platform;
const kayak = 'abu-dhabi-mangrove-kayak';
const dive = 'bahrain-pearl-dive';
const customer = { by: 'customer', who: 'guest' } as const;

/** The first open start of an experience from so many days ahead, as a query. */
async function start(id: string, days: number, more = 'option=standard&adult=2'): Promise<string> {
  for (let ahead = days; ahead < days + 30; ahead += 1) {
    const date = new Date(clock.now() + ahead * dayMs).toISOString().slice(0, 10);
    for (const time of (await startTimes(id)).toSorted()) {
      const query = `date=${date}&time=${time}&${more}`;
      if (await openVisit(platform, id, new URLSearchParams(query), 'en')) return query;
    }
  }
  throw new Error(`No start of ${id}`);
}
async function startTimes(id: string): Promise<string[]> {
  const found = (await db.execute(sql`select start_times from experiences where id = ${id}`)) as unknown as {
    rows: { start_times: string[] }[];
  };
  return found.rows[0]!.start_times;
}
const taken = async (orderId: string) =>
  (
    (await db.execute(
      sql`select pool_key, quantity, status from claims where order_id = ${orderId} and status <> 'released'`,
    )) as unknown as {
      rows: { pool_key: string; quantity: number; status: string }[];
    }
  ).rows;
const status = async (orderId: string) => [(await shop.order(orderId)).status, (await shop.booking(orderId)).status];
const payment = async (orderId: string) =>
  ((await db.execute(sql`select status from payments where order_id = ${orderId}`)) as unknown as { rows: { status: string }[] }).rows.map(
    (row) => row.status,
  );
const operator = (await findOperatorOf(db, kayak, platform.env.operatorsMail)).id;

describe('an experience that is confirmed at once', () => {
  it('keeps its places for ten minutes and lets them go unpaid', async () => {
    const query = await start(kayak, 10);
    const placed = await shop.place(kayak, query);
    if (!placed.ok) throw new Error(placed.refused);
    const { orderId } = placed.value;
    expect((await shop.order(orderId)).heldUntil!.getTime() - clock.now()).toBe(600_000);
    expect(await taken(orderId)).toMatchObject([{ quantity: 2, status: 'held' }]);
    clock.advance(11 * 60_000);
    await shop.settle();
    await keepBookings(platform, [shop.product]);
    await expireOrders(platform, [shop.product]);
    expect(await status(orderId)).toEqual(['expired', 'expired']);
    expect(await taken(orderId)).toEqual([]);
  });

  it('ends unpaid however many stand before it that cannot end, since their money is promised', async () => {
    const placed = await shop.place(kayak, await start(kayak, 12));
    if (!placed.ok) throw new Error(placed.refused);
    const { orderId } = placed.value;
    await db.execute(sql`
      insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', 'promised-' || n, 'reference', 'PROMISED' || lpad(n::text, 3, '0'),
        'held_until', o.held_until - interval '1 minute'))).* from orders o, generate_series(1, 230) n where o.id = ${orderId}`);
    await db.execute(sql`
      insert into payments (id, order_id, order_version, provider, status, amount, currency, language, return_to, expires_at, created_at, changed_at)
      select id, id, version, 'sandbox', 'requires_capture', 100, currency, language, '{}', held_until, created_at, created_at
      from orders where id like 'promised-%'`);
    clock.advance(11 * 60_000);
    expect(await expireOrders(platform, [shop.product])).toBe(1);
    expect((await shop.order(orderId)).status).toBe('expired');
    const left = await db.execute(sql`select status, count(*)::int as count from orders where id like 'promised-%' group by status`);
    expect((left as unknown as { rows: unknown[] }).rows).toEqual([{ status: 'held', count: 230 }]);
    await db.execute(sql`delete from payments where id like 'promised-%'`);
    await db.execute(sql`delete from orders where id like 'promised-%'`);
  });

  it('is confirmed by its payment, with voucher, invoice and VAT of the place', async () => {
    const orderId = await shop.bought(kayak, await start(kayak, 11));
    expect(await status(orderId)).toEqual(['confirmed', 'confirmed']);
    expect((await shop.booking(orderId)).voucher).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
    expect(await payment(orderId)).toEqual(['succeeded']);
    const invoices = await findInvoicesOfOrder(db, orderId);
    expect(invoices).toHaveLength(1);
    const [line] = invoices[0]!.lines;
    expect(line!.words.en).toMatch(/^Activity \(Adult\): .*[Mm]angrove.*, \d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d$/);
    expect(line!.words.ar).toMatch(/^\p{Script=Arabic}[^:]+: \p{Script=Arabic}.+، \d{1,2} \p{Script=Arabic}+ \d{4}، \d\d:\d\d$/u);
    const quote = await getQuote(db, await shop.order(orderId));
    expect(quote.lines.map((line) => [line.kind, line.vatCategory, line.vatBasisPoints])).toEqual([['activity', 'standard', 500]]);
    const described = await shop.counter.describe(orderId, 'ar');
    expect(described.parts[0]!.members[0]!.state).toBe('مؤكد');
    expect(described.parts[0]!.members[0]!.link?.words).toBe('القسيمة والتعديلات');
    // One gives their name for all of them.
    expect([described.travellers.length, described.party]).toEqual([1, 2]);
    expect(described.parts[0]!.facts.map(({ value }) => value)).toContain('أبوظبي، الإمارات العربية المتحدة');
  });

  it('tells the desk each of its steps once, in the words of the booking where that tells it too', async () => {
    const orderId = await shop.bought(kayak, await start(kayak, 12));
    expect((await quoteCancel(platform, shop.product, { orderId, ...customer })).ok).toBe(true);
    expect((await keepOrder(platform, shop.product, { orderId, ...customer })).ok).toBe(true);
    const line = await readBookingLine(db, orderId, [await shop.booking(orderId)], []);
    const told = line.filter(({ kind }) => kind === 'event').map(({ what }) => what);
    expect(told.filter((what) => what.endsWith('.confirm'))).toEqual(['booking.confirm']);
    expect(told).toContain('order.keep-booking');
  });

  it('is one order, however often its form is sent, and refuses a price that was not seen', async () => {
    const query = await start(kayak, 12);
    const key = 'the-very-same-form-key';
    const same = {
      key,
      address: '10.3.0.1',
      booker: { givenNames: 'A', surname: 'B', email: 'same@example.com', phone: '+971501234567', note: '' },
    };
    const [one, two] = [await shop.place(kayak, query, same), await shop.place(kayak, query, same)];
    expect(one.ok && two.ok && one.value.orderId === two.value.orderId).toBe(true);
    const open = (await openVisit(platform, kayak, new URLSearchParams(query), 'en'))!;
    const cheap = { ...open.quote.total, amount: open.quote.total.amount - 1 };
    expect(await shop.place(kayak, query, { seenTotal: cheap })).toEqual({ ok: false, refused: 'price-changed' });
  });

  it('sells a group a guide of their own for one price, beside the places of others', async () => {
    const query = await start(kayak, 13, 'option=private&adult=3&child=1').catch(() => null);
    if (query === null) throw new Error('The kayak trip has no private option');
    const orderId = await shop.bought(kayak, query);
    expect(await taken(orderId)).toMatchObject([{ quantity: 1, status: 'allocated' }]);
    expect((await getQuote(db, await shop.order(orderId))).lines).toHaveLength(1);
  });

  it('gives all back before its time and nothing after it, by the clocks there', async () => {
    const early = await shop.bought(kayak, await start(kayak, 20));
    const terms = await quoteCancel(platform, shop.product, { orderId: early, ...customer });
    expect(terms.ok && [terms.value.window, terms.value.refund?.amount]).toEqual(['ladder', (await shop.order(early)).total]);
    expect((await confirmCancel(platform, shop.product, { orderId: early, ...customer })).ok).toBe(true);
    await shop.settle();
    expect(await taken(early)).toEqual([]);
    expect((await shop.order(early)).status).toBe('refunded');

    const late = await shop.bought(kayak, await start(kayak, 3));
    const { startsAt } = await shop.booking(late);
    const before = clock.now();
    clock.set(instant(startsAt.getTime() - hourMs));
    const lateTerms = await quoteCancel(platform, shop.product, { orderId: late, ...customer });
    expect(lateTerms.ok && lateTerms.value.refund?.amount).toBe(0);
    clock.set(before);
  });

  it('moves to another start with its places, and only while that has room', async () => {
    const query = await start(kayak, 25);
    const orderId = await shop.bought(kayak, query);
    const to = new URLSearchParams(await start(kayak, 32));
    const changed = await changeStart(platform, shop.product, { orderId, ...customer, date: to.get('date')!, start: to.get('time')! });
    expect(changed.ok).toBe(true);
    const booking = await shop.booking(orderId);
    expect(booking.startsLocal).toBe(`${to.get('date')}T${to.get('time')}`);
    expect((await findOrderAsSystem(platform.db, orderId))!.travelStarts).toEqual(booking.startsAt);
    const claims = await taken(orderId);
    expect(claims).toHaveLength(1);
    expect(claims[0]!.pool_key).toContain(`${to.get('date')}T${to.get('time')}`);
    expect(await changeStart(platform, shop.product, { orderId, ...customer, date: '2026-01-01', start: '09:00' })).toMatchObject({
      ok: false,
    });
    expect(await status(orderId)).toEqual(['confirmed', 'confirmed']);
  });

  it('takes more people and lets some go: places, price, invoice and voucher in one step', async () => {
    const orderId = await shop.bought(kayak, await start(kayak, 60));
    const before = await shop.order(orderId);
    const voucher = (await shop.booking(orderId)).voucher;
    const more = { orderId, party: { adult: 3 }, by: 'customer' } as const;
    const priced = await quoteParty(platform, more);
    if (!priced.ok) throw new Error(priced.refused);
    const total = priced.value.total.amount;
    expect(total).toBe((before.total / 2) * 3);
    const cheap = await changeParty(platform, shop.product, { ...more, ...customer, seenTotal: total - 1 });
    expect(cheap).toEqual({ ok: false, refused: 'price-changed' });
    expect((await changeParty(platform, shop.product, { ...more, ...customer, seenTotal: total })).ok).toBe(true);
    expect(await taken(orderId)).toMatchObject([{ quantity: 3, status: 'allocated' }]);
    expect(await shop.booking(orderId)).toMatchObject({ places: 3 });
    expect((await shop.booking(orderId)).voucher).not.toBe(voucher);
    expect((await findInstalments(db, orderId)).map(({ amount, paidAt }) => [amount, paidAt !== null])).toEqual([
      [before.total, true],
      [total - before.total, false],
    ]);
    // One alone: what was added falls away unpaid, and of what was paid one place goes back.
    const alone = { orderId, party: { adult: 1 } } as const;
    expect((await changeParty(platform, shop.product, { ...alone, ...customer, by: 'staff', seenTotal: total })).ok).toBe(true);
    await shop.settle();
    expect(await taken(orderId)).toMatchObject([{ quantity: 1, status: 'allocated' }]);
    expect((await shop.order(orderId)).total).toBe(before.total / 2);
    expect((await findRefundsOfOrder(db, orderId)).reduce((sum, { amount }) => sum + amount, 0)).toBe(before.total / 2);
    expect((await findInvoicesOfOrder(db, orderId)).filter(({ kind }) => kind === 'credit-note')).toHaveLength(2);
    expect(await changeParty(platform, shop.product, { ...alone, ...customer, seenTotal: total })).toEqual({
      ok: false,
      refused: 'nothing-changes',
    });
  });

  /** Finance gives back so much of the first line, with its credit note. */
  const givenBack = async (orderId: string, fils: number) => {
    const part = { orderId, key: `goodwill:${orderId}`, reason: 'goodwill', lines: new Map([[0, fils]]) };
    const given = await transact(db, (tx) => returnPart(tx, platform, shop.product, part));
    expect(given.ok).toBe(true);
    await shop.settle();
  };
  const back = async (orderId: string) => (await findRefundsOfOrder(db, orderId)).reduce((sum, { amount }) => sum + amount, 0);
  const invoiced = async (orderId: string) => (await findInvoicesOfOrder(db, orderId)).reduce((sum, { gross }) => sum + gross, 0);

  it('promises and gives back only what is left where money went back before, and ends an answer that was given before that', async () => {
    const orderId = await shop.bought(kayak, await start(kayak, 36));
    const { total } = await shop.order(orderId);
    expect((await quoteCancel(platform, shop.product, { orderId, ...customer })).ok).toBe(true);
    await givenBack(orderId, 5_000);
    expect(await confirmCancel(platform, shop.product, { orderId, ...customer })).toMatchObject({ refused: 'quote-expired' });
    const terms = await quoteCancel(platform, shop.product, { orderId, ...customer });
    expect(terms.ok && terms.value.refund?.amount).toBe(total - 5_000);
    expect((await confirmCancel(platform, shop.product, { orderId, ...customer })).ok).toBe(true);
    await shop.settle();
    expect([await back(orderId), await invoiced(orderId), (await shop.order(orderId)).status]).toEqual([total, 0, 'refunded']);
  });

  it('says of a smaller party what is left to come back where much went back before, and gives that back', async () => {
    const orderId = await shop.bought(kayak, await start(kayak, 40));
    const { total } = await shop.order(orderId);
    await givenBack(orderId, total - 1_000);
    const order = await shop.order(orderId);
    const shown = await openParty(platform, order, new URLSearchParams('party=1&adult=1'), 'en', 'customer');
    expect([shown?.after?.amount, shown?.back?.amount]).toEqual([total / 2, 1_000]);
    const alone = { orderId, party: { adult: 1 }, ...customer, seenTotal: total / 2 };
    expect((await changeParty(platform, shop.product, alone)).ok).toBe(true);
    await shop.settle();
    expect([await back(orderId), await invoiced(orderId)]).toEqual([total, 0]);
    const terms = await quoteCancel(platform, shop.product, { orderId, ...customer });
    expect(terms.ok && terms.value.refund?.amount).toBe(0);
  });

  it('stays as it is while a bank has taken its money back: party, start, places and price', async () => {
    const orderId = await shop.bought(kayak, await start(kayak, 68));
    const { reference } = await shop.order(orderId);
    shop.bank.dispute(reference);
    await shop.settle();
    const before = [await shop.order(orderId), await shop.booking(orderId), await taken(orderId), await findInvoicesOfOrder(db, orderId)];
    const elsewhere = new URLSearchParams(await start(kayak, 72));
    const to = { date: elsewhere.get('date')!, start: elsewhere.get('time')! };
    const refused = { ok: false, refused: 'disputed' };
    for (const by of ['customer', 'staff'] as const) {
      const ask = { orderId, by, who: 'x' } as const;
      for (const adult of [1, 3]) {
        expect(await quoteParty(platform, { orderId, by, party: { adult } })).toEqual(refused);
        expect(await changeParty(platform, shop.product, { ...ask, party: { adult }, seenTotal: 100_000_000 })).toEqual(refused);
      }
      expect(await changeStart(platform, shop.product, { ...ask, ...to })).toEqual(refused);
      expect(await quoteCancel(platform, shop.product, ask)).toEqual(refused);
    }
    expect([await shop.order(orderId), await shop.booking(orderId), await taken(orderId), await findInvoicesOfOrder(db, orderId)]).toEqual(
      before,
    );
    expect(await findRefundsOfOrder(db, orderId)).toEqual([]);
    shop.bank.dispute(reference, 'won');
    await shop.settle();
    expect((await changeStart(platform, shop.product, { orderId, ...customer, ...to })).ok).toBe(true);
  });

  it('keeps its party when there is no room, nobody grown up, too little time, or nothing to give back', async () => {
    const orderId = await shop.bought(kayak, await start(kayak, 64));
    const change = (party: Party, id = orderId) =>
      changeParty(platform, shop.product, { orderId: id, party, ...customer, seenTotal: 100_000_000 });
    expect(await change({ adult: 0, child: 1 })).toEqual({ ok: false, refused: 'children-alone' });
    expect(await change({})).toEqual({ ok: false, refused: 'nobody' });
    const query = await start(kayak, 64);
    const place = { pool: (await taken(orderId))[0]!.pool_key };
    await db.execute(sql`update pools set capacity = 3 where key = ${place.pool}`);
    const [option, at] = place.pool.split('/').slice(1) as [string, string];
    await db.execute(sql`
      insert into experience_slots (experience_id, option_key, date, start, capacity, changed_by, changed_at)
      values (${kayak}, ${option}, ${at.slice(0, 10)}, ${at.slice(11)}, 3, 'staff:x', now())`);
    expect(query).toContain(at.slice(0, 10));
    expect(await change({ adult: 4 })).toMatchObject({ ok: false });
    expect(await taken(orderId)).toMatchObject([{ quantity: 2 }]);
    const near = await shop.bought(kayak, await start(kayak, 2));
    expect(await change({ adult: 3 }, near)).toEqual({ ok: false, refused: 'too-near' });
    const { startsAt } = await shop.booking(near);
    const before = clock.now();
    clock.set(instant(startsAt.getTime() - 13 * hourMs));
    expect(await change({ adult: 1 }, near)).toEqual({ ok: false, refused: 'kept' });
    clock.set(instant(startsAt.getTime() - hourMs));
    expect(await change({ adult: 1 }, near)).toEqual({ ok: false, refused: 'not-changeable' });
    clock.set(before);
  });
});

describe('checking in', () => {
  it('takes the code or the number on the day, once, and for its own operator only', async () => {
    clock.set(addMilliseconds(testNow, 40 * dayMs));
    const orderId = await shop.bought(kayak, await start(kayak, 4));
    const booking = await shop.booking(orderId);
    const code = signVoucher(platform.crypto, {
      voucher: booking.voucher!,
      kind: 'experience',
      item: kayak,
      startsOn: booking.startsLocal.slice(0, 10) as never,
      places: 2,
    });
    const scan = (text: string, operatorId = operator) => checkIn(platform, { operatorId, code: text, at: instant(clock.now()) });
    expect(await scan(code)).toMatchObject({ refused: 'not-today' });
    clock.set(instant(booking.startsAt.getTime()));
    expect(await scan(code, 'house-muharraq')).toMatchObject({ refused: 'unknown' });
    expect(await scan(code.replace('*2*', '*9*'))).toMatchObject({ refused: 'unknown' });
    const view = await openOperator(
      platform,
      (await findOperatorByToken(platform, await tokenOf(operator)))!,
      booking.startsLocal.slice(0, 10),
      'en',
    );
    expect(view.guests.map((guest) => [guest.name, guest.note, guest.status])).toContainEqual(['Mona Sabbagh', 'A pram', 'confirmed']);
    expect(await scan(booking.voucher!.toLowerCase())).toMatchObject({ ok: true, value: { places: 2 } });
    expect(await scan(code)).toMatchObject({ refused: 'already' });
    clock.set(instant(booking.endsAt.getTime() + 60_000));
    await keepBookings(platform, [shop.product]);
    expect(await status(orderId)).toEqual(['completed', 'completed']);
  });

  it('is refused while a bank has the money back, with whom to ring, until a colleague lets them in or the bank decides', async () => {
    clock.set(addMilliseconds(testNow, 55 * dayMs));
    const orderId = await shop.bought(kayak, await start(kayak, 4));
    const booking = await shop.booking(orderId);
    const { reference } = await shop.order(orderId);
    shop.bank.dispute(reference);
    await shop.settle();
    clock.set(instant(booking.startsAt.getTime()));
    const scan = () => checkIn(platform, { operatorId: operator, code: booking.voucher!, at: instant(clock.now()) });
    const guest = async () => {
      const known = (await findOperatorByToken(platform, await tokenOf(operator)))!;
      const view = await openOperator(platform, known, booking.startsLocal.slice(0, 10), 'en');
      const { mayEnter, heldBack } = view.guests.find((one) => one.orderId === orderId)!;
      return { mayEnter, heldBack, ring: view.ring.replaceAll(/[\u2066\u2069]/g, '') };
    };
    expect(await scan()).toEqual({ ok: false, refused: 'held-back' });
    expect(await guest()).toEqual({ mayEnter: false, heldBack: true, ring: 'travel@rihla.example' });
    expect((await shop.booking(orderId)).status).toBe('confirmed');
    const person = (id: string, role: string) =>
      ({ kind: 'staff', user: { id }, staff: { userId: id, roles: [role] } }) as unknown as Clerk;
    const press = async (viewer: Clerk, letIn: boolean) => {
      const [dispute] = await disputesOfOrder(platform.db, orderId);
      return letGuestsIn(platform, { viewer, disputeId: dispute!.id, version: dispute!.version, requestId: 'r', letIn });
    };
    expect(await press(person('noor', 'auditor'), true)).toEqual({ ok: false, refused: 'permission' });
    expect(await press(person('farah', 'finance'), true)).toEqual({ ok: true, value: 'let-in' });
    expect(await press(person('farah', 'finance'), true)).toEqual({ ok: false, refused: 'not-possible' });
    expect(await guest()).toMatchObject({ mayEnter: true, heldBack: false });
    expect(await press(person('omar', 'finance'), false)).toEqual({ ok: true, value: 'kept-out' });
    expect(await scan()).toEqual({ ok: false, refused: 'held-back' });
    shop.bank.dispute(reference, 'won');
    await shop.settle();
    expect(await scan()).toMatchObject({ ok: true });
    const { rows } = (await platform.db.execute(
      sql`select action from audit_events where action in ('dispute.let-in', 'dispute.kept-out')`,
    )) as unknown as { rows: { action: string }[] };
    expect(rows.map(({ action }) => action).sort()).toEqual(['dispute.kept-out', 'dispute.let-in']);
  });

  it('stays refused when the bank keeps the money, whoever had let them in before, until a colleague decides anew', async () => {
    clock.set(addMilliseconds(testNow, 57 * dayMs));
    const orderId = await shop.bought(kayak, await start(kayak, 4));
    const booking = await shop.booking(orderId);
    const { reference } = await shop.order(orderId);
    shop.bank.dispute(reference);
    await shop.settle();
    const farah = { kind: 'staff', user: { id: 'farah' }, staff: { userId: 'farah', roles: ['finance'] } } as unknown as Clerk;
    const dispute = async () => (await disputesOfOrder(platform.db, orderId))[0]!;
    const letIn = async (letsIn: boolean) => {
      const { id, version } = await dispute();
      return letGuestsIn(platform, { viewer: farah, disputeId: id, version, requestId: 'r', letIn: letsIn });
    };
    const tasks = async () => {
      const { id } = await dispute();
      return (await listOpenStaffTasks(db)).filter(({ subject }) => subject === `disputes:${id}`).map(({ kind }) => kind);
    };
    expect(await letIn(true)).toMatchObject({ ok: true });
    shop.bank.dispute(reference, 'lost');
    await shop.settle();
    expect([(await dispute()).status, await tasks()]).toEqual(['lost', ['dispute-door']]);
    clock.set(instant(booking.startsAt.getTime()));
    const scan = (at: number) => checkIn(platform, { operatorId: operator, code: booking.voucher!, at: instant(at) });
    const day = async () => {
      const known = (await findOperatorByToken(platform, await tokenOf(operator)))!;
      const { guests } = await openOperator(platform, known, booking.startsLocal.slice(0, 10), 'en');
      return guests.filter((one) => one.orderId === orderId);
    };
    expect(await scan(clock.now())).toEqual({ ok: false, refused: 'held-back' });
    // Without a network the page judges by this list.
    expect(await day()).toMatchObject([{ mayEnter: false, heldBack: true }]);
    expect(arrivalsOf(await day())).toEqual({ left: 1, held: 1 });
    clock.set(instant(booking.startsAt.getTime() + hourMs));
    expect(await scan(booking.startsAt.getTime())).toEqual({ ok: false, refused: 'held-back' });
    expect(await letIn(true)).toEqual({ ok: true, value: 'let-in' });
    expect(await tasks()).toEqual([]);
    expect(arrivalsOf(await day())).toEqual({ left: 1, held: 0 });
    expect(await letIn(false)).toEqual({ ok: true, value: 'kept-out' });
    expect(await scan(clock.now())).toEqual({ ok: false, refused: 'held-back' });
    expect(await letIn(true)).toEqual({ ok: true, value: 'let-in' });
    expect(await scan(clock.now())).toMatchObject({ ok: true });
    expect(arrivalsOf(await day())).toEqual({ left: 0, held: 0 });
  });

  it('that was scanned without a network before a bank took the money back was honoured, and is told so when it is sent', async () => {
    clock.set(addMilliseconds(testNow, 60 * dayMs));
    const orderId = await shop.bought(kayak, await start(kayak, 4));
    const booking = await shop.booking(orderId);
    shop.bank.dispute((await shop.order(orderId)).reference);
    await shop.settle();
    const begins = booking.startsAt.getTime();
    clock.set(instant(begins + 3 * hourMs));
    // The bank says it an hour after the guests were there.
    await platform.db.execute(sql`
      update disputes set version = version + 1, opened_at = ${new Date(begins + hourMs).toISOString()}::timestamptz
      where id in (select dispute_id from dispute_parts where order_id = ${orderId})`);
    const scanned = (at: number) => checkIn(platform, { operatorId: operator, code: booking.voucher!, at: instant(at) });
    expect(await scanned(begins + 2 * hourMs)).toEqual({ ok: false, refused: 'held-back' });
    expect(await scanned(begins)).toMatchObject({ ok: true });
    expect((await shop.booking(orderId)).status).toBe('redeemed');
  });

  it('marks who was never scanned, and believes a scan that comes within two days', async () => {
    clock.set(addMilliseconds(testNow, 60 * dayMs));
    const orderId = await shop.bought(kayak, await start(kayak, 4));
    const booking = await shop.booking(orderId);
    clock.set(instant(booking.endsAt.getTime() + hourMs));
    await keepBookings(platform, [shop.product]);
    expect(await status(orderId)).toEqual(['confirmed', 'no_show']);
    const scanned = { operatorId: operator, code: booking.voucher!, at: instant(booking.startsAt.getTime()) };
    expect(await checkIn(platform, scanned)).toMatchObject({ ok: true });
    expect(await status(orderId)).toEqual(['confirmed', 'redeemed']);
  });

  it('is over for whoever never came once those two days have passed', async () => {
    clock.set(addMilliseconds(testNow, 70 * dayMs));
    const orderId = await shop.bought(kayak, await start(kayak, 4));
    const booking = await shop.booking(orderId);
    clock.set(instant(booking.endsAt.getTime() + 2 * dayMs - hourMs));
    await keepBookings(platform, [shop.product]);
    expect(await status(orderId)).toEqual(['confirmed', 'no_show']);
    clock.set(instant(booking.endsAt.getTime() + 2 * dayMs + hourMs));
    await keepBookings(platform, [shop.product]);
    expect(await status(orderId)).toEqual(['completed', 'no_show']);
  });

  it('goes on for who has paid while one who was added never is: changeable, on the list, let in, and a task of the desk', async () => {
    clock.set(addMilliseconds(testNow, 80 * dayMs));
    const orderId = await shop.bought(kayak, await start(kayak, 10));
    const change = (adult: number) =>
      changeParty(platform, shop.product, { orderId, party: { adult }, ...customer, seenTotal: 100_000_000 });
    expect((await change(3)).ok).toBe(true);
    await keepBookings(platform, [shop.product]);
    expect(await status(orderId)).toEqual(['confirmed', 'balance_due']);
    expect((await openBookedVisit(platform, await shop.order(orderId), null, 'en'))!.change).not.toBeNull();
    expect((await change(4)).ok).toBe(true);
    const { startsAt, startsLocal, voucher, endsAt } = await shop.booking(orderId);
    clock.set(instant(startsAt.getTime()));
    await keepBookings(platform, [shop.product]);
    expect(await status(orderId)).toEqual(['confirmed', 'overdue']);
    const tasks = async () =>
      (await listOpenStaffTasks(db)).filter(({ subject }) => subject === `orders:${orderId}`).map(({ kind }) => kind);
    expect(await tasks()).toEqual(['part-unpaid']);
    const runBy = (await findOperatorByToken(platform, await tokenOf(operator)))!;
    const { guests } = await openOperator(platform, runBy, startsLocal.slice(0, 10), 'en');
    expect(guests.find((guest) => guest.orderId === orderId)).toMatchObject({ places: 2, unpaid: 2, mayEnter: true });
    clock.set(instant(startsAt.getTime() + 60_000));
    const scanned = { operatorId: operator, code: voucher!, at: instant(clock.now()) };
    expect(await checkIn(platform, scanned)).toMatchObject({ ok: true, value: { places: 2, unpaid: 2 } });
    clock.set(instant(endsAt.getTime() + 60_000));
    await keepBookings(platform, [shop.product]);
    expect(await status(orderId)).toEqual(['completed', 'completed']);
  });

  it('opens nothing with the link of an earlier version', async () => {
    const token = await tokenOf(operator);
    expect((await findOperatorByToken(platform, token))?.id).toBe(operator);
    expect(await findOperatorByToken(platform, `${token}x`)).toBeNull();
    await db.execute(sql`update experience_operators set link_version = link_version + 1 where id = ${operator}`);
    expect(await findOperatorByToken(platform, token)).toBeNull();
  });
});

async function tokenOf(id: string): Promise<string> {
  const found = (await db.execute(sql`select link_version from experience_operators where id = ${id}`)) as unknown as {
    rows: { link_version: number }[];
  };
  return operatorToken(platform, { id, linkVersion: found.rows[0]!.link_version });
}

describe('an experience on request', () => {
  const diveQuery = async () => {
    clock.set(addMilliseconds(testNow, 150 * dayMs));
    return start(dive, 10);
  };

  it('takes nothing until the operator says yes', async () => {
    const orderId = await shop.bought(dive, await diveQuery());
    expect(await status(orderId)).toEqual(['requested', 'requested']);
    expect(await payment(orderId)).toEqual(['requires_capture']);
    expect((await shop.booking(orderId)).voucher).toBeNull();
    expect((await shop.counter.describe(orderId, 'en')).parts[0]!.members[0]!.link?.words).toBe('Your request');
    const accepted = await acceptRequest(platform, shop.product, { orderId, by: 'supplier', who: 'operator:x' });
    expect(accepted.ok).toBe(true);
    await shop.settle();
    expect(await status(orderId)).toEqual(['confirmed', 'confirmed']);
    expect(await payment(orderId)).toEqual(['succeeded']);
    expect(await declineRequest(platform, shop.product, { orderId, by: 'supplier', who: 'operator:x' })).toMatchObject({ ok: false });
  });

  it('takes more people only by the desk, which asks its operator; fewer by the traveller too', async () => {
    const orderId = await shop.bought(dive, await diveQuery());
    await acceptRequest(platform, shop.product, { orderId, by: 'supplier', who: 'operator:x' });
    await shop.settle();
    const change = (adult: number, by: 'customer' | 'staff') =>
      changeParty(platform, shop.product, { orderId, party: { adult }, by, who: 'x', seenTotal: 100_000_000 });
    expect(await change(3, 'customer')).toEqual({ ok: false, refused: 'ask-us' });
    expect(await quoteParty(platform, { orderId, party: { adult: 3 }, by: 'customer' })).toEqual({ ok: false, refused: 'ask-us' });
    expect((await change(3, 'staff')).ok).toBe(true);
    expect((await change(2, 'customer')).ok).toBe(true);
  });

  it('lets the money go when the operator says no, and when nobody says anything', async () => {
    const query = await diveQuery();
    const no = await shop.bought(dive, query);
    await declineRequest(platform, shop.product, { orderId: no, by: 'supplier', who: 'operator:x' });
    await shop.settle();
    expect(await status(no)).toEqual(['refunded', 'declined']);
    expect(await payment(no)).toEqual(['canceled']);
    expect(await taken(no)).toEqual([]);
    // Nothing can be changed of what nobody comes to, and no voucher lets anybody in.
    expect((await shop.counter.describe(no, 'en')).parts[0]!.members[0]!.link?.words).toBe('About this visit');

    const silent = await shop.bought(dive, query);
    clock.advance(25 * hourMs);
    await keepRequests(platform, shop.product);
    await shop.settle();
    expect(await status(silent)).toEqual(['refunded', 'declined']);
  });

  it('is moved by an offer of another start that the traveller takes', async () => {
    const orderId = await shop.bought(dive, await diveQuery());
    const own = await shop.booking(orderId);
    const to = new URLSearchParams(await start(dive, 14));
    const offered = await offerAnother(platform, {
      orderId,
      by: 'supplier',
      who: 'operator:x',
      date: to.get('date')!,
      start: to.get('time')!,
    });
    expect(offered.ok).toBe(true);
    expect(await status(orderId)).toEqual(['requested', 'counter_offered']);
    expect((await acceptOffer(platform, shop.product, { orderId, ...customer })).ok).toBe(true);
    await shop.settle();
    expect(await status(orderId)).toEqual(['confirmed', 'confirmed']);
    const moved = await shop.booking(orderId);
    expect(moved.startsLocal).not.toBe(own.startsLocal);
    expect((await taken(orderId)).map((claim) => claim.pool_key.includes(to.get('date')!))).toEqual([true]);
  });
});
