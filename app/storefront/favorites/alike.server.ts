import { readFlightThing, type Favorite } from '#app/commerce/customers/favorites/favorite-rules.ts';
import type { Shopper } from '#app/commerce/pricing/experiments/shopper-rules.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findKnownExperience, listExperienceCards } from '#app/products/experiences/experiences-store.server.ts';
import { nextStarts } from '#app/products/experiences/next-starts.server.ts';
import { nearbyExperiences } from '#app/products/experiences/open-experiences.server.ts';
import { nearestDeals } from '#app/products/flights/deals/flight-deal.ts';
import { listDeals } from '#app/products/flights/deals/flight-deal-store.server.ts';
import type { Geography } from '#app/products/flights/flights-context.ts';
import { nextDepartures } from '#app/products/holidays/booking/next-departures.server.ts';
import { listTours } from '#app/products/holidays/list-tours.server.ts';
import type { Tour, TourCard } from '#app/products/holidays/tour.ts';
import { findTourAsSold } from '#app/products/holidays/tours-store.server.ts';
import { nearbyStays } from '#app/products/staycations/open-staycations.server.ts';
import { findKnownStaycation } from '#app/products/staycations/staycations-store.server.ts';
import { listVisaCards } from '#app/products/visas/visa-cards.server.ts';
import { dateIn } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

export interface AlikeThing {
  readonly to: string;
  /** Null for a deal, which is told by its cities. */
  readonly title: string | null;
  readonly cities: { readonly from: string; readonly to: string } | null;
  readonly price: Money;
}

const mostAlike = 2;
/** Those that are near but sold out themselves give way to the next. */
const mostNear = 8;

/**
 * What is on sale and most like something that cannot be had any more, or not now; never what is kept
 * anyway. Nothing where nobody knows what it was.
 */
export async function findAlike(
  platform: Platform,
  geography: Geography,
  { kind, thing }: Pick<Favorite, 'kind' | 'thing'>,
  { language, shopper, kept }: { readonly language: LanguageCode; readonly shopper: Shopper; readonly kept: ReadonlySet<string> },
): Promise<readonly AlikeThing[]> {
  const { db, clock } = platform;
  const isNew = ({ id }: { readonly id: string }) => id !== thing && !kept.has(`${kind}:${id}`);
  switch (kind) {
    case 'flight': {
      const flight = readFlightThing(thing);
      if (!flight) return [];
      const deals = nearestDeals({ id: '', ...flight }, await listDeals(db), dateIn('Asia/Dubai', clock.now()));
      return deals
        .filter((deal) => deal.to === flight.to || deal.from === flight.from)
        .slice(0, mostAlike)
        .map(({ id, from, to, price }) => ({
          to: `/flight-deal/${id}`,
          title: null,
          cities: { from: geography.city(from, language), to: geography.city(to, language) },
          price,
        }));
    }
    case 'tour': {
      const [tour, tours] = await Promise.all([findTourAsSold(db, thing, language), listTours(platform, language)]);
      if (!tour) return [];
      const departures = await nextDepartures(platform, tours);
      return tours
        .filter((other) => isNew(other) && departures.get(other.id))
        .toSorted((one, other) => likeness(tour, other) - likeness(tour, one))
        .slice(0, mostAlike)
        .map(({ id, title, price }) => ({ to: `/tour/${id}`, title, cities: null, price }));
    }
    case 'experience': {
      const known = await findKnownExperience(db, thing, language);
      if (!known) return [];
      const near = (await nearbyExperiences(platform, language, known.experience, mostNear)).filter(isNew);
      const cards = await listExperienceCards(platform, language);
      const starts = await nextStarts(
        platform,
        cards.filter((card) => near.some(({ id }) => id === card.id)),
      );
      return near
        .filter(({ id }) => starts.get(id))
        .slice(0, mostAlike)
        .map(({ title, to, price }) => ({ to, title, cities: null, price }));
    }
    case 'stay': {
      const known = await findKnownStaycation(db, thing, language);
      if (!known) return [];
      const plan = { arrival: null, nights: 1, party: { adults: 2, childAges: [] } };
      const near = await nearbyStays(platform, language, plan, known.stay, mostNear, shopper);
      return near
        .filter(isNew)
        .slice(0, mostAlike)
        .map(({ title, to, night }) => ({ to, title, cities: null, price: night }));
    }
    case 'evisa':
    case 'assisted': {
      // The other way into the same country.
      const route = kind === 'evisa' ? 'assisted' : 'evisa';
      if (kept.has(`${route}:${thing}`)) return [];
      const there = (await listVisaCards(platform, language, route)).filter(({ code, paused }) => code === thing && !paused);
      return there.map(({ title, to, from }) => ({ to, title, cities: null, price: from }));
    }
  }
}

/** Countries count most, then the region, then what a tour is about. */
function likeness(tour: Tour, other: TourCard): number {
  const shared = (ours: readonly string[], theirs: readonly string[]) => ours.filter((one) => theirs.includes(one)).length;
  return shared(tour.countries, other.countries) * 100 + Number(tour.region === other.region) * 50 + shared(tour.styles, other.styles);
}
