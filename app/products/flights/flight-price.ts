import type { DeskDiscount, VoucherOff } from '#app/commerce/pricing/apply-policy.ts';
import { quote, type Charge, type PricingRules, type Quote } from '#app/commerce/pricing/quote.ts';
import { placeFacts } from '#app/commerce/pricing/rule-scope.ts';
import type { Money } from '#app/values/money.ts';
import { choiceKey, passengerTypes, type FlightBooking } from './booking/booking-draft.ts';
import { ticketTypeOf } from './fares/fare-rules.ts';
import { extrasCharges, mostExtraBags, type ChosenExtras } from './extras/extras-price.ts';
import { lastOfDirection } from './join-tickets.ts';
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

export interface FlightPurchase extends ChosenExtras {
  readonly contracts: readonly FlightContract[];
  readonly seats: readonly ChosenSeat[];
}

/** Every charge of a purchase. Travellers stand in the order adults, children, infants. */
export function flightCharges(purchase: FlightPurchase): Charge[] {
  const { contracts, travellers } = purchase;
  const charges: Charge[] = [];
  contracts.forEach(({ brand }, contract) => {
    const facts = { ...contractFacts(contracts, contract), contract: String(contract) };
    for (const fare of brand.fares) {
      const whom = positionsOf(travellers, fare.type).filter((traveller) => !purchase.left?.includes(traveller));
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
      facts: { seat: seat.designator, segment: seat.key.split(':')[0]!, contract: String(contractOf(contracts, seat.segment)) },
    });
  }
  charges.push(
    ...extrasCharges(
      contracts.map(({ offer }) => offer),
      purchase,
    ),
  );
  return charges;
}

/** What counts of a sale besides the rules: a code, what a colleague takes off, and a voucher; null: none. */
export interface SaleTerms {
  readonly promo: string | null;
  readonly discount: DeskDiscount | null;
  readonly voucher?: VoucherOff | null;
}

export const openTerms: SaleTerms = { promo: null, discount: null };

/** The price of a whole purchase. `expiresAt` is an instant, ISO in UTC: the earliest of the offers' own and ours. */
export function quoteFlights(
  purchase: FlightPurchase,
  rules: PricingRules,
  when: { readonly quotedAt: string; readonly expiresAt: string },
  /** What is charged besides: the fees of a change. */
  more: readonly Charge[] = [],
  { promo, discount, voucher = null }: SaleTerms = openTerms,
): Quote {
  const first = purchase.contracts[0];
  return quote({
    charges: [...flightCharges(purchase), ...more],
    travellers: purchase.travellers,
    ...(purchase.left && purchase.left.length > 0 ? { left: purchase.left } : {}),
    rules,
    facts: {
      product: 'flight',
      ...(first ? { ...contractFacts(purchase.contracts, 0), travel: first.offer.slices[0]!.segments[0]!.departs.local.slice(0, 10) } : {}),
      ...(promo === null ? {} : { promo }),
    },
    deskDiscount: discount,
    voucher,
    ...when,
  });
}

/** The price of an offer in one fare family, without extras: what a result card shows. */
export function quoteOffer(offer: Offer, brand: FareBrand, rules: PricingRules, terms: SaleTerms = openTerms): Quote {
  return quoteContracts([{ offer, brand }], rules, terms);
}

/** The same of flights that are bought together; all of them are for the same party. */
export function quoteContracts(contracts: readonly FlightContract[], rules: PricingRules, terms: SaleTerms = openTerms): Quote {
  const { offer } = contracts[0]!;
  const purchase = {
    contracts,
    travellers: passengerTypes(offer.passengers),
    seats: [],
    checkedBags: {},
    meals: {},
    fastTrack: false,
    insurance: false,
  };
  return quoteFlights(purchase, rules, { quotedAt: offer.pricedAt, expiresAt: offer.expiresAt }, [], terms);
}

/** What a draft's choices amount to, with seat prices from the supplier's seat maps. Choices for flights or people who are not there are dropped. */
export function purchaseOf(
  booking: FlightBooking<unknown>,
  checkedBags: Readonly<Record<string, number>>,
  contracts: readonly FlightContract[],
  priceOfSeat: (segment: number, designator: string, passenger: number) => Money | null,
): FlightPurchase {
  const passengers = booking.searchParams?.passengers ?? { adults: 1, children: 0, infants: 0 };
  const travellers = passengerTypes(passengers);
  const seats: ChosenSeat[] = [];
  segmentsOf(contracts).forEach((segment, index) => {
    travellers.forEach((type, passenger) => {
      const key = choiceKey(segment, passenger);
      const designator = booking.seatSelections[key];
      if (designator && type !== 'infant')
        seats.push({ key, passenger, segment: index, designator, price: priceOfSeat(index, designator, passenger) });
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
    meals: booking.extras.mealPreferences,
    fastTrack: booking.extras.fastTrack,
    insurance: booking.extras.insurance,
  };
}

export function segmentsOf(contracts: readonly Pick<FlightContract, 'offer'>[]) {
  return contracts.flatMap(({ offer }) => offer.slices.flatMap((slice) => slice.segments));
}

/** The contract that a segment, counted over all of them, belongs to. */
function contractOf(contracts: readonly Pick<FlightContract, 'offer'>[], segment: number): number {
  let end = 0;
  return contracts.findIndex(({ offer }) => {
    end += segmentsOf([{ offer }]).length;
    return segment < end;
  });
}

/**
 * What a pricing rule may ask of a contract: where its first direction begins and ends, whose it is, who sells it, in what. A
 * direction that goes on with another ticket ends where that one does.
 */
function contractFacts(contracts: readonly FlightContract[], position: number): Readonly<Record<string, string>> {
  const { offer, brand } = contracts[position]!;
  const { slices, supplier, validatingAirline, cabin, brands } = offer;
  const last = lastOfDirection(
    contracts.map((contract) => contract.offer),
    position,
  );
  // A pair of families is neither of the two.
  const one = brands.some(({ code }) => code === brand.code);
  return {
    from: slices[0]!.from,
    to: last.slices[0]!.to,
    source: supplier,
    airline: validatingAirline,
    cabin,
    ...placeFacts(last.country),
    ...(one ? { family: ticketTypeOf(brands, brand.code) } : {}),
  };
}

function positionsOf(travellers: readonly PassengerType[], type: PassengerType): number[] {
  return travellers.flatMap((each, position) => (each === type ? [position] : []));
}
