import { favoriteKey } from '#app/commerce/customers/favorites/favorite-rules.ts';
import type { KeptFavorite, OwnFavorite } from '#app/commerce/customers/favorites/favorites-store.server.ts';
import type { Shopper } from '#app/commerce/pricing/experiments/shopper-rules.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { listExperienceCards } from '#app/products/experiences/experiences-store.server.ts';
import { nextStarts } from '#app/products/experiences/next-starts.server.ts';
import type { Flights } from '#app/products/flights/flights-context.ts';
import { nextDepartures } from '#app/products/holidays/booking/next-departures.server.ts';
import { listTourCards } from '#app/products/holidays/tours-store.server.ts';
import { dateIn } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findAlike, type AlikeThing } from './alike.server.ts';
import { describeFavorites, type ShownFavorite } from './describe-favorites.server.ts';
import { priceFavorites } from './price-favorites.server.ts';

export interface SoldFavorite extends Omit<ShownFavorite, 'state'> {
  /** `sold-out`: on sale, with nothing left of it now. */
  readonly state: ShownFavorite['state'] | 'sold-out';
  /** From what it is sold today; null where it is not, or not asked for. */
  readonly price: Money | null;
  /** What it cost when it was kept; null in a list of somebody else. */
  readonly keptPrice: Money | null;
  /** The next day it can be booked for, with the places of it; `count` is null where places are not counted. */
  readonly next: { readonly date: string; readonly count: number | null } | null;
  readonly alike: readonly AlikeThing[];
}

/** Lines of what is like it that one page may cost; a list full of what is gone still opens at once. */
const mostWithAlike = 10;

/** Favourites as they are sold today: price, places, and for what cannot be had something like it. */
export async function openFavorites(
  platform: Platform,
  flights: Flights,
  kept: readonly (KeptFavorite | OwnFavorite)[],
  { language, shopper }: { readonly language: LanguageCode; readonly shopper: Shopper },
): Promise<readonly SoldFavorite[]> {
  const today = dateIn('Asia/Dubai', platform.clock.now());
  const [shown, prices, places] = await Promise.all([
    describeFavorites(platform, flights.geography, kept, language, today),
    priceFavorites(platform, flights, kept, { language, shopper }),
    nextPlaces(platform, kept, language),
  ]);
  const keptPrices = new Map(kept.map((favorite) => [favoriteKey(favorite), 'keptPrice' in favorite ? favorite.keptPrice : null]));
  const keys = new Set(keptPrices.keys());
  let lines = 0;
  return Promise.all(
    shown.map(async (favorite): Promise<SoldFavorite> => {
      const key = favoriteKey(favorite);
      const price = prices.get(key);
      const next = places.get(key);
      const isOut = favorite.state === 'sold' && (favorite.kind === 'flight' ? price === null : next === null);
      const state = isOut ? 'sold-out' : favorite.state;
      const looks = state !== 'sold' && lines < mostWithAlike;
      if (looks) lines += 1;
      return {
        ...favorite,
        state,
        price: (state === 'sold' ? price : null) ?? null,
        keptPrice: keptPrices.get(key) ?? null,
        next: next ?? null,
        alike: looks ? await findAlike(platform, flights.geography, favorite, { language, shopper, kept: keys }) : [],
      };
    }),
  );
}

/** By `favoriteKey`, of tours and experiences; a stay has rooms of nights, and nobody chose any. Null: nothing left. */
async function nextPlaces(
  platform: Platform,
  kept: readonly KeptFavorite[],
  language: LanguageCode,
): Promise<ReadonlyMap<string, SoldFavorite['next']>> {
  const of = (kind: KeptFavorite['kind']) => new Set(kept.flatMap((favorite) => (favorite.kind === kind ? [favorite.thing] : [])));
  const [tours, experiences] = [of('tour'), of('experience')];
  const [tourCards, experienceCards] = await Promise.all([
    tours.size > 0 ? listTourCards(platform, language) : [],
    experiences.size > 0 ? listExperienceCards(platform, language) : [],
  ]);
  const [departures, starts] = await Promise.all([
    nextDepartures(
      platform,
      tourCards.filter(({ id }) => tours.has(id)),
    ),
    nextStarts(
      platform,
      experienceCards.filter(({ id }) => experiences.has(id)),
    ),
  ]);
  return new Map([
    ...[...departures].map(
      ([thing, next]) => [favoriteKey({ kind: 'tour', thing }), next && { date: next.date, count: next.left }] as const,
    ),
    ...[...starts].map(
      ([thing, next]) => [favoriteKey({ kind: 'experience', thing }), next && { date: next.date, count: next.left }] as const,
    ),
  ]);
}
