import { favoriteKey, type Favorite } from '#app/commerce/customers/favorites/favorite-rules.ts';
import type { Shopper } from '#app/commerce/pricing/experiments/shopper-rules.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { listExperiences } from '#app/products/experiences/list-experiences.server.ts';
import type { Flights } from '#app/products/flights/flights-context.ts';
import { searchOfThing } from '#app/products/flights/search/watched-flights.server.ts';
import { listTours } from '#app/products/holidays/list-tours.server.ts';
import { listStaycations } from '#app/products/staycations/list-staycations.server.ts';
import { listVisaCards } from '#app/products/visas/visa-cards.server.ts';
import { dateIn } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

/** Searches that one page may cost; of other flights it says what is known already. */
const mostAsked = 8;

/**
 * From what price things are sold now, by `favoriteKey`: as the cards of their lists say it. Null for a flight of which
 * there is none; absent for what is not sold, and for flights that were not asked for or of which a source did not say.
 */
export async function priceFavorites(
  platform: Platform,
  flights: Pick<Flights, 'desk'>,
  favorites: readonly Pick<Favorite, 'kind' | 'thing'>[],
  { language, shopper }: { readonly language: LanguageCode; readonly shopper: Shopper },
): Promise<ReadonlyMap<string, Money | null>> {
  const has = (kind: Favorite['kind']) => favorites.some((favorite) => favorite.kind === kind);
  const [tours, experiences, stays, evisas, assisted, lowest] = await Promise.all([
    has('tour') ? listTours(platform, language) : [],
    has('experience') ? listExperiences(platform, language) : [],
    has('stay') ? listStaycations(platform, language, undefined, shopper) : [],
    has('evisa') ? listVisaCards(platform, language, 'evisa') : [],
    has('assisted') ? listVisaCards(platform, language, 'assisted') : [],
    lowestOfFlights(platform, flights, favorites),
  ]);
  const sold = new Map([
    ...tours.map(({ id, price }) => [favoriteKey({ kind: 'tour', thing: id }), price] as const),
    ...experiences.map(({ id, price }) => [favoriteKey({ kind: 'experience', thing: id }), price] as const),
    ...stays.map(({ id, best }) => [favoriteKey({ kind: 'stay', thing: id }), best.night] as const),
    ...evisas.map(({ code, from }) => [favoriteKey({ kind: 'evisa', thing: code }), from] as const),
    ...assisted.map(({ code, from }) => [favoriteKey({ kind: 'assisted', thing: code }), from] as const),
  ]);
  return new Map<string, Money | null>(
    favorites.flatMap((favorite) => {
      const key = favoriteKey(favorite);
      const price = favorite.kind === 'flight' ? lowest.get(favorite.thing) : sold.get(key);
      return price === undefined ? [] : [[key, price] as const];
    }),
  );
}

async function lowestOfFlights(
  { db, clock }: Platform,
  { desk }: Pick<Flights, 'desk'>,
  favorites: readonly Pick<Favorite, 'kind' | 'thing'>[],
): Promise<ReadonlyMap<string, Money | null>> {
  const now = clock.now();
  const today = dateIn('Asia/Dubai', now);
  const ahead = favorites.flatMap(({ kind, thing }) => {
    const search = kind === 'flight' ? searchOfThing(thing) : null;
    return search && search.slices[0]!.date >= today ? [{ thing, search }] : [];
  });
  if (ahead.length === 0) return new Map();
  const found = new Map(ahead.map(({ thing, search }) => [thing, desk.knownLowest(search, now)]));
  const asked = ahead.filter(({ thing }) => found.get(thing) === undefined).slice(0, mostAsked);
  const searches = asked.map(({ search }) => search);
  const answers = await desk.lowestOfEach(searches, await desk.pricingRules(db, now), now);
  for (const [index, { thing }] of asked.entries()) found.set(thing, answers[index]);
  return new Map([...found].flatMap(([thing, lowest]) => (lowest === undefined ? [] : [[thing, lowest] as const])));
}
