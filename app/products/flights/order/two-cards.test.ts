import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { confirmCancel, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { expireOrders } from '#app/commerce/orders/expire-orders.server.ts';
import { beginFirstCard, giveUpFirstCard, offerTwoCards } from '#app/commerce/orders/pay-with-two-cards.server.ts';
import { trackRefunds } from '#app/commerce/orders/track-refunds.server.ts';
import { beginPayment, dueNow } from '#app/commerce/orders/begin-payment.server.ts';
import { findHistory } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { refundActs } from '#app/commerce/orders/refund-track-rules.ts';
import { listReceipts } from '#app/commerce/orders/list-receipts.server.ts';
import { refundOver } from '#app/commerce/orders/return-money.server.ts';
import { addToBasket } from '#app/commerce/baskets/fill-basket.server.ts';
import { ledgerOfPayment, moneyPosition } from '#app/commerce/ledger/ledger-store.server.ts';
import { capturePayment } from '#app/commerce/payments/capture-payment.server.ts';
import { deliveredWays } from '#app/commerce/payments/payment-ways.ts';
import { paymentChanged } from '#app/commerce/payments/payment-jobs.server.ts';
import { startPayment } from '#app/commerce/payments/start-payment.server.ts';
import { findPaymentsOfOrder, findRefundsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { applySetting } from '#tests/support/apply-setting.ts';
import { disputesOfOrder } from '#app/commerce/disputes/disputes-store.server.ts';
import { askOrderRefund } from '#app/commerce/orders/staff/refund-order.server.ts';
import type { Viewer } from '#app/platform/access.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { instant, minuteMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { openCounters } from '../../registry.server.ts';
import { sendMessage } from '#app/commerce/messages/deliver-messages.server.ts';
import { orderCookie } from '#app/commerce/orders/order-access.server.ts';
import { demoPassword } from '#seeds/demo.ts';
import { acceptPrice, findProposedPrice } from '#app/commerce/orders/change-hold.server.ts';
import { formatMoney } from '#app/ui/number-format.ts';
import { readForms, wordsOf } from '#tests/support/http-traveller.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { aDraft, openTestSale } from './flight-order-testing.ts';
import type { Card } from '../../../../sandbox/journal.ts';
import type { Flights } from '../flights-context.ts';
import type { Offer } from '../offer.ts';
import { anOffer } from '../offer-testing.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';

const platform = await openDemoPlatform();
const { db } = platform;
const offer = { ...anOffer({ supplier: 's1' }), id: 's1.one', expiresAt: '2026-12-01T00:00:00.000Z' };
/** Has another price when a test says so, and lets something happen while it writes tickets. */
class Moody extends ScriptedSupplier {
  permille = 0;
  meanwhile: (() => void) | null = null;
  override async ticket(...given: Parameters<ScriptedSupplier['ticket']>) {
    this.meanwhile?.();
    return super.ticket(...given);
  }
  override async price(...given: Parameters<ScriptedSupplier['price']>) {
    const priced = await super.price(...given);
    if (priced.outcome !== 'ok') return priced;
    const other = (amount: number) => Math.round(amount * (1 + this.permille / 1000));
    const brands = priced.value.brands.map((brand) => ({
      ...brand,
      fares: brand.fares.map((fare) => ({ ...fare, base: { ...fare.base, amount: other(fare.base.amount) } })),
    }));
    return { outcome: 'ok' as const, value: { ...priced.value, brands } };
  }
}
const moodyOffer = { ...anOffer({ supplier: 's2' }), id: 's2.one', expiresAt: '2026-12-01T00:00:00.000Z' };
const moody = new Moody({ code: 's2', offers: [moodyOffer] });
const sale = await openTestSale(platform, [new ScriptedSupplier({ code: 's1', offers: [offer] }), moody]);
const { bank, product } = sale;
const flights = { ...sale.flights, world: { places: { airports: new Map() } } } as unknown as Flights;
const app = await openTestApp(platform, flights, bank.provider);
const counters = openCounters(platform, flights);

let network = 0;
const held = (of: Offer = offer) => {
  network += 1;
  // Each is somebody else: what one buyer disputes says nothing of the next one.
  const contactInfo = { email: `two.cards${network}@example.com`, phone: '+971501234567', secondPhone: '' };
  return sale.placed(aDraft(of, { contactInfo }), { address: `10.7.${network}.1` });
};
/** Amounts hold together with a space of their own. */
const said = (amount: number) => formatMoney(money(amount, 'AED'), 'en').replaceAll('\u00a0', ' ');
const cookieOf = (order: Pick<Order, 'id'>) => orderCookie(platform, order.id).split(';')[0]!;
const returnTo = { success: '/payment-success', failure: '/payment-failed' };
const begin = (order: Pick<Order, 'id'>, first: number) =>
  beginFirstCard(platform, bank.provider, product, { orderId: order.id, by: 'customer', who: 'guest', returnTo, language: 'en', first });
/** Opens the page for the first card. */
async function firstPage(order: Pick<Order, 'id'>, first: number): Promise<string> {
  const begun = await begin(order, first);
  if (!begun.ok) throw new Error(`The first card was refused: ${begun.refused}`);
  return begun.value.redirectTo;
}
/** A kept order of which a first card holds 400 dirhams. */
async function withFirst(of: Offer = offer, card: Card = 'approved'): Promise<Order> {
  const order = await held(of);
  await bank.pay(await firstPage(order, 40_000), card);
  await sale.settle();
  return sale.order(order.id);
}
/** Both cards are charged for it. */
async function ticketed(first: Card = 'approved'): Promise<Order> {
  const { id } = await withFirst(offer, first);
  await sale.paid(id);
  await sale.settle();
  return sale.order(id);
}
const account = (await findAccountByEmail(db, 'finance@rihla.example'))!;
const finance: Viewer & { kind: 'staff' } = {
  kind: 'staff',
  user: { id: account.id, email: 'finance@rihla.example', emailVerified: true, fullName: null, createdAt: '2026-01-01T00:00:00Z' },
  staff: { userId: account.id, displayName: 'Farah', roles: ['finance'] },
};
/** What went back, and to which card. */
async function backOf(order: Pick<Order, 'id'>) {
  const purposes = new Map((await findPaymentsOfOrder(db, order.id)).map(({ id, purpose }) => [id, purpose]));
  return (await findRefundsOfOrder(db, order.id))
    .map(({ paymentId, amount }) => [purposes.get(paymentId)!, amount] as const)
    .toSorted(([one, some], [other, more]) => one.localeCompare(other) || some - more);
}
const giveUp = (order: Pick<Order, 'id'>) => giveUpFirstCard(platform, product, { orderId: order.id, by: 'customer', who: 'guest' });
const paymentsOf = async (order: Pick<Order, 'id'>) =>
  (await findPaymentsOfOrder(db, order.id))
    .map(({ purpose, status, amount }) => [purpose, status, amount] as const)
    .toSorted(([one], [other]) => one.localeCompare(other));
const positionOf = async (order: Pick<Order, 'id'>) => {
  const { authorised, captured, refunded } = await moneyPosition(db, order.id);
  return [authorised.amount, captured.amount, refunded.amount];
};
const events = async (order: Pick<Order, 'id'>) => (await findHistory(db, order.id)).map(({ event }) => event);
const lettersOf = (order: Pick<Order, 'id'>) => sale.mails.filter(({ orderId }) => orderId === order.id).map(({ template }) => template);
const unkept = async () =>
  brokenLines(
    await askInvariants(db, { now: platform.clock.now(), holdTtlMs: 0, settleMs: 0 }, {}, ['I5', 'I7', 'I8', 'I10', 'I11', 'I13', 'I28']),
  );

describe('an order that is paid with two cards', () => {
  test('has a receipt of each payment that arrived, in five languages and for whoever holds it alone', async () => {
    const waits = await withFirst();
    const paper = (order: Pick<Order, 'id' | 'reference'>, name: string, cookie = cookieOf(order)) =>
      app.send(`/documents/${order.reference}/${name}`, { cookie });
    // Money that a bank only reserves has not arrived.
    expect((await listReceipts(db, [waits.id])).size).toBe(0);
    expect((await paper(waits, 'receipt-1-en.pdf')).status).toBe(404);

    const order = await ticketed('google-pay');
    const receipts = (await listReceipts(db, [order.id])).get(order.id)!;
    expect(receipts.map(({ number, way }) => [number, way])).toEqual([
      [1, 'card'],
      [2, 'card'],
    ]);
    expect(receipts.find(({ amount }) => amount.amount === 40_000)).toMatchObject({ ending: '8128', wallet: 'Google Pay' });
    expect(receipts.find(({ amount }) => amount.amount !== 40_000)).toMatchObject({ ending: '4242', wallet: null });
    const record = await app.send(`/admin/orders/flights/${order.reference}`, {
      cookie: await app.signIn('finance@rihla.example', demoPassword),
    });
    expect(wordsOf(await record.text())).toContain('Google Pay •••• 8128');
    expect(receipts.map(({ amount }) => amount.amount).toSorted((one, other) => one - other)).toEqual([40_000, order.total - 40_000]);
    const page = wordsOf(await (await app.send(`/track?order=${order.reference}`, { cookie: cookieOf(order) })).text());
    for (const { number, amount } of receipts) expect(page).toContain(`Payment receipt ${number} , ${said(amount.amount)}`);
    for (const name of languageCodes.map((language) => `receipt-2-${language}.pdf`)) {
      const answer = await paper(order, name);
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')], name).toEqual([
        200,
        'application/pdf',
        'private, no-store',
      ]);
      expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-');
    }
    for (const name of ['receipt-0-en.pdf', 'receipt-3-en.pdf', 'receipt-1-xx.pdf', 'receipt-1.pdf'])
      expect((await paper(order, name)).status).toBe(404);
    expect((await paper(order, 'receipt-1-en.pdf', cookieOf(waits))).status).toBe(404);
    expect((await app.send(`/documents/${order.reference}/receipt-1-en.pdf`)).status).toBe(404);
  });

  test('is kept while the first holds its part, and paid and ticketed by both together', async () => {
    const order = await withFirst();
    expect([order.status, await positionOf(order)]).toEqual(['held', [40_000, 0, 0]]);
    expect(await dueNow(db, order)).toEqual(money(order.total - 40_000, 'AED'));
    expect(await offerTwoCards(platform, order)).toBeNull();
    expect(lettersOf(order)).toContain('first-card-reserved');
    const paid = await sale.paid(order.id);
    expect([paid.status, await positionOf(order)]).toEqual(['ticketed', [0, order.total, 0]]);
    expect(await paymentsOf(order)).toEqual([
      ['first-card', 'succeeded', 40_000],
      ['order', 'succeeded', order.total - 40_000],
    ]);
    expect(await events(order)).toEqual(['price', 'hold', 'pay', 'first-card', 'pay', 'authorised', 'issue', 'tickets-received']);
    expect(lettersOf(order)).not.toContain('two-cards-released');
    expect(await unkept()).toEqual([]);
  });

  test('waits on when the second is declined, and is paid by a third', async () => {
    const order = await withFirst();
    await bank.pay(await sale.pressPay(order.id), 'insufficient-funds');
    await sale.settle();
    const declined = await sale.order(order.id);
    expect([declined.status, await positionOf(order)]).toEqual(['held', [40_000, 0, 0]]);
    expect((await sale.paid(order.id)).status).toBe('ticketed');
    expect(await positionOf(order)).toEqual([0, order.total, 0]);
  });

  test('is what it was when the first is declined', async () => {
    const order = await held();
    await bank.pay(await firstPage(order, 40_000), 'insufficient-funds');
    await sale.settle();
    expect([(await sale.order(order.id)).status, await positionOf(order)]).toEqual(['held', [0, 0, 0]]);
    expect(await dueNow(db, order)).toEqual(money(order.total, 'AED'));
    expect((await sale.paid(order.id)).status).toBe('ticketed');
    expect(await paymentsOf(order)).toEqual([
      ['first-card', 'canceled', 40_000],
      ['order', 'succeeded', order.total],
    ]);
  });

  test('hears the same of the first any number of times, and takes it up once', async () => {
    const order = await withFirst();
    await sale.pressPay(order.id);
    const [, first] = await findPaymentsOfOrder(db, order.id);
    for (let times = 0; times < 3; times += 1) await platform.jobs.send(db, paymentChanged, { paymentId: first!.id, orderId: order.id });
    await sale.settle();
    expect((await sale.order(order.id)).status).toBe('payment_pending');
    expect((await events(order)).filter((event) => event.endsWith('first-card'))).toHaveLength(1);
    expect(lettersOf(order).filter((template) => template === 'first-card-reserved')).toHaveLength(1);
  });

  test('is never taken of one card alone, whatever asks for it', async () => {
    const order = await withFirst();
    const [first] = await findPaymentsOfOrder(db, order.id);
    expect(await capturePayment(platform, bank.provider, first!.id)).toEqual({ ok: false, refused: 'let-go' });
    expect(await positionOf(order)).toEqual([40_000, 0, 0]);
  });
});

