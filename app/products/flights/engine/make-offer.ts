import { money } from '#app/values/money.ts';
import type { Money } from '#app/values/money.ts';
import { significantCarrier } from '../extras/baggage-rules.ts';
import { co2Kilograms } from '../fares/co2.ts';
import { fareBasisOf, type FareComponent } from '../fares/fare-basis.ts';
import { fareFamiliesOf } from '../fares/fare-families.ts';
import type { FareFamily } from '../fares/fare-families.ts';
import { taxLines } from '../fares/taxes.ts';
import { cabinLetters, cabinsInOrder, formatOfferId } from '../offer.ts';
import type {
  BaggageAllowance,
  Cabin,
  FamilyRules,
  FareBrand,
  FareRule,
  Layover,
  LocalMoment,
  Offer,
  PassengerFare,
  Passengers,
  Segment,
  Slice,
  TaxLine,
} from '../offer.ts';
import { dateOfDay, stamp } from './calendar.ts';
import { combinationPermille } from './combine-slices.ts';
import { connectionMinutes, connectionRisk, layoverGrade, minimumConnection, relation } from './connection-rules.ts';
import { childBase, combinedPermille, familyBase, infantBase, longHaulKm, partyFare, throughBase } from './fare-model.ts';
import type { Party, SoldSeats } from './fare-model.ts';
import type { FlightEngine } from './flight-engine.ts';
import { isLastOfDay, kilometres, sleepsAtNight, terminalsDiffer } from './flight-index.ts';
import type { FlightIndex } from './flight-index.ts';
import { cheapestWithBag } from './house-fare-model.ts';
import { strictest } from './journey-families.ts';
import { localOf } from './local-clocks.ts';
import { ticketsOf } from './price-slice.ts';
import type { CheckedSlice, LegOnDay } from './price-slice.ts';
import { nightMinutes, overnightFrom } from './ranking.ts';

/** NDC offers live 20 to 30 minutes; ours the longer. */
const offerMinutes = 30;

export interface OfferContext {
  readonly supplier: string;
  readonly cabin: Cabin;
  readonly passengers: Passengers;
  readonly sold: SoldSeats;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly usualKilograms: number | null;
}

/** The whole offer of checked slices, for display and pricing: segments with local times, and every fare family line by line. */
export function makeOffer(engine: FlightEngine, slices: readonly CheckedSlice[], context: OfferContext): Offer {
  const { index } = engine;
  const party = partyOf(context.passengers);
  const made = slices.map((slice) => makeSlice(engine, slice, context));
  const permille = combinationPermille(index, slices);
  const apart = permille === combinedPermille.separate;
  const tickets = apart ? slices.flatMap(ticketsOf) : slices;
  const left = made.flatMap(({ segments }) => segments.map(({ seatsLeft }) => seatsLeft ?? 9));
  return {
    id: formatOfferId({ slices: slices.map(({ legs }) => legs.map((leg) => flightOnDate(index, leg))), cabin: context.cabin }),
    supplier: context.supplier,
    slices: made,
    cabin: context.cabin,
    passengers: context.passengers,
    validatingAirline: index.timetable.airlines[tickets[0]!.airline]!.code,
    country: countryAt(index, slices[0]!),
    tickets: apart ? tickets.length : 1,
    bagsByCarrier: true,
    ...makeBrands(engine, tickets, permille, party, { ...context, flown: made.flatMap(({ segments }) => segments) }),
    seatsLeft: Math.min(...left),
    co2: {
      kilograms: slices.reduce((sum, slice) => sum + sliceKilograms(index, slice), 0),
      usualKilograms: context.usualKilograms,
    },
    pricedAt: new Date(context.now).toISOString(),
    expiresAt: new Date(context.now + offerMinutes * 60_000).toISOString(),
  };
}

export function partyOf(passengers: Passengers): Party {
  return { adults: passengers.adults, children: passengers.children, infants: passengers.infants };
}

function countryAt({ timetable, routeOfFlight, routeTo }: FlightIndex, { legs }: CheckedSlice): string {
  return timetable.airports[routeTo[routeOfFlight[legs.at(-1)!.flight]!]!]!.country;
}

