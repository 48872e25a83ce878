import { transact } from '#app/platform/database.server.ts';
import { everyRow } from '#app/platform/each-row.server.ts';
import { failpoint } from '#app/platform/failpoint.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { instant, minuteMs } from '#app/values/dates.ts';
import { releaseClaims, sweepExpired } from '../availability/claims-store.server.ts';
import { tellOrder } from '../messages/message-jobs.server.ts';
import { findPaymentsOfOrder } from '../payments/payments-store.server.ts';
import { isWaitingForRest } from '../payments/two-card-rules.ts';
import type { Product } from '../product-contract.ts';
import { isOver } from './begin-payment.server.ts';
import { moveOrder, mustMoveOrder } from './move-order.server.ts';
import { findCancelQuote, findLapsedQuotes, findOverdue, lockOrder, type Overdue } from './orders-store.server.ts';
import { closeOpenSessions } from './return-money.server.ts';

const unpaid = ['priced', 'price_changed', 'held', 'payment_pending'];
/**
 * An open bank page gets this long after the hold's end before the order is let go: what was paid in the last minute is
 * on its way. The page itself ends with the hold, and money that comes later still is answered for.
 */
const bankGraceMs = 3 * minuteMs;

/** What a run may take; what is left is for the next minute. */
const mostMs = 40_000;

/**
 * Ends unpaid orders whose time is over and tidies their claims. Nothing depends on its being on time: an expired hold
 * is free, and its order no longer payable, from the moment its time is over. Many of one product do not keep those of
 * another waiting, nor does one that cannot end yet, or at all. Returns how many orders it ended.
 */
export async function expireOrders(platform: Platform, products: readonly Product[]): Promise<number> {
  const until = performance.now() + mostMs;
  const open = new Set(products.map((product) => ({ product, rows: overdueOrders(platform, product.kind) })));
  let ended = 0;
  while (open.size > 0 && performance.now() < until)
    for (const each of open) {
      const next = await each.rows.next();
      if (next.done) open.delete(each);
      else if (await tryToExpire(platform, each.product, next.value.id)) ended += 1;
    }
  await transact(platform.db, (tx) => sweepExpired(tx, platform.clock.now()));
  return ended;
}

async function* overdueOrders({ db, clock }: Platform, kind: Product['kind']): AsyncGenerator<Overdue, void> {
  const now = clock.now();
  yield* everyRow<Overdue>((after) => findOverdue(db, kind, now, unpaid, after));
  yield* everyRow<Overdue>((after) => findLapsedQuotes(db, kind, now, after));
}

async function tryToExpire(platform: Platform, product: Product, orderId: string): Promise<boolean> {
  try {
    return await expireOrder(platform, product, orderId);
  } catch (fault) {
    platform.log.error({ fault: (fault as Error).message, order: orderId }, 'order not ended');
    return false;
  }
}

async function expireOrder(platform: Platform, product: Product, orderId: string): Promise<boolean> {
  const now = platform.clock.now();
  await failpoint('release.before-commit');
  const ended = await transact(platform.db, async (tx) => {
    const locked = await lockOrder(tx, orderId);
    if (!locked || !isOver(locked, now)) return false;
    const asked = locked.status === 'cancel_quoted' && (await findCancelQuote(tx, orderId))?.terms.window === 'unpaid';
    if (!asked && !unpaid.includes(locked.status)) return false;
    // What a first card holds while nobody pays the rest keeps nothing: it is let go.
    const payments = (await findPaymentsOfOrder(tx, orderId)).filter((payment) => !isWaitingForRest(payment));
    // Money that the bank has promised, or is deciding about, is answered for by the payment's own change.
    if (payments.some((payment) => ['requires_capture', 'succeeded'].includes(payment.status))) return false;
    const deciding = payments.some((payment) => payment.status !== 'canceled');
    if (deciding && !isOver({ heldUntil: new Date(locked.heldUntil!.getTime() + bankGraceMs) }, now)) return false;
    const system = { by: 'system', who: 'system' } as const;
    const order = asked
      ? await mustMoveOrder(tx, product.machine, instant(now), { order: locked, event: 'keep-hold', ...system, reason: 'hold-over' })
      : locked;
    const moved = await moveOrder(tx, product.machine, instant(now), { order, event: 'expire', ...system });
    if (!moved.ok) return false;
    await releaseClaims(tx, orderId);
    await product.sendRelease(tx, orderId);
    await closeOpenSessions(tx, platform, moved.value);
    await tellOrder(tx, platform.jobs, moved.value, 'order-expired');
    return true;
  });
  await failpoint('release.after-commit');
  return ended;
}
