import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
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
import { aDraft, openTestSale } from '../flight-order-testing.ts';
import type { Flights } from '../flights-context.ts';
import { anOffer } from '../offer-testing.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';

const platform = await openDemoPlatform();
const offer = { ...anOffer({ supplier: 's1' }), id: 's1.one', expiresAt: '2026-11-24T08:12:00.000Z' };
const sale = await openTestSale(platform, [new ScriptedSupplier({ code: 's1', offers: [offer] })]);
const flights = { ...sale.flights, world: { places: { airports: new Map() } } } as unknown as Flights;
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
    form: { intent: 'refund', key: newFormKey(), amount: '900', reason: 'the meal never came' },
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
    form: { intent: 'refund', key: newFormKey(), amount: '12', reason: 'a late one' },
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
  ])
    expect((await app.send(`/admin/orders/refunds${query}`, { cookie: clerk })).status).toBe(200);
});
