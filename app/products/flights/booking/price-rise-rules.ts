import { changedLines, type PriceLine, type PricingRules, type Quote } from '#app/commerce/pricing/quote.ts';
import { findFamily } from '../fares/fare-rules.ts';
import { quoteContracts, type FlightContract, type SaleTerms } from '../flight-price.ts';

/**
 * What chosen flights cost, without what is chosen beside them, when their traveller was told: a bag or a seat has its own
 * price on its own step, and makes no flight dearer.
 */
export interface AgreedPrice {
  readonly tickets: readonly { readonly offer: string; readonly brand: string }[];
  /** Minor units. */
  readonly total: number;
  /** What it was made of; null where that is not known any more. */
  readonly lines: readonly PriceLine[] | null;
}

/** By how much flights are dearer than agreed, minor units, and which lines say why. */
export interface PriceRise {
  readonly by: number;
  readonly changes: readonly { readonly before: PriceLine | null; readonly after: PriceLine | null }[];
}

export const agreedTo = (contracts: readonly FlightContract[], quote: Quote): AgreedPrice => ({
  tickets: contracts.map(({ offer, brand }) => ({ offer: offer.id, brand: brand.code })),
  total: quote.total.amount,
  lines: quote.lines,
});

/**
 * What stands agreed for flights as they are chosen now, and how far their price of now is above it. Other flights, or none
 * agreed yet, are agreed at their price of now: it was shown where they were chosen. Of another fare family of the same
 * flights the difference was shown, at the price of that moment: a rise that nobody has agreed to stays one.
 */
export function weighPrice(
  agreed: AgreedPrice | null,
  contracts: readonly FlightContract[],
  quoteOf: (contracts: readonly FlightContract[]) => Quote,
): { readonly agreed: AgreedPrice; readonly rise: PriceRise | null } {
  const fresh = agreedTo(contracts, quoteOf(contracts));
  if (!agreed || !sameFlights(agreed, fresh)) return { agreed: fresh, rise: null };
  const by = unagreed(agreed, contracts, quoteOf);
  const standing = sameFamilies(agreed, fresh) ? agreed : by > 0 ? { ...fresh, total: fresh.total - by, lines: null } : fresh;
  if (by <= 0) return { agreed: standing, rise: null };
  return { agreed: standing, rise: { by, changes: standing.lines && fresh.lines ? changedLines(standing.lines, fresh.lines) : [] } };
}

/** How far the families that were agreed to are dearer now; a family that is not sold any more was not made dearer. */
function unagreed(
  agreed: AgreedPrice,
  contracts: readonly FlightContract[],
  quoteOf: (contracts: readonly FlightContract[]) => Quote,
): number {
  const asAgreed = contracts.flatMap(({ offer }, at) => {
    const brand = findFamily(offer, agreed.tickets[at]!.brand);
    return brand ? [{ offer, brand }] : [];
  });
  return asAgreed.length === contracts.length ? quoteOf(asAgreed).total.amount - agreed.total : 0;
}

/** The same of a draft and its fresh price. */
export function weighDraft(
  agreed: AgreedPrice | undefined,
  priced: {
    readonly contracts: readonly FlightContract[];
    readonly rules: PricingRules;
    readonly terms: (contracts: readonly FlightContract[]) => SaleTerms;
  },
) {
  return weighPrice(agreed ?? null, priced.contracts, (contracts) => quoteContracts(contracts, priced.rules, priced.terms(contracts)));
}

const sameFlights = (a: AgreedPrice, b: AgreedPrice) =>
  a.tickets.length === b.tickets.length && a.tickets.every(({ offer }, at) => offer === b.tickets[at]!.offer);
const sameFamilies = (a: AgreedPrice, b: AgreedPrice) => a.tickets.every(({ brand }, at) => brand === b.tickets[at]!.brand);
