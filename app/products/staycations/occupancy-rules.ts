import type { StayRoom } from './staycation.ts';

/** Who is coming. Ages in whole years on the day of arrival. */
export interface StayParty {
  readonly adults: number;
  readonly childAges: readonly number[];
}

/** From this age on a child takes the place of a grown-up. */
export const adultAge = 12;
/** More rooms of one kind than this are a group, which is asked for and not reckoned. */
export const mostRooms = 4;

/** How many rooms of a kind a party needs; null when there are not enough, or no grown-up for each room. */
export function roomsNeeded(room: Pick<StayRoom, 'adults' | 'children'>, party: StayParty): number | null {
  const grown = party.adults + party.childAges.filter((age) => age >= adultAge).length;
  const persons = party.adults + party.childAges.length;
  for (let rooms = 1; rooms <= mostRooms; rooms += 1) {
    const fits = grown <= rooms * room.adults && persons <= rooms * (room.adults + room.children);
    // A room of children alone is not given out.
    if (fits) return rooms <= party.adults ? rooms : null;
  }
  return null;
}
