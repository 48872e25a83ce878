import { foldText } from '#app/values/fold-text.ts';
import { money } from '#app/values/money.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import type { SearchThing, ThingNames } from './search-thing.ts';

/** A tour through Italy with what a test wants different. */
export function someThing(more: Partial<SearchThing> & { title?: string; place?: string; words?: string } = {}): SearchThing {
  const { title = 'Best of Italy', place = 'Italy', words = '', ...facts } = more;
  const names = Object.fromEntries(languageCodes.map((language) => [language, { title, place, tagline: '' }])) as Record<
    LanguageCode,
    ThingNames
  >;
  return {
    kind: 'tour',
    id: foldText(title).replaceAll(' ', '-'),
    countries: ['IT'],
    at: { latitude: 41.9, longitude: 12.5 },
    price: money(645_000, 'AED'),
    themes: ['culture'],
    length: 'week',
    months: [3, 4, 10],
    promises: [],
    facts: { days: 8 },
    poster: { scene: 'canal', palette: 'dawn', landmark: null },
    rank: 0,
    searchWords: foldText(`${title} ${place} ${words}`),
    names,
    ...facts,
  };
}
