import type { CancellationLadder } from '#app/commerce/bookings/cancellation-ladder-rules.ts';
import { bookingMachine, type BookingState } from '#app/commerce/bookings/booking-status.ts';
import type { PlanTerms } from '#app/commerce/bookings/payment-plan-rules.ts';
import { addDays, type CalendarDate } from '#app/values/dates.ts';
import { localTime, type LocalTime } from '#app/values/local-time.ts';
import { moveOn } from '#app/values/status-table.ts';
import { zoneOfPlace } from '#app/values/place-zones.ts';
import { cancellationDays } from '../tour-cancellation-rules.ts';
import type { Tour } from '../tour.ts';

/** A tour begins in the morning of its first day and ends in the evening of its last, where it is. */
const [firstClock, lastClock] = ['09:00', '18:00'];

export function startOf(setsOff: CalendarDate): LocalTime {
  return localTime(setsOff, firstClock);
}

export function endOf(setsOff: CalendarDate, days: number): LocalTime {
  return localTime(addDays(setsOff, days - 1), lastClock);
}

/** The zone in which a tour's days are counted: that of its first stop, else of its first country's desk with us. */
export function zoneOfTour(tour: Pick<Tour, 'countries' | 'route'>): string {
  return zoneOfPlace(tour.countries[0] ?? '', tour.route[0]?.key ?? '') ?? 'Asia/Dubai';
}

/** The house's terms for tours as a ladder; the terms page and the tour's own page say the same. */
export function ladderOfTour(depositPercent: number): CancellationLadder {
  const { free, deposit, half } = cancellationDays;
  const until = (days: number) => ({ days, clock: '24:00' });
  return {
    rungs: [
      { until: until(free), keeps: 0 },
      { until: until(deposit), keeps: depositPercent * 100 },
      { until: until(half), keeps: 5000 },
    ],
  };
}

export function planTermsOf(depositPercent: number): PlanTerms {
  return { depositPercent, balanceDays: cancellationDays.deposit, zone: 'Asia/Dubai' };
}

/** Who runs a tour on the ground, one partner in each country, and where they are written to. */
export function operatorOf(tour: Pick<Tour, 'countries'>): { readonly name: string; readonly mail: string } {
  const country = tour.countries[0] ?? 'AE';
  return { name: `Rihla ground partner ${country}`, mail: `ground-${country.toLowerCase()}@partners.rihla.example` };
}

/** A change is possible until thirty days before the old and the new departure. */
const lastChangeDays = 30;

export function mayChange(setsOff: CalendarDate, status: BookingState, today: CalendarDate): boolean {
  return moveOn(bookingMachine, status, 'amend', 'customer').ok && setsOff >= addDays(today, lastChangeDays);
}

/** Places are kept free of charge for 48 hours when the departure is two months away or more. */
const optionFromDays = 60;
export const optionMs = 48 * 3_600_000;
export const holdMs = 20 * 60_000;
export const longestHoldMs = 30 * 60_000;

export function optionAllowed(setsOff: CalendarDate, today: CalendarDate): boolean {
  return setsOff >= addDays(today, optionFromDays);
}
