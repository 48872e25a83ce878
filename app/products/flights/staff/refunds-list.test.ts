import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { workOnDesk } from '#app/backoffice/work-desk.server.ts';
import { chaseSuppliers } from '#app/commerce/orders/chase-suppliers.server.ts';
import { findSupplierReturns } from '#app/commerce/orders/supplier-returns-store.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { dayMs, instant } from '#app/values/dates.ts';
import { decimalString, money } from '#app/values/money.ts';
import { readForms } from '#tests/support/http-traveller.ts';
import { readStatement } from '../supply/supplier-statement-store.server.ts';
import { confirmCancel, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { orderCookie } from '#app/commerce/orders/order-access.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { findRefundRows } from '#app/commerce/orders/staff/refund-desk-store.server.ts';
import { readRefundListView } from '#app/commerce/orders/staff/refund-list-view.ts';
import { findRefundsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { aDraft, openTestSale } from '../order/flight-order-testing.ts';
import type { Flights } from '../flights-context.ts';
import { anOffer } from '../offer-testing.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';

const platform = await openDemoPlatform();
const offer = { ...anOffer({ supplier: 's1' }), id: 's1.one', expiresAt: '2026-11-24T08:12:00.000Z' };
const sale = await openTestSale(platform, [new ScriptedSupplier({ code: 's1', offers: [offer] })]);
const flights = { ...sale.flights, world: { places: { airports: new Map() } } } as unknown as Flights;
await workOnDesk(platform, flights);
const app = await openTestApp(platform, flights, sale.bank.provider);
const [clerk, finance] = [await app.signIn('flights@rihla.example', demoPassword), await app.signIn('finance@rihla.example', demoPassword)];
const list = async (query = '') => (await app.send(`/admin/orders/refunds${query}`, { cookie: clerk })).text();

let buyers = 0;
async function ticketed(): Promise<Order> {
  buyers += 1;
  const order = await sale.paid((await sale.placed(aDraft(offer), { address: `10.7.${buyers}.1` })).id);
  await sale.settle();
  return order;
}

/** What the record of an order says can go back, as its form posts it. */
async function leftOf(order: { readonly reference: string }): Promise<string> {
  const page = await (await app.send(`/admin/orders/flights/${order.reference}`, { cookie: clerk })).text();
  return /name="seen" value="(\d+)"/.exec(page)![1]!;
}

it('two clerks who give for one thing do not both give: the second reads that money moved, and what they typed stays', async () => {
  const order = await ticketed();
  const here = `/admin/orders/flights/${order.reference}`;
  const form = { intent: 'refund', amount: '60', reason: 'the bag came late', seen: await leftOf(order) };
  const first = await app.send(here, { cookie: clerk, form: { ...form, key: newFormKey() } });
  expect(first.headers.get('location')).toContain('did=refund-approved');
  const second = await app.send(here, { cookie: finance, form: { ...form, key: newFormKey(), amount: '70' } });
  expect(second.status).toBe(409);
  const page = await second.text();
  for (const words of ['Somebody gave money back', 'value="70"', 'value="the bag came late"']) expect(page).toContain(words);
  expect((await findRefundsOfOrder(platform.db, order.id)).map(({ amount }) => amount)).toEqual([6_000]);
  // Whoever has looked at it again may still give.
  const third = await app.send(here, { cookie: finance, form: { ...form, key: newFormKey(), amount: '70', seen: await leftOf(order) } });
  expect(third.headers.get('location')).toContain('did=refund-approved');
});

it('a cancelled order’s refund goes through the queues, and its traveller sees the same steps', async () => {
  const order = await ticketed();
  const ask = { orderId: order.id, by: 'customer', who: 'guest' } as const;
  await quoteCancel(platform, sale.product, ask);
  await confirmCancel(platform, sale.product, ask);
  await sale.settle();
  expect((await findRefundsOfOrder(platform.db, order.id)).map(({ status }) => status)).toEqual(['succeeded']);
  expect(await list('?kind=flight')).not.toContain(order.reference);
  const settled = await list(`?queue=settled&find=${order.reference}`);
  expect(settled).toContain(order.reference);
  expect(settled).toContain('Settled');
  const theirs = await (
    await app.send(`/track?order=${order.reference}`, { cookie: orderCookie(platform, order.id).split(';')[0]! })
  ).text();
  expect(theirs).toContain('Confirmed by your bank');
  expect(theirs).toContain('To the card you paid with');
});

it('one that waits for a second person is open, has no owner, and leaves the queue when it is declined', async () => {
  const order = await ticketed();
  await app.send(`/admin/orders/flights/${order.reference}`, {
    cookie: clerk,
    form: { intent: 'refund', key: newFormKey(), seen: await leftOf(order), amount: '900', reason: 'the meal never came' },
  });
  expect(await list('?queue=waiting')).toContain(order.reference);
  expect(await list('?owner=nobody')).toContain(order.reference);
  expect(await list('?owner=mine')).not.toContain(order.reference);
  const theirs = await (
    await app.send(`/track?order=${order.reference}`, { cookie: orderCookie(platform, order.id).split(';')[0]! })
  ).text();
  expect(theirs).toContain('a second colleague checks it');
  await app.send(`/admin/orders/flights/${order.reference}`, { cookie: finance, form: { intent: 'refund-decline', key: newFormKey() } });
  expect(await list('?queue=waiting')).not.toContain(order.reference);
});

it('one that is with the bank for longer than banks take is late, and one that came back stays until its task is closed', async () => {
  const order = await ticketed();
  await app.send(`/admin/orders/flights/${order.reference}`, {
    cookie: clerk,
    form: { intent: 'refund', key: newFormKey(), seen: await leftOf(order), amount: '12', reason: 'a late one' },
  });
  const long = new Date(platform.clock.now() - 20 * 86_400_000).toISOString();
  await platform.db.execute(sql`update refunds set created_at = ${long}, version = version + 1 where order_id = ${order.id}`);
  await platform.db.execute(sql`update refund_requests set asked_at = ${long} where order_id = ${order.id}`);
  expect(await list('?queue=late&age=14')).toContain(order.reference);
  expect(await list('?queue=late&age=30')).not.toContain(order.reference);
  await platform.db.execute(sql`update refunds set status = 'failed', version = version + 1 where order_id = ${order.id}`);
  const [refund] = await findRefundsOfOrder(platform.db, order.id);
  await platform.db.execute(sql`
    insert into staff_tasks (id, kind, subject, text_key, detail, opened_at)
    values (${refund!.id}, 'refund-failed', ${`refunds:${refund!.id}`}, 'tasks:refund-failed', '{}', now())`);
  expect(await list('?queue=failed')).toContain(order.reference);
  await platform.db.execute(sql`update staff_tasks set closed_at = now(), closed_by = 'staff:x' where id = ${refund!.id}`);
  expect(await list('?queue=failed')).not.toContain(order.reference);
  expect(await list('?queue=all')).toContain(order.reference);
});

describe('what the supplier owes for tickets that it took back', () => {
  const tasks = async (order: Order) =>
    (await listOpenStaffTasks(platform.db, 200, ['supplier-money'])).filter(({ subject }) => subject === `supplier_returns:${order.id}.0`);
  const cancelled = async () => {
    const order = await ticketed();
    const ask = { orderId: order.id, by: 'customer', who: 'guest' } as const;
    await quoteCancel(platform, sale.product, ask);
    await confirmCancel(platform, sale.product, ask);
    await sale.settle();
    return order;
  };
  const record = (order: Order) => `/admin/orders/flights/${order.reference}`;
  const press = async (order: Order, cookie: string, more: Record<string, string>) => {
    const form = { intent: 'supplier-paid', key: newFormKey(), part: '0', note: '', ...more };
    const answer = await app.send(record(order), { cookie, form });
    return answer.headers.get('location') ?? String(answer.status);
  };

  it('is as much as its statement says, and chased on the 7th, 14th and 30th day, once each', async () => {
    const order = await cancelled();
    const [owed] = await findSupplierReturns(platform.db, order.id);
    const lines = await readStatement(platform.db, 's1', '2000-01-01T00:00:00Z', '2100-01-01T00:00:00Z');
    const back = lines.find(({ reference, kind }) => reference === order.reference && kind === 'return')!;
    expect(owed).toMatchObject({ supplier: 's1', amount: -back.owed.amount, currency: back.owed.currency, chased: 0 });
    expect(await (await app.send(record(order), { cookie: clerk })).text()).toContain('s1 owes');
    const asked = instant(owed!.askedAt.getTime());
    for (const [day, due] of [
      [6, 0],
      [7, 7],
      [13, 7],
      [14, 14],
      [31, 30],
      [90, 30],
    ] as const) {
      const at = { ...platform, clock: { now: () => instant(asked + day * dayMs) } };
      await chaseSuppliers(at);
      await chaseSuppliers(at);
      expect(
        (await tasks(order)).map(({ detail }) => detail['days']),
        `after ${day} days`,
      ).toEqual(due === 0 ? [] : [due]);
    }
    const { rows } = (await platform.db.execute(
      sql`select detail->>'days' as day from audit_events where action = 'order.supplier-chased' and subject = ${`orders:${order.id}`} order by sequence`,
    )) as unknown as { rows: { day: string }[] };
    expect(rows.map(({ day }) => day)).toEqual(['7', '14', '30']);
    expect(await list('?queue=all&owed=0')).toContain(order.reference);
    expect(await list('?queue=all&owed=7')).not.toContain(order.reference);
  });

  it('is marked as received by whoever may approve refunds, another sum with a reason, once', async () => {
    const order = await cancelled();
    const chased = { ...platform, clock: { now: () => instant(platform.clock.now() + 8 * dayMs) } };
    await chaseSuppliers(chased);
    expect(await tasks(order)).toHaveLength(1);
    const [owed] = await findSupplierReturns(platform.db, order.id);
    const whole = decimalString(money(owed!.amount, owed!.currency));
    expect(await press(order, clerk, { amount: whole })).toContain('refused=permission');
    expect(await press(order, finance, { amount: 'much' })).toContain('refused=return-amount');
    expect(await press(order, finance, { amount: '1.00' })).toContain('refused=return-reason');
    expect(await press(order, finance, { amount: whole, part: '7' })).toContain('refused=not-possible');
    expect(await press(order, finance, { amount: whole, key: '' })).toBe('400');
    expect(await press(order, finance, { amount: '1.00', note: 'the rest was a penalty' })).toContain('did=supplier-paid');
    expect(await press(order, finance, { amount: whole })).toContain('refused=return-received');
    expect(await tasks(order)).toEqual([]);
    expect(await list('?queue=all&owed=0')).not.toContain(order.reference);
    expect(await (await app.send(record(order), { cookie: clerk })).text()).toContain('the rest was a penalty');
  });

  it('is nothing where nothing was ticketed', async () => {
    buyers += 1;
    const order = await sale.placed(aDraft(offer), { address: `10.7.${buyers}.1` });
    const ask = { orderId: order.id, by: 'customer', who: 'guest' } as const;
    await quoteCancel(platform, sale.product, ask);
    await confirmCancel(platform, sale.product, ask);
    expect(await findSupplierReturns(platform.db, order.id)).toEqual([]);
  });
});

it('refunds of a list are given to a colleague with their orders, after a dry run, by those who may', async () => {
  const order = await ticketed();
  await app.send(`/admin/orders/flights/${order.reference}`, {
    cookie: clerk,
    form: { intent: 'refund', key: newFormKey(), seen: await leftOf(order), amount: '900', reason: 'the lounge was closed' },
  });
  const owner = await app.signIn('admin@rihla.example', demoPassword);
  const { rows } = (await platform.db.execute(sql`select id from users where email = 'flights@rihla.example'`)) as unknown as {
    rows: { id: string }[];
  };
  const aim = rows[0]!.id;
  const bulk = async (query: string, cookie: string) => (await app.send(`/admin/orders/refunds/bulk?${query}`, { cookie })).text();
  expect(await list('?queue=waiting')).toContain('Assign all that match');
  expect(await bulk(`ref=${order.reference}`, owner)).not.toContain('name="intent"');
  expect(await bulk(`ref=${order.reference}&aim=${aim}`, finance)).toContain('Your role may not do this.');
  const html = await bulk(`all=1&list=queue%3Dwaiting&aim=${aim}`, owner);
  const form = readForms(html, new URL('http://localhost:3999/admin/orders/refunds/bulk')).find(({ buttons }) =>
    buttons.some(({ value }) => value === 'assign'),
  )!;
  const ref = form.fields.filter(([name]) => name === 'ref').map(([, value]) => value);
  expect(ref).toContain(order.reference);
  const fields = { ...Object.fromEntries(form.fields), ref, intent: 'assign' };
  const send = async () => (await app.send('/admin/orders/refunds/bulk', { cookie: owner, form: fields })).headers.get('location')!;
  const to = await send();
  expect(await send()).toBe(to);
  await sale.settle();
  expect(await (await app.send(to, { cookie: owner })).text()).toContain('Assigned');
  expect(await list('?queue=waiting&owner=mine')).toContain(order.reference);
  expect(await bulk(`ref=${order.reference}&aim=${aim}`, owner)).toContain('It is theirs already.');
  const nonsense = { key: newFormKey(), intent: 'assign', ref: order.reference, aim: "'--" };
  expect((await app.send('/admin/orders/refunds/bulk', { cookie: owner, form: nonsense })).status).toBe(400);
  expect((await app.send('/admin/orders/refunds/bulk?run=none', { cookie: owner })).status).toBe(404);
});

it('pages go on where the last one ended, in both directions and by amount', async () => {
  const now = platform.clock.now();
  for (const sort of ['asked', '-asked', 'amount', '-amount']) {
    const view = readRefundListView(new URLSearchParams({ queue: 'all', sort }));
    const whole = await findRefundRows(platform.db, view, { now, me: '', most: 100 });
    expect(whole.rows.length).toBeGreaterThan(1);
    const seen: string[] = [];
    for (let after: typeof view.after = null, first = true; first || after; first = false) {
      const page = await findRefundRows(platform.db, { ...view, after }, { now, me: '', most: 1 });
      seen.push(...page.rows.map(({ id }) => id));
      after = page.next;
    }
    expect(seen).toEqual(whole.rows.map(({ id }) => id));
  }
});

it('whatever an address says, the list answers', async () => {
  for (const query of [
    '?queue=nothing&age=x&after=1~',
    '?queue=all&after=9999999999999999~x',
    "?find=%27%3B--&owner='",
    '?after=1.5~abc&sort=-amount',
    '?kind=tailor-made&queue=all',
    '?owed=8&column=supplier',
    '?owed=30&queue=all&sort=-amount',
  ])
    expect((await app.send(`/admin/orders/refunds${query}`, { cookie: clerk })).status).toBe(200);
});