export function flightOnDate(index: FlightIndex, { flight, day }: LegOnDay): { airline: string; number: number; date: string } {
  const { timetable, row } = index;
  return {
    airline: timetable.airlines[index.airline[flight]!]!.code,
    number: timetable.number[row[flight]!]!,
    date: dateOfDay(day),
  };
}

function makeSlice(engine: FlightEngine, slice: CheckedSlice, context: OfferContext): Slice {
  const { index } = engine;
  const times = legTimes(index, slice);
  const segments = slice.legs.map((leg, at) => makeSegment(engine, leg, slice.cabins[at]!, times[at]!, context));
  const layovers = slice.legs
    .slice(1)
    .map((leg, at) => makeLayover(index, slice.legs[at]!, leg, times[at]!.arrives, times[at + 1]!.departs));
  const departsDay = segments[0]!.departs.local.slice(0, 10);
  const arrivesDay = segments.at(-1)!.arrives.local.slice(0, 10);
  return {
    from: segments[0]!.from,
    to: segments.at(-1)!.to,
    segments,
    layovers,
    minutes: slice.arrives - slice.departs,
    stops: segments.length - 1,
    dayShift: Math.round((Date.parse(arrivesDay) - Date.parse(departsDay)) / 86_400_000),
  };
}

interface LegTimes {
  readonly departs: number;
  readonly arrives: number;
}

function legTimes(index: FlightIndex, slice: CheckedSlice): LegTimes[] {
  return slice.legs.map((leg, at) => ({ departs: slice.departures[at]!, arrives: slice.departures[at]! + index.block[leg.flight]! }));
}

function makeSegment(engine: FlightEngine, leg: LegOnDay, cabin: number, times: LegTimes, context: OfferContext): Segment {
  const { index, houseFares } = engine;
  const { timetable } = index;
  const row = index.row[leg.flight]!;
  const from = timetable.from[row]!;
  const to = timetable.to[row]!;
  const airline = timetable.airlines[timetable.airline[row]!]!.code;
  const equipment = timetable.equipment[timetable.equipmentOf[row]!]!;
  const seats = context.passengers.adults + context.passengers.children;
  const booking = houseFares.lowestClass(row, leg.day, cabin, seats, context.sold.count(row, leg.day, cabin));
  return {
    flight: `${airline}${timetable.number[row]}`,
    airline,
    number: timetable.number[row]!,
    operator: timetable.airlines[timetable.operator[row]!]!.code,
    from: timetable.airports[from]!.iata,
    to: timetable.airports[to]!.iata,
    fromTerminal: index.terminals[index.terminalFrom[leg.flight]!] || null,
    toTerminal: index.terminals[index.terminalTo[leg.flight]!] || null,
    departs: moment(index, from, times.departs),
    arrives: moment(index, to, times.arrives),
    minutes: index.block[leg.flight]!,
    aircraft: equipment.code,
    aircraftName: equipment.name,
    cabin: cabinsInOrder[cabin]!,
    bookingClass: booking?.letter ?? cabinLetters[cabinsInOrder[cabin]!],
    seatsLeft: booking?.seatsLeft ?? null,
  };
}

function moment(index: FlightIndex, airport: number, utc: number): LocalMoment {
  return {
    local: stamp(localOf(index.clocks, index.zoneOf[airport]!, utc)),
    utc: `${stamp(utc)}:00Z`,
    zone: index.timetable.airports[airport]!.zone,
  };
}

