import { findHeldTrips, type TravellerTrip } from '#app/commerce/orders/find-traveller-names.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, type CalendarDate } from '#app/values/dates.ts';
import type { TypedForm } from '../evisa/evisa-form.ts';
import type { EvisaGroup } from '../evisa/evisa.tables.ts';
import { zoneName } from '../evisa/evisa-mrz-rules.ts';
import { offerOf } from './assisted-words.server.ts';
import type { AssistedCase } from './assisted.tables.ts';
import { awayOfCase, plannedAway, tripsWithout } from './passport-away-rules.ts';

/** What somebody could not fly while their passport is away. */
export interface PassportAway {
  readonly from: CalendarDate;
  readonly until: CalendarDate;
  /** Bookings of ours in those days; when they leave is told of an account's own alone. */
  readonly flights: readonly { readonly reference: string; readonly leaves: CalendarDate | null }[];
  /** The journey of the application itself, where it begins before the passport is back. */
  readonly journey: CalendarDate | null;
}

interface OwnTrip extends TravellerTrip {
  readonly isNamed: boolean;
}

/** The flights that are ticketed for the account behind a party, and the one that was named by its reference. */
export async function readTrips(platform: Pick<Platform, 'db' | 'crypto' | 'clock'>, group: EvisaGroup): Promise<readonly OwnTrip[]> {
  const from = dateIn('Asia/Dubai', platform.clock.now());
  const [own, named] = await Promise.all([
    group.userId ? findHeldTrips(platform, { userId: group.userId, kind: 'flight', from }) : [],
    group.ticketOrderId ? findHeldTrips(platform, { orderId: group.ticketOrderId, kind: 'flight', from }) : [],
  ]);
  const known = new Set(own.map(({ reference }) => reference));
  return [
    ...own.map((trip) => ({ ...trip, isNamed: false })),
    ...named.filter(({ reference }) => !known.has(reference)).map((trip) => ({ ...trip, isNamed: true })),
  ];
}

/** Of one traveller; `one` is their case once it is paid. Null where nothing is in the way. */
export function passportAway(
  group: EvisaGroup,
  traveller: { readonly typed: TypedForm; readonly one: AssistedCase | null },
  trips: readonly OwnTrip[],
  { today, houseWorks }: { readonly today: CalendarDate; readonly houseWorks: (day: CalendarDate) => boolean },
): PassportAway | null {
  const offer = offerOf(group);
  const { typed, one } = traveller;
  const away = one ? awayOfCase(offer, one, today, houseWorks) : plannedAway(offer, today, houseWorks);
  if (!away) return null;
  const same = (a: string, b: string | undefined) => b !== undefined && zoneName(a) === zoneName(b);
  const theirs = trips.filter(
    (trip) =>
      same(trip.surname, typed.surname) && same(trip.givenNames, typed.givenNames) && (trip.isNamed || trip.birthDate === typed.birthDate),
  );
  const flights = tripsWithout(away, theirs).map(({ reference, starts, isNamed }) => ({ reference, leaves: isNamed ? null : starts }));
  const travels = one?.travelsOn ?? group.arrival;
  const journey = travels <= away.until && travels >= today ? travels : null;
  return flights.length > 0 || journey ? { ...away, flights, journey } : null;
}
