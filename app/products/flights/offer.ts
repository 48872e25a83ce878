import type { Money } from '#app/values/money.ts';
import type { ConnectionRisk } from './engine/connection-rules.ts';

/*
 * What a flight search asks and what an offer says: plain data, safe to serialise.
 * Amounts here are fare and tax components; the total a customer pays is made in commerce/pricing.
 */

export type Cabin = 'economy' | 'premium' | 'business' | 'first';

/** The cabin letters of tickets and offer ids, in the order low to high. */
export type CabinLetter = 'Y' | 'W' | 'J' | 'F';

export const cabinLetters: Readonly<Record<Cabin, CabinLetter>> = {
  economy: 'Y',
  premium: 'W',
  business: 'J',
  first: 'F',
};

export const cabinsByLetter: Readonly<Record<CabinLetter, Cabin>> = {
  Y: 'economy',
  W: 'premium',
  J: 'business',
  F: 'first',
};

/** From low to high; positions are the cabin numbers of the engine. */
export const cabinsInOrder: readonly Cabin[] = ['economy', 'premium', 'business', 'first'];

export type PassengerType = 'adult' | 'child' | 'infant';

export interface Passengers {
  /** 12 years and older on every flight date. */
  readonly adults: number;
  /** 2 to 11 years, and infants who occupy a seat of their own. */
  readonly children: number;
  /** Ages of the children on the last flight; may be shorter than `children` while the form is unfinished. */
  readonly childAges?: readonly number[];
  /** Under 2 on the lap of an adult; no seat of their own. */
  readonly infants: number;
}

export interface SearchSlice {
  /** IATA airport or metro code. */
  readonly from: string;
  readonly to: string;
  /** Local date at the origin, YYYY-MM-DD. */
  readonly date: string;
  readonly flexDays?: 0 | 3;
  /** Also airports near either end. */
  readonly nearby?: boolean;
}

export interface FlightSearch {
  /** One (one-way), two (return) or up to six (multi-city). */
  readonly slices: readonly SearchSlice[];
  readonly passengers: Passengers;
  readonly cabin: Cabin;
  readonly maxStops: 0 | 1 | 2;
  /** Show prices of the cheapest fare family that includes a checked bag. */
  readonly bags?: boolean;
  readonly selfTransfer?: boolean;
}

/** A wall-clock time at a place; `utc` is the same instant and the only one to do arithmetic with. */
export interface LocalMoment {
  /** YYYY-MM-DDTHH:mm at the airport. */
  readonly local: string;
  /** YYYY-MM-DDTHH:mm:00Z */
  readonly utc: string;
  /** IANA zone of the airport. */
  readonly zone: string;
}

export interface Segment {
  /** Marketing flight such as EK332. */
  readonly flight: string;
  readonly airline: string;
  readonly number: number;
  /** Operating carrier; equal to `airline` unless it is a codeshare. */
  readonly operator: string;
  readonly from: string;
  readonly to: string;
  readonly fromTerminal: string | null;
  readonly toTerminal: string | null;
  readonly departs: LocalMoment;
  readonly arrives: LocalMoment;
  /** Gate to gate. */
  readonly minutes: number;
  /** IATA aircraft code, and its name in plain words. */
  readonly aircraft: string;
  readonly aircraftName: string;
  readonly cabin: Cabin;
  /** Reservation booking designator, one letter. */
  readonly bookingClass: string;
  /** Seats left in this booking class as the supplier reports them, 1 to 9; null when it does not say. */
  readonly seatsLeft: number | null;
}

export type LayoverGrade = 'tight' | 'ok' | 'long';

export interface Layover {
  /** Where the traveller arrives; differs from `departsFrom` when the airport changes. */
  readonly airport: string;
  readonly departsFrom: string;
  readonly minutes: number;
  readonly grade: LayoverGrade;
  /** Three hours or more of it fall between midnight and 6 a.m. local time. */
  readonly overnight: boolean;
  readonly airportChange: boolean;
  readonly terminalChange: boolean;
  /** Two tickets: the traveller collects bags and checks in again. */
  readonly selfTransfer: boolean;
  /** Worse than its minutes say: over night where the airport sleeps, or short before the last flight of the day. Absent where not known. */
  readonly risk?: ConnectionRisk;
}

