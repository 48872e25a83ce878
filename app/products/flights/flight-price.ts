import { quote, type Charge, type PricingRules, type Quote } from '#app/commerce/pricing/quote.ts';
import { money, type Money } from '#app/values/money.ts';
import { choiceKey, passengerTypes, type FlightBooking } from './booking-draft.ts';
import type { FareBrand, Offer, PassengerType } from './offer.ts';

/*
 * What a flight sale charges, line by line. Net of our margin: commerce/pricing/quote.ts alone adds it up.
 */

/** One contract: an offer in one of its fare families. */
export interface FlightContract {
  readonly offer: Offer;
  readonly brand: FareBrand;
}

export interface ChosenSeat {
  /** `choiceKey`: segment and passenger. */
  readonly key: string;
  readonly passenger: number;
  /** Over all contracts, from 0. */
  readonly segment: number;
  readonly designator: string;
  /** Null: free of charge. */
  readonly price: Money | null;
}

export interface FlightPurchase {
  readonly contracts: readonly FlightContract[];
  readonly travellers: readonly PassengerType[];
  readonly seats: readonly ChosenSeat[];
  /** `slice:passenger` to extra checked pieces; slices count over all contracts from 0. */
  readonly checkedBags: Readonly<Record<string, number>>;
  readonly fastTrack: boolean;
  readonly insurance: boolean;
}

/** Fils for one extra checked piece of 23 kg on one slice, by the length of the slice in minutes. */
const bagPrices: readonly { readonly upTo: number; readonly fils: number }[] = [
  { upTo: 180, fils: 11_000 },
  { upTo: 420, fils: 19_000 },
  { upTo: Number.POSITIVE_INFINITY, fils: 28_000 },
];
/** One traveller at one departure airport, VAT included. Infants go through with their adult. */
const fastTrackFils = 7_500;
/** One traveller, by days from first departure to last arrival, VAT included. */
const insurancePrices: readonly { readonly upToDays: number; readonly fils: number }[] = [
  { upToDays: 7, fils: 4_500 },
  { upToDays: 30, fils: 7_500 },
  { upToDays: Number.POSITIVE_INFINITY, fils: 12_000 },
];

export const mostExtraBags = 3;

export function bagPrice(sliceMinutes: number): Money {
  return money(bagPrices.find((step) => sliceMinutes <= step.upTo)!.fils, 'AED');
}

export function fastTrackPrice(): Money {
  return money(fastTrackFils, 'AED');
}

/** `days` from the first departure to the last arrival. */
export function insurancePrice(days: number): Money {
  return money(insurancePrices.find((step) => days <= step.upToDays)!.fils, 'AED');
}

/** Every charge of a purchase. Travellers stand in the order adults, children, infants. */
export function flightCharges(purchase: FlightPurchase): Charge[] {
  const { contracts, travellers } = purchase;
  const charges: Charge[] = [];
  contracts.forEach(({ offer, brand }, contract) => {
    const facts = { airline: offer.validatingAirline, cabin: offer.cabin, contract: String(contract) };
    for (const fare of brand.fares) {
      const whom = positionsOf(travellers, fare.type);
      charges.push({
        kind: 'fare',
        code: `${contract}.${brand.code}.${fare.type}`,
        nameKey: brand.nameKey,
        travellers: whom,
        each: fare.base,
        facts: { ...facts, traveller: fare.type },
      });
      for (const tax of fare.taxes) {
        charges.push({
          kind: 'tax',
          code: `${contract}.${tax.code}.${fare.type}`,
          nameKey: tax.nameKey,
          travellers: whom,
          each: tax.amount,
          facts: { ...facts, taxCode: tax.code, traveller: fare.type },
        });
      }
    }
  });
  for (const seat of purchase.seats) {
    if (!seat.price) continue;
    charges.push({
      kind: 'seat',
      code: seat.key,
      nameKey: 'price:line.seat',
      travellers: [seat.passenger],
      each: seat.price,
      facts: { seat: seat.designator, segment: seat.key.split(':')[0]! },
    });
  }
  const slices = contracts.flatMap(({ offer }) => offer.slices);
  for (const [key, pieces] of Object.entries(purchase.checkedBags)) {
    const [slice, passenger] = key.split(':').map(Number) as [number, number];
    const flown = slices[slice];
    if (!flown || pieces <= 0) continue;
    const each = money(bagPrice(flown.minutes).amount * pieces, 'AED');
    charges.push({
      kind: 'bag',
      code: key,
      nameKey: 'price:line.bag',
      travellers: [passenger],
      each,
      facts: { pieces: String(pieces), from: flown.from, to: flown.to },
    });
  }
  const walking = travellers.flatMap((type, position) => (type === 'infant' ? [] : [position]));
  if (purchase.fastTrack) {
    slices.forEach((slice, index) => {
      charges.push({
        kind: 'fast-track',
        code: `${index}.${slice.from}`,
        nameKey: 'price:line.fast-track',
        travellers: walking,
        each: fastTrackPrice(),
        facts: { airport: slice.from },
      });
    });
  }
  if (purchase.insurance) {
    charges.push({
      kind: 'insurance',
      code: 'travel',
      nameKey: 'price:line.insurance',
      travellers: travellers.map((_, position) => position),
      each: insurancePrice(daysAway(contracts)),
    });
  }
  return charges;
}

