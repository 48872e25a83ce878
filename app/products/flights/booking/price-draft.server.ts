import { openPromo, type OpenPromo } from '#app/commerce/pricing/promo-codes.server.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import type { PricingRules, Quote } from '#app/commerce/pricing/quote.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { subtractMoney, type Money } from '#app/values/money.ts';
import { choiceKey, chosenOffers, passengerTypes, type FlightBooking, type FlightDraft } from './booking-draft.ts';
import { brandOf, directionCodes, familyOfDirections, rulesOfDirection } from '../fares/fare-rules.ts';
import type { QuoteRefusal } from '../order/flight-order.ts';
import { purchaseOf, quoteFlights, segmentsOf, type FlightContract, type FlightPurchase, type SaleTerms } from '../flight-price.ts';
import type { Flights } from '../flights-context.ts';
import type { FareBrand } from '../offer.ts';
import { priceTickets } from './price-tickets.server.ts';
import { findQuotedTerms } from '../quotes/quoted-terms.server.ts';
import type { TiedQuote } from '../quotes/tie-quote.server.ts';
import { seatPrice } from '../seats/seat-price.ts';
import type { SeatMap } from '../supplier/flight-supplier.ts';

/** A price shown is good for this long when the supplier gives no earlier end. Milliseconds. */
const quoteLifeMs = 20 * 60_000;

export interface PricedDraft {
  readonly contracts: readonly FlightContract[];
  readonly purchase: FlightPurchase;
  readonly quote: Quote;
  readonly rules: PricingRules;
  /** What becomes of the code that was asked with. */
  readonly promo: OpenPromo;
  /** What counts besides in the fare families of these contracts. */
  readonly terms: (contracts: readonly FlightContract[]) => SaleTerms;
  /** Maps of the segments asked for or with a chosen seat, by position over all contracts; null where none is known. */
  readonly seatMaps: ReadonlyMap<number, SeatMap | null>;
}

export type PriceDraftOutcome = Outcome<PricedDraft, QuoteRefusal>;

/** Prices a draft afresh: offers and seats from their suppliers, everything else by our own rules. Nothing the browser says is used. */
export async function priceDraft(
  platform: Pick<Platform, 'db' | 'clock' | 'crypto'>,
  flights: Pick<Flights, 'supplierOf'>,
  draft: Pick<FlightDraft, 'id' | 'booking' | 'checkedBags'>,
  options: {
    readonly seatMapOf?: number;
    /** A code as it was typed. */
    readonly promo?: string | null;
    /** The option of a quote that a clerk keeps for a caller. */
    readonly desk?: TiedQuote | null;
  } = {},
): Promise<PriceDraftOutcome> {
  const { booking } = draft;
  const chosen = chosenOffers(booking);
  const passengers = booking.searchParams?.passengers;
  if (chosen.length === 0 || !passengers) return refuse('draft-incomplete');
  const now = platform.clock.now();
  const tickets = await priceTickets(flights, chosen, passengers, now);
  if (!tickets.ok) return refuse(tickets.refused === 'supplier-silent' ? 'supplier-silent' : 'offer-gone');
  const contracts = tickets.value.map((offer, at): FlightContract => ({ offer, brand: brandOf(offer, chosen[at]!.brand) }));
  const seatMaps = await readSeatMaps(flights, contracts, booking, options.seatMapOf, now);
  const purchase = purchaseOf(booking, draft.checkedBags, contracts, priceOfSeat(contracts, seatMaps, passengerTypes(passengers)));
  const quoted = await findQuotedTerms(platform, draft, options.desk ?? null);
  const rules = await getPricingRules(platform.db, now, quoted ? 'desk' : 'web');
  const expiresAt = Math.min(now + quoteLifeMs, ...contracts.map(({ offer }) => Date.parse(offer.expiresAt)));
  const when = { quotedAt: new Date(now).toISOString(), expiresAt: new Date(expiresAt).toISOString() };
  const promo = await openPromo(platform.db, rules, options.promo ?? null);
  const terms = (sold: readonly FlightContract[]): SaleTerms => {
    return { promo: promo.fact, discount: quoted && isInFamily(sold, quoted.brand) ? quoted.discount : null };
  };
  const quote = quoteFlights(purchase, rules, when, [], terms(contracts));
  return done({ contracts, purchase, quote, rules, promo, terms, seatMaps });
}