describe('what a first card holds', () => {
  test('goes back when nobody pays the rest before the hold ends, and the ledger is as before', async () => {
    const order = await withFirst();
    await sale.pressPay(order.id);
    platform.clock.advance(40 * minuteMs);
    await expireOrders(platform, [product]);
    await sale.settle();
    expect([(await sale.order(order.id)).status, await positionOf(order)]).toEqual(['expired', [0, 0, 0]]);
    expect((await paymentsOf(order)).map(([, status]) => status)).toEqual(['canceled', 'canceled']);
    expect(lettersOf(order)).toEqual(expect.arrayContaining(['order-expired', 'two-cards-released']));
    expect(await unkept()).toEqual([]);
  });

  test('goes back with the rest that came too late', async () => {
    const order = await withFirst();
    await bank.pay(await sale.pressPay(order.id), 'late-minutes');
    platform.clock.advance(16 * minuteMs);
    const [rest, first] = await findPaymentsOfOrder(db, order.id);
    await expireOrders(platform, [product]);
    platform.clock.advance(4 * minuteMs);
    await expireOrders(platform, [product]);
    await sale.settle();
    platform.clock.advance(30 * minuteMs);
    await sale.settle();
    await sale.settle();
    expect((await sale.order(order.id)).status).toBe('expired');
    expect(await positionOf(order)).toEqual([0, 0, 0]);
    expect(await Promise.all([rest!, first!].map(async ({ id }) => (await ledgerOfPayment(db, id)).captured))).toEqual([0, 0]);
    expect((await paymentsOf(order)).map(([, status]) => status)).toEqual(['canceled', 'canceled']);
    expect((await listOpenStaffTasks(db)).filter(({ kind }) => kind === 'payment-unexpected')).toEqual([]);
  });

  test('goes back when its owner gives it up, and the order is paid with one card', async () => {
    const order = await withFirst();
    const page = await sale.pressPay(order.id);
    expect((await giveUp(order)).ok).toBe(true);
    expect(await giveUp(order)).toEqual({ ok: false, refused: 'not-possible' });
    await sale.settle();
    expect([(await sale.order(order.id)).status, await positionOf(order)]).toEqual(['held', [0, 0, 0]]);
    expect((await bank.pay(page, 'approved')).location).not.toContain('/payment-success');
    expect(lettersOf(order)).toContain('two-cards-released');
    expect((await sale.paid(order.id)).status).toBe('ticketed');
    expect(await positionOf(order)).toEqual([0, order.total, 0]);
  });

  test('goes back, and so does the rest, when that is paid while it is given up', async () => {
    const order = await withFirst();
    const page = await sale.pressPay(order.id);
    expect((await giveUp(order)).ok).toBe(true);
    await bank.pay(page, 'approved');
    await sale.settle();
    await sale.settle();
    expect([(await sale.order(order.id)).status, await positionOf(order)]).toEqual(['held', [0, 0, 0]]);
    expect((await listOpenStaffTasks(db)).filter(({ kind }) => kind === 'payment-unexpected')).toEqual([]);
    expect((await sale.paid(order.id)).status).toBe('ticketed');
  });

  test('goes back when all of it is paid on a page that was open before', async () => {
    const order = await held();
    const first = await firstPage(order, 40_000);
    const pending = await sale.order(order.id);
    const whole = await startPayment(platform, bank.provider, {
      orderId: order.id,
      orderVersion: pending.version,
      reference: order.reference,
      amount: money(order.total, 'AED'),
      returnTo,
      language: 'en',
      expiresAt: instant(pending.heldUntil!.getTime()),
    });
    await bank.pay(first, 'approved');
    await bank.pay(whole.ok ? whole.value.redirectTo : '', 'approved');
    await sale.settle();
    await sale.settle();
    expect([(await sale.order(order.id)).status, await positionOf(order)]).toEqual(['ticketed', [0, order.total, 0]]);
    expect(await paymentsOf(order)).toEqual([
      ['first-card', 'canceled', 40_000],
      ['order', 'succeeded', order.total],
    ]);
  });

  test('goes back when the order is cancelled unpaid', async () => {
    const order = await withFirst();
    const ask = { orderId: order.id, by: 'customer', who: 'guest' } as const;
    expect((await quoteCancel(platform, product, ask)).ok).toBe(true);
    expect((await confirmCancel(platform, product, ask)).ok).toBe(true);
    await sale.settle();
    expect([(await sale.order(order.id)).status, await positionOf(order)]).toEqual(['cancelled', [0, 0, 0]]);
    expect(lettersOf(order)).toContain('two-cards-released');
    expect(await unkept()).toEqual([]);
  });
});

