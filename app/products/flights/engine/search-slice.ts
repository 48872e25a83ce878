import { CandidatePool, flag } from './candidate-set.ts';
import type { CandidateSet } from './candidate-set.ts';
import {
  connectionMinutes,
  layoverGrade,
  longestDetour,
  longestLayover,
  longestLayoverIfNothingElse,
  minimumConnection,
  relation,
} from './connection-rules.ts';
import { familyBase, longHaulKm, partyFare, throughBase, throughPermille, twoConnections } from './fare-model.ts';
import type { AirportTaxes, FareModel, Party, SoldSeats } from './fare-model.ts';
import { kilometres, noCabin, routeBetween, terminalsDiffer } from './flight-index.ts';
import type { FlightIndex } from './flight-index.ts';
import { localOf, utcOf } from './local-clocks.ts';
import { Front } from './pareto-front.ts';
import { bankOf, banks, bestScore, nightMinutes, overnightFrom } from './ranking.ts';

export interface SliceQuery {
  /** Airports (positions in the index); no city may be on both sides. */
  readonly origins: readonly number[];
  readonly destinations: readonly number[];
  /** Local date at the origin, as a day number. */
  readonly day: number;
  readonly party: Party;
  /** 0 economy, 1 premium, 2 business, 3 first. */
  readonly cabin: number;
  readonly maxStops: 0 | 1 | 2;
  readonly selfTransfer: boolean;
  /** Price the cheapest fare family with a checked bag. */
  readonly bags: boolean;
  /** UTC minutes; flights that leave earlier are no longer sold. */
  readonly notBefore: number;
}

const unknownFare = -2;
/** By relation. */
const permilleOf: readonly number[] = [0, throughPermille.same, throughPermille.partner];

/**
 * The itineraries of one direction on one day. What is kept:
 * every direct flight; for each connecting airport, departure bank and first airline the one-stops that no
 * other of that group beats in price and duration; and of the two-stops those that beat every itinerary of the
 * day with fewer stops in price or duration, and no other two-stop of their bank beats in both.
 * A self-transfer is offered only when asked for and only with one stop; it costs what its two tickets cost alone. Layovers go up to 12 hours, and up to 24 only where nothing else exists.
 */
export class SliceSearch {
  readonly index: FlightIndex;
  readonly fares: FareModel;
  readonly #pool = new CandidatePool();
  readonly #routeFloor: readonly Int32Array[];

  // Flights on dates of the routes this search has touched; a route's list is made once per search.
  #stamp = 0;
  readonly #listStamp: Int32Array;
  readonly #listStart: Int32Array;
  readonly #listEnd: Int32Array;
  #listCount = 0;
  #iFlight = new Int32Array(1 << 16);
  #iDay = new Int32Array(1 << 16);
  #iDeparts = new Int32Array(1 << 16);
  #iArrives = new Int32Array(1 << 16);
  #iFare = new Int32Array(1 << 16);

  readonly #cityStamp: Int32Array;
  readonly #lastStamp: Int32Array;
  #mark = 0;
  readonly #ends: { readonly first: CityRoutes; readonly last: CityRoutes };
  readonly #secondCities: number[] = [];
  readonly #cheapest: Int32Array;
  readonly #cheapestStamp: Int32Array;
  readonly #groupHead: Int32Array;
  readonly #groupStamp: Int32Array;
  #groupNow = 0;

  // The query at hand.
  #sold!: SoldSeats;
  #query!: SliceQuery;
  #seats = 0;
  #layoverLimit = 0;
  #laterFrom = 0;
  #laterTo = 0;
  readonly #longestBlock: number;
  /** Price and duration of protected itineraries with fewer than two stops. */
  readonly #front = new Front();
  readonly #bankFronts = Array.from({ length: banks }, () => new Front());
  #floorShare = 0;

