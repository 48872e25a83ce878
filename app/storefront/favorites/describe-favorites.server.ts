import type { KeptFavorite } from '#app/commerce/customers/favorites/favorites-store.server.ts';
import { readFlightThing } from '#app/commerce/customers/favorites/favorite-rules.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { listExperienceCards } from '#app/products/experiences/experiences-store.server.ts';
import type { Geography } from '#app/products/flights/flights-context.ts';
import { listTourCards } from '#app/products/holidays/tours-store.server.ts';
import { listStaycationCards } from '#app/products/staycations/staycations-store.server.ts';
import { listVisaCards, type VisaTakes } from '#app/products/visas/visa-cards.server.ts';
import type { PosterArt } from '#app/ui/poster/poster-names.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

export interface ShownFavorite extends KeptFavorite {
  /** Where it is sold, or where the like of it is. */
  readonly to: string;
  /** `paused`: a visa whose authority takes nothing just now. */
  readonly state: 'sold' | 'paused' | 'gone' | 'past';
  readonly poster: { readonly place: string; readonly art: PosterArt } | null;
  readonly flight: { readonly from: string; readonly to: string; readonly departs: string; readonly returns: string | null } | null;
  /** Of a visa. */
  readonly takes: VisaTakes | null;
}

const lists = {
  flight: '/flights',
  tour: '/holidays',
  experience: '/experiences',
  stay: '/staycations',
  evisa: '/e-visa',
  assisted: '/visa-assistance',
} as const;
const pages = { tour: '/tour', experience: '/experience', stay: '/staycations' } as const;

/** Favourites as they are sold today, in the visitor's words; one that is sold no more keeps the title it had. */
export async function describeFavorites(
  platform: Platform,
  geography: Geography,
  kept: readonly KeptFavorite[],
  language: LanguageCode,
  today: CalendarDate,
): Promise<readonly ShownFavorite[]> {
  const has = (kind: KeptFavorite['kind']) => kept.some((favorite) => favorite.kind === kind);
  const [tours, experiences, stays, evisas, assisted] = await Promise.all([
    has('tour') ? listTourCards(platform, language) : [],
    has('experience') ? listExperienceCards(platform, language) : [],
    has('stay') ? listStaycationCards(platform, language) : [],
    has('evisa') ? listVisaCards(platform, language, 'evisa') : [],
    has('assisted') ? listVisaCards(platform, language, 'assisted') : [],
  ]);
  const sold = { tour: tours, experience: experiences, stay: stays } as const;
  const visas = { evisa: evisas, assisted } as const;
  return kept.map((favorite): ShownFavorite => {
    const gone = { ...favorite, to: lists[favorite.kind], state: 'gone', poster: null, flight: null, takes: null } as const;
    if (favorite.kind === 'flight') {
      const flight = readFlightThing(favorite.thing);
      if (!flight || !geography.country(flight.from) || !geography.country(flight.to)) return gone;
      const query = new URLSearchParams({ from: flight.from, to: flight.to });
      const past = flight.departs < today;
      if (!past) query.set('depart', flight.departs);
      if (!past && flight.returns) query.set('return', flight.returns);
      const cities = { from: geography.city(flight.from, language), to: geography.city(flight.to, language) };
      return { ...gone, to: `/flights?${query}`, state: past ? 'past' : 'sold', flight: { ...flight, ...cities } };
    }
    const { kind, thing } = favorite;
    if (kind === 'evisa' || kind === 'assisted') {
      const visa = visas[kind].find(({ code }) => code === thing);
      if (!visa) return gone;
      const { title, to, poster, takes, paused } = visa;
      return { ...gone, title, to, poster, takes, state: paused ? 'paused' : 'sold' };
    }
    const card = sold[kind].find(({ id }) => id === thing);
    if (!card) return gone;
    return { ...gone, title: card.title, to: `${pages[kind]}/${card.id}`, state: 'sold', poster: { place: card.id, art: card.poster } };
  });
}
