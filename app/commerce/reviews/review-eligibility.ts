import { addMilliseconds, dayMs, type Instant } from '#app/values/dates.ts';
import type { ReviewedKind } from './review-kinds.ts';

/** What is booked is completed when it is over; whether anybody was there, its counter says. */
const booked = ['completed'] as const;

/** States in which a sold thing was really delivered and kept, by kind. A kind that is not here cannot be reviewed. */
const kept: Readonly<Record<ReviewedKind, readonly string[]>> = {
  // Somebody who asked what cancelling would bring, and flew, has travelled too.
  flight: ['ticketed', 'flown', 'cancel_quoted', 'schedule_change_pending', 'change_quoted', 'change_pending'],
  holiday: booked,
  experience: booked,
  staycation: booked,
  'tailor-made': booked,
};
export const keptStates: Readonly<Record<string, readonly string[]>> = kept;

/** Time to write after coming home, and time to change what was written. */
const writeWithinMs = 180 * dayMs;
const editWithinMs = 14 * dayMs;

export interface Sold {
  readonly kind: string;
  readonly status: string;
  /** When the last of it was over: the last landing, the last night. */
  readonly ends: Instant;
}

/** Whether the holder of something sold may review it now. */
export function mayWrite(sold: Sold, now: Instant): 'yes' | 'not-completed' | 'too-late' {
  if (!keptStates[sold.kind]?.includes(sold.status) || now < sold.ends) return 'not-completed';
  return now < addMilliseconds(sold.ends, writeWithinMs) ? 'yes' : 'too-late';
}

/** Until when a review may be changed by whoever wrote it; also null once it was taken back. */
export function editableUntil(review: { readonly status: string; readonly writtenAt: Instant }): Instant | null {
  return review.status === 'withdrawn' ? null : addMilliseconds(review.writtenAt, editWithinMs);
}
