import { dateIn, dayMs, instant } from '#app/values/dates.ts';
import type { DescribedPlace } from './order-description.ts';

interface Journey {
  /** Instants, ISO in UTC. */
  readonly departsAt: string;
  readonly returnsAt: string;
  readonly description: { readonly where: DescribedPlace };
}

export interface Trip<Order extends Journey> {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly orders: readonly Order[];
  readonly past: boolean;
}

/**
 * Orders that belong together are one trip: those within a day of one another that go to the same place or on from it, and
 * those that share a night. A visa goes with the journey that it was taken for, and joins no two. Coming trips first, the
 * nearest on top; then past ones, the latest on top.
 */
export function groupTrips<Order extends Journey>(orders: readonly Order[], now: number): Trip<Order>[] {
  const journeys = joined(orders.filter(({ description }) => !description.where.permit));
  const held = new Map(journeys.map((journey): [readonly Order[], Order[]] => [journey, []]));
  const alone: Order[] = [];
  for (const permit of orders.filter(({ description }) => description.where.permit)) {
    const journey = journeyOf(permit, journeys);
    (journey ? held.get(journey)! : alone).push(permit);
  }
  const trips = [...journeys.map((journey) => [...held.get(journey)!, ...journey].sort(byDeparture)), ...joined(alone)];
  const shown = trips
    .map((trip) => {
      const [start, end] = spanOf(trip);
      return { startsAt: at(start), endsAt: at(end), orders: trip, past: end < now };
    })
    .sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
  return [...shown.filter((trip) => !trip.past), ...shown.filter((trip) => trip.past).reverse()];
}

/** Those that belong together, however many lie between them. */
function joined<Order extends Journey>(orders: readonly Order[]): Order[][] {
  let trips: Order[][] = [];
  for (const order of [...orders].sort(byDeparture)) {
    const met = trips.filter((trip) => belongs(trip, order));
    trips = [...trips.filter((trip) => !met.includes(trip)), [...met.flat(), order].sort(byDeparture)];
  }
  return trips;
}

/** The first journey to its country while a visa is good; where there is none, one that ends or begins within a day of that. */
function journeyOf<Order extends Journey>(permit: Order, journeys: readonly Order[][]): Order[] | null {
  const { where } = permit.description;
  const there = journeys
    .flatMap((journey) => {
      const home = homeOf(journey);
      return journey.map((order) => ({ journey, order, fits: sameDestination(where, order.description.where, home) }));
    })
    .filter(({ order, fits }) => fits && startOf(order) <= endOf(permit) + dayMs && endOf(order) >= startOf(permit) - dayMs)
    .sort((one, other) => byDeparture(one.order, other.order));
  const within = there.find(({ order }) => startOf(order) <= endOf(permit) && endOf(order) >= startOf(permit));
  return (within ?? there[0])?.journey ?? null;
}

const startOf = (order: Journey) => Date.parse(order.departsAt);
const endOf = (order: Journey) => Date.parse(order.returnsAt);
const byDeparture = (one: Journey, other: Journey) => startOf(one) - startOf(other);
const at = (time: number) => new Date(time).toISOString();

/** From the first setting off to the last return. How long a visa is good makes no trip that it is for longer; alone it is its own. */
function spanOf(trip: readonly Journey[]): [number, number] {
  const travelled = trip.filter(({ description }) => !description.where.permit);
  const spent = travelled.length > 0 ? travelled : trip;
  return [Math.min(...spent.map(startOf)), Math.max(...spent.map(endOf))];
}

/** Whether an order is of a trip, none of whose orders begins after it. */
function belongs(trip: readonly Journey[], order: Journey): boolean {
  const home = homeOf(trip);
  return trip.some((before) => startOf(order) <= endOf(before) + dayMs && connects(before, order, home));
}

/** The city that a trip set out from; null where nothing of it carries anybody. */
function homeOf(trip: readonly Journey[]): string | null {
  return trip.find(({ description }) => description.where.setsOff)?.description.where.setsOff?.city ?? null;
}

function connects(before: Journey, order: Journey, home: string | null): boolean {
  const [one, other] = [before.description.where, order.description.where];
  if (sameDestination(one, other, home)) return true;
  // Where somebody may be is no place where they are; and who leaves home while a trip lasts is on another one.
  if (one.permit || other.permit || (home !== null && other.setsOff?.city === home)) return false;
  return shareNight(before, order) || (home !== null && goesOn(one, other, home));
}

function sameDestination(one: DescribedPlace, other: DescribedPlace, home: string | null): boolean {
  // The way back is not a place to be at.
  if ([one, other].some(({ setsOff, city }) => setsOff !== null && city === home)) return false;
  const country = one.countries.some((code) => other.countries.includes(code));
  const alike = (one.setsOff === null) === (other.setsOff === null);
  // What is of one kind names its cities in the same way. Two cities of the country somebody lives in are two outings.
  return alike && one.city !== null && other.city !== null ? one.city === other.city : country;
}

function shareNight(one: Journey, other: Journey): boolean {
  const day = (time: number) => dateIn('Asia/Dubai', instant(time));
  return day(Math.max(startOf(one), startOf(other))) < day(Math.min(endOf(one), endOf(other)));
}

function goesOn({ city, countries }: DescribedPlace, { setsOff }: DescribedPlace, home: string): boolean {
  if (setsOff === null || city === home) return false;
  return setsOff.city === city || (setsOff.country !== null && countries.includes(setsOff.country));
}
