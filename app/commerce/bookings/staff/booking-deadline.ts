import { addDays, instant, type Instant } from '#app/values/dates.ts';
import { instantOf, localTime } from '#app/values/local-time.ts';
import type { Order } from '../../orders/orders.tables.ts';
import { soldStates } from '../booking-status.ts';
import type { Booking, Instalment } from '../bookings.tables.ts';

export type BookingDeadlineKind = 'quote' | 'hold' | 'kept' | 'answer' | 'choice' | 'part' | 'none';

export interface BookingDeadline {
  readonly kind: BookingDeadlineKind;
  readonly at: Instant | null;
}

/** The next thing that time decides about a booked order: an answer, a choice, a payment, the end of a hold or of a quoted cancellation. */
export function deadlineOf(
  order: Pick<Order, 'status' | 'heldUntil'>,
  booking: Pick<Booking, 'status' | 'choiceBy' | 'optionUntil'> | null,
  known: {
    readonly parts: readonly Pick<Instalment, 'dueOn' | 'paidAt'>[];
    /** Until when a quoted cancellation is honoured. */
    readonly quotedUntil: Date | null;
    /** By when the desk answers, as its queue has it. */
    readonly workDue: Date | null;
    /** Where due days are reckoned. */
    readonly zone: string;
  },
): BookingDeadline {
  const by = (kind: BookingDeadlineKind, at: Date | null): BookingDeadline => ({ kind, at: at && instant(at.getTime()) });
  if (known.quotedUntil) return by('quote', known.quotedUntil);
  if (booking?.status === 'operator_cancelled') return by('choice', booking.choiceBy);
  if (booking?.status === 'requested' || booking?.status === 'counter_offered') return by('answer', known.workDue);
  if (booking?.status === 'option') return by('kept', booking.optionUntil ?? order.heldUntil);
  if (order.status === 'held') return by('hold', order.heldUntil);
  const dueOn = known.parts.find(({ paidAt }) => paidAt === null)?.dueOn;
  if (!dueOn || !soldStates.some((state) => state === booking?.status)) return by('none', null);
  return { kind: 'part', at: instantOf(known.zone, localTime(addDays(dueOn, 1), '00:00')) };
}
