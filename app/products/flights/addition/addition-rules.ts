import { ticketsClosedBy, type TicketsClosed } from '../tickets/tickets-closed.ts';
import { vatOf } from '#app/commerce/pricing/kept-taxes.ts';
import type { Charge, Quote } from '#app/commerce/pricing/quote.ts';
import { hourMs, minuteMs, type Instant } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import { bagsUnder, choiceKey, nextBagKey, type PassengerDetails } from '../booking/booking-draft.ts';
import { extraKinds, type PaidExtra } from '../extras/extra-rules.ts';
import {
  fastTrackOffers,
  insuranceRefusal,
  journeyDates,
  mealPrice,
  mealsFor,
  mostExtraBags,
  type InsuranceRefusal,
} from '../extras/extras-price.ts';
import { flightCharges, segmentsOf, type ChosenSeat, type FlightContract, type FlightPurchase } from '../flight-price.ts';
import type { Segment, Slice } from '../offer.ts';

/*
 * What can be bought beside flights that have their tickets already, until when, and what it makes of the sale: pure. A seat
 * can also be given up for another one: a dearer one costs the difference, and nothing of a seat's price is given back.
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

/** Its price is what its line of the whole price says: never less than what was paid for the seat that is given up. */
export type AddedSeat = ChosenSeat &
  WantedSeat & {
    /** The seat that is given up for it; absent where there was none. */
    readonly instead?: string;
  };

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

export type AdditionClosed = TicketsClosed | 'too-late';

