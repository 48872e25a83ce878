import { namesByThing } from '#app/commerce/catalogue-search/names-by-thing.ts';
import type { SearchThing, Theme, ThingPromise } from '#app/commerce/catalogue-search/search-thing.ts';
import type { PricingRules } from '#app/commerce/pricing/quote.ts';
import type { Db } from '#app/platform/database.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import type { ExperienceCard, ExperienceCategory } from './experience.ts';
import { priceFrom } from './experience-price.ts';
import { readExperienceCards, readExperienceNames } from './experiences-store.server.ts';
import { dubai, inOrder } from './filter-experiences.ts';

const themeOf: Readonly<Record<ExperienceCategory, Theme>> = {
  desert: 'desert',
  water: 'water',
  boat: 'water',
  food: 'food',
  culture: 'culture',
  museum: 'culture',
  adventure: 'adventure',
  wellness: 'wellness',
  'city-tour': 'city',
  nature: 'nature',
  family: 'family',
  night: 'night',
};
/** Longer than this takes a day, or most of one. */
const someHours = 4 * 60;

/** Every experience on sale as the search knows it, with its from-price. `at`: when it is reckoned, ISO. */
export async function experiencesInSearch(db: Db, rules: PricingRules, at: string): Promise<SearchThing[]> {
  const [cards, rows] = await Promise.all([readExperienceCards(db, 'en'), readExperienceNames(db)]);
  const countries = new Map(cards.map((card) => [card.id, card.country]));
  const names = namesByThing(rows, ({ id, title, city, tagline }, language) => {
    const country = countryName(countries.get(id) ?? '', language);
    return { title, tagline, place: city === country ? city : `${city} · ${country}` };
  });
  const priced = cards.map((card) => ({ ...card, price: priceFrom(card, rules, at) }));
  return inOrder(priced, 'near', dubai).flatMap((card, rank): SearchThing[] => {
    const own = names.get(card.id);
    if (!own) return [];
    return [
      {
        kind: 'experience',
        id: card.id,
        countries: [card.country],
        at: { latitude: card.latitude, longitude: card.longitude },
        price: card.price,
        themes: [...new Set(card.categories.map((category) => themeOf[category]))],
        length: card.durationMinutes < someHours ? 'hours' : 'day',
        months: card.months,
        promises: promisesOf(card),
        facts: {
          minutes: card.durationMinutes,
          groupSize: card.capacity,
          guides: card.languages,
          wheelchair: card.wheelchair,
          starts: card.startTimes,
          freeCancelHours: card.freeCancelHours,
        },
        poster: card.poster,
        rank,
        searchWords: card.searchWords,
        names: own,
      },
    ];
  });
}

function promisesOf({ freeCancelHours, instant, private: own, wheelchair }: ExperienceCard): ThingPromise[] {
  return [
    ...(freeCancelHours !== null ? ['free-cancel' as const] : []),
    ...(instant ? ['instant' as const] : []),
    ...(own ? ['private' as const] : []),
    ...(wheelchair === 'yes' ? ['wheelchair' as const] : []),
  ];
}
