import { findBack, findOpenAfter } from '#app/commerce/bookings/amend-order.server.ts';
import { findBookings, findInstalments, owedFirst } from '#app/commerce/bookings/bookings-store.server.ts';
import { readPeople } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryNames } from '#app/ui/country-names.server.ts';
import { addDays, dateIn, parseCalendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { plainVersion } from '#app/values/plain-text.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findTourAsSold } from '../tours-store.server.ts';
import { moneyDaysOf, quoteChange, type HolidayChange } from './change-holiday.server.ts';
import { listDepartures } from './departures-store.server.ts';
import { findHolidayBooking } from './holiday-draft-store.server.ts';
import {
  checkPerson,
  readPerson,
  readTrip,
  type HolidayPerson,
  type PersonFault,
  type PersonField,
  type TypedPerson,
} from './holiday-form.ts';
import { readPartyWish, samePeople, wantedOf } from './party-change-rules.ts';
import { deskZone } from './place-holiday-order.server.ts';

/** A booked tour with what may be changed of it and, where an address asks for a change, what that would cost; null for no tour. */
export async function openTourChange(platform: Platform, order: Order, search: URLSearchParams, language: LanguageCode) {
  const { db, crypto } = platform;
  const booked = await findHolidayBooking(db, order.id);
  const tour = booked && (await findTourAsSold(db, booked.tourId, language));
  if (!booked || !tour) return null;
  const [booking] = await findBookings(db, order.id);
  const now = platform.clock.now();
  const asked = search.has('setsOff');
  const setsOff = parseCalendarDate(search.get('setsOff') ?? '') ?? booked.setsOff;
  const rooms = asked ? readTrip((name) => search.get(name)).rooms : booked.trip.rooms;
  const party = readPartyWish(booked.trip, search.getAll('leave'), search.get('join') ?? '') ?? samePeople;
  const [quoted, parts, people, departures] = await Promise.all([
    asked ? quoteChange(platform, { orderId: order.id, setsOff, rooms, party }) : null,
    findInstalments(db, order.id),
    readPeople<HolidayPerson>(db, crypto, order),
    listDepartures(db, now, tour, dateIn(deskZone, now)),
  ]);
  const back = quoted?.ok ? await findBack(db, order, quoted.value.price) : 0;
  const open = quoted?.ok ? await findOpenAfter(db, now, order, { price: quoted.value.price, ...moneyDaysOf(tour, setsOff) }) : [];
  return {
    version: order.version,
    owed: owedFirst(parts, order.currency),
    name: tour.words.title,
    departures: departures.filter((one) => one.state === 'open' || one.setsOff === booked.setsOff),
    setsOff,
    rooms,
    party,
    people: people.travellers.map(({ givenNames, surname }) => `${givenNames} ${surname}`.trim()),
    countries: party.join === null ? [] : countryNames(language),
    before: money(order.total, order.currency),
    after: quoted?.ok ? money(quoted.value.price, order.currency) : null,
    open,
    back: back > 0 ? money(back, order.currency) : null,
    refused: quoted && !quoted.ok ? quoted.refused : null,
    choiceBy: booking?.status === 'operator_cancelled' ? (booking.choiceBy?.toISOString() ?? null) : null,
  };
}
export type OpenTourChange = NonNullable<Awaited<ReturnType<typeof openTourChange>>>;

export type PersonFaults = Readonly<Partial<Record<PersonField, PersonFault>>>;

export interface TourChangeForm {
  readonly change: HolidayChange & { readonly seenTotal: number; readonly version: number; readonly joining: HolidayPerson | null };
  /** What is wrong with whoever joins, field by field. */
  readonly faults: PersonFaults;
  readonly typed: TypedPerson;
}

/** Reads what a form asks for, and who joins; null where it makes no sense. */
export async function readTourChange(platform: Platform, order: Order, form: FormData): Promise<TourChangeForm | null> {
  const booked = await findHolidayBooking(platform.db, order.id);
  const tour = booked && (await findTourAsSold(platform.db, booked.tourId, 'en'));
  if (!booked || !tour) return null;
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim().slice(0, 80) : null;
  };
  const leave = form.getAll('leave').filter((one): one is string => typeof one === 'string');
  const party = readPartyWish(booked.trip, leave, text('join') ?? '');
  const setsOff = parseCalendarDate(text('setsOff') ?? '');
  const seen = text('seen') ?? '';
  if (!party || !setsOff || !/^\d{1,12}$/.test(seen)) return null;
  const change = {
    orderId: order.id,
    setsOff,
    rooms: readTrip(text).rooms,
    party,
    seenTotal: Number(seen),
    version: plainVersion(form.get('version')),
  };
  if (party.join === null) return { change: { ...change, joining: null }, faults: {}, typed: {} };
  const typed = readPerson(text, 0);
  const known = new Set(countryNames('en').map(({ code }) => code));
  const wanted = { ...wantedOf(party.join), setsOff, returns: addDays(setsOff, tour.days - 1) };
  const { person, faults } = checkPerson(typed, wanted, (code) => known.has(code));
  return { change: { ...change, joining: person }, faults, typed };
}
