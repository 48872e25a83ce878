import type { Platform } from '#app/platform/platform.server.ts';
import type { World } from '../world/open-world.server.ts';
import { HouseBookings } from './house-bookings.server.ts';
import { HouseSold } from './house-sold.server.ts';
import { houseWishes } from './house-stock.ts';
import { HouseShopping } from './house-supplier.server.ts';
import type { BookableSupplier } from './own-stock.ts';

/** The house inventory whole: what it offers, what it has sold, and the airline's side of its bookings. */
export function openHouseInventory(platform: Pick<Platform, 'db' | 'clock' | 'crypto'>, world: World): BookableSupplier {
  const sold = new HouseSold(platform);
  const shopping = new HouseShopping(world, sold);
  const accounting = new Map(world.timetable.airlines.map((airline) => [airline.code, airline.accounting]));
  const bookings = new HouseBookings(platform, (airline) => accounting.get(airline) ?? '999');
  return {
    code: shopping.code,
    search: (request, call) => shopping.search(request, call),
    calendar: (request, call) => shopping.calendar(request, call),
    seatMap: (query, call) => shopping.seatMap(query, call),
    async revision({ now }) {
      const { today, index } = shopping.engineAt(now);
      return `${today}.${await sold.revision(index)}`;
    },
    price(offerId, passengers, call) {
      sold.forget();
      return shopping.price(offerId, passengers, call);
    },
    hold: (request, call) => bookings.hold(request, call),
    ticket: (request, call) => bookings.ticket(request, call),
    lookUp: (attemptId, call) => bookings.lookUp(attemptId, call),
    cancel: (request, call) => bookings.cancel(request, call),
    void: (request, call) => bookings.void(request, call),
    stock: { wishes: (offer, seats, call) => houseWishes(shopping.engineAt(call.now), offer, seats) },
  };
}