/** What is told of a layover beside its minutes, on every page alike: what may go wrong first; null for an easy one. */
export function feelsOf({ risk, grade }: Pick<Layover, 'risk' | 'grade'>): ConnectionRisk | 'tight' | 'long' | null {
  return risk ?? (grade === 'ok' ? null : grade);
}

/** One direction of a journey. `layovers[i]` lies between `segments[i]` and `segments[i + 1]`. */
export interface Slice {
  readonly from: string;
  readonly to: string;
  readonly segments: readonly Segment[];
  readonly layovers: readonly Layover[];
  /** First departure to last arrival, from UTC. */
  readonly minutes: number;
  readonly stops: number;
  /** Calendar days between the local departure and local arrival dates: 1 is "+1", -1 crosses the date line. */
  readonly dayShift: number;
}

export interface TaxLine {
  /** IATA tax code such as AE or ZR. */
  readonly code: string;
  /** Catalogue key of its name. */
  readonly nameKey: string;
  readonly amount: Money;
}

/** Components for ONE passenger of this type; multiply by `count`. Never marked up here. */
export interface PassengerFare {
  readonly type: PassengerType;
  readonly count: number;
  readonly base: Money;
  readonly taxes: readonly TaxLine[];
}

/** What an airline says about a change or refund; silence is its own answer. */
export type Permission = 'allowed' | 'not-allowed' | 'unknown';

export interface FareRule {
  readonly permission: Permission;
  /** Per passenger. Null: free when allowed, meaningless otherwise, unless `permission` is unknown. */
  readonly penalty: Money | null;
}

export interface BaggageAllowance {
  /** Pieces, or null where the airline counts weight only. */
  readonly pieces: number | null;
  /** Kilograms for each piece, or in all under the weight concept; null: not stated. */
  readonly kilograms: number | null;
}

/** A fare family's name and rules: of a whole offer, or of one of its directions. */
export interface FamilyRules {
  readonly code: string;
  /** Catalogue key of its name. */
  readonly nameKey: string;
  /** Included allowances for an adult; null: not included. */
  readonly cabinBag: BaggageAllowance | null;
  readonly checkedBag: BaggageAllowance | null;
  /** What is checked in free for a baby on a lap, which has no cabin bag of its own; null: nothing. Absent: the airline does not say. */
  readonly lapInfantBag?: BaggageAllowance | null;
  readonly seatChoice: Permission;
  readonly changeBefore: FareRule;
  readonly changeAfter: FareRule;
  readonly refundBefore: FareRule;
  readonly refundAfter: FareRule;
  readonly noShow: FareRule;
  readonly upgrade: Permission;
  /** Percent of the flown miles credited; null: the airline does not say. */
  readonly milesPercent: number | null;
}

/** A fare family (brand) of the whole offer, with what it includes. */
export interface FareBrand extends FamilyRules {
  readonly fares: readonly PassengerFare[];
  /** Under which code each flight's fare is filed, in flying order; absent where the seller does not say. */
  readonly fareBasis?: readonly string[];
  /** All passengers, fares and taxes; a component for pricing, not the price shown. */
  readonly fareTotal: Money;
  /** Of a fare with another family in each direction: theirs, in the order of the slices. Its own rules are then the strictest. */
  readonly directions?: readonly FamilyRules[];
}

/** A return whose directions may be had in different families. */
export interface FamiliesByDirection {
  /** What each direction is sold in, cheapest first. */
  readonly families: readonly (readonly FamilyRules[])[];
  /** The pairs that are no family of the whole offer, each at its own price. */
  readonly brands: readonly FareBrand[];
}

export interface Co2 {
  /** Kilograms CO2e for one passenger in these cabins. */
  readonly kilograms: number;
  /** What is usual for the journey: the medians of its directions' options, added up; null when nobody can say. */
  readonly usualKilograms: number | null;
}

