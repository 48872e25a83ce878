import { beforeEach, expect, it } from 'vitest';
import { disputesOfOrder } from '#app/commerce/disputes/disputes-store.server.ts';
import { moneyPosition } from '#app/commerce/ledger/ledger-store.server.ts';
import { confirmCancel, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { findPaymentCheck } from '#app/commerce/orders/payment-checks-store.server.ts';
import { oweRefund } from '#app/commerce/orders/return-money.server.ts';
import { askOrderRefund } from '#app/commerce/orders/staff/refund-order.server.ts';
import { findRefundsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import type { Viewer } from '#app/platform/access.ts';
import { transact } from '#app/platform/database.server.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { aDraft, openTestSale } from './flight-order-testing.ts';
import { flightOrderMachine } from './flight-order-status.ts';
import { anOffer } from '../offer-testing.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';

const platform = await openTestPlatform();
const offer = { ...anOffer({ supplier: 's1' }), id: 's1.one', expiresAt: '2026-12-01T00:00:00.000Z' };
const sale = await openTestSale(platform, [new ScriptedSupplier({ code: 's1', offers: [offer] })]);
const finance: Viewer & { kind: 'staff' } = {
  kind: 'staff',
  user: { id: 'farah', email: 'farah@rihla.example', emailVerified: true, fullName: null, createdAt: '2026-01-01T00:00:00Z' },
  staff: { userId: 'farah', displayName: 'Farah', roles: ['finance'] },
};

let order: Order;
let buyers = 0;
beforeEach(async () => {
  buyers += 1;
  order = await sale.paid((await sale.placed(aDraft(offer), { address: `10.6.${buyers}.1` })).id);
  await sale.settle();
});
const bankOf = (of: Order) => sale.bank.bank.list(0).find(({ reference, captured }) => reference === of.reference && captured > 0)!.id;
async function dispute(of = order): Promise<void> {
  sale.bank.bank.openDispute(bankOf(of), { reason: 'fraudulent', warning: false });
  await sale.settle();
}
async function decide(to: 'won' | 'lost', of = order): Promise<void> {
  sale.bank.bank.moveDispute(bankOf(of), to);
  await sale.settle();
}
const who = (by: 'customer' | 'staff') => ({ orderId: order.id, by, who: by === 'staff' ? 'staff:farah' : 'guest' }) as const;
const refund = () =>
  askOrderRefund(platform, sale.product, {
    viewer: finance,
    orderId: order.id,
    wish: { amount: 1_000, lines: {}, reason: 'a kindness' },
    requestId: 'test',
  });

it('an order whose money a bank has taken back is not changed, cancelled or refunded, by whoever asks', async () => {
  await quoteCancel(platform, sale.product, who('customer'));
  await dispute();
  expect(await confirmCancel(platform, sale.product, who('customer'))).toEqual({ ok: false, refused: 'disputed' });
  for (const by of ['customer', 'staff'] as const)
    expect(await quoteCancel(platform, sale.product, who(by))).toEqual({ ok: false, refused: 'disputed' });
  expect(await refund()).toEqual({ ok: false, refused: 'disputed' });
  expect(await findRefundsOfOrder(platform.db, order.id)).toEqual([]);
});

it('is thawed when the dispute is won', async () => {
  await dispute();
  await decide('won');
  expect((await quoteCancel(platform, sale.product, who('customer'))).ok).toBe(true);
  expect((await confirmCancel(platform, sale.product, who('customer'))).ok).toBe(true);
  await sale.settle();
  expect((await sale.order(order.id)).status).toBe('refunded');
});

/** The airline cancels: everything that was paid is owed. */
async function end(): Promise<void> {
  const before = await sale.order(order.id);
  const move = { by: 'staff', who: 'staff:farah' } as const;
  const now = platform.clock.now();
  await transact(platform.db, async (tx) => {
    const asked = await mustMoveOrder(tx, flightOrderMachine, now, { order: before, event: 'ask-cancel', ...move });
    const cancelled = await mustMoveOrder(tx, flightOrderMachine, now, { order: asked, event: 'confirm-cancel', ...move });
    await oweRefund(tx, platform, flightOrderMachine, cancelled, cancelled.total, 'not-delivered', 'system');
  });
  await sale.settle();
}

it('that the airline ends meanwhile owes its money, which goes back when the bank has decided', async () => {
  await dispute();
  await end();
  expect([(await sale.order(order.id)).status, await findRefundsOfOrder(platform.db, order.id)]).toEqual(['refund_due', []]);
  await decide('won');
  await sale.settle();
  expect((await sale.order(order.id)).status).toBe('refunded');
  expect((await moneyPosition(platform.db, order.id)).refunded.amount).toBe(order.total);
});

it('that ends and whose dispute is lost owes nothing more: its cardholder has the money', async () => {
  await dispute();
  await end();
  await decide('lost');
  await sale.settle();
  expect((await sale.order(order.id)).status).toBe('refunded');
  expect(await findRefundsOfOrder(platform.db, order.id)).toEqual([]);
  expect((await disputesOfOrder(platform.db, order.id))[0]).toMatchObject({ status: 'lost', writtenOff: order.total });
});

it('a buyer who took money back for good is looked at before the next tickets are issued', async () => {
  const contactInfo = { email: 'took.it.back@example.com', phone: '+971501234567', secondPhone: '' };
  const buy = async () => {
    buyers += 1;
    const bought = await sale.paid((await sale.placed(aDraft(offer, { contactInfo }), { address: `10.6.${buyers}.2` })).id);
    await sale.settle();
    return sale.order(bought.id);
  };
  const first = await buy();
  expect(first.status).toBe('ticketed');
  await dispute(first);
  await decide('won', first);
  expect((await buy()).status).toBe('ticketed');
  const second = await buy();
  await dispute(second);
  await decide('lost', second);
  const next = await buy();
  expect(next.status).toBe('on_hold');
  expect((await findPaymentCheck(platform.db, next.id))!.causes).toEqual(['lost-dispute']);
});
