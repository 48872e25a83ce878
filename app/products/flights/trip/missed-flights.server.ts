import { tellOrder } from '#app/commerce/messages/message-jobs.server.ts';
import { mustMoveOrder } from '#app/commerce/orders/move-order.server.ts';
import { findHistory, lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { dayMs, instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { flightOrderMachine } from '../order/flight-order-status.ts';
import { useTickets } from '../order/flight-store.server.ts';
import { claimOf, mayClaim } from './missed-rules.ts';

/** What was not said a day after the last landing is not said any more: delays, and airlines that write late, are over. */
export const flownAfterMs = dayMs;

type Answer = Outcome<Order, 'not-possible'>;

const subjectOf = (order: Order) => `orders:${order.id}`;
const startsOf = (order: Order) => instant(order.travelStarts.getTime());

/** Ends an order whose last flight has landed; true when it did. */
export async function endFlown(platform: Platform, orderId: string): Promise<boolean> {
  return transact(platform.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const now = platform.clock.now();
    if (order?.status !== 'ticketed' || order.travelEnds.getTime() + flownAfterMs > now) return false;
    await mustMoveOrder(tx, flightOrderMachine, now, { order, event: 'flown', by: 'system', who: 'system' });
    await useTickets(tx, order.id, 'flown');
    return true;
  });
}

interface Asker {
  readonly orderId: string;
  /** As the audit names people. */
  readonly who: string;
}

/** Its traveller says that nobody boarded: a colleague asks the airline. */
export async function claimMissed(platform: Platform, ask: Asker, keep?: Keep<true>): Promise<Answer> {
  return transact(platform.db, async (tx): Promise<Answer> => {
    const order = await lockOrder(tx, ask.orderId);
    const now = platform.clock.now();
    const history = order ? await findHistory(tx, order.id) : [];
    if (!order || !mayClaim({ status: order.status, travelStarts: startsOf(order) }, history, now)) return refuse('not-possible');
    await openStaffTask(tx, now, {
      kind: 'no-show-claim',
      subject: subjectOf(order),
      textKey: 'tasks:no-show-claim',
      detail: { order: order.reference },
    });
    const claim = { order, event: 'noted-no-show-claimed', by: 'customer', who: ask.who } as const;
    const claimed = await mustMoveOrder(tx, flightOrderMachine, now, claim);
    await keep?.(tx, true);
    return done(claimed);
  });
}

interface DeskAsker extends Asker {
  readonly reason: string;
}

/** The airline says that nobody boarded; its traveller hears what can be had back. */
export async function recordNoShow(platform: Platform, ask: DeskAsker): Promise<Answer> {
  return fromDesk(platform, ask, ['ticketed', 'flown'], async (tx, order) => {
    const now = platform.clock.now();
    if (startsOf(order) > now) return refuse('not-possible');
    const { who, reason } = ask;
    const missed = await mustMoveOrder(tx, flightOrderMachine, now, { order, event: 'no-show', by: 'staff', who, reason });
    await useTickets(tx, order.id, 'open');
    await tellOrder(tx, platform.jobs, missed, 'flights-missed');
    return done(missed);
  });
}

/** The airline says that the traveller who claims otherwise has flown. */
export async function denyMissed(platform: Platform, ask: DeskAsker): Promise<Answer> {
  return fromDesk(platform, ask, ['ticketed', 'flown'], async (tx, order) => {
    if (claimOf(await findHistory(tx, order.id)) !== 'asked') return refuse('not-possible');
    const { who, reason } = ask;
    const note = { order, event: 'noted-no-show-denied', by: 'staff', who, reason } as const;
    const denied = await mustMoveOrder(tx, flightOrderMachine, platform.clock.now(), note);
    await tellOrder(tx, platform.jobs, denied, 'flights-not-missed');
    return done(denied);
  });
}

/** What was recorded as not flown was flown. */
export async function undoNoShow(platform: Platform, ask: DeskAsker): Promise<Answer> {
  return fromDesk(platform, ask, ['no_show'], async (tx, order) => {
    const { who, reason } = ask;
    const move = { order, event: 'flown-after-all', by: 'staff', who, reason } as const;
    const flown = await mustMoveOrder(tx, flightOrderMachine, platform.clock.now(), move);
    await useTickets(tx, order.id, 'flown');
    await tellOrder(tx, platform.jobs, flown, 'flights-not-missed');
    return done(flown);
  });
}

/** Every answer of the airline ends the claim. */
async function fromDesk(
  platform: Platform,
  ask: DeskAsker,
  from: readonly string[],
  work: (tx: Tx, order: Order) => Promise<Answer>,
): Promise<Answer> {
  return transact(platform.db, async (tx): Promise<Answer> => {
    const order = await lockOrder(tx, ask.orderId);
    if (!order || !from.includes(order.status)) return refuse('not-possible');
    const answer = await work(tx, order);
    if (answer.ok) await closeStaffTask(tx, platform.clock.now(), { kind: 'no-show-claim', subject: subjectOf(order), by: ask.who });
    return answer;
  });
}
