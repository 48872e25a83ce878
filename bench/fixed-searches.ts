import { dateOfDay } from '#app/products/flights/engine/calendar.ts';
import type { Airport } from '#app/products/flights/engine/timetable.ts';
import { salesDays } from '#app/products/flights/engine/flight-engine.ts';
import type { FlightSearch } from '#app/products/flights/offer.ts';

/** One-way searches among the 300 busiest airports, always the same, with dates spread over the sales period. */
export function fixedSearches(airports: readonly Airport[], today: number, wanted: number): FlightSearch[] {
  const busiest = airports
    .map(({ weekly }, airport) => ({ weekly, airport }))
    .sort((a, b) => b.weekly - a.weekly || a.airport - b.airport)
    .slice(0, 300)
    .map(({ airport }) => airport);
  const random = seeded(20_261_121);
  const list: FlightSearch[] = [];
  while (list.length < wanted) {
    const from = airports[busiest[Math.floor(random() * 300)]!]!;
    const to = airports[busiest[Math.floor(random() * 300)]!]!;
    if (from.metro === to.metro) continue;
    const date = dateOfDay(today + 1 + Math.floor((list.length * (salesDays - 1)) / wanted));
    list.push({
      slices: [{ from: from.iata, to: to.iata, date }],
      passengers: { adults: 1, children: 0, infants: 0 },
      cabin: 'economy',
      maxStops: 2,
    });
  }
  return list;
}

function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
