import { createEvents } from 'ics';
import type { Booking } from './bookings.tables.ts';

/** A booking as a calendar file: one event, in UTC, so that any calendar shows its owner's own clock. */
export function bookingCalendar(
  booking: Pick<Booking, 'id' | 'version' | 'startsAt' | 'endsAt' | 'voucher'>,
  words: { readonly title: string; readonly reference: string },
): Buffer {
  const { error, value } = createEvents([
    {
      uid: `${booking.id}@rihla`,
      sequence: booking.version,
      productId: 'rihla',
      title: words.title,
      description: `${words.reference} · ${booking.voucher ?? ''}`,
      start: booking.startsAt.getTime(),
      startInputType: 'utc',
      startOutputType: 'utc',
      end: booking.endsAt.getTime(),
      endInputType: 'utc',
      endOutputType: 'utc',
      status: 'CONFIRMED',
    },
  ]);
  if (error || !value) throw new Error(`A calendar could not be made: ${error?.message}`);
  return Buffer.from(value);
}
