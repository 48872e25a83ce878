import { dateOfDay, dayNumber } from '../engine/calendar.ts';
import type { CandidateSet } from '../engine/candidate-set.ts';
import { leastStay } from '../engine/combine-slices.ts';
import { nothingSold } from '../engine/fare-model.ts';
import type { SoldSeats } from '../engine/fare-model.ts';
import { buildEngine, salesCloseMinutes, salesDays } from '../engine/flight-engine.ts';
import type { FlightEngine, HouseWorld } from '../engine/flight-engine.ts';
import { flightOnDay } from '../engine/flight-index.ts';
import type { FlightIndex } from '../engine/flight-index.ts';
import { journeyFacts } from '../engine/journey-facts.ts';
import { flightKilograms, flightOnDate, makeOffer, partyOf } from '../engine/make-offer.ts';
import { lowestByDay } from '../engine/price-calendar.ts';
import type { DayPair } from '../engine/price-calendar.ts';
import { priceSlice } from '../engine/price-slice.ts';
import type { CheckedSlice } from '../engine/price-slice.ts';
import { checkSlice, legsOfCandidate, searchJourney, sliceQuery } from '../engine/search-journey.ts';
import type { JourneyOptions } from '../engine/search-journey.ts';
import { buildFareTable } from '../fares/base-fare.ts';
import type { FareTable } from '../fares/base-fare.ts';
import { usualKilograms } from '../fares/co2.ts';
import { cabinsInOrder, formatSliceKey, parseOfferId } from '../offer.ts';
import type { FlightSearch, Offer, Passengers } from '../offer.ts';
import type {
  CalendarDay,
  CalendarRequest,
  FlightShopping,
  OfferSet,
  SeatMap,
  SeatMapQuery,
  SupplierCall,
  SupplierOutcome,
  SupplierRefusal,
  SupplierSearch,
} from './flight-supplier.ts';
import { houseSeatMap } from './house-seat-map.ts';

export const houseSupplierCode = 'house';

/** What the house has sold or holds beyond the forecast load; kept elsewhere, asked once for each call. */
export interface HouseStock {
  soldSeats(index: FlightIndex): SoldSeats | Promise<SoldSeats>;
  /** Designators of the seats given to travellers on one flight, such as 12A. */
  takenSeats(flight: string, date: string): ReadonlySet<string> | Promise<ReadonlySet<string>>;
}

/** A house that has sold nothing yet. */
export const untouchedStock: HouseStock = { soldSeats: () => nothingSold, takenSeats: () => new Set() };

/** The house inventory as a source of offers. Prices depend on the day of sale, so its engine is renewed each day. */
export class HouseShopping implements FlightShopping {
  readonly code = houseSupplierCode;
  readonly #world: HouseWorld;
  readonly #table: FareTable;
  readonly #stock: HouseStock;
  #engine: FlightEngine | null = null;

  constructor(world: HouseWorld, stock: HouseStock) {
    this.#world = world;
    this.#table = world.fares ?? buildFareTable(world.timetable);
    this.#stock = stock;
  }

