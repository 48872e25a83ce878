import type { Charge } from '#app/commerce/pricing/quote.ts';
import { ageOn, dayNumber, parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import { bagsUnder, choiceKey, type FlightBooking, type PassengerDetails } from '../booking/booking-draft.ts';
import type { Offer, PassengerType, Segment } from '../offer.ts';

/*
 * What extras cost and who may have them. All amounts are AED minor units, VAT included, from the house price list;
 * each is checked against the offer, so a key of a flight or traveller that is not there buys nothing.
 */

const dirhams = (amount: number): Money => money(amount * 100, 'AED');

/** IATA special meal codes that are offered. Plain words are in the catalogue under `meals`. */
export const mealCodes = [
  'MOML',
  'VGML',
  'AVML',
  'VLML',
  'HNML',
  'KSML',
  'GFML',
  'DBML',
  'LFML',
  'NLML',
  'LSML',
  'SFML',
  'FPML',
  'CHML',
  'BBML',
] as const;
export type MealCode = (typeof mealCodes)[number];

export function isMealCode(code: string): code is MealCode {
  return (mealCodes as readonly string[]).includes(code);
}

/** A child meal is for children, a baby meal for infants. */
export function mealsFor(passenger: Pick<PassengerDetails, 'type'>): readonly MealCode[] {
  if (passenger.type === 'infant') return ['BBML'];
  return mealCodes.filter((code) => code !== 'BBML' && (code !== 'CHML' || passenger.type === 'child'));
}

/** Airlines that sell food on board instead of serving it. */
const foodForSale = new Set(
  'G9 3O E5 FZ XY F3 J9 OV 5J Z2 DG 6E SG IX QP FR U2 W6 W9 5W VY PC AK FD QZ D7 TR JQ GK 3K G3 WN B6 NK F9 LS HV TO EW DY'.split(' '),
);

export type MealService = 'included' | 'for-sale' | 'none';

/** Under 75 minutes nothing is served. */
export function mealService(segment: Pick<Segment, 'airline' | 'minutes' | 'cabin'>): MealService {
  if (segment.minutes < 75) return 'none';
  return foodForSale.has(segment.airline) && segment.cabin !== 'business' ? 'for-sale' : 'included';
}

/** A special meal is free where meals are served. */
export function mealPrice(segment: Pick<Segment, 'airline' | 'minutes' | 'cabin'>): Money | null {
  const service = mealService(segment);
  if (service === 'none') return null;
  return service === 'included' ? dirhams(0) : dirhams(segment.minutes > 300 ? 55 : 35);
}

export const mostExtraBags = 3;
export const extraBagKilograms = 23;

/** One extra piece for one traveller in one direction, by the time in the air. */
export function bagPrice(slice: Offer['slices'][number]): Money {
  const minutes = slice.segments.reduce((sum, segment) => sum + segment.minutes, 0);
  if (minutes <= 240) return dirhams(160);
  return minutes <= 480 ? dirhams(260) : dirhams(390);
}

/** One to three extra pieces with their prices, for choosing. */
export function bagChoices(slice: Offer['slices'][number]): { readonly pieces: number; readonly price: Money }[] {
  const each = bagPrice(slice);
  return Array.from({ length: mostExtraBags }, (_, index) => ({
    pieces: index + 1,
    price: money(each.amount * (index + 1), each.currency),
  }));
}

/** Departure airports with a fast lane that is sold in advance. */
const fastTrackAirports: Readonly<Record<string, number>> = {
  DXB: 75,
  AUH: 75,
  DOH: 80,
  BAH: 60,
  KWI: 60,
  MCT: 60,
  RUH: 70,
  JED: 70,
  AMM: 65,
  CAI: 55,
  IST: 60,
  SAW: 50,
  LHR: 55,
  LGW: 45,
  MAN: 40,
  CDG: 60,
  FRA: 60,
  MAD: 50,
  BCN: 50,
  LIS: 45,
  FCO: 50,
  MNL: 45,
  CEB: 40,
  SIN: 70,
  BKK: 60,
  KUL: 45,
  DEL: 45,
  BOM: 45,
  GRU: 60,
  GIG: 60,
};

export interface FastTrackOffer {
  readonly airport: string;
  readonly each: Money;
}

/** The departures of the journey where a fast lane can be had: where each direction begins. */
export function fastTrackOffers(offers: readonly Offer[]): {
  readonly offered: readonly FastTrackOffer[];
  readonly missing: readonly string[];
} {
  const airports = [...new Set(offers.flatMap((offer) => offer.slices.map((slice) => slice.segments[0]!.from)))];
  return {
    offered: airports
      .filter((code) => Object.hasOwn(fastTrackAirports, code))
      .map((airport) => ({ airport, each: dirhams(fastTrackAirports[airport]!) })),
    missing: airports.filter((code) => !Object.hasOwn(fastTrackAirports, code)),
  };
}

export type InsuranceRefusal = 'insurance-residence-unknown' | 'insurance-residence' | 'insurance-age' | 'insurance-trip-too-long';

const insuredResidences = new Set(['AE', 'SA', 'QA', 'KW', 'BH', 'OM']);
export const oldestInsured = 75;
export const longestInsuredDays = 90;

/** Why the policy cannot cover this party; null when it can. It covers all of them or nobody. */
export function insuranceRefusal(
  passengers: readonly Pick<PassengerDetails, 'residence' | 'birthDate'>[],
  first: CalendarDate,
  last: CalendarDate,
): InsuranceRefusal | null {
  if (dayNumber(last) - dayNumber(first) + 1 > longestInsuredDays) return 'insurance-trip-too-long';
  if (passengers.some((passenger) => passenger.residence === '')) return 'insurance-residence-unknown';
  if (passengers.some((passenger) => !insuredResidences.has(passenger.residence))) return 'insurance-residence';
  const births = passengers.map((passenger) => parseCalendarDate(passenger.birthDate));
  return births.some((birth) => birth !== null && ageOn(birth, last) > oldestInsured) ? 'insurance-age' : null;
}

/** For one traveller: AED 35 and 2 for each day. Infants are covered with their adult at no charge. */
export function insurancePrice(first: CalendarDate, last: CalendarDate): Money {
  return dirhams(35 + 2 * (dayNumber(last) - dayNumber(first) + 1));
}

/** Local dates of the first departure and of the last arrival or departure, whichever is later. */
export function journeyDates(offers: readonly Pick<Offer, 'slices'>[]): {
  readonly first: CalendarDate;
  readonly last: CalendarDate;
  readonly lastFlight: CalendarDate;
} {
  const segments = offers.flatMap((offer) => offer.slices.flatMap((slice) => slice.segments));
  const departures = segments.map((segment) => segment.departs.local.slice(0, 10)).sort();
  const arrivals = segments.map((segment) => segment.arrives.local.slice(0, 10)).sort();
  const lastFlight = departures.at(-1)!;
  const lastArrival = arrivals.at(-1)!;
  return {
    first: departures[0]! as CalendarDate,
    last: (lastArrival > lastFlight ? lastArrival : lastFlight) as CalendarDate,
    lastFlight: lastFlight as CalendarDate,
  };
}

/** What the extras of a sale are: travellers by position, directions and segments over all offers from 0. */
export interface ChosenExtras {
  readonly travellers: readonly PassengerType[];
  /** `slice:passenger` to extra checked pieces; those that were added later stand under keys of their own (`bagsUnder`). */
  readonly checkedBags: Readonly<Record<string, number>>;
  /** `segmentKey:passenger` to an IATA meal code. */
  readonly meals: Readonly<Record<string, string>>;
  readonly fastTrack: boolean;
  readonly insurance: boolean;
  /** Positions of travellers who left: nothing is for them. */
  readonly left?: readonly number[];
}

/** The charges of bags, meals, fast track and insurance. A key of a flight or traveller that is not there buys nothing. */
export function extrasCharges(offers: readonly Offer[], chosen: ChosenExtras): Charge[] {
  const { travellers, left = [] } = chosen;
  const charges: Charge[] = [];
  offers
    .flatMap(({ slices }, contract) => slices.map((slice) => ({ slice, contract: String(contract) })))
    .forEach(({ slice, contract }, direction) => {
      const each = bagPrice(slice);
      travellers.forEach((type, traveller) => {
        for (const { key, pieces: chosenPieces } of bagsUnder(chosen.checkedBags, direction, traveller)) {
          const pieces = extraBags(chosenPieces, type);
          if (pieces === 0) continue;
          charges.push({
            kind: 'bag',
            code: key,
            nameKey: 'price:line.bag',
            travellers: [traveller],
            each: money(each.amount * pieces, each.currency),
            facts: { pieces: String(pieces), from: slice.from, to: slice.to, contract },
          });
        }
      });
      for (const segment of slice.segments) charges.push(...mealCharges(segment, contract, travellers, chosen.meals));
    });
  const seated = travellers.flatMap((type, traveller) => (type === 'infant' || left.includes(traveller) ? [] : [traveller]));
  if (chosen.fastTrack) {
    for (const { airport, each } of fastTrackOffers(offers).offered) {
      charges.push({ kind: 'fast-track', code: airport, nameKey: 'price:line.fast-track', travellers: seated, each, facts: { airport } });
    }
  }
  if (chosen.insurance && offers.length > 0) {
    const { first, last } = journeyDates(offers);
    charges.push({
      kind: 'insurance',
      code: 'travel',
      nameKey: 'price:line.insurance',
      travellers: seated,
      each: insurancePrice(first, last),
    });
  }
  return charges;
}

function mealCharges(
  segment: Segment,
  contract: string,
  travellers: readonly PassengerType[],
  chosen: Readonly<Record<string, string>>,
): Charge[] {
  const each = mealPrice(segment);
  if (!each || each.amount === 0) return [];
  return travellers.flatMap((type, traveller): Charge[] => {
    const meal = chosen[choiceKey(segment, traveller)];
    if (!meal || !mealsFor({ type }).some((code) => code === meal)) return [];
    return [
      {
        kind: 'meal',
        code: choiceKey(segment, traveller),
        nameKey: 'price:line.meal',
        travellers: [traveller],
        each,
        facts: { flight: segment.flight, meal, contract },
      },
    ];
  });
}

function extraBags(pieces: number, type: PassengerType): number {
  if (type === 'infant' || !Number.isInteger(pieces)) return 0;
  return Math.min(Math.max(pieces, 0), mostExtraBags);
}

/** A booking whose travellers have changed, without an insurance that cannot cover them any more. */
export function withoutLostExtras(
  booking: FlightBooking,
  journey: { readonly flights: { readonly first: CalendarDate }; readonly lastDay: CalendarDate },
): FlightBooking {
  if (!booking.extras.insurance || insuranceRefusal(booking.passengerDetails, journey.flights.first, journey.lastDay) === null)
    return booking;
  return { ...booking, extras: { ...booking.extras, insurance: false } };
}
