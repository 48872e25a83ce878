import type { NextTrip } from '#app/commerce/orders/next-trip.ts';
import type { OpenBooking } from '#app/products/flights/booking/find-open-booking.server.ts';
import type { CalendarDate } from '#app/values/dates.ts';

/** What the home page shows to somebody who comes back; the page itself is the same for everyone. */
export interface HomeCards {
  readonly trip: NextTrip | null;
  readonly booking: OpenBooking | null;
  /** The house's day: a search for a day that is over is not shown. */
  readonly today: CalendarDate;
}
