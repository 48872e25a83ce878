import type { PricedSlice } from './combine-slices.ts';
import { connectionMinutes, longestLayoverIfNothingElse, minimumConnection, relation } from './connection-rules.ts';
import { partyFare, throughBase, throughPermille, twoConnections } from './fare-model.ts';
import type { FareModel, Party, SoldSeats } from './fare-model.ts';
import { noCabin, terminalsDiffer } from './flight-index.ts';
import type { FlightIndex } from './flight-index.ts';
import { utcOf } from './local-clocks.ts';

export interface LegOnDay {
  /** Position in the index. */
  readonly flight: number;
  /** Local day of departure, a day number. */
  readonly day: number;
}

export type SliceRefusal = 'not-offered' | 'sold-out' | 'departed';

export interface CheckedSlice extends PricedSlice {
  readonly legs: readonly LegOnDay[];
  readonly cabins: readonly number[];
  /** UTC minutes of each leg. */
  readonly departures: readonly number[];
  /** The tickets of a self-transfer, each with its own airline, fare and taxes; absent where it is one ticket itself. */
  readonly parts?: readonly CheckedSlice[];
}

/** What a direction is sold as. */
export function ticketsOf(slice: CheckedSlice): readonly CheckedSlice[] {
  return slice.parts ?? [slice];
}

/**
 * Checks and prices one direction named by its flights, trusting nothing: that each flies on its day, that the
 * connections hold, that the airlines share a ticket (or leave three hours for a self-transfer), that the cabin
 * exists on the longest flight and that seats are open.
 */
export function priceSlice(
  index: FlightIndex,
  fares: FareModel,
  legs: readonly LegOnDay[],
  party: Party,
  wanted: number,
  sold: SoldSeats,
  notBefore: number,
): { ok: true; slice: CheckedSlice } | { ok: false; refused: SliceRefusal } {
  const refuse = (refused: SliceRefusal) => ({ ok: false, refused }) as const;
  if (legs.length < 1 || legs.length > 3) return refuse('not-offered');
  const seats = party.adults + party.children;
  const airlines = index.timetable.airlines.length;
  const cabins: number[] = [];
  const departures: number[] = [];
  let sum = 0;
  const transfers: number[] = [];
  let permille = 1000;
  let self = false;
  let longest = legs[0]!.flight;
  let previous = -1;
  let departs = 0;
  let arrives = 0;
  for (const [at, { flight, day }] of legs.entries()) {
    const route = index.routeOfFlight[flight]!;
    const from = index.routeFrom[route]!;
    if ((index.days[flight]! & (1 << ((((day + 3) % 7) + 7) % 7))) === 0) return refuse('not-offered');
    const leaves = utcOf(index.clocks, index.zoneOf[from]!, day, index.depart[flight]!);
    if (at === 0) {
      departs = leaves;
      if (leaves < notBefore) return refuse('departed');
    } else {
      const before = index.routeOfFlight[previous]!;
      if (index.cityOf[index.routeTo[before]!] !== index.cityOf[from]) return refuse('not-offered');
      const minimum = connectionMinutes(
        index.routeDomestic[before] === 1,
        index.routeDomestic[route] === 1,
        terminalsDiffer(index, previous, flight),
        index.routeTo[before] !== from,
      );
      const layover = leaves - arrives;
      if (layover < minimum || layover > longestLayoverIfNothingElse) return refuse('not-offered');
      const kind = index.relations[index.airline[previous]! * airlines + index.airline[flight]!]!;
      if (kind === relation.none) {
        if (layover < minimumConnection.selfTransfer) return refuse('not-offered');
        self = true;
      } else {
        const step = kind === relation.same ? throughPermille.same : throughPermille.partner;
        permille = at === 1 ? step : twoConnections(permille, step);
      }
      transfers.push(from);
    }
    departures.push(leaves);
    arrives = leaves + index.block[flight]!;
    const cabin = index.cabin[flight * 4 + wanted]!;
    if (cabin === noCabin) return refuse('not-offered');
    const taken = sold.size === 0 ? 0 : sold.count(index.row[flight]!, day, cabin);
    const fare = fares.sector(flight, day, cabin, seats, taken);
    if (fare < 0) return refuse('sold-out');
    cabins.push(cabin);
    sum += fare;
    if (index.block[flight]! > index.block[longest]!) longest = flight;
    previous = flight;
  }
  const from = index.routeFrom[index.routeOfFlight[legs[0]!.flight]!]!;
  const to = index.routeTo[index.routeOfFlight[previous]!]!;
  if (index.cityOf[from] === index.cityOf[to]) return refuse('not-offered');
  // Each ticket stands for itself: in the cabin that was asked for, at its own fare and taxes.
  if (self && legs.length === 2) {
    const parts: CheckedSlice[] = [];
    for (const leg of legs) {
      const ticket = priceSlice(index, fares, [leg], party, wanted, sold, notBefore);
      if (!ticket.ok) return ticket;
      parts.push(ticket.slice);
    }
    const sumOf = (what: (ticket: CheckedSlice) => number) => parts.reduce((total, ticket) => total + what(ticket), 0);
    return {
      ok: true,
      slice: {
        legs,
        cabins,
        departures,
        base: sumOf(({ base }) => base),
        tax: sumOf(({ tax }) => tax),
        price: sumOf(({ price }) => price),
        airline: parts[0]!.airline,
        self,
        departs,
        arrives,
        parts,
      },
    };
  }
  if (index.cabin[longest * 4 + wanted] !== wanted) return refuse('not-offered');
  if (self) return refuse('not-offered');
  if (legs.length === 3) {
    const outer = index.relations[index.airline[legs[0]!.flight]! * airlines + index.airline[legs[2]!.flight]!]!;
    if (outer === relation.none) return refuse('not-offered');
  }
  const taxes = fares.taxes[index.countryOf[from] === index.countryOf[to] ? 1 : 0];
  let each = taxes.departure[from]! + taxes.arrival[to]!;
  for (const airport of transfers) each += taxes.transfer[airport]!;
  const tax = seats * each;
  const base = throughBase(sum, permille);
  return {
    ok: true,
    slice: {
      legs,
      cabins,
      departures,
      base,
      tax,
      price: partyFare(base, party) + tax,
      airline: index.airline[longest]!,
      self,
      departs,
      arrives,
    },
  };
}