describe('money that goes back of an order paid with two cards', () => {
  test('goes to the second card first, and to the first what is left', async () => {
    const order = await withFirst();
    await sale.paid(order.id);
    const rest = order.total - 40_000;
    const ticketed = await sale.order(order.id);
    await transact(db, async (tx) =>
      refundOver(tx, platform, ticketed, await findPaymentsOfOrder(tx, order.id), {
        amount: rest + 1_000,
        key: `test:${order.id}`,
        reason: 'test',
        askedBy: 'system',
      }),
    );
    await sale.settle();
    const payments = await findPaymentsOfOrder(db, order.id);
    const purposeOf = (id: string) => payments.find((payment) => payment.id === id)!.purpose;
    const back = (await findRefundsOfOrder(db, order.id)).map((one) => [purposeOf(one.paymentId), one.amount, one.status] as const);
    expect(back.toSorted(([one], [other]) => one.localeCompare(other))).toEqual([
      ['first-card', 1_000, 'succeeded'],
      ['order', rest, 'succeeded'],
    ]);
    expect(await positionOf(order)).toEqual([0, order.total, rest + 1_000]);
    expect(await unkept()).toEqual([]);
  });

  test('that goes back from both is one act with two parts to its owner, one letter, and says at the desk which card gets what', async () => {
    const { id } = await withFirst();
    const page = await sale.pressPay(id);
    await bank.pay(page, 'secure');
    await bank.post(page, { action: 'code', code: '123456' });
    await sale.settle();
    const order = await sale.order(id);
    const rest = order.total - 40_000;
    const give = (amount: number) =>
      askOrderRefund(platform, product, {
        viewer: finance,
        orderId: id,
        wish: { amount, lines: {}, reason: 'a kindness' },
        requestId: 'test',
      });
    expect(await give(order.total + 1)).toEqual({ ok: false, refused: 'more-than-left' });
    expect(await give(rest + 1_000)).toEqual({ ok: true, value: 'approved' });
    await sale.settle();
    expect(await backOf(order)).toEqual([
      ['first-card', 1_000],
      ['order', rest],
    ]);
    const [act, ...more] = refundActs(await trackRefunds(db, order));
    expect([more, act!.total.amount, act!.parts.map(({ amount, ending }) => [amount.amount, ending]).toSorted()]).toEqual([
      [],
      rest + 1_000,
      [
        [1_000, '4242'],
        [rest, '3155'],
      ].toSorted(),
    ]);
    const letters = sale.mails.filter(({ orderId, template }) => orderId === id && template === 'order-part-refunded');
    expect(letters).toHaveLength(1);
    await sendMessage(platform, counters, letters[0]!);
    const letter = (await platform.mail.folder!.list()).find(
      ({ text }) => text.includes(order.reference) && text.includes('more than one card'),
    );
    const text = letter!.text.replaceAll('\u00a0', ' ').replace(/\s+/g, ' ');
    for (const part of [`${said(1_000)} goes back to the card ending 4242`, `${said(rest)} goes back to the card ending 3155`])
      expect(text).toContain(part);
    const answer = await app.send(`/track?order=${order.reference}`, { cookie: cookieOf(order) });
    const words = wordsOf(await answer.text()).replaceAll('\u00a0', ' ');
    expect(words).toContain(`${said(rest + 1_000)} goes back in 2 parts:`);
    for (const ending of ['4242', '3155']) expect(words).toContain(`To the card ending ${ending}`);
    const clerk = await app.signIn('finance@rihla.example', demoPassword);
    const desk = wordsOf(await (await app.send(`/admin/orders/refunds?queue=all&find=${order.reference}`, { cookie: clerk })).text());
    for (const ending of ['4242', '3155']) expect(desk).toContain(`Card ending ${ending}`);
    expect(await unkept()).toEqual([]);
  });

  test('goes on where an earlier part of it stopped: the rest of the second card before anything of the first', async () => {
    const order = await ticketed();
    const rest = order.total - 40_000;
    const back = (amount: number, key: string) =>
      transact(db, async (tx) =>
        refundOver(tx, platform, order, await findPaymentsOfOrder(tx, order.id), { amount, key, reason: 'test', askedBy: 'system' }),
      );
    await back(rest - 5_000, `part:${order.id}`);
    await sale.settle();
    expect(await backOf(order)).toEqual([['order', rest - 5_000]]);
    await back(5_000 + 300, `more:${order.id}`);
    await sale.settle();
    // Asked for once more in the same words, it is the same.
    await back(5_000 + 300, `more:${order.id}`);
    await sale.settle();
    expect(await backOf(order)).toEqual([
      ['first-card', 300],
      ['order', 5_000],
      ['order', rest - 5_000],
    ]);
    // What is left of both is all that can go, and no more than that.
    await back(order.total, `all:${order.id}`);
    await sale.settle();
    expect(await positionOf(order)).toEqual([0, order.total, order.total]);
    expect(
      (await listOpenStaffTasks(db)).find(({ subject, kind }) => subject === `orders:${order.id}` && kind === 'refund-failed'),
    ).toMatchObject({
      detail: { amount: rest + 300 },
    });
    expect(await unkept()).toEqual([]);
  });

  test('goes back from the second card where the desk gives some of it, and then from the first', async () => {
    const order = await ticketed();
    const give = (amount: number) =>
      askOrderRefund(platform, product, {
        viewer: finance,
        orderId: order.id,
        wish: { amount, lines: {}, reason: 'a kindness' },
        requestId: 'test',
      });
    const rest = order.total - 40_000;
    expect(await give(1_000)).toMatchObject({ ok: true });
    await sale.settle();
    expect(await backOf(order)).toEqual([['order', 1_000]]);
    await transact(db, async (tx) =>
      refundOver(tx, platform, order, await findPaymentsOfOrder(tx, order.id), {
        amount: rest - 1_000,
        key: `rest:${order.id}`,
        reason: 'test',
        askedBy: 'system',
      }),
    );
    await sale.settle();
    expect(await give(500)).toMatchObject({ ok: true });
    await sale.settle();
    expect(await backOf(order)).toEqual([
      ['first-card', 500],
      ['order', 1_000],
      ['order', rest - 1_000],
    ]);
  });
});

