import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { orderCookie } from '#app/commerce/orders/order-access.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { findPaymentsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { formatMoney } from '#app/ui/number-format.ts';
import { addDays } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { readForms, wordsOf } from '#tests/support/http-traveller.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
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
