import { KeptRead } from '#app/platform/kept-read.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { readSearchFields } from '#app/products/flights/search/flight-search-form.ts';
import type { Flights } from '#app/products/flights/flights-context.ts';
import { formFactsOf } from '#app/products/flights/search/search-world.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findHomeReviews } from './home-reviews.server.ts';
import { findHomeTours } from './home-tours.server.ts';
import { findPopularRoutes } from './popular-routes.server.ts';

type HomeFacts = Awaited<ReturnType<typeof askForHome>>;

/** As long as lists of catalogue cards. For pages that are not kept whole: of somebody signed in, or asked for by a campaign. */
const kept = new KeptRead<HomeFacts>(30_000);

/** What the home page shows, the same for everyone in a language: at most half a minute old. */
export function readHome(platform: Platform, flights: Flights, language: LanguageCode): Promise<HomeFacts> {
  return kept.read(platform.db, language, platform.clock.now(), () => askForHome(platform, flights, language));
}

async function askForHome(platform: Platform, flights: Flights, language: LanguageCode) {
  const fields = readSearchFields(new URLSearchParams({ trip: 'return', from: 'DXB' }));
  const [popular, tours, said] = await Promise.all([
    findPopularRoutes(platform, flights, language),
    findHomeTours(platform, language),
    findHomeReviews(platform, language),
  ]);
  return { form: formFactsOf(flights, fields, null, language, platform.clock.now()), popular, said, ...tours };
}
