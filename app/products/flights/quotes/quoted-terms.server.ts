import type { DeskDiscount } from '#app/commerce/pricing/apply-policy.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { chosenOffers, type FlightDraft } from '../booking/booking-draft.ts';
import { offerIdsOf, wholeId } from '../booking/split-tickets.ts';
import { isOpenQuote } from './flight-quote-status.ts';
import { findFlightQuoteAsSystem, findOptions, findTiedOption } from './flight-quotes-store.server.ts';
import { findGranted } from './quote-discounts-store.server.ts';
import type { TiedQuote } from './tie-quote.server.ts';
import { findStanding } from './work-flight-quote.server.ts';

/** What the quote that a booking comes from does to its price: the desk sells it, and may have taken something off. */
export interface QuotedTerms {
  readonly discount: DeskDiscount | null;
  /** The fare family that was quoted; another one is sold without the discount. */
  readonly brand: string;
}

/**
 * The terms of the option that a booking is priced by, for as long as its quote can be taken. Null: begun from none, or from
 * one that is over. `desk`: the option that a clerk keeps for the caller, of a draft too.
 */
export async function findQuotedTerms(
  { db, crypto, clock }: Pick<Platform, 'db' | 'crypto' | 'clock'>,
  draft: Pick<FlightDraft, 'id' | 'booking'>,
  desk: TiedQuote | null,
): Promise<QuotedTerms | null> {
  const option = desk
    ? (await findOptions(db, desk.quoteId)).find(({ number }) => number === desk.option)
    : await findTiedOption(db, draft.id, offerIdsOf(draft.booking));
  const quote = option && (await findFlightQuoteAsSystem(db, crypto, option.quoteId));
  if (!quote) return null;
  const standing = await findStanding(db, quote, clock.now());
  if (!isOpenQuote(standing) && !(desk && standing === 'draft')) return null;
  // Flights of another source beside it are no part of what was quoted.
  const discount = wholeId(chosenOffers(draft.booking)) === option.offerId ? await findGranted(db, quote.id, option.number) : null;
  return { discount, brand: option.brand };
}
