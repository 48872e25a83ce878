import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { confirmCancel, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { findInvoicesOfOrder } from '#app/commerce/invoices/invoices-store.server.ts';
import { moneyPosition } from '#app/commerce/ledger/ledger-store.server.ts';
import { getQuote } from '#app/commerce/orders/orders-store.server.ts';
import { orderCookie } from '#app/commerce/orders/order-access.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { findRefundsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { verifyAuditChain } from '#app/platform/audit.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { demoPassword } from '#seeds/demo.ts';
import { readForms } from '#tests/support/http-traveller.ts';
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
const app = await openTestApp(platform, flights, sale.bank.provider);
const signIn = (name: string) => app.signIn(`${name}@rihla.example`, demoPassword);
const [clerk, finance, owner, auditor] = [await signIn('flights'), await signIn('finance'), await signIn('admin'), await signIn('auditor')];

let buyers = 0;
async function ticketed(): Promise<Order> {
  buyers += 1;
  const order = await sale.paid((await sale.placed(aDraft(offer), { address: `10.1.${buyers}.1` })).id);
  await sale.settle();
  return order;
}
const at = (order: Order) => `/admin/orders/flights/${order.reference}`;
const record = async (order: Order, cookie: string) => (await app.send(at(order), { cookie })).text();
async function press(order: Order, cookie: string, intent: string, typed: Record<string, string> = {}) {
  const html = await record(order, cookie);
  const form = readForms(html, new URL(`http://localhost${at(order)}`)).find((one) =>
    one.fields.some(([name, value]) => name === 'intent' && value === intent),
  );
  const key = form?.fields.find(([name]) => name === 'key')?.[1] ?? newFormKey();
  const seen = form?.fields.find(([name]) => name === 'seen')?.[1];
  const answer = await app.send(at(order), { cookie, form: { intent, key, ...(seen !== undefined && { seen }), ...typed } });
  return { status: answer.status, to: answer.headers.get('location') ?? '', html: await answer.text() };
}
const refunds = async (order: Order) => (await findRefundsOfOrder(platform.db, order.id)).map((one) => [one.amount, one.status]);
const notes = async (order: Order) =>
  (await findInvoicesOfOrder(platform.db, order.id)).filter((one) => one.kind === 'credit-note').map((one) => one.gross);
const waiting = async () => (await listOpenStaffTasks(platform.db)).filter((task) => task.kind === 'refund-approval').length;

describe('tickets of more than a clerk may give back', () => {
  const asks = async () => (await listOpenStaffTasks(platform.db, 50, ['return-approval'])).map(({ detail }) => detail);

  it('are voided by a second person, who reads why', async () => {
    const order = await ticketed();
    expect(order.total).toBeGreaterThan(30_000);
    expect(await record(order, clerk)).toContain('Ask a second person');
    expect((await press(order, clerk, 'void', { reason: 'booked for the wrong day' })).to).toBe(`${at(order)}?did=return-asked`);
    await sale.settle();
    expect([(await sale.order(order.id)).status, await refunds(order)]).toEqual(['ticketed', []]);
    expect(await asks()).toEqual([{ order: order.reference, action: 'void', amount: order.total, currency: 'AED' }]);
    expect((await press(order, clerk, 'void', { reason: 'I press again' })).to).toContain('refused=second-person');
    const page = await record(order, finance);
    expect(page).toContain('asks you for it:');
    expect(page).toContain('booked for the wrong day');
    expect((await press(order, finance, 'void', { reason: 'as asked' })).to).toContain('did=void');
    await sale.settle();
    expect([await refunds(order), await asks()]).toEqual([[[order.total, 'succeeded']], []]);
  });

  it('stay as they are when the request is dropped, by who asked too', async () => {
    const order = await ticketed();
    await press(order, clerk, 'void', { reason: 'a mistake of mine' });
    expect((await press(order, clerk, 'drop-return')).to).toContain('did=drop-return');
    expect([await asks(), (await sale.order(order.id)).status]).toEqual([[], 'ticketed']);
    expect((await press(order, finance, 'drop-return')).to).toContain('refused=not-possible');
  });
});

describe('a refund of any amount', () => {
  it('within the clerk’s limit goes to the bank at once, with a credit note, a mail and a line in the timeline', async () => {
    const order = await ticketed();
    const answer = await press(order, clerk, 'refund', { amount: '120.50', reason: 'seat was broken' });
    expect(answer.to).toBe(`${at(order)}?did=refund-approved`);
    await sale.settle();
    expect(await refunds(order)).toEqual([[12_050, 'succeeded']]);
    expect(await notes(order)).toEqual([-12_050]);
    expect((await moneyPosition(platform.db, order.id)).refunded.amount).toBe(12_050);
    expect((await sale.order(order.id)).status).toBe('ticketed');
    expect(sale.mails.filter((mail) => mail.orderId === order.id).map((mail) => mail.template)).toContain('order-part-refunded');
    const page = await record(order, clerk);
    expect(page).toContain('Money given back');
    expect(page).toContain('seat was broken');
    const theirs = await (
      await app.send(`/track?order=${order.reference}`, { cookie: orderCookie(platform, order.id).split(';')[0]! })
    ).text();
    expect(theirs).toContain('Refund arranged');
    expect(theirs).toContain('returned, confirmed by the bank');
    expect(theirs).not.toContain('seat was broken');
  });

  it('by price line takes exactly that line back on the credit note', async () => {
    const order = await ticketed();
    await press(order, clerk, 'refund', { 'line.0': '100', reason: 'downgraded' });
    await sale.settle();
    const note = (await findInvoicesOfOrder(platform.db, order.id)).find((one) => one.kind === 'credit-note');
    expect(note!.lines.map((line) => [line.creditsPosition, line.gross])).toEqual([[1, -10_000]]);
  });

  it('above the limit waits for a second person, who is never the one who asked', async () => {
    const order = await ticketed();
    expect((await press(order, clerk, 'refund', { amount: '300.01', reason: 'whole day lost' })).to).toContain('did=refund-asked');
    await sale.settle();
    expect([await refunds(order), await notes(order), await waiting()]).toEqual([[], [], 1]);
    expect((await press(order, clerk, 'refund-approve')).to).toContain('refused=permission');
    expect((await press(order, auditor, 'refund-approve')).to).toContain('refused=permission');
    expect((await press(order, clerk, 'refund', { amount: '1', reason: 'another one' })).to).toContain('refused=refund-waiting');
    expect(await record(order, finance)).toContain('whole day lost');
    expect((await press(order, finance, 'refund-approve')).to).toContain('did=refund-approved');
    expect((await press(order, finance, 'refund-approve')).to).toContain('refused=not-waiting');
    await sale.settle();
    expect([await refunds(order), await notes(order), await waiting()]).toEqual([[[30_001, 'succeeded']], [-30_001], 0]);
  });

  it('of somebody who may approve is still not approved by themselves', async () => {
    const order = await ticketed();
    // The owner's own limit is higher than this fare: small steps first, then a database that was told otherwise.
    await press(order, clerk, 'refund', { amount: '301', reason: 'asked by the clerk' });
    await platform.db.execute(
      sql`update refund_requests set asked_by = (select id from users where email = 'finance@rihla.example') where order_id = ${order.id}`,
    );
    expect((await press(order, finance, 'refund-approve')).to).toContain('refused=own-request');
    await expect(
      platform.db.execute(
        sql`update refund_requests set status = 'approved', decided_by = asked_by, decided_at = now() where order_id = ${order.id}`,
      ),
    ).rejects.toThrow();
    expect((await press(order, finance, 'refund-decline')).to).toContain('did=refund-declined');
    expect([await refunds(order), await waiting()]).toEqual([[], 0]);
  });

  it('is not cut into steps that each stay under the limit', async () => {
    const order = await ticketed();
    expect((await press(order, clerk, 'refund', { amount: '200', reason: 'first half' })).to).toContain('did=refund-approved');
    expect((await press(order, clerk, 'refund', { amount: '200', reason: 'second half' })).to).toContain('did=refund-asked');
    expect((await press(order, owner, 'refund-decline')).to).toContain('did=refund-declined');
  });

  it('never passes what was taken and not given back, and says so with what was typed', async () => {
    const order = await ticketed();
    const dirhams = (minor: number) => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
    const over = await press(order, owner, 'refund', { amount: dirhams(order.total + 1), reason: 'too much' });
    expect(over.status).toBe(400);
    expect(over.html).toContain('That is more than can still go back.');
    expect(over.html).toContain(`value="${dirhams(order.total + 1)}"`);
    await press(order, owner, 'refund', { amount: dirhams(order.total - 100), reason: 'nearly all' });
    await sale.settle();
    expect((await press(order, owner, 'refund', { amount: '1.01', reason: 'one fils more' })).status).toBe(400);
    expect((await press(order, owner, 'refund', { amount: '1.00', reason: 'the rest' })).to).toContain('did=refund-approved');
    await sale.settle();
    expect((await moneyPosition(platform.db, order.id)).refunded.amount).toBe(order.total);
    expect((await notes(order)).reduce((sum, gross) => sum + gross, 0)).toBe(-order.total);
    expect(await record(order, owner)).not.toContain('Give money back');
  });

  it('is not offered to who may not ask, nor before money was taken', async () => {
    const order = await ticketed();
    expect(await record(order, auditor)).not.toContain('Give money back');
    expect((await press(order, auditor, 'refund', { amount: '1', reason: 'no right' })).to).toContain('refused=permission');
    buyers += 1;
    const held = await sale.placed(aDraft(offer), { address: `10.1.${buyers}.1` });
    expect((await press(held, owner, 'refund', { amount: '1', reason: 'nothing taken' })).to).toContain('refused=nothing-to-refund');
    expect(await refunds(order)).toEqual([]);
  });

  it('before a cancellation leaves the rest for it: money and credit notes come to exactly what was sold', async () => {
    const order = await ticketed();
    await press(order, clerk, 'refund', { amount: '99.99', reason: 'delay' });
    await sale.settle();
    // The clock of a test stands still; refunds are listed by their time.
    platform.clock.advance(60_000);
    const ask = { orderId: order.id, by: 'customer', who: 'guest' } as const;
    await quoteCancel(platform, sale.product, ask);
    await confirmCancel(platform, sale.product, ask);
    await sale.settle();
    expect((await sale.order(order.id)).status).toBe('refunded');
    expect(await refunds(order)).toEqual([
      [9_999, 'succeeded'],
      [order.total - 9_999, 'succeeded'],
    ]);
    expect((await notes(order)).reduce((sum, gross) => sum + gross, 0)).toBe(-order.total);
  });

  it('stands in the audit with who asked and who decided', async () => {
    const { rows } = (await platform.db.execute(
      sql`select action from audit_events where action like 'refund-request.%' group by action order by action`,
    )) as unknown as { rows: { action: string }[] };
    expect(rows.map((row) => row.action)).toEqual(['refund-request.approved', 'refund-request.asked', 'refund-request.declined']);
    expect((await verifyAuditChain(platform.db)).brokenAt).toBeNull();
  });
});

describe('what we owe the supplier of orders', () => {
  const here = '/admin/supply/flights/supplier-register/s1/statement';
  const csv = async (month: string) =>
    (await (await app.send(`${here}/export?month=${month}`, { cookie: finance, form: {} })).text()).trim().split('\r\n').slice(1);

  it('is their net on the day the money was taken, whatever we gave back of our own; void takes it back', async () => {
    await platform.db.execute(sql`
      insert into flight_suppliers (code, name, kind, country, licence, currency, payment_days, credit_limit, contact_name, contact_email,
        contact_phone, created_at, changed_at) values ('s1', 'Sky One', 'ndc', 'AE', '', 'AED', 15, 0, '', '', '', now(), now())`);
    const before = (await csv('2026-11')).length;
    const order = await ticketed();
    const month = new Date(platform.clock.now()).toISOString().slice(0, 7);
    const { total, quote } = { total: order.total, quote: (await getQuote(platform.db, order)).lines };
    const net = quote.filter(({ ruleId }) => ruleId === null).reduce((sum, { amount }) => sum + amount.amount, 0);
    expect(net).toBeLessThan(total);
    const mine = async () => (await csv(month)).filter((line) => line.includes(order.reference)).map((line) => line.split(',').at(-1));
    expect(await mine()).toEqual([(net / 100).toFixed(2)]);
    // The record and the list say who that is, not the code.
    expect(await record(order, clerk)).toContain('Sky One');
    expect(await (await app.send('/admin/orders/flights?column=ref&column=supplier', { cookie: clerk })).text()).toContain(
      '<bdi>Sky One</bdi>',
    );
    await press(order, clerk, 'refund', { amount: '10', reason: 'the lounge was closed' });
    await sale.settle();
    expect(await mine()).toHaveLength(1);
    await press(order, finance, 'void', { reason: 'wrong day' });
    await sale.settle();
    expect(await mine()).toEqual([(net / 100).toFixed(2), (-net / 100).toFixed(2)]);
    expect((await csv(month)).length).toBeGreaterThan(before);
    expect(await (await app.send(here, { cookie: finance })).text()).toContain(order.reference);
    expect(await (await app.send('/admin/supply/flights/supplier-register', { cookie: finance })).text()).toContain(`${here}"`);
    expect((await app.send(`${here}/export`, { cookie: finance })).status).toBe(405);
  });
});
