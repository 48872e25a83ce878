import type { Shopper } from '#app/commerce/pricing/experiments/shopper-rules.server.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { priceFrom } from '#app/products/experiences/experience-price.ts';
import { listExperienceCards } from '#app/products/experiences/experiences-store.server.ts';
import type { Flights } from '#app/products/flights/flights-context.ts';
import { findPlace } from '#app/products/flights/world/places.ts';
import { listTours } from '#app/products/holidays/list-tours.server.ts';
import { listStaycations } from '#app/products/staycations/list-staycations.server.ts';
import { artOfPlace } from '#app/ui/poster/art-of-place.ts';
import type { PosterArt } from '#app/ui/poster/poster-names.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Related } from './content-kinds.ts';

export interface RelatedThing {
  readonly kind: Related['kind'];
  readonly id: string;
  readonly to: string;
  readonly title: string;
  readonly line: string;
  /** What the poster's variation hangs on. */
  readonly place: string;
  readonly poster: PosterArt;
  /** As of now; null where a price needs dates. */
  readonly price: Money | null;
}

/** What a text speaks of, with today's prices, in its order; what is no longer sold is left out. */
export async function findRelated(
  platform: Platform,
  flights: Flights,
  related: readonly Related[],
  language: LanguageCode,
  shopper: Shopper,
): Promise<RelatedThing[]> {
  const now = platform.clock.now();
  const has = (kind: Related['kind']) => related.some((one) => one.kind === kind);
  const [tours, experiences, stays, rules] = await Promise.all([
    has('tour') ? listTours(platform, language) : [],
    has('experience') ? listExperienceCards(platform, language) : [],
    has('stay') ? listStaycations(platform, language, undefined, shopper) : [],
    getPricingRules(platform.db, now),
  ]);
  return related.flatMap(({ kind, id }): RelatedThing[] => {
    switch (kind) {
      case 'tour': {
        const tour = tours.find((one) => one.id === id);
        return tour
          ? [{ kind, id, to: `/tour/${id}`, title: tour.title, line: tour.tagline, place: id, poster: tour.poster, price: tour.price }]
          : [];
      }
      case 'experience': {
        const card = experiences.find((one) => one.id === id);
        const price = card ? priceFrom(card, rules, new Date(now).toISOString()) : null;
        return card
          ? [{ kind, id, to: `/experience/${id}`, title: card.title, line: card.cityName, place: id, poster: card.poster, price }]
          : [];
      }
      case 'stay': {
        const stay = stays.find((one) => one.id === id);
        return stay
          ? [
              {
                kind,
                id,
                to: `/staycations/${id}`,
                title: stay.title,
                line: stay.areaName,
                place: id,
                poster: stay.poster,
                price: stay.best.night,
              },
            ]
          : [];
      }
      case 'route': {
        const [from, to] = id.split('-').map((code) => findPlace(flights.world.places, code, language));
        if (!from || !to) return [];
        const address = `/flights?${new URLSearchParams({ from: from.code, to: to.code })}`;
        const poster = artOfPlace({ country: to.country, city: to.code });
        return [{ kind, id, to: address, title: `${from.city} – ${to.city}`, line: to.countryName, place: to.code, poster, price: null }];
      }
    }
  });
}
