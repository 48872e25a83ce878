import type { TransitAnswer } from '#app/commerce/trip-line/transit-rules-context.ts';
import type { Quote } from '#app/commerce/pricing/quote.ts';
import { money, sumMoney, type Money } from '#app/values/money.ts';
import {
  countFacets,
  familyWishes,
  filterOffers,
  filtersToRelax,
  firstInOrder,
  sortOffers,
  type Facets,
  type FacetValue,
  type FilterName,
  type OfferFilter,
  type SortOrder,
} from './filter-offers.ts';
import type { PricedFacts } from './offer-facts.ts';
import { basisBySegment } from '../fares/fare-rules.ts';
import { comesBack } from '../refunds/tax-refunds.ts';
import type { BaggageAllowance, Cabin, FareRule, Layover, LayoverGrade, Offer, Segment, Slice } from '../offer.ts';
import type { TransitJudge } from '../booking/transit-of-offer.ts';
import type { ResultsAddress } from './results-address.ts';

/*
 * What the results page shows, as small as it can be: it travels to the browser once as HTML and once as data.
 */

export const pageSize = 10;
export const shownOrders = ['best', 'cheapest', 'fastest', 'earliest'] as const satisfies readonly SortOrder[];

export interface CardSegment {
  readonly flight: string;
  readonly airline: string;
  readonly airlineName: string;
  /** Who really flies, where that is another airline. */
  readonly operatorName: string | null;
  readonly from: string;
  readonly to: string;
  readonly fromTerminal: string | null;
  readonly toTerminal: string | null;
  /** Local, YYYY-MM-DDTHH:mm. */
  readonly departs: string;
  readonly arrives: string;
  readonly minutes: number;
  readonly aircraftName: string;
  readonly cabin: Cabin;
  readonly bookingClass: string;
  /** Absent where the seller does not say, or no fare is chosen. */
  readonly fareBasis?: string;
}

export interface CardLayover {
  readonly airport: string;
  readonly departsFrom: string;
  readonly placeName: string;
  readonly minutes: number;
  readonly grade: LayoverGrade;
  readonly overnight: boolean;
  readonly airportChange: boolean;
  readonly terminalChange: boolean;
  readonly selfTransfer: boolean;
  readonly risk?: Layover['risk'];
  /** What it asks of the passport told; null where none was, or there is nothing to pass through. */
  readonly transit: TransitAnswer | null;
}

export interface CardSlice {
  readonly from: string;
  readonly to: string;
  readonly segments: readonly CardSegment[];
  readonly layovers: readonly CardLayover[];
  readonly minutes: number;
  readonly stops: number;
  readonly dayShift: number;
}

export interface WhyLine {
  readonly kind: string;
  readonly nameKey: string;
  /** Passenger type of a fare, else empty. */
  readonly traveller: string;
  readonly count: number;
  readonly each: Money;
  readonly amount: Money;
  /** Included in `amount`; null when it bears none. */
  readonly vat: Money | null;
  /** Of a tax: it comes back of flights that nobody flies, whatever the fare. Absent of everything else. */
  readonly comesBack?: boolean;
}

export interface FlightCard {
  /** Key of the slice being chosen: flights and dates. */
  readonly key: string;
  readonly offerId: string;
  readonly brand: string;
  readonly brandNameKey: string;
  /** Not the cheapest family: the one that has what was asked for. */
  readonly lifted: boolean;
  readonly slice: CardSlice;
  /** The later directions that the price includes, cheapest match. */
  readonly included: readonly CardSlice[];
  readonly cabinBag: BaggageAllowance | null;
  readonly checkedBag: BaggageAllowance | null;
  readonly change: FareRule;
  readonly refund: FareRule;
  readonly total: Money;
  /** What one adult pays of it. */
  readonly each: Money;
  readonly co2: number;
  readonly usualCo2: number | null;
  readonly seatsLeft: number | null;
  readonly tickets: number;
  /** Only for the card whose price is laid open. */
  readonly lines: readonly WhyLine[] | null;
  readonly pricedAt: string;
}

