import type { PricingRules } from '#app/commerce/pricing/quote.ts';
import type { Instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { quoteOffer } from '../flight-price.ts';
import type { Flights } from '../flights-context.ts';
import type { PricedFacts } from './offer-facts.ts';
import type { FlightSearch, Offer } from '../offer.ts';
import { isWhole, type MergedOffers } from '../supplier/search-suppliers.server.ts';
import type { TransitJudge } from '../booking/transit-of-offer.ts';
import type { ResultsAddress } from './results-address.ts';
import { buildResults, cardSlice, type CardSlice, type ResultsList, type WordsFor } from './results-view.ts';

export interface OpenedResults {
  readonly list: ResultsList;
  /** The list once every source has answered; null when it is complete already. */
  readonly rest: Promise<ResultsList> | null;
  /** Directions chosen so far. */
  readonly chosen: readonly CardSlice[];
}

/** Asks for flights and lays out the page an address asks for. Null when a direction chosen before is no longer sold. */
export async function openResults(
  flights: Flights,
  rules: PricingRules,
  search: FlightSearch,
  address: ResultsAddress,
  visitor: {
    readonly language: LanguageCode;
    readonly now: Instant;
    readonly judge: TransitJudge | null;
    /** How long sources are waited for before the page begins without them. */
    readonly patienceMs?: number;
  },
): Promise<OpenedResults | null> {
  const chosen = address.chosen.slice(0, search.slices.length - 1);
  const asked = await flights.desk.ask(search, chosen, visitor.now, visitor.patienceMs);
  const words = wordsIn(flights, visitor.language);
  const build = (offers: MergedOffers) =>
    buildResults(
      { ...offers, facts: judged(flights.desk.priced(offers, search, rules), visitor.judge) },
      address,
      chosen.length,
      (offer, brand) => quoteOffer(offer, brand, rules),
      words,
      visitor.judge,
    );
  const first = asked.offers.facts[0];
  // Where a source is silent, what was chosen may be among its flights.
  if (!first && chosen.length > 0 && !asked.rest && isWhole(asked.offers)) return null;
  /** Nothing for the whole of a journey says nothing of its parts: they are asked one by one. */
  const completed = async (offers: MergedOffers): Promise<ResultsList> => {
    const list = build(offers);
    if (list.found > 0 || chosen.length > 0 || search.slices.length === 1 || list.failed > 0) return list;
    const alone = search.slices.map((slice) => ({ ...search, slices: [slice] }));
    const lowest = await flights.desk.lowestOfEach(alone, rules, visitor.now);
    const lacking = lowest.flatMap((total, index) => (total === null ? [index] : []));
    return { ...list, lacking: lowest.includes(undefined) ? null : lacking };
  };
  const travelled: Offer['slices'] = first && chosen.length > 0 ? asked.offers.offer(first).slices.slice(0, chosen.length) : [];
  return {
    list: asked.rest ? build(asked.offers) : await completed(asked.offers),
    rest: asked.rest ? asked.rest.then(completed) : null,
    chosen: travelled.map((slice) => cardSlice(slice, words, { judge: visitor.judge })),
  };
}

/** A list is shared by everyone who searches; what it asks of one passport is not. */
function judged(list: readonly PricedFacts[], judge: TransitJudge | null): readonly PricedFacts[] {
  return judge ? list.map((facts) => ({ ...facts, transit: judge.offer(facts) })) : list;
}

export function wordsIn({ geography }: Flights, language: LanguageCode): WordsFor {
  return {
    airline: geography.airline,
    airport: (code) => geography.airport(code, language),
    city: (code) => geography.city(code, language),
    aircraft: geography.aircraft,
  };
}
