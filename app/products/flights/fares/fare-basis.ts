import type { PassengerType } from '../offer.ts';
import { commonSeason } from './season.ts';
import { dayNumber, weekday } from '../engine/calendar.ts';

/*
 * The fare basis of the house inventory: the code under which an airline files a fare. It is made of what the fare is made
 * of and kept with the offer, so that an order has the one it was sold under.
 */

/** A fare from one end of a ticket's direction to the other. */
export interface FareComponent {
  /** Reservation booking designator of the flight. */
  readonly bookingClass: string;
  /** Local date of the direction's first departure, YYYY-MM-DD. */
  readonly date: string;
  /** Of the fare family. */
  readonly family: string;
  /** Whose fare it is. */
  readonly airline: string;
  /** Half of a return, not a way of its own. */
  readonly returns: boolean;
}

/** `KHWRVEK`: class K, high season, at the weekend, half of a return, Value, filed by EK. */
export function fareBasisOf({ bookingClass, date, family, airline, returns }: FareComponent): string {
  const day = dayNumber(date);
  const permille = commonSeason(day);
  const season = permille > 1000 ? 'H' : permille < 1000 ? 'L' : 'K';
  // Thursday to Sunday cost more, as in `season.ts`.
  const time = weekday(day) >= 3 ? 'W' : 'X';
  return `${bookingClass}${season}${time}${returns ? 'R' : 'O'}${family.slice(0, 1).toUpperCase()}${airline}`;
}

/** As it stands on a ticket: children and babies fly on the adult's fare with a designator of their own. */
export function ticketedBasis(basis: string, type: PassengerType): string {
  return type === 'adult' ? basis : `${basis}/${type === 'child' ? 'CH' : 'IN'}`;
}
