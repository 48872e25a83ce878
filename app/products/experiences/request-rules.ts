import { addMilliseconds, hourMs, type Instant } from '#app/values/dates.ts';

/** An operator answers within a day, and never later than two hours before the start. */
const answerMs = 24 * hourMs;
const beforeStartMs = 2 * hourMs;
/** Even for a start that is close they get this long. */
const leastMs = hourMs;

/** By when a request or an offer has to be answered; after that it is declined by itself. */
export function answerBy(asked: Instant, starts: Instant): Instant {
  const latest = Math.min(asked + answerMs, starts - beforeStartMs);
  return Math.max(latest, addMilliseconds(asked, leastMs)) as Instant;
}

/** A guest is let in from three hours before the start until two days after the end, when a forgotten scan is still believed. */
export function mayCheckIn(booking: { readonly startsAt: Date; readonly endsAt: Date }, at: Instant): boolean {
  return at >= booking.startsAt.getTime() - 3 * hourMs && at <= booking.endsAt.getTime() + 48 * hourMs;
}
