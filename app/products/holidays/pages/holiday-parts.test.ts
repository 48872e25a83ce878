import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { orderCookie } from '#app/commerce/orders/order-access.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { findPaymentsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { addDays, addMonths } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { readForms, wordsOf } from '#tests/support/http-traveller.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { balanceDay } from '#app/commerce/bookings/payment-plan-rules.ts';
import { changeHoliday } from '../booking/change-holiday.server.ts';
import { planTermsOf } from '../booking/holiday-terms.ts';
import { openTestHolidays } from '../booking/holiday-testing.ts';

const platform = await openTestPlatform();
const sale = await openTestHolidays(platform);
const app = await openTestApp(platform, null, sale.bank.provider);
const ahead = (await sale.departures()).filter(({ setsOff }) => setsOff > addDays(sale.today(), 150)).map(({ setsOff }) => setsOff);

let used = 0;
const sold = async (plan: 'deposit' | 'instalments') => sale.order(await sale.sold(sale.form(ahead[used++]!, { plan })));
const cookieOf = (order: Order) => orderCookie(platform, order.id).split(';')[0]!;
const track = (order: Order) => `/track?order=${order.reference}`;
const read = async (order: Order, page: string) => (await app.send(page, { cookie: cookieOf(order) })).text();
/** The form that pays the next part, as a browser without scripts sends it. */
const partForm = async (order: Order, page = track(order)) => {
  const forms = readForms(await read(order, page), new URL(`http://localhost${page}`));
  const form = forms.find(({ buttons }) => buttons.some(({ value }) => value === 'pay-part'))!;
  return { ...Object.fromEntries(form.fields), intent: 'pay-part' };
};
const press = async (order: Order, form: Record<string, string>) => {
  const { status, headers } = await app.send(`/checkout/${order.reference}`, { cookie: cookieOf(order), form });
  return { status, to: headers.get('location')! };
};
/** What was asked of the bank since the deposit. */
const later = async (order: Order) =>
  (await findPaymentsOfOrder(platform.db, order.id)).filter(({ purpose }) => purpose !== 'order').map(({ amount }) => amount);
const toPay = (amount: number) => wordsOf(`To pay now: ${formatMoney(money(amount, 'AED'), 'en')}.`);
const refusedAt = (order: Order, refused: string) => `${track(order)}&refused=${refused}`;

describe('a tour that is paid in parts', () => {
  const dated = async (order: Order) =>
    (await sale.parts(order.id)).map(({ amount, dueOn, paidAt }) => (paidAt ? 'paid' : `${amount} ${dueOn}`));

  test('and moved to a later day is paid by days of that one, which its page names before anything moves', async () => {
    const [from, to] = [ahead[used++]!, ahead.at(-1)!];
    const order = await sale.order(await sale.sold(sale.form(from, { plan: 'instalments' })));
    const before = await sale.parts(order.id);
    expect(before.length).toBeGreaterThan(2);
    const { rooms } = sale.form(from).trip;
    const asked = Object.entries(rooms).map(([kind, count]) => `room-${kind}=${count}`);
    const page = `/booking/change/${order.reference}?setsOff=${to}&${asked.join('&')}`;
    const told = await read(order, page);
    const last = balanceDay(planTermsOf(sale.tour.depositPercent), to);
    const days = before.slice(1).map((_, at) => addMonths(last, at - before.length + 2));
    expect(days[0]! > before.at(-1)!.dueOn!).toBe(true);
    for (const day of days) expect(wordsOf(told)).toContain(`By ${formatDate(day, 'en', 'long')}`);
    const form = readForms(told, new URL(`http://localhost${page}`)).find(({ buttons }) =>
      buttons.some(({ value }) => value === 'change'),
    )!;
    const answer = await app.send(page, { cookie: cookieOf(order), form: { ...Object.fromEntries(form.fields), intent: 'change' } });
    expect(answer.headers.get('location')).toBe(track(order));
    const after = await sale.parts(order.id);
    expect(after.slice(1).map(({ dueOn }) => dueOn)).toEqual(days);
    expect(after.reduce((sum, { amount }) => sum + amount, 0)).toBe((await sale.order(order.id)).total);
  });

  test('keeps its days when it moves to an earlier one, but none after its last', async () => {
    const [to, from] = [ahead[used++]!, ahead.at(-2)!];
    const order = await sale.order(await sale.sold(sale.form(from, { plan: 'instalments' })));
    const before = await dated(order);
    const change = {
      orderId: order.id,
      setsOff: to,
      rooms: sale.form(to).trip.rooms,
      by: 'customer',
      who: 'guest',
      seenTotal: 1e9,
    } as const;
    expect((await changeHoliday(platform, sale.product, change)).ok).toBe(true);
    const last = balanceDay(planTermsOf(sale.tour.depositPercent), to);
    const after = await sale.parts(order.id);
    expect(after.filter(({ paidAt }) => !paidAt).every(({ dueOn }) => dueOn! <= last)).toBe(true);
    expect(before.length).toBe(after.length);
  });
});

describe('the page of a tour that is paid in parts, left open', () => {
  test('while the next part became dearer begins no payment, says what it is now, and the next press pays that', async () => {
    const order = await sold('deposit');
    const stale = await partForm(order);
    const rest = (await sale.parts(order.id))[1]!;
    await platform.db.execute(sql`update instalments set amount = amount + 5000 where order_id = ${order.id} and number = ${rest.number}`);
    await platform.db.execute(sql`update orders set total = total + 5000, version = version + 1 where id = ${order.id}`);
    const there = refusedAt(order, 'amount-changed');
    expect(await press(order, stale)).toEqual({ status: 302, to: there });
    expect(await later(order)).toEqual([]);
    const told = wordsOf(await read(order, there));
    expect(told).toContain('The amount changed after you opened the page you pressed on. Nothing was charged');
    expect(told).toContain(toPay(rest.amount + 5_000));
    const again = await partForm(order, there);
    const bank = await press(order, again);
    expect(bank.to).toMatch(/^http/);
    // Of two tabs that show the same part each leads to the one page of the bank.
    expect((await press(order, { ...again, key: newFormKey() })).to).toBe(bank.to);
    expect(await later(order)).toEqual([rest.amount + 5_000]);
  });

  test('while its part was paid elsewhere does not go on to the part after it, though that one costs the same', async () => {
    const order = await sold('instalments');
    const [, second, third] = await sale.parts(order.id);
    expect(third!.amount).toBe(second!.amount);
    const stale = await partForm(order);
    await sale.payPart(order.id);
    const there = refusedAt(order, 'part-paid');
    expect((await press(order, stale)).to).toBe(there);
    expect(await later(order)).toEqual([second!.amount]);
    const told = wordsOf(await read(order, there));
    expect(told).toContain('This part is already paid.');
    expect(told).toContain(toPay(third!.amount));
    expect((await press(order, await partForm(order, there))).to).toMatch(/^http/);
  });

  test('takes no press that does not say what it saw, or says what is no part', async () => {
    const order = await sold('deposit');
    const form = await partForm(order);
    for (const [field, wrong] of [
      ['seen', ''],
      ['seen', '-1'],
      ['currency', 'EUR'],
      ['currency', 'XXX'],
      ['part', ''],
      ['part', 'two'],
    ] as const)
      expect((await press(order, { ...form, [field]: wrong, key: newFormKey() })).to, `${field} ${wrong}`).toBe(
        refusedAt(order, 'amount-changed'),
      );
    expect((await press(order, { ...form, part: '9', key: newFormKey() })).to).toBe(refusedAt(order, 'part-paid'));
    expect(await later(order)).toEqual([]);
  });
});