/** The price of a whole purchase. `expiresAt` is an instant, ISO in UTC: the earliest of the offers' own and ours. */
export function quoteFlights(
  purchase: FlightPurchase,
  rules: PricingRules,
  when: { readonly quotedAt: string; readonly expiresAt: string },
): Quote {
  const first = purchase.contracts[0];
  return quote({
    charges: flightCharges(purchase),
    travellers: purchase.travellers,
    rules,
    facts: { product: 'flight', ...(first ? { airline: first.offer.validatingAirline, cabin: first.offer.cabin } : {}) },
    ...when,
  });
}

/** The price of an offer in one fare family, without extras: what a result card shows. */
export function quoteOffer(offer: Offer, brand: FareBrand, rules: PricingRules): Quote {
  const purchase = {
    contracts: [{ offer, brand }],
    travellers: passengerTypes(offer.passengers),
    seats: [],
    checkedBags: {},
    fastTrack: false,
    insurance: false,
  };
  return quoteFlights(purchase, rules, { quotedAt: offer.pricedAt, expiresAt: offer.expiresAt });
}

/** What a draft's choices amount to, with seat prices from the supplier's seat maps. Choices for flights or people who are not there are dropped. */
export function purchaseOf(
  booking: FlightBooking<unknown>,
  checkedBags: Readonly<Record<string, number>>,
  contracts: readonly FlightContract[],
  seatPrice: (segment: number, designator: string) => Money | null,
): FlightPurchase {
  const passengers = booking.searchParams?.passengers ?? { adults: 1, children: 0, infants: 0 };
  const travellers = passengerTypes(passengers);
  const seats: ChosenSeat[] = [];
  segmentsOf(contracts).forEach((segment, index) => {
    travellers.forEach((type, passenger) => {
      const key = choiceKey(segment, passenger);
      const designator = booking.seatSelections[key];
      if (designator && type !== 'infant') seats.push({ key, passenger, segment: index, designator, price: seatPrice(index, designator) });
    });
  });
  const slices = contracts.flatMap(({ offer }) => offer.slices).length;
  const bags = Object.entries(checkedBags).filter(([key, pieces]) => {
    const [slice, passenger] = key.split(':').map(Number) as [number, number];
    return (
      slice >= 0 &&
      slice < slices &&
      travellers[passenger] !== undefined &&
      travellers[passenger] !== 'infant' &&
      Number.isInteger(pieces) &&
      pieces > 0 &&
      pieces <= mostExtraBags
    );
  });
  return {
    contracts,
    travellers,
    seats,
    checkedBags: Object.fromEntries(bags),
    fastTrack: booking.extras.fastTrack,
    insurance: booking.extras.insurance,
  };
}

export function segmentsOf(contracts: readonly Pick<FlightContract, 'offer'>[]) {
  return contracts.flatMap(({ offer }) => offer.slices.flatMap((slice) => slice.segments));
}

function positionsOf(travellers: readonly PassengerType[], type: PassengerType): number[] {
  return travellers.flatMap((each, position) => (each === type ? [position] : []));
}

function daysAway(contracts: readonly FlightContract[]): number {
  const segments = segmentsOf(contracts);
  const start = Date.parse(segments[0]?.departs.utc ?? '');
  const end = Date.parse(segments.at(-1)?.arrives.utc ?? '');
  return Number.isNaN(start) || Number.isNaN(end) ? 1 : Math.max(1, Math.ceil((end - start) / 86_400_000));
}
