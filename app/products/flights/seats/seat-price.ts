import { zero, type Money } from '#app/values/money.ts';
import type { PassengerDetails } from '../booking/booking-draft.ts';
import type { FareBrand } from '../offer.ts';

/*
 * What a seat costs one traveller on one segment (rules 50 and 51). The supplier says the price of the seat; the fare
 * family and the traveller decide whether it is charged.
 */

export interface PricedSeat {
  readonly designator: string;
  readonly features: readonly string[];
  /** Null: free for everybody. */
  readonly price: Money | null;
}

const isBetter = (seat: PricedSeat) => seat.features.includes('extra-legroom') || seat.features.includes('exit-row');

/** Free: infants, children under 12 in a standard seat, and standard seats of a family that includes the choice. */
export function seatPrice(seat: PricedSeat, brand: Pick<FareBrand, 'seatChoice'>, passenger: Pick<PassengerDetails, 'type'>): Money {
  if (!seat.price || passenger.type === 'infant') return zero(seat.price?.currency ?? 'AED');
  if (isBetter(seat)) return seat.price;
  return passenger.type === 'child' || brand.seatChoice === 'allowed' ? zero(seat.price.currency) : seat.price;
}
