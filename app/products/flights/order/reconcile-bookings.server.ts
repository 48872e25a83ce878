import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { dayMs, instant, minuteMs, type Instant } from '#app/values/dates.ts';
import { findBookedSince, findOrdersOfBookings, type BookedBy } from './flight-store.server.ts';
import type { Flights } from '../flights-context.ts';
import type { ListedBooking } from '../supplier/flight-supplier.ts';

export interface BookingDifference {
  readonly subject: string;
  readonly about: 'missing-here' | 'missing-there' | 'status';
  readonly detail: Readonly<Record<string, string>>;
}

const reachMs = 3 * dayMs;
/** Younger changes are still on their way to us, or a look-up is. */
const settleMs = 10 * minuteMs;
/** An order in one of these is being worked on: what the supplier has may be ahead of it. */
const passing = new Set([
  'priced',
  'paid',
  'on_hold',
  'ticketing',
  'ticketing_failed',
  'stuck',
  'cancel_quoted',
  'schedule_change_pending',
  'change_quoted',
  'change_pending',
]);
/** In these its tickets are as they were issued. */
const withTickets = new Set(['ticketed', 'flown', 'no_show']);

/**
 * Lays the supplier's list of bookings beside our contracts, both ways. Every difference opens a staff task and is
 * repaired by nobody but a person. Null when the supplier did not answer.
 */
export async function reconcileBookings(
  platform: Platform,
  flights: Pick<Flights, 'listBookings'>,
): Promise<readonly BookingDifference[] | null> {
  const now = platform.clock.now();
  const since = instant(now - reachMs);
  const listed = await flights.listBookings(since, { now });
  if (listed.outcome !== 'ok') return null;
  const { byLocator, byAttempt } = await findOrdersOfBookings(
    platform.db,
    listed.value.map(({ locator }) => locator),
    listed.value.flatMap(({ attempts }) => attempts),
  );
  const differences = listed.value.flatMap((theirs) => {
    const maker = theirs.attempts.map((attempt) => byAttempt.get(attempt)).find((order) => order !== undefined);
    return compare(theirs, byLocator.get(theirs.locator) ?? null, maker ?? null, now) ?? [];
  });
  const known = new Set(listed.value.map(({ locator }) => locator));
  for (const ours of await findBookedSince(platform.db, since)) {
    if (known.has(ours.locator) || ours.changedAt > now - settleMs) continue;
    differences.push({
      subject: `orders:${ours.orderId}`,
      about: 'missing-there',
      detail: { order: ours.reference, ours: ours.locator },
    });
  }
  for (const { subject, about, detail } of differences) {
    await transact(platform.db, (tx) =>
      openStaffTask(tx, now, { kind: 'booking-difference', subject, textKey: `tasks:booking-difference.${about}`, detail }),
    );
  }
  return differences;
}

/** What is wrong between a booking and the order that names it, or the one that once asked for it. */
function compare(theirs: ListedBooking, named: BookedBy | null, maker: BookedBy | null, now: Instant): BookingDifference | null {
  const order = named ?? maker;
  const unsettled = now - settleMs;
  if (Date.parse(theirs.changedAt) > unsettled || (order && (order.changedAt > unsettled || passing.has(order.status)))) return null;
  const issued = theirs.state === 'ticketed' || theirs.state === 'ticketing';
  if (!named) {
    // A hold that nobody pays goes by itself.
    if (!issued && !(theirs.state === 'held' && Date.parse(theirs.payBy) > now)) return null;
    const subject = maker ? `orders:${maker.orderId}` : `supplier-bookings:${theirs.locator}`;
    return { subject, about: 'missing-here', detail: { theirs: `${theirs.locator} ${theirs.state}` } };
  }
  const hasTickets = withTickets.has(named.status);
  if (hasTickets === issued) return null;
  // An open hold of an order that is held, or has ended and is being given back, is as it should be.
  if (!hasTickets && !issued) return null;
  return {
    subject: `orders:${named.orderId}`,
    about: 'status',
    detail: { order: named.reference, booking: theirs.locator, ours: named.status, theirs: theirs.state },
  };
}