function makeLayover(index: FlightIndex, before: LegOnDay, after: LegOnDay, arrives: number, departs: number): Layover {
  const routeIn = index.routeOfFlight[before.flight]!;
  const routeOut = index.routeOfFlight[after.flight]!;
  const airport = index.routeTo[routeIn]!;
  const departsFrom = index.routeFrom[routeOut]!;
  const airportChange = airport !== departsFrom;
  const terminalChange = terminalsDiffer(index, before.flight, after.flight);
  const minimum = connectionMinutes(index.routeDomestic[routeIn] === 1, index.routeDomestic[routeOut] === 1, terminalChange, airportChange);
  const zone = index.zoneOf[departsFrom]!;
  const airlines = index.timetable.airlines.length;
  const minutes = departs - arrives;
  const overnight = nightMinutes(localOf(index.clocks, zone, arrives), localOf(index.clocks, zone, departs)) >= overnightFrom;
  const selfTransfer = index.relations[index.airline[before.flight]! * airlines + index.airline[after.flight]!] === relation.none;
  const risk = connectionRisk(minutes, selfTransfer ? minimumConnection.selfTransfer : minimum, {
    overnight,
    sleeps: overnight && sleepsAtNight(index, departsFrom),
    lastOfDay: isLastOfDay(index, after.flight, after.day),
    selfTransfer,
  });
  return {
    airport: index.timetable.airports[airport]!.iata,
    departsFrom: index.timetable.airports[departsFrom]!.iata,
    minutes,
    grade: layoverGrade(minutes, minimum),
    overnight,
    airportChange,
    terminalChange,
    selfTransfer,
    ...(risk ? { risk } : {}),
  };
}

/** Fare families of a slice, by its issuing airline and the cabin asked for. */
export function familiesOfSlice(index: FlightIndex, slice: CheckedSlice, cabin: Cabin): readonly FareFamily[] {
  const { airlines, airports } = index.timetable;
  const from = airports[index.routeFrom[index.routeOfFlight[slice.legs[0]!.flight]!]!]!;
  const to = airports[index.routeTo[index.routeOfFlight[slice.legs.at(-1)!.flight]!]!]!;
  const airline = airlines[slice.airline]!;
  const longHaul = kilometres(from.latitude, from.longitude, to.latitude, to.longitude) > longHaulKm;
  return fareFamiliesOf(airline.kind, airline.country, cabin, longHaul);
}

/** The slice in its cheapest family with a checked bag, ticket by ticket. */
export function withBagFare(index: FlightIndex, slice: CheckedSlice, cabin: Cabin, party: Party): CheckedSlice {
  let base = 0;
  let price = slice.tax;
  for (const ticket of ticketsOf(slice)) {
    const family = cheapestWithBag(familiesOfSlice(index, ticket, cabin));
    const adult = familyBase(ticket.base, family.farePermille, family.fareFils, ticket.legs.length);
    base += adult;
    price += partyFare(adult, party);
  }
  return { ...slice, base, price };
}