describe('a dispute of one of two cards', () => {
  /** What the books of a payment say: taken, back, held back by its bank, lost. */
  const disputesOf = async (order: Order) =>
    (await disputesOfOrder(db, order.id)).map(({ status, taken, writtenOff }) => [status, taken, writtenOff] as const);
  const atBank = (order: Order, amount: number) =>
    bank.bank.list(0).find((one) => one.reference === order.reference && one.captured === amount)!.id;
  const give = (order: Order, amount: number, paymentId?: string) =>
    askOrderRefund(platform, product, {
      viewer: finance,
      orderId: order.id,
      wish: { amount, lines: {}, reason: 'a kindness' },
      requestId: 'test',
      ...(paymentId ? { paymentId } : {}),
    });

  test.each(['first', 'second'] as const)('the %s: its own money is held back, and the whole order waits', async (which) => {
    const order = await ticketed();
    const sums = { first: 40_000, second: order.total - 40_000 };
    const payment = bank.bank.list(0).find(({ id }) => id === atBank(order, sums[which]))!;
    bank.bank.openDispute(payment.id, { reason: 'fraudulent', warning: false });
    await sale.settle();
    expect(await disputesOf(order)).toEqual([['needs_response', sums[which], 0]]);
    const ours = (await findPaymentsOfOrder(db, order.id)).find(({ amount }) => amount === sums[which])!;
    const other = (await findPaymentsOfOrder(db, order.id)).find(({ id }) => id !== ours.id)!;
    expect(await give(order, 1_000, other.id)).toEqual({ ok: false, refused: 'disputed' });
    const ask = { orderId: order.id, by: 'customer', who: 'guest' } as const;
    expect(await quoteCancel(platform, product, ask)).toEqual({ ok: false, refused: 'disputed' });
    bank.bank.moveDispute(payment.id, 'won');
    await sale.settle();
    expect(await disputesOf(order)).toEqual([['won', sums[which], 0]]);
    expect(await give(order, 1_000, ours.id)).toMatchObject({ ok: true });
    await sale.settle();
    expect(await positionOf(order)).toEqual([0, order.total, 1_000]);
    expect(await unkept()).toEqual([]);
  });

  test.each(['first', 'second'] as const)('that the %s has lost takes its sum from what can go back, and no more', async (which) => {
    const order = await ticketed();
    const sums = { first: 40_000, second: order.total - 40_000 };
    const id = atBank(order, sums[which]);
    bank.bank.openDispute(id, { reason: 'fraudulent', warning: false });
    await sale.settle();
    bank.bank.moveDispute(id, 'lost');
    await sale.settle();
    expect(await disputesOf(order)).toEqual([['lost', sums[which], sums[which]]]);
    const lost = (await findPaymentsOfOrder(db, order.id)).find(({ amount }) => amount === sums[which])!;
    expect(await give(order, 1_000, lost.id)).toEqual({ ok: false, refused: 'more-than-left' });
    const left = order.total - sums[which];
    await transact(db, async (tx) =>
      refundOver(tx, platform, order, await findPaymentsOfOrder(tx, order.id), {
        amount: order.total,
        key: `lost:${order.id}`,
        reason: 'test',
        askedBy: 'system',
      }),
    );
    await sale.settle();
    expect(await backOf(order)).toEqual([[which === 'first' ? 'order' : 'first-card', left]]);
    expect(await unkept()).toEqual([]);
  });
});

