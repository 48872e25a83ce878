import type { PricingRules } from '#app/commerce/pricing/quote.ts';
import type { Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Money } from '#app/values/money.ts';
import { changeDraft, createDraft, findDraft, keepAgreedPrice, ownerOf } from '../booking/booking-draft-store.server.ts';
import { emptyBooking, withFlights, type FlightBooking } from '../booking/booking-draft.ts';
import type { Flights } from '../flights-context.ts';
import { oneByOne } from '../booking/price-tickets.server.ts';
import { isOpenQuote } from './flight-quote-status.ts';
import { tieDraft, type FlightQuote } from './flight-quotes-store.server.ts';
import type { FlightQuoteOption } from './flight-quotes.tables.ts';
import { compareOption, priceQuoted, searchOf, type LineChange, type OptionGone } from './price-option.server.ts';
import { findStanding } from './work-flight-quote.server.ts';

export type TakeOutcome =
  /** The booking is begun; the cookie of a new draft, null where the visitor had one. */
  | { readonly kind: 'begun'; readonly cookie: string | null }
  /** Dearer than what was read: agree first. */
  | { readonly kind: 'dearer'; readonly total: Money; readonly changes: readonly LineChange[] }
  | { readonly kind: OptionGone }
  | { readonly kind: 'over' };

/**
 * Puts an option of an open quote into the visitor's booking, by its price of this moment. A price above the one that was
 * read, `seen`, is said first and not taken silently; nothing of the form reaches a total.
 */
export async function takeOption(
  platform: Platform,
  flights: Flights,
  rules: PricingRules,
  take: {
    readonly request: Request;
    readonly viewer: Viewer;
    readonly quote: FlightQuote;
    readonly option: FlightQuoteOption;
    /** Minor units; null where the form says nothing that can be read. */
    readonly seen: number | null;
  },
): Promise<TakeOutcome> {
  const { quote, option, viewer } = take;
  const now = platform.clock.now();
  if (!isOpenQuote(await findStanding(platform.db, quote, now))) return { kind: 'over' };
  const fresh = await priceQuoted(flights, rules, option, now);
  const compared = compareOption(option.price, fresh);
  if (typeof fresh === 'string') return { kind: fresh };
  const { total } = fresh.price;
  if (total.amount > (take.seen ?? option.price.total.amount))
    return { kind: 'dearer', total, changes: 'changes' in compared ? compared.changes : [] };
  const sold = await oneByOne(flights, fresh.offer, fresh.brand, now);
  if (!sold.ok) return { kind: sold.refused === 'sold-out' ? 'sold-out' : sold.refused === 'supplier-silent' ? 'silent' : 'gone' };
  const change = (draft: { booking: FlightBooking }) => ({
    booking: withFlights(
      draft.booking,
      searchOf(fresh.offer),
      sold.value.map(({ offer }) => offer),
      ...sold.value.map(({ brand }) => brand.code),
    ),
    checkedBags: {},
  });
  const before = await findDraft(platform, take.request, viewer);
  if (before && (await changeDraft(platform, before.id, change))) {
    await keepAgreedPrice(platform, before.id, null);
    await tieDraft(platform.db, before.id, quote.id, option.number);
    return { kind: 'begun', cookie: null };
  }
  const { draft, cookie } = await createDraft(platform, change({ booking: emptyBooking }), ownerOf(viewer));
  await tieDraft(platform.db, draft.id, quote.id, option.number);
  return { kind: 'begun', cookie };
}
