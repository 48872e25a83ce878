import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addMilliseconds, dateIn, instant, minuteMs, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { money, splitMoney, subtractMoney, type Money } from '#app/values/money.ts';
import { moveOn } from '#app/values/status-table.ts';
import { findCancelQuote, findOrderAsSystem, getQuote } from '../orders/orders-store.server.ts';
import type { Order } from '../orders/orders.tables.ts';
import { owedOf } from '../orders/owed-price.ts';
import { closeDoorTasks } from '../disputes/close-door-tasks.server.ts';
import type { CancelTerms, Product, ProductKind } from '../product-contract.ts';
import { bookingConfirm, bookingNotice } from './booking-jobs.server.ts';
import { bookingOrderMachine, type BookingKind } from './booking-order-status.ts';
import { bookingMachine, soldStates, type BookingEvent, type BookingState } from './booking-status.ts';
import { findBookings, findInstalments, lockBookings, mustMoveBooking, paidOf } from './bookings-store.server.ts';
import { keptOnCancel } from './cancellation-ladder-rules.ts';

/** What cancelling brings is honoured this long. */
const quoteMs = 15 * minuteMs;

/** A kind of product whose orders are bookings, as commerce sees it. Its own module adds how it is placed and described. */
export function bookingProduct(platform: Platform, kind: BookingKind & ProductKind): Product {
  return {
    kind,
    machine: bookingOrderMachine(kind),
    // The price was frozen with the places, and both end together.
    checkPrice: async () => ({ kind: 'agreed' }),
    sendFulfilment: (tx, orderId) => platform.jobs.send(tx, bookingConfirm, { orderId }),
    sendRelease: (tx, orderId) => endBookings(tx, platform, orderId, 'expire', 'system'),
    // Nobody outside is asked, so nobody is silent.
    sendLookUp: async () => undefined,
    cancelTerms: (orderId, now) => cancelTerms(platform, orderId, now),
    endSupply: async () => ({ kind: 'done' }),
    closeItems: (tx, orderId, who) => endBookings(tx, platform, orderId, 'cancel', who),
  };
}

/** Ends every booking of an order that can still end this way; the operator of a sold one is told. */
export async function endBookings(tx: Tx, platform: Platform, orderId: string, event: BookingEvent, who: string): Promise<void> {
  const now = platform.clock.now();
  for (const booking of await lockBookings(tx, orderId)) {
    if (!moveOn(bookingMachine, booking.status, event, 'system').ok) continue;
    const ended = await mustMoveBooking(tx, now, { booking, event, by: 'system', who });
    const known: readonly BookingState[] = [...soldStates, 'requested', 'counter_offered'];
    if (known.includes(booking.status))
      await platform.jobs.send(tx, bookingNotice, { kind: 'cancelled', bookingId: booking.id, version: ended.version });
  }
  if (event === 'cancel') await closeDoorTasks(tx, now);
}

async function cancelTerms(platform: Platform, orderId: string, now: Instant): Promise<CancelTerms> {
  const order = (await findOrderAsSystem(platform.db, orderId))!;
  const earlier = order.status === 'cancel_quoted' ? await findCancelQuote(platform.db, orderId) : null;
  if (order.status === 'held' || earlier?.terms.window === 'unpaid')
    return { window: 'unpaid', lines: [], refund: money(0, order.currency), ...frame(order, now) };
  return ladderTerms(platform.db as unknown as Tx, order, now);
}

const frame = (order: Pick<Order, 'snapshot'>, now: Instant) => ({
  snapshot: order.snapshot,
  quotedAt: new Date(now).toISOString(),
  expiresAt: new Date(addMilliseconds(now, quoteMs)).toISOString(),
});

/**
 * What the ladder of a confirmed order keeps and gives back at `now`. Nobody is billed after cancelling: of an order paid
 * in parts no more is kept than was paid. Of what the operator does not run nothing is kept; `everything`: nor of this.
 */
export async function ladderTerms(db: Tx, order: Order, now: Instant, everything = false): Promise<CancelTerms> {
  const [bookings, parts, quote] = [await findBookings(db, order.id), await findInstalments(db, order.id), await getQuote(db, order)];
  const total = money(order.total, order.currency);
  const paid = parts.length > 0 ? money(paidOf(parts), order.currency) : total;
  const first = bookings[0];
  const calledOff = bookings.some(({ status }) => status === 'operator_cancelled');
  const byLadder =
    everything || calledOff || !first ? money(0, order.currency) : keptOnCancel(first.ladder, first, owedOf(order), now).kept;
  const kept = byLadder.amount > paid.amount ? paid : byLadder;
  // The invoice is corrected by all that is not kept, spread over its lines by what they cost; of a discount its share as
  // well, so that nothing stands on the invoice any more when nothing is kept.
  const credited = splitMoney(
    subtractMoney(total, kept),
    quote.lines.map((line) => line.amount.amount),
  );
  return {
    window: 'ladder',
    lines: quote.lines.map((line, position) => ({
      line: position,
      nameKey: line.nameKey,
      paid: line.amount,
      refunded: credited[position]!,
    })),
    refund: subtractMoney(paid, kept),
    kept: { paid, kept },
    ...frame(order, now),
  };
}

/** What the ladder of a booked order would keep at an instant, as if all of it had been paid. */
export async function keptOfBookings(db: Db, orderId: string, at: Instant): Promise<Money | null> {
  const [order, [first]] = [await findOrderAsSystem(db, orderId), await findBookings(db, orderId)];
  return order && first ? keptOnCancel(first.ladder, first, owedOf(order), at).kept : null;
}

/** The booking of an order whose guests were there, and the local day on which it was over; null while nobody was. */
export async function findVisited(db: Db, orderId: string): Promise<{ readonly item: string; readonly completedOn: CalendarDate } | null> {
  const visited = (await findBookings(db, orderId)).find(({ status }) => status === 'redeemed' || status === 'completed');
  return visited ? { item: visited.item, completedOn: dateIn(visited.zone, instant(visited.endsAt.getTime())) } : null;
}