describe('the desk', () => {
  test('reads on the record which of two cards holds what, and which of them waits', async () => {
    const clerk = await app.signIn('flights@rihla.example', demoPassword);
    const order = await withFirst();
    const record = async () =>
      wordsOf(await (await app.send(`/admin/orders/flights/${order.reference}`, { cookie: clerk })).text()).replaceAll('\u00a0', ' ');
    const waiting = await record();
    expect(waiting).toMatch(/•••• 4242 ?first of two cards; waits for the second ?authorised/);
    const page = await sale.pressPay(order.id);
    await bank.pay(page, 'insufficient-funds');
    await sale.settle();
    const declined = await record();
    expect(declined).toContain('more than the card allows');
    expect(declined).toContain('waits for the second');
    expect((await sale.paid(order.id)).status).toBe('ticketed');
    const both = await record();
    expect(both).toMatch(/•••• 4242 ?first of two cards ?captured/);
    expect(both).not.toContain('waits for the second');
    expect(both.match(/•••• 4242/g)).toHaveLength(2);
    // One card alone is no card of two.
    const alone = await sale.paid((await held()).id);
    const plain = wordsOf(await (await app.send(`/admin/orders/flights/${alone.reference}`, { cookie: clerk })).text());
    expect(plain).toContain('•••• 4242');
    expect(plain).not.toContain('of two cards');
  });
});

