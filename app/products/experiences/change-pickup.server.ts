import { readPickup } from '#app/commerce/bookings/booker-form.server.ts';
import { bookingNotice } from '#app/commerce/bookings/booking-jobs.server.ts';
import { stageOf } from '#app/commerce/bookings/booking-status.ts';
import { lockBookings } from '#app/commerce/bookings/bookings-store.server.ts';
import type { Booking } from '#app/commerce/bookings/bookings.tables.ts';
import { lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { findExperienceBooking, savePickup } from './experience-bookings-store.server.ts';
import { findKnownExperience } from './experiences-store.server.ts';

export type PickupRefusal = 'unread' | 'not-open' | 'changed-meanwhile';

/** Until it begins, whoever is fetched may say where. */
export function maySayPickup(booking: Pick<Booking, 'status' | 'startsAt'>, now: Instant): boolean {
  return ['asked', 'ahead'].includes(stageOf(booking.status)) && booking.startsAt.getTime() > now;
}

/** Where the guests of a booked visit are fetched from now on; their operator is told. The audit says that it was changed, and not to what. */
export async function changePickup(
  platform: Platform,
  ask: {
    readonly orderId: string;
    readonly who: string;
    readonly pickup: FormDataEntryValue | null;
    readonly version: number;
    readonly requestId: string;
  },
): Promise<Outcome<true, PickupRefusal>> {
  const pickup = readPickup(ask.pickup);
  if (pickup === null) return refuse('unread');
  return transact(platform.db, async (tx): Promise<Outcome<true, PickupRefusal>> => {
    const now = platform.clock.now();
    const order = await lockOrder(tx, ask.orderId);
    const [booking] = await lockBookings(tx, ask.orderId);
    const own = await findExperienceBooking(tx, platform.crypto, ask.orderId);
    if (!order || !booking || !own || !maySayPickup(booking, now)) return refuse('not-open');
    if (!(await findKnownExperience(tx, own.experienceId, 'en'))?.experience.pickup) return refuse('not-open');
    if (own.pickup === pickup) return done(true);
    if (own.pickupVersion !== ask.version || !(await savePickup(tx, platform.crypto, own, pickup))) return refuse('changed-meanwhile');
    await audit(tx, now, {
      actor: ask.who,
      action: 'experience.pickup-changed',
      subject: `orders:${order.id}`,
      detail: { version: own.pickupVersion + 1 },
      requestId: ask.requestId,
    });
    // Who is only asked reads it with the request itself.
    if (stageOf(booking.status) === 'ahead' && booking.voucher)
      await platform.jobs.send(tx, bookingNotice, { kind: 'pickup', bookingId: booking.id, version: own.pickupVersion + 1 });
    return done(true);
  });
}
