import type { Platform } from '#app/platform/platform.server.ts';
import { gateSource } from '../supply/gate-source.server.ts';
import { OwnFares } from '../supply/own-fares.server.ts';
import { parseOwnId } from '../supply/own-offer.ts';
import { StopSales } from '../supply/stop-sales.server.ts';
import { withStops } from '../supply/stopped-flights.ts';
import type { World } from '../world/open-world.server.ts';
import type { BookingJournal } from './flight-supplier.ts';
import { HouseBookings } from './house-bookings.server.ts';
import { HouseSold } from './house-sold.server.ts';
import { houseWishes } from './house-stock.ts';
import { HouseShopping, houseSupplierCode } from './house-supplier.server.ts';
import type { BookableSupplier } from './own-stock.ts';
import { RemoteBookings } from './remote-bookings.server.ts';

type Edge = Pick<Platform, 'db' | 'clock' | 'crypto' | 'env'>;

export interface OwnSources {
  readonly house: BookableSupplier;
  /** Fares and allotments of our own on the same flights. */
  readonly own: BookableSupplier;
  readonly stops: StopSales;
  /** What the airline's side has of both. */
  readonly bookings: BookingJournal;
}

/** The house inventory whole: what it offers, what it has sold, and the airline's side of its bookings. */
export function openHouseInventory(platform: Edge, world: World): BookableSupplier {
  return openOwnSources(platform, world).house;
}

/** Both sources whose seats are ours, behind the gate of what is stopped. They share one engine and one journal of bookings. */
export function openOwnSources(platform: Edge, world: World): OwnSources {
  const stops = new StopSales(platform);
  const sold = new HouseSold(platform);
  const shopping = new HouseShopping(world, {
    soldSeats: async (index) => withStops(await sold.soldSeats(index), await stops.rowsOf(index, houseSupplierCode)),
    takenSeats: (flight, date) => sold.takenSeats(flight, date),
  });
  const fares = new OwnFares(platform, (now) => shopping.engineAt(now), stops);
  const accounting = new Map(world.timetable.airlines.map((airline) => [airline.code, airline.accounting]));
  const accountingOf = (airline: string) => accounting.get(airline) ?? '999';
  const url = platform.env.SUPPLIER_URL;
  // The airline's side of our bookings: a process of its own where one is named, else its twin in our database.
  const bookings: BookingJournal = url
    ? new RemoteBookings({ url, crypto: platform.crypto }, accountingOf)
    : new HouseBookings(platform, accountingOf);
  const booking = {
    hold: bookings.hold.bind(bookings),
    ticket: bookings.ticket.bind(bookings),
    lookUp: bookings.lookUp.bind(bookings),
    cancel: bookings.cancel.bind(bookings),
    exchange: bookings.exchange.bind(bookings),
    writeExtras: bookings.writeExtras.bind(bookings),
    divide: bookings.divide.bind(bookings),
    void: bookings.void.bind(bookings),
  };
  const house: BookableSupplier = {
    ...booking,
    // An allotment goes back to its airline on a day of its own; what is sold of it is paid at once.
    ...(bookings.keep ? { keepsMs: bookings.keepsMs, keep: bookings.keep.bind(bookings) } : {}),
    code: shopping.code,
    search: (request, call) => shopping.search(request, call),
    calendar: (request, call) => shopping.calendar(request, call),
    seatMap: (query, call) => shopping.seatMap(query, call),
    async revision({ now }) {
      return `${shopping.engineAt(now).today}.${await sold.revision()}`;
    },
    price(offerId, passengers, call) {
      sold.forget();
      return shopping.price(offerId, passengers, call);
    },
    stock: { wishes: (offer, seats, call) => houseWishes(shopping.engineAt(call.now), offer, seats) },
  };
  const own: BookableSupplier = {
    ...booking,
    code: fares.code,
    search: (request, call) => fares.search(request, call),
    seatMap: (query, call) => shopping.seatMap({ ...query, offerId: parseOwnId(query.offerId)?.flights ?? '' }, call),
    revision: () => fares.revision(),
    price: (offerId, passengers, call) => fares.price(offerId, passengers, call),
    stock: { wishes: (offer, seats) => fares.wishes(offer, seats) },
  };
  return { house: gateSource(house, stops), own: gateSource(own, stops), stops, bookings };
}