describe('paying with two cards is refused', () => {
  test('below and above what either card pays at least, and the order stays kept', async () => {
    const order = await held();
    expect(await begin(order, 100)).toEqual({ ok: false, refused: 'two-cards-too-little' });
    expect(await begin(order, order.total - 100)).toEqual({ ok: false, refused: 'two-cards-too-much' });
    expect(await begin(order, order.total * 2)).toEqual({ ok: false, refused: 'two-cards-too-much' });
    expect([(await sale.order(order.id)).status, await paymentsOf(order)]).toEqual(['held', []]);
  });

  test('while one card holds its part', async () => {
    const order = await withFirst();
    expect(await begin(order, 50_000)).toEqual({ ok: false, refused: 'first-reserved' });
    const put = { order, basket: null, viewer: { kind: 'anonymous' }, language: 'en' } as const;
    expect(await addToBasket(platform, put)).toEqual({ ok: false, refused: 'money-moving' });
  });

  test('where the house does not offer it; what one card holds is completed all the same', async () => {
    const [order, begun] = [await held(), await withFirst()];
    await applySetting(db, 'payments', { ...deliveredWays, 'two-cards': { ...deliveredWays['two-cards'], kinds: [] } });
    expect(await offerTwoCards(platform, order)).toBeNull();
    expect(await begin(order, 40_000)).toEqual({ ok: false, refused: 'two-cards-off' });
    expect((await sale.paid(begun.id)).status).toBe('ticketed');
    await applySetting(db, 'payments', deliveredWays);
    expect(await offerTwoCards(platform, order)).not.toBeNull();
  });

  test('of a page that showed another sum', async () => {
    const order = await withFirst();
    const press = (seen: number) =>
      beginPayment(platform, bank.provider, product, {
        orderId: order.id,
        by: 'customer',
        who: 'guest',
        returnTo,
        language: 'en',
        seenDue: money(seen, 'AED'),
      });
    expect(await press(order.total)).toEqual({ ok: false, refused: 'amount-changed' });
    expect((await press(order.total - 40_000)).ok).toBe(true);
  });
});

