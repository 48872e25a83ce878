import type { ExtraCode } from '../tour.ts';

/** Who travels and how they sleep. Ages are those on the day of departure. */
export const roomKinds = ['double', 'twin', 'triple', 'single'] as const;
export type RoomKind = (typeof roomKinds)[number];
export type Rooms = Readonly<Record<RoomKind, number>>;

export interface BookedTrip {
  readonly adults: number;
  readonly childAges: readonly number[];
  readonly rooms: Rooms;
  readonly extras: readonly ExtraCode[];
}

export type Band = 'adult' | 'child' | 'infant';

const beds: Rooms = { double: 2, twin: 2, triple: 3, single: 1 };
export const mostAdults = 9;
export const mostChildren = 4;
const mostPlaces = 12;

/** From twelve a traveller pays and sleeps as an adult; under two they share a bed and need no place. */
export function bandOf(age: number): Band {
  return age < 2 ? 'infant' : age < 12 ? 'child' : 'adult';
}

/** One band for each traveller: grown-ups first, then children in the order they were named. */
export function bandsOf(trip: Pick<BookedTrip, 'adults' | 'childAges'>): Band[] {
  return [...Array.from({ length: trip.adults }, (): Band => 'adult'), ...trip.childAges.map(bandOf)];
}

/** Places of a departure: everybody who needs a bed of their own. */
export function placesOf(trip: Pick<BookedTrip, 'adults' | 'childAges'>): number {
  return bandsOf(trip).filter((band) => band !== 'infant').length;
}

export type PartyFault = 'adults' | 'children' | 'too-many' | 'too-young' | 'beds' | 'adult-in-each-room';

/** Everything that does not fit, each once. Every bed is slept in, and nobody under twelve sleeps without a grown-up. */
export function partyFaults(trip: Pick<BookedTrip, 'adults' | 'childAges' | 'rooms'>, tour: { readonly minAge: number }): PartyFault[] {
  const { adults, childAges, rooms } = trip;
  const grownUps = bandsOf(trip).filter((band) => band === 'adult').length;
  const places = placesOf(trip);
  const sum = roomKinds.reduce((all, kind) => all + rooms[kind] * beds[kind], 0);
  const count = roomKinds.reduce((all, kind) => all + rooms[kind], 0);
  return [
    ...(Number.isInteger(adults) && adults >= 1 && adults <= mostAdults ? [] : (['adults'] as const)),
    ...(childAges.length <= mostChildren && childAges.every((age) => Number.isInteger(age) && age >= 0 && age < 18)
      ? []
      : (['children'] as const)),
    ...(places > mostPlaces ? (['too-many'] as const) : []),
    ...(childAges.some((age) => age < tour.minAge) ? (['too-young'] as const) : []),
    ...(sum === places ? [] : (['beds'] as const)),
    ...(count <= grownUps ? [] : (['adult-in-each-room'] as const)),
  ];
}

/** Rooms that fit: doubles, a triple where one would be left over with a couple, a single for somebody alone. */
export function suggestRooms(trip: Pick<BookedTrip, 'adults' | 'childAges'>): Rooms {
  const places = placesOf(trip);
  const odd = places % 2 === 1;
  const triple = odd && places >= 3 ? 1 : 0;
  return { double: (places - (odd ? (triple ? 3 : 1) : 0)) / 2, twin: 0, triple, single: odd && !triple ? 1 : 0 };
}
