import type { PoolWish } from '#app/commerce/availability/claim-wishes.ts';
import type { Offer } from '../offer.ts';
import type { FlightSupplier, SupplierCall } from './flight-supplier.ts';

/** What selling an offer takes from seats that are ours: pools of cabins, limited by fare class, and named seats. */
export interface OwnStock {
  /** One wish for each flight of the offer, for `seats` travellers; null when a class is not on sale any more. */
  wishes(offer: Offer, seats: number, call: SupplierCall): readonly PoolWish[] | null;
}

/** A supplier whose seats are our own has a stock; others keep their seats themselves. */
export interface BookableSupplier extends FlightSupplier {
  readonly stock?: OwnStock;
}

export interface FlownSegment {
  readonly flight: string;
  readonly from: string;
  readonly departs: { readonly local: string };
}

const dateOf = (segment: FlownSegment) => segment.departs.local.slice(0, 10);

/** The cabin of one flight from one airport on its local date: `cabin:EK332/2026-12-05/MNL/economy`. */
export const poolPrefix = 'cabin:';
export function poolKey(segment: FlownSegment, cabin: string): string {
  return `${poolPrefix}${segment.flight}/${dateOf(segment)}/${segment.from}/${cabin}`;
}

/** Seats of one flight on a local date, whichever of its legs: `seat:EK332/2026-12-05/`. */
export function seatPrefix(flight: string, date: string): string {
  return `seat:${flight}/${date}/`;
}

export function seatKey(segment: FlownSegment, designator: string): string {
  return `${seatPrefix(segment.flight, dateOf(segment))}${segment.from}/${designator}`;
}

export interface PoolParts {
  readonly airline: string;
  readonly number: number;
  readonly date: string;
  readonly from: string;
  readonly cabin: string;
}

/** Reads a pool's key; null for a pool of something else. */
export function parsePoolKey(key: string): PoolParts | null {
  const match = /^cabin:([A-Z0-9]{2})(\d{1,4})\/(\d{4}-\d{2}-\d{2})\/([A-Z]{3})\/(\w+)$/.exec(key);
  return match ? { airline: match[1]!, number: Number(match[2]), date: match[3]!, from: match[4]!, cabin: match[5]! } : null;
}