export interface SortTab {
  readonly order: (typeof shownOrders)[number];
  readonly minutes: number;
  /** Minutes after local midnight. */
  readonly departs: number;
  readonly total: Money;
}

/** Offers by price, from the cheapest to the dearest, in steps of equal width. */
export interface PriceBars {
  readonly from: number;
  readonly to: number;
  readonly counts: readonly number[];
}

export interface ResultsList {
  readonly asked: number;
  /** Those that have said what they have, or that they have nothing; and those that were given up. */
  readonly answered: number;
  readonly failed: number;
  /** All that was found, and what passes the filters. */
  readonly found: number;
  readonly matching: number;
  readonly tabs: readonly SortTab[];
  readonly cards: readonly FlightCard[];
  readonly compared: readonly FlightCard[];
  readonly page: number;
  readonly pages: number;
  readonly facets: ShownFacets;
  readonly bars: PriceBars | null;
  readonly relax: readonly { readonly name: FilterName; readonly results: number }[];
  /** Of a journey of several directions that has no flights: which of them have none, from 0; null where it was not asked. */
  readonly lacking: readonly number[] | null;
  /** Words for the codes in facets: airlines, airports, aircraft. */
  readonly names: Readonly<Record<string, string>>;
  /** Cities of the airports on the way: a layover is known by them. */
  readonly cities: Readonly<Record<string, string>>;
  /** Names of the airports of the cards. */
  readonly airports: Readonly<Record<string, string>>;
}

/** A value to narrow by and how many offers have it. */
export type ShownFacet = Pick<FacetValue, 'value' | 'count'>;
type ListedFacet = 'stops' | 'airlines' | 'alliances' | 'from' | 'to' | 'via' | 'aircraft';
/** Of each list all values, the most frequent first. */
export type ShownFacets = Readonly<Record<ListedFacet, readonly ShownFacet[]>> &
  Readonly<Record<'checkedBag' | 'refundable' | 'changeable', number>>;

export interface WordsFor {
  airline(code: string): string;
  airport(code: string): string;
  /** Of an airport. */
  city(code: string): string;
  aircraft(code: string): string;
}

/** Supplier answers merged, as the customer pays them. */
export interface FoundOffers {
  readonly facts: readonly PricedFacts[];
  readonly asked: number;
  readonly answered: readonly { readonly outcome: 'ok' | 'refused' | 'unknown' }[];
  offer(facts: PricedFacts): Offer;
  sliceKey(facts: PricedFacts): string;
}

type PriceOf = (offer: Offer, brand: Offer['brands'][number]) => Quote;

/** Filters, sorts, counts and cuts a page out of what was found. Only offers that are shown are made and priced. */
export function buildResults(
  found: FoundOffers,
  address: ResultsAddress,
  /** Which direction is being chosen, from 0. */
  choosing: number,
  priceOf: PriceOf,
  words: WordsFor,
  judge: TransitJudge | null = null,
): ResultsList {
  const matching = filterOffers(found.facts, address.filter);
  const sorted = sortOffers(matching, address.sort);
  const pages = Math.max(1, Math.ceil(sorted.length / pageSize));
  const page = Math.min(address.page, pages);
  const made = new Map<PricedFacts, FlightCard>();
  const card = (facts: PricedFacts): FlightCard => {
    let known = made.get(facts);
    if (!known) {
      const offer = found.offer(facts);
      const key = found.sliceKey(facts);
      known = buildCard(
        key,
        facts,
        offer,
        choosing,
        (slice, bases) => cardSlice(slice, words, { judge, bases }),
        address.why === key,
        priceOf,
      );
      made.set(facts, known);
    }
    return known;
  };
  // Laid side by side in the family that was asked for where there is one.
  const asked = address.compare.length > 0 ? [...filterOffers(found.facts, familyWishes(address.filter)), ...found.facts] : [];
  const byKey = (key: string) => asked.find((facts) => found.sliceKey(facts) === key);
  const facets = shownFacets(countFacets(found.facts, address.filter), address.filter);
  const cards = sorted.slice((page - 1) * pageSize, page * pageSize).map(card);
  return {
    asked: found.asked,
    answered: found.answered.filter((report) => report.outcome !== 'unknown').length,
    failed: found.answered.filter((report) => report.outcome === 'unknown').length,
    found: found.facts.length,
    matching: matching.length,
    tabs: matching.length === 0 ? [] : shownOrders.map((order) => tabOf(order, firstInOrder(matching, order)!)),
    cards,
    compared: address.compare.flatMap((key) => byKey(key) ?? []).map(card),
    page,
    pages,
    facets,
    bars: barsOf(found.facts, address.filter),
    relax: matching.length === 0 ? filtersToRelax(found.facts, address.filter) : [],
    lacking: null,
    names: namesOf(facets, words),
    airports: airportNames(
      cards.flatMap((one) => [one.slice, ...one.included]),
      words,
    ),
    cities: Object.fromEntries(facets.via.map(({ value }) => [value, words.city(value)])),
  };
}

