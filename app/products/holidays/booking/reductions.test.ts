import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { findInstalments, openOf, paidOf } from '#app/commerce/bookings/bookings-store.server.ts';
import { partUnpaid } from '#app/commerce/bookings/booking-jobs.server.ts';
import { spreadCredit } from '#app/commerce/invoices/invoice-lines.ts';
import { findStandings } from '#app/commerce/invoices/invoice-standings.server.ts';
import { creditNotesOf, findInvoiceInForce, findInvoicesOfOrder } from '#app/commerce/invoices/invoices-store.server.ts';
import { askCredit, decideCredit } from '#app/commerce/invoices/staff/credit-from-desk.server.ts';
import { openAgeing } from '#app/commerce/invoices/staff/open-ageing.server.ts';
import { keptPositions, moneyPosition } from '#app/commerce/ledger/ledger-store.server.ts';
import { confirmCancel, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { correctInvoice } from '#app/commerce/orders/correct-invoice.server.ts';
import { orderCookie } from '#app/commerce/orders/order-access.server.ts';
import { findHistory } from '#app/commerce/orders/orders-store.server.ts';
import { askOrderRefund } from '#app/commerce/orders/staff/refund-order.server.ts';
import type { Viewer } from '#app/platform/access.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { formatMoney } from '#app/ui/number-format.ts';
import { addDays, calendarDate, instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { wordsOf } from '#tests/support/http-traveller.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { changeHoliday, quoteChange, type HolidayChange } from './change-holiday.server.ts';
import { openTestHolidays } from './holiday-testing.ts';

const platform = await openTestPlatform();
const { db } = platform;
const sale = await openTestHolidays(platform);
const app = await openTestApp(platform, null, sale.bank.provider);
const start = platform.clock.now();
const days = (await sale.departures()).map(({ setsOff }) => setsOff).filter((day) => day > addDays(sale.today(), 120));
let used = 0;
const nextDay = () => days[used++]!;
const customer = { by: 'customer', who: 'guest' } as const;
await db.execute(
  sql`insert into users (id, name, email) values ('huda', 'Huda', 'huda@rihla.example'), ('omar', 'Omar', 'omar@rihla.example')`,
);
await db.execute(sql`insert into internal_users (user_id, display_name, roles, is_active, employment_status)
  values ('huda', 'Huda', '{owner}', true, 'active'), ('omar', 'Omar', '{owner}', true, 'active')`);
const clerk = (id: string) =>
  ({ kind: 'staff', user: { id }, staff: { userId: id, displayName: id, roles: ['owner'] } }) as unknown as Viewer & { kind: 'staff' };
const [huda, omar] = [clerk('huda'), clerk('omar')];
const aChild = { type: 'child', title: null, surname: 'HADDAD', nationality: 'PH', document: null } as const;
const childOn = (day: string) => ({ ...aChild, givenNames: 'NIL', birthDate: calendarDate(`${Number(day.slice(0, 4)) - 7}-01-01`) });
const withChild = (orderId: string, setsOff: HolidayChange['setsOff']) => ({
  change: { orderId, setsOff, rooms: { double: 0, twin: 0, triple: 1, single: 0 }, party: { leave: [], join: 7 } } satisfies HolidayChange,
  joining: childOn(setsOff),
});

const credit = async (orderId: string, amount: number) => {
  const invoice = (await findInvoiceInForce(db, orderId))!;
  const earlier = (await creditNotesOf(db, invoice.id)).flatMap(({ lines }) => lines);
  const lines = spreadCredit(invoice.lines, earlier, amount);
  const wish = { lines, amount, cause: 'goodwill', reason: 'Agreed by telephone', paymentId: null } as const;
  const asked = await askCredit(platform, sale.product, { viewer: huda, invoice, wish, requestId: 'r' });
  const done =
    asked.ok && asked.value === 'asked'
      ? await decideCredit(platform, sale.product, { viewer: omar, orderId, decision: 'approve', requestId: 'r' })
      : asked;
  if (!done.ok && asked.ok) await decideCredit(platform, sale.product, { viewer: omar, orderId, decision: 'decline', requestId: 'r' });
  await sale.settle();
  return done.ok ? done.value : done.refused;
};
/** What each of them says is still to pay. */
const dueOf = async (orderId: string) => {
  const invoice = (await findInvoiceInForce(db, orderId))!;
  const { standings } = await findStandings(db, [orderId], sale.today());
  const ageing = await openAgeing(platform);
  return {
    plan: openOf(await findInstalments(db, orderId)),
    invoice: standings.get(invoice.id)!.due,
    ageing: ageing.rows.filter(({ number }) => number === invoice.number).reduce((sum, { due }) => sum + due, 0),
  };
};
const owes = (amount: number) => ({ plan: amount, invoice: amount, ageing: amount });
const broken = async () =>
  brokenLines(
    await askInvariants(db, { now: platform.clock.now(), holdTtlMs: platform.env.HOLD_TTL_MS, settleMs: 0 }, {}, [
      'I25',
      'I26',
      'I34',
      'I35',
    ]),
  );
const moneyOf = async (orderId: string) => {
  const { captured, refunded } = await moneyPosition(db, orderId);
  return captured.amount - refunded.amount;
};
const inParts = async (plan: 'deposit' | 'instalments' = 'deposit') => {
  const day = nextDay();
  const orderId = await sale.sold(sale.form(day, { plan }));
  return { day, orderId, total: (await sale.order(orderId)).total };
};
const mailsTo = async (orderId: string) => {
  const { reference } = await sale.order(orderId);
  return (await platform.mail.folder!.list()).map(({ subject }) => subject).filter((subject) => subject.includes(reference));
};

describe('what finance takes off what is still to pay', () => {
  it('comes off the last part, is told, and every page asks for the same', async () => {
    const { orderId, total } = await inParts();
    const [deposit, rest] = await sale.parts(orderId);
    expect(await credit(orderId, 100_000)).toBe('reduced');
    expect((await sale.parts(orderId)).map(({ amount }) => amount)).toEqual([deposit!.amount, rest!.amount - 100_000]);
    expect(await dueOf(orderId)).toEqual(owes(rest!.amount - 100_000));
    expect(await sale.order(orderId)).toMatchObject({ total, reduction: 100_000, status: 'confirmed' });
    const event = (await findHistory(db, orderId)).at(-1)!;
    expect([event.event, event.detail['amount']]).toEqual(['noted-reduced', 100_000]);
    expect((await mailsTo(orderId)).join()).toContain(`${formatMoney(money(rest!.amount - 100_000, 'AED'), 'en')} left to pay`);
    const { reference } = await sale.order(orderId);
    const page = wordsOf(
      await (await app.send(`/track?order=${reference}`, { cookie: orderCookie(platform, orderId).split(';')[0]! })).text(),
    );
    expect(page).toContain(wordsOf(`Pay ${formatMoney(money(rest!.amount - 100_000, 'AED'), 'en')}`));
    expect(page).toContain(wordsOf(`Taken off the price ${formatMoney(money(100_000, 'AED'), 'en')}`));
    expect(page).not.toContain(wordsOf(formatMoney(money(rest!.amount, 'AED'), 'en')));
    // What the bank is asked for is what is left; with it the order is paid.
    await sale.payPart(orderId);
    expect([await dueOf(orderId), await moneyOf(orderId)]).toEqual([owes(0), total - 100_000]);
    expect((await keptPositions(db, [orderId])).get(orderId)).toBe('paid');
    expect(await broken()).toEqual([]);
  });

  it('takes the last parts away first, and the days of the others stay', async () => {
    const { orderId } = await inParts('instalments');
    const before = await sale.parts(orderId);
    const last = before.at(-1)!;
    expect(await credit(orderId, last.amount + 1)).toBe('reduced');
    const after = await sale.parts(orderId);
    expect(after.map(({ number, dueOn }) => [number, dueOn])).toEqual(before.slice(0, -1).map(({ number, dueOn }) => [number, dueOn]));
    expect(after.at(-1)!.amount).toBe(before.at(-2)!.amount - 1);
  });

  it('may be all of it: the booking is paid, its task is closed and nobody is reminded any more', async () => {
    const { orderId, total } = await inParts();
    const rest = (await sale.parts(orderId))[1]!;
    platform.clock.set(instant(Date.parse(`${addDays(rest.dueOn!, 1)}T08:00Z`)));
    await sale.daily();
    await sale.settle();
    expect((await sale.booking(orderId)).status).toBe('overdue');
    expect(await credit(orderId, rest.amount)).toBe('reduced');
    expect([await dueOf(orderId), (await sale.parts(orderId)).length]).toEqual([owes(0), 1]);
    expect((await sale.booking(orderId)).status).toBe('confirmed');
    expect((await listOpenStaffTasks(db)).filter(({ kind, subject }) => kind === partUnpaid && subject === `orders:${orderId}`)).toEqual(
      [],
    );
    expect((await mailsTo(orderId)).join()).toContain('Nothing left to pay');
    const told = (await mailsTo(orderId)).length;
    platform.clock.set(instant(Date.parse(`${addDays(rest.dueOn!, 6)}T08:00Z`)));
    await sale.daily();
    await sale.settle();
    expect([(await sale.order(orderId)).status, (await mailsTo(orderId)).length]).toEqual(['confirmed', told]);
    expect(await moneyOf(orderId)).toBe(total - rest.amount);
    expect((await keptPositions(db, [orderId])).get(orderId)).toBe('paid');
    expect(await broken()).toEqual([]);
    platform.clock.set(start);
  });

  it('stays off when the booking is changed, dearer and cheaper, and when its invoice is made out anew', async () => {
    const { orderId, day, total } = await inParts();
    const paid = paidOf(await sale.parts(orderId));
    expect(await credit(orderId, 100_000)).toBe('reduced');
    const { change, joining } = withChild(orderId, day);
    expect((await changeHoliday(platform, sale.product, { ...change, ...customer, seenTotal: 1e9, joining })).ok).toBe(true);
    await sale.settle();
    const dearer = await sale.order(orderId);
    expect(dearer.total).toBeGreaterThan(total);
    expect([dearer.reduction, await dueOf(orderId)]).toEqual([100_000, owes(dearer.total - 100_000 - paid)]);
    await db.execute(sql`insert into users (id, name, email) values ('amal', 'Amal', 'amal@example.com')`);
    await db.execute(sql`update orders set user_id = 'amal' where id = ${orderId}`);
    await db.execute(sql`alter table invoices disable trigger user`);
    await db.execute(sql`update invoices set owner_id = 'amal' where order_id = ${orderId}`);
    await db.execute(sql`alter table invoices enable trigger user`);
    const { number } = (await findInvoiceInForce(db, orderId))!;
    const viewer = { kind: 'customer', user: { id: 'amal' } } as unknown as Viewer;
    const corrected = await correctInvoice(platform, { viewer, number, buyer: { name: 'ACME FZE' }, requestId: 'r' });
    expect(corrected).toMatchObject({ ok: true, value: { kind: 'corrected' } });
    expect([(await sale.order(orderId)).reduction, await dueOf(orderId)]).toEqual([100_000, owes(dearer.total - 100_000 - paid)]);
    const smaller = { ...change, rooms: { double: 1, twin: 0, triple: 0, single: 0 }, party: { leave: [2], join: null } };
    expect((await changeHoliday(platform, sale.product, { ...smaller, ...customer, seenTotal: 1e9, joining: null })).ok).toBe(true);
    await sale.settle();
    expect([(await sale.order(orderId)).total, await dueOf(orderId)]).toEqual([total, owes(total - 100_000 - paid)]);
    expect(await broken()).toEqual([]);
  });

  it('is no money: cancelling reckons with what was paid, and the invoice comes to what is kept', async () => {
    const { orderId } = await inParts();
    const paid = paidOf(await sale.parts(orderId));
    expect(await credit(orderId, 100_000)).toBe('reduced');
    const quoted = await quoteCancel(platform, sale.product, { orderId, ...customer });
    if (!quoted.ok) throw new Error(quoted.refused);
    const { kept } = quoted.value;
    expect(quoted.value.refund!.amount).toBe(paid - kept!.kept.amount);
    expect(quoted.value.before!.gone.amount).toBe(0);
    expect((await confirmCancel(platform, sale.product, { orderId, ...customer })).ok).toBe(true);
    await sale.settle();
    expect(await moneyOf(orderId)).toBe(kept!.kept.amount);
    const invoiced = (await findInvoicesOfOrder(db, orderId)).reduce((sum, { gross }) => sum + gross, 0);
    expect(invoiced).toBe(kept!.kept.amount);
  });

  it('ends an answer to what cancelling brings that was given before it', async () => {
    const { orderId } = await inParts();
    expect((await quoteCancel(platform, sale.product, { orderId, ...customer })).ok).toBe(true);
    expect(await credit(orderId, 100_000)).toBe('reduced');
    expect(await confirmCancel(platform, sale.product, { orderId, ...customer })).toEqual({ ok: false, refused: 'quote-expired' });
  });

  it('leaves to the house what the ladder keeps of an order that was never paid on', async () => {
    const { orderId } = await inParts();
    const parts = await sale.parts(orderId);
    expect(await credit(orderId, 100_000)).toBe('reduced');
    platform.clock.set(instant(Date.parse(`${addDays(parts[1]!.dueOn!, 6)}T08:00Z`)));
    await sale.daily();
    await sale.settle();
    expect(['cancelled', 'refunded']).toContain((await sale.order(orderId)).status);
    const invoiced = (await findInvoicesOfOrder(db, orderId)).reduce((sum, { gross }) => sum + gross, 0);
    expect(invoiced).toBe(await moneyOf(orderId));
    platform.clock.set(start);
  });

  it('is never more than is to pay: what was paid is given back as money', async () => {
    const { orderId } = await inParts();
    const open = openOf(await sale.parts(orderId));
    expect(await credit(orderId, open + 1)).toBe('more-than-open');
    expect([await dueOf(orderId), (await findInvoicesOfOrder(db, orderId)).length]).toEqual([owes(open), 1]);
    const wish = { amount: 10_000, reason: 'A promised view', lines: {} };
    expect((await askOrderRefund(platform, sale.product, { viewer: huda, orderId, wish, requestId: 'r' })).ok).toBe(true);
    await sale.settle();
    expect(await dueOf(orderId)).toEqual(owes(open));
    expect(await credit(orderId, open)).toBe('reduced');
    expect(await dueOf(orderId)).toEqual(owes(0));
    expect(await broken()).toEqual([]);
  });

  it('of an order that is paid only corrects its invoice; a dearer change asks for less by what lies unmatched', async () => {
    const day = nextDay();
    const orderId = await sale.sold(sale.form(day));
    const { total } = await sale.order(orderId);
    expect(await credit(orderId, 10_000)).toBe('corrected');
    expect([(await sale.order(orderId)).reduction, await dueOf(orderId), await moneyOf(orderId)]).toEqual([0, owes(0), total]);
    const { change, joining } = withChild(orderId, day);
    const priced = await quoteChange(platform, change);
    if (!priced.ok) throw new Error(priced.refused);
    expect((await changeHoliday(platform, sale.product, { ...change, ...customer, seenTotal: 1e9, joining })).ok).toBe(true);
    await sale.settle();
    expect(await dueOf(orderId)).toEqual(owes(priced.value.price - total - 10_000));
    await sale.payPart(orderId);
    expect(await moneyOf(orderId)).toBe(priced.value.price - 10_000);
    expect(await broken()).toEqual([]);
  });
});
