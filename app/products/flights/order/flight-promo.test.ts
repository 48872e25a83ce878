import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { basketCookies } from '#app/commerce/baskets/basket-access.server.ts';
import { addToBasket } from '#app/commerce/baskets/fill-basket.server.ts';
import { dropBasketCode, useBasketCode } from '#app/commerce/baskets/use-basket-code.server.ts';
import { confirmCancel, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { expireOrders } from '#app/commerce/orders/expire-orders.server.ts';
import { orderCookie } from '#app/commerce/orders/order-access.server.ts';
import { findByReference, getQuote } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { dropPromo, findPromoOf, usePromo } from '#app/commerce/orders/use-promo.server.ts';
import { findPaymentsOfOrder, findRefundsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { explainSale } from '#app/commerce/pricing/explain-sale.server.ts';
import { readRuleEffects } from '#app/commerce/pricing/policies-store.server.ts';
import { aPolicyRule, putInForce } from '#app/commerce/pricing/policy-testing.ts';
import { openScope } from '#app/commerce/pricing/policy.ts';
import { addMilliseconds, dayMs, minuteMs } from '#app/values/dates.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { parseReference } from '#app/values/ids.ts';
import { money } from '#app/values/money.ts';
import { createDraft } from '../booking/booking-draft-store.server.ts';
import { quoteChange } from '../change/change-flights.server.ts';
import { cancelTermsOf } from '../refunds/cancel-rules.ts';
import { aDraft, openTestSale } from './flight-order-testing.ts';
import type { Flights } from '../flights-context.ts';
import { anOffer } from '../offer-testing.ts';
import type { Offer } from '../offer.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';

const platform = await openTestPlatform();
const { clock, db } = platform;
const offerOf = (code: string, days: number): Offer => {
  const plain = anOffer({ supplier: code });
  const move = <Moment extends { local: string; utc: string }>(at: Moment): Moment => {
    const on = (text: string) => text.replace('2026-12-05', `2026-12-${String(5 + days).padStart(2, '0')}`);
    return { ...at, local: on(at.local), utc: on(at.utc) };
  };
  return {
    ...plain,
    id: `${code}.${days}`,
    expiresAt: '2026-12-01T00:00:00.000Z',
    slices: plain.slices.map((slice) => ({
      ...slice,
      segments: slice.segments.map((segment) => ({ ...segment, departs: move(segment.departs), arrives: move(segment.arrives) })),
    })),
    brands: plain.brands.map((brand) => ({ ...brand, changeBefore: { permission: 'allowed' as const, penalty: null } })),
  };
};
const offers = [0, 3].map((days) => offerOf('s1', days));
const sale = await openTestSale(platform, [new ScriptedSupplier({ code: 's1', offers })]);
const app = await openTestApp(
  platform,
  { ...sale.flights, world: { places: { airports: new Map() } } } as unknown as Flights,
  sale.bank.provider,
);
const code = (promo: string, id: string, more: Parameters<typeof aPolicyRule>[0] = {}) =>
  aPolicyRule({ id, basisPoints: null, amount: 2_000, scope: { ...openScope, words: { product: ['flight'] }, promo }, ...more });
await putInForce(db, [
  code('TWENTY', 'PR-0000aa'),
  code('FEW', 'PR-0000ab', { limits: { all: 2, each: 1 } }),
  code('SMALL', 'PR-0000ad', { amount: 300 }),
  code('ONCE', 'PR-0000ae', { limits: { all: null, each: 1 } }),
  code('STAYS', 'PR-0000ac', { scope: { ...openScope, words: { product: ['staycation'] }, promo: 'STAYS' } }),
]);

let buyers = 0;
const held = (email?: string): Promise<Order> => {
  buyers += 1;
  const contactInfo = { email: email ?? `flyer${buyers}@example.com`, phone: `+97150123${1000 + buyers}`, secondPhone: '' };
  return sale.placed(aDraft(offers[0]!, { contactInfo }), { address: `10.3.${buyers}.1` });
};
const use = (order: Order, typed: string) => usePromo(platform, sale.product, { orderId: order.id, who: 'guest', code: typed });
const drop = (order: Order) => dropPromo(platform, sale.product, { orderId: order.id, who: 'guest' });
async function used(typed = 'TWENTY', email?: string): Promise<Order> {
  const outcome = await use(await held(email), typed);
  if (!outcome.ok) throw new Error(outcome.refused);
  return outcome.value;
}

describe('a code on flights that are kept', () => {
  it('takes its part off, is told line by line and taken off again', async () => {
    const order = await held();
    const plain = await getQuote(db, order);
    const outcome = await use(order, 'twen-ty');
    if (!outcome.ok) throw new Error(outcome.refused);
    expect(outcome.value.total).toBe(order.total - 2_000);
    const quote = await getQuote(db, outcome.value);
    expect(quote.lines.reduce((sum, line) => sum + line.amount.amount, 0)).toBe(quote.total.amount);
    expect(quote.perTraveller.reduce((sum, { amount }) => sum + amount, 0)).toBe(quote.total.amount);
    const told = (await findPromoOf(db, outcome.value))!;
    expect([told.code, told.saves.amount, told.before.amount]).toEqual(['TWENTY', 2_000, order.total]);
    expect(told.changes.every(({ before, after }) => before === null && after!.kind === 'discount')).toBe(true);
    const asked = await explainSale(db, order.reference, async () => []);
    if (!asked.ok) throw new Error(asked.refused);
    const explained = asked.value[0]!;
    expect(explained.lines.filter(({ rule }) => rule?.id === 'PR-0000aa').reduce((sum, line) => sum + line.amount.amount, 0)).toBe(-2_000);
    const off = await drop(order);
    expect(off.ok && off.value.total).toBe(order.total);
    expect((await getQuote(db, await sale.order(order.id))).lines).toEqual(plain.lines);
    expect(await findPromoOf(db, await sale.order(order.id))).toBeNull();
  });

  it('is refused in words where it is not known, not for flights, or the order is not kept any more', async () => {
    const order = await held();
    expect(await use(order, 'NOBODY')).toEqual({ ok: false, refused: 'unknown' });
    expect(await use(order, 'STAYS')).toEqual({ ok: false, refused: 'not-for-this' });
    await sale.pressPay(order.id);
    expect(await use(order, 'TWENTY')).toEqual({ ok: false, refused: 'page-open' });
    const paid = await sale.paid((await held()).id);
    expect(await use(paid, 'TWENTY')).toEqual({ ok: false, refused: 'not-held' });
    const late = await held();
    clock.advance(16 * minuteMs);
    expect(await use(late, 'TWENTY')).toEqual({ ok: false, refused: 'hold-over' });
    await expireOrders(platform, [sale.product]);
  });

  it('counts once for a person and as often as it may in all; what is taken off, or lapses, can be used again', async () => {
    const first = await used('FEW', 'same@example.com');
    expect(await use(first, 'FEW')).toMatchObject({ ok: true, value: { total: first.total } });
    expect(await use(await held('SAME@example.com'), 'FEW')).toEqual({ ok: false, refused: 'used-up' });
    const second = await used('FEW');
    const third = await held();
    expect(await use(third, 'FEW')).toEqual({ ok: false, refused: 'used-up' });
    await drop(second);
    expect((await use(third, 'FEW')).ok).toBe(true);
    expect(await use(second, 'FEW')).toEqual({ ok: false, refused: 'used-up' });
    clock.advance(16 * minuteMs);
    await expireOrders(platform, [sale.product]);
    expect((await use(await held(), 'FEW')).ok).toBe(true);
  });

  it('is what the bank asks for, looked at again when it is paid and when flights are changed', async () => {
    const order = await used();
    // What the supplier guarantees is over: paying asks for the price anew, and the code counts in it.
    await db.execute(
      sql`update flight_contracts set price_guaranteed_until = ${new Date(clock.now() - 1_000).toISOString()} where order_id = ${order.id}`,
    );
    expect(await sale.product.checkPrice(order.id)).toMatchObject({ kind: 'fresh', quote: { total: { amount: order.total } } });
    const paid = await sale.paid(order.id);
    expect(paid.status).toBe('ticketed');
    expect((await findPaymentsOfOrder(db, order.id)).map(({ amount, status }) => [amount, status])).toEqual([[order.total, 'succeeded']]);
    const changed = await quoteChange(platform, sale.flights, {
      orderId: order.id,
      contract: 0,
      offerId: offers[1]!.id,
      by: 'customer',
      who: 'guest',
    });
    if (!changed.ok) throw new Error(changed.refused);
    const lines = changed.value.quote.lines.filter(({ facts }) => facts['words'] === 'TWENTY');
    expect(lines.reduce((sum, line) => sum + line.amount.amount, 0)).toBe(-2_000);
  });

  it('never gives back more than was paid, and of a discount only the part of what comes back', async () => {
    const uses = async () => (await readRuleEffects(db, addMilliseconds(clock.now(), -dayMs))).get('PR-0000aa')?.uses ?? 0;
    const before = await uses();
    const order = await used();
    // What its rule did counts from the payment on, and no more once all of it went back.
    expect(await uses()).toBe(before);
    const paid = await sale.paid(order.id);
    expect(await uses()).toBe(before + 1);
    const asked = await quoteCancel(platform, sale.product, { orderId: paid.id, by: 'customer', who: 'guest' });
    if (!asked.ok) throw new Error(asked.refused);
    const confirmed = await confirmCancel(platform, sale.product, { orderId: paid.id, by: 'customer', who: 'guest' });
    expect(confirmed.ok).toBe(true);
    await sale.settle();
    expect((await findRefundsOfOrder(db, paid.id)).map(({ amount }) => amount)).toEqual([paid.total]);
    expect(await uses()).toBe(before);
    const quote = await getQuote(db, paid);
    const contract = { departs: addMilliseconds(clock.now(), 9 * dayMs), voidUntil: null };
    const brand = { ...offers[0]!.brands[0]!, refundBefore: { permission: 'not-allowed' as const, penalty: null } };
    const terms = cancelTermsOf(
      { quote, snapshot: 2, contracts: [{ ...contract, brand }], ticketedAt: addMilliseconds(clock.now(), -dayMs) },
      clock.now(),
    );
    // The fare and our own part stay with their takers, so nothing was taken off what comes back: the airport's taxes.
    const taxes = quote.lines.filter(({ kind, facts }) => kind === 'tax' && !['YQ', 'YR'].includes(facts['taxCode'] ?? ''));
    expect(terms.refund!.amount).toBe(taxes.reduce((sum, line) => sum + line.amount.amount, 0));
  });
});

describe('a code in the basket', () => {
  it('counts on every order that it fits, once where it counts once, and is taken off all of them', async () => {
    const viewer = { kind: 'anonymous' } as const;
    const orders = [await held('trip@example.com'), await held('trip@example.com')];
    const first = await addToBasket(platform, { order: orders[0]!, basket: null, viewer, language: 'en' });
    if (!first.ok) throw new Error(first.refused);
    const { basket } = first.value;
    await addToBasket(platform, { order: orders[1]!, basket, viewer, language: 'en' });
    const ask = { basketId: basket.id, who: 'guest' };
    const productOf = () => sale.product;
    expect(await useBasketCode(platform, productOf, { ...ask, code: 'NOBODY' })).toEqual({ ok: false, refused: 'unknown' });
    const both = await useBasketCode(platform, productOf, { ...ask, code: 'TWENTY' });
    expect(both.ok && both.value).toHaveLength(2);
    const cookie = basketCookies(platform, basket.id, 2)
      .map((line) => line.split(';')[0]!)
      .join('; ');
    const page = await (await app.send('/cart', { cookie })).text();
    expect(page.replaceAll(/[\u2068\u2069]/g, '').replaceAll('\u00a0', ' ')).toMatch(/TWENTY takes AED 40(\.00)? off/);
    expect(await dropBasketCode(platform, productOf, ask)).toEqual({ ok: true, value: null });
    expect((await Promise.all(orders.map(({ id }) => sale.order(id)))).map(({ total }) => total)).toEqual(orders.map(({ total }) => total));
  });
});

describe('the checkout of an order', () => {
  it('says why a code takes nothing off, keeps it in its field, and turns a stranger’s order away', async () => {
    const order = await held();
    const cookie = orderCookie(platform, order.id).split(';')[0]!;
    const key = 'a-key-of-a-form-with-a-code';
    const form = { intent: 'use-code', promo: 'nobody', key };
    const sent = await app.send(`/checkout/${order.reference}`, { cookie, form });
    expect(sent.status).toBe(302);
    const page = await (await app.send(sent.headers.get('location')!, { cookie })).text();
    expect(page).toContain('We do not know this code');
    expect(page).toContain('value="NOBODY"');
    expect((await app.send(`/checkout/${order.reference}`, { form: { ...form, key: `${key}-2` } })).status).toBe(404);
  });
});

describe('the checkout before an order is placed', () => {
  /** The review page of a draft in a browser of its own. */
  const review = async () => {
    buyers += 1;
    const contactInfo = { email: `drafter${buyers}@example.com`, phone: '+971501234567', secondPhone: '' };
    const { cookie } = await createDraft(platform, aDraft(offers[1]!, { contactInfo }));
    const browser = cookie.split(';')[0]!;
    const open = async (at: string) =>
      (await (await app.send(at, { cookie: browser })).text()).replaceAll(/[\u2068\u2069]/g, '').replaceAll('\u00a0', ' ');
    const hidden = (page: string) =>
      Object.fromEntries(['key', 'seen', 'currency'].map((name) => [name, new RegExp(`name="${name}" value="([^"]+)"`).exec(page)![1]!]));
    const press = (at: string, form: Record<string, string>) => app.send(at, { cookie: browser, form: { intent: 'hold', ...form } });
    return { open, hidden, press };
  };
  const placedBy = async (answer: Response) => {
    const reference = /checkout\/([\w-]+)/.exec(answer.headers.get('location') ?? '')?.[1];
    if (!reference) throw new Error(`No order: ${answer.status} ${answer.headers.get('location')}`);
    return (await findByReference(db, parseReference(reference)!))!;
  };

  it('prices a code line by line, and the order is placed with it', async () => {
    const { open, hidden, press } = await review();
    const plain = Number(hidden(await open('/checkout'))['seen']);
    const page = await open('/checkout?promo=twen-ty');
    expect(page).toMatch(/TWENTY takes AED 20(\.00)? off/);
    expect(page).toContain('The price line by line');
    const form = hidden(page);
    expect(Number(form['seen'])).toBe(plain - 2_000);
    const order = await placedBy(await press('/checkout?promo=TWENTY', { ...form, promo: 'TWENTY' }));
    expect([order.status, order.total]).toEqual(['held', plain - 2_000]);
    expect((await findPromoOf(db, order))!.code).toBe('TWENTY');
  });

  it('keeps the code when the press is refused for another reason', async () => {
    const { open, hidden, press } = await review();
    const form = hidden(await open('/checkout?promo=TWENTY'));
    const refused = await press('/checkout?promo=TWENTY', { ...form, promo: 'TWENTY', seen: '100' });
    expect(refused.status).toBe(409);
    const page = (await refused.text()).replaceAll(/[\u2068\u2069]/g, '').replaceAll('\u00a0', ' ');
    expect(page).toMatch(/TWENTY takes AED 20(\.00)? off/);
    expect(hidden(page)['seen']).toBe(form['seen']);
    expect(page).toContain('name="promo" value="TWENTY"');
  });

  it('says why a code takes nothing off, and asks the price without it', async () => {
    const { open, hidden } = await review();
    const plain = hidden(await open('/checkout'))['seen'];
    for (const [typed, words] of [
      ['nobody', 'We do not know this code'],
      ['STAYS', 'This code does not go with this booking'],
    ] as const) {
      const page = await open(`/checkout?promo=${typed}`);
      expect(page).toContain(words);
      expect(page).toContain(`value="${typed.toUpperCase()}"`);
      expect(hidden(page)['seen']).toBe(plain);
    }
  });

  it('does not carry what a code took off as if it were a rise of the fare', async () => {
    const { open, hidden, press } = await review();
    const form = hidden(await open('/checkout?promo=SMALL'));
    expect((await press('/checkout', form)).status).toBe(409);
  });

  it('shows the price without a code that this person has used up, and says so', async () => {
    await sale.placed(aDraft(offers[0]!, { contactInfo: { email: 'once@example.com', phone: '+971501234567', secondPhone: '' } }), {
      address: '10.3.250.1',
      promo: 'ONCE',
      seenTotal: money(10_000_000, 'AED'),
    });
    const contactInfo = { email: 'once@example.com', phone: '+971501234567', secondPhone: '' };
    const { cookie } = await createDraft(platform, aDraft(offers[1]!, { contactInfo }));
    const { hidden } = await review();
    const browser = cookie.split(';')[0]!;
    const form = hidden(await (await app.send('/checkout?promo=ONCE', { cookie: browser })).text());
    const refused = await app.send('/checkout?promo=ONCE', { cookie: browser, form: { intent: 'hold', ...form, promo: 'ONCE' } });
    expect(refused.headers.get('location')).toBe('/checkout?code=used-up&promo=ONCE');
    const page = await (await app.send('/checkout?code=used-up&promo=ONCE', { cookie: browser })).text();
    expect(Number(hidden(page)['seen'])).toBe(Number(form['seen']) + 2_000);
    expect(page).toContain('value="ONCE"');
  });
});
