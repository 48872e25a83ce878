import type { CalendarDate } from '#app/values/dates.ts';

/** Interchangeable units. */
export interface PoolWish {
  readonly key: string;
  readonly quantity: number;
  /** What the pool starts with when nothing was ever taken from it. */
  readonly capacity: number;
  /** Nested limit of a fare class: taken units of the whole pool may not pass it. */
  readonly ceiling: number;
}

export interface Wishes {
  readonly pools: readonly PoolWish[];
  /** Keys of named units: a seat on a flight on a date. */
  readonly units: readonly string[];
  /** Nights in rooms: one claim for each room. */
  readonly nights?: readonly NightWish[];
}

/** Some of the named units of one kind, for the nights from `from` to the morning of `until`. */
export interface NightWish {
  readonly units: readonly string[];
  readonly count: number;
  readonly from: CalendarDate;
  readonly until: CalendarDate;
}

export interface Holder {
  readonly orderId: string;
  /** `user:<id>` or the hash of a guest's cookie: at most two live holds each, besides those in a basket. */
  readonly actor: string;
  /** Network of the request, hashed. */
  readonly network: string;
}

/** `too-many-holds`: this person keeps too much unpaid. `network-full`: those of their network together do, whoever they are. */
export type ClaimRefusal = 'sold-out' | 'class-closed' | 'unit-taken' | 'too-many-holds' | 'network-full';

/** Raised inside the transaction so that nothing of it stays; `keys` names what was not to be had. */
export class ClaimRefused extends Error {
  readonly refused: ClaimRefusal;
  readonly keys: readonly string[];
  constructor(refused: ClaimRefusal, keys: readonly string[] = []) {
    super(`Claim refused: ${refused} ${keys.join(' ')}`);
    this.refused = refused;
    this.keys = keys;
  }
}

/** What a cap refused, for whoever tells its reader which; null where the stock itself was not to be had. */
export function capOf({ refused }: ClaimRefused): 'too-many-holds' | 'network-full' | null {
  return refused === 'too-many-holds' || refused === 'network-full' ? refused : null;
}
