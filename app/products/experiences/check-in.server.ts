import { bookingMachine } from '#app/commerce/bookings/booking-status.ts';
import { findBookingByVoucher, lockBookings, mustMoveBooking } from '#app/commerce/bookings/bookings-store.server.ts';
import { readVoucher } from '#app/commerce/bookings/voucher-code.server.ts';
import { heldAtTheDoor } from '#app/commerce/disputes/disputes-store.server.ts';
import { lockOrder } from '#app/commerce/orders/orders-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { parseReference } from '#app/values/ids.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import { isRunBy } from './experience-bookings-store.server.ts';
import { paidPlaces } from './paid-places.server.ts';
import { mayCheckIn } from './request-rules.ts';

/** `held-back`: a bank has taken its money back and has not decided, or has kept it, and nobody of ours has let it in. */
export type CheckInRefusal = 'unknown' | 'not-today' | 'not-valid' | 'already' | 'held-back';

export interface CheckedIn {
  readonly orderId: string;
  /** Those that are paid. */
  readonly places: number;
  /** Places that were added and never paid. */
  readonly unpaid: number;
}

/** The voucher of what a scanner read or a hand typed; null when it can be none. */
export function voucherIn(platform: Pick<Platform, 'crypto'>, code: string): string | null {
  const text = code.trim();
  return text.startsWith('RV1*') ? (readVoucher(platform.crypto, text)?.voucher ?? null) : parseReference(text);
}

/**
 * Lets a guest in. `at` is when it was scanned, which may be earlier than now where there was no network; a time in the
 * future counts as now. Whoever was let in before a bank took the money back was let in. `already` says that this voucher was used before: nothing changes.
 */
export async function checkIn(
  platform: Platform,
  ask: { readonly operatorId: string; readonly code: string; readonly at: Instant },
): Promise<Outcome<CheckedIn, CheckInRefusal>> {
  const voucher = voucherIn(platform, ask.code);
  const found = voucher ? await findBookingByVoucher(platform.db, voucher) : null;
  if (!found || !(await isRunBy(platform.db, found.orderId, ask.operatorId))) return refuse('unknown');
  return transact(platform.db, async (tx): Promise<Outcome<CheckedIn, CheckInRefusal>> => {
    const now = platform.clock.now();
    const at = Math.min(ask.at, now) as Instant;
    await lockOrder(tx, found.orderId);
    const booking = (await lockBookings(tx, found.orderId)).find(({ id }) => id === found.id);
    if (!booking) return refuse('unknown');
    if (booking.status === 'redeemed' || booking.status === 'completed') return refuse('already');
    if (!moveOn(bookingMachine, booking.status, 'redeem', 'supplier').ok) return refuse('not-valid');
    if (!mayCheckIn(booking, at) || !mayCheckIn(booking, now)) return refuse('not-today');
    if ((await heldAtTheDoor(tx, [booking.orderId], at < now ? at : undefined)).size > 0) return refuse('held-back');
    const paid = await paidPlaces(tx, booking);
    await mustMoveBooking(tx, now, {
      booking,
      event: 'redeem',
      by: 'supplier',
      who: `operator:${ask.operatorId}`,
      detail: { scannedAt: new Date(at).toISOString(), ...paid },
    });
    return done({ orderId: booking.orderId, ...paid });
  });
}
