import { addedTo, type PricingRules } from '#app/commerce/pricing/quote.ts';
import type { FamilyFare, OfferFacts, PricedFacts } from './offer-facts.ts';
import { familyShown } from './offer-facts.ts';
import type { FlightSearch, PassengerType } from './offer.ts';

/*
 * What the customer pays for each option of a list, before any of them is made into an offer. The same rules and
 * the same rounding as `quoteOffer`, so that sorting, filters and the card say one price.
 */

export type PricedSearch = Pick<FlightSearch, 'passengers' | 'cabin' | 'bags'>;

/** What rules may ask of a journey: whose ticket it is, where its first direction begins and ends, who sells it. */
export interface SoldJourney {
  readonly airline: string;
  readonly from: string;
  readonly to: string;
  readonly source: string;
}

/** The total of a party by its fares; fils. */
export type FareTotal = (journey: SoldJourney, fare: FamilyFare) => number;

export function fareTotals({ passengers, cabin }: PricedSearch, rules: PricingRules): FareTotal {
  const known = new Map<string, readonly ((base: number) => number)[]>();
  const { adults, children, infants } = passengers;
  return ({ airline, from, to, source }, fare) => {
    const key = `${airline}${from}${to}${source}`;
    let added = known.get(key);
    if (!added) {
      const facts = { product: 'flight', airline, from, to, source, cabin, contract: '0' };
      added = (['adult', 'child', 'infant'] satisfies PassengerType[]).map((traveller) => addedTo(rules, { ...facts, traveller }));
      known.set(key, added);
    }
    let total = fare.party + adults * added[0]!(fare.adult);
    if (children > 0) total += children * added[1]!(fare.child);
    if (infants > 0) total += infants * added[2]!(fare.infant);
    return total;
  };
}

/**
 * A list as the customer pays it; with bags asked for, each in its cheapest family that has one. `chosen` are the ends
 * of the first direction where that was chosen before.
 */
export function priceFacts(
  list: readonly OfferFacts[],
  search: PricedSearch,
  rules: PricingRules,
  chosen: { readonly from: string; readonly to: string } | null = null,
): PricedFacts[] {
  const totalOf = fareTotals(search, rules);
  return list.map((facts) => {
    const { from, to } = chosen ?? facts;
    const journey = { airline: facts.validatingAirline, from, to, source: facts.supplier };
    const totals = facts.fares.map((fare) => totalOf(journey, fare));
    const shown = familyShown(facts.families, search.bags ?? false);
    const price = totals[shown]!;
    return { ...facts, price, score: facts.score - facts.price + price, shown, totals };
  });
}
