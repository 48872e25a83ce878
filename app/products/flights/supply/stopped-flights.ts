import { dayNumber } from '../engine/calendar.ts';
import type { SoldSeats } from '../engine/fare-model.ts';
import type { FlightIndex } from '../engine/flight-index.ts';
import { stopsFlight, stopsSource, type StopSale } from './stop-sale-rules.ts';

/** Days of departure that are stopped, by timetable row: pairs of first and last day. */
export type StoppedRows = ReadonlyMap<number, readonly (readonly [number, number])[]>;

/** More than any aircraft has: a stopped flight is one that is full. */
const full = 10_000;

/** The rows of the timetable that stops concern. About a millisecond for each ten thousand rows and stop. */
export function stoppedRows(index: FlightIndex, stops: readonly StopSale[], source: string): StoppedRows {
  const { timetable } = index;
  const rows = new Map<number, (readonly [number, number])[]>();
  for (const stop of stops) {
    // A whole source is not asked at all.
    if (stopsSource(stop, source)) continue;
    const days = [
      stop.travelFrom ? dayNumber(stop.travelFrom) : -Infinity,
      stop.travelUntil ? dayNumber(stop.travelUntil) : Infinity,
    ] as const;
    for (let row = 0; row < timetable.number.length; row += 1) {
      const flight = {
        airline: timetable.airlines[timetable.airline[row]!]!.code,
        number: timetable.number[row]!,
        operator: timetable.airlines[timetable.operator[row]!]!.code,
        from: timetable.airports[timetable.from[row]!]!.iata,
        to: timetable.airports[timetable.to[row]!]!.iata,
      };
      if (stopsFlight(stop, source, flight)) rows.set(row, [...(rows.get(row) ?? []), days]);
    }
  }
  return rows;
}

/** Seats sold, with every stopped flight full: so search, calendar and price all pass it by. */
export function withStops(sold: SoldSeats, rows: StoppedRows): SoldSeats {
  if (rows.size === 0) return sold;
  return {
    size: sold.size + rows.size,
    count(row, day, cabin) {
      const days = rows.get(row);
      return days?.some(([first, last]) => first <= day && day <= last) ? full : sold.count(row, day, cabin);
    },
  };
}
