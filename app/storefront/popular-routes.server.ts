import type { Platform } from '#app/platform/platform.server.ts';
import { formatSearch } from '#app/products/flights/search/flight-search-form.ts';
import type { Flights } from '#app/products/flights/flights-context.ts';
import type { FlightSearch } from '#app/products/flights/offer.ts';
import { findPlace } from '#app/products/flights/world/places.ts';
import { artOfPlace } from '#app/ui/poster/art-of-place.ts';
import type { PosterArt } from '#app/ui/poster/poster-names.ts';
import { addDays, dateIn, weekday, type CalendarDate } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

/** Where people in the Emirates like to fly, by city code. */
const popular = ['IST', 'MNL', 'LIS', 'TYO', 'NBO', 'LON', 'BKK', 'SAO'];

export interface PopularRoute {
  readonly code: string;
  readonly city: string;
  readonly country: string;
  readonly art: PosterArt;
  /** Lowest total for one adult, one way, on that date, as its results page shows it. */
  readonly from: Money;
  readonly to: string;
}

export interface PopularRoutes {
  readonly date: CalendarDate;
  readonly routes: readonly PopularRoute[];
}

/** Real lowest fares out of Dubai on one Wednesday four to five weeks ahead. A route without an answer is left out. */
export async function findPopularRoutes(platform: Platform, flights: Flights, language: LanguageCode): Promise<PopularRoutes> {
  const now = platform.clock.now();
  const inFourWeeks = addDays(dateIn('Asia/Dubai', now), 28);
  const date = addDays(inFourWeeks, (9 - weekday(inFourWeeks)) % 7);
  const rules = await flights.desk.pricingRules(platform.db, now);
  const searches = popular.map((to): FlightSearch => ({
    slices: [{ from: 'DXB', to, date }],
    passengers: { adults: 1, children: 0, infants: 0 },
    cabin: 'economy',
    maxStops: 2,
  }));
  const lowest = await flights.desk.lowestOfEach(searches, rules, now).catch((fault: unknown) => {
    platform.log.warn({ fault: String(fault) }, 'popular routes');
    return [];
  });
  const routes = popular.flatMap((code, index): PopularRoute[] => {
    const from = lowest[index];
    if (!from) return [];
    const place = findPlace(flights.world.places, code, language);
    if (!place) return [];
    const art = artOfPlace({ country: place.country, city: code });
    return [
      { code, city: place.city, country: place.countryName, art, from, to: `/flight-search-results?${formatSearch(searches[index]!)}` },
    ];
  });
  return { date, routes };
}
