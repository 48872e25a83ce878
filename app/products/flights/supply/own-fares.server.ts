import type { PoolWish } from '#app/commerce/availability/claim-wishes.ts';
import { findTaken } from '#app/commerce/availability/taken-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { RecentRead } from '#app/platform/recent-read.server.ts';
import { dateIn, instant, type CalendarDate } from '#app/values/dates.ts';
import { flightOnDay, airportsOfCode } from '../engine/flight-index.ts';
import type { FlightEngine } from '../engine/flight-engine.ts';
import { makeOffer } from '../engine/make-offer.ts';
import { dayNumber } from '../engine/calendar.ts';
import { factsOfOffer } from '../search/facts-of-offer.ts';
import { formatOfferId, formatSliceKey, parseOfferId, seatsNeeded } from '../offer.ts';
import type { FlightOnDate, FlightSearch, Offer, Passengers } from '../offer.ts';
import { checkOffer } from '../supplier/house-supplier.server.ts';
import type { OfferSet, SupplierCall, SupplierOutcome, SupplierSearch } from '../supplier/flight-supplier.ts';
import { allotmentPool, isOurs, poolPrefixOfAllotments } from './allotment-rules.ts';
import { findLiveAllotments } from './allotment-store.server.ts';
import type { Allotment } from './flight-supply.tables.ts';
import { ownCode, ownOffer, parseOwnId } from './own-offer.ts';
import { stopsDate, stopsFlight } from './stop-sale-rules.ts';
import type { StopSales } from './stop-sales.server.ts';

/** A list may miss a sale of another process this long; prices and claims never do. Milliseconds. */
const listAgeMs = 2_000;
const houseZone = 'Asia/Dubai';
/** Journeys that one search puts together from allotments. */
const mostJourneys = 60;

/** The airline's load does not matter for seats that are set aside for us. */
const setAside = { size: 1, count: () => -1_000 };

interface Kept {
  readonly flight: FlightOnDate;
  readonly allotment: Allotment;
}

interface Found {
  readonly live: readonly Allotment[];
  readonly taken: ReadonlyMap<string, number>;
  readonly said: string;
  /** Another number each time something else was found than before. */
  readonly revision: number;
}

/** Fares and seats that airlines set aside for us: the same flights as the house sells, at our own price and from our own pools. */
export class OwnFares {
  readonly code = ownCode;
  readonly #found: RecentRead<Found>;
  readonly #engineAt: (now: number) => FlightEngine;
  readonly #stops: StopSales;
  /** As last read: what an offer is made of between two questions. */
  #live: readonly Allotment[] = [];
  #taken: ReadonlyMap<string, number> = new Map();

