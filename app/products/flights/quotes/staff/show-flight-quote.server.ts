import { maskedEmail, maskedPhone } from '#app/commerce/customers/records/customer-rules.ts';
import { findInquiryAsSystem } from '#app/commerce/inquiries/inquiries-store.server.ts';
import { findOrderAsSystem } from '#app/commerce/orders/orders-store.server.ts';
import { readOfferedWays } from '#app/commerce/payments/offered-ways.server.ts';
import { refusedWay } from '#app/commerce/payments/payment-ways.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may, type Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { brandOf } from '../../fares/fare-rules.ts';
import type { Flights } from '../../flights-context.ts';
import { payLaterFor } from '../../order/keep-flights.server.ts';
import { flightQuoteAddress } from '../flight-quote-link.server.ts';
import { isOpenQuote, type QuoteStanding } from '../flight-quote-status.ts';
import { findFlightQuoteEvents, findOptions, type FlightQuote } from '../flight-quotes-store.server.ts';
import type { QuoteDiscount } from '../flight-quotes.tables.ts';
import { compareOption, priceQuoted, type OptionNow } from '../price-option.server.ts';
import { findLivingDiscounts } from '../quote-discounts-store.server.ts';
import { showOption } from '../show-option.server.ts';
import { findStanding } from '../work-flight-quote.server.ts';

/** Gathers the record of a quote: its options as they were quoted and as they stand now, and what happened to it. */
export async function showFlightQuote(platform: Platform, flights: Flights, viewer: Viewer, quote: FlightQuote, language: LanguageCode) {
  const { db } = platform;
  const now = platform.clock.now();
  const mayWork = may(viewer, 'flight-orders:work');
  const [options, events, discounts, standing, order, inquiry, rules, ways] = await Promise.all([
    findOptions(db, quote.id),
    findFlightQuoteEvents(db, quote.id),
    findLivingDiscounts(db, quote.id),
    findStanding(db, quote, now),
    quote.orderId === null ? null : findOrderAsSystem(db, quote.orderId),
    quote.inquiryId === null ? null : findInquiryAsSystem(db, quote.inquiryId),
    getPricingRules(db, now, 'desk'),
    readOfferedWays(db),
  ]);
  const living = standing === 'draft' || isOpenQuote(standing);
  const names = await findStaffNames(db, [
    ...new Set(
      [...events.map(({ actor }) => actor), ...discounts.map(({ askedBy }) => askedBy)].flatMap((actor) =>
        actor.startsWith('staff:') ? [actor.slice('staff:'.length)] : [],
      ),
    ),
  ]);
  const shownDiscount = (discount: QuoteDiscount | undefined) =>
    discount
      ? {
          id: discount.id,
          waits: discount.status === 'asked',
          amount: money(discount.amount, discount.currency),
          reason: discount.reason,
          by: names.get(discount.askedBy.replace('staff:', '')) ?? '–',
        }
      : null;
  return {
    reference: quote.reference,
    version: quote.version,
    standing: standing as QuoteStanding,
    language: quote.language,
    // Whoever only looks on is told who it is for, and no way to reach them.
    contact: mayWork
      ? quote.contact
      : {
          name: quote.contact.name,
          email: maskedEmail(quote.contact.email),
          phone: quote.contact.phone && maskedPhone(quote.contact.phone),
        },
    forgotten: quote.forgottenAt !== null,
    message: quote.message,
    validUntil: quote.expiresAt.toISOString(),
    sentAt: quote.sentAt?.toISOString() ?? null,
    seenAt: quote.seenAt?.toISOString() ?? null,
    inquiry: inquiry?.reference ?? null,
    customer: quote.customerId,
    order: order && {
      reference: order.reference,
      status: order.status,
      until: order.payLater ? (order.heldUntil?.toISOString() ?? null) : null,
    },
    taken: quote.taken,
    // The link is the caller's key: only who writes to them may take it.
    address: mayWork && quote.sentAt !== null && quote.status !== 'withdrawn' ? flightQuoteAddress(platform.secret, quote.id) : null,
    mayWork,
    mayDecide: may(viewer, 'pricing:publish'),
    living,
    options: await Promise.all(
      options.map(async (option) => {
        const fresh = living ? await priceQuoted(flights, rules, option, now) : null;
        const later =
          fresh === null || typeof fresh === 'string'
            ? null
            : payLaterFor(flights, [{ offer: fresh.offer, brand: brandOf(fresh.offer, fresh.brand) }], now);
        return {
          shown: showOption(flights, option.number, option, language),
          now: fresh === null ? null : (compareOption(option.price, fresh) satisfies OptionNow),
          discount: shownDiscount(discounts.find((each) => each.option === option.number)),
          later:
            later &&
            (refusedWay(ways, 'later', { kind: 'flight', total: option.price.total.amount })
              ? { because: 'off' as const }
              : later.allowed
                ? { until: new Date(later.until).toISOString() }
                : { because: later.because }),
        };
      }),
    ),
    events: events.toReversed().map(({ number, event, actor, detail, at }) => ({
      number,
      event,
      by: actor.startsWith('staff:') ? (names.get(actor.slice('staff:'.length)) ?? '–') : null,
      detail,
      at: at.toISOString(),
    })),
  };
}
export type ShownQuote = Awaited<ReturnType<typeof showFlightQuote>>;
