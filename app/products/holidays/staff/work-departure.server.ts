import { setPoolCapacities } from '#app/commerce/availability/pools-store.server.ts';
import { findBookingsOf, lockBookings, mustMoveBooking } from '#app/commerce/bookings/bookings-store.server.ts';
import { soldStates } from '#app/commerce/bookings/booking-status.ts';
import { cancelByOperator } from '#app/commerce/bookings/operator-cancel.server.ts';
import { lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import type { Product } from '#app/commerce/product-contract.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, type CalendarDate } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { lockDeparture, poolKeyOf, saveDeparture } from '../booking/departures-store.server.ts';
import { deskZone } from '../booking/place-holiday-order.server.ts';
import { findTour } from '../tours-store.server.ts';

export const departureWorks = ['capacity', 'stop', 'open', 'guarantee', 'cancel'] as const;
export type DepartureWork = (typeof departureWorks)[number];

/**
 * One step of the desk on a departure. Fewer places than are sold take nothing from anybody, but nothing more is sold. A
 * cancelled departure asks every traveller to choose; pressing it again goes on where it stopped. Returns how many orders it
 * reached.
 */
export async function workDeparture(
  platform: Platform,
  product: Product,
  ask: {
    readonly tourId: string;
    readonly setsOff: CalendarDate;
    readonly work: DepartureWork;
    readonly capacity: number;
    readonly reason: string;
    readonly staffId: string;
  },
): Promise<Outcome<number, 'not-found' | 'capacity' | 'reason'>> {
  const { tourId, setsOff, work } = ask;
  if (work === 'capacity' && !(Number.isInteger(ask.capacity) && ask.capacity >= 0 && ask.capacity <= 200)) return refuse('capacity');
  if (work === 'cancel' && ask.reason === '') return refuse('reason');
  const who = `staff:${ask.staffId}`;
  const changed = await transact(platform.db, async (tx): Promise<boolean> => {
    const now = platform.clock.now();
    const at = new Date(now);
    const tour = await findTour(tx, tourId, 'en');
    const departure = tour && (await lockDeparture(tx, now, tour, setsOff, dateIn(deskZone, now), 'update'));
    if (!departure) return false;
    const change = {
      capacity: { capacity: ask.capacity },
      stop: { stoppedAt: at },
      open: { stoppedAt: null },
      guarantee: { guaranteedAt: at },
      cancel: { cancelledAt: departure.row.cancelledAt ?? at },
    }[work];
    await saveDeparture(tx, now, { tourId, setsOff }, change);
    if (work === 'capacity') await setPoolCapacities(tx, poolKeyOf(tourId, setsOff), ask.capacity);
    await audit(tx, now, {
      actor: who,
      action: `departure.${work}`,
      subject: `tours:${tourId}`,
      detail: { setsOff, ...(work === 'capacity' ? { capacity: ask.capacity } : {}) },
      ...(ask.reason === '' ? {} : { reason: ask.reason }),
    });
    return true;
  });
  if (!changed) return refuse('not-found');
  const sold = work === 'cancel' ? await findBookingsOf(platform.db, tourId, setsOff, soldStates) : [];
  for (const { orderId } of sold) await cancelByOperator(platform, product, { orderId, by: 'staff', who, reason: ask.reason });
  if (work === 'guarantee')
    for (const { orderId } of await findBookingsOf(platform.db, tourId, setsOff, ['confirmed']))
      await transact(platform.db, async (tx) => {
        await lockOrder(tx, orderId);
        for (const booking of await lockBookings(tx, orderId))
          if (booking.status === 'confirmed')
            await mustMoveBooking(tx, platform.clock.now(), { booking, event: 'guarantee', by: 'staff', who });
      });
  return done(new Set(sold.map(({ orderId }) => orderId)).size);
}
