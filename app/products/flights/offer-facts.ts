import type { Permission } from './offer.ts';

/**
 * What filters, sorts and facets need to know of an offer: one small record for each option of the slice
 * being chosen. The full Offer is made only for those on the page.
 */
export interface OfferFacts {
  readonly supplier: string;
  /** Position in the set of its supplier; `OfferSet.offer(at)` makes the whole offer. */
  readonly at: number;
  /** Fares and taxes of the whole party for the whole journey, cheapest match of the other slices included; fils. */
  readonly price: number;
  /** Ranking figure of "best" (engine/ranking.ts); lower is better. */
  readonly score: number;
  readonly minutes: number;
  readonly stops: number;
  /** Minutes after local midnight at either end. */
  readonly departs: number;
  readonly arrives: number;
  /** Minutes since the epoch, for sorting. */
  readonly departsUtc: number;
  readonly arrivesUtc: number;
  readonly from: string;
  readonly to: string;
  /** Marketing airlines in order of flight, each once. */
  readonly airlines: readonly string[];
  /** The alliance of all of them, or null. */
  readonly alliance: string | null;
  /** Connecting airports in order. */
  readonly via: readonly string[];
  readonly shortestLayover: number | null;
  readonly longestLayover: number | null;
  readonly airportChange: boolean;
  readonly overnight: boolean;
  readonly selfTransfer: boolean;
  /** IATA aircraft codes. */
  readonly aircraft: readonly string[];
  /** Of the cheapest fare family. */
  readonly checkedBag: boolean;
  readonly refundable: Permission;
  readonly changeable: Permission;
}
