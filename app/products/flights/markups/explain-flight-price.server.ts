import { explainPrice, type ExplainedLine } from '#app/commerce/pricing/explain-price.ts';
import { rulesOn } from '#app/commerce/pricing/kept-rules.ts';
import { findKeptVersion, getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import type { Quote } from '#app/commerce/pricing/quote.ts';
import { findByReference, getQuote } from '#app/commerce/orders/orders-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, instant } from '#app/values/dates.ts';
import { parseReference } from '#app/values/ids.ts';
import { quoteOffer } from '../flight-price.ts';
import type { Flights } from '../flights-context.ts';

export interface ExplainedPrice {
  /** The reference of an order, or the id of an offer. */
  readonly of: string;
  readonly order: boolean;
  readonly version: number;
  readonly quotedAt: string;
  readonly total: Quote['total'];
  readonly lines: readonly ExplainedLine[];
}

/**
 * The price of an order as it stands, by the rules it was made by, or that of an offer for so many adults, by the live
 * ones, asked of its source now. Null when there is no such order and no source offers it.
 */
export async function explainFlightPrice(
  platform: Pick<Platform, 'db' | 'clock'>,
  flights: Pick<Flights, 'supplierOf'>,
  asked: { readonly of: string; readonly adults: number },
): Promise<ExplainedPrice | null> {
  const { db, clock } = platform;
  const reference = parseReference(asked.of);
  if (reference) {
    const order = await findByReference(db, reference);
    if (order?.kind !== 'flight') return null;
    return explained(db, reference, true, await getQuote(db, order));
  }
  const now = clock.now();
  const passengers = { adults: asked.adults, children: 0, infants: 0 };
  const priced = await flights.supplierOf(asked.of)?.price(asked.of, passengers, { now });
  if (priced?.outcome !== 'ok') return null;
  const offer = priced.value;
  return explained(db, offer.id, false, quoteOffer(offer, offer.brands[0]!, await getPricingRules(db, now)));
}

async function explained(db: Platform['db'], of: string, order: boolean, quote: Quote): Promise<ExplainedPrice> {
  const kept = await findKeptVersion(db, quote.rulesVersion);
  const day = dateIn('Asia/Dubai', instant(Date.parse(quote.quotedAt)));
  const { lines, total, quotedAt } = quote;
  const sale = { product: 'flight', ...quote.facts };
  return { of, order, version: quote.rulesVersion, quotedAt, total, lines: explainPrice(lines, rulesOn(kept?.rules ?? [], day), sale) };
}
