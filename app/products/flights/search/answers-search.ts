import type { Flights } from '../flights-context.ts';
import { joinTickets, type FollowingTicket } from '../join-tickets.ts';
import type { FlightSearch } from '../offer.ts';

/**
 * An id from elsewhere may name real flights that are not the journey searched: other cities, days or directions.
 * Several offers are the directions one after another, or the tickets of one.
 */
export function answersSearch(
  offers: readonly FollowingTicket[],
  search: Pick<FlightSearch, 'slices'>,
  { world }: Pick<Flights, 'world'>,
): boolean {
  const city = (code: string) => world.places.airports.get(code)?.metro ?? world.places.byCode.get(code)?.airports[0]?.metro ?? code;
  const slices = joinTickets(offers);
  return (
    slices.length === search.slices.length &&
    slices.every((slice, index) => {
      const asked = search.slices[index]!;
      const sameDay = asked.flexDays ? true : slice.segments[0]!.departs.local.startsWith(asked.date);
      const sameEnds = asked.nearby ? true : city(slice.from) === city(asked.from) && city(slice.to) === city(asked.to);
      return sameDay && sameEnds;
    })
  );
}
