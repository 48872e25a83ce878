import type { Db, Tx } from '#app/platform/database.server.ts';
import { dateIn, instant, type Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { findInstalments, saveParts } from '../bookings/bookings-store.server.ts';
import { replan } from '../bookings/payment-plan-rules.ts';
import { findPaymentsOfOrder, isMoneyMoving } from '../payments/payments-store.server.ts';
import { findPolicyByNumber } from '../pricing/policies-store.server.ts';
import { getRulesAsOf } from '../pricing/pricing-store.server.ts';
import type { PricingRules, Quote } from '../pricing/quote.ts';
import type { Product } from '../product-contract.ts';
import { isOver } from './begin-payment.server.ts';
import { mustMoveOrder } from './move-order.server.ts';
import { findSnapshots, insertSnapshot, lockOrder } from './orders-store.server.ts';
import type { Order } from './orders.tables.ts';

export type RepriceRefusal = 'not-held' | 'hold-over' | 'page-open';

/** The rules of an order's day of sale, by the policy that its price was made by. */
export async function rulesOfSale(db: Db, order: Pick<Order, 'createdAt'>, quote: Quote): Promise<PricingRules> {
  const own = quote.policy ? await findPolicyByNumber(db, quote.policy.number) : null;
  return getRulesAsOf(db, instant(order.createdAt.getTime()), own);
}

/** The order, locked, while its price may still change: kept, in time, and no page of the bank asks for its sum. */
export async function lockUnpaid(tx: Tx, orderId: string, now: number): Promise<Outcome<Order, RepriceRefusal>> {
  const order = await lockOrder(tx, orderId);
  if (order?.status === 'payment_pending') return refuse('page-open');
  if (order?.status !== 'held') return refuse('not-held');
  // Paid a moment ago, with credit or at a bank that was noticed late: the order is about to follow its money.
  if ((await findPaymentsOfOrder(tx, order.id)).some(isMoneyMoving)) return refuse('page-open');
  return isOver(order, now) ? refuse('hold-over') : done(order);
}

/** Puts another price of the same things on record, as whoever keeps the order asked; the caller holds it locked. */
export async function repriceUnpaid(
  tx: Tx,
  now: Instant,
  product: Pick<Product, 'machine'>,
  change: {
    readonly order: Order;
    readonly quote: Quote;
    readonly who: string;
    readonly event: `noted-${string}`;
    readonly detail: Readonly<Record<string, unknown>>;
  },
): Promise<Order> {
  const { order, quote } = change;
  const number = (await findSnapshots(tx, order.id)).length + 1;
  await insertSnapshot(tx, order.id, number, quote, quote.total.amount < order.total ? 'lower' : 'consented', new Date(now));
  await fitParts(tx, now, order, quote.total.amount);
  return mustMoveOrder(tx, product.machine, now, {
    order,
    event: change.event,
    by: 'customer',
    who: change.who,
    detail: { ...change.detail, before: order.total, after: quote.total.amount },
    with: { total: quote.total.amount, snapshot: number },
  });
}

/** The parts in which it is paid add up to the new price; none of them is paid yet, and each keeps its day. */
async function fitParts(tx: Tx, now: Instant, order: Order, total: number): Promise<void> {
  const parts = await findInstalments(tx, order.id);
  const last = parts.at(-1);
  if (!last) return;
  const fitted = replan(
    parts.map(({ number, amount }) => ({ number, amount, paid: false })),
    total,
  );
  const on = last.dueOn ?? dateIn('Asia/Dubai', instant(order.createdAt.getTime()));
  await saveParts(tx, now, order.id, fitted.parts, { on, at: instant(last.dueAt?.getTime() ?? order.createdAt.getTime()) });
}
