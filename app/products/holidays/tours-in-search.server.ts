import { namesByThing } from '#app/commerce/catalogue-search/names-by-thing.ts';
import type { Length, SearchThing, Theme } from '#app/commerce/catalogue-search/search-thing.ts';
import type { Db } from '#app/platform/database.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { bandOf } from './filter-tours.ts';
import { inHouseOrder } from './list-tours.server.ts';
import type { TourStyle } from './tour.ts';
import { readTourCards, readTourNames } from './tours-store.server.ts';

const themeOf: Readonly<Partial<Record<TourStyle, Theme>>> = {
  culture: 'culture',
  food: 'food',
  family: 'family',
  honeymoon: 'romance',
  beach: 'beach',
  nature: 'nature',
  city: 'city',
  adventure: 'adventure',
  rail: 'rail',
  winter: 'winter',
};

/** Every tour on sale as the search knows it. */
export async function toursInSearch(db: Db): Promise<SearchThing[]> {
  const [cards, rows] = await Promise.all([readTourCards(db, 'en'), readTourNames(db)]);
  const countries = new Map(cards.map((card) => [card.id, card.countries]));
  const names = namesByThing(rows, ({ id, title, tagline }, language) => ({
    title,
    tagline,
    place: (countries.get(id) ?? []).map((code) => countryName(code, language)).join(' · '),
  }));
  return cards.toSorted(inHouseOrder).flatMap((card, rank): SearchThing[] => {
    const own = names.get(card.id);
    const start = card.route[0];
    if (!own || !start) return [];
    return [
      {
        kind: 'tour',
        id: card.id,
        countries: card.countries,
        at: { latitude: start.latitude, longitude: start.longitude },
        price: card.price,
        themes: card.styles.flatMap((style) => themeOf[style] ?? []),
        length: bandOf(card.nights) satisfies Length,
        months: card.departures.months,
        promises: card.group === 'private' ? ['private'] : [],
        facts: {
          days: card.days,
          nights: card.nights,
          groupSize: card.groupSize,
          stars: card.stars,
          minAge: card.minAge,
          depositPercent: card.depositPercent,
        },
        poster: card.poster,
        rank,
        searchWords: card.searchWords,
        names: own,
      },
    ];
  });
}
