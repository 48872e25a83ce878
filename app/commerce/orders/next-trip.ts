import { dateIn, dayNumber, instant } from '#app/values/dates.ts';
import { groupTrips } from './group-trips.ts';
import type { ListedOrder } from './list-orders.server.ts';
import { stageOf } from './order-stages.ts';

/** The trip that comes next, as a card shows it. */
export interface NextTrip {
  readonly reference: string;
  /** Where its flights lead; null where nobody is flown. */
  readonly route: { readonly from: string; readonly to: string } | null;
  /** Of what begins first. */
  readonly title: string;
  /** Local date on which it begins. */
  readonly departs: string;
  readonly inDays: number;
}

/** Null when nothing that is certain lies ahead; a visa alone is no trip. Days are those of Dubai. */
export function nextTripOf(orders: readonly ListedOrder[], now: number): NextTrip | null {
  const next = groupTrips(orders.filter(isCertain), now).find((trip) => !trip.past);
  const first = next?.orders[0];
  if (!next || !first) return null;
  const flown = next.orders.filter(({ description }) => description.slices.length > 0);
  const day = (at: number) => dayNumber(dateIn('Asia/Dubai', instant(at)));
  return {
    reference: first.reference,
    route: flown.length > 0 ? { from: flown[0]!.from, to: flown.at(-1)!.to } : null,
    title: first.description.title,
    departs: first.departs,
    inDays: day(Date.parse(next.startsAt)) - day(now),
  };
}

/** Tickets are there, or whoever runs it has said yes. */
function isCertain({ status, papers, description }: ListedOrder): boolean {
  const { reached, ended } = stageOf(status);
  return !ended && (reached >= 3 || papers.length > 0) && !description.where.permit && description.calledOff === undefined;
}
