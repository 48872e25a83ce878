import type { Platform } from '#app/platform/platform.server.ts';
import { calendarDate } from '#app/values/dates.ts';
import { compareMoney, type Money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { choiceKey, type PassengerDetails } from '../booking/booking-draft.ts';
import { exitWording } from './exit-declaration-rules.ts';
import { rulesOfDirection } from '../fares/fare-rules.ts';
import { segmentsOf } from '../flight-price.ts';
import { hasLeft, purchaseOfOrder, type FlightOrder } from '../order/flight-store.server.ts';
import type { Flights } from '../flights-context.ts';
import { safely } from '../order/hold-flights.server.ts';
import { seatOf, type AddedSeat, type WantedSeat } from '../addition/addition-rules.ts';
import { lapsOf } from '../booking/passenger-eligibility.ts';
import { locateSegment } from '../booking/price-draft.server.ts';
import { seatPrice } from './seat-price.ts';
import { checkSeats, isExitSeat, type SeatedPassenger, type SeatProblem } from './seat-rules.ts';
import type { SeatMap } from '../supplier/flight-supplier.ts';
import type { BookableSupplier } from '../supplier/own-stock.ts';

/** A flight of an order as seats are chosen on it, after its tickets are there. */
export interface OrderedCabin {
  readonly map: SeatMap;
  /** Its seats are ours. */
  readonly own: boolean;
}

/** What a flight of an order has for seats now; null where its seller shows none or does not answer. */
export async function openOrderedCabin(
  platform: Pick<Platform, 'clock'>,
  flights: Pick<Flights, 'supplierOf'>,
  order: FlightOrder,
  segment: number,
): Promise<OrderedCabin | null> {
  const place = locateSegment(order.contracts, segment);
  const row = place && order.contracts[place.contract];
  const supplier: BookableSupplier | null = row ? flights.supplierOf(row.offerId) : null;
  if (!place || !row || !supplier) return null;
  const query = { offerId: row.offerId, slice: place.slice, segment: place.segment };
  const answer = await safely(() => supplier.seatMap(query, { now: platform.clock.now() }));
  return answer.outcome === 'ok' ? { map: answer.value, own: supplier.stock !== undefined } : null;
}

/** The same map to whoever has some of its seats: they are theirs to sit in. */
export function openTo(map: SeatMap, mine: ReadonlySet<string>): SeatMap {
  const rows = map.rows.map((row) => ({
    ...row,
    seats: row.seats.map((seat) => (seat && mine.has(seat.designator) ? { ...seat, state: 'open' as const } : seat)),
  }));
  return { ...map, rows };
}

/** The travellers of an order as the rules of seats see them on one flight; `local`: when it leaves. */
export function seatedOn(people: readonly PassengerDetails[], order: Pick<FlightOrder, 'left'>, local: string): SeatedPassenger[] {
  const date = calendarDate(local.slice(0, 10));
  const flying = people.map((person, index) => ({ ...person, index })).filter(({ index }) => !hasLeft(order, index));
  const laps = new Set([...lapsOf(flying, { first: date, last: date }).values()].map((adult) => flying[adult]!.index));
  return flying.map(({ index, type, birthDate, assistance }) => ({ index, type, birthDate, assistance, hasLapInfant: laps.has(index) }));
}

/**
 * What a seat of this cabin costs somebody of an order, with what was `paid` for the one they give up for it: the dearer of
 * the two. Null: it cannot be had here.
 */
export function addedSeatPrice(order: FlightOrder, cabin: OrderedCabin, seat: WantedSeat, paid: Money | null): Money | null {
  const { contracts, travellers } = purchaseOfOrder(order);
  const place = locateSegment(contracts, seat.segment);
  const type = travellers[seat.passenger];
  const offered = cabin.map.rows.flatMap((row) => row.seats).find((each) => each?.designator === seat.designator);
  if (!place || !type || !offered) return null;
  const asked = seatPrice(offered, rulesOfDirection(contracts[place.contract]!.brand, place.slice), { type });
  const price = paid && compareMoney(paid, asked) > 0 ? paid : asked;
  // A document tells an airline of a seat; where nothing is paid there is none, and it gives such seats out itself.
  return price.amount === 0 && !cabin.own ? null : price;
}

/**
 * Looks at seats that are to be added or to stand in the place of others, with those that were bought, and prices them.
 * Nobody who stays where they are may come to sit against the rules by it either. `final`: they are all that is wished for,
 * so that no child may be alone any more. `held`: seats that this order has for itself already, by flight. `paid`: for
 * seats, by their keys.
 */
export async function checkAddedSeats(
  platform: Pick<Platform, 'clock'>,
  flights: Pick<Flights, 'supplierOf'>,
  order: FlightOrder,
  people: readonly PassengerDetails[],
  seats: readonly WantedSeat[],
  options: { readonly final: boolean; readonly held: readonly WantedSeat[]; readonly paid: ReadonlyMap<string, Money> },
): Promise<Outcome<AddedSeat[], SeatProblem | 'supplier-silent' | 'seat-given-out'>> {
  const segments = segmentsOf(order.contracts);
  const checked: AddedSeat[] = [];
  for (const [at, wanted] of Map.groupBy(seats, ({ segment }) => segment)) {
    const cabin = await openOrderedCabin(platform, flights, order, at);
    if (!cabin) return refuse('supplier-silent');
    const segment = segments[at]!;
    const bought = order.choices.seats.filter((seat) => seat.segment === at);
    const mine = [...bought, ...options.held.filter((seat) => seat.segment === at)].map(({ designator }) => designator);
    const problemsOf = (sitting: readonly WantedSeat[]) =>
      checkSeats({
        plan: openTo(cabin.map, new Set(mine)),
        cabin: segment.cabin,
        date: calendarDate(segment.departs.local.slice(0, 10)),
        passengers: seatedOn(people, order, segment.departs.local),
        chosen: new Map(sitting.map(({ passenger, designator }) => [passenger, designator])),
        // Who declared for which seat is looked at below.
        exitDeclared: true,
      });
    const before = problemsOf(bought);
    for (const [passenger, problem] of problemsOf([...bought, ...wanted])) {
      const as = seatOf(wanted, at, passenger) ? undefined : before.get(passenger);
      if (problem !== as && (options.final || problem !== 'seat-child-alone')) return refuse(problem);
    }
    for (const seat of wanted) {
      if (isExitSeat(cabin.map, seat.designator) && seat.declared !== exitWording) return refuse('seat-exit-declaration');
      const instead = seatOf(bought, at, seat.passenger);
      const price = addedSeatPrice(order, cabin, seat, instead ? (options.paid.get(instead.key) ?? null) : null);
      if (!price) return refuse('seat-given-out');
      checked.push({
        ...seat,
        key: instead?.key ?? choiceKey(segment, seat.passenger),
        price,
        ...(instead ? { instead: instead.designator } : {}),
      });
    }
  }
  return done(checked);
}
