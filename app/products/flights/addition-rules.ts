import type { Charge } from '#app/commerce/pricing/quote.ts';
import { hourMs, minuteMs, type Instant } from '#app/values/dates.ts';
import { bagKey, choiceKey, type PassengerDetails } from './booking-draft.ts';
import { extraKinds } from './extra-rules.ts';
import {
  fastTrackOffers,
  insuranceRefusal,
  journeyDates,
  mealPrice,
  mealsFor,
  mostExtraBags,
  type InsuranceRefusal,
} from './extras-price.ts';
import { flightCharges, segmentsOf, type ChosenSeat, type FlightContract, type FlightPurchase } from './flight-price.ts';
import type { Segment, Slice } from './offer.ts';

/*
 * What can be bought beside flights that have their tickets already, until when, and what it makes of the sale: pure.
 */

/** Documents are written by the airline and, where it does not, by a person: nothing is sold later than this before a direction begins. */
export const additionClosesMs = 6 * hourMs;
/** What a clerk put together for a caller is kept this long. */
export const additionOfferMs = 60 * minuteMs;

/** A seat that is wished for on a flight; positions over all contracts and of the traveller. */
export interface WantedSeat {
  readonly segment: number;
  readonly passenger: number;
  readonly designator: string;
  /** The words in which somebody declared to be fit for an exit row; absent where nobody did. */
  readonly declared?: string;
}

export type AddedSeat = ChosenSeat & WantedSeat;

/** What is added; as in the first sale, of what is new alone. */
export interface AddedChoices {
  readonly seats: readonly AddedSeat[];
  readonly checkedBags: Readonly<Record<string, number>>;
  readonly meals: Readonly<Record<string, string>>;
  readonly fastTrack: boolean;
  readonly insurance: boolean;
}

export type WantedChoices = Omit<AddedChoices, 'seats'> & { readonly seats: readonly WantedSeat[] };

export const nothingAdded: AddedChoices = { seats: [], checkedBags: {}, meals: {}, fastTrack: false, insurance: false };

export type AdditionClosed = 'not-ticketed' | 'being-changed' | 'being-cancelled' | 'schedule-changed' | 'under-way' | 'over' | 'too-late';

const closedBy: Readonly<Record<string, AdditionClosed>> = {
  change_quoted: 'being-changed',
  change_pending: 'being-changed',
  changed: 'being-changed',
  cancel_quoted: 'being-cancelled',
  schedule_change_pending: 'schedule-changed',
  stuck: 'under-way',
  flown: 'over',
  no_show: 'over',
  cancelled: 'over',
  voided: 'over',
  refund_due: 'over',
  refunded: 'over',
  expired: 'over',
};

/** Why nothing can be added to an order now; null when something can. */
export function additionClosed(status: string, contracts: readonly Pick<FlightContract, 'offer'>[], now: Instant): AdditionClosed | null {
  if (status !== 'ticketed') return closedBy[status] ?? 'not-ticketed';
  return directionsOf(contracts, now).some(({ open }) => open) ? null : 'too-late';
}

export interface Direction {
  /** Over all contracts, from 0. */
  readonly index: number;
  readonly slice: Slice;
  readonly segments: readonly { readonly index: number; readonly segment: Segment }[];
  /** It begins late enough for something to be added. */
  readonly open: boolean;
}

/** Every direction of the sale in its order. */
export function directionsOf(contracts: readonly Pick<FlightContract, 'offer'>[], now: Instant): Direction[] {
  let position = 0;
  return contracts
    .flatMap(({ offer }) => offer.slices)
    .map((slice, index) => ({
      index,
      slice,
      segments: slice.segments.map((segment) => ({ index: position++, segment })),
      open: Date.parse(slice.segments[0]!.departs.utc) - now >= additionClosesMs,
    }));
}

type Sold = Pick<FlightPurchase, 'contracts' | 'travellers' | 'seats' | 'checkedBags' | 'meals' | 'fastTrack' | 'insurance'>;
type Choices = Omit<FlightPurchase, 'contracts' | 'travellers'>;
type Insured = Pick<PassengerDetails, 'residence' | 'birthDate'>;

/** What is not bought yet and can be. */
export interface ForSale {
  /** `segment.passenger` */
  readonly seats: ReadonlySet<string>;
  /** As `bagKey` names them. */
  readonly bags: ReadonlySet<string>;
  /** As `choiceKey` names them. */
  readonly meals: ReadonlySet<string>;
  readonly fastTrack: boolean;
  readonly insurance: boolean;
  /** Why the cover is closed to this party, where nothing else is against it. */
  readonly uninsured: InsuranceRefusal | null;
}