/** Whether all contracts are in a family of the first one, or in the one of its rank: what a whole offer of that family is sold as. */
function isInFamily(contracts: readonly FlightContract[], code: string): boolean {
  const [first, ...others] = contracts;
  const rank = first!.offer.brands.findIndex((brand) => brand.code === code);
  return (
    first!.brand.code === code &&
    others.every(({ offer, brand }) => offer.brands.indexOf(brand) === Math.min(rank, offer.brands.length - 1))
  );
}

export interface FamilyPrice {
  readonly code: string;
  readonly nameKey: string;
  /** Of the whole draft with this family in place of the chosen one. */
  readonly total: Money;
  /** Against the chosen family; null for that one. */
  readonly difference: Money | null;
}

/** What the same draft would cost in each fare family of one of its contracts. */
export function priceFamilies(priced: PricedDraft, contract: number): FamilyPrice[] {
  const { offer } = priced.contracts[contract]!;
  return offer.brands.map((family) => priceFamily(priced, contract, family));
}

/** The same for each family of one direction, the other left as it is. */
export function priceDirection(priced: PricedDraft, contract: number, slice: number): FamilyPrice[] {
  const { offer, brand } = priced.contracts[contract]!;
  const now = directionCodes(offer, brand);
  return (offer.byDirection?.families[slice] ?? []).flatMap(({ code, nameKey }) => {
    const family = familyOfDirections(
      offer,
      now.map((each, at) => (at === slice ? code : each)),
    );
    return family ? [{ ...priceFamily(priced, contract, family), code, nameKey }] : [];
  });
}

function priceFamily(priced: PricedDraft, contract: number, family: FareBrand): FamilyPrice {
  const { offer, brand } = priced.contracts[contract]!;
  const contracts = priced.contracts.map((each, index) => (index === contract ? { offer, brand: family } : each));
  const { total } = quoteFlights({ ...priced.purchase, contracts }, priced.rules, priced.quote, [], priced.terms(contracts));
  const difference = family.code === brand.code ? null : subtractMoney(total, priced.quote.total);
  return { code: family.code, nameKey: family.nameKey, total, difference };
}

/** Where a segment stands: its contract, slice and place in the slice. Null when there is no such segment. */
export function locateSegment(
  contracts: readonly Pick<FlightContract, 'offer'>[],
  segment: number,
): { contract: number; slice: number; segment: number } | null {
  let left = segment;
  for (const [contract, { offer }] of contracts.entries()) {
    for (const [slice, { segments }] of offer.slices.entries()) {
      if (left < segments.length) return { contract, slice, segment: left };
      left -= segments.length;
    }
  }
  return null;
}

async function readSeatMaps(
  flights: Pick<Flights, 'supplierOf'>,
  contracts: readonly FlightContract[],
  booking: FlightBooking,
  wanted: number | undefined,
  now: number,
): Promise<Map<number, SeatMap | null>> {
  const maps = new Map<number, SeatMap | null>();
  for (const [index, segment] of segmentsOf(contracts).entries()) {
    const hasSeat = booking.passengerDetails.some((_, passenger) => booking.seatSelections[choiceKey(segment, passenger)] !== undefined);
    if (index !== wanted && !hasSeat) continue;
    const place = locateSegment(contracts, index)!;
    const { id } = contracts[place.contract]!.offer;
    const answer = await flights.supplierOf(id)?.seatMap({ offerId: id, slice: place.slice, segment: place.segment }, { now });
    maps.set(index, answer?.outcome === 'ok' ? answer.value : null);
  }
  return maps;
}

function priceOfSeat(
  contracts: readonly FlightContract[],
  maps: ReadonlyMap<number, SeatMap | null>,
  types: ReturnType<typeof passengerTypes>,
) {
  return (index: number, designator: string, passenger: number): Money | null => {
    const seat = maps
      .get(index)
      ?.rows.flatMap((row) => row.seats)
      .find((each) => each?.designator === designator);
    const place = locateSegment(contracts, index);
    const type = types[passenger];
    if (!seat || !place || !type) return null;
    return seatPrice(seat, rulesOfDirection(contracts[place.contract]!.brand, place.slice), { type });
  };
}