  constructor({ db, clock }: Pick<Platform, 'db' | 'clock'>, engineAt: (now: number) => FlightEngine, stops: StopSales) {
    this.#found = new RecentRead(clock, listAgeMs, async (now, before) => {
      const [live, taken] = await Promise.all([findLiveAllotments(db, dateIn(houseZone, now)), findTaken(db, now, poolPrefixOfAllotments)]);
      const said = JSON.stringify([live, taken]);
      if (before?.said === said) return before;
      return { live, taken: new Map(taken.map(({ key, quantity }) => [key, quantity])), said, revision: (before?.revision ?? 0) + 1 };
    });
    this.#engineAt = engineAt;
    this.#stops = stops;
  }

  async revision(): Promise<string> {
    return String((await this.#read()).revision);
  }

  forget(): void {
    this.#found.forget();
  }

  async search({ search, chosen }: SupplierSearch, call: SupplierCall): Promise<SupplierOutcome<OfferSet>> {
    await this.#read();
    const seats = seatsNeeded(search.passengers);
    const options: Kept[][] = [];
    for (const [at, slice] of search.slices.entries()) {
      const kept = await this.#keptFor(search, slice, seats, call.now);
      const key = chosen[at];
      const wanted = key === undefined ? kept : kept.filter(({ flight }) => formatSliceKey([flight]) === key);
      if (wanted.length === 0) return { outcome: 'ok', value: offerSet([], chosen.length) };
      options.push(wanted);
    }
    const journeys = options.reduce<Kept[][]>(
      (before, next) => before.flatMap((journey) => next.map((kept) => [...journey, kept])).slice(0, mostJourneys),
      [[]],
    );
    const offers = journeys.flatMap((journey) => this.#offer(journey, search.passengers, call.now) ?? []);
    return { outcome: 'ok', value: offerSet(cheapestOf(offers, chosen.length), chosen.length) };
  }

  async price(offerId: string, passengers: Passengers, call: SupplierCall): Promise<SupplierOutcome<Offer>> {
    this.forget();
    await this.#read();
    const id = parseOwnId(offerId);
    const flights = id && parseOfferId(id.flights);
    if (!flights || flights.slices.length !== id.allotments.length) return { outcome: 'refused', refused: 'bad-request' };
    const journey: Kept[] = [];
    for (const [at, slice] of flights.slices.entries()) {
      const flight = slice[0]!;
      const allotment = this.#live.find((each) => each.id === id.allotments[at]);
      if (!allotment || slice.length > 1 || allotment.cabin !== flights.cabin || !this.#isOnSale(allotment, flight, call.now))
        return { outcome: 'refused', refused: 'not-offered' };
      journey.push({ flight, allotment });
    }
    if (this.#left(journey) < seatsNeeded(passengers)) return { outcome: 'refused', refused: 'sold-out' };
    const offer = this.#offer(journey, passengers, call.now);
    return offer ? { outcome: 'ok', value: offer } : { outcome: 'refused', refused: 'not-offered' };
  }

  async #read(): Promise<Found> {
    const found = await this.#found.read();
    this.#live = found.live;
    this.#taken = found.taken;
    return found;
  }

  /** A pool for each direction, by the allotments as they were read for the price; null when one is not on sale any more. */
  wishes(offer: Offer, seats: number): readonly PoolWish[] | null {
    const id = parseOwnId(offer.id);
    const flights = id && parseOfferId(id.flights);
    if (!flights) return null;
    const wishes: PoolWish[] = [];
    for (const [at, slice] of flights.slices.entries()) {
      const allotment = this.#live.find((each) => each.id === id.allotments[at]);
      if (!allotment) return null;
      const { seats: capacity } = allotment;
      wishes.push({ key: allotmentPool(allotment.id, slice[0]!.date), quantity: seats, capacity, ceiling: capacity });
    }
    return wishes;
  }

  #offer(journey: readonly Kept[], passengers: Passengers, now: number): Offer | null {
    const engine = this.#engineAt(now);
    const { cabin } = journey[0]!.allotment;
    const flights = formatOfferId({ slices: journey.map(({ flight }) => [flight]), cabin });
    const checked = checkOffer(engine, flights, passengers, setAside, Math.floor(now / 60_000));
    if (!checked.ok) return null;
    const ends = journey.every(({ allotment }, at) => {
      const legs = checked.slices[at]!.legs;
      const route = engine.index.routeOfFlight[legs[0]!.flight]!;
      const code = (airport: number) => engine.index.timetable.airports[airport]!.iata;
      return code(engine.index.routeFrom[route]!) === allotment.fromAirport && code(engine.index.routeTo[route]!) === allotment.toAirport;
    });
    if (!ends) return null;
    const context = { supplier: ownCode, cabin, passengers, sold: setAside, now, usualKilograms: null };
    return ownOffer(
      makeOffer(engine, checked.slices, context),
      journey.map(({ allotment }) => allotment),
      this.#left(journey),
    );
  }

  /** The allotments that fly one direction of a search and still have the seats. */
  async #keptFor(search: FlightSearch, slice: FlightSearch['slices'][number], seats: number, now: number): Promise<Kept[]> {
    const engine = this.#engineAt(now);
    const { index } = engine;
    const origins = airportsOfCode(index, slice.from);
    const destinations = airportsOfCode(index, slice.to);
    const ends = (code: string, among: readonly number[]) => among.some((airport) => index.timetable.airports[airport]!.iata === code);
    const stops = (await this.#stops.all()).filter((stop) => stopsDate(stop, slice.date));
    return this.#live.flatMap((allotment): Kept[] => {
      if (allotment.cabin !== search.cabin || !ends(allotment.fromAirport, origins) || !ends(allotment.toAirport, destinations)) return [];
      const flight = { airline: allotment.airline, number: allotment.number, date: slice.date };
      const from = index.airportByCode.get(allotment.fromAirport)!;
      const row = flightOnDay(index, flight.airline, flight.number, dayNumber(slice.date), index.cityOf[from]!);
      if (row < 0 || !this.#isOnSale(allotment, flight, now)) return [];
      const { airline, number, fromAirport, toAirport } = allotment;
      if (stops.some((stop) => stopsFlight(stop, ownCode, { airline, number, operator: airline, from: fromAirport, to: toAirport })))
        return [];
      return this.#left([{ flight, allotment }]) < seats ? [] : [{ flight, allotment }];
    });
  }

  #isOnSale(allotment: Allotment, flight: FlightOnDate, now: number): boolean {
    const sameFlight = allotment.airline === flight.airline && allotment.number === flight.number;
    return sameFlight && isOurs(allotment, flight.date as CalendarDate, dateIn(houseZone, instant(now)));
  }

  #left(journey: readonly Kept[]): number {
    return Math.min(
      ...journey.map(({ flight, allotment }) => allotment.seats - (this.#taken.get(allotmentPool(allotment.id, flight.date)) ?? 0)),
    );
  }
}

/** The flight being chosen names an option; of several ways to go on from it the cheapest is shown. */
function cheapestOf(offers: readonly Offer[], at: number): Offer[] {
  const byKey = new Map<string, Offer>();
  for (const offer of offers) {
    const key = keyAt(offer, at);
    const known = byKey.get(key);
    if (!known || offer.brands[0]!.fareTotal.amount < known.brands[0]!.fareTotal.amount) byKey.set(key, offer);
  }
  return [...byKey.values()];
}

function keyAt(offer: Offer, at: number): string {
  const flights = parseOfferId(parseOwnId(offer.id)!.flights)!;
  return formatSliceKey(flights.slices[at]!);
}

function offerSet(offers: readonly Offer[], at: number): OfferSet {
  return {
    facts: offers.map((offer, position) => factsOfOffer({ ...offer, slices: offer.slices.slice(at) }, position)),
    offer: (position) => offers[position]!,
    sliceKey: (position) => keyAt(offers[position]!, at),
  };
}
