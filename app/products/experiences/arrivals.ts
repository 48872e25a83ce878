import type { BookingState } from '#app/commerce/bookings/booking-status.ts';

/** Of the bookings of a day: how many are still to arrive, and how many of them are not to be let in for now. */
export function arrivalsOf(guests: readonly { readonly status: BookingState; readonly mayEnter: boolean; readonly heldBack: boolean }[]): {
  readonly left: number;
  readonly held: number;
} {
  const awaited = guests.filter(({ status }) => status !== 'no_show');
  const held = awaited.filter(({ heldBack }) => heldBack).length;
  return { left: awaited.filter(({ mayEnter }) => mayEnter).length + held, held };
}
