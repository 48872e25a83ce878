import type { Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { money } from '#app/values/money.ts';
import { disputedMoney } from '../disputes/disputes-store.server.ts';
import { ledgerOfPayment, moneyPosition } from '../ledger/ledger-store.server.ts';
import { tellOrder } from '../messages/message-jobs.server.ts';
import { paymentCapture, paymentClose } from '../payments/payment-jobs.server.ts';
import { creditPurpose, findPaymentsOfOrder, findRefundsOfOrder, isGoingBack } from '../payments/payments-store.server.ts';
import { askRefund } from '../payments/refund-payment.server.ts';
import { askRelease } from '../payments/release-payment.server.ts';
import { isWaitingForRest, paysThePrice } from '../payments/two-card-rules.ts';
import type { Payment } from '../payments/payments.tables.ts';
import type { OrderMachine } from '../product-contract.ts';
import { mustMoveOrder } from './move-order.server.ts';
import { inOrderOfReturn } from './return-parts.ts';
import { findHistory } from './orders-store.server.ts';
import type { Order } from './orders.tables.ts';

/** Whether the bank holds or took anything for an order, by its own word and by our ledger. */
async function anythingPaid(tx: Tx, order: Pick<Order, 'id' | 'total' | 'currency'>, payments: readonly Payment[]): Promise<boolean> {
  const waiting = payments.find(isWaitingForRest);
  if (payments.some((payment) => payment !== waiting && ['requires_capture', 'succeeded'].includes(payment.status))) return true;
  const position = await moneyPosition(tx, order.id, money(order.total, order.currency));
  // What a first card holds while the rest is awaited pays nothing.
  const aside = waiting ? (await ledgerOfPayment(tx, waiting.id)).authorised : 0;
  return position.authorised.amount + position.captured.amount > aside;
}

/** Closes what is still open at the bank for an order that ended unpaid, inside the transaction that ends it. */
export async function closeOpenSessions(tx: Tx, platform: Platform, order: Order): Promise<void> {
  const payments = await findPaymentsOfOrder(tx, order.id);
  if (await anythingPaid(tx, order, payments)) return;
  for (const payment of payments)
    if (isWaitingForRest(payment)) await releaseFirst(tx, platform, order, payment);
    else if (payment.status !== 'canceled') await platform.jobs.send(tx, paymentClose, { paymentId: payment.id });
}

/** Gives back what a card holds of an order that is not paid by it after all, and tells its owner, once. */
export async function releaseFirst(
  tx: Tx,
  platform: Platform,
  order: Pick<Order, 'id' | 'version' | 'language'>,
  payment: Payment,
): Promise<void> {
  if (await isGoingBack(tx, payment)) return;
  await askRelease(tx, platform.jobs, platform.clock.now(), payment.id);
  await tellOrder(tx, platform.jobs, order, 'two-cards-released');
}

/**
 * Puts on record that an ended order's money is to go back, and starts it: an authorisation is released, captured money
 * refunded. `owed` is in minor units of the order's currency. An order that owes nothing stays as it is.
 */
export async function oweRefund(
  tx: Tx,
  platform: Platform,
  machine: OrderMachine,
  order: Order,
  owed: number,
  cause: string,
  who: string,
): Promise<Order> {
  const now = platform.clock.now();
  const payments = await findPaymentsOfOrder(tx, order.id);
  const live = payments.filter((payment) => payment.status !== 'canceled');
  if (owed === 0)
    for (const payment of live)
      if (payment.status === 'requires_capture' && !isWaitingForRest(payment))
        await platform.jobs.send(tx, paymentCapture, { paymentId: payment.id });
  if (live.length === 0) return order;
  if (!(await anythingPaid(tx, order, payments))) {
    // Nothing was paid, so nothing is owed; but the bank's page may still be open and must not take money any more.
    await closeOpenSessions(tx, platform, order);
    return order;
  }
  if (owed === 0) return order;
  const due = await mustMoveOrder(tx, machine, now, {
    order,
    event: 'owe-refund',
    by: 'system',
    who: 'system',
    reason: cause,
    detail: { owed, asked: who },
  });
  await pursueRefund(tx, platform, machine, due);
  return due;
}

/** Takes the next step of a refund that is due; called again whenever the payment changes, until the money is back. */
export async function pursueRefund(tx: Tx, platform: Platform, machine: OrderMachine, order: Order): Promise<void> {
  const now = platform.clock.now();
  const owings = (await findHistory(tx, order.id)).filter((event) => event.event === 'owe-refund');
  const owing = owings.at(-1);
  const owed = Number(owing?.detail['owed'] ?? 0);
  const position = await moneyPosition(tx, order.id, money(order.total, order.currency));
  const live = (await findPaymentsOfOrder(tx, order.id)).filter((payment) => payment.status !== 'canceled');
  // What staff gave back before is gone from what can be returned, and is no part of what this ending owes.
  const refunds = await findRefundsOfOrder(tx, order.id);
  const sumOf = (some: typeof refunds) => some.reduce((sum, refund) => sum + refund.amount, 0);
  const key = owedKey(order, owings.length);
  const ours = (refund: { readonly key: string }) => refund.key === key || refund.key.startsWith(`${key}:`);
  const elsewhere = sumOf(refunds.filter((refund) => !ours(refund) && refund.status !== 'failed'));
  // What a bank gave back to its cardholder for good is with them already.
  const { lost } = await disputedMoney(
    tx,
    live.map(({ id }) => id),
  );
  const toReturn = Math.max(0, Math.min(owed, position.captured.amount - elsewhere - lost));
  const returned = sumOf(refunds.filter((refund) => ours(refund) && refund.status === 'succeeded'));
  // Nothing is over while the bank still holds a promise: what becomes of it may have to go back as well.
  const promised = live.some(({ status }) => status === 'requires_capture');
  const back = position.captured.amount === 0 ? live.length === 0 && position.authorised.amount === 0 : returned >= toReturn && !promised;
  if (back) {
    const refunded = await mustMoveOrder(tx, machine, now, {
      order,
      event: 'refunded',
      by: 'provider',
      who: 'provider',
      detail: { amount: position.captured.amount === 0 ? owed : position.refunded.amount },
    });
    await tellOrder(tx, platform.jobs, refunded, 'order-refunded');
    return;
  }
  const reason = owing?.reason ?? 'cancelled';
  const askedBy = String(owing?.detail['asked'] ?? 'system');
  const taken = live.filter(({ status }) => status === 'succeeded');
  // What credit paid of it is there already, and goes back on its own.
  const byCredit = taken.filter(({ purpose }) => purpose === creditPurpose).reduce((sum, { amount }) => sum + amount, 0);
  const ofThePrice = live.filter(paysThePrice).reduce((sum, { amount }) => sum + amount, byCredit);
  for (const payment of live) {
    if (payment.status === 'succeeded') continue;
    if (payment.status === 'requires_capture' && paysThePrice(payment) && owed < ofThePrice) {
      // Only part of it goes back: the rest is taken first, and the refund follows the capture.
      await platform.jobs.send(tx, paymentCapture, { paymentId: payment.id });
    } else {
      await askRelease(tx, platform.jobs, now, payment.id);
    }
  }
  await refundOver(tx, platform, order, taken, { amount: toReturn, key, reason, askedBy });
}

/** An order owes once as a rule; what it owes again are refunds of their own. */
const owedKey = (order: Pick<Order, 'id'>, round: number) => `order:${order.id}:owed${round > 1 ? `-${round}` : ''}`;

/**
 * Asks a sum back from the payments of an order, in the order in which it goes, and from each no more
 * than is left of it. Asked again under the same key it is the same refunds. Minor units of the order's currency.
 */
export async function refundOver(
  tx: Tx,
  platform: Platform,
  order: Pick<Order, 'id' | 'reference' | 'currency' | 'status'>,
  taken: readonly Payment[],
  ask: { readonly amount: number; readonly key: string; readonly reason: string; readonly askedBy: string },
): Promise<void> {
  const now = platform.clock.now();
  const refunds = await findRefundsOfOrder(tx, order.id);
  const tellStaff = (amount: number) =>
    openStaffTask(tx, now, {
      kind: 'refund-failed',
      subject: `orders:${order.id}`,
      textKey: 'tasks:refund-failed',
      detail: { order: order.reference, amount },
    });
  let rest = ask.amount;
  for (const payment of inOrderOfReturn(taken)) {
    const key = payment.purpose === 'order' ? ask.key : `${ask.key}:${payment.purpose}`;
    const gone = refunds
      .filter((refund) => refund.paymentId === payment.id && refund.key !== key && refund.status !== 'failed')
      .reduce((sum, refund) => sum + refund.amount, 0);
    const disputed = await disputedMoney(tx, [payment.id]);
    const some = Math.min(rest, payment.amount - gone - disputed.lost);
    if (some <= 0) continue;
    rest -= some;
    // An order that owes it asks again when the bank has decided; of one that goes on somebody thinks.
    if (disputed.open && order.status === 'refund_due') continue;
    const asked = await askRefund(tx, platform.jobs, now, {
      paymentId: payment.id,
      amount: money(some, order.currency),
      key,
      reason: ask.reason,
      askedBy: ask.askedBy,
    });
    if (!asked.ok || asked.value.status === 'failed') await tellStaff(some);
  }
  // Nothing is left to take it from: a person finds another way.
  if (rest > 0) await tellStaff(rest);
}