describe('a price that is another one when the rest is paid', () => {
  /** Its seller does not stand by the price any more: it is asked again. */
  const priceEnds = (order: Order) =>
    db.execute(
      sql`update flight_contracts set price_guaranteed_until = ${new Date(platform.clock.now() - minuteMs).toISOString()} where order_id = ${order.id}`,
    );
  const press = (order: Order) =>
    beginPayment(platform, bank.provider, product, { orderId: order.id, by: 'customer', who: 'guest', returnTo, language: 'en' });

  test('is agreed to first when it is dearer, and the second card pays the difference too', async () => {
    const order = await withFirst(moodyOffer);
    moody.permille = 200;
    await priceEnds(order);
    expect(await press(order)).toEqual({ ok: false, refused: 'price-changed' });
    const page = await (await app.send(`/checkout/${order.reference}`, { cookie: cookieOf(order) })).text();
    expect(wordsOf(page)).toContain('AED 400.00 of it is reserved on your first card already.');
    const { after } = (await findProposedPrice(db, await sale.order(order.id)))!;
    const agreed = { orderId: order.id, by: 'customer', who: 'guest', seenTotal: after.total } as const;
    expect((await acceptPrice(platform, product, agreed)).ok).toBe(true);
    expect((await sale.paid(order.id)).status).toBe('ticketed');
    moody.permille = 0;
    expect(await paymentsOf(order)).toEqual([
      ['first-card', 'succeeded', 40_000],
      ['order', 'succeeded', after.total.amount - 40_000],
    ]);
    expect(await unkept()).toEqual([]);
  });

  test('lets go of the first card when that would pay all of a lower one', async () => {
    const order = await held(moodyOffer);
    const most = order.total - Math.ceil(order.total / 10);
    await bank.pay(await firstPage(order, most), 'approved');
    await sale.settle();
    moody.permille = -900;
    await priceEnds(order);
    expect(await press(order)).toEqual({ ok: false, refused: 'two-cards-void' });
    await sale.settle();
    const lower = await sale.order(order.id);
    expect([lower.status, lower.total < most, await positionOf(order)]).toEqual(['held', true, [0, 0, 0]]);
    expect((await sale.paid(order.id)).status).toBe('ticketed');
    moody.permille = 0;
    expect(await positionOf(order)).toEqual([0, lower.total, 0]);
  });
});