export interface Offer {
  /** Opaque outside its supplier. The server resolves and prices it again; it is never trusted. */
  readonly id: string;
  readonly supplier: string;
  readonly slices: readonly Slice[];
  /** Of a ticket that goes on within a direction: the way to it from the ticket before, which the traveller makes on their own. */
  readonly passage?: Layover;
  /** The cabin asked for; segments say what they really have. */
  readonly cabin: Cabin;
  readonly passengers: Passengers;
  readonly validatingAirline: string;
  /** Where the first direction ends, ISO 3166 alpha-2; absent in what was kept before it was said. */
  readonly country?: string;
  /** Contracts the traveller enters; more than one must be said. */
  readonly tickets: number;
  /** The bags of its families are those of the airline whose rules hold on each direction; absent: of whoever issues the ticket. */
  readonly bagsByCarrier?: boolean;
  /** Fare families from the cheapest up; never empty. */
  readonly brands: readonly FareBrand[];
  /** Absent where one family holds for all directions. */
  readonly byDirection?: FamiliesByDirection;
  /** The smallest of the segments; null when the supplier does not say. */
  readonly seatsLeft: number | null;
  readonly co2: Co2;
  /** Instants, ISO in UTC. */
  readonly pricedAt: string;
  readonly expiresAt: string;
}

/** A flight on a date as an id names it; the date is the local departure date. */
export interface FlightOnDate {
  readonly airline: string;
  readonly number: number;
  readonly date: string;
}

export interface HouseOfferId {
  readonly slices: readonly (readonly FlightOnDate[])[];
  readonly cabin: Cabin;
}

export const housePrefix = 'h1';

/** The flights of one direction as one word: `EK332-20261205`, connecting flights joined by `_`. Not only for the house. */
export function formatSliceKey(flights: readonly FlightOnDate[]): string {
  return flights.map((flight) => `${flight.airline}${flight.number}-${flight.date.replaceAll('-', '')}`).join('_');
}

const flightOnDate = /^([A-Z0-9]{2})([1-9]\d{0,3})-(\d{4})(\d{2})(\d{2})$/;

/** One to three flights, or null for anything malformed. */
export function parseSliceKey(text: string): FlightOnDate[] | null {
  if (text.length > 60) return null;
  const flights: FlightOnDate[] = [];
  for (const piece of text.split('_')) {
    const match = flightOnDate.exec(piece);
    if (!match) return null;
    const [, airline, number, year, month, day] = match;
    const date = `${year}-${month}-${day}`;
    if (!isCalendarDate(date)) return null;
    flights.push({ airline: airline!, number: Number(number), date });
  }
  return flights.length <= 3 ? flights : null;
}

/** Writes an id of the house inventory: `h1.EK332-20261205.EK333-20261219.Y`, slices in order, then the cabin. */
export function formatOfferId(id: HouseOfferId): string {
  return [housePrefix, ...id.slices.map(formatSliceKey), cabinLetters[id.cabin]].join('.');
}

/** Reads an id of the house inventory; null for anything else, however malformed. Says nothing of existence. */
export function parseOfferId(text: string): HouseOfferId | null {
  if (text.length > 400) return null;
  const parts = text.split('.');
  const letter = parts.at(-1) ?? '';
  if (parts[0] !== housePrefix || parts.length < 3 || parts.length > 8) return null;
  if (!Object.hasOwn(cabinsByLetter, letter)) return null;
  const slices: FlightOnDate[][] = [];
  for (const part of parts.slice(1, -1)) {
    const flights = parseSliceKey(part);
    if (!flights) return null;
    slices.push(flights);
  }
  return { slices, cabin: cabinsByLetter[letter as CabinLetter] };
}

function isCalendarDate(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

/** Passengers who need a seat; infants on a lap do not. */
export function seatsNeeded(passengers: Passengers): number {
  return passengers.adults + passengers.children;
}
