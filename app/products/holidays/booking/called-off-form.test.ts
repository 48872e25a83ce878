import { describe, expect, it } from 'vitest';
import { confirmCancel, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { addDays } from '#app/values/dates.ts';
import { demoPassword } from '#seeds/demo.ts';
import { readForms } from '#tests/support/http-traveller.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { openTestHolidays } from './holiday-testing.ts';

const platform = await openDemoPlatform();
const sale = await openTestHolidays(platform);
const app = await openTestApp(platform, null, sale.bank.provider);
const owner = await app.signIn('admin@rihla.example', demoPassword);
const day = (await sale.departures()).find(({ setsOff }) => setsOff > addDays(sale.today(), 120))!.setsOff;

describe('the form by which the desk calls a booking off for its operator', () => {
  it('says beside its tick that the tick is missing, keeps the reason, and does nothing until both are there', async () => {
    const orderId = await sale.sold(sale.form(day));
    const page = `/admin/orders/holidays/${(await sale.order(orderId)).reference}`;
    const formOf = (html: string) => {
      const form = readForms(html, new URL(`http://localhost${page}`)).find(({ buttons }) =>
        buttons.some(({ value }) => value === 'operator-cancel'),
      )!;
      return { ...Object.fromEntries(form.fields), work: 'operator-cancel' };
    };
    const press = (form: Record<string, string>) => app.send(page, { cookie: owner, form });
    const first = formOf(await (await app.send(page, { cookie: owner })).text());
    const unticked = await press({ ...first, reason: 'The coach broke down' });
    expect(unticked.status).toBe(400);
    const html = await unticked.text();
    expect(html).toContain('Tick that the operator does not hold this booking');
    expect(html).not.toContain('Give a reason: the traveller is affected');
    expect(html).toContain('value="The coach broke down"');
    const bare = await (await press({ ...formOf(html), reason: ' ', sure: 'yes' })).text();
    expect(bare).toContain('Give a reason: the traveller is affected');
    expect((await sale.booking(orderId)).status).toBe('confirmed');
    const done = await press({ ...formOf(html), sure: 'yes' });
    expect(done.headers.get('location')).toBe(`${page}?did=operator-cancel`);
    expect((await sale.booking(orderId)).status).toBe('operator_cancelled');
    // What cannot be done any more is another matter than a tick.
    expect((await press({ ...formOf(html), key: newFormKey(), sure: 'yes' })).headers.get('location')).toBe(`${page}?refused`);
  });
});

describe('the payment plan on the record', () => {
  it('asks for its open part while the order stands, and says of one that was cancelled that nothing is asked for', async () => {
    const orderId = await sale.sold(sale.form(day, { plan: 'deposit' }));
    const page = `/admin/orders/holidays/${(await sale.order(orderId)).reference}`;
    const plan = async () =>
      (await (await app.send(page, { cookie: owner })).text()).replaceAll('<!-- -->', '').split('br-plan"')[1]!.split('</dl>')[0]!;
    expect(await plan()).toContain('· open<');
    const ask = { orderId, by: 'customer', who: 'guest' } as const;
    await quoteCancel(platform, sale.product, ask);
    await confirmCancel(platform, sale.product, ask);
    await sale.settle();
    const after = await plan();
    expect(after).toContain('not asked for any more');
    expect(after).not.toContain('· open<');
    expect(after).toContain('· paid<');
  });
});