function makeBrands(
  engine: FlightEngine,
  slices: readonly CheckedSlice[],
  permille: number,
  party: Party,
  context: OfferContext & { readonly flown: readonly Segment[] },
): Pick<Offer, 'brands' | 'byDirection'> {
  const apart = permille === combinedPermille.separate;
  const holders = bagHolders(engine.index, slices, context.flown, apart);
  const families = slices.map((slice, at) =>
    withAllowanceOf(
      familiesOfSlice(engine.index, slice, context.cabin),
      holders[at] === slice.airline ? null : familiesOfSlice(engine.index, { ...slice, airline: holders[at]! }, context.cabin),
    ),
  );
  const taxes = slices.length === 1 ? taxLinesOf(engine, slices[0]!) : addLines(slices.flatMap((slice) => taxLinesOf(engine, slice)));
  const tax = slices.reduce((sum, slice) => sum + slice.tax, 0);
  const components = componentsOf(engine.index, slices, context.flown, !apart && slices.length > 1);
  const brandOf = (chosen: readonly FareFamily[], name: Pick<FareBrand, 'code' | 'nameKey' | 'directions'>): FareBrand => {
    const own = slices.map(({ base, legs }, at) => familyBase(base, chosen[at]!.farePermille, chosen[at]!.fareFils, legs.length));
    const bases = apart
      ? own.map((base) => throughBase(base, permille))
      : [
          throughBase(
            own.reduce((sum, base) => sum + base, 0),
            permille,
          ),
        ];
    return {
      ...name,
      fares: passengerFares(bases, taxes, party),
      fareBasis: components.flatMap((flights, at) => flights.map((flight) => fareBasisOf({ ...flight, family: chosen[at]!.code }))),
      fareTotal: money(
        bases.reduce((sum, base) => sum + partyFare(base, party), tax),
        'AED',
      ),
      cabinBag: smallestBag(chosen.map(({ cabinBag }) => cabinBag)),
      checkedBag: smallestBag(chosen.map(({ checkedBag }) => checkedBag)),
      lapInfantBag: smallestBag(chosen.map(({ lapInfantBag }) => lapInfantBag)),
      seatChoice: strictest(chosen.map(({ seatChoice }) => seatChoice)),
      changeBefore: strictestRule(chosen.map(({ changeBefore }) => changeBefore)),
      changeAfter: strictestRule(chosen.map(({ changeAfter }) => changeAfter)),
      refundBefore: strictestRule(chosen.map(({ refundBefore }) => refundBefore)),
      refundAfter: strictestRule(chosen.map(({ refundAfter }) => refundAfter)),
      noShow: strictestRule(chosen.map(({ noShow }) => noShow)),
      upgrade: strictest(chosen.map(({ upgrade }) => upgrade)),
      milesPercent: chosen.some(({ milesPercent }) => milesPercent === null)
        ? null
        : Math.min(...chosen.map(({ milesPercent }) => milesPercent!)),
    };
  };
  const sameRank = (list: readonly FareFamily[], rank: number) => list[Math.min(rank, list.length - 1)]!;
  const brands = families[0]!.map((family, rank) =>
    brandOf(
      families.map((list) => sameRank(list, rank)),
      { code: family.code, nameKey: family.nameKey },
    ),
  );
  const [out, back] = families;
  // Tickets of their own are chosen one by one anyway.
  if (apart || !out || !back || families.length > 2 || (out.length === 1 && back.length === 1)) return { brands };
  const pairs = out.flatMap((there, rank) =>
    back
      .filter((home) => home !== sameRank(back, rank))
      .map((home) => {
        const code = `${there.code}-${home.code}`;
        return brandOf([there, home], { code, nameKey: `fares:family.${code}`, directions: [rulesOf(there), rulesOf(home)] });
      }),
  );
  return { brands, byDirection: { families: families.map((list) => list.map(rulesOf)), brands: pairs } };
}

/** Whose bag rules hold on each direction of one ticket, or on each ticket of its own: positions in the timetable. */
export function bagHolders(
  { timetable, airportByCode }: Pick<FlightIndex, 'timetable' | 'airportByCode'>,
  slices: readonly Pick<CheckedSlice, 'airline' | 'legs'>[],
  flown: readonly Segment[],
  apart: boolean,
): readonly number[] {
  const { airlines } = timetable;
  let from = 0;
  const ways = slices.map(({ legs }) => flown.slice(from, (from += legs.length)));
  if (ways.every((way, at) => way.every(({ airline }) => airline === airlines[slices[at]!.airline]!.code)))
    return slices.map(({ airline }) => airline);
  const countryOf = (airport: string) => timetable.airports[airportByCode.get(airport) ?? -1]?.country ?? null;
  return ways.map((way, at) => {
    const { airline: code } = significantCarrier(way, apart ? [way] : ways, countryOf);
    const holder = airlines.findIndex((airline) => airline.code === code);
    return holder < 0 ? slices[at]!.airline : holder;
  });
}

/**
 * Families with the allowance of another airline, whose rules hold for the bags. Whether a bag is in the fare, the family says
 * that is sold; how it is counted and what it may weigh, the airline that answers for it.
 */
export function withAllowanceOf(own: readonly FareFamily[], theirs: readonly FareFamily[] | null): readonly FareFamily[] {
  if (theirs === null) return own;
  return own.map((family, rank) => {
    const same = theirs[Math.min(rank, theirs.length - 1)]!;
    const included = same.checkedBag ? same : cheapestWithBag(theirs);
    return {
      ...family,
      cabinBag: same.cabinBag,
      checkedBag: family.checkedBag && (included.checkedBag ?? family.checkedBag),
      lapInfantBag: family.lapInfantBag && (included.lapInfantBag ?? family.lapInfantBag),
    };
  });
}

