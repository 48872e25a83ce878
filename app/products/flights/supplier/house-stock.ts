import type { PoolWish } from '#app/commerce/availability/claim-wishes.ts';
import { dayNumber } from '../engine/calendar.ts';
import type { FlightEngine } from '../engine/flight-engine.ts';
import { flightOnDay, type FlightIndex } from '../engine/flight-index.ts';
import { cabinsInOrder, type Offer } from '../offer.ts';
import { poolKey, type PoolParts } from './own-stock.ts';

/** The timetable row of a flight that leaves an airport on a local date; null when it does not fly. */
export function findRow(index: FlightIndex, parts: Pick<PoolParts, 'airline' | 'number' | 'from' | 'date'>): number | null {
  const airport = index.airportByCode.get(parts.from);
  if (airport === undefined) return null;
  const flight = flightOnDay(index, parts.airline, parts.number, dayNumber(parts.date), index.cityOf[airport]!);
  return flight < 0 ? null : index.row[flight]!;
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
    const cabin = cabinsInOrder.indexOf(segment.cabin);
    const stock = row === null ? null : engine.houseFares.stock(row, dayNumber(date), cabin, segment.bookingClass);
    if (!stock) return null;
    wishes.push({ key: poolKey(segment, segment.cabin), quantity: seats, capacity: stock.open, ceiling: stock.ceiling });
  }
  return wishes;
}
