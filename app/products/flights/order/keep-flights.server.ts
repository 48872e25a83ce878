import { keepClaims } from '#app/commerce/availability/claims-store.server.ts';
import { mostKept } from '#app/commerce/availability/hold-rules.ts';
import { remindOfLimit } from '#app/commerce/messages/remind-of-limit.server.ts';
import { tellOrder } from '#app/commerce/messages/message-jobs.server.ts';
import { readOfferedWays } from '#app/commerce/payments/offered-ways.server.ts';
import { refusedWay } from '#app/commerce/payments/payment-ways.ts';
import { isOver } from '#app/commerce/orders/begin-payment.server.ts';
import { mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import { countKept, findOrderAsSystem, lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import type { KeepRefusal, Keeping } from '#app/commerce/product-counter.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { instant, type Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { FlightContract } from '../flight-price.ts';
import { flightOrderMachine } from './flight-order-status.ts';
import { contractOf, findAttempts, getFlightOrder, intendNow, markApplied, recordAnswer, saveHold } from './flight-store.server.ts';
import type { Flights } from '../flights-context.ts';
import { safely } from './hold-flights.server.ts';
import { findStop } from '../schedule/find-stops.server.ts';
import { payLaterOf, type PayLater } from './pay-later-rules.ts';
import { ticketBy } from '../tickets/ticket-deadline.ts';
import type { Hold } from '../supplier/flight-supplier.ts';

/** Whether these flights can be kept for days and paid later, and until when. */
export function payLaterFor(flights: Pick<Flights, 'supplierOf'>, contracts: readonly FlightContract[], now: Instant): PayLater {
  return payLaterOf(
    contracts.map((contract) => ({ ...contract, keepsMs: flights.supplierOf(contract.offer.id)?.keepsMs ?? null })),
    now,
  );
}

/** What the checkout of a held order says about keeping it; null where it is no hold of minutes. */
export async function offerToKeep(
  platform: Pick<Platform, 'db' | 'clock'>,
  flights: Pick<Flights, 'supplierOf'>,
  orderId: string,
): ReturnType<Keeping['offer']> {
  const now = platform.clock.now();
  const order = await findOrderAsSystem(platform.db, orderId);
  if (order?.status !== 'held' || order.payLater || isOver(order, now)) return null;
  if (refusedWay(await readOfferedWays(platform.db), 'later', order) || (await findStop(platform.db, orderId))) return null;
  const later = payLaterFor(flights, (await getFlightOrder(platform.db, orderId)).contracts.map(contractOf), now);
  return later.allowed ? { until: new Date(later.until).toISOString() } : { because: later.because };
}

/**
 * Turns the hold of minutes into one of days: the same order in the same state, its claims with a later end. The seller is
 * asked first; what it keeps for an order that then ends after all is given up with the order.
 */
export async function keepFlights(
  platform: Platform,
  flights: Pick<Flights, 'supplierOf'>,
  ask: { readonly orderId: string; readonly who: string; readonly by?: 'customer' | 'staff' },
): Promise<Outcome<Order, KeepRefusal>> {
  const { orderId } = ask;
  const before = await findOrderAsSystem(platform.db, orderId);
  if (before && isKept(before)) return done(before);
  const unoffered = before && refusedWay(await readOfferedWays(platform.db), 'later', before);
  if (unoffered) return refuse(unoffered);
  const flightOrder = await getFlightOrder(platform.db, orderId);
  const later = payLaterFor(flights, flightOrder.contracts.map(contractOf), platform.clock.now());
  if (!later.allowed) return refuse('paid-at-once');
  const attempts = await transact(platform.db, async (tx): Promise<Outcome<readonly string[], KeepRefusal>> => {
    const ready = await lockKeepable(tx, orderId, platform.clock.now());
    if (!ready.ok) return ready;
    const made = await findAttempts(tx, orderId);
    const ids: string[] = [];
    for (const { position } of flightOrder.contracts) {
      // One whose answer was lost is asked again: the same limit twice is one limit.
      const open = made.findLast(({ action, contract, outcome }) => action === 'keep' && contract === position && outcome !== 'refused');
      ids.push(open && open.appliedAt === null ? open.id : (await intendNow(tx, platform.clock.now(), orderId, position, 'keep')).id);
    }
    return done(ids);
  });
  if (!attempts.ok) return attempts;
  const holds: Hold[] = [];
  for (const [index, contract] of flightOrder.contracts.entries()) {
    const attemptId = attempts.value[index]!;
    const supplier = flights.supplierOf(contract.offerId)!;
    const call = { now: platform.clock.now() };
    const wish = { attemptId, locator: contract.locator!, until: new Date(later.longest).toISOString() };
    const answer = await safely(() => supplier.keep!(wish, call));
    const detail =
      answer.outcome === 'ok' ? { locator: wish.locator } : { why: answer.outcome === 'refused' ? answer.refused : answer.reason };
    await recordAnswer(platform.db, platform.clock.now(), attemptId, answer.outcome, detail);
    if (answer.outcome !== 'ok') return refuse(answer.outcome === 'unknown' ? 'supplier-silent' : 'supplier-keeps-not');
    holds.push(answer.value);
  }
  return transact(platform.db, async (tx): Promise<Outcome<Order, KeepRefusal>> => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, orderId);
    if (order && isKept(order)) return done(order);
    const ready = await lockKeepable(tx, orderId, now);
    if (!ready.ok) return ready;
    // Whatever was asked for, the seller's own limits count, and the tickets must still be written in time.
    const limits = holds.flatMap((hold) => [Date.parse(hold.payBy), ticketBy(instant(Date.parse(hold.ticketBy)), now)]);
    const hardUntil = instant(Math.min(later.longest, ...limits));
    const until = instant(Math.min(later.until, hardUntil));
    if (!(await keepClaims(tx, orderId, now, until, hardUntil))) return refuse('hold-over');
    for (const [position, hold] of holds.entries()) await saveHold(tx, orderId, position, hold);
    await markApplied(tx, now, attempts.value);
    const kept = await mustMoveOrder(tx, flightOrderMachine, now, {
      order: ready.value,
      event: 'noted-kept',
      by: ask.by ?? 'customer',
      who: ask.who,
      with: { heldUntil: new Date(until), hardUntil: new Date(hardUntil), extensions: 0, payLater: true },
    });
    await tellOrder(tx, platform.jobs, kept, 'order-kept');
    await remindOfLimit(tx, platform, kept);
    return done(kept);
  });
}

/** Pressed again, or by two at once, it is what it is. */
const isKept = (order: Order) => order.status === 'held' && order.payLater;

/** The order under its lock, if it is held for minutes, is flown as it was placed and whoever it belongs to keeps less than they may. */
async function lockKeepable(tx: Tx, orderId: string, now: Instant): Promise<Outcome<Order, KeepRefusal>> {
  const order = await lockOrder(tx, orderId);
  if (order?.status !== 'held' || order.payLater) return refuse('not-held');
  if (isOver(order, now)) return refuse('hold-over');
  const stop = await findStop(tx, orderId);
  if (stop) return refuse(stop);
  return (await countKept(tx, order, now)) >= mostKept ? refuse('too-many-kept') : done(order);
}
