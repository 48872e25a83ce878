import { flag } from './candidate-set.ts';
import type { CandidateSet } from './candidate-set.ts';
import { weekday } from './calendar.ts';
import { connectionMinutes, longestDetour, longestLayover, longestLayoverIfNothingElse, relationOf } from './connection-rules.ts';
import { familyBase, childBase, infantBase, longHaulKm, throughBase } from './fare-model.ts';
import type { FareModel, SoldSeats } from './fare-model.ts';
import { kilometres } from './flight-index.ts';
import type { FlightIndex } from './flight-index.ts';
import { utcOf } from './local-clocks.ts';
import type { SliceQuery } from './search-slice.ts';

interface Leg {
  readonly flight: number;
  readonly day: number;
  readonly departs: number;
  readonly arrives: number;
  readonly fare: number;
  readonly exact: boolean;
}

interface Journey {
  readonly legs: readonly Leg[];
  readonly price: number;
  readonly minutes: number;
  readonly group: string;
  readonly bank: number;
  readonly self: boolean;
}

/**
 * The same answers as SliceSearch by brute force: every path is built, then the published rules choose.
 * Shares the clock and the fare of a single flight with the engine, and nothing of its search.
 * Returns one line per itinerary, sorted: stops, group or bank, price, minutes.
 */
export function exhaustiveSearch(index: FlightIndex, fares: FareModel, query: SliceQuery, sold: SoldSeats): string[] {
  const found = choose(everyJourney(index, fares, query, sold, longestLayover));
  if (found.length > 0 || query.maxStops === 0) return found;
  return choose(everyJourney(index, fares, query, sold, longestLayoverIfNothingElse));
}

