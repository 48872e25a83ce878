import { describe, expect, test } from 'vitest';
import { addToBasket } from '#app/commerce/baskets/fill-basket.server.ts';
import { moneyPosition } from '#app/commerce/ledger/ledger-store.server.ts';
import { sendMessage } from '#app/commerce/messages/deliver-messages.server.ts';
import { beginPayment } from '#app/commerce/orders/begin-payment.server.ts';
import { listReceipts } from '#app/commerce/orders/list-receipts.server.ts';
import { orderCookie } from '#app/commerce/orders/order-access.server.ts';
import { findHistory } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { beginFirstCard } from '#app/commerce/orders/pay-with-two-cards.server.ts';
import type { PaymentProvider } from '#app/commerce/payments/payment-provider.ts';
import { deliveredWays } from '#app/commerce/payments/payment-ways.ts';
import { findPaymentsOfOrder, findRefundsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { formatMoney } from '#app/ui/number-format.ts';
import { minuteMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { demoPassword } from '#seeds/demo.ts';
import { applySetting } from '#tests/support/apply-setting.ts';
import { readForms, wordsOf } from '#tests/support/http-traveller.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { openCounters } from '../../registry.server.ts';
import { aDraft, openTestSale } from './flight-order-testing.ts';
import type { Flights } from '../flights-context.ts';
import { anOffer } from '../offer-testing.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';

const platform = await openDemoPlatform();
const { db } = platform;
const offer = { ...anOffer({ supplier: 's1' }), id: 's1.one', expiresAt: '2026-12-01T00:00:00.000Z' };
const sale = await openTestSale(platform, [new ScriptedSupplier({ code: 's1', offers: [offer] })]);
const { bank, product } = sale;
const flights = { ...sale.flights, world: { places: { airports: new Map() } } } as unknown as Flights;
const app = await openTestApp(platform, flights, bank.provider);
const counters = openCounters(platform, flights);

let network = 0;
const held = () => {
  network += 1;
  const contactInfo = { email: `four.parts${network}@example.com`, phone: '+971501234567', secondPhone: '' };
  return sale.placed(aDraft(offer, { contactInfo }), { address: `10.9.${network}.1` });
};
const cookieOf = (order: Pick<Order, 'id'>) => orderCookie(platform, order.id).split(';')[0]!;
const begin = (order: Pick<Order, 'id'>, provider: PaymentProvider = bank.provider) =>
  beginPayment(platform, provider, product, {
    orderId: order.id,
    by: 'customer',
    who: 'guest',
    returnTo: { success: `/payment-success`, failure: `/payment-failed` },
    language: 'en',
    method: 'four',
  });
const refusalOf = async (...given: Parameters<typeof begin>) => {
  const begun = await begin(...given);
  return begun.ok ? null : begun.refused;
};
const paymentsOf = async (order: Pick<Order, 'id'>) =>
  (await findPaymentsOfOrder(db, order.id)).map(({ method, status, amount, declineClass }) => [method, status, amount, declineClass]);
/** Pressed on the order's checkout as the page offers it; returns where that leads. */
async function press(order: Order, intent: string, at = `/checkout/${order.reference}`): Promise<string> {
  const html = await (await app.send(at, { cookie: cookieOf(order) })).text();
  const form = readForms(html, new URL(`http://localhost${at}`)).find(({ buttons }) => buttons.some(({ value }) => value === intent));
  if (!form) throw new Error(`There is no button for ${intent}`);
  const sent = { ...Object.fromEntries(form.fields), intent };
  const answer = await app.send(`/checkout/${order.reference}`, { cookie: cookieOf(order), form: sent });
  return answer.headers.get('location')!;
}
const said = (amount: number) => formatMoney(money(amount, 'AED'), 'en').replaceAll('\u00a0', ' ');

describe('an order that is paid in four', () => {
  test('shows the parts with their days, and is one payment of the whole that is taken with the tickets', async () => {
    const order = await held();
    const page = wordsOf(await (await app.send(`/checkout/${order.reference}`, { cookie: cookieOf(order) })).text());
    const each = Math.floor(order.total / 4);
    expect(page).toContain('Pay in four parts, without a fee');
    for (const part of [each, order.total - 3 * each]) expect(page).toContain(said(part));
    const to = await press(order, 'pay-four');
    expect(await paymentsOf(order)).toEqual([['four', 'requires_payment_method', order.total, null]]);
    await bank.pay(to, 'approved');
    await sale.settle();
    expect((await sale.order(order.id)).status).toBe('ticketed');
    expect(await paymentsOf(order)).toEqual([['four', 'succeeded', order.total, null]]);
    expect((await moneyPosition(db, order.id)).captured.amount).toBe(order.total);
  });

  test('says so on the receipt, in the mail and at the desk', async () => {
    const order = await held();
    await bank.pay(await press(order, 'pay-four'), 'approved');
    await sale.settle();
    expect((await listReceipts(db, [order.id])).get(order.id)).toMatchObject([{ way: 'four', ending: null }]);
    const receipt = await app.send(`/documents/${order.reference}/receipt-1-en.pdf`, { cookie: cookieOf(order) });
    expect(receipt.status).toBe(200);

    const mail = sale.mails.find(({ orderId, template }) => orderId === order.id && template === 'order-ticketed')!;
    await sendMessage(platform, counters, mail);
    const letter = (await platform.mail.folder!.list()).find(({ text }) => text.includes(order.reference))!.text.replace(/\s+/g, ' ');
    expect(letter).toContain('You pay it in four parts. Whoever collects them has paid us and takes each part on its day.');
    expect(letter).not.toContain('your card');
    const clerk = await app.signIn('admin@rihla.example', demoPassword);
    const record = wordsOf(await (await app.send(`/admin/orders/flights/${order.reference}`, { cookie: clerk })).text());
    expect(record).toContain('in four parts; the provider collects them and owes us the whole');
  });

  test('is not charged when the provider does not agree: the page says so, and a card pays the same order', async () => {
    const order = await held();
    await bank.pay(await press(order, 'pay-four'), 'not-agreed');
    const failed = `/payment-failed?order=${order.reference}`;
    // Before our own records have heard of it, and after.
    for (const heard of [false, true]) {
      if (heard) await sale.settle();
      const page = wordsOf(await (await app.send(failed, { cookie: cookieOf(order) })).text());
      expect(page).toContain('did not agree this time; nothing was charged');
      expect(page).toContain('Pay by card instead');
    }
    expect((await sale.order(order.id)).status).toBe('held');
    platform.clock.advance(minuteMs);
    await bank.pay(await press(order, 'pay', failed), 'approved');
    await sale.settle();
    expect((await sale.order(order.id)).status).toBe('ticketed');
    expect(await paymentsOf(order)).toEqual([
      ['card', 'succeeded', order.total, null],
      ['four', 'canceled', order.total, 'not-agreed'],
    ]);
    expect((await findHistory(db, order.id)).filter(({ event }) => event === 'payment-failed')).toHaveLength(1);
    expect((await listReceipts(db, [order.id])).get(order.id)).toMatchObject([{ way: 'card', ending: '4242' }]);
  });

  test('leads back to the page of four parts, or to a card, whoever left it', async () => {
    const order = await held();
    const to = await press(order, 'pay-four');
    await bank.post(to, { action: 'leave' });
    const failed = `/payment-failed?order=${order.reference}`;
    expect(await press(order, 'pay-four', failed)).toBe(to);
    platform.clock.advance(minuteMs);
    expect(await press(order, 'pay', failed)).not.toBe(to);
    expect((await paymentsOf(order)).map(([method, status]) => [method, status])).toEqual([
      ['card', 'requires_payment_method'],
      ['four', 'canceled'],
    ]);
  });

  test('goes back to who collects the parts when it is cancelled, as the traveller and the desk read it', async () => {
    const order = await held();
    await bank.pay(await press(order, 'pay-four'), 'approved');
    await sale.settle();
    await press(order, 'ask-cancel', `/track?order=${order.reference}`);
    const quoted = wordsOf(await (await app.send(`/track?order=${order.reference}`, { cookie: cookieOf(order) })).text());
    expect(quoted).toContain('It goes to whoever collects your four parts');
    await press(order, 'confirm-cancel', `/track?order=${order.reference}`);
    await sale.settle();
    const [refund] = await findRefundsOfOrder(db, order.id);
    expect(refund!.status).toBe('succeeded');
    const track = wordsOf(await (await app.send(`/track?order=${order.reference}`, { cookie: cookieOf(order) })).text());
    expect(track).toContain('To whoever collects your four parts');
    expect(track).not.toContain('To the card you paid with');
    const finance = await app.signIn('finance@rihla.example', demoPassword);
    const desk = wordsOf(await (await app.send(`/admin/orders/refunds?queue=all&find=${order.reference}`, { cookie: finance })).text());
    expect(desk).toContain('Provider of the four parts');
  });
});

describe('paying in four is refused', () => {
  const set = (four: Partial<(typeof deliveredWays)['four']>) =>
    applySetting(db, 'payments', { ...deliveredWays, four: { ...deliveredWays.four, ...four } });

  test('where it is switched off, for other sums, and by a provider that does not take it, whatever a browser sends', async () => {
    const order = await held();
    const here = `/checkout/${order.reference}`;
    const forge = () =>
      app.send(here, {
        cookie: cookieOf(order),
        form: { intent: 'pay-four', key: newFormKey(), seen: String(order.total), currency: 'AED' },
      });
    const pageOf = async () => (await app.send(here, { cookie: cookieOf(order) })).text();
    await set({ kinds: ['holiday'] });
    expect(await pageOf()).not.toContain('value="pay-four"');
    expect((await forge()).headers.get('location')).toBe(`${here}?refused=four-off`);
    await set({ most: order.total - 1 });
    expect(await pageOf()).not.toContain('value="pay-four"');
    expect((await forge()).headers.get('location')).toBe(`${here}?refused=four-other-size`);
    const told = wordsOf(await (await app.send(`${here}?refused=four-other-size`, { cookie: cookieOf(order) })).text());
    expect(told).toContain('A sum of this size is not paid in four parts. Nothing was charged; pay by card.');
    await set({ most: order.total });
    expect(await pageOf()).toContain('value="pay-four"');
    await set({});
    expect(await refusalOf(order, { ...bank.provider, methods: ['card'] })).toBe('four-off');
    expect(await paymentsOf(order)).toEqual([]);
    expect((await sale.order(order.id)).status).toBe('held');
    const plain = await openTestApp(platform, flights, { ...bank.provider, methods: ['card'] });
    expect(await (await plain.send(here, { cookie: cookieOf(order) })).text()).not.toContain('value="pay-four"');
    const owner = await plain.signIn('admin@rihla.example', demoPassword);
    const settings = wordsOf(await (await plain.send('/admin/settings/payments', { cookie: owner })).text());
    expect(settings).toContain('not offered: the payment provider in use does not take it in AED');
    expect(settings).toContain('so the shop does not show it, whatever is ticked here');
  });

  test('for what a first card holds a part of, and for what lies in a trip with others', async () => {
    const order = await held();
    const first = await beginFirstCard(platform, bank.provider, product, {
      orderId: order.id,
      by: 'customer',
      who: 'guest',
      returnTo: { success: '/payment-success', failure: '/payment-failed' },
      language: 'en',
      first: 40_000,
    });
    if (!first.ok) throw new Error(first.refused);
    await bank.pay(first.value.redirectTo, 'approved');
    await sale.settle();
    expect(await refusalOf(order)).toBe('four-not-here');
    expect((await paymentsOf(order)).map(([method, status]) => [method, status])).toEqual([['card', 'requires_capture']]);

    const inTrip = await held();
    const added = await addToBasket(platform, { order: inTrip, basket: null, viewer: { kind: 'anonymous' }, language: 'en' });
    expect(added.ok).toBe(true);
    expect(await refusalOf(inTrip)).toBe('four-not-here');
    const page = await (await app.send(`/checkout/${inTrip.reference}`, { cookie: cookieOf(inTrip) })).text();
    expect(page).not.toContain('value="pay-four"');
  });
});
