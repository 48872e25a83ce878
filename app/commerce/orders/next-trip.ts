import { dateIn, dayNumber, instant } from '#app/values/dates.ts';
import { groupTrips } from './group-trips.ts';
import type { ListedOrder } from './list-orders.server.ts';

/** The trip that comes next, as a card shows it. */
export interface NextTrip {
  readonly reference: string;
  readonly from: string;
  readonly to: string;
  /** Local date of the first departure. */
  readonly departs: string;
  readonly inDays: number;
}

/** Null when nothing that is ticketed lies ahead. Days are those of Dubai. */
export function nextTripOf(orders: readonly ListedOrder[], now: number): NextTrip | null {
  const next = groupTrips(
    orders.filter((order) => order.papers.length > 0 && order.description.slices.length > 0),
    now,
  ).find((trip) => !trip.past);
  const first = next?.orders[0];
  if (!next || !first) return null;
  const day = (at: number) => dayNumber(dateIn('Asia/Dubai', instant(at)));
  return {
    reference: first.reference,
    from: first.from,
    to: next.orders.at(-1)!.to,
    departs: first.departs,
    inDays: day(Date.parse(next.startsAt)) - day(now),
  };
}