function everyJourney(index: FlightIndex, fares: FareModel, query: SliceQuery, sold: SoldSeats, layoverLimit: number): Journey[] {
  const { timetable } = index;
  const { airports, airlines } = timetable;
  const seats = query.party.adults + query.party.children;
  const journeys: Journey[] = [];
  const ends = new Set([...query.origins, ...query.destinations].map((airport) => airports[airport]!.metro));

  const sameCity = Map.groupBy(airports.keys(), (airport) => airports[airport]!.metro);
  const legsFrom = (airport: number, earliest: number, latest: number, onlyDay: number | null, last = false): Leg[] => {
    const legs: Leg[] = [];
    for (let route = index.outStart[airport]!; route < index.outStart[airport + 1]!; route++) {
      if (last && !query.destinations.includes(index.routeTo[route]!)) continue;
      for (let flight = index.routeStart[route]!; flight < index.routeStart[route + 1]!; flight++) {
        const firstDay = onlyDay ?? Math.floor(earliest / 1440) - 1;
        const lastDay = onlyDay ?? Math.floor(latest / 1440) + 1;
        for (let day = firstDay; day <= lastDay; day++) {
          if ((timetable.days[index.row[flight]!]! & (1 << weekday(day))) === 0) continue;
          const departs = utcOf(index.clocks, index.zoneOf[airport]!, day, timetable.departMinutes[index.row[flight]!]!);
          if (onlyDay !== null && departs < query.notBefore) continue;
          if (onlyDay === null && (departs < earliest || departs > latest)) continue;
          const seatsOf = timetable.equipment[timetable.equipmentOf[index.row[flight]!]!]!.seats;
          const fitted = [seatsOf.Y, seatsOf.W, seatsOf.J, seatsOf.F];
          let cabin = query.cabin;
          while (cabin >= 0 && fitted[cabin] === 0) cabin--;
          if (cabin < 0) continue;
          const fare = fares.sector(flight, day, cabin, seats, sold.count(index.row[flight]!, day, cabin));
          if (fare < 0) continue;
          legs.push({ flight, day, departs, arrives: departs + index.block[flight]!, fare, exact: cabin === query.cabin });
        }
      }
    }
    return legs;
  };
  const from = (leg: Leg) => timetable.from[index.row[leg.flight]!]!;
  const to = (leg: Leg) => timetable.to[index.row[leg.flight]!]!;
  const airline = (leg: Leg) => airlines[timetable.airline[index.row[leg.flight]!]!]!;
  const km = (a: number, b: number) =>
    kilometres(airports[a]!.latitude, airports[a]!.longitude, airports[b]!.latitude, airports[b]!.longitude);
  const domestic = (leg: Leg) => airports[from(leg)]!.country === airports[to(leg)]!.country;

  const terminals = (into: Leg, out: Leg) => {
    const arrives = index.terminals[index.terminalTo[into.flight]!];
    const leaves = index.terminals[index.terminalFrom[out.flight]!];
    return Boolean(arrives) && Boolean(leaves) && arrives !== leaves;
  };

  const priceOf = (legs: readonly Leg[], permille: number) => {
    const [origin, end] = [from(legs[0]!), to(legs.at(-1)!)];
    let base = throughBase(
      legs.reduce((sum, leg) => sum + leg.fare, 0),
      permille,
    );
    if (query.bags) {
      const longest = legs.reduce((most, leg) => (index.block[leg.flight]! > index.block[most.flight]! ? leg : most));
      const issuer = index.airline[longest.flight]!;
      const long = km(origin, end) > longHaulKm;
      base = familyBase(base, fares.bagPermille(issuer, query.cabin, long), fares.bagFils(issuer, query.cabin, long), legs.length);
    }
    const { departure, transfer, arrival } = fares.taxes[airports[origin]!.country === airports[end]!.country ? 1 : 0];
    let tax = departure[origin]! + arrival[end]!;
    for (const leg of legs.slice(1)) tax += transfer[from(leg)]!;
    const { adults, children, infants } = query.party;
    return adults * base + children * childBase(base) + infants * infantBase(base) + seats * tax;
  };

  const finish = (origin: number, legs: readonly Leg[]) => {
    const last = legs.at(-1)!;
    if (!query.destinations.includes(to(last))) return;
    const flown = legs.reduce((sum, leg) => sum + Math.fround(km(from(leg), to(leg))), 0);
    if (legs.length > 1 && flown > longestDetour * km(origin, to(last))) return;
    const longest = legs.reduce((most, leg) => (index.block[leg.flight]! > index.block[most.flight]! ? leg : most));
    if (!longest.exact) return;
    let permille = 1000;
    let self = false;
    for (let a = 0; a < legs.length; a++) {
      for (let b = a + 1; b < legs.length; b++) {
        const related = relationOf(airline(legs[a]!), airline(legs[b]!));
        if (related === 0) self = true;
        else if (b === a + 1) permille = Math.round((permille * [1000, 850, 930][related]!) / 1000);
      }
    }
    if (self && !(query.selfTransfer && legs.length === 2 && legs[1]!.departs - legs[0]!.arrives >= 180)) return;
    // Strangers write a ticket each, and each costs what it costs alone.
    const tickets = self ? legs.map((leg) => [leg]) : [legs];
    if (self && !legs.every(({ exact }) => exact)) return;
    const bank = Math.floor(timetable.departMinutes[index.row[legs[0]!.flight]!]! / 240);
    journeys.push({
      legs,
      price: tickets.reduce((sum, ticket) => sum + priceOf(ticket, self ? 1000 : permille), 0),
      minutes: last.arrives - legs[0]!.departs,
      group: [origin, to(legs[0]!), to(last), bank, airline(legs[0]!).code, self].join('/'),
      bank,
      self,
    });
  };

  const extend = (origin: number, legs: readonly Leg[]) => {
    finish(origin, legs);
    const at = to(legs.at(-1)!);
    const visited = legs.map((leg) => airports[to(leg)]!.metro);
    if (legs.length > query.maxStops || ends.has(visited.at(-1)!)) return;
    if (visited.slice(0, -1).includes(visited.at(-1)!)) return;
    const flown = legs.reduce((sum, leg) => sum + km(from(leg), to(leg)), 0);
    const farthest = Math.max(...query.destinations.map((destination) => km(origin, destination)));
    if (flown > longestDetour * farthest + 1) return;
    const arrives = legs.at(-1)!.arrives;
    for (const departsFrom of sameCity.get(airports[at]!.metro)!) {
      for (const leg of legsFrom(departsFrom, arrives, arrives + layoverLimit, null, legs.length === query.maxStops)) {
        const minimum = connectionMinutes(domestic(legs.at(-1)!), domestic(leg), terminals(legs.at(-1)!, leg), departsFrom !== at);
        if (leg.departs - arrives >= minimum) extend(origin, [...legs, leg]);
      }
    }
  };
  for (const origin of query.origins) {
    for (const leg of legsFrom(origin, 0, 0, query.day)) extend(origin, [leg]);
  }
  return journeys;
}

