import { addDays, dayNumber, fromDayNumber, type CalendarDate } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import type { Cabin, FlightSearch } from '../offer.ts';

/** An offer the desk stands behind: one adult pays at most `price` on days of the window that still have seats. */
export interface FlightDeal {
  readonly id: string;
  /** IATA airport or metro codes. */
  readonly from: string;
  readonly to: string;
  readonly cabin: Cabin;
  /** Nights between out and back; null for one way. */
  readonly nights: number | null;
  readonly directOnly: boolean;
  readonly withBag: boolean;
  /** First and last day of the journey, the way back included. */
  readonly travelFrom: CalendarDate;
  readonly travelUntil: CalendarDate;
  /** Last day of sale. */
  readonly bookBy: CalendarDate;
  readonly price: Money;
  /** Words of the desk by language; English at least. */
  readonly note: Readonly<Record<string, string>>;
  readonly withdrawn: boolean;
}

/** `unanswered`: no day is known to be at its price, and of some it is not known what they cost. */
export type DealState = 'alive' | 'expired' | 'sold-out' | 'unanswered';

const sampleCount = 6;
/** A sample closer than this would be gone before it is booked. */
const leastDaysAhead = 2;

/** Days of departure spread over what is left of the window; empty when nothing is left. */
export function sampleDates(
  deal: Pick<FlightDeal, 'travelFrom' | 'travelUntil' | 'nights'>,
  today: CalendarDate,
  lastDay: CalendarDate,
): CalendarDate[] {
  const first = Math.max(dayNumber(deal.travelFrom), dayNumber(today) + leastDaysAhead);
  const last = Math.min(dayNumber(deal.travelUntil), dayNumber(lastDay)) - (deal.nights ?? 0);
  if (last < first) return [];
  const count = Math.min(sampleCount, last - first + 1);
  const days = Array.from({ length: count }, (_, index) => first + (count === 1 ? 0 : Math.round((index * (last - first)) / (count - 1))));
  return days.map(fromDayNumber);
}

/** The search of a deal on one day, for one adult. */
export function dealSearch(
  deal: Pick<FlightDeal, 'from' | 'to' | 'nights' | 'cabin' | 'directOnly' | 'withBag'>,
  date: CalendarDate,
): FlightSearch {
  const back = deal.nights === null ? [] : [{ from: deal.to, to: deal.from, date: addDays(date, deal.nights) }];
  return {
    slices: [{ from: deal.from, to: deal.to, date }, ...back],
    passengers: { adults: 1, children: 0, infants: 0 },
    cabin: deal.cabin,
    maxStops: deal.directOnly ? 0 : 2,
    ...(deal.withBag ? { bags: true } : {}),
  };
}

/** What is left of a deal, given what its sample days cost now; null: a day without flights, undefined: a day nobody answered for. */
export function dealState(deal: FlightDeal, today: CalendarDate, totals: readonly (Money | null | undefined)[]): DealState {
  if (deal.withdrawn || today > deal.bookBy || totals.length === 0) return 'expired';
  if (totals.some((total) => total && total.amount <= deal.price.amount)) return 'alive';
  return totals.includes(undefined) ? 'unanswered' : 'sold-out';
}

/** On sale by its dates alone, before anybody is asked for prices. */
export function isOpen(deal: FlightDeal, today: CalendarDate): boolean {
  return !deal.withdrawn && today <= deal.bookBy;
}

/** Other open deals, those that share an end of the route first, then by price. */
export function nearestDeals(
  deal: Pick<FlightDeal, 'id' | 'from' | 'to'>,
  others: readonly FlightDeal[],
  today: CalendarDate,
): FlightDeal[] {
  const shared = (other: FlightDeal) => Number(other.to === deal.to) * 2 + Number(other.from === deal.from);
  return others
    .filter((other) => other.id !== deal.id && isOpen(other, today))
    .sort((a, b) => shared(b) - shared(a) || a.price.amount - b.price.amount)
    .slice(0, 3);
}
