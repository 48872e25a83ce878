import { addDays, addMilliseconds, dateIn, instant, minuteMs, type Instant } from '#app/values/dates.ts';

/*
 * The clocks of a reservation (rules 21, 40 to 42). Kept in UTC; shown in the reader's zone and the office's, both named.
 */

/** Tickets are written in the agency's office; its clock decides the void window. */
export const ticketingOffice = { zone: 'Asia/Dubai', city: 'Dubai' } as const;

/** Half an hour is kept back from the supplier's limit, for the work of issuing. */
export const ticketingBufferMs = 30 * minuteMs;

/** Our own last moment to issue. A limit that is too near is now, never the past. */
export function ticketBy(supplierLimit: Instant, now: Instant): Instant {
  return instant(Math.max(supplierLimit - ticketingBufferMs, now));
}

export interface HoldClocks {
  /** Until then the seats are kept. */
  readonly payBy: Instant;
  /** Until then the price stands. */
  readonly priceGuaranteedUntil: Instant;
}

export type HoldStanding = 'price-and-seats' | 'seats-only' | 'nothing';

/** What is still promised: seats may be kept longer than the price. */
export function standingOf(clocks: HoldClocks, now: Instant): HoldStanding {
  if (now >= clocks.payBy) return 'nothing';
  return now >= clocks.priceGuaranteedUntil ? 'seats-only' : 'price-and-seats';
}

/** Tickets may be voided until the end of the day they were issued, by the office's clock. */
export function voidUntil(issuedAt: Instant): Instant {
  const nextDay = addDays(dateIn(ticketingOffice.zone, issuedAt), 1);
  // Dubai keeps UTC+4 all year.
  return addMilliseconds(instant(Date.parse(`${nextDay}T00:00:00Z`)), -4 * 60 * minuteMs);
}
