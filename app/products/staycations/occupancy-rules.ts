import type { StaycationFacts, StayRoom } from './staycation.ts';

/** Who is coming. Ages in whole years on the day of arrival. */
export interface StayParty {
  readonly adults: number;
  readonly childAges: readonly number[];
}

/** Where a house says nothing else: a child takes a grown-up's place from twelve on, and babies are lodged. */
export const usualAges = { adultFrom: 12, childrenFrom: 0 } as const;
/** More rooms of one kind than this are a group, which is asked for and not reckoned. */
export const mostRooms = 4;

/** How many rooms of a kind a party needs; null when there are not enough, no grown-up for each room, or a child is too young. */
export function roomsNeeded(
  room: Pick<StayRoom, 'adults' | 'children'>,
  party: StayParty,
  { adultFrom, childrenFrom }: Pick<StaycationFacts, 'adultFrom' | 'childrenFrom'>,
): number | null {
  if (party.childAges.some((age) => age < childrenFrom)) return null;
  const grown = party.adults + party.childAges.filter((age) => age >= adultFrom).length;
  const persons = party.adults + party.childAges.length;
  for (let rooms = 1; rooms <= mostRooms; rooms += 1) {
    const fits = grown <= rooms * room.adults && persons <= rooms * (room.adults + room.children);
    // A room of children alone is not given out.
    if (fits) return rooms <= party.adults ? rooms : null;
  }
  return null;
}
