import { transact, type Tx } from '#app/platform/database.server.ts';
import { failpoint, guardIsOff } from '#app/platform/failpoint.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { dropUse, findUse } from '../credits/credits-store.server.ts';
import { mayUseCredit, spendCredit } from '../credits/use-credit.server.ts';
import { firstDue } from '../bookings/bookings-store.server.ts';
import { applyInstalment } from '../bookings/pay-instalment.server.ts';
import { allocateClaims, reclaimClaims } from '../availability/claims-store.server.ts';
import { tellOrder } from '../messages/message-jobs.server.ts';
import { askRelease } from '../payments/release-payment.server.ts';
import { paymentClose } from '../payments/payment-jobs.server.ts';
import { firstCardPurpose, howPaid, isWaitingForRest } from '../payments/two-card-rules.ts';
import {
  creditPurpose,
  findPayment,
  findPaymentsOfOrder,
  findRefundsOfOrder,
  isGoingBack,
  lockLivePayment,
  savePayment,
} from '../payments/payments-store.server.ts';
import type { Payment } from '../payments/payments.tables.ts';
import type { Product } from '../product-contract.ts';
import { mustMoveOrder } from './move-order.server.ts';
import { findCancelQuote, findHistory, lockOrder } from './orders-store.server.ts';
import type { Order } from './orders.tables.ts';
import { firstCardHolds } from './apply-first-card.server.ts';
import { taxWhenPaid } from './tax-when-paid.server.ts';
import { closeOpenSessions, oweRefund, pursueRefund, releaseFirst } from './return-money.server.ts';

/**
 * Brings an order in line with what its payment has become. Called for every change, in any order and any number of
 * times: it reads how things stand and never trusts the message. Money that came late is answered in the same
 * transaction, by the places or by a refund; nothing stays in between.
 */
export async function applyPaymentChange(
  platform: Platform,
  product: Product,
  change: { orderId: string; paymentId: string },
): Promise<void> {
  await failpoint('settle.before-commit');
  await transact(platform.db, async (tx) => {
    // Sent together, and done in this order.
    const [order, payment] = await Promise.all([lockOrder(tx, change.orderId), findPayment(tx, change.paymentId)]);
    if (!order || !payment) return;
    if (payment.purpose === creditPurpose) {
      if (order.status === 'refund_due') await pursueRefund(tx, platform, product.machine, order);
      return;
    }
    if (payment.status === 'succeeded') await tellReturned(tx, platform, order);
    const first = payment.purpose === firstCardPurpose;
    const ofThePrice = first || payment.purpose === 'order';
    if (!ofThePrice && (await product.applyAddition?.(tx, order, payment))) return;
    if (!ofThePrice) return applyInstalment(tx, platform, product, order, payment);
    if (first && order.status !== 'refund_due') {
      if (payment.status === 'requires_capture') return firstCardHolds(tx, platform, product, order, payment);
      if (payment.status === 'succeeded' && payment.fate !== 'take') return sendBackUnasked(tx, platform, order, payment, 'not-expected');
    }
    if (!first && (payment.status === 'requires_capture' || payment.status === 'succeeded'))
      return moneyIsThere(tx, platform, product, order, payment);
    // A session that was closed for a newer one says nothing about the newer one; what a first card holds waits for the rest.
    const over = (await findPaymentsOfOrder(tx, order.id)).every((one) => isOver(one) || isWaitingForRest(one));
    if (order.status === 'payment_pending' && over) {
      await mustMoveOrder(tx, product.machine, platform.clock.now(), {
        order,
        event: 'payment-failed',
        by: 'provider',
        who: 'provider',
        detail: { payment: payment.id, declined: payment.declineClass },
      });
    } else if (order.status === 'expired' || order.status === 'cancelled') {
      // A bank that was deciding when the order ended has now declined: its page is open again, and is closed. While it still
      // decides nothing can be closed, and its answer is a change of its own.
      if (payment.status !== 'processing') await closeOpenSessions(tx, platform, order);
    } else if (order.status === 'refund_due') {
      await pursueRefund(tx, platform, product.machine, order);
    }
  });
  await failpoint('settle.after-commit');
}

/**
 * Says that the bank has confirmed what goes back of an order that goes on. Told under the version at which it was asked for,
 * so that it is told once however often the payment changes after it; of an order that ended, `pursueRefund` tells.
 */
async function tellReturned(tx: Tx, platform: Platform, order: Order): Promise<void> {
  const refunds = await findRefundsOfOrder(tx, order.id);
  const asked = refunds.at(-1);
  if (asked?.reason !== 'amended') return;
  const newest = refunds.filter(({ createdAt }) => createdAt.getTime() === asked.createdAt.getTime());
  // What credit paid is credit again at once: the mail of the change has said so.
  const credit = (await findPaymentsOfOrder(tx, order.id)).filter(({ purpose }) => purpose === creditPurpose).map(({ id }) => id);
  if (newest.some(({ status }) => status !== 'succeeded') || newest.every(({ paymentId }) => credit.includes(paymentId))) return;
  const cause = (await findHistory(tx, order.id)).findLast(({ at }) => at <= asked.createdAt);
  if (cause) await tellOrder(tx, platform.jobs, { ...order, version: cause.version }, 'order-refunded');
}

const lockFirst = (tx: Tx, orderId: string) => lockLivePayment(tx, orderId, firstCardPurpose);

/** Whether a first card was to pay a part of an order, whatever became of that. */
async function hadFirst(tx: Tx, orderId: string): Promise<boolean> {
  return (await findPaymentsOfOrder(tx, orderId)).some(({ purpose }) => purpose === firstCardPurpose);
}

