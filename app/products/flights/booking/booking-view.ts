import type { PriceLineKind } from '#app/commerce/pricing/quote.ts';
import type { SummaryLine } from '#app/commerce/pricing/quote-summary.ts';
import type { Money } from '#app/values/money.ts';
import type { AirportNames } from '../search/flight-by-flight.tsx';
import type { CardSlice } from '../search/results-view.ts';
import type { FlightBooking, MirroredPassenger } from './booking-draft.ts';

/** What every step of a booking shows; plain data for the browser. */
export interface BookingPageView {
  readonly mirror: FlightBooking<MirroredPassenger>;
  /** The furthest step opened. */
  readonly reached: number;
  /** Offer ids of the draft; a form sent for other flights is refused. */
  readonly flights: string;
  readonly resultsPath: string;
  readonly slices: readonly SliceView[];
  readonly airports: AirportNames;
  readonly contracts: number;
  readonly money: MoneyView | null;
  /** What was chosen before, where a form of it led here. */
  readonly were: WereFlights | null;
  /** The flights are dearer than when they were chosen, and nobody has agreed to it yet. */
  readonly rise: { readonly by: Money; readonly changes: readonly PriceChangeView[] } | null;
}

/** Flights that another tab has replaced, and the way back to them. */
export interface WereFlights {
  readonly from: string;
  readonly to: string;
  readonly path: string;
}

/** A line of the price as it was and as it is. */
export interface PriceChangeView {
  readonly kind: PriceLineKind;
  /** The type of traveller whose line it is, where a line is for one type. */
  readonly traveller: string | null;
  readonly travellers: number;
  /** The seat or the airport. */
  readonly mark: string;
  readonly before: Money | null;
  readonly after: Money | null;
}

export interface SliceView {
  readonly fromCity: string;
  readonly toCity: string;
  readonly slice: CardSlice;
}

export interface MoneyView {
  readonly lines: readonly SummaryLine[];
  readonly total: Money;
  readonly travellers: number;
}