function tabOf(order: SortTab['order'], facts: PricedFacts): SortTab {
  return { order, minutes: facts.minutes, departs: facts.departs, total: totalOf(facts) };
}

/** What a card says: the house sells in dirhams. */
const totalOf = (facts: PricedFacts): Money => money(facts.price, 'AED');

function buildCard(
  key: string,
  facts: PricedFacts,
  offer: Offer,
  choosing: number,
  shown: (slice: Slice, bases: ReadonlyMap<Segment, string>) => CardSlice,
  open: boolean,
  priceOf: PriceOf,
): FlightCard {
  const brand = offer.brands[facts.shown]!;
  const { adults, children, infants } = offer.passengers;
  // The list is priced already: line by line only where lines are shown, or each traveller's own share.
  const bases = basisBySegment([{ offer, brand }]);
  const quote = open || adults + children + infants > 1 ? priceOf(offer, brand) : null;
  return {
    key,
    offerId: offer.id,
    brand: brand.code,
    brandNameKey: brand.nameKey,
    lifted: brand !== offer.brands[0],
    slice: shown(offer.slices[choosing]!, bases),
    included: offer.slices.slice(choosing + 1).map((slice) => shown(slice, bases)),
    cabinBag: brand.cabinBag,
    checkedBag: brand.checkedBag,
    change: brand.changeBefore,
    refund: brand.refundBefore,
    total: totalOf(facts),
    each: quote?.perTraveller[0] ?? totalOf(facts),
    co2: offer.co2.kilograms,
    usualCo2: offer.co2.usualKilograms,
    seatsLeft: offer.seatsLeft,
    tickets: offer.tickets,
    lines: open && quote ? whyLines(quote) : null,
    pricedAt: offer.pricedAt,
  };
}

export function cardSlice(
  slice: Slice,
  words: WordsFor,
  { judge = null, bases }: { readonly judge?: TransitJudge | null; readonly bases?: ReadonlyMap<Segment, string> } = {},
): CardSlice {
  return {
    from: slice.from,
    to: slice.to,
    minutes: slice.minutes,
    stops: slice.stops,
    dayShift: slice.dayShift,
    segments: slice.segments.map((segment) => ({
      flight: segment.flight,
      airline: segment.airline,
      airlineName: words.airline(segment.airline),
      operatorName: segment.operator === segment.airline ? null : words.airline(segment.operator),
      from: segment.from,
      to: segment.to,
      fromTerminal: segment.fromTerminal,
      toTerminal: segment.toTerminal,
      departs: segment.departs.local,
      arrives: segment.arrives.local,
      minutes: segment.minutes,
      aircraftName: segment.aircraftName,
      cabin: segment.cabin,
      bookingClass: segment.bookingClass,
      ...(bases?.has(segment) && { fareBasis: bases.get(segment)! }),
    })),
    layovers: slice.layovers.map((layover) => ({
      ...layover,
      placeName: words.city(layover.airport),
      transit: judge ? judge.layover(layover, slice) : null,
    })),
  };
}