export const seatPlace = (segment: number, passenger: number): string => `${segment}.${passenger}`;

/** What is for sale beside a sale. What is for the whole journey is sold while all of it lies ahead. */
export function forSale(sold: Sold, people: readonly Insured[], now: Instant): ForSale {
  const seats = new Set<string>();
  const bags = new Set<string>();
  const meals = new Set<string>();
  const directions = directionsOf(sold.contracts, now);
  for (const { index, segments } of directions.filter(({ open }) => open))
    sold.travellers.forEach((type, passenger) => {
      const key = bagKey(index, passenger);
      if (type !== 'infant' && !sold.checkedBags[key]) bags.add(key);
      for (const each of segments) {
        const taken = sold.seats.some((seat) => seat.segment === each.index && seat.passenger === passenger);
        if (type !== 'infant' && !taken) seats.add(seatPlace(each.index, passenger));
        const meal = choiceKey(each.segment, passenger);
        if (!sold.meals[meal] && mealPrice(each.segment) !== null) meals.add(meal);
      }
    });
  const ahead = directions.every(({ open }) => open);
  const offers = sold.contracts.map(({ offer }) => offer);
  const { first, last } = journeyDates(offers);
  const uninsured = ahead && !sold.insurance ? insuranceRefusal(people, first, last) : null;
  return {
    seats,
    bags,
    meals,
    fastTrack: ahead && !sold.fastTrack && fastTrackOffers(offers).offered.length > 0,
    insurance: ahead && !sold.insurance && uninsured === null,
    uninsured,
  };
}

/** Of what is wished for, what is for sale: nothing is sold twice, and nothing that is not there. */
export function keepForSale(wanted: WantedChoices, sale: ForSale, sold: Pick<Sold, 'contracts' | 'travellers'>): WantedChoices {
  const segments = segmentsOf(sold.contracts);
  const served = (key: string, meal: string) =>
    segments.some((segment) =>
      sold.travellers.some(
        (type, passenger) => choiceKey(segment, passenger) === key && (mealsFor({ type }) as readonly string[]).includes(meal),
      ),
    );
  return {
    seats: wanted.seats.filter(({ segment, passenger }) => sale.seats.has(seatPlace(segment, passenger))),
    checkedBags: Object.fromEntries(
      Object.entries(wanted.checkedBags).filter(
        ([key, pieces]) => sale.bags.has(key) && Number.isInteger(pieces) && pieces > 0 && pieces <= mostExtraBags,
      ),
    ),
    meals: Object.fromEntries(Object.entries(wanted.meals).filter(([key, meal]) => sale.meals.has(key) && served(key, meal))),
    fastTrack: wanted.fastTrack && sale.fastTrack,
    insurance: wanted.insurance && sale.insurance,
  };
}

export function isNothing({ seats, checkedBags, meals, fastTrack, insurance }: WantedChoices): boolean {
  return seats.length === 0 && Object.keys(checkedBags).length === 0 && Object.keys(meals).length === 0 && !fastTrack && !insurance;
}

/** Everything that is chosen beside the flights, with what was added to it. */
export function choicesWith(sold: Choices, added: AddedChoices): Choices {
  return {
    seats: [
      ...sold.seats,
      ...added.seats.map(({ key, passenger, segment, designator, price }) => ({ key, passenger, segment, designator, price })),
    ],
    checkedBags: { ...sold.checkedBags, ...added.checkedBags },
    meals: { ...sold.meals, ...added.meals },
    fastTrack: sold.fastTrack || added.fastTrack,
    insurance: sold.insurance || added.insurance,
  };
}

/** What is charged for what was added, and for nothing else. */
export function addedCharges(sold: FlightPurchase, added: AddedChoices): Charge[] {
  const kinds: readonly string[] = extraKinds;
  return flightCharges({ ...sold, ...added }).filter(({ kind }) => kinds.includes(kind));
}

const inOrder = (record: Readonly<Record<string, unknown>>) => Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1));

/** Whether two people, or one who presses twice, wish for the same. */
export function sameChoices(a: WantedChoices, b: WantedChoices): boolean {
  const named = ({ seats, checkedBags, meals, fastTrack, insurance }: WantedChoices) =>
    JSON.stringify([
      seats.map(({ segment, passenger, designator }) => `${segment}.${passenger}.${designator}`).toSorted(),
      inOrder(checkedBags),
      inOrder(meals),
      fastTrack,
      insurance,
    ]);
  return named(a) === named(b);
}
