import { addMonths, type CalendarDate } from '#app/values/dates.ts';

export type ExpiryNotice = 'expired' | 'six-months' | 'nine-months';

/**
 * Many countries ask for six months beyond arrival, and a renewal takes weeks: so it is said at nine months, and
 * pressed at six.
 */
export function expiryNotice(expires: CalendarDate, today: CalendarDate): ExpiryNotice | null {
  if (expires < today) return 'expired';
  if (expires < addMonths(today, 6)) return 'six-months';
  return expires < addMonths(today, 9) ? 'nine-months' : null;
}