  constructor(index: FlightIndex, fares: FareModel) {
    this.index = index;
    this.fares = fares;
    this.#listStamp = new Int32Array(index.routes);
    this.#listStart = new Int32Array(index.routes);
    this.#listEnd = new Int32Array(index.routes);
    this.#ends = { first: new CityRoutes(index), last: new CityRoutes(index) };
    this.#cheapest = new Int32Array(index.routes);
    this.#cheapestStamp = new Int32Array(index.routes);
    this.#cityStamp = new Int32Array(index.cityAirports.length);
    this.#lastStamp = new Int32Array(index.cityAirports.length);
    const groups = index.timetable.airlines.length * 12;
    this.#groupHead = new Int32Array(groups);
    this.#groupStamp = new Int32Array(groups);
    this.#longestBlock = index.block.reduce((most, minutes) => Math.max(most, minutes), 0);
    this.#routeFloor = [0, 1, 2, 3].map((cabin) => routeFloors(index, fares, cabin));
  }

  search(query: SliceQuery, sold: SoldSeats): CandidateSet {
    this.#sold = sold;
    this.#query = query;
    this.#seats = query.party.adults + query.party.children;
    this.#run(longestLayover);
    const found = this.#pool.take();
    if (found.count > 0 || query.maxStops === 0) return found;
    this.#run(longestLayoverIfNothingElse);
    return this.#pool.take();
  }

  #run(layoverLimit: number): void {
    const { origins, destinations, maxStops } = this.#query;
    this.#stamp++;
    this.#listCount = 0;
    this.#layoverLimit = layoverLimit;
    this.#pool.clear();
    this.#front.clear();
    for (const front of this.#bankFronts) front.clear();
    for (const airport of origins) this.#cityStamp[this.index.cityOf[airport]!] = this.#stamp;
    for (const airport of destinations) this.#cityStamp[this.index.cityOf[airport]!] = this.#stamp;
    for (const from of origins) for (const to of destinations) this.#direct(from, to);
    if (maxStops >= 1) this.#openWindow();
    if (maxStops >= 1) for (const from of origins) for (const to of destinations) this.#oneStop(from, to);
    if (maxStops >= 2) this.#twoStops();
    this.#score();
  }

  // ---- flights on dates -------------------------------------------------------------------------------

  /** First legs: the flights of the route that leave on the day asked for. */
  #firstList(route: number): void {
    if (this.#listStamp[route] === this.#stamp) return;
    this.#listStamp[route] = this.#stamp;
    this.#listStart[route] = this.#listCount;
    this.#append(route, this.#query.day, this.#query.notBefore);
    this.#listEnd[route] = this.#listCount;
  }