/** Why nothing can be added to an order now; null when something can. */
export function additionClosed(status: string, contracts: readonly Pick<FlightContract, 'offer'>[], now: Instant): AdditionClosed | null {
  if (status !== 'ticketed') return ticketsClosedBy(status);
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

/** What is known of the document of something that was paid. */
export type Documented = Pick<PaidExtra, 'kind' | 'code' | 'traveller'> & { readonly status: string };

type Sold = Pick<FlightPurchase, 'contracts' | 'travellers' | 'left' | 'seats' | 'checkedBags' | 'meals' | 'fastTrack' | 'insurance'>;
type Choices = Omit<FlightPurchase, 'contracts' | 'travellers'>;
type Insured = Pick<PassengerDetails, 'residence' | 'birthDate'>;

/** What is not bought yet and can be. */
export interface ForSale {
  /** `segment.passenger`, of those who have no seat there. */
  readonly seats: ReadonlySet<string>;
  /** `segment.passenger`, of those whose seat can be given up for another one. */
  readonly swaps: ReadonlySet<string>;
  /** How many pieces more, by the key under which they are sold. */
  readonly bags: ReadonlyMap<string, number>;
  /** As `choiceKey` names them. */
  readonly meals: ReadonlySet<string>;
  readonly fastTrack: boolean;
  readonly insurance: boolean;
  /** Why the cover is closed to this party, where nothing else is against it. */
  readonly uninsured: InsuranceRefusal | null;
}

export function seatOf<Seat extends { readonly segment: number; readonly passenger: number }>(
  seats: readonly Seat[],
  segment: number,
  passenger: number,
): Seat | undefined {
  return seats.find((seat) => seat.segment === segment && seat.passenger === passenger);
}

export const seatPlace = (segment: number, passenger: number): string => `${segment}.${passenger}`;

/**
 * What is for sale beside a sale. What is for the whole journey is sold while all of it lies ahead; a seat is given up for
 * another one once its document is there, and not when its money went back.
 */
export function forSale(sold: Sold, people: readonly Insured[], documents: readonly Documented[], now: Instant): ForSale {
  const seats = new Set<string>();
  const swaps = new Set<string>();
  const bags = new Map<string, number>();
  const meals = new Set<string>();
  const directions = directionsOf(sold.contracts, now);
  for (const { index, segments } of directions.filter(({ open }) => open))
    sold.travellers.forEach((type, passenger) => {
      if (sold.left?.includes(passenger)) return;
      const has = bagsUnder(sold.checkedBags, index, passenger).reduce((sum, { pieces }) => sum + pieces, 0);
      if (type !== 'infant' && has < mostExtraBags) bags.set(nextBagKey(index, passenger, has), mostExtraBags - has);
      for (const each of segments) {
        const taken = seatOf(sold.seats, each.index, passenger);
        const stands = documents.every((one) => one.kind !== 'seat' || one.code !== taken?.key || one.status === 'issued');
        if (type !== 'infant' && !taken) seats.add(seatPlace(each.index, passenger));
        if (taken && stands) swaps.add(seatPlace(each.index, passenger));
        const meal = choiceKey(each.segment, passenger);
        if (!sold.meals[meal] && mealPrice(each.segment) !== null) meals.add(meal);
      }
    });
  const ahead = directions.every(({ open }) => open);
  const offers = sold.contracts.map(({ offer }) => offer);
  const { first, last } = journeyDates(offers);
  const uninsured =
    ahead && !sold.insurance
      ? insuranceRefusal(
          people.filter((_, passenger) => !sold.left?.includes(passenger)),
          first,
          last,
        )
      : null;
  return {
    seats,
    swaps,
    bags,
    meals,
    fastTrack: ahead && !sold.fastTrack && fastTrackOffers(offers).offered.length > 0,
    insurance: ahead && !sold.insurance && uninsured === null,
    uninsured,
  };
}

/** Of what is wished for, what is for sale: nothing is sold twice, and nothing that is not there. */
export function keepForSale(wanted: WantedChoices, sale: ForSale, sold: Pick<Sold, 'contracts' | 'travellers' | 'seats'>): WantedChoices {
  const segments = segmentsOf(sold.contracts);
  const served = (key: string, meal: string) =>
    segments.some((segment) =>
      sold.travellers.some(
        (type, passenger) => choiceKey(segment, passenger) === key && (mealsFor({ type }) as readonly string[]).includes(meal),
      ),
    );
  return {
    seats: wanted.seats.filter(({ segment, passenger, designator }) => {
      const place = seatPlace(segment, passenger);
      return sale.seats.has(place) || (sale.swaps.has(place) && seatOf(sold.seats, segment, passenger)?.designator !== designator);
    }),
    checkedBags: Object.fromEntries(
      Object.entries(wanted.checkedBags).filter(
        ([key, pieces]) => Number.isInteger(pieces) && pieces > 0 && pieces <= (sale.bags.get(key) ?? 0),
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
      ...sold.seats.filter((seat) => !seatOf(added.seats, seat.segment, seat.passenger)),
      ...added.seats.map(({ key, passenger, segment, designator, price }) => ({ key, passenger, segment, designator, price })),
    ],
    checkedBags: { ...sold.checkedBags, ...added.checkedBags },
    meals: { ...sold.meals, ...added.meals },
    fastTrack: sold.fastTrack || added.fastTrack,
    insurance: sold.insurance || added.insurance,
  };
}

/** The seats for which others are given up. */
export function swapsOf<Seat extends { readonly instead?: string }>(added: {
  readonly seats: readonly Seat[];
}): (Seat & { readonly instead: string })[] {
  return added.seats.flatMap((seat) => (seat.instead === undefined ? [] : [{ ...seat, instead: seat.instead }]));
}

/** Nothing is bought: seats are given up for others and that is all. */
export function isSwapOnly(added: AddedChoices): boolean {
  const { seats: _, ...more } = added;
  return swapsOf(added).length === added.seats.length && isNothing({ ...more, seats: [] });
}

/** What was paid for each seat, by its key, as the lines of a price say. */
export function paidForSeats({ lines }: Pick<Quote, 'lines'>): ReadonlyMap<string, Money> {
  return new Map(lines.flatMap(({ kind, code, each }) => (kind === 'seat' ? [[code, each] as const] : [])));
}

/** A price without the lines of seats that are given up: those of the seats in their place hold what was paid for them. */
export function withoutSwapped(price: Quote, added: AddedChoices): Quote {
  const keys = new Set(swapsOf(added).map(({ key }) => key));
  return { ...price, lines: price.lines.filter(({ kind, code }) => kind !== 'seat' || !keys.has(code)) };
}

/**
 * What is charged for what was added, and for nothing else. A seat in the place of another goes on in its line, with its tax, as
 * `price` has it, which was agreed so far.
 */
export function addedCharges(sold: FlightPurchase, added: AddedChoices, price: Pick<Quote, 'lines'> = { lines: [] }): Charge[] {
  const kinds: readonly string[] = extraKinds;
  const keys = new Set(swapsOf(added).map(({ key }) => key));
  return flightCharges({ ...sold, ...added })
    .filter(({ kind }) => kinds.includes(kind))
    .map((charge) => {
      const before =
        charge.kind === 'seat' && keys.has(charge.code) && price.lines.find(({ kind, code }) => kind === 'seat' && code === charge.code);
      return before ? { ...charge, vat: vatOf(before) } : charge;
    });
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
