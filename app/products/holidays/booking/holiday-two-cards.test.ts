import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { moneyPosition } from '#app/commerce/ledger/ledger-store.server.ts';
import { confirmCancel, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { expireOrders } from '#app/commerce/orders/expire-orders.server.ts';
import { findFourRefusal } from '#app/commerce/orders/pay-in-four.server.ts';
import { beginFirstCard, offerTwoCards } from '#app/commerce/orders/pay-with-two-cards.server.ts';
import { findPaymentsOfOrder, findRefundsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { addDays, hourMs, type CalendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { openTestHolidays } from './holiday-testing.ts';

const platform = await openTestPlatform();
const sale = await openTestHolidays(platform);
const customer = { by: 'customer', who: 'guest' } as const;
/** Far enough ahead for a deposit and for an option, each used by one test. */
const ahead = (await sale.departures()).map(({ setsOff }) => setsOff).filter((day) => day > addDays(sale.today(), 120));
let used = 0;
const nextDay = (): CalendarDate => ahead[used++]!;
const mails = async (orderId: string) =>
  (
    (await platform.db.execute(sql`select template from sent_messages where order_id = ${orderId}`)) as unknown as {
      rows: { template: string }[];
    }
  ).rows.map(({ template }) => template);
const promises = async () =>
  brokenLines(await askInvariants(platform.db, { now: platform.clock.now(), holdTtlMs: platform.env.HOLD_TTL_MS, settleMs: 0 }));

describe('a tour that is paid with two cards', () => {
  const begin = (orderId: string, first: number) =>
    beginFirstCard(platform, sale.bank.provider, sale.product, {
      orderId,
      ...customer,
      returnTo: { success: '/payment-success', failure: '/payment-failed' },
      language: 'en',
      first,
    });
  const position = async (orderId: string) => {
    const { authorised, captured, refunded } = await moneyPosition(platform.db, orderId);
    return [authorised.amount, captured.amount, refunded.amount];
  };
  async function withFirst(orderId: string, first: number): Promise<void> {
    const begun = await begin(orderId, first);
    if (!begun.ok) throw new Error(begun.refused);
    await sale.bank.pay(begun.value.redirectTo, 'approved');
    await sale.settle();
  }

  it('is charged to both when it is confirmed: the plan of one part is the whole, and both pay it', async () => {
    const orderId = await sale.placed(sale.form(nextDay()));
    const { total } = await sale.order(orderId);
    const first = Math.floor(total / 2);
    await withFirst(orderId, first);
    expect([(await sale.order(orderId)).status, await position(orderId)]).toEqual(['held', [first, 0, 0]]);
    await sale.pay(orderId);
    await sale.settle();
    expect([(await sale.order(orderId)).status, await position(orderId)]).toEqual(['confirmed', [0, total, 0]]);
    expect((await sale.parts(orderId)).map(({ amount, paidAt }) => [amount, paidAt !== null])).toEqual([[total, true]]);
    expect(await promises()).toEqual([]);
    expect((await quoteCancel(platform, sale.product, { orderId, ...customer })).ok).toBe(true);
    expect((await confirmCancel(platform, sale.product, { orderId, ...customer })).ok).toBe(true);
    await sale.settle();
    expect((await sale.order(orderId)).status).toBe('refunded');
    // The ladder keeps a part: it is kept of the first card, whose money goes back last.
    const payments = await findPaymentsOfOrder(platform.db, orderId);
    const refunds = await findRefundsOfOrder(platform.db, orderId);
    const back = (purpose: string) =>
      refunds
        .filter(({ paymentId }) => payments.find(({ id }) => id === paymentId)!.purpose === purpose)
        .reduce((sum, { amount }) => sum + amount, 0);
    expect(back('order')).toBe(Math.min(total - first, back('order') + back('first-card')));
    expect(await promises()).toEqual([]);
  });

  it('is refused where it is paid in parts', async () => {
    const orderId = await sale.placed(sale.form(nextDay(), { plan: 'deposit' }));
    expect((await sale.parts(orderId)).length).toBeGreaterThan(1);
    expect(await offerTwoCards(platform, await sale.order(orderId))).toBeNull();
    expect(await begin(orderId, 50_000)).toEqual({ ok: false, refused: 'two-cards-not-here' });
    expect(await findPaymentsOfOrder(platform.db, orderId)).toEqual([]);
  });

  it('is refused in four parts of a provider as well where it is paid in parts of ours, and not where it is paid whole', async () => {
    const takes = { methods: ['card', 'four'] } as const;
    const refusalOf = async (plan: 'deposit' | 'full') => {
      const order = await sale.order(await sale.placed(sale.form(nextDay(), { plan })));
      return findFourRefusal(platform.db, takes, order, money(100_000, 'AED'));
    };
    expect(await refusalOf('deposit')).toBe('four-not-here');
    expect(await refusalOf('full')).toBeNull();
  });

  it('lets the first go with an option that nobody pays', async () => {
    const day = nextDay();
    const before = await sale.left(day);
    const orderId = await sale.placed(sale.form(day), { option: true });
    const first = Math.floor((await sale.order(orderId)).total / 3);
    await withFirst(orderId, first);
    expect(await position(orderId)).toEqual([first, 0, 0]);
    platform.clock.advance(49 * hourMs);
    await expireOrders(platform, [sale.product]);
    await sale.settle();
    expect([(await sale.order(orderId)).status, await position(orderId)]).toEqual(['expired', [0, 0, 0]]);
    expect(await mails(orderId)).toContain('two-cards-released');
    expect(await sale.left(day)).toBe(before);
  });
});