/** Of every airport that these directions touch. */
export function airportNames(slices: readonly CardSlice[], words: WordsFor): Record<string, string> {
  const codes = slices.flatMap(({ segments }) => segments.flatMap(({ from, to }) => [from, to]));
  return Object.fromEntries([...new Set(codes)].map((code) => [code, words.airport(code)]));
}

/** The lines of a price as people read them: fares by traveller, each tax once, then our own. Adds up to the total. */
export function whyLines(quote: Quote): WhyLine[] {
  const groups = new Map<string, Quote['lines'][number][]>();
  for (const line of quote.lines) {
    const key = line.kind === 'fare' ? `fare ${line.facts.traveller ?? ''}` : `${line.kind} ${line.nameKey}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()].map((lines) => {
    const first = lines[0]!;
    const vat = sumMoney(
      lines.map((line) => line.vat),
      quote.currency,
    );
    return {
      kind: first.kind,
      nameKey: first.nameKey,
      traveller: first.kind === 'fare' ? (first.facts.traveller ?? '') : '',
      count: lines.reduce((count, line) => count + line.travellers.length, 0),
      each: first.each,
      amount: sumMoney(
        lines.map((line) => line.amount),
        quote.currency,
      ),
      vat: vat.amount > 0 ? vat : null,
      ...(first.kind === 'tax' &&
        first.facts.taxCode !== undefined && { comesBack: lines.every(({ facts }) => comesBack(facts.taxCode!)) }),
    };
  });
}

const barCount = 12;

function barsOf(list: readonly PricedFacts[], filter: OfferFilter): PriceBars | null {
  const { maxPrice: _maxPrice, ...others } = filter;
  const passing = filterOffers(list, others);
  if (passing.length < 2) return null;
  let from = Infinity;
  let to = 0;
  for (const { price } of passing) {
    if (price < from) from = price;
    if (price > to) to = price;
  }
  if (to <= from) return null;
  const counts = Array.from({ length: barCount }, () => 0);
  for (const { price } of passing) {
    const bar = Math.min(barCount - 1, Math.floor(((price - from) / (to - from)) * barCount));
    counts[bar]! += 1;
  }
  return { from, to, counts };
}

function shownFacets(facets: Facets, filter: OfferFilter): ShownFacets {
  const listed = (name: ListedFacet): ShownFacet[] => {
    const chosen = filter[name]?.map(String) ?? [];
    const counted = facets[name].map(({ value, count }) => ({ value, count }));
    // A chosen value stays in the list even when the other filters leave it without flights.
    const missing = chosen.filter((value) => !counted.some((facet) => facet.value === value));
    return [...counted, ...missing.map((value) => ({ value, count: 0 }))];
  };
  return {
    stops: listed('stops'),
    airlines: listed('airlines'),
    alliances: listed('alliances'),
    from: listed('from'),
    to: listed('to'),
    via: listed('via'),
    aircraft: listed('aircraft'),
    checkedBag: facets.checkedBag?.count ?? 0,
    refundable: facets.refundable?.count ?? 0,
    changeable: facets.changeable?.count ?? 0,
  };
}

function namesOf(facets: ShownFacets, words: WordsFor): Record<string, string> {
  const names: Record<string, string> = {};
  for (const { value } of facets.airlines) names[value] = words.airline(value);
  for (const { value } of [...facets.from, ...facets.to]) names[value] = words.airport(value);
  for (const { value } of facets.aircraft) names[value] = words.aircraft(value);
  return names;
}

/** Whole percent under (negative) or over what is usual; null where nothing can be said. */
export function co2AgainstUsual(card: Pick<FlightCard, 'co2' | 'usualCo2'>): number | null {
  if (card.usualCo2 === null || card.usualCo2 === 0) return null;
  return Math.round(((card.co2 - card.usualCo2) * 100) / card.usualCo2);
}

/** A ceiling in whole dirhams that a visitor can choose: the upper edges of the bars. */
export function priceSteps(bars: PriceBars): Money[] {
  return bars.counts.map((_, bar) =>
    money(Math.ceil((bars.from + ((bars.to - bars.from) * (bar + 1)) / bars.counts.length) / 1000) * 1000, 'AED'),
  );
}