  /** The engine of the day of sale, by UTC. About 0.3 s on the first call of a day. */
  engineAt(now: number): FlightEngine {
    const today = Math.floor(now / 86_400_000);
    if (this.#engine?.today !== today) this.#engine = buildEngine(this.#world, today, this.#table);
    return this.#engine;
  }

  async search(request: SupplierSearch, call: SupplierCall): Promise<SupplierOutcome<OfferSet>> {
    const engine = this.engineAt(call.now);
    const sold = await this.#stock.soldSeats(engine.index);
    const found = searchJourney(engine, request.search, request.chosen, sold, Math.floor(call.now / 60_000));
    if (!found.ok) return refusal(found.refused);
    return { outcome: 'ok', value: houseOffers(engine, request.search, found.journey, sold, call.now) };
  }

  async price(offerId: string, passengers: Passengers, call: SupplierCall): Promise<SupplierOutcome<Offer>> {
    const engine = this.engineAt(call.now);
    const sold = await this.#stock.soldSeats(engine.index);
    const checked = checkOffer(engine, offerId, passengers, sold, Math.floor(call.now / 60_000));
    if (!checked.ok) return refusal(checked.refused);
    const { slices, cabin } = checked;
    return {
      outcome: 'ok',
      value: makeOffer(engine, slices, { supplier: this.code, cabin, passengers, sold, now: call.now, usualKilograms: null }),
    };
  }

  async seatMap(query: SeatMapQuery, call: SupplierCall): Promise<SupplierOutcome<SeatMap>> {
    const { index } = this.engineAt(call.now);
    const leg = parseOfferId(query.offerId)?.slices[query.slice]?.[query.segment];
    if (!leg) return refusal('bad-request');
    const day = dayNumber(leg.date);
    const flight = flightOnDay(index, leg.airline, leg.number, day);
    if (flight < 0) return refusal('not-offered');
    const code = `${leg.airline}${leg.number}`;
    const given = await this.#stock.takenSeats(code, leg.date);
    return {
      outcome: 'ok',
      value: houseSeatMap(this.#table, index.row[flight]!, day, Math.floor(call.now / 86_400_000), code, leg.date, given),
    };
  }

  async calendar(request: CalendarRequest, call: SupplierCall): Promise<SupplierOutcome<readonly CalendarDay[]>> {
    const engine = this.engineAt(call.now);
    const { search, kind } = request;
    const minutes = Math.floor(call.now / 60_000);
    const queries = search.slices.map((slice) => sliceQuery(engine, search, slice, minutes));
    const [out, back] = queries;
    if (!out || back === null || queries.length > 2) return refusal('bad-request');
    const sold = await this.#stock.soldSeats(engine.index);
    const spread = kind === 'flex' ? 3 : 15;
    const around = (day: number) =>
      Array.from({ length: 2 * spread + 1 }, (_, at) => day - spread + at).filter(
        (at) => at >= engine.today && at < engine.today + salesDays,
      );
    const stay = back ? back.day - out.day : 0;
    const pairs = around(out.day).flatMap((day): DayPair[] => {
      if (!back) return [[day, null]];
      return kind === 'flex' ? around(back.day).map((other) => [day, other]) : [[day, day + stay]];
    });
    const fares = lowestByDay(engine, search, back ? [out, back] : [out], pairs, sold);
    return {
      outcome: 'ok',
      value: pairs.map(([day, other], at) => ({
        date: dateOfDay(day),
        returnDate: other === null ? null : dateOfDay(other),
        fares: fares[at]!,
      })),
    };
  }
}

function refusal(refused: SupplierRefusal): { outcome: 'refused'; refused: SupplierRefusal } {
  return { outcome: 'refused', refused };
}

/**
 * Reads an offer id and checks every flight of it for these passengers, trusting nothing. `now` in UTC minutes.
 * Also what a hold starts from: `slices[i].legs` name flights in the index, `cabins` what is flown.
 */
export function checkOffer(
  engine: FlightEngine,
  offerId: string,
  passengers: Passengers,
  sold: SoldSeats,
  now: number,
): { ok: true; slices: CheckedSlice[]; cabin: Offer['cabin'] } | { ok: false; refused: SupplierRefusal } {
  const id = parseOfferId(offerId);
  const seats = passengers.adults + passengers.children;
  if (!id || seats < 1 || seats > 9) return { ok: false, refused: 'bad-request' };
  const query = { party: partyOf(passengers), cabin: cabinsInOrder.indexOf(id.cabin), notBefore: now + salesCloseMinutes };
  const slices: CheckedSlice[] = [];
  for (const flights of id.slices) {
    const checked = checkSlice(engine, formatSliceKey(flights), query, sold);
    if (!checked.ok) return checked;
    const before = slices.at(-1);
    if (before && checked.slice.departs < before.arrives + leastStay) return { ok: false, refused: 'not-offered' };
    slices.push(checked.slice);
  }
  return { ok: true, slices, cabin: id.cabin };
}

/** The options of a search as an offer set. */
export function houseOffers(engine: FlightEngine, search: FlightSearch, journey: JourneyOptions, sold: SoldSeats, now: number): OfferSet {
  return new HouseOfferSet(engine, search, journey, sold, now);
}

/** Candidates of a search; each becomes an offer only when asked for. */
class HouseOfferSet implements OfferSet {
  readonly facts: OfferSet['facts'];
  readonly #engine: FlightEngine;
  readonly #search: FlightSearch;
  readonly #journey: JourneyOptions;
  readonly #sold: SoldSeats;
  readonly #now: number;
  #usual: number | null | undefined;

  constructor(engine: FlightEngine, search: FlightSearch, journey: JourneyOptions, sold: SoldSeats, now: number) {
    this.#engine = engine;
    this.#search = search;
    this.#journey = journey;
    this.#sold = sold;
    this.#now = now;
    this.facts = journeyFacts(engine, search, journey, houseSupplierCode);
  }

  /** Chosen, offered and matching slices of an option. */
  #slices(at: number): CheckedSlice[] {
    const { chosen, options, later, matched } = this.#journey;
    return [...chosen, this.#check(options, at), ...later.map((set, slice) => this.#check(set, matched.matches[slice]![at]!))];
  }

  offer(at: number): Offer {
    return makeOffer(this.#engine, this.#slices(at), {
      supplier: houseSupplierCode,
      cabin: this.#search.cabin,
      passengers: this.#search.passengers,
      sold: this.#sold,
      now: this.#now,
      usualKilograms: this.#usualKilograms(),
    });
  }

  sliceKey(at: number): string {
    return formatSliceKey(legsOfCandidate(this.#journey.options, at).map((leg) => flightOnDate(this.#engine.index, leg)));
  }

  #check(set: CandidateSet, at: number): CheckedSlice {
    const { index, model } = this.#engine;
    const cabin = cabinsInOrder.indexOf(this.#search.cabin);
    const checked = priceSlice(index, model, legsOfCandidate(set, at), partyOf(this.#search.passengers), cabin, this.#sold, 0);
    if (!checked.ok) throw new Error(`A found itinerary does not hold: ${checked.refused}`);
    return checked.slice;
  }

  /**
   * What is usual for the journey: for each direction the median of all its options, added up. A direction chosen
   * before is searched again for it, once for a list.
   */
  #usualKilograms(): number | null {
    if (this.#usual !== undefined) return this.#usual;
    const { options, later, queries } = this.#journey;
    const chosen = queries.slice(0, this.#journey.chosen.length).map((query) => this.#engine.search.search(query, this.#sold));
    const medians = [...chosen, options, ...later].map((set) => this.#medianKilograms(set));
    this.#usual = medians.reduce<number | null>((sum, median) => (sum === null || median === null ? null : sum + median), 0);
    return this.#usual;
  }

  #medianKilograms(set: CandidateSet): number | null {
    const { index } = this.#engine;
    const wanted = cabinsInOrder.indexOf(this.#search.cabin);
    const all = Array.from({ length: set.count }, (_, at) =>
      legsOfCandidate(set, at).reduce((sum, { flight }) => sum + flightKilograms(index, flight, index.cabin[flight * 4 + wanted]!), 0),
    );
    return usualKilograms(all);
  }
}