/** Nothing more comes of it unless the traveller tries again. */
function isOver(payment: Payment): boolean {
  return payment.status === 'canceled' || (payment.status === 'requires_payment_method' && payment.declineClass !== null);
}

async function moneyIsThere(tx: Tx, platform: Platform, product: Product, order: Order, payment: Payment): Promise<void> {
  const now = platform.clock.now();
  switch (order.status) {
    case 'payment_pending':
    case 'held':
    case 'expired': {
      // It is on its way back, whatever the bank said before it heard: the order waits for what becomes of that.
      if (payment.status === 'requires_capture' && (await isGoingBack(tx, payment))) return;
      // What this page was not asked for was put aside of the traveller's credit, or is held by a first card.
      const [due, first, use] = await Promise.all([firstDue(tx, order), lockFirst(tx, order.id), findUse(tx, order.id)]);
      // What its owner gave up a moment ago is let go at the bank only after this: it pays nothing any more.
      const given = first !== null && (await isGoingBack(tx, first)) && !guardIsOff('two-cards');
      const waiting = first && isWaitingForRest(first) && !given ? first : null;
      const facts = { due, amount: payment.amount, first: waiting?.amount ?? null, credit: use?.amount ?? 0 };
      const paid = payment.currency === order.currency ? howPaid(facts) : null;
      const byCredit = paid?.credit ?? 0;
      if (!paid || (byCredit > 0 && !(await mayUseCredit(tx, order, byCredit)))) {
        // The rest of what a first card held, which has gone back meanwhile.
        const late = payment.status === 'requires_capture' && !waiting && payment.amount < due && (await hadFirst(tx, order.id));
        return late ? releaseFirst(tx, platform, order, payment) : sendBackUnasked(tx, platform, order, payment, 'amount-differs');
      }
      const byFirst = paid.first ? waiting : null;
      const holder = { orderId: order.id, actor: order.actor, network: order.network };
      const mayReclaim = (await product.mayReclaim?.(tx, order.id)) ?? true;
      const ours = (await allocateClaims(tx, order.id)) || (mayReclaim && (await reclaimClaims(tx, holder, now)));
      if (ours) {
        if (byCredit > 0) await spendCredit(tx, now, order, { amount: byCredit, purpose: creditPurpose });
        // A page that was open before credit was put aside asked for all of it: the credit is free again.
        else await dropUse(tx, order.id);
        if (byFirst) await savePayment(tx, byFirst, { fate: 'take' }, now);
        else if (waiting) await releaseFirst(tx, platform, order, waiting);
        else if (first) await platform.jobs.send(tx, paymentClose, { paymentId: first.id });
        const event = order.status === 'payment_pending' ? 'authorised' : 'reclaimed';
        await mustMoveOrder(tx, product.machine, now, {
          order,
          event,
          by: 'provider',
          who: 'provider',
          detail: { payment: payment.id, ...(byFirst ? { firstCard: byFirst.id } : {}) },
          with: await taxWhenPaid(tx, order, now),
        });
        await product.sendFulfilment(tx, order.id);
        return;
      }
      // Too late, and the places are gone: the order ends here and the money goes back by itself.
      const ended =
        order.status === 'expired'
          ? order
          : await mustMoveOrder(tx, product.machine, now, { order, event: 'expire', by: 'system', who: 'system', reason: 'places-gone' });
      if (order.status !== 'expired') await product.sendRelease(tx, order.id);
      const owed = payment.amount + (byFirst?.amount ?? 0);
      const owing = await oweRefund(tx, platform, product.machine, ended, owed, 'places-gone', 'system');
      await tellOrder(tx, platform.jobs, owing, 'payment-late-refunded');
      return;
    }
    case 'cancel_quoted': {
      // Who asked what cancelling would bring, and then paid on a page that was still open, wants to fly.
      if ((await findCancelQuote(tx, order.id))?.terms.window !== 'unpaid') return;
      const kept = await mustMoveOrder(tx, product.machine, now, {
        order,
        event: 'keep-hold',
        by: 'system',
        who: 'system',
        reason: 'paid',
      });
      return moneyIsThere(tx, platform, product, kept, payment);
    }
    case 'cancelled':
    case 'voided': {
      // One that was paid before it ended has had its money settled by whoever ended it.
      const history = await findHistory(tx, order.id);
      if (history.some((event) => event.event === 'authorised' || event.event === 'reclaimed')) return;
      const due = await oweRefund(tx, platform, product.machine, order, payment.amount, 'paid-after-end', 'system');
      await tellOrder(tx, platform.jobs, due, 'payment-late-refunded');
      return;
    }
    case 'refund_due':
      return pursueRefund(tx, platform, product.machine, order);
    case 'draft':
    case 'priced':
    case 'price_changed':
      return sendBackUnasked(tx, platform, order, payment, 'not-expected');
    default:
      // The order has its money and goes its way: an authorisation that was captured is no news to it.
      return;
  }
}

/** Money nobody asked for in this state: released, and a person looks at it. */
async function sendBackUnasked(tx: Tx, platform: Platform, order: Order, payment: Payment, why: string): Promise<void> {
  if (payment.status === 'requires_capture') await askRelease(tx, platform.jobs, platform.clock.now(), payment.id);
  await openStaffTask(tx, platform.clock.now(), {
    kind: 'payment-unexpected',
    subject: `payments:${payment.id}`,
    textKey: 'tasks:payment-unexpected',
    detail: { order: order.reference, status: order.status, why, amount: payment.amount },
  });
}
