import type { LinkedOrder } from '#app/commerce/orders/find-linked.server.ts';
import { touchOf, type MovedEnd, type Span, type Touch } from '#app/commerce/orders/linked-rules.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import type { ProductKind } from '#app/commerce/product-contract.ts';
import { dateIn, instant, type CalendarDate } from '#app/values/dates.ts';
import type { FlightOrder } from '../order/flight-store.server.ts';
import type { ScheduleChange } from '../flight.tables.ts';
import type { LocalMoment, Slice } from '../offer.ts';
import { directionsNow } from './schedule-rules.ts';

/** Something else of the same trip that a change of schedule touches; plain data for the pages. */
export interface Touched {
  readonly reference: string;
  readonly title: string;
  readonly touch: Touch;
  /** Where it is changed; null where only its own page says what can be done. */
  readonly change: { readonly words: string; readonly to: string } | null;
}

interface Names {
  country(airport: string): string | null;
  city(airport: string): string;
}

/** What of the traveller's other orders, and of the other tickets of this one, does not fit a change of schedule. */
export function findTouched(
  schedule: Pick<ScheduleChange, 'was' | 'slices' | 'gone' | 'flies' | 'contract'>,
  { contracts }: Pick<FlightOrder, 'contracts'>,
  linked: readonly LinkedOrder[],
  own: { readonly reference: string; readonly change: Touched['change'] },
  names: Names,
): Touched[] {
  const ends = movedEnds(schedule.was, directionsNow(schedule.was, schedule), (airport) => names.country(airport));
  const others = linked.flatMap(({ reference, title, change, ...part }) => {
    const touch = touchOf({ reference, ...part }, ends);
    return touch ? [{ reference, title, touch, change }] : [];
  });
  // A connection that is broken is told by itself; a flight that is gone leaves the tickets that go on from it standing.
  const tickets = schedule.slices === null ? contracts.filter(({ position }) => position > schedule.contract) : [];
  return [
    ...tickets.map(({ offer }) => ({
      reference: own.reference,
      title: offer.slices.map(({ from, to }) => `${names.city(from)} – ${names.city(to)}`).join(' · '),
      touch: 'no-flight' as const,
      change: own.change,
    })),
    ...others,
  ];
}

/** The days of an order with those to which its flights are moved. */
export function spanWith(order: Pick<Order, 'travelStarts' | 'travelEnds'>, flown: readonly (readonly Slice[])[]): Span {
  const segments = flown.flat().flatMap((slice) => slice.segments);
  return {
    startsAt: Math.min(order.travelStarts.getTime(), ...segments.map(({ departs }) => Date.parse(departs.utc))),
    endsAt: Math.max(order.travelEnds.getTime(), ...segments.map(({ arrives }) => Date.parse(arrives.utc))),
  };
}

/** Beds, tours and visas are touched by another day alone. */
const goesByDay: readonly ProductKind[] = ['evisa', 'assisted-visa', 'holiday', 'staycation', 'tailor-made'];

/** Whether flights that keep their day touch another order by the clock, wherever in the world it is: a doubt counts as one. */
export function touchesByClock(
  other: { readonly reference: string; readonly kind: ProductKind } & Span,
  was: readonly Slice[],
  now: readonly Slice[],
): boolean {
  if (goesByDay.includes(other.kind)) return false;
  const ends = movedEnds(was, now, () => null);
  const [from, until] = [other.startsAt, other.endsAt].map((at) => dateIn('UTC', instant(at))) as [CalendarDate, CalendarDate];
  return touchOf({ ...other, role: 'carries', countries: [], from, until }, ends) !== null;
}

/** Where and when each direction leaves and lands, as it was and as it is; null: it is not flown. */
export function movedEnds(
  was: readonly Slice[],
  now: readonly (Slice | null)[],
  countryOf: (airport: string) => string | null,
): MovedEnd[] {
  const moment = ({ utc, local }: LocalMoment) => ({ at: Date.parse(utc), day: local.slice(0, 10) as CalendarDate });
  return was.flatMap((slice, at): MovedEnd[] => {
    const fresh = now[at] === undefined ? slice : now[at];
    const [leaves, lands] = [slice.segments[0]!, slice.segments.at(-1)!];
    return [
      { kind: 'leaves', country: countryOf(slice.from), was: moment(leaves.departs), now: fresh && moment(fresh.segments[0]!.departs) },
      { kind: 'lands', country: countryOf(slice.to), was: moment(lands.arrives), now: fresh && moment(fresh.segments.at(-1)!.arrives) },
    ];
  });
}
