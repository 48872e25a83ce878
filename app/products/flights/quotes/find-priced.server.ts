import type { FindPriced, PricedThing } from '#app/commerce/pricing/explain-sale.server.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { quoteOffer } from '../flight-price.ts';
import type { Flights } from '../flights-context.ts';
import { findFlightQuoteAsStaff, findOptions } from './flight-quotes-store.server.ts';

/** The options of a quote to a caller as they were quoted, or an offer for one adult as its source sells it now. */
export function findPricedFlights(platform: Platform, flights: Pick<Flights, 'supplierOf'>): FindPriced {
  const { db, crypto, clock } = platform;
  return async (asked) => {
    const quoted = await findFlightQuoteAsStaff(db, crypto, asked);
    if (quoted)
      return (await findOptions(db, quoted.id)).map(({ number, price }): PricedThing => {
        return { of: 'quote', name: quoted.reference, option: number, kind: 'flight', quote: price };
      });
    const supplier = flights.supplierOf(asked);
    if (!supplier) return [];
    const now = clock.now();
    try {
      const priced = await supplier.price(asked, { adults: 1, children: 0, infants: 0 }, { now });
      if (priced.outcome !== 'ok') return [];
      const offer = priced.value;
      return [{ of: 'offer', name: offer.id, kind: 'flight', quote: quoteOffer(offer, offer.brands[0]!, await getPricingRules(db, now)) }];
    } catch {
      // A source that does not answer has no price to explain.
      return [];
    }
  };
}
