import { cabinsInOrder } from '../offer.ts';
import type { FlightSearch } from '../offer.ts';
import type { FamilyFacts, FamilyFare, OfferFacts } from '../search/offer-facts.ts';
import { familyShown } from '../search/offer-facts.ts';
import type { CandidateSet } from './candidate-set.ts';
import { flag } from './candidate-set.ts';
import { combinationPermille, pricedSlice } from './combine-slices.ts';
import type { SoldSeats } from './fare-model.ts';
import type { FlightEngine } from './flight-engine.ts';
import type { FlightIndex } from './flight-index.ts';
import { FamilyLookup, faresOf } from './journey-families.ts';
import type { FamilySlice } from './journey-families.ts';
import { localOf, utcOf } from './local-clocks.ts';
import { partyOf } from './make-offer.ts';
import { priceSlice, ticketsOf } from './price-slice.ts';
import type { CheckedSlice } from './price-slice.ts';
import { legsOfCandidate } from './search-journey.ts';
import type { JourneyOptions } from './search-journey.ts';

/**
 * Filter records of all options that can be completed to a journey, best first. `at` is the candidate's position.
 * A journey is sold in one family: a low-cost way out lifts the way back to the family that has a bag.
 */
export function journeyFacts(engine: FlightEngine, search: FlightSearch, journey: JourneyOptions, supplier: string): OfferFacts[] {
  const { options, later, matched } = journey;
  const { index } = engine;
  const party = partyOf(search.passengers);
  const lookup = new FamilyLookup(index, search.cabin);
  const chosen = journey.chosen.flatMap((slice) => checkedFamilySlices(index, slice));
  const laterSlices = later.map((): (readonly FamilySlice[])[] => []);
  const sliceOf = (set: CandidateSet, at: number) => candidateSlices(engine, search, journey.sold, set, at);
  const facts: OfferFacts[] = [];
  for (let at = 0; at < options.count; at++) {
    if (matched.price[at] === Infinity) continue;
    const slices = [...chosen, ...sliceOf(options, at)];
    for (let slice = 0; slice < later.length; slice++) {
      const match = matched.matches[slice]![at]!;
      slices.push(...(laterSlices[slice]![match] ??= sliceOf(later[slice]!, match)));
    }
    const families = lookup.of(slices);
    const permille = combinationPermille(index, slices);
    const fares = faresOf(families, slices, permille, party);
    facts.push(factsOf(engine, options, at, slices, families.facts, fares, search.bags ?? false, supplier));
  }
  return facts.sort((a, b) => a.score - b.score || a.at - b.at);
}

function checkedFamilySlices(index: FlightIndex, slice: CheckedSlice): FamilySlice[] {
  return ticketsOf(slice).map(({ base, tax, airline, legs }) => {
    return { base, tax, airline, self: slice.self, flights: legs.length, ...endsOf(index, legs[0]!.flight, legs.at(-1)!.flight) };
  });
}

/**
 * The tickets of a candidate. A search for bags prices its candidates with one, and a self-transfer as a whole; their lowest
 * fares are reckoned again.
 */
export function candidateSlices(
  engine: FlightEngine,
  search: FlightSearch,
  sold: SoldSeats,
  set: CandidateSet,
  at: number,
): readonly FamilySlice[] {
  const { index } = engine;
  if (search.bags || set.flags[at]! & flag.selfTransfer) {
    const cabin = cabinsInOrder.indexOf(search.cabin);
    const checked = priceSlice(index, engine.model, legsOfCandidate(set, at), partyOf(search.passengers), cabin, sold, 0);
    if (!checked.ok) throw new Error(`A found itinerary does not hold: ${checked.refused}`);
    return checkedFamilySlices(index, checked.slice);
  }
  const { base, tax, airline, self } = pricedSlice(index, set, at, partyOf(search.passengers));
  const flights = set.stops[at]! + 1;
  return [{ base, tax, airline, self, flights, ...endsOf(index, set.flights[at * 3]!, set.flights[at * 3 + flights - 1]!) }];
}

function endsOf(index: FlightIndex, first: number, last: number): { from: number; to: number } {
  return { from: index.routeFrom[index.routeOfFlight[first]!]!, to: index.routeTo[index.routeOfFlight[last]!]! };
}

function factsOf(
  engine: FlightEngine,
  set: CandidateSet,
  at: number,
  slices: readonly FamilySlice[],
  families: readonly FamilyFacts[],
  fares: readonly FamilyFare[],
  bags: boolean,
  supplier: string,
): OfferFacts {
  const { index } = engine;
  const { airports, airlines, equipment, equipmentOf } = index.timetable;
  const stops = set.stops[at]!;
  const flights = [set.flights[at * 3]!];
  if (stops > 0) flights.push(set.flights[at * 3 + 1]!);
  if (stops > 1) flights.push(set.flights[at * 3 + 2]!);
  const routes = flights.map((flight) => index.routeOfFlight[flight]!);
  const from = index.routeFrom[routes[0]!]!;
  const to = index.routeTo[routes[stops]!]!;
  const carriers = flights.map((flight) => airlines[index.airline[flight]!]!);
  const { alliance } = carriers[0]!;
  const layovers = layoverMinutes(engine, set, at, flights);
  const price = fares[familyShown(families, bags)]!.party;
  const flags = set.flags[at]!;
  return {
    supplier,
    at,
    price,
    // The slice's own ranking figure with the price of the whole journey in place of its own.
    score: set.score[at]! - set.price[at]! + price,
    minutes: set.arrives[at]! - set.departs[at]!,
    stops,
    departs: index.depart[flights[0]!]!,
    arrives: localOf(index.clocks, index.zoneOf[to]!, set.arrives[at]!) % 1440,
    departsUtc: set.departs[at]!,
    arrivesUtc: set.arrives[at]!,
    from: airports[from]!.iata,
    to: airports[to]!.iata,
    country: airports[to]!.country,
    airlines: unique(carriers.map(({ code }) => code)),
    validatingAirline: airlines[slices[0]!.airline]!.code,
    alliance: alliance !== null && carriers.every((carrier) => carrier.alliance === alliance) ? alliance : null,
    via: routes.slice(0, -1).map((route) => airports[index.routeTo[route]!]!.iata),
    shortestLayover: stops === 0 ? null : Math.min(...layovers),
    longestLayover: stops === 0 ? null : Math.max(...layovers),
    airportChange: (flags & flag.airportChange) !== 0,
    overnight: (flags & flag.overnight) !== 0,
    selfTransfer: (flags & flag.selfTransfer) !== 0,
    aircraft: unique(flights.map((flight) => equipment[equipmentOf[index.row[flight]!]!]!.code)),
    families,
    fares,
  };
}

function layoverMinutes(engine: FlightEngine, set: CandidateSet, at: number, flights: readonly number[]): number[] {
  const { index } = engine;
  const minutes: number[] = [];
  let arrives = set.departs[at]! + index.block[flights[0]!]!;
  for (let leg = 1; leg < flights.length; leg++) {
    const flight = flights[leg]!;
    const zone = index.zoneOf[index.routeFrom[index.routeOfFlight[flight]!]!]!;
    const departs = utcOf(index.clocks, zone, set.days[at * 3 + leg]!, index.depart[flight]!);
    minutes.push(departs - arrives);
    arrives = departs + index.block[flight]!;
  }
  return minutes;
}

function unique(codes: string[]): string[] {
  return codes.filter((code, at) => codes.indexOf(code) === at);
}
