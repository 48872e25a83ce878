import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addMilliseconds, dayMs } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import { releaseClaims } from '../availability/claims-store.server.ts';
import { isDisputed } from '../disputes/disputes-store.server.ts';
import { tellOrder } from '../messages/message-jobs.server.ts';
import { settleCancelled } from '../orders/cancel-order.server.ts';
import { mustMoveOrder } from '../orders/move-order.server.ts';
import { findCancelQuote, lockOrder } from '../orders/orders-store.server.ts';
import type { Order } from '../orders/orders.tables.ts';
import { findReturnedBefore } from '../orders/returned-before.server.ts';
import { termsAfterReturns } from '../orders/terms-after-returns.ts';
import type { Product } from '../product-contract.ts';
import { ladderTerms } from './booking-product.server.ts';
import { bookingMachine } from './booking-status.ts';
import { findBookings, lockBookings, mustMoveBooking } from './bookings-store.server.ts';

/** Time to choose between another date and the money; whoever says nothing gets the money. */
export const choiceDays = 7;

interface Ask {
  readonly orderId: string;
  readonly by: 'customer' | 'staff' | 'system';
  /** As the audit names people. */
  readonly who: string;
}

/**
 * The operator does not hold what was sold: the places go back, and the traveller is asked to choose within a week between
 * another date, credit with a bonus (`takeCredit`) and all of their money. An unpaid hold of it is left to end by itself.
 */
export async function cancelByOperator(
  platform: Platform,
  product: Pick<Product, 'machine'>,
  ask: Ask & {
    readonly by: 'staff' | 'system';
    readonly reason: string;
    /** Only what still begins then, by the clocks there; somebody may have moved it meanwhile. */
    readonly startsLocal?: string;
  },
): Promise<Outcome<Order, 'not-possible' | 'moved'>> {
  return transact(platform.db, async (tx): Promise<Outcome<Order, 'not-possible' | 'moved'>> => {
    const now = platform.clock.now();
    let order = await lockOrder(tx, ask.orderId);
    if (order?.status === 'cancel_quoted' && (await findCancelQuote(tx, order.id))?.terms.window === 'ladder')
      order = await mustMoveOrder(tx, product.machine, now, { order, event: 'keep-booking', by: 'system', who: 'system' });
    if (order?.status !== 'confirmed') return refuse('not-possible');
    const bookings = (await lockBookings(tx, order.id)).filter(
      ({ status }) => moveOn(bookingMachine, status, 'operator-cancel', ask.by).ok,
    );
    if (bookings.length === 0) return refuse('not-possible');
    if (ask.startsLocal !== undefined && bookings.some(({ startsLocal }) => startsLocal !== ask.startsLocal)) return refuse('moved');
    await releaseClaims(tx, order.id);
    const choiceBy = new Date(addMilliseconds(now, choiceDays * dayMs));
    for (const booking of bookings)
      await mustMoveBooking(tx, now, { booking, event: 'operator-cancel', by: ask.by, who: ask.who, with: { choiceBy } });
    const noted = await mustMoveOrder(tx, product.machine, now, {
      order,
      event: 'noted-operator-cancelled',
      by: ask.by,
      who: ask.who,
      reason: ask.reason,
    });
    await tellOrder(tx, platform.jobs, noted, 'operator-cancelled');
    return done(noted);
  });
}

/** What comes back when the traveller of a cancelled booking takes the money; null where there is no such choice. */
export async function offerMoneyBack(platform: Platform, order: Order): Promise<Money | null> {
  if (order.status !== 'confirmed') return null;
  const db = platform.db as unknown as Tx;
  if (!(await findBookings(db, order.id)).some(({ status }) => status === 'operator_cancelled')) return null;
  return termsAfterReturns(await ladderTerms(db, order, platform.clock.now(), true), await findReturnedBefore(db, order)).refund;
}

/** The traveller chooses the money. While a bank asks for it back nobody else gives it. */
export async function chooseMoneyBack(
  platform: Platform,
  product: Product,
  ask: Ask & { readonly by: 'customer' },
): Promise<Outcome<Order, 'not-possible' | 'disputed'>> {
  if (await isDisputed(platform.db, ask.orderId)) return refuse('disputed');
  return refundCancelledByOperator(platform, product, ask);
}

/** The traveller takes the money, or said nothing until the day: all that was paid goes back. */
export async function refundCancelledByOperator(platform: Platform, product: Product, ask: Ask): Promise<Outcome<Order, 'not-possible'>> {
  return transact(platform.db, async (tx): Promise<Outcome<Order, 'not-possible'>> => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, ask.orderId);
    if (order?.status !== 'confirmed') return refuse('not-possible');
    const bookings = await lockBookings(tx, order.id);
    if (!bookings.some(({ status }) => status === 'operator_cancelled')) return refuse('not-possible');
    const terms = await ladderTerms(tx, order, now, true);
    const ended = await mustMoveOrder(tx, product.machine, now, { order, event: 'operator-cancel', by: ask.by, who: ask.who });
    return done(await settleCancelled(tx, platform, product, ended, terms, ask.who));
  });
}
