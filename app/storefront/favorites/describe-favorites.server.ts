import type { KeptFavorite } from '#app/commerce/customers/favorites/favorites-store.server.ts';
import { readFlightThing } from '#app/commerce/customers/favorites/favorite-rules.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { listExperienceCards } from '#app/products/experiences/experiences-store.server.ts';
import type { Geography } from '#app/products/flights/flights-context.ts';
import { listTourCards } from '#app/products/holidays/tours-store.server.ts';
import { listStaycationCards } from '#app/products/staycations/staycations-store.server.ts';
import type { PosterArt } from '#app/ui/poster/poster-names.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

export interface ShownFavorite extends KeptFavorite {
  /** Where it is sold, or where the like of it is. */
  readonly to: string;
  readonly state: 'sold' | 'gone' | 'past';
  readonly poster: PosterArt | null;
  readonly flight: { readonly from: string; readonly to: string; readonly departs: string; readonly returns: string | null } | null;
}

const lists = { flight: '/flights', tour: '/holidays', experience: '/experiences', stay: '/staycations' } as const;
const pages = { tour: '/tour', experience: '/experience', stay: '/staycations' } as const;

/** Favourites as they are sold today, in the visitor's words; one that is sold no more keeps the title it had. */
export async function describeFavorites(
  platform: Pick<Platform, 'db' | 'clock'>,
  geography: Geography,
  kept: readonly KeptFavorite[],
  language: LanguageCode,
  today: CalendarDate,
): Promise<readonly ShownFavorite[]> {
  const has = (kind: KeptFavorite['kind']) => kept.some((favorite) => favorite.kind === kind);
  const [tours, experiences, stays] = await Promise.all([
    has('tour') ? listTourCards(platform, language) : [],
    has('experience') ? listExperienceCards(platform, language) : [],
    has('stay') ? listStaycationCards(platform, language) : [],
  ]);
  const sold = { tour: tours, experience: experiences, stay: stays } as const;
  return kept.map((favorite): ShownFavorite => {
    if (favorite.kind === 'flight') {
      const flight = readFlightThing(favorite.thing);
      if (!flight || !geography.country(flight.from) || !geography.country(flight.to))
        return { ...favorite, to: lists.flight, state: 'gone', poster: null, flight: null };
      const query = new URLSearchParams({ from: flight.from, to: flight.to });
      const past = flight.departs < today;
      if (!past) query.set('depart', flight.departs);
      if (!past && flight.returns) query.set('return', flight.returns);
      const cities = { from: geography.city(flight.from, language), to: geography.city(flight.to, language) };
      return { ...favorite, to: `/flights?${query}`, state: past ? 'past' : 'sold', poster: null, flight: { ...flight, ...cities } };
    }
    const kind = favorite.kind;
    const card = sold[kind].find((each) => each.id === favorite.thing);
    if (!card) return { ...favorite, to: lists[kind], state: 'gone', poster: null, flight: null };
    return { ...favorite, title: card.title, to: `${pages[kind]}/${card.id}`, state: 'sold', poster: card.poster, flight: null };
  });
}