describe('with forms alone', () => {
  const formOf = (html: string, page: string, button: string) =>
    readForms(html, new URL(`http://localhost${page}`)).find((form) => form.buttons.some(({ value }) => value === button))!;
  const see = async (order: Order, page: string) => {
    const answer = await app.send(page, { cookie: cookieOf(order) });
    return { to: answer.headers.get('location'), html: await answer.text() };
  };
  const press = async (order: Order, page: string, button: string, more: Record<string, string> = {}) => {
    const form = formOf((await see(order, page)).html, page, button);
    const fields = { ...Object.fromEntries(form.fields), intent: button, ...more };
    const answer = await app.send(form.action, { cookie: cookieOf(order), form: fields });
    return { status: answer.status, to: answer.headers.get('location'), html: await answer.text() };
  };

  test('a traveller is told what is wrong with a sum beside what was typed, and nothing is begun', async () => {
    const order = await held();
    const page = `/checkout/${order.reference}`;
    for (const [typed, words] of [
      ['10', 'That is too little for the first card.'],
      [String(order.total / 100), 'That leaves too little for the second card.'],
      ['a lot', 'Type how much goes on the first card'],
    ] as const) {
      const answer = await press(order, page, 'first-card', { first: typed });
      expect([answer.status, answer.html.includes(`value="${typed}"`)]).toEqual([422, true]);
      expect(wordsOf(answer.html)).toContain(words);
    }
    expect(await paymentsOf(order)).toEqual([]);
  });

  test('a declined card is offered a second one first, and both pay; the desk shows both', async () => {
    const order = await held();
    const [page, failed] = [`/checkout/${order.reference}`, `/payment-failed?order=${order.reference}`];
    const whole = await press(order, page, 'pay');
    await bank.pay(whole.to!, 'insufficient-funds');
    await sale.settle();
    const declined = (await see(order, failed)).html;
    expect(declined.indexOf('name="first"')).toBeGreaterThan(0);
    expect(declined.indexOf('name="first"')).toBeLessThan(declined.indexOf('value="pay"'));
    const first = await press(order, failed, 'first-card', { first: '400' });
    expect(first.status).toBe(302);
    await bank.pay(first.to!, 'approved');
    await sale.settle();
    expect((await see(order, `/payment-success?order=${order.reference}`)).to).toBe(page);
    const words = wordsOf((await see(order, page)).html);
    const left = said(order.total - 40_000);
    expect(words).toContain('AED 400.00 is reserved on the card ending 4242');
    expect(words).toContain(`${left} is left to pay with another card. Nothing is taken before that.`);
    // The sum of the order, what the first card holds of it, and what is paid now.
    expect(words).toContain(`Total ${said(order.total)}`);
    expect(words).toContain(`Reserved on the card ending 4242 ${said(40_000)} You pay now ${left}`);
    expect(words).toContain(`your bank reserves ${left}`);
    expect(words).not.toContain(`You pay ${said(order.total)}`);
    expect(words).toMatch(/Your seats are held until \d\d:\d\d Dubai time/);
    const rest = await press(order, page, 'pay');
    await bank.pay(rest.to!, 'approved');
    await sale.settle();
    expect((await sale.order(order.id)).status).toBe('ticketed');
    expect(await positionOf(order)).toEqual([0, order.total, 0]);
  });

  test('two cards lead only where the bank says that it was too much for one; after an expired card another one leads', async () => {
    const leads = async (card: 'insufficient-funds' | 'expired-card' | 'suspected-fraud' | 'do-not-honour') => {
      const order = await held();
      const failed = `/payment-failed?order=${order.reference}`;
      await bank.pay((await press(order, `/checkout/${order.reference}`, 'pay')).to!, card);
      await sale.settle();
      const { html } = await see(order, failed);
      const first = html.indexOf('name="first"') < html.indexOf('value="pay"') ? 'two cards' : 'one card';
      return { first, open: /<details[^>]* open/.test(html), words: wordsOf(html) };
    };
    const limit = await leads('insufficient-funds');
    expect([limit.first, limit.open]).toEqual(['two cards', true]);
    expect(limit.words).toContain('The bank says that this is more than the card has or allows.');
    for (const card of ['expired-card', 'suspected-fraud'] as const) {
      const other = await leads(card);
      expect([other.first, other.open], card).toEqual(['one card', false]);
      expect(other.words).toContain('Pay with another card');
      expect(other.words).not.toContain('more than this card allows');
    }
    // A bank that gives no reason may mean the limit: that is said, and not known.
    const unsaid = await leads('do-not-honour');
    expect([unsaid.first, unsaid.open]).toEqual(['one card', false]);
    expect(unsaid.words).toContain('Your bank declined the payment and does not tell us why.');
    expect(unsaid.words).toContain('If it was more than this card allows, two cards can pay it together.');
  });

  test('a traveller gives it up, is told so, and pays all of it with one card', async () => {
    const order = await withFirst();
    const page = `/checkout/${order.reference}`;
    const given = await press(order, page, 'first-card-back');
    expect(given.to).toBe(`${page}?said=first-card-back`);
    await sale.settle();
    const words = wordsOf((await see(order, given.to!)).html);
    expect(words).toContain('What was reserved on your first card is let go. Nothing was taken');
    expect(words).toContain('Pay with two cards');
    const whole = await press(order, page, 'pay');
    await bank.pay(whole.to!, 'approved');
    await sale.settle();
    expect(await positionOf(order)).toEqual([0, order.total, 0]);
  });

  test('the letter says what is reserved and what is left, and none is written once the rest is paid', async () => {
    const order = await withFirst();
    const mail = sale.mails.find(({ orderId, template }) => orderId === order.id && template === 'first-card-reserved')!;
    const letters = async () =>
      (await platform.mail.folder!.list()).filter(
        ({ text }) => text.includes(order.reference) && text.includes('reserved on your first card'),
      );
    await sendMessage(platform, counters, mail);
    expect(await letters()).toHaveLength(1);
    expect((await letters())[0]!.text.replaceAll('\u00a0', ' ')).toContain(said(order.total - 40_000));
    await sale.paid(order.id);
    await sendMessage(platform, counters, { ...mail, again: 1 });
    expect(await letters()).toHaveLength(1);
  });
});

// Last: what it leaves is a promise that no longer holds, and a person's business.
test('the desk is told which of two cards the bank did not give any more, when the other may be charged', async () => {
  const order = await withFirst(moodyOffer);
  const rest = order.total - 40_000;
  moody.meanwhile = () => {
    const second = bank.bank.list(0).find(({ reference, amount }) => reference === order.reference && amount === rest)!;
    bank.bank.cancel(second.id, 'the issuer');
  };
  await sale.paid(order.id);
  moody.meanwhile = null;
  await sale.settle();
  const task = (await listOpenStaffTasks(db)).find(({ detail }) => detail['order'] === order.id);
  expect(task).toMatchObject({ kind: 'capture-refused', textKey: 'tasks:capture-refused-of-two', detail: { card: '4242' } });
});
