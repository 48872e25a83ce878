import { surnameKey } from '#app/commerce/orders/person-keys.ts';
import type { FlightOrderState } from './flight-order-status.ts';

/*
 * Two orders that may be one trip bought twice: the same person by name on the same route on the same day. Whoever gives
 * another day of birth, or flies at another hour, passes the check of the checkout and is found here.
 */

export interface Named {
  readonly givenNames: string;
  readonly surname: string;
}

/** States in which an order keeps or has kept seats that somebody may sit in; any other cannot be a trip bought twice. */
export const twinStates = [
  'priced',
  'price_changed',
  'held',
  'payment_pending',
  'paid',
  'on_hold',
  'ticketing',
  'ticketed',
  'ticketing_failed',
  'stuck',
  'schedule_change_pending',
  'change_quoted',
  'change_pending',
  'changed',
  'cancel_quoted',
] as const satisfies readonly FlightOrderState[];

/** Whether somebody travels in both, by their whole name: case, marks and spaces aside. */
export function shareTraveller(ours: readonly Named[], theirs: readonly Named[]): boolean {
  const names = new Set(ours.map(nameOf));
  return theirs.some((person) => names.has(nameOf(person)));
}

const nameOf = ({ surname, givenNames }: Named) => `${surnameKey(surname)}/${surnameKey(givenNames)}`;
