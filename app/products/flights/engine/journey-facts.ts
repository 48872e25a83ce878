import type { FareFamily } from '../fares/fare-families.ts';
import { fareFamiliesOf } from '../fares/fare-families.ts';
import type { FlightSearch } from '../offer.ts';
import type { OfferFacts } from '../offer-facts.ts';
import type { CandidateSet } from './candidate-set.ts';
import { flag } from './candidate-set.ts';
import { issuingAirline } from './combine-slices.ts';
import { longHaulKm } from './fare-model.ts';
import type { FlightEngine } from './flight-engine.ts';
import { kilometres } from './flight-index.ts';
import { cheapestWithBag } from './house-fare-model.ts';
import { localOf, utcOf } from './local-clocks.ts';
import type { JourneyOptions } from './search-journey.ts';

/** Filter records of all options that can be completed to a journey, best first. `at` is the candidate's position. */
export function journeyFacts(engine: FlightEngine, search: FlightSearch, journey: JourneyOptions, supplier: string): OfferFacts[] {
  const { options, matched } = journey;
  const families = familyLookup(engine, search);
  const facts: OfferFacts[] = [];
  for (let at = 0; at < options.count; at++) {
    const price = matched.price[at]!;
    if (price !== Infinity) facts.push(factsOf(engine, options, at, price, families, supplier));
  }
  return facts.sort((a, b) => a.score - b.score || a.at - b.at);
}

function factsOf(engine: FlightEngine, set: CandidateSet, at: number, price: number, families: FamilyLookup, supplier: string): OfferFacts {
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
  const family = families(issuingAirline(index, set, at), from, to);
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
    airlines: unique(carriers.map(({ code }) => code)),
    alliance: alliance !== null && carriers.every((carrier) => carrier.alliance === alliance) ? alliance : null,
    via: routes.slice(0, -1).map((route) => airports[index.routeTo[route]!]!.iata),
    shortestLayover: stops === 0 ? null : Math.min(...layovers),
    longestLayover: stops === 0 ? null : Math.max(...layovers),
    airportChange: (flags & flag.airportChange) !== 0,
    overnight: (flags & flag.overnight) !== 0,
    selfTransfer: (flags & flag.selfTransfer) !== 0,
    aircraft: unique(flights.map((flight) => equipment[equipmentOf[index.row[flight]!]!]!.code)),
    checkedBag: family.checkedBag !== null,
    refundable: family.refundBefore.permission,
    changeable: family.changeBefore.permission,
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

type FamilyLookup = (airline: number, from: number, to: number) => FareFamily;

/** The fare family a list shows: the cheapest, or the cheapest with a bag where bags were asked for. */
function familyLookup(engine: FlightEngine, search: FlightSearch): FamilyLookup {
  const { airlines, airports } = engine.index.timetable;
  const known = new Map<number, FareFamily>();
  const distances = new Map<number, boolean>();
  return (airline, from, to) => {
    const pair = from * 65_536 + to;
    let longHaul = distances.get(pair);
    if (longHaul === undefined) {
      const [a, b] = [airports[from]!, airports[to]!];
      longHaul = kilometres(a.latitude, a.longitude, b.latitude, b.longitude) > longHaulKm;
      distances.set(pair, longHaul);
    }
    const key = airline * 2 + (longHaul ? 1 : 0);
    let family = known.get(key);
    if (!family) {
      const { kind, country } = airlines[airline]!;
      const families = fareFamiliesOf(kind, country, search.cabin, longHaul);
      family = search.bags ? cheapestWithBag(families) : families[0]!;
      known.set(key, family);
    }
    return family;
  };
}

function unique(codes: string[]): string[] {
  return codes.filter((code, at) => codes.indexOf(code) === at);
}
