import { addedTo, type PricingRules } from '#app/commerce/pricing/quote.ts';
import { asksFor, placeFacts } from '#app/commerce/pricing/rule-scope.ts';
import { calendarDate, dayNumber } from '#app/values/dates.ts';
import { ticketTypeAt } from '../fares/fare-rules.ts';
import type { FamilyFare, OfferFacts, PricedFacts } from './offer-facts.ts';
import { familyShown } from './offer-facts.ts';
import type { FlightSearch, PassengerType } from '../offer.ts';

/*
 * What the customer pays for each option of a list, before any of them is made into an offer. The same rules and
 * the same rounding as `quoteOffer`, so that sorting, filters and the card say one price.
 */

export type PricedSearch = Pick<FlightSearch, 'passengers' | 'cabin' | 'bags' | 'slices'>;

/** What rules may ask of a journey: whose ticket it is, where its first direction begins and ends and when, who sells it. */
export interface SoldJourney {
  readonly airline: string;
  readonly from: string;
  readonly to: string;
  readonly country: string | undefined;
  readonly source: string;
  /** Local day of the first departure. */
  readonly date: string;
}

/** The total of a party by its fares in one family, told by its place among the families of the journey; fils. */
export type FareTotal = (journey: SoldJourney, fare: FamilyFare, index: number, families: number) => number;

export function fareTotals({ passengers, cabin }: Pick<PricedSearch, 'passengers' | 'cabin'>, rules: PricingRules): FareTotal {
  const known = new Map<string, readonly ((base: number) => number)[]>();
  const { adults, children, infants } = passengers;
  // What no rule asks for is told apart by nobody.
  const byFamily = asksFor(rules.rules, 'family');
  const byDate = asksFor(rules.rules, 'lead');
  return (journey, fare, index, families) => {
    const family = byFamily ? ticketTypeAt(index, families) : null;
    const key = `${journey.airline}${journey.from}${journey.to}${journey.source}${family}${byDate ? journey.date : ''}`;
    let added = known.get(key);
    if (!added) {
      const facts = soldFacts(journey, cabin, rules, family);
      added = (['adult', 'child', 'infant'] satisfies PassengerType[]).map((traveller) => addedTo(rules, { ...facts, traveller }));
      known.set(key, added);
    }
    let total = fare.party + adults * added[0]!(fare.adult);
    if (children > 0) total += children * added[1]!(fare.child);
    if (infants > 0) total += infants * added[2]!(fare.infant);
    return total;
  };
}

/** What rules may ask of a journey in one cabin and family, and of where and when it is sold. */
export function soldFacts(
  { airline, from, to, country, source, date }: SoldJourney,
  cabin: string,
  { channel, day }: PricingRules,
  family: string | null,
): Readonly<Record<string, string>> {
  return {
    product: 'flight',
    airline,
    from,
    to,
    source,
    cabin,
    contract: '0',
    ...placeFacts(country),
    ...(channel ? { channel } : {}),
    ...(family ? { family } : {}),
    ...(day ? { lead: String(dayNumber(calendarDate(date)) - dayNumber(calendarDate(day))) } : {}),
  };
}

/** The first direction where it was chosen before: its ends, its country and its day. */
export type ChosenFirst = Pick<SoldJourney, 'from' | 'to' | 'country' | 'date'>;

/** A list as the customer pays it; with bags asked for, each in its cheapest family that has one. */
export function priceFacts(
  list: readonly OfferFacts[],
  search: PricedSearch,
  rules: PricingRules,
  chosen: ChosenFirst | null = null,
): PricedFacts[] {
  const totalOf = fareTotals(search, rules);
  const { date } = chosen ?? search.slices[0]!;
  return list.map((facts) => {
    const { from, to, country } = chosen ?? facts;
    const journey = { airline: facts.validatingAirline, from, to, country, source: facts.supplier, date };
    const totals = facts.fares.map((fare, index) => totalOf(journey, fare, index, facts.fares.length));
    const shown = familyShown(facts.families, search.bags ?? false);
    const price = totals[shown]!;
    return { ...facts, price, score: facts.score - facts.price + price, shown, totals };
  });
}
