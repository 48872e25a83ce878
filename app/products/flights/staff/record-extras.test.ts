import { describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { orderCookie } from '#app/commerce/orders/order-access.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { findRefundsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { demoPassword } from '#seeds/demo.ts';
import { readForms } from '#tests/support/http-traveller.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { findExtras } from '../extras/extras-store.server.ts';
import { aDraft, openTestSale } from '../order/flight-order-testing.ts';
import type { Flights } from '../flights-context.ts';
import { anOffer } from '../offer-testing.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';

const platform = await openDemoPlatform();
const passengers = { adults: 2, children: 0, infants: 0 };
const offerOf = (code: string) => ({
  ...anOffer({ supplier: code }),
  passengers,
  id: `${code}.one`,
  expiresAt: '2026-11-24T08:12:00.000Z',
});
const sale = await openTestSale(platform, [
  new ScriptedSupplier({ code: 's1', offers: [offerOf('s1')], extras: ['not-offered'] }),
  new ScriptedSupplier({ code: 's2', offers: [offerOf('s2')], extras: ['not-offered', 'ok'] }),
]);
const flights = {
  ...sale.flights,
  world: { places: { airports: new Map() }, timetable: { airlines: [{ code: 'EK', accounting: '176' }] } },
} as unknown as Flights;
const app = await openTestApp(platform, flights, sale.bank.provider);
const signIn = (name: string) => app.signIn(`${name}@rihla.example`, demoPassword);
const [clerk, finance, owner, auditor] = [await signIn('flights'), await signIn('finance'), await signIn('admin'), await signIn('auditor')];

let buyers = 0;
async function bought(code: 's1' | 's2', pieces = 1): Promise<Order> {
  buyers += 1;
  const draft = { ...aDraft(offerOf(code)), checkedBags: { '0:0': pieces, '0:1': pieces } };
  const order = await sale.paid((await sale.placed(draft, { address: `10.4.${buyers}.1` })).id);
  await sale.settle();
  return order;
}
const at = (order: Order) => `/admin/orders/flights/${order.reference}`;
const page = async (path: string, cookie: string) => (await app.send(path, { cookie })).text();
const extras = (order: Order) => findExtras(platform.db, order.id);
async function press(order: Order, cookie: string, intent: string, typed: Record<string, string>) {
  const form = readForms(await page(at(order), cookie), new URL(`http://localhost${at(order)}`)).find(
    (one) =>
      one.fields.some(([name, value]) => name === 'intent' && value === intent) &&
      one.fields.every(([name, value]) => name !== 'extra' || value === typed['extra']),
  );
  const key = form?.fields.find(([name]) => name === 'key')?.[1] ?? newFormKey();
  const answer = await app.send(at(order), { cookie, form: { intent, key, ...typed } });
  return { key, status: answer.status, to: answer.headers.get('location') ?? '', html: await answer.text() };
}
const audits = async (order: Order, action: string) =>
  (
    (await platform.db.execute(
      sql`select 1 from audit_events where subject = ${`orders:${order.id}`} and action = ${action}`,
    )) as unknown as {
      rows: unknown[];
    }
  ).rows.length;

describe('the queue of extras', () => {
  it('lists orders with an extra that could not be issued, and loses them when all is done', async () => {
    const order = await bought('s1');
    expect(await page('/admin/orders/flights?queue=ancillaries', clerk)).toContain(order.reference);
    const [one, two] = await extras(order);
    await press(order, clerk, 'extra-issue', { extra: one!.id, number: '176-2400111001' });
    expect(await page('/admin/orders/flights?queue=ancillaries', clerk)).toContain(order.reference);
    await press(order, clerk, 'extra-issue', { extra: two!.id, number: '176-2400111002' });
    expect(await page('/admin/orders/flights?queue=ancillaries', clerk)).not.toContain(order.reference);
  });
});

describe('an extra that the airline did not issue', () => {
  it('is issued with a number that the traveller then sees, audited', async () => {
    const order = await bought('s1');
    const [one] = await extras(order);
    const answer = await press(order, clerk, 'extra-issue', { extra: one!.id, number: '176 2400222001' });
    expect(answer.to).toBe(`${at(order)}?did=extra-issued`);
    expect((await extras(order)).find(({ id }) => id === one!.id)).toMatchObject({ status: 'issued', document: '1762400222001' });
    expect(await audits(order, 'order.extra-issued')).toBe(1);
    const theirs = await page(`/track?order=${order.reference}`, orderCookie(platform, order.id).split(';')[0]!);
    expect(theirs).toContain('document 176-2400222001');
    expect(theirs).toContain('we are arranging it');
  });

  it('takes an odd number and says what is odd about it, with or without its check digit', async () => {
    const order = await bought('s1');
    const [one, two] = await extras(order);
    const odd = await press(order, clerk, 'extra-issue', { extra: one!.id, number: '157-2400444001-0' });
    expect(odd.to).toBe(`${at(order)}?did=extra-issued&doubt=other-airline&doubt=check-digit`);
    expect((await extras(order)).find(({ id }) => id === one!.id)).toMatchObject({ status: 'issued', document: '1572400444001' });
    const said = await page(odd.to, clerk);
    expect(said).toContain('does not begin with the code of the airline');
    expect(said).toContain('The fourteenth digit does not fit');
    const { rows } = (await platform.db.execute(sql`
      select detail from audit_events where subject = ${`orders:${order.id}`} and action = 'order.extra-issued'`)) as unknown as {
      rows: { detail: object }[];
    };
    expect(rows[0]!.detail).toMatchObject({ doubts: ['other-airline', 'check-digit'] });
    const good = await press(order, clerk, 'extra-issue', { extra: two!.id, number: `1762400444002${1762400444002 % 7}` });
    expect(good.to).toBe(`${at(order)}?did=extra-issued`);
    expect(await page(good.to, clerk)).not.toContain('fourteenth digit');
  });

  it('takes no number that is not one, or that stands on another document: the page says so beside the field', async () => {
    const order = await bought('s1');
    const [one, two] = await extras(order);
    const wrong = await press(order, clerk, 'extra-issue', { extra: one!.id, number: '12345' });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain('value="12345"');
    expect(wrong.html).toContain('A document of an airline has 13 digits');
    await press(order, clerk, 'extra-issue', { extra: one!.id, number: '1762400333001' });
    const taken = await press(order, clerk, 'extra-issue', { extra: two!.id, number: '1762400333001' });
    expect(taken.status).toBe(400);
    expect((await extras(order)).map(({ status }) => status).sort()).toEqual(['failed', 'issued']);
  });

  it('is asked for again, under a key of its own where the airline had refused', async () => {
    const order = await bought('s2');
    const [one] = await extras(order);
    expect((await press(order, clerk, 'extra-retry', { extra: one!.id })).to).toBe(`${at(order)}?did=extra-retried`);
    await sale.settle();
    const after = (await extras(order)).find(({ id }) => id === one!.id)!;
    expect(after.status).toBe('issued');
    expect(after.attempt).not.toBe(one!.attempt);
  });

  it('goes back as money at once within the clerk’s limit, over the ordinary refund; a second press is the first', async () => {
    const order = await bought('s1');
    const [one] = await extras(order);
    const typed = { extra: one!.id, reason: 'airline sells no bags here' };
    const first = await press(order, clerk, 'extra-void', typed);
    expect(first.to).toBe(`${at(order)}?did=extra-refunded`);
    const again = await app.send(at(order), { cookie: clerk, form: { intent: 'extra-void', key: first.key, ...typed } });
    expect(again.headers.get('location')).toBe(`${at(order)}?did=extra-refunded`);
    await sale.settle();
    expect((await extras(order)).find(({ id }) => id === one!.id)!.status).toBe('refunded');
    expect((await findRefundsOfOrder(platform.db, order.id)).map(({ amount }) => amount)).toEqual([one!.price]);
    expect((await sale.order(order.id)).status).toBe('ticketed');
  });

  it('above the limit waits for a second person: refunded when they agree, back in the queue when they do not', async () => {
    for (const decision of ['refund-approve', 'refund-decline'] as const) {
      const order = await bought('s1', 3);
      const [one] = await extras(order);
      const asked = await press(order, clerk, 'extra-void', { extra: one!.id, reason: 'not sold here' });
      expect(asked.to).toBe(`${at(order)}?did=extra-void-asked`);
      const state = async () => (await extras(order)).find(({ id }) => id === one!.id)!.status;
      expect(await state()).toBe('void');
      await press(order, clerk, 'refund-approve', {});
      expect(await state()).toBe('void');
      await press(order, decision === 'refund-approve' ? owner : finance, decision, {});
      expect(await state()).toBe(decision === 'refund-approve' ? 'refunded' : 'failed');
    }
  });

  it('is not touched without a reason, without the permission, or a second time', async () => {
    const order = await bought('s1');
    const [one] = await extras(order);
    expect((await press(order, clerk, 'extra-void', { extra: one!.id, reason: 'x' })).status).toBe(400);
    expect((await press(order, auditor, 'extra-retry', { extra: one!.id })).status).not.toBe(200);
    await press(order, clerk, 'extra-issue', { extra: one!.id, number: '1762400444001' });
    expect((await press(order, clerk, 'extra-retry', { extra: one!.id })).to).toBe(`${at(order)}?refused=not-possible`);
    expect((await press(order, clerk, 'extra-issue', { extra: 'nobody', number: '1762400444002' })).to).toBe(
      `${at(order)}?refused=not-possible`,
    );
    expect((await extras(order)).find(({ id }) => id === one!.id)).toMatchObject({ status: 'issued', document: '1762400444001' });
  });
});
