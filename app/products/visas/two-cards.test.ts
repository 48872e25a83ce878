import { describe, expect, it, test } from 'vitest';
import { addToBasket } from '#app/commerce/baskets/fill-basket.server.ts';
import { findInvoicesOfOrder } from '#app/commerce/invoices/invoices-store.server.ts';
import { moneyPosition } from '#app/commerce/ledger/ledger-store.server.ts';
import { beginPayment } from '#app/commerce/orders/begin-payment.server.ts';
import { confirmCancel, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { expireOrders } from '#app/commerce/orders/expire-orders.server.ts';
import { orderCookie } from '#app/commerce/orders/order-access.server.ts';
import { findHistory } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { beginFirstCard, giveUpFirstCard, offerTwoCards } from '#app/commerce/orders/pay-with-two-cards.server.ts';
import { trackRefunds } from '#app/commerce/orders/track-refunds.server.ts';
import { refundActs } from '#app/commerce/orders/refund-track-rules.ts';
import { capturePayment } from '#app/commerce/payments/capture-payment.server.ts';
import { catchUpPayments } from '#app/commerce/payments/catch-up-payments.server.ts';
import { deliveredWays } from '#app/commerce/payments/payment-ways.ts';
import { findPaymentsOfOrder, findRefundsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { leastOf } from '#app/commerce/payments/two-card-rules.ts';
import { formatMoney } from '#app/ui/number-format.ts';
import { dayMs, minuteMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { moveOn } from '#app/values/status-table.ts';
import { demoPassword } from '#seeds/demo.ts';
import { assistedCountries } from '#seeds/visas/assisted-countries.ts';
import { evisaCountries } from '#seeds/visas/evisa-countries.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { applySetting } from '#tests/support/apply-setting.ts';
import { readForms, wordsOf } from '#tests/support/http-traveller.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { assistedOrderMachine } from './assisted/assisted-order-status.ts';
import { findCasesOfOrder } from './assisted/assisted-store.server.ts';
import { openTestAssisted } from './assisted/assisted-testing.ts';
import { withdrawCase } from './assisted/withdraw-case.server.ts';
import { withdrawEvisa } from './evisa/answer-evisa.server.ts';
import { evisaOrderMachine, evisaOrderStates } from './evisa/evisa-order-status.ts';
import { aForm, openTestEvisas } from './evisa/evisa-testing.ts';

const who = { by: 'customer', who: 'guest' } as const;
const returnTo = { success: '/payment-success', failure: '/payment-failed' };
const partyOf = (people: number) => Array.from({ length: people }, () => aForm());

async function openOnline() {
  const platform = await openDemoPlatform();
  const desk = await openTestEvisas(platform, evisaCountries);
  return {
    platform,
    desk,
    app: await openTestApp(platform, null, desk.bank.provider),
    begun: (people: number) => desk.applied('india', partyOf(people)),
    /** How each of a party stands. */
    standing: async (groupId: string, _orderId: string) => (await desk.cases(groupId)).map(({ status }) => status),
    first: 20_000,
    taken: 'received',
    untouched: 'pre_checked' as string | null,
    withdraw: async (groupId: string) => (await withdrawEvisa(platform, { applicationId: (await desk.cases(groupId))[1]!.id, ...who })).ok,
    record: async (groupId: string) => `/admin/orders/evisa/${(await desk.cases(groupId))[0]!.id}`,
    charged: 'both cards are charged together when we take the application on.',
  };
}
async function openAtCounter() {
  const platform = await openDemoPlatform();
  const desk = await openTestAssisted(platform, assistedCountries);
  return {
    platform,
    desk,
    app: await openTestApp(platform, null, desk.bank.provider),
    begun: (people: number) => desk.begun('france', partyOf(people)),
    standing: async (_groupId: string, orderId: string) => (await findCasesOfOrder(platform.db, orderId)).map(({ status }) => status),
    first: 60_000,
    taken: 'opened',
    // A case is opened when it is paid.
    untouched: null as string | null,
    withdraw: async (_groupId: string, orderId: string) =>
      (await withdrawCase(platform, { caseId: (await findCasesOfOrder(platform.db, orderId))[1]!.id, ...who })).ok,
    record: async (_groupId: string, orderId: string) =>
      `/admin/sticker-visa-management/${(await findCasesOfOrder(platform.db, orderId))[0]!.id}`,
    charged: 'both cards are charged together when we open the case.',
  };
}

describe.each([
  ['applied for online', await openOnline()],
  ['handed in at a counter', await openAtCounter()],
] as const)('a visa %s', (_route, route) => {
  const { platform, desk, app, standing } = route;
  const { db, clock } = platform;
  const { bank, product } = desk;
  const { first } = route;

  async function held(people = 2): Promise<{ groupId: string; order: Order }> {
    const groupId = await route.begun(people);
    const placed = await desk.place(groupId);
    if (!placed.ok) throw new Error(placed.refused);
    await desk.settle();
    return { groupId, order: await desk.order(placed.value.orderId) };
  }
  const begin = ({ id }: Pick<Order, 'id'>, amount = first) =>
    beginFirstCard(platform, bank.provider, product, { orderId: id, ...who, returnTo, language: 'en', first: amount });
  const pressRest = ({ id }: Pick<Order, 'id'>) =>
    beginPayment(platform, bank.provider, product, { orderId: id, ...who, returnTo, language: 'en' });
  async function payAt(
    begun: Awaited<ReturnType<typeof begin>> | Awaited<ReturnType<typeof pressRest>>,
    how: 'approved' | 'insufficient-funds' = 'approved',
  ) {
    if (!begun.ok) throw new Error(begun.refused);
    await bank.pay(begun.value.redirectTo, how);
    await desk.settle();
  }
  async function withFirst(amountOf: (total: number) => number = () => first) {
    const { groupId, order } = await held();
    await payAt(await begin(order, amountOf(order.total)));
    return { groupId, order: await desk.order(order.id) };
  }
  const positionOf = async ({ id }: Pick<Order, 'id'>) => {
    const { authorised, captured, refunded } = await moneyPosition(db, id);
    return [authorised.amount, captured.amount, refunded.amount];
  };
  /** What the bank itself has taken under a reference: nobody here has a say in it. */
  const takenAtBank = ({ reference }: Pick<Order, 'reference'>) =>
    bank.bank
      .list(0)
      .filter((one) => one.reference === reference)
      .reduce((sum, { captured }) => sum + captured, 0);
  const backOf = async ({ id }: Pick<Order, 'id'>) => {
    const purposes = new Map((await findPaymentsOfOrder(db, id)).map((payment) => [payment.id, payment.purpose]));
    return (await findRefundsOfOrder(db, id))
      .map(({ paymentId, amount, status }) => [purposes.get(paymentId)!, amount, status] as const)
      .toSorted(([one], [other]) => one.localeCompare(other));
  };
  const letters = async ({ reference }: Pick<Order, 'reference'>, words: string) =>
    (await platform.mail.folder!.list()).filter(({ text }) => text.includes(reference) && text.includes(words));
  const unkept = async () =>
    brokenLines(
      await askInvariants(db, { now: clock.now(), holdTtlMs: 0, settleMs: 0 }, {}, [
        'I5',
        'I7',
        'I8',
        'I10',
        'I11',
        'I13',
        'I25',
        'I26',
        'I28',
      ]),
    );

  it('waits while the first card holds its part, and both are charged once when it is taken on', async () => {
    const { groupId, order } = await withFirst();
    expect([order.status, await positionOf(order), takenAtBank(order)]).toEqual(['held', [first, 0, 0], 0]);
    expect((await standing(groupId, order.id)).filter((status) => status !== route.untouched)).toEqual([]);
    expect(await offerTwoCards(platform, order)).toBeNull();
    const [payment] = await findPaymentsOfOrder(db, order.id);
    expect(await capturePayment(platform, bank.provider, payment!.id)).toEqual({ ok: false, refused: 'let-go' });
    await payAt(await pressRest(order));
    expect([(await desk.order(order.id)).status, await positionOf(order), takenAtBank(order)]).toEqual([
      'accepted',
      [0, order.total, 0],
      order.total,
    ]);
    expect(await standing(groupId, order.id)).toEqual([route.taken, route.taken]);
    expect((await findHistory(db, order.id)).map(({ event }) => event)).toEqual([
      'hold',
      'pay',
      'first-card',
      'pay',
      'authorised',
      'accept',
    ]);
    expect(await findInvoicesOfOrder(db, order.id)).toMatchObject([{ gross: order.total }]);
    expect(await letters(order, 'What was reserved on your card is let go')).toEqual([]);
    expect(await unkept()).toEqual([]);
  });

  it('waits on when the second card is declined, and is paid by a third', async () => {
    const { order } = await withFirst();
    await payAt(await pressRest(order), 'insufficient-funds');
    expect([(await desk.order(order.id)).status, await positionOf(order), takenAtBank(order)]).toEqual(['held', [first, 0, 0], 0]);
    await payAt(await pressRest(order));
    expect([(await desk.order(order.id)).status, takenAtBank(order)]).toEqual(['accepted', order.total]);
  });

  it('ends with its first card let go and a letter when nobody pays the rest within the day, and its form is open again', async () => {
    const { groupId, order } = await withFirst();
    clock.advance(dayMs + minuteMs);
    await expireOrders(platform, [product]);
    await desk.settle();
    await desk.settle();
    expect([(await desk.order(order.id)).status, await positionOf(order), takenAtBank(order)]).toEqual(['expired', [0, 0, 0], 0]);
    expect(await letters(order, 'was not paid with two cards in the end')).toHaveLength(1);
    expect(await unkept()).toEqual([]);
    expect((await desk.place(groupId)).ok).toBe(true);
  });

  it('lets both cards go when the rest comes after its end, and its next order is paid by one', async () => {
    const { groupId, order } = await withFirst();
    const rest = await pressRest(order);
    if (!rest.ok) throw new Error(rest.refused);
    await bank.pay(rest.value.redirectTo, 'late-minutes');
    clock.advance(dayMs + 4 * minuteMs);
    await expireOrders(platform, [product]);
    await desk.settle();
    clock.advance(5 * minuteMs);
    await catchUpPayments(platform, bank.provider);
    await desk.settle();
    await desk.settle();
    expect([await positionOf(order), takenAtBank(order)]).toEqual([[0, 0, 0], 0]);
    const again = await desk.place(groupId);
    const next = await desk.order(again.ok ? again.value.orderId : '');
    await payAt(await pressRest(next));
    expect([(await desk.order(next.id)).status, takenAtBank(next)]).toEqual(['accepted', next.total]);
  });

  it('gives the first card up on request and is paid by one', async () => {
    const { order } = await withFirst();
    expect((await giveUpFirstCard(platform, product, { orderId: order.id, ...who })).ok).toBe(true);
    await desk.settle();
    expect([(await desk.order(order.id)).status, await positionOf(order)]).toEqual(['held', [0, 0, 0]]);
    await payAt(await pressRest(order));
    expect([(await desk.order(order.id)).status, takenAtBank(order)]).toEqual(['accepted', order.total]);
  });

  it('gives back for one of two from the second card and the rest from the first, as one act with one letter', async () => {
    const { groupId, order } = await withFirst((total) => total - leastOf(total)!);
    await payAt(await pressRest(order));
    const second = leastOf(order.total)!;
    expect(await route.withdraw(groupId, order.id)).toBe(true);
    await desk.settle();
    await desk.settle();
    const back = await backOf(order);
    expect(back).toEqual([
      ['first-card', expect.any(Number), 'succeeded'],
      ['order', second, 'succeeded'],
    ]);
    const [act, ...more] = refundActs(await trackRefunds(db, await desk.order(order.id)));
    expect(more).toEqual([]);
    expect(act!.parts.map(({ ending }) => ending)).toEqual(['4242', '4242']);
    expect(act!.total.amount).toBe(back[0]![1] + second);
    expect(await letters(order, 'By the refund table')).toHaveLength(1);
    const credit = (await findInvoicesOfOrder(db, order.id)).filter(({ kind }) => kind === 'credit-note');
    expect(credit.map(({ gross }) => gross)).toEqual([-act!.total.amount]);
    expect((await desk.order(order.id)).status).toBe('accepted');
    expect(await unkept()).toEqual([]);
  });

  it('tells an officer in its line of time which card held what and gave back what, and of one card only the money', async () => {
    const cookie = await app.signIn('visas@rihla.example', demoPassword);
    const read = async (groupId: string, orderId: string) =>
      wordsOf(await (await app.send(await route.record(groupId, orderId), { cookie })).text()).replaceAll('\u00a0', ' ');
    const said = (amount: number) => formatMoney(money(amount, 'AED'), 'en').replaceAll('\u00a0', ' ');
    const { groupId, order } = await withFirst();
    await payAt(await pressRest(order));
    expect(await route.withdraw(groupId, order.id)).toBe(true);
    await desk.settle();
    const words = await read(groupId, order.id);
    const posted = (amount: number, card: string) => new RegExp(`${said(amount)} \\w{3} \\d+ \\w{3} \\d\\d:\\d\\d •••• 4242${card} (?!·)`);
    expect(words).toMatch(posted(first, ' · first of two cards'));
    expect(words).toMatch(posted(order.total - first, ''));
    const back = (await backOf(order))[0]![1];
    expect(words).toMatch(posted(back, ''));
    const alone = await held();
    await payAt(await pressRest(alone.order));
    expect(await read(alone.groupId, alone.order.id)).not.toContain('•••• 4242');
  });

  it('gives back by the table of both cards when all of it is withdrawn', async () => {
    const { order } = await withFirst();
    await payAt(await pressRest(order));
    const terms = await quoteCancel(platform, product, { orderId: order.id, ...who });
    expect((await confirmCancel(platform, product, { orderId: order.id, ...who })).ok).toBe(true);
    await desk.settle();
    await desk.settle();
    const owed = terms.ok ? terms.value.refund!.amount : 0;
    expect([(await desk.order(order.id)).status, await positionOf(order)]).toEqual(['refunded', [0, order.total, owed]]);
    expect((await backOf(order)).reduce((sum, [, amount]) => sum + amount, 0)).toBe(owed);
    expect(await unkept()).toEqual([]);
  });

  it('is not paid with two cards where it lies in a trip, nor where the house does not offer it for visas', async () => {
    const [{ order: inTrip }, { order }] = [await held(1), await held(1)];
    const more = { basket: null, viewer: { kind: 'anonymous' }, language: 'en' } as const;
    expect((await addToBasket(platform, { order: inTrip, ...more })).ok).toBe(true);
    expect([await offerTwoCards(platform, inTrip), await begin(inTrip)]).toEqual([null, { ok: false, refused: 'two-cards-not-here' }]);
    const kinds = deliveredWays['two-cards'].kinds.filter((kind) => kind !== order.kind);
    await applySetting(db, 'payments', { ...deliveredWays, 'two-cards': { ...deliveredWays['two-cards'], kinds } });
    expect([await offerTwoCards(platform, order), await begin(order)]).toEqual([null, { ok: false, refused: 'two-cards-off' }]);
    await applySetting(db, 'payments', deliveredWays);
    expect(await offerTwoCards(platform, order)).not.toBeNull();
  });

  it('says at its checkout how two cards pay it, by forms alone', async () => {
    const { order } = await held();
    const cookie = orderCookie(platform, order.id).split(';')[0]!;
    const page = `/checkout/${order.reference}`;
    const said = (amount: number) => formatMoney(money(amount, 'AED'), 'en').replaceAll('\u00a0', ' ');
    const see = async () => (await app.send(page, { cookie })).text();
    const press = async (button: string, more: Record<string, string> = {}) => {
      const form = readForms(await see(), new URL(`http://localhost${page}`)).find(({ buttons }) =>
        buttons.some(({ value }) => value === button),
      )!;
      return app.send(form.action, { cookie, form: { ...Object.fromEntries(form.fields), intent: button, ...more } });
    };
    expect(wordsOf(await see())).toContain(route.charged);
    const wrong = await press('first-card', { first: '1' });
    expect([wrong.status, wordsOf(await wrong.text()).includes('That is too little for the first card.')]).toEqual([422, true]);
    await bank.pay((await press('first-card', { first: String(first / 100) })).headers.get('location')!, 'approved');
    await desk.settle();
    const words = wordsOf(await see());
    const left = said(order.total - first);
    expect(words).toContain(`${said(first)} is reserved on the card ending 4242`);
    expect(words).toContain(`${left} is left to pay with another card. Nothing is taken before that.`);
    expect(words).toMatch(/Your order and its price are kept until \w+.*, \d\d:\d\d Dubai time\./);
    expect(words).not.toContain('seats');
    const [letter] = await letters(order, 'reserved on your first card');
    expect(letter!.subject.replaceAll('\u00a0', ' ')).toMatch(new RegExp(`^${left} left to pay: \\S.*, ${order.reference}$`));
    expect(letter!.text).toContain('the form opens again with all that you entered');
    await bank.pay((await press('pay')).headers.get('location')!, 'approved');
    await desk.settle();
    expect(takenAtBank(order)).toBe(order.total);
  });
});

test.each([evisaOrderMachine, assistedOrderMachine])(
  'the machine of $name knows a first card only while its page is open, and only by the word of the bank',
  (machine) => {
    for (const from of evisaOrderStates)
      for (const by of ['customer', 'staff', 'system', 'supplier', 'provider'] as const)
        expect([from, by, moveOn(machine, from, 'first-card', by).ok]).toEqual([from, by, from === 'payment_pending' && by === 'provider']);
  },
);
