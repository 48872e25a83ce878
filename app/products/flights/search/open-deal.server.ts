import { flightThing } from '#app/commerce/customers/favorites/favorite-rules.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import type { PricingRules } from '#app/commerce/pricing/quote.ts';
import { tripQuery } from '#app/commerce/trip-line/trip-line.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findDeal, listDeals } from '../deals/flight-deal-store.server.ts';
import { dealSearch, dealState, nearestDeals, sampleDates, type DealState } from '../deals/flight-deal.ts';
import { formatSearch, salesDays } from './flight-search-form.ts';
import type { Flights } from '../flights-context.ts';
import type { BaggageAllowance, FareRule } from '../offer.ts';
import { findPlace } from '../world/places.ts';
import { PagePatience } from './page-patience.ts';
import { dealCard, type DealCard } from './open-landing.server.ts';

export interface OpenedDeal {
  readonly deal: DealCard;
  readonly state: DealState;
  readonly cabin: string;
  readonly note: string;
  /** Days asked just now. */
  readonly samples: readonly {
    readonly date: string;
    readonly back: string | null;
    /** Null: no flights. Undefined: not known, because a source did not answer. */
    readonly total: Money | null | undefined;
    readonly good: boolean;
    readonly to: string;
  }[];
  /** What the cheapest fare of the samples allows; null without one. */
  readonly rules: {
    readonly change: FareRule;
    readonly refund: FareRule;
    readonly cabinBag: BaggageAllowance | null;
    readonly checkedBag: BaggageAllowance | null;
    readonly airline: string;
  } | null;
  readonly others: readonly DealCard[];
  readonly searchNow: string;
  /** Asks what the journey needs for a told passport, and where anybody is told; null within one country. */
  readonly visas: { readonly query: string; readonly finder: string } | null;
  /** A journey of the deal whose price can be watched; null while the deal is or may be alive, and when its days are over. */
  readonly watch: string | null;
  readonly askedAt: string;
}

/** A deal with what its days cost at this moment; null when there never was one of this id. */
export async function openDeal(platform: Platform, flights: Flights, id: string, language: LanguageCode): Promise<OpenedDeal | null> {
  const deal = await findDeal(platform.db, id);
  if (!deal) return null;
  const now = platform.clock.now();
  const today = dateIn(findPlace(flights.world.places, deal.from, 'en')?.zone ?? 'Asia/Dubai', now);
  const pricing = await getPricingRules(platform.db, now);
  const dates = sampleDates(deal, today, addDays(today, salesDays));
  const searches = dates.map((date) => dealSearch(deal, date));
  const page = new PagePatience();
  const totals = await flights.desk.lowestOfEach(searches, pricing, now, page);
  const cheapest = totals.reduce(
    (least, total, index) => (total && (least < 0 || total.amount < totals[least]!.amount) ? index : least),
    -1,
  );
  const state = dealState(deal, today, totals);
  const day = dates[Math.max(0, cheapest)];
  const country = flights.geography.country(deal.to);
  return {
    deal: dealCard(deal, flights, language),
    state,
    cabin: deal.cabin,
    note: deal.note[language] ?? deal.note.en ?? '',
    samples: dates.map((date, index) => {
      const total = totals[index];
      return {
        date,
        back: deal.nights === null ? null : addDays(date, deal.nights),
        total,
        good: Boolean(total && total.amount <= deal.price.amount),
        to: `/flight-search-results?${formatSearch(searches[index]!)}`,
      };
    }),
    rules: cheapest < 0 ? null : await rulesOf(flights, searches[cheapest]!, pricing, now, page),
    others: nearestDeals(deal, await listDeals(platform.db), today).map((other) => dealCard(other, flights, language)),
    visas:
      country && country !== flights.geography.country(deal.from)
        ? { query: tripQuery({ to: deal.to, via: [], enters: [], arrives: null, leaves: null }), finder: `/e-visa?to=${country}` }
        : null,
    watch:
      (state === 'expired' || state === 'sold-out') && day
        ? flightThing(deal.from, deal.to, day, deal.nights === null ? null : addDays(day, deal.nights))
        : null,
    searchNow: `/flights?from=${deal.from}&to=${deal.to}`,
    askedAt: new Date(now).toISOString(),
  };
}

async function rulesOf(
  flights: Flights,
  search: ReturnType<typeof dealSearch>,
  pricing: PricingRules,
  now: number,
  page: PagePatience,
): Promise<OpenedDeal['rules']> {
  const { offers } = await flights.desk.askForPage(search, now, page);
  const facts = flights.desk.priced(offers, search, pricing).toSorted((a, b) => a.price - b.price)[0];
  if (!facts) return null;
  const offer = offers.offer(facts);
  const brand = offer.brands[facts.shown]!;
  return {
    change: brand.changeBefore,
    refund: brand.refundBefore,
    cabinBag: brand.cabinBag,
    checkedBag: brand.checkedBag,
    airline: flights.geography.airline(offer.validatingAirline),
  };
}

/** schema.org Offer; only for a deal that can still be bought. */
export function dealAsData(opened: OpenedDeal, url: string): object | null {
  if (opened.state !== 'alive') return null;
  const { deal } = opened;
  return {
    '@context': 'https://schema.org',
    '@type': 'Offer',
    name: `${deal.from} – ${deal.to}`,
    url,
    price: (deal.price.amount / 100).toFixed(2),
    priceCurrency: deal.price.currency,
    availability: 'https://schema.org/InStock',
    validThrough: `${deal.bookBy}T23:59:59+04:00`,
    itemOffered: {
      '@type': 'Trip',
      itinerary: [
        { '@type': 'City', name: deal.from },
        { '@type': 'City', name: deal.to },
      ],
    },
  };
}
