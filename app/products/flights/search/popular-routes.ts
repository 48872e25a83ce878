import type { Timetable } from '../engine/timetable.ts';

export interface PopularRoute {
  readonly to: string;
  /** Direct departures a week, codeshares left out. */
  readonly weekly: number;
  /** The quickest of them, minutes. */
  readonly minutes: number;
}

/** Where people fly to from a city, most departures first; one line for each city at the other end. Pure. */
export function popularRoutes(timetable: Timetable, airports: readonly string[], most: number): PopularRoute[] {
  const origins = new Set(airports);
  const byCity = new Map<string, { to: string; weekly: number; minutes: number }>();
  for (let row = 0; row < timetable.count; row += 1) {
    if (!origins.has(timetable.airports[timetable.from[row]!]!.iata) || timetable.airline[row] !== timetable.operator[row]) continue;
    const there = timetable.airports[timetable.to[row]!]!;
    const days = bitsOf(timetable.days[row]!);
    const known = byCity.get(there.metro);
    if (!known) byCity.set(there.metro, { to: there.metro, weekly: days, minutes: timetable.blockMinutes[row]! });
    else {
      known.weekly += days;
      known.minutes = Math.min(known.minutes, timetable.blockMinutes[row]!);
    }
  }
  return [...byCity.values()].sort((a, b) => b.weekly - a.weekly || (a.to < b.to ? -1 : 1)).slice(0, most);
}

function bitsOf(days: number): number {
  let count = 0;
  for (let left = days; left > 0; left >>= 1) count += left & 1;
  return count;
}