function choose(journeys: readonly Journey[]): string[] {
  const fewer = journeys.filter(({ legs }) => legs.length < 3);
  const beaten = (journey: Journey, rivals: readonly Journey[]) =>
    rivals.some(
      (rival) =>
        rival.price <= journey.price &&
        rival.minutes <= journey.minutes &&
        (rival.price < journey.price || rival.minutes < journey.minutes),
    );
  const groups = Map.groupBy(journeys, ({ legs, group, bank }) =>
    legs.length === 2 ? `1 ${group}` : legs.length === 3 ? `2 ${bank}` : '0',
  );
  const protectedFewer = fewer.filter(({ self }) => !self);
  const lines: string[] = [];
  for (const [group, members] of groups) {
    let kept: readonly Journey[] = members;
    if (group !== '0') kept = members.filter((journey) => !beaten(journey, members));
    if (group.startsWith('2')) {
      kept = kept.filter(({ price, minutes }) => !protectedFewer.some((rival) => rival.price <= price && rival.minutes <= minutes));
    }
    const values = kept.map(({ price, minutes }) => `${group} ${price} ${minutes}`);
    // Itineraries equal in price and duration stand for one another, but every direct flight is shown.
    lines.push(...(group === '0' ? values : new Set(values)));
  }
  return lines.sort();
}

/**
 * The price of the whole journey for each way there, by trying every way back: the same ticket's share off where the airlines
 * share one, each direction at its own price where they do not. Shares with the engine what a direction alone costs and is, and
 * nothing of how it is matched. Infinity where nothing leaves late enough.
 */
export function exhaustiveReturns(index: FlightIndex, out: CandidateSet, back: CandidateSet, party: SliceQuery['party']): number[] {
  const { timetable } = index;
  const { adults, children, infants } = party;
  const fareOf = (base: number) => adults * base + children * childBase(base) + infants * infantBase(base);
  const directions = (set: CandidateSet) =>
    Array.from({ length: set.count }, (_, at) => {
      const legs = [0, 1, 2].map((leg) => set.flights[at * 3 + leg]!).filter((flight) => flight >= 0);
      const longest = legs.reduce((most, flight) => (index.block[flight]! > index.block[most]! ? flight : most));
      return {
        base: set.base[at]!,
        price: set.price[at]!,
        self: (set.flags[at]! & flag.selfTransfer) !== 0,
        airline: timetable.airlines[timetable.airline[index.row[longest]!]!]!,
        departs: set.departs[at]!,
        arrives: set.arrives[at]!,
      };
    });
  const ways = directions(back);
  return directions(out).map((there) =>
    ways.reduce((least, home) => {
      if (home.departs - there.arrives < 120) return least;
      const apart = there.price + home.price;
      const related = there.self || home.self ? 0 : relationOf(there.airline, home.airline);
      if (related === 0) return Math.min(least, apart);
      const taxes = apart - fareOf(there.base) - fareOf(home.base);
      return Math.min(least, fareOf(throughBase(there.base + home.base, related === 1 ? 900 : 950)) + taxes);
    }, Infinity),
  );
}

/** What the engine found, in the words of `exhaustiveSearch`. */
export function candidateLines(index: FlightIndex, set: CandidateSet): string[] {
  const { timetable } = index;
  return Array.from({ length: set.count }, (_, at) => {
    const rows = [0, 1, 2].map((leg) => set.flights[at * 3 + leg]!).flatMap((flight) => (flight < 0 ? [] : [index.row[flight]!]));
    const bank = Math.floor(timetable.departMinutes[rows[0]!]! / 240);
    const first = timetable.airlines[timetable.airline[rows[0]!]!]!.code;
    const self = (set.flags[at]! & flag.selfTransfer) !== 0;
    const group = [timetable.from[rows[0]!], timetable.to[rows[0]!], timetable.to[rows.at(-1)!], bank, first, self].join('/');
    const key = ['0', `1 ${group}`, `2 ${bank}`][rows.length - 1];
    return `${key} ${set.price[at]} ${set.arrives[at]! - set.departs[at]!}`;
  }).sort();
}
