import { money } from '#app/values/money.ts';
import type { Money } from '#app/values/money.ts';
import type { FareTable } from '../fares/base-fare.ts';
import { seatsTaken } from '../fares/fare-buckets.ts';
import { cabinsInOrder } from '../offer.ts';
import { seatMapOf } from '../world/seat-map.ts';
import type { PlanSeat } from '../world/seat-map.ts';
import { mixHash } from '../world/seeded-hash.ts';
import type { SeatMap } from './flight-supplier.ts';

/** One economy seat in so many is kept back for crew, weight and the airline's own guests. */
const keptEvery = 61;

/**
 * Seats of one flight on a date: taken ones as many as the forecast load says, picked by hash and never given back
 * as departure comes nearer, and `given` to the house's own travellers. Pure.
 */
export function houseSeatMap(
  table: FareTable,
  row: number,
  day: number,
  today: number,
  flight: string,
  date: string,
  given: ReadonlySet<string>,
): SeatMap {
  const { timetable, seed } = table;
  const equipment = timetable.equipment[timetable.equipmentOf[row]!]!;
  const plan = seatMapOf(equipment);
  const longHaul = timetable.blockMinutes[row]! > 300;
  const occupied = new Set<string>();
  cabinsInOrder.forEach((cabin, number) => {
    const seats = plan.rows.filter((planRow) => planRow.cabin === cabin).flatMap((planRow) => planRow.seats.flatMap((seat) => seat ?? []));
    const forecast = seatsTaken(seats.length, seed[row]!, day, number, day - today);
    // Not everyone chooses a seat ahead: most of the load is named only at check-in.
    const named = Math.floor(forecast * 0.6);
    const order = seats.map((seat, at) => ({ seat, rank: mixHash(seed[row]! + day, at * 4 + number) }));
    order.sort((a, b) => a.rank - b.rank);
    for (const { seat } of order.slice(0, named)) occupied.add(seat.designator);
  });
  return {
    flight,
    date,
    aircraft: equipment.code,
    aircraftName: equipment.name,
    rows: plan.rows.map((planRow) => ({
      ...planRow,
      seats: planRow.seats.map((seat, at) => {
        if (!seat) return null;
        const blocked = planRow.cabin === 'economy' && mixHash(seed[row]!, planRow.number * 16 + at) % keptEvery === 0;
        const taken = occupied.has(seat.designator) || given.has(seat.designator);
        return {
          ...seat,
          state: taken ? ('taken' as const) : blocked ? ('blocked' as const) : ('open' as const),
          price: planRow.cabin === 'economy' || planRow.cabin === 'premium' ? seatPriceOf(seat, longHaul) : null,
        };
      }),
    })),
  };
}

/** Dirhams: legroom costs most, windows and aisles a little more than the middle; front cabins choose free. */
function seatPriceOf(seat: PlanSeat, longHaul: boolean): Money {
  const has = (...features: readonly string[]) => seat.features.some((feature) => features.includes(feature));
  const dirhams = has('exit-row', 'extra-legroom') ? 150 : has('window', 'aisle') ? 45 : 30;
  return money(dirhams * (longHaul ? 2 : 1) * 100, 'AED');
}
