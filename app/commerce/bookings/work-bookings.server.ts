import { transact, type Tx } from '#app/platform/database.server.ts';
import { eachRow, everyRow, mustAllBeTaken, stepMs } from '#app/platform/each-row.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { addMilliseconds, dayMs, type Instant } from '#app/values/dates.ts';
import { closeDoorTasks } from '../disputes/close-door-tasks.server.ts';
import { settleCancelled } from '../orders/cancel-order.server.ts';
import { mustMoveOrder } from '../orders/move-order.server.ts';
import { findSnapshots, lockOrder } from '../orders/orders-store.server.ts';
import type { Order } from '../orders/orders.tables.ts';
import { findReturnedBefore } from '../orders/returned-before.server.ts';
import { termsAfterReturns } from '../orders/terms-after-returns.ts';
import { tellOrder } from '../messages/message-jobs.server.ts';
import type { Product } from '../product-contract.ts';
import { bookingConfirm, bookingNotice, bookingsDaily, partUnpaid } from './booking-jobs.server.ts';
import type { BookingKind } from './booking-order-status.ts';
import { ladderTerms } from './booking-product.server.ts';
import {
  findBookings,
  findChoicesOver,
  findInstalments,
  findMissedInOpenOrders,
  findOrdersWithDue,
  findPassed,
  lockBookings,
  mustMoveBooking,
  nextPart,
  paidOf,
  setReminded,
} from './bookings-store.server.ts';
import { soldStates } from './booking-status.ts';
import type { Booking } from './bookings.tables.ts';
import { confirmBookings } from './confirm-booking.server.ts';
import { mailOperator, type TellItems } from './mail-operator.server.ts';
import { refundCancelledByOperator } from './operator-cancel.server.ts';
import { dunningStep, reminderDays } from './payment-plan-rules.ts';

/** The house's desk, where due days are reckoned. */
export const deskZone = 'Asia/Dubai';

/** What a booking becomes whose start passed without a word from its operator: travelled, or not come. */
const unscanned: Readonly<Record<BookingKind, 'redeem' | 'miss'>> = {
  holiday: 'redeem',
  staycation: 'redeem',
  experience: 'miss',
  'tailor-made': 'redeem',
};

/** An operator has so long to say that a guest who was missed was there. */
const missedMs = 2 * dayMs;

/** Starts the workers of everything that is booked; `products` are those whose orders are bookings, `tell` what operators read. */
export async function workOnBookings(platform: Platform, products: readonly Product[], tell: TellItems): Promise<void> {
  const { jobs } = platform;
  await jobs.handle(bookingConfirm, async ({ orderId }) => {
    const product = await productOf(platform, products, orderId);
    if (product) await confirmBookings(platform, product, orderId);
  });
  await jobs.handle(bookingNotice, (notice) => mailOperator(platform, notice, tell));
  await jobs.handle(bookingsDaily, () => keepBookings(platform, products));
  await jobs.schedule(bookingsDaily, '* * * * *');
}

async function productOf(platform: Platform, products: readonly Product[], orderId: string): Promise<Product | null> {
  const [booking] = await findBookings(platform.db, orderId);
  return booking ? productFor(products, booking.kind) : null;
}

function productFor(products: readonly Product[], kind: string): Product | null {
  return products.find((product) => product.kind === kind) ?? null;
}

/**
 * Everything that time brings about; run every minute, and doing it twice is doing it once. What cannot be done for one
 * booking keeps no other waiting: the run fails only when all had their turn.
 */
export async function keepBookings(platform: Platform, products: readonly Product[]): Promise<void> {
  const { db } = platform;
  const now = platform.clock.now();
  const dunned = await findOrdersWithDue(db, addMilliseconds(now, (reminderDays[0] + 1) * dayMs));
  let failed = await eachRow(
    platform,
    'order',
    dunned,
    async (orderId) => {
      const product = await productOf(platform, products, orderId);
      if (product) await dun(platform, product, orderId);
    },
    stepMs,
  );
  const each = async (rows: Iterable<Booking> | AsyncIterable<Booking>, work: (product: Product, booking: Booking) => Promise<unknown>) => {
    const takeUp = async (booking: Booking) => {
      const product = productFor(products, booking.kind);
      if (product) await work(product, booking);
    };
    failed += await eachRow(platform, 'booking', rows, takeUp, stepMs);
  };
  await each(await findChoicesOver(db, now), (product, { orderId }) =>
    refundCancelledByOperator(platform, product, { orderId, by: 'system', who: 'system' }),
  );
  await each(
    everyRow<Booking>((after) => findPassed(db, soldStates, 'starts', now, after)),
    (_, booking) => begin(platform, booking),
  );
  await each(
    everyRow<Booking>((after) => findPassed(db, ['redeemed'], 'ends', now, after)),
    (product, booking) => complete(platform, product, booking),
  );
  // Whoever did not come may still be said to have been there; after that the order is over.
  await each(
    everyRow<Booking>((after) => findMissedInOpenOrders(db, addMilliseconds(now, -missedMs), after)),
    (product, booking) => complete(platform, product, booking),
  );
  await transact(db, (tx) => closeDoorTasks(tx, now));
  mustAllBeTaken(failed);
}