  /** Later legs: all that can leave between the first arrival anywhere and the end of the longest connections. */
  #laterList(route: number): void {
    if (this.#listStamp[route] === this.#stamp) return;
    this.#listStamp[route] = this.#stamp;
    this.#listStart[route] = this.#listCount;
    const zone = this.index.zoneOf[this.index.routeFrom[route]!]!;
    const { clocks } = this.index;
    const from = Math.floor(localOf(clocks, zone, this.#laterFrom) / 1440);
    const to = Math.floor(localOf(clocks, zone, this.#laterTo) / 1440);
    for (let day = from; day <= to; day++) this.#append(route, day, this.#laterFrom);
    const start = this.#listStart[route]!;
    for (let at = start + 1; at < this.#listCount; at++) this.#sink(at, start);
    this.#listEnd[route] = this.#listCount;
  }

  /** First arrival of any first leg, and the last instant at which a last leg can leave. */
  #openWindow(): void {
    const { index } = this;
    let earliest = Infinity;
    let latest = -Infinity;
    for (const from of this.#query.origins) {
      for (let route = index.outStart[from]!; route < index.outStart[from + 1]!; route++) {
        this.#firstList(route);
        for (let at = this.#listStart[route]!; at < this.#listEnd[route]!; at++) {
          const arrives = this.#iArrives[at]!;
          if (arrives < earliest) earliest = arrives;
          if (arrives > latest) latest = arrives;
        }
      }
    }
    this.#laterFrom = earliest;
    this.#laterTo = latest + this.#layoverLimit + (this.#query.maxStops > 1 ? this.#longestBlock + this.#layoverLimit : 0);
  }

  #append(route: number, day: number, notBefore: number): void {
    const { index } = this;
    const clocks = index.clocks;
    const zone = index.zoneOf[index.routeFrom[route]!]!;
    const bit = 1 << ((((day + 3) % 7) + 7) % 7);
    const midnight = utcOf(clocks, zone, day, 0);
    const switches = clocks.switchAt[zone * clocks.days + day - clocks.firstDay]! < 1440;
    const end = index.routeStart[route + 1]!;
    if (this.#listCount + end - index.routeStart[route]! > this.#iFlight.length) this.#growLists();
    for (let flight = index.routeStart[route]!; flight < end; flight++) {
      if ((index.days[flight]! & bit) === 0) continue;
      const minute = index.depart[flight]!;
      const departs = switches ? utcOf(clocks, zone, day, minute) : midnight + minute;
      if (departs < notBefore) continue;
      const at = this.#listCount++;
      this.#iFlight[at] = flight;
      this.#iDay[at] = day;
      this.#iDeparts[at] = departs;
      this.#iArrives[at] = departs + index.block[flight]!;
      this.#iFare[at] = unknownFare;
    }
  }

  /** Local order is UTC order except in the night the clock goes back. */
  #sink(from: number, start: number): void {
    for (let at = from; at > start && this.#iDeparts[at]! < this.#iDeparts[at - 1]!; at--) {
      swap(this.#iFlight, at);
      swap(this.#iDay, at);
      swap(this.#iDeparts, at);
      swap(this.#iArrives, at);
    }
  }

  #growLists(): void {
    const size = this.#iFlight.length * 2;
    this.#iFlight = doubled(this.#iFlight, size);
    this.#iDay = doubled(this.#iDay, size);
    this.#iDeparts = doubled(this.#iDeparts, size);
    this.#iArrives = doubled(this.#iArrives, size);
    this.#iFare = doubled(this.#iFare, size);
  }

  #fare(at: number): number {
    const known = this.#iFare[at]!;
    if (known !== unknownFare) return known;
    const flight = this.#iFlight[at]!;
    const cabin = this.index.cabin[flight * 4 + this.#query.cabin]!;
    if (cabin === noCabin) return (this.#iFare[at] = -1);
    const day = this.#iDay[at]!;
    const taken = this.#sold.size === 0 ? 0 : this.#sold.count(this.index.row[flight]!, day, cabin);
    return (this.#iFare[at] = this.fares.sector(flight, day, cabin, this.#seats, taken));
  }

  /** First entry of a route's list that leaves at or after an instant. */
  #firstFrom(route: number, instant: number): number {
    let low = this.#listStart[route]!;
    let high = this.#listEnd[route]!;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#iDeparts[middle]! < instant) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The flight of the longest leg, the first of equals; its airline issues the ticket. */
  #longest(a: number, b: number, c: number): number {
    const { block } = this.index;
    let longest = this.#iFlight[a]!;
    if (b >= 0 && block[this.#iFlight[b]!]! > block[longest]!) longest = this.#iFlight[b]!;
    if (c >= 0 && block[this.#iFlight[c]!]! > block[longest]!) longest = this.#iFlight[c]!;
    return longest;
  }

  /** Has the longest leg the cabin asked for? Shorter ones may fall back where the aircraft has no such cabin. */
  #cabinHolds(a: number, b: number, c: number): boolean {
    const wanted = this.#query.cabin;
    return wanted === 0 || this.index.cabin[this.#longest(a, b, c) * 4 + wanted] === wanted;
  }

  // ---- prices -----------------------------------------------------------------------------------------

  #partyFare(base: number): number {
    return partyFare(base, this.#query.party);
  }

  #withBag(base: number, a: number, b: number, c: number): number {
    const { bags, cabin } = this.#query;
    if (!bags) return base;
    const airline = this.index.airline[this.#longest(a, b, c)]!;
    const last = this.#iFlight[c >= 0 ? c : b >= 0 ? b : a]!;
    const from = this.index.routeFrom[this.index.routeOfFlight[this.#iFlight[a]!]!]!;
    const longHaul = this.#distance(from, this.index.routeTo[this.index.routeOfFlight[last]!]!) > longHaulKm;
    const { fares } = this;
    const flights = c >= 0 ? 3 : b >= 0 ? 2 : 1;
    return familyBase(base, fares.bagPermille(airline, cabin, longHaul), fares.bagFils(airline, cabin, longHaul), flights);
  }

  /** Of the party on a ticket that begins and ends at these two. */
  #aloneTax(from: number, to: number): number {
    const { departure, arrival } = this.#taxesOf(from, to);
    return this.#seats * (departure[from]! + arrival[to]!);
  }

  #taxesOf(from: number, to: number): AirportTaxes {
    const { countryOf } = this.index;
    return this.fares.taxes[countryOf[from] === countryOf[to] ? 1 : 0];
  }

  // ---- direct, one stop, two stops --------------------------------------------------------------------

  #direct(from: number, to: number): void {
    const route = this.#routeTo(from, to);
    if (route < 0) return;
    this.#firstList(route);
    const taxes = this.#taxesOf(from, to);
    const tax = this.#seats * (taxes.departure[from]! + taxes.arrival[to]!);
    for (let at = this.#listStart[route]!; at < this.#listEnd[route]!; at++) {
      const fare = this.#fare(at);
      if (fare < 0 || !this.#cabinHolds(at, -1, -1)) continue;
      const base = this.#withBag(fare, at, -1, -1);
      const price = this.#partyFare(base) + tax;
      this.#keep(at, -1, -1, base, price, 0);
    }
  }

  #oneStop(from: number, to: number): void {
    const { index } = this;
    const limit = longestDetour * this.#distance(from, to);
    this.#markLast(to);
    for (let first = index.outStart[from]!; first < index.outStart[from + 1]!; first++) {
      const via = index.routeTo[first]!;
      const city = index.cityOf[via]!;
      if (this.#lastStamp[city] !== this.#mark || this.#cityStamp[city] === this.#stamp) continue;
      this.#groupNow++;
      for (const departsFrom of index.cityAirports[city]!) {
        const last = this.#routeTo(departsFrom, to);
        if (last < 0 || index.routeKm[first]! + index.routeKm[last]! > limit) continue;
        this.#firstList(first);
        if (this.#listStart[first] === this.#listEnd[first]) break;
        this.#laterList(last);
        this.#connectOne(from, departsFrom, to, first, last);
      }
    }
  }

  #connectOne(from: number, departsFrom: number, to: number, first: number, last: number): void {
    const { index } = this;
    const airlines = index.timetable.airlines.length;
    const minimum = this.#minimum(first, last);
    const taxes = this.#taxesOf(from, to);
    const tax = this.#seats * (taxes.departure[from]! + taxes.transfer[departsFrom]! + taxes.arrival[to]!);
    const via = index.routeTo[first]!;
    const ownTax = this.#aloneTax(from, via) + this.#aloneTax(departsFrom, to);
    const selfAllowed = this.#query.selfTransfer;
    for (let a = this.#listStart[first]!; a < this.#listEnd[first]!; a++) {
      const fareA = this.#fare(a);
      if (fareA < 0) continue;
      const arrives = this.#iArrives[a]!;
      const latest = arrives + this.#layoverLimit;
      const flightA = this.#iFlight[a]!;
      const related = index.airline[flightA]! * airlines;
      const bank = bankOf(index.depart[flightA]!);
      for (let b = this.#firstFrom(last, arrives + minimum); b < this.#listEnd[last]!; b++) {
        if (this.#iDeparts[b]! > latest) break;
        if (this.#tooTight(a, b, minimum)) continue;
        const kind = index.relations[related + index.airline[this.#iFlight[b]!]!]!;
        let self = 0;
        if (kind === relation.none) {
          if (!selfAllowed || this.#iDeparts[b]! < arrives + minimumConnection.selfTransfer) continue;
          self = 1;
        }
        const fareB = this.#fare(b);
        if (fareB < 0) continue;
        let base: number;
        let price: number;
        if (self) {
          if (!this.#cabinHolds(a, -1, -1) || !this.#cabinHolds(b, -1, -1)) continue;
          const [one, other] = [this.#withBag(fareA, a, -1, -1), this.#withBag(fareB, b, -1, -1)];
          base = one + other;
          price = this.#partyFare(one) + this.#partyFare(other) + ownTax;
        } else {
          if (!this.#cabinHolds(a, b, -1)) continue;
          base = this.#withBag(throughBase(fareA + fareB, permilleOf[kind]!), a, b, -1);
          price = this.#partyFare(base) + tax;
        }
        this.#offerToGroup((index.airline[flightA]! * 6 + bank) * 2 + self, a, b, base, price, self);
      }
    }
  }

  /** Keeps an itinerary unless its group holds one at most as dear and as long; drops those it beats. */
  #offerToGroup(group: number, a: number, b: number, base: number, price: number, self: number): void {
    const pool = this.#pool;
    const minutes = this.#iArrives[b]! - this.#iDeparts[a]!;
    if (this.#groupStamp[group] !== this.#groupNow) {
      this.#groupStamp[group] = this.#groupNow;
      this.#groupHead[group] = -1;
    }
    let previous = -1;
    for (let row = this.#groupHead[group]!; row >= 0; row = pool.next[row]!) {
      const otherMinutes = pool.arrives[row]! - pool.departs[row]!;
      if (pool.price[row]! <= price && otherMinutes <= minutes) return;
      if (price <= pool.price[row]! && minutes <= otherMinutes) {
        pool.dead[row] = 1;
        if (previous < 0) this.#groupHead[group] = pool.next[row]!;
        else pool.next[previous] = pool.next[row]!;
      } else previous = row;
    }
    const row = this.#keep(a, b, -1, base, price, self);
    pool.next[row] = this.#groupHead[group]!;
    this.#groupHead[group] = row;
  }

  /** Cities first, over all airports of both ends at once; only what may still help is opened into routes and flights. */
  #twoStops(): void {
    const { index } = this;
    const { origins, destinations } = this.#query;
    const floors = this.#routeFloor[this.#query.cabin]!;
    this.#setDayFloor();
    this.#openEnds(floors);
    const limits = origins.map((from) => destinations.map((to) => longestDetour * this.#distance(from, to)));
    const farthest = Math.max(...limits.flat());
    let tax = Infinity;
    for (const from of origins) {
      for (const to of destinations) {
        const taxes = this.#taxesOf(from, to);
        tax = Math.min(tax, this.#seats * (taxes.departure[from]! + taxes.arrival[to]!));
      }
    }
    const { first: firsts, last: lasts } = this.#ends;
    for (const secondCity of this.#secondCities) {
      for (const arrivesAt of index.cityAirports[secondCity]!) {
        for (let at = index.inStart[arrivesAt]!; at < index.inStart[arrivesAt + 1]!; at++) {
          const middle = index.inRoute[at]!;
          const firstCity = index.cityOf[index.routeFrom[middle]!]!;
          if (firsts.stamp[firstCity] !== this.#stamp || firstCity === secondCity) continue;
          const km = index.routeKm[middle]!;
          if (firsts.km[firstCity]! + km + lasts.km[secondCity]! > farthest) continue;
          const middleFloor = floors[middle]! * this.#floorShare;
          const price = this.#floorPrice(firsts.fare[firstCity]! + middleFloor + lasts.fare[secondCity]!, tax);
          const minutes = firsts.block[firstCity]! + index.routeBlock[middle]! + lasts.block[secondCity]! + 2 * minimumConnection.domestic;
          if (this.#front.beats(price, minutes)) continue;
          for (let first = firsts.head[firstCity]!; first >= 0; first = firsts.next[first]!) {
            const limit = limits[origins.indexOf(index.routeFrom[first]!)]!;
            for (let last = lasts.head[secondCity]!; last >= 0; last = lasts.next[last]!) {
              const flown = index.routeKm[first]! + km + index.routeKm[last]!;
              if (flown > limit[destinations.indexOf(index.routeTo[last]!)]!) continue;
              this.#tryTriple(first, middle, last, middleFloor, floors[last]! * this.#floorShare);
            }
          }
        }
      }
    }
  }

  /** Lists the routes out of the origins by the city they reach, and those into the destinations by the city they leave. */
  #openEnds(floors: Int32Array): void {
    const { index } = this;
    const { origins, destinations } = this.#query;
    const { first, last } = this.#ends;
    this.#secondCities.length = 0;
    for (const from of origins) {
      for (let route = index.outStart[from]!; route < index.outStart[from + 1]!; route++) {
        const city = index.cityOf[index.routeTo[route]!]!;
        if (this.#cityStamp[city] === this.#stamp) continue;
        const cheapest = this.#cheapestFirst(route);
        if (cheapest >= 0) first.add(city, route, this.#stamp, cheapest, index.routeBlock[route]!, index.routeKm[route]!);
      }
    }
    for (const to of destinations) {
      for (let at = index.inStart[to]!; at < index.inStart[to + 1]!; at++) {
        const route = index.inRoute[at]!;
        const city = index.cityOf[index.routeFrom[route]!]!;
        if (this.#cityStamp[city] === this.#stamp) continue;
        if (last.stamp[city] !== this.#stamp) this.#secondCities.push(city);
        last.add(city, route, this.#stamp, floors[route]! * this.#floorShare, index.routeBlock[route]!, index.routeKm[route]!);
      }
    }
  }

  /** Routes first: most triples fall to their lower bounds before any flight is looked at. */
  #tryTriple(first: number, middle: number, last: number, middleFloor: number, lastFloor: number): void {
    const { index } = this;
    const cheapest = this.#cheapestFirst(first);
    if (cheapest < 0) return;
    const minimumOne = this.#minimum(first, middle);
    const minimumTwo = this.#minimum(middle, last);
    const tail = minimumTwo + index.routeBlock[last]!;
    const rest = minimumOne + index.routeBlock[middle]! + tail;
    const tax = this.#threeLegTax(first, middle, last);
    const restFloor = middleFloor + lastFloor;
    const few = this.#front;
    if (few.beats(this.#floorPrice(cheapest + restFloor, tax), index.routeBlock[first]! + rest)) return;
    this.#laterList(middle);
    if (this.#listStart[middle] === this.#listEnd[middle]) return;
    this.#laterList(last);
    const airlines = index.timetable.airlines.length;
    for (let a = this.#listStart[first]!; a < this.#listEnd[first]!; a++) {
      const fareA = this.#fare(a);
      if (fareA < 0) continue;
      const departs = this.#iDeparts[a]!;
      const arrives = this.#iArrives[a]!;
      const flightA = this.#iFlight[a]!;
      const bankFront = this.#bankFronts[bankOf(index.depart[flightA]!)]!;
      const floorA = this.#floorPrice(fareA + restFloor, tax);
      if (few.beats(floorA, arrives - departs + rest) || bankFront.beats(floorA, arrives - departs + rest)) continue;
      const relatedA = index.airline[flightA]! * airlines;
      const latestB = arrives + this.#layoverLimit;
      for (let b = this.#firstFrom(middle, arrives + minimumOne); b < this.#listEnd[middle]!; b++) {
        if (this.#iDeparts[b]! > latestB) break;
        if (this.#tooTight(a, b, minimumOne)) continue;
        const airlineB = index.airline[this.#iFlight[b]!]!;
        const kindAB = index.relations[relatedA + airlineB]!;
        if (kindAB === relation.none) continue;
        const arrivesB = this.#iArrives[b]!;
        const leastMinutes = arrivesB - departs + tail;
        if (few.beats(floorA, leastMinutes) || bankFront.beats(floorA, leastMinutes)) continue;
        const fareB = this.#fare(b);
        if (fareB < 0) continue;
        const floorB = this.#floorPrice(fareA + fareB + lastFloor, tax);
        if (few.beats(floorB, leastMinutes) || bankFront.beats(floorB, leastMinutes)) continue;
        const latestC = arrivesB + this.#layoverLimit;
        for (let c = this.#firstFrom(last, arrivesB + minimumTwo); c < this.#listEnd[last]!; c++) {
          if (this.#iDeparts[c]! > latestC) break;
          if (this.#tooTight(b, c, minimumTwo)) continue;
          const airlineC = index.airline[this.#iFlight[c]!]!;
          const kindBC = index.relations[airlineB * airlines + airlineC]!;
          if (kindBC === relation.none || index.relations[relatedA + airlineC] === relation.none) continue;
          const minutes = this.#iArrives[c]! - departs;
          if (few.beats(floorB, minutes) || bankFront.beats(floorB, minutes)) continue;
          const fareC = this.#fare(c);
          if (fareC < 0 || !this.#cabinHolds(a, b, c)) continue;
          const permille = twoConnections(permilleOf[kindAB]!, permilleOf[kindBC]!);
          const base = this.#withBag(throughBase(fareA + fareB + fareC, permille), a, b, c);
          const price = this.#partyFare(base) + tax;
          if (few.beats(price, minutes) || bankFront.beats(price, minutes)) continue;
          bankFront.add(price, minutes, this.#keep(a, b, c, base, price, 0), this.#pool.dead);
        }
      }
    }
  }

  #threeLegTax(first: number, middle: number, last: number): number {
    const { routeFrom, routeTo } = this.index;
    const from = routeFrom[first]!;
    const to = routeTo[last]!;
    const { departure, transfer, arrival } = this.#taxesOf(from, to);
    return this.#seats * (departure[from]! + transfer[routeFrom[middle]!]! + transfer[routeFrom[last]!]! + arrival[to]!);
  }

  #floorPrice(sum: number, tax: number): number {
    return this.#partyFare(throughBase(sum, twoConnections(throughPermille.same, throughPermille.same))) + tax;
  }

  #cheapestFirst(route: number): number {
    this.#firstList(route);
    if (this.#cheapestStamp[route] === this.#stamp) return this.#cheapest[route]!;
    let cheapest = -1;
    for (let at = this.#listStart[route]!; at < this.#listEnd[route]!; at++) {
      const fare = this.#fare(at);
      if (fare >= 0 && (cheapest < 0 || fare < cheapest)) cheapest = fare;
    }
    this.#cheapestStamp[route] = this.#stamp;
    return (this.#cheapest[route] = cheapest);
  }

  // ---- small questions --------------------------------------------------------------------------------

  #routeTo(from: number, to: number): number {
    return routeBetween(this.index, from, to);
  }

  #distance(from: number, to: number): number {
    const a = this.index.timetable.airports[from]!;
    const b = this.index.timetable.airports[to]!;
    return kilometres(a.latitude, a.longitude, b.latitude, b.longitude);
  }

  #minimum(first: number, second: number): number {
    const { routeDomestic, routeTo, routeFrom } = this.index;
    return connectionMinutes(routeDomestic[first] === 1, routeDomestic[second] === 1, false, routeTo[first] !== routeFrom[second]);
  }

  /** `minimum` is that of one terminal; a change of terminals takes longer. */
  #tooTight(arriving: number, leaving: number, minimum: number): boolean {
    const layover = this.#iDeparts[leaving]! - this.#iArrives[arriving]!;
    if (layover >= minimum + minimumConnection.terminalChange) return false;
    return terminalsDiffer(this.index, this.#iFlight[arriving]!, this.#iFlight[leaving]!);
  }

  #markLast(to: number): void {
    const { inStart, inRoute, routeFrom, cityOf } = this.index;
    this.#mark++;
    for (let at = inStart[to]!; at < inStart[to + 1]!; at++) {
      this.#lastStamp[cityOf[routeFrom[inRoute[at]!]!]!] = this.#mark;
    }
  }

  /** The lowest share of any day on which a later leg can leave, somewhere in the world. */
  #setDayFloor(): void {
    let share = Infinity;
    const last = Math.floor(this.#laterTo / 1440) + 1;
    for (let day = Math.floor(this.#laterFrom / 1440) - 1; day <= last; day++) share = Math.min(share, this.fares.dayFloor(day));
    this.#floorShare = share;
  }

  // ---- keeping ----------------------------------------------------------------------------------------

  #keep(a: number, b: number, c: number, base: number, price: number, flags: number): number {
    const pool = this.#pool;
    const row = pool.add();
    const final = c >= 0 ? c : b >= 0 ? b : a;
    pool.departs[row] = this.#iDeparts[a]!;
    pool.arrives[row] = this.#iArrives[final]!;
    pool.base[row] = base;
    pool.price[row] = price;
    pool.flags[row] = flags;
    pool.flights[row * 3] = this.#iFlight[a]!;
    pool.flights[row * 3 + 1] = b >= 0 ? this.#iFlight[b]! : -1;
    pool.flights[row * 3 + 2] = c >= 0 ? this.#iFlight[c]! : -1;
    pool.days[row * 3] = this.#iDay[a]!;
    pool.days[row * 3 + 1] = b >= 0 ? this.#iDay[b]! : 0;
    pool.days[row * 3 + 2] = c >= 0 ? this.#iDay[c]! : 0;
    if (c < 0 && flags === 0) this.#front.add(price, pool.arrives[row]! - pool.departs[row]!);
    return row;
  }

  #score(): void {
    const pool = this.#pool;
    for (let row = 0; row < pool.count; row++) {
      if (pool.dead[row] === 0) scoreRow(this.index, pool, row, this.#seats);
    }
  }
}

/** Routes by city, with the least fare, time and distance among them. */
class CityRoutes {
  readonly stamp: Int32Array;
  readonly head: Int32Array;
  readonly next: Int32Array;
  readonly fare: Float64Array;
  readonly block: Int32Array;
  readonly km: Float32Array;

  constructor(index: FlightIndex) {
    const cities = index.cityAirports.length;
    this.stamp = new Int32Array(cities);
    this.head = new Int32Array(cities);
    this.next = new Int32Array(index.routes);
    this.fare = new Float64Array(cities);
    this.block = new Int32Array(cities);
    this.km = new Float32Array(cities);
  }

  add(city: number, route: number, stamp: number, fare: number, block: number, km: number): void {
    const fresh = this.stamp[city] !== stamp;
    this.stamp[city] = stamp;
    this.next[route] = fresh ? -1 : this.head[city]!;
    this.head[city] = route;
    this.fare[city] = fresh ? fare : Math.min(this.fare[city]!, fare);
    this.block[city] = fresh ? block : Math.min(this.block[city]!, block);
    this.km[city] = fresh ? km : Math.min(this.km[city]!, km);
  }
}

/** Adds what a layover does to comfort: the flags of the row and its ranking figure. */
function scoreRow(index: FlightIndex, pool: CandidatePool, row: number, seats: number): void {
  let overnights = 0;
  let tight = 0;
  let airportChanges = 0;
  let stops = 0;
  let arrives = pool.departs[row]! + index.block[pool.flights[row * 3]!]!;
  for (let leg = 1; leg < 3; leg++) {
    const flight = pool.flights[row * 3 + leg]!;
    if (flight < 0) break;
    stops++;
    const previous = index.routeOfFlight[pool.flights[row * 3 + leg - 1]!]!;
    const route = index.routeOfFlight[flight]!;
    const at = index.routeFrom[route]!;
    const departs = utcOf(index.clocks, index.zoneOf[at]!, pool.days[row * 3 + leg]!, index.depart[flight]!);
    const change = index.routeTo[previous] !== at;
    if (change) airportChanges++;
    const minimum = connectionMinutes(
      index.routeDomestic[previous] === 1,
      index.routeDomestic[route] === 1,
      terminalsDiffer(index, pool.flights[row * 3 + leg - 1]!, flight),
      change,
    );
    if (layoverGrade(departs - arrives, minimum) === 'tight') tight++;
    const zone = index.zoneOf[at]!;
    if (nightMinutes(localOf(index.clocks, zone, arrives), localOf(index.clocks, zone, departs)) >= overnightFrom) {
      overnights++;
    }
    arrives = departs + index.block[flight]!;
  }
  const self = pool.flags[row]! & flag.selfTransfer;
  pool.flags[row] = self | (airportChanges ? flag.airportChange : 0) | (overnights ? flag.overnight : 0) | (tight ? flag.tight : 0);
  pool.score[row] = bestScore(pool.price[row]!, seats, {
    minutes: pool.arrives[row]! - pool.departs[row]!,
    stops,
    overnights,
    tight,
    airportChanges,
    selfTransfers: self ? 1 : 0,
  });
}

/** Cheapest conceivable fare of each route in the cabin each flight would give; -1 where no flight has one. */
function routeFloors(index: FlightIndex, fares: FareModel, wanted: number): Int32Array {
  const floors = new Int32Array(index.routes).fill(2_000_000_000);
  for (let flight = 0; flight < index.count; flight++) {
    const cabin = index.cabin[flight * 4 + wanted]!;
    if (cabin === noCabin) continue;
    const route = index.routeOfFlight[flight]!;
    floors[route] = Math.min(floors[route]!, fares.floor(flight, cabin));
  }
  return floors;
}

function swap(list: Int32Array, at: number): void {
  const held = list[at]!;
  list[at] = list[at - 1]!;
  list[at - 1] = held;
}

function doubled(list: Int32Array<ArrayBuffer>, size: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(size);
  larger.set(list);
  return larger;
}