/** The flights of each ticket or direction, as their fares are filed. */
function componentsOf(
  { timetable }: FlightIndex,
  slices: readonly CheckedSlice[],
  flown: readonly Segment[],
  returns: boolean,
): Omit<FareComponent, 'family'>[][] {
  let from = 0;
  return slices.map(({ airline, legs }) => {
    const segments = flown.slice(from, (from += legs.length));
    const date = segments[0]!.departs.local.slice(0, 10);
    return segments.map(({ bookingClass }) => ({ bookingClass, date, airline: timetable.airlines[airline]!.code, returns }));
  });
}

/** What an offer says of a family, without how its fare is made. */
function rulesOf({ farePermille: _permille, fareFils: _fils, ...rules }: FareFamily): FamilyRules {
  return rules;
}

/** `bases`: the adult's fare of each ticket; those of children and babies are rounded ticket by ticket. */
function passengerFares(bases: readonly number[], taxes: readonly TaxLine[], party: Party): PassengerFare[] {
  const sumOf = (each: (base: number) => number) =>
    money(
      bases.reduce((sum, base) => sum + each(base), 0),
      'AED',
    );
  const fares: PassengerFare[] = [{ type: 'adult', count: party.adults, base: sumOf((base) => base), taxes }];
  if (party.children > 0) fares.push({ type: 'child', count: party.children, base: sumOf(childBase), taxes });
  // A lap infant pays a tenth of the fare and no airport taxes.
  if (party.infants > 0) fares.push({ type: 'infant', count: party.infants, base: sumOf(infantBase), taxes: [] });
  return fares.filter(({ count }) => count > 0);
}

function taxLinesOf(engine: FlightEngine, slice: CheckedSlice): readonly TaxLine[] {
  const { index } = engine;
  const country = (airport: number) => index.timetable.airports[airport]!.country;
  const routes = slice.legs.map(({ flight }) => index.routeOfFlight[flight]!);
  return taxLines(
    engine.taxes,
    country(index.routeFrom[routes[0]!]!),
    routes.slice(1).map((route) => country(index.routeFrom[route]!)),
    country(index.routeTo[routes.at(-1)!]!),
  );
}

function addLines(lines: readonly TaxLine[]): TaxLine[] {
  const merged = new Map<string, TaxLine>();
  for (const line of lines) {
    const key = line.code + line.nameKey;
    const known = merged.get(key);
    merged.set(key, known ? { ...line, amount: money(known.amount.amount + line.amount.amount, line.amount.currency) } : line);
  }
  return [...merged.values()];
}

function strictestRule(rules: readonly FareRule[]): FareRule {
  const [only] = rules;
  if (rules.length === 1 && (only!.permission === 'allowed' || !only!.penalty)) return only!;
  const permission = strictest(rules.map((rule) => rule.permission));
  const penalties = rules.flatMap(({ penalty }) => (penalty ? [penalty] : []));
  const highest = penalties.reduce<Money | null>((most, penalty) => (most && most.amount >= penalty.amount ? most : penalty), null);
  return { permission, penalty: permission === 'allowed' ? highest : null };
}

function smallestBag(bags: readonly (BaggageAllowance | null)[]): BaggageAllowance | null {
  const weight = (bag: BaggageAllowance) => (bag.pieces ?? 1) * (bag.kilograms ?? 0);
  return bags.reduce((least, bag) => (least === null || bag === null ? null : weight(bag) < weight(least) ? bag : least));
}

/** Kilograms CO2e of one passenger over the flights of a slice, in the cabins flown. */
export function sliceKilograms(index: FlightIndex, slice: Pick<CheckedSlice, 'legs' | 'cabins'>): number {
  return slice.legs.reduce((sum, { flight }, at) => sum + flightKilograms(index, flight, slice.cabins[at]!), 0);
}

export function flightKilograms(index: FlightIndex, flight: number, cabin: number): number {
  const equipment = index.timetable.equipment[index.timetable.equipmentOf[index.row[flight]!]!]!;
  return co2Kilograms(equipment, index.routeKm[index.routeOfFlight[flight]!]!, cabinLetters[cabinsInOrder[cabin]!]);
}
