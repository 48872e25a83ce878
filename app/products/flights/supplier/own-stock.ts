import type { PoolWish } from '#app/commerce/availability/claims-store.server.ts';
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

interface FlownSegment {
  readonly flight: string;
  readonly from: string;
  readonly departs: { readonly local: string };
}

const flightPart = (segment: FlownSegment) => `${segment.flight}/${segment.from}/${segment.departs.local.slice(0, 10)}`;

/** Cabins of one flight on its local date: `cabin:EK332/MNL/2026-12-05/economy`. */
export const poolPrefix = 'cabin:';
export function poolKey(segment: FlownSegment, cabin: string): string {
  return `${poolPrefix}${flightPart(segment)}/${cabin}`;
}

export const seatPrefix = 'seat:';
export function seatKey(segment: FlownSegment, designator: string): string {
  return `${seatPrefix}${flightPart(segment)}/${designator}`;
}

export interface PoolParts {
  readonly airline: string;
  readonly number: number;
  readonly from: string;
  readonly date: string;
  readonly cabin: string;
}

/** Reads a pool's key; null for a pool of something else. */
export function parsePoolKey(key: string): PoolParts | null {
  const match = /^cabin:([A-Z0-9]{2})(\d{1,4})\/([A-Z]{3})\/(\d{4}-\d{2}-\d{2})\/(\w+)$/.exec(key);
  return match ? { airline: match[1]!, number: Number(match[2]), from: match[3]!, date: match[4]!, cabin: match[5]! } : null;
}
