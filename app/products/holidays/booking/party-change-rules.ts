import { bandOf, bandsOf, type Band, type BookedTrip } from './party-rules.ts';

/** Who leaves a booked trip and who joins it. */
export interface PartyWish {
  /** Positions of those who are left out, as the trip has its travellers. */
  readonly leave: readonly number[];
  /** One more: a grown-up, or a child of this age on the day of departure; null: nobody. */
  readonly join: 'adult' | number | null;
}

export const samePeople: PartyWish = { leave: [], join: null };

/** What somebody who joins has to be. */
export function wantedOf(join: NonNullable<PartyWish['join']>): { readonly band: Band; readonly age: number | null } {
  return join === 'adult' ? { band: 'adult', age: null } : { band: bandOf(join), age: join };
}

/** The trip of who is left and who joins; grown-ups stand before children, as everywhere. */
export function tripOf(trip: BookedTrip, { leave, join }: PartyWish): BookedTrip {
  const stays = (position: number) => !leave.includes(position);
  const adults = Array.from({ length: trip.adults }, (_, position) => position).filter(stays).length;
  const childAges = trip.childAges.filter((_, at) => stays(trip.adults + at));
  return {
    ...trip,
    adults: adults + (join === 'adult' ? 1 : 0),
    childAges: typeof join === 'number' ? [...childAges, join] : childAges,
  };
}

/** The same of the people themselves: who joins stands last of their kind. */
export function peopleOf<Person>(
  people: readonly Person[],
  trip: Pick<BookedTrip, 'adults'>,
  { leave, join }: PartyWish,
  joining: Person | null,
): Person[] {
  const adults = people.slice(0, trip.adults).filter((_, position) => !leave.includes(position));
  const children = people.slice(trip.adults).filter((_, at) => !leave.includes(trip.adults + at));
  if (joining === null) return [...adults, ...children];
  return join === 'adult' ? [...adults, joining, ...children] : [...adults, ...children, joining];
}

/** Reads who leaves and who joins; null for what makes no sense of this trip. */
export function readPartyWish(trip: BookedTrip, leave: readonly string[], join: string): PartyWish | null {
  const most = bandsOf(trip).length;
  if (leave.some((position) => !/^\d{1,2}$/.test(position) || Number(position) >= most)) return null;
  if (join !== '' && join !== 'adult' && !(/^\d{1,2}$/.test(join) && Number(join) < 18)) return null;
  return { leave: [...new Set(leave.map(Number))], join: join === '' ? null : join === 'adult' ? 'adult' : Number(join) };
}
