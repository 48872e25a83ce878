import { findInstalments, paidOf } from '#app/commerce/bookings/bookings-store.server.ts';
import type { Booking } from '#app/commerce/bookings/bookings.tables.ts';
import { findHistory, findOrderAsSystem } from '#app/commerce/orders/orders-store.server.ts';
import type { Db } from '#app/platform/database.server.ts';

const whole = (detail: Readonly<Record<string, unknown>>, name: string) => Number(detail[name] ?? 0);

/** How many places of a visit are paid, and how many were added by a change that nobody has paid yet. */
export async function paidPlaces(
  db: Db,
  booking: Pick<Booking, 'orderId' | 'places'>,
): Promise<{ readonly places: number; readonly unpaid: number }> {
  const parts = await findInstalments(db, booking.orderId);
  if (parts.every(({ paidAt }) => paidAt !== null)) return { places: booking.places, unpaid: 0 };
  // What finance took off the price is asked of nobody.
  const { reduction } = (await findOrderAsSystem(db, booking.orderId))!;
  const paid = paidOf(parts) + reduction;
  let { places } = booking;
  // Change by change back to the party that what was paid covers.
  for (const { event, detail } of (await findHistory(db, booking.orderId)).toReversed()) {
    if (event !== 'noted-amended') continue;
    if (whole(detail, 'after') <= paid) break;
    places = whole(detail, 'places');
  }
  const covered = Math.min(places, booking.places);
  return { places: covered, unpaid: booking.places - covered };
}
