import type { PoolWish } from '#app/commerce/availability/claims-store.server.ts';
import { dayNumber } from '../engine/calendar.ts';
import type { FlightEngine } from '../engine/flight-engine.ts';
import type { FlightIndex } from '../engine/flight-index.ts';
import { cabinsInOrder, type Offer } from '../offer.ts';
import { poolKey, type PoolParts } from './own-stock.ts';

/** The timetable row of a flight that leaves an airport on a local date; null when it does not fly. */
export function findRow(index: FlightIndex, parts: Pick<PoolParts, 'airline' | 'number' | 'from' | 'date'>): number | null {
  const airline = index.airlineByCode.get(parts.airline);
  const from = index.airportByCode.get(parts.from);
  if (airline === undefined || from === undefined) return null;
  // 1970-01-01 was a Thursday; bit 0 is Monday.
  const bit = 1 << ((dayNumber(parts.date) + 3) % 7);
  const flight = (index.byNumber.get(airline * 16_384 + parts.number) ?? []).find(
    (each) => index.routeFrom[index.routeOfFlight[each]!] === from && (index.days[each]! & bit) !== 0,
  );
  return flight === undefined ? null : index.row[flight]!;
}

/**
 * What an offer takes from the house's cabins. Classes are nested, so a cabin is one pool and its class a ceiling: no
 * class is sold beyond its limit, whoever bought the seats before.
 */
export function houseWishes(engine: FlightEngine, offer: Offer, seats: number): readonly PoolWish[] | null {
  const wishes: PoolWish[] = [];
  for (const segment of offer.slices.flatMap((slice) => slice.segments)) {
    const date = segment.departs.local.slice(0, 10);
    const row = findRow(engine.index, { airline: segment.airline, number: segment.number, from: segment.from, date });
    const stock =
      row === null ? null : engine.houseFares.stock(row, dayNumber(date), cabinsInOrder.indexOf(segment.cabin), segment.bookingClass);
    if (!stock) return null;
    wishes.push({ key: poolKey(segment, segment.cabin), quantity: seats, capacity: stock.open, ceiling: stock.ceiling });
  }
  return wishes;
}
