import { isDisputed } from '#app/commerce/disputes/disputes-store.server.ts';
import { lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { findPaymentsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import type { PaymentProvider } from '#app/commerce/payments/payment-provider.ts';
import type { Payment } from '#app/commerce/payments/payments.tables.ts';
import { askRelease } from '#app/commerce/payments/release-payment.server.ts';
import { startPayment, type StartRefusal } from '#app/commerce/payments/start-payment.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { instant, type Instant } from '#app/values/dates.ts';
import { decimalString, money } from '#app/values/money.ts';
import { refuse, type Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findChanges, findLivingChange } from './flight-changes-store.server.ts';
import { changePurpose, changePurposeStart } from './change-purpose.ts';
import { flightChange } from '../flight-jobs.server.ts';
import { getFlightOrder } from '../order/flight-store.server.ts';
import type { FlightChange } from '../flight.tables.ts';
import { feesClosed, giveBackNameFees, type GivenBack } from '../leave/leave-rest.server.ts';
import { findCorrection } from '../names/name-corrections-store.server.ts';

/**
 * Opens the bank's page for what a change costs. Pressing twice leads to one page. While a bank has not decided whose the
 * money of the order is, nothing more is taken for it: an agreed change whose time runs out meanwhile lapses.
 */
export async function beginChangePayment(
  platform: Platform,
  provider: PaymentProvider,
  toPay: {
    readonly orderId: string;
    readonly returnTo: { readonly success: string; readonly failure: string };
    readonly language: LanguageCode;
  },
): Promise<Outcome<{ redirectTo: string; paymentId: string }, 'not-payable' | 'disputed' | StartRefusal>> {
  const due = await transact(platform.db, async (tx) => {
    const order = await lockOrder(tx, toPay.orderId);
    if (order && (await isDisputed(tx, order.id))) return 'disputed';
    const change = order?.status === 'change_pending' ? await findLivingChange(tx, order.id) : null;
    return order && change?.status === 'accepted' && change.difference > 0 ? { order, change } : null;
  });
  if (!due) return refuse('not-payable');
  if (due === 'disputed') return refuse(due);
  const { order, change } = due;
  return startPayment(platform, provider, {
    orderId: order.id,
    orderVersion: order.version,
    reference: order.reference,
    amount: money(change.difference, change.currency),
    returnTo: toPay.returnTo,
    language: toPay.language,
    expiresAt: instant(change.expiresAt.getTime()),
    purpose: changePurpose(change),
  });
}

/** The change is done and nothing of its difference is or comes: a person asks the traveller for it, without what is not owed any more. */
export async function tellUnpaid(
  tx: Tx,
  now: Instant,
  order: Pick<Order, 'id' | 'reference'>,
  change: FlightChange,
  less = 0,
): Promise<void> {
  const amount = change.difference - less;
  if (amount <= 0) return;
  const sum = `${change.currency} ${decimalString(money(amount, change.currency))}`;
  await openStaffTask(tx, now, {
    kind: 'change-unpaid',
    subject: `orders:${order.id}`,
    textKey: 'tasks:change-unpaid',
    detail: { order: order.reference, change: change.number, amount, sum },
  });
}

/**
 * A name is written where it is to be, and some of what its traveller agreed to pay for was left: that goes back of what was
 * paid for it, once the bank has taken it. What it took its promise back for leaves the price. Null where nothing does yet.
 */
export async function giveBackLeftOut(
  tx: Tx,
  platform: Platform,
  order: Order,
  change: FlightChange,
  uninvoiced = false,
): Promise<GivenBack | null> {
  const correction = change.correction === null ? null : await findCorrection(tx, platform.crypto, order.id, change.correction);
  if (correction?.status !== 'done' || correction.leftOut.length === 0) return null;
  const paying = (await findChanges(tx, order.id)).filter(
    ({ correction: of, difference, status }) => of === correction.id && difference > 0 && status === 'done',
  );
  const payments = (await findPaymentsOfOrder(tx, order.id)).filter(({ purpose }) => paying.some((one) => changePurpose(one) === purpose));
  if (payments.some(({ status }) => paidBy.has(status) && status !== 'succeeded')) return null;
  const unpaid = !payments.some(({ status }) => status === 'succeeded');
  const { contracts } = await getFlightOrder(tx, order.id);
  const by = { by: 'system', who: 'system' } as const;
  // Whoever was asked for all of it hears of less from a person.
  const closed = (await feesClosed(tx, platform, order, contracts)) !== null || (unpaid && change.difference === 0);
  return giveBackNameFees(tx, platform, order, correction, correction.leftOut, by, { unpaid, uninvoiced, closed });
}

/** States of an order whose changed flights are to be flown, and so to be paid. */
const keepsFlights = new Set(['ticketed', 'schedule_change_pending', 'change_quoted', 'change_pending', 'cancel_quoted']);
/** Money that is there or on its way. */
const paidBy = new Set(['requires_capture', 'succeeded', 'processing', 'stuck']);

/**
 * What the payment of a change has become: reserved, the exchange goes on; for a change that is over it is let go. The
 * money itself is taken when the new tickets are there.
 */
export async function applyChangePayment(tx: Tx, platform: Platform, order: Order, payment: Payment): Promise<boolean> {
  if (!payment.purpose.startsWith(changePurposeStart)) return false;
  const { jobs, clock } = platform;
  const reserved = payment.status === 'requires_capture';
  const change = (await findChanges(tx, order.id)).find((one) => changePurpose(one) === payment.purpose);
  if (payment.status === 'canceled' && change?.status === 'done' && keepsFlights.has(order.status)) {
    const others = (await findPaymentsOfOrder(tx, order.id)).filter(({ purpose }) => purpose === payment.purpose);
    if (others.some(({ status }) => paidBy.has(status))) return true;
    const less = await giveBackLeftOut(tx, platform, order, change);
    await tellUnpaid(tx, clock.now(), order, change, less?.amount ?? 0);
    await less?.invoice();
    return true;
  }
  if (!reserved && payment.status !== 'succeeded') return true;
  if (change?.status === 'done') {
    if (order.status === 'refund_due') return false;
    await (await giveBackLeftOut(tx, platform, order, change))?.invoice();
    return true;
  }
  const wanted = change?.status === 'accepted' && payment.amount === change.difference && payment.currency === change.currency;
  // Promised on a page that was opened before the bank took money back: let go, it is not lost and the flights stay.
  if (wanted && !(reserved && (await isDisputed(tx, order.id)))) {
    await jobs.send(tx, flightChange, { orderId: order.id });
    return true;
  }
  if (reserved) await askRelease(tx, jobs, clock.now(), payment.id);
  else
    await openStaffTask(tx, clock.now(), {
      kind: 'payment-unexpected',
      subject: `payments:${payment.id}`,
      textKey: 'tasks:payment-unexpected',
      detail: { order: order.reference, status: order.status, why: 'change-not-wanted', amount: payment.amount },
    });
  return true;
}
