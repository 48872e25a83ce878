import { namesByThing } from '#app/commerce/catalogue-search/names-by-thing.ts';
import type { SearchThing, Theme } from '#app/commerce/catalogue-search/search-thing.ts';
import type { PricingRules } from '#app/commerce/pricing/quote.ts';
import type { Db } from '#app/platform/database.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { staysInOrder } from './filter-staycations.ts';
import type { StayKind, StaycationCard } from './staycation.ts';
import { fittingRooms } from './staycation-price.ts';
import { readStaycationCards, readStaycationNames } from './staycations-store.server.ts';

const themeOf: Readonly<Record<StayKind, Theme>> = {
  beach: 'beach',
  desert: 'desert',
  mountain: 'nature',
  city: 'city',
  island: 'beach',
  heritage: 'culture',
};
const allYear = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** Every stay on sale as the search knows it, priced for two for a night. `at`: when it is reckoned, ISO. */
export async function staysInSearch(db: Db, rules: PricingRules, at: string): Promise<SearchThing[]> {
  const [cards, rows] = await Promise.all([readStaycationCards(db, 'en'), readStaycationNames(db)]);
  const countries = new Map(cards.map((card) => [card.id, card.country]));
  const names = namesByThing(rows, ({ id, title, area, tagline }, language) => {
    const country = countries.get(id);
    return { title, tagline, place: country ? `${area} · ${countryName(country, language)}` : area };
  });
  const priced = cards.flatMap((card) => {
    const [best] = fittingRooms(card, { adults: 2, childAges: [] }, 1, rules, at);
    return best ? [{ ...card, best }] : [];
  });
  return staysInOrder(priced, 'near').flatMap((card, rank): SearchThing[] => {
    const own = names.get(card.id);
    if (!own) return [];
    return [
      {
        kind: 'stay',
        id: card.id,
        countries: [card.country],
        at: { latitude: card.latitude, longitude: card.longitude },
        price: card.best.night,
        themes: themesOf(card),
        length: 'own-nights',
        months: allYear,
        promises: card.freeCancelDays === null ? ['instant'] : ['free-cancel', 'instant'],
        facts: {
          stars: card.stars,
          board: card.boards[0]!,
          freeCancelHours: card.freeCancelDays === null ? null : card.freeCancelDays * 24,
        },
        poster: card.poster,
        rank,
        searchWords: card.searchWords,
        names: own,
      },
    ];
  });
}

function themesOf({ kind, beach, spa, kidsClub }: StaycationCard): Theme[] {
  return [
    ...new Set<Theme>([
      themeOf[kind],
      ...(beach ? ['beach' as const] : []),
      ...(spa ? ['wellness' as const] : []),
      ...(kidsClub ? ['family' as const] : []),
    ]),
  ];
}
