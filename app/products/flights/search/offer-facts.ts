import type { TransitNeed } from '#app/commerce/trip-line/transit-rules-context.ts';
import type { Permission } from '../offer.ts';

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
  /** Of `to`; pricing rules may ask for it, as of the airline. */
  readonly country?: string;
  /** Marketing airlines in order of flight, each once. */
  readonly airlines: readonly string[];
  /** Whose ticket it is; pricing rules may ask for it. */
  readonly validatingAirline: string;
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
  /** The fare families of the whole offer, cheapest first as in `Offer.brands`, and what each costs. Never empty. */
  readonly families: readonly FamilyFacts[];
  readonly fares: readonly FamilyFare[];
}

/** What a filter asks of a fare family. */
export interface FamilyFacts {
  readonly checkedBag: boolean;
  readonly refundable: Permission;
  readonly changeable: Permission;
}

/** Fils: the base fare of one traveller of each type, and all fares and taxes of the party. */
export interface FamilyFare {
  readonly adult: number;
  readonly child: number;
  readonly infant: number;
  readonly party: number;
}

/** A fare that a day may start at; what the house adds to it depends on whose ticket it is, where to and in which family. */
export interface DayFare {
  readonly validatingAirline: string;
  readonly country?: string;
  /** Its place among the fare families of the journey, from 0, and how many there are. */
  readonly family?: readonly [index: number, of: number];
  readonly fare: FamilyFare;
}

/** The family a list shows: the cheapest, or with bags asked for the cheapest that has one. */
export function familyShown(families: readonly FamilyFacts[], bags: boolean): number {
  return bags
    ? Math.max(
        0,
        families.findIndex(({ checkedBag }) => checkedBag),
      )
    : 0;
}

/** The same with what the customer pays: `price` and `score` are those of the family shown, fees and markups in. */
export interface PricedFacts extends OfferFacts {
  /** Position of the fare family that a card sells. */
  readonly shown: number;
  /** The whole party's total in each family, fils, exactly as a card says it. */
  readonly totals: readonly number[];
  /** What its stops ask of the passport that was told; absent where none was. */
  readonly transit?: TransitNeed;
}