/** How many letters a part counts once it is before a colleague: one more than there are. */
const handedOver = reminderDays.length + 2;

/** Reminds of the next part, or ends what was never paid, by the days that are left in the desk's zone. */
async function dun(platform: Platform, product: Product, orderId: string): Promise<void> {
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, orderId);
    const parts = await findInstalments(tx, orderId);
    const part = nextPart(parts);
    if (order?.status !== 'confirmed' || !part?.dueOn) return;
    const step = dunningStep(part.dueOn, now);
    if (step.kind === 'rest') return;
    const bookings = await lockBookings(tx, orderId);
    const system = { by: 'system', who: 'system' } as const;
    for (const booking of bookings)
      if (booking.status === 'confirmed' || booking.status === 'guaranteed')
        await mustMoveBooking(tx, now, { booking, event: 'bill', ...system, detail: { part: part.number } });
    if (step.kind === 'remind') {
      if (part.reminded >= step.letters) return;
      await setReminded(tx, orderId, part.number, step.letters);
      const noted = await mustMoveOrder(tx, product.machine, now, {
        order,
        event: 'noted-reminded',
        ...system,
        detail: { part: part.number },
      });
      await tellOrder(tx, platform.jobs, noted, 'balance-reminder');
      return;
    }
    const due = await lockBookings(tx, orderId);
    for (const booking of due)
      if (booking.status === 'balance_due')
        await mustMoveBooking(tx, now, { booking, event: 'lapse', ...system, detail: { part: part.number } });
    const kept = due.some(({ startsAt }) => startsAt.getTime() <= now) || (await isCovered(tx, order, paidOf(parts)));
    if (kept && part.reminded < handedOver) {
      await setReminded(tx, orderId, part.number, handedOver);
      await openStaffTask(tx, now, {
        kind: partUnpaid,
        subject: `orders:${orderId}`,
        textKey: `tasks:${partUnpaid}`,
        detail: { order: order.reference, due: part.dueOn },
      });
    }
    if (step.kind === 'overdue') {
      if (part.reminded > reminderDays.length) return;
      if (!kept) await setReminded(tx, orderId, part.number, reminderDays.length + 1);
      const noted = await mustMoveOrder(tx, product.machine, now, {
        order,
        event: 'noted-overdue',
        ...system,
        detail: { part: part.number },
      });
      await tellOrder(tx, platform.jobs, noted, 'balance-overdue');
      return;
    }
    // Nobody is sent home from a journey that has begun, nor are those who have paid for a part that others owe: a colleague decides.
    if (!kept) await endUnpaid(tx, platform, product, order, now);
  });
}

/** Whether what was paid covers the order as it was before a change made it dearer. */
async function isCovered(tx: Tx, order: Order, paid: number): Promise<boolean> {
  return (await findSnapshots(tx, order.id)).some(({ number, total }) => number < order.snapshot && total - order.reduction <= paid);
}

/** By the terms: the ladder says what is kept of what was paid. */
async function endUnpaid(tx: Tx, platform: Platform, product: Product, order: Order, now: Instant): Promise<void> {
  const terms = termsAfterReturns(await ladderTerms(tx, order, now), await findReturnedBefore(tx, order));
  const ended = await mustMoveOrder(tx, product.machine, now, {
    order,
    event: 'terminate',
    by: 'system',
    who: 'system',
    reason: 'not-paid',
  });
  await settleCancelled(tx, platform, product, ended, terms, 'system');
}

async function begin(platform: Platform, seen: Booking): Promise<void> {
  await transact(platform.db, async (tx) => {
    await lockOrder(tx, seen.orderId);
    const now = platform.clock.now();
    const booking = (await lockBookings(tx, seen.orderId)).find(({ id }) => id === seen.id);
    if (!booking || !soldStates.some((state) => state === booking.status) || booking.startsAt.getTime() > now) return;
    const event = unscanned[booking.kind];
    // A scan may come late: who is missed is told apart only when all is over.
    if (event === 'miss' && booking.endsAt.getTime() > now) return;
    await mustMoveBooking(tx, now, { booking, event, by: 'system', who: 'system' });
  });
}

async function complete(platform: Platform, product: Product, seen: Booking): Promise<void> {
  await transact(platform.db, async (tx) => {
    const order = await lockOrder(tx, seen.orderId);
    const now = platform.clock.now();
    const bookings = await lockBookings(tx, seen.orderId);
    for (const booking of bookings)
      if (booking.status === 'redeemed' && booking.endsAt.getTime() <= now)
        await mustMoveBooking(tx, now, { booking, event: 'complete', by: 'system', who: 'system' });
    const open = (await findBookings(tx, seen.orderId)).some(({ status }) => !['completed', 'no_show', 'cancelled'].includes(status));
    if (!open && (order?.status === 'confirmed' || order?.status === 'cancel_quoted'))
      await mustMoveOrder(tx, product.machine, now, { order, event: 'complete', by: 'system', who: 'system' });
  });
}
